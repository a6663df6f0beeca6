// What a save of a dashboard has changed is said by the names that people know.
import { expect, test } from "vitest";
import { dashboardChanges, type SavedState } from "./dashboard-changes.ts";

const KEYS = { type: "keys", keys: ["temperature"], deviceIds: ["d1"] };
const DAY = { type: "preset", preset: "last24Hours" };

function panel(id: string, more: object = {}): object {
  return { id, kind: "gauge", title: id, place: { x: 0, y: 0, width: 6, height: 5 }, source: KEYS, ...more };
}

function state(panels: readonly object[], more: object = {}, title = "Plant"): SavedState {
  return { title, configuration: { bridgehead: 1, timeRange: DAY, panels, ...more } };
}

const ONE = state([panel("Boiler")]);

test("panels that came, went, changed and moved are named, at most three at a time", () => {
  const before = state([panel("Boiler"), panel("Pump"), panel("Fan"), panel("Lamp")]);
  const after = state([
    panel("Pump", { place: { x: 6, y: 0, width: 6, height: 5 } }),
    panel("Fan", { title: "Blower", place: { x: 12, y: 0, width: 6, height: 5 } }),
    panel("Lamp"),
    ...["A", "B", "C", "D", "E"].map((id) => panel(id)),
  ]);
  expect(dashboardChanges(before, after)).toEqual([
    "Panels added: “A”, “B”, “C” and 2 more",
    "Panel removed: “Boiler”",
    "Panel changed: “Blower”",
    "Panel moved or resized: “Pump”",
  ]);
});

test("a panel without a title has its kind and keys as a name; the order of panels means nothing", () => {
  const untitled = panel("x", { title: "" });
  expect(dashboardChanges(ONE, state([untitled, panel("Boiler")]))).toEqual(["Panel added: “Gauge: temperature”"]);
});

test("title, range, refresh, filters and grid", () => {
  const filters = [{ type: "device", name: "device", label: "Machine" }];
  const more = {
    timeRange: { type: "preset", preset: "last7Days" },
    refresh: { type: "interval", millis: 30_000 },
    grid: { columns: 12 },
    filters,
  };
  expect(dashboardChanges(ONE, state([panel("Boiler")], more, "Plant 7"))).toEqual([
    "Filter added: “Machine”",
    "Time range: last 7 days instead of last 24 hours",
    "Refresh: every 30 seconds instead of live",
    "Another grid",
    "Title: “Plant 7” instead of “Plant”",
  ]);
  const narrowed = state([panel("Boiler")], { filters: [{ ...filters[0], deviceIds: ["d1"] }] });
  expect(dashboardChanges(state([panel("Boiler")], { filters }), narrowed)).toEqual(["Filter changed: “Machine”"]);
});

test("of two fixed times it is said that they differ", () => {
  const at = (endTs: number): SavedState => state([], { timeRange: { type: "absolute", startTs: 1, endTs } });
  expect(dashboardChanges(at(2), at(3))).toEqual(["Another time range"]);
});

test("what is left out equals what it stands for, and a save without a change says nothing", () => {
  const complete = { filters: [], refresh: { type: "live" }, grid: { rowHeight: 40, columns: 24 } };
  expect(dashboardChanges(ONE, state([panel("Boiler", { options: {} })], complete))).toEqual([]);
});

test("content of another program is not looked into; names are one short line", () => {
  const theirs = (widgets: object): SavedState => ({ title: "Plant", configuration: { widgets } });
  expect(dashboardChanges(theirs({ a: 1 }), theirs({ a: 1 }))).toEqual([]);
  expect(dashboardChanges(theirs({ a: 1 }), ONE)).toEqual(["Content of another program"]);
  expect(dashboardChanges(ONE, state([panel("Boiler"), panel("x", { title: `\u202Ea${"b".repeat(99)}` })]))).toEqual([
    `Panel added: “a${"b".repeat(58)}…”`,
  ]);
});
