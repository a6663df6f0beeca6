// What a panel begins with, and how it becomes one of another kind.
import { expect, test } from "vitest";
import { NEW_CONFIGURATION, NO_OVERRIDES, type DashboardPanel, type PanelKind } from "../dashboard/configuration.ts";
import { distinctName, panelName, panelTitle, titled } from "../dashboard/panel-kinds.ts";
import {
  lackOf,
  likelyModel,
  NO_KEYS,
  ofKind,
  withAddedPanel,
  withConfiguration,
  withCopy,
  withNewPanel,
  type DashboardDraft,
} from "./dashboard-draft.ts";

const EMPTY: DashboardDraft = { title: "Plant", configuration: NEW_CONFIGURATION };
const CHART: DashboardPanel = {
  ...{ id: "chart", kind: "timeSeries", title: "", place: { x: 0, y: 0, width: 12, height: 7 } },
  source: { ...NO_KEYS, keys: ["speed", "torque"], deviceIds: ["d1"], trend: true, compare: "previousDay" },
  ...{ options: {}, overrides: NO_OVERRIDES },
};
const MAP: DashboardPanel = {
  ...{ ...CHART, id: "map", kind: "map" },
  source: { ...NO_KEYS, keys: ["lat", "lon", "fuel"], deviceIds: ["d1", "d2"] },
  options: { latitude: "lat", longitude: "lon", value: "fuel" },
};

function begun(kind: PanelKind, like: DashboardPanel | undefined): DashboardPanel["source"] {
  return withNewPanel(EMPTY, { id: "new", kind, like }, []).configuration.panels[0]?.source ?? null;
}

test("a new panel is about the devices and keys of the other one, as far as its kind can show them", () => {
  expect(begun("gauge", CHART)).toEqual({ ...NO_KEYS, keys: ["speed", "torque"], deviceIds: ["d1"] });
  expect(begun("heatMap", CHART)).toEqual({ ...NO_KEYS, keys: ["speed"], deviceIds: ["d1"] });
  expect(begun("gauge", MAP)).toEqual({ ...NO_KEYS, keys: ["fuel"], deviceIds: ["d1", "d2"] });
  // They act on one device, whose attribute is no key of values.
  expect(begun("attributeSwitch", CHART)).toEqual({ ...NO_KEYS, deviceIds: ["d1"] });
  expect(begun("rpcButton", MAP)).toEqual(NO_KEYS);
  expect(begun("gauge", { ...CHART, kind: "attributeSwitch" })).toEqual({ ...NO_KEYS, deviceIds: ["d1"] });
  expect(begun("text", CHART)).toBeNull();
  expect(begun("gauge", undefined)).toEqual(NO_KEYS);
  const ofView: DashboardPanel = { ...CHART, source: { type: "view", viewId: "v" } };
  expect(begun("table", ofView)).toEqual({ type: "view", viewId: "v" });
  expect(begun("imagePlan", ofView)).toEqual(NO_KEYS);
});

test("the other one is that which was edited last, or the only one", () => {
  expect(likelyModel([CHART, MAP], "map")).toBe(MAP);
  expect(likelyModel([CHART], null)).toBe(CHART);
  expect(likelyModel([CHART, MAP], null)).toBeUndefined();
  expect(likelyModel([CHART, MAP], "removed")).toBeUndefined();
});

test("a panel keeps the range over which it was looked at, unless the dashboard has the same", () => {
  const added = (preset: string) =>
    withAddedPanel(
      EMPTY,
      {
        ...{ id: "new", kind: "timeSeries", title: "", source: CHART.source },
        timeRange: { type: "preset", preset } as DashboardDraft["configuration"]["timeRange"],
      },
      [],
    ).configuration.panels[0]?.overrides.timeRange;
  expect(added("last7Days")).toEqual({ type: "preset", preset: "last7Days" });
  expect(added("lastHour")).toBeNull();
});

