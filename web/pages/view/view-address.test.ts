// Addresses of views, as people write and share them.
import { expect, test } from "vitest";
import { filterChange, lastMillis, rangeChange, rangeOfNewest, requestOf, selectionOf } from "./view-address.ts";

const NOW = 1_767_225_600_000;

test("an address without parameters is the view as it was saved", () => {
  expect(requestOf(selectionOf({}), NOW)).toEqual({});
});

test("a range that moves with the clock ends now", () => {
  expect(requestOf(selectionOf({ last: "24h" }), NOW)).toEqual({ rangeStartTs: NOW - 86_400_000, rangeEndTs: NOW });
  expect([lastMillis("5m"), lastMillis("2w"), lastMillis("0h"), lastMillis("5"), lastMillis("5y")]).toEqual([
    300_000,
    1_209_600_000,
    null,
    null,
    null,
  ]);
});

test("each bound may be given alone, and what is no time is left out", () => {
  expect(requestOf(selectionOf({ from: 5, to: "nonsense" }), NOW)).toEqual({ rangeStartTs: 5 });
  expect(requestOf(selectionOf({ to: "1767225600000" }), NOW)).toEqual({ rangeEndTs: NOW });
  expect(requestOf(selectionOf({ from: -1, to: 1.5 }), NOW)).toEqual({});
});

test("filters have one value or several, whatever they are called", () => {
  const { filters } = requestOf(
    selectionOf({ "f.building": "North", "f.__proto__": [1, "b", { c: 1 }], "f.": 1 }),
    NOW,
  );
  expect(Object.entries(filters ?? {})).toEqual([
    ["building", ["North"]],
    ["__proto__", [1, "b"]],
  ]);
});

test("what is written to an address is read from it", () => {
  for (const values of [["North"], ["a", "b"], [5], [true], [null], []] as const) {
    const change = filterChange("x", values);
    expect(selectionOf({ ...change }).filters.get("x")).toEqual(values);
  }
  expect(filterChange("x", undefined)).toEqual({ "f.x": undefined, page: undefined });
  expect(rangeChange({ kind: "last", text: "1h", millis: 3_600_000 })).toMatchObject({ last: "1h", from: undefined });
});

test("the range of a newest value is as long as the one without values, and within what a report can have", () => {
  const meta = { rangeStartTs: NOW - 1_000, rangeEndTs: NOW };
  expect(rangeOfNewest(meta, 50_000)).toEqual({ kind: "between", from: 49_050, to: 50_050 });
  expect(rangeOfNewest(meta, 100)).toEqual({ kind: "between", from: 0, to: 150 });
  expect(rangeOfNewest(meta, 4_102_444_799_990)).toMatchObject({ to: 4_102_444_800_000 });
});
