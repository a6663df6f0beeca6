// Configurations that leave members out, and what an address makes of them.
import { expect, test } from "vitest";
import { configurationOf, filterLabel, type DashboardFilter } from "./configuration.ts";
import { panelsRequest } from "./dashboard-address.ts";
import { selectionOf } from "../view/view-address.ts";

const TIME_RANGE = { type: "preset", preset: "today" };

test("what a configuration leaves out is as the platform takes it", () => {
  const place = { x: 0, y: 0, width: 4, height: 4 };
  const panels = [{ id: "a", kind: "gauge", place, source: { type: "keys", keys: ["temp"], deviceIds: ["d1"] } }];
  const filters = [{ type: "attribute", name: "building", key: "building" }];

  expect(configurationOf({ bridgehead: 1, timeRange: TIME_RANGE, panels, filters })).toEqual({
    bridgehead: 1,
    grid: { columns: 24, rowHeight: 40 },
    timeRange: TIME_RANGE,
    refresh: { type: "live" },
    filters: [{ ...filters[0], label: "", scope: "any", values: [] }],
    panels: [
      {
        ...{ id: "a", kind: "gauge", title: "", place, options: {} },
        source: {
          ...{ type: "keys", keys: ["temp"], aggregation: null, trend: false, compare: null },
          ...{ deviceIds: ["d1"], filter: null },
        },
        overrides: { timeRange: null, refresh: null, filtersIgnored: [] },
      },
    ],
  });
});

test.each([null, {}, { widgets: {} }, { bridgehead: 2 }])("one of another program is not drawn: %j", (json) => {
  expect(configurationOf(json)).toBeNull();
});

test("the address sets the range, and the filters that the dashboard has", () => {
  const filters = configurationOf({ bridgehead: 1, filters: [{ type: "device", name: "device" }] })?.filters ?? [];

  expect(panelsRequest(selectionOf({}), filters, 9)).toEqual({});
  expect(panelsRequest(selectionOf({ last: "24h", "f.device": ["d1"], "f.other": 1 }), filters, 9)).toEqual({
    range: { type: "rolling", amount: 24, unit: "h" },
    filters: { device: ["d1"] },
  });
  expect(panelsRequest(selectionOf({ from: 5 }), filters, 9)).toEqual({
    range: { type: "absolute", startTs: 5, endTs: 9 },
  });
});

test("a filter without a label is called by what it filters by", () => {
  const attribute: DashboardFilter = {
    type: "attribute",
    name: "filter-1",
    label: "",
    scope: "any",
    key: "building",
    values: [],
  };
  const ofView: DashboardFilter = {
    type: "view",
    name: "filter-2",
    label: "",
    viewId: "v1",
    filter: "mode",
    values: [],
  };
  const device: DashboardFilter = { type: "device", name: "filter-3", label: "", deviceIds: [] };

  expect([attribute, ofView, device].map(filterLabel)).toEqual(["building", "mode", "filter-3"]);
  expect(filterLabel({ ...attribute, label: "House" })).toBe("House");
  expect(filterLabel({ ...attribute, key: "" })).toBe("filter-1");
});