test("a panel keeps the thresholds with which it was looked at, beside the units that are known of its keys", () => {
  const thresholds = [{ from: 25, color: "red" }];
  const added = { id: "new", kind: "timeSeries" as const, title: "", source: CHART.source, options: { thresholds } };
  const [panel] = withAddedPanel(EMPTY, added, []).configuration.panels;
  expect(panel?.options).toMatchObject({ thresholds });
});

test("a copy is the same in a free place, with a title that says so if there is one", () => {
  const draft = withConfiguration(EMPTY, { panels: [CHART] });
  expect(withCopy(draft, "copy", CHART).configuration.panels).toEqual([
    CHART,
    { ...CHART, id: "copy", place: { x: 12, y: 0, width: 12, height: 7 } },
  ]);
  const titled = withCopy(draft, "copy", { ...CHART, title: "Press" }).configuration.panels[1];
  expect(titled?.title).toBe("Press (copy)");
});

test("a map that becomes a chart does not show its coordinates, and is not ready without them", () => {
  expect(ofKind(MAP, "timeSeries").source).toMatchObject({ keys: ["fuel"], deviceIds: ["d1", "d2"] });
  expect(lackOf(MAP)).toBeNull();
  expect(
    lackOf({ ...MAP, source: { ...NO_KEYS, keys: ["latitude", "longitude"], deviceIds: ["d1"] }, options: {} }),
  ).toBeNull();
  expect(lackOf({ ...MAP, options: { latitude: "lat", longitude: "x" } })).toBe("choose the keys of its coordinates");
  expect(lackOf({ ...CHART, kind: "map" })).toBe("choose the keys of its coordinates");
});

test("a panel without a title has the names of its keys as one, and a map those of what it shows", () => {
  expect(panelTitle(CHART)).toBe("speed, torque");
  expect(panelTitle({ ...CHART, options: { byKey: [{ key: "speed", name: "Rotor" }] } })).toBe("Rotor, torque");
  expect(panelTitle({ ...CHART, source: { ...NO_KEYS, keys: ["a", "b", "c", "d"] } })).toBe("a, b, c, …");
  expect(panelTitle(MAP)).toBe("Places: fuel");
  expect(distinctName(MAP)).toBe("Places: fuel");
  expect(panelTitle({ ...CHART, title: "Press" })).toBe("Press");
  expect(panelTitle({ ...CHART, source: { type: "view", viewId: "v" } })).toBe("");
  expect(panelName({ ...CHART, source: null })).toBe("Time series");
  expect(titled(CHART, { name: "Heat of rooms" }, null).title).toBe("Heat of rooms");
  expect(titled({ ...CHART, title: "Press" }, { name: "Heat of rooms" }, null).title).toBe("Press");
  for (const unnamed of [{}, null, undefined]) expect(titled(CHART, unnamed, null)).toEqual(CHART);
  expect(distinctName(CHART)).toBe("Time series: speed, torque");
  expect(distinctName({ ...CHART, title: "Press" })).toBe("Press");
});

test("the only device of a panel without a title is named with its keys, as soon as its values are there", () => {
  const report = { columns: [column("device"), column("name"), column("speed")], rows: [["d1", "Pump 1", 5]] };
  const one = { ...CHART, source: { ...NO_KEYS, keys: ["speed", "torque"], deviceIds: ["d1"] } };
  expect(panelTitle(titled(one, null, report))).toBe("Pump 1: speed, torque");
  expect(distinctName(titled(one, null, report))).toBe("Time series: Pump 1: speed, torque");
  expect(panelTitle(titled(one, null, null))).toBe("speed, torque");
  const several = { ...one, source: { ...one.source, deviceIds: ["d1", "d2"] } };
  expect(panelTitle(titled(several, null, report))).toBe("speed, torque");
  expect(panelTitle(titled({ ...one, title: "Press" }, null, report))).toBe("Press");
});

function column(id: string) {
  return { id, label: id, role: "dimension" as const, type: "text" as const, unit: "", decimals: null };
}
