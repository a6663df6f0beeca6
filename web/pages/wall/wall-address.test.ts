// What the address of a wall screen names.
import { expect, test } from "vitest";
import { DASHBOARDS_MAX, SECONDS_MAX, SECONDS_MIN, SECONDS_USUAL, turnsOf, wallAddress } from "./wall-address.ts";

const [A, B, C] = [1, 2, 3].map((digit) => `00000000-0000-4000-8000-00000000000${String(digit)}`) as [
  string,
  string,
  string,
];

test("one time is that of each dashboard", () => {
  expect(turnsOf({ ids: `${A},${B}`, every: 45 }).turns).toEqual([
    { dashboardId: A, seconds: 45 },
    { dashboardId: B, seconds: 45 },
  ]);
});

test("each dashboard may have a time of its own, and the last one is that of the others", () => {
  expect(turnsOf({ ids: `${A},${B},${C}`, every: "10,60" }).turns.map(({ seconds }) => seconds)).toEqual([10, 60, 60]);
});

test.each([
  ["", SECONDS_USUAL],
  ["soon", SECONDS_USUAL],
  [0, SECONDS_MIN],
  ["-3", SECONDS_MIN],
  [1e9, SECONDS_MAX],
  ["12.4", 12],
])("a time of %j is %d seconds", (every, seconds) => {
  expect(turnsOf({ ids: A, every }).turns).toEqual([{ dashboardId: A, seconds }]);
});

test.each([undefined, "", "wall", 7, [A], `${A}/../x`, { ids: A }])("ids of %j name no dashboard", (ids) => {
  expect(turnsOf({ ids })).toEqual({ turns: [], beyond: 0 });
});

test("dashboards beyond the bound are left out and counted", () => {
  const ids = Array.from({ length: DASHBOARDS_MAX + 2 }, () => A).join(",");

  const { turns, beyond } = turnsOf({ ids });

  expect(turns).toHaveLength(DASHBOARDS_MAX);
  expect(beyond).toBe(2);
});

test.each([
  [[20, 20], 20],
  [[20, 40], "20,40"],
])("what is written of times %j is read as the same", (seconds, every) => {
  const turns = [A, B].map((dashboardId, place) => ({ dashboardId, seconds: seconds[place] ?? 0 }));

  const address = wallAddress(turns);

  expect(address).toEqual({ ids: `${A},${B}`, every });
  expect(turnsOf({ ...address }).turns).toEqual(turns);
});
