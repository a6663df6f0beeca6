// How a panel draws the report it gets, by its kind.
import { expect, test } from "vitest";
import type { Report } from "../../components/chart/report-cell.ts";
import { NO_KEYS } from "../dashboard-editor/dashboard-draft.ts";
import { pictureOf, withoutSilent } from "./panel-picture.ts";

const column = (id: string, label: string, role: string, type = "number") => ({
  ...{ id, label, role, type, unit: "", decimals: null },
});

function report(columns: readonly object[], rows: readonly (readonly unknown[])[]): Report {
  return { columns, rows, filled: [], totals: [], meta: {} } as unknown as Report;
}

const DEVICE = column("device", "device", "dimension", "text");
const NAME = column("name", "name", "dimension", "text");
const TIME = column("time", "time", "time", "time");
const OVER_TIME = report(
  [DEVICE, NAME, TIME, column("k0", "temp", "measure")],
  [
    ["d1", "Pump", 1_000, 20],
    ["d2", "Fan", 1_000, 25],
  ],
);

test("keys over time are lines, one for each device", () => {
  const {
    drawing,
    lacks,
    report: shown,
  } = pictureOf({ kind: "timeSeries", source: null, options: {} }, OVER_TIME, null);

  expect(lacks).toBeNull();
  expect(drawing).toMatchObject({ kind: "line", x: "time", y: ["k0"], series: "name" });
  expect(shown.columns.map(({ id }) => id)).toEqual(["name", "time", "k0"]);
});

test("columns of keys have the function that the panel chooses, or the usual one of its kind", () => {
  const source = { ...NO_KEYS, keys: ["temp"] };
  const functionsOf = (kind: "timeSeries" | "stateTimeline" | "gauge", aggregation: "max" | null) =>
    pictureOf({ kind, source: { ...source, aggregation }, options: {} }, OVER_TIME, null).report.columns.map(
      ({ fn }) => fn,
    );
  expect(functionsOf("timeSeries", null)).toEqual([undefined, undefined, "avg"]);
  expect(functionsOf("timeSeries", "max").at(-1)).toBe("max");
  expect(functionsOf("stateTimeline", null).at(-1)).toBe("latest");
  expect(functionsOf("gauge", null).at(-1)).toBe("current");
});

test("a former period is a line beside each, with the name, unit and decimals of its key", () => {
  const compared = report(
    [DEVICE, NAME, TIME, column("k0", "temp", "measure"), column("k0.value", "temp (previous day)", "comparison")],
    [["d1", "Pump", 1_000, 20, 18]],
  );
  const byKey = [{ key: "temp", name: "Inside", unit: "°C", decimals: 1, thresholds: [{ from: 25, color: "red" }] }];
  const { drawing, report: shown } = pictureOf(
    { kind: "timeSeries", source: null, options: { byKey } },
    compared,
    null,
  );

  expect(drawing).toMatchObject({ kind: "line", x: "time", y: ["k0", "k0.value"], series: null });
  expect(shown.columns.slice(2)).toMatchObject([
    { label: "Inside", unit: "°C", decimals: 1, style: { colors: [{ from: 25 }] } },
    { label: "Inside (previous day)", unit: "°C", decimals: 1 },
  ]);
  expect(shown.columns.at(-1)?.style).toBeUndefined();
});

test("a state timeline has a lane for each device, and a heat map its times along the bottom", () => {
  expect(pictureOf({ kind: "stateTimeline", source: null, options: {} }, OVER_TIME, null).drawing).toMatchObject({
    ...{ kind: "timeline", x: "name", y: ["k0"], time: "time" },
  });
  expect(pictureOf({ kind: "heatMap", source: null, options: {} }, OVER_TIME, null).drawing).toMatchObject({
    ...{ kind: "heatMap", x: "time", y: ["name"], value: "k0" },
  });
});

test("a map finds its coordinates by the usual names, or by the chosen ones", () => {
  const usual = report(
    [DEVICE, NAME, column("k0", "Lat", "measure"), column("k1", "lng", "measure"), column("k2", "temp", "measure")],
    [["d1", "Pump", 51, -2, 20]],
  );
  const own = report([NAME, column("k0", "north", "measure"), column("k1", "east", "measure")], [["Pump", 51, -2]]);
  const options = { latitude: "north", longitude: "east" };

  expect(pictureOf({ kind: "map", source: null, options: {} }, usual, null).drawing).toMatchObject({
    ...{ kind: "map", latitude: "k0", longitude: "k1", value: "k2" },
  });
  expect(pictureOf({ kind: "map", source: null, options }, own, null).drawing).toMatchObject({
    latitude: "k0",
    longitude: "k1",
  });
});

test("what a report lacks for its kind is said", () => {
  const newest = report([DEVICE, NAME, column("k0", "temp", "measure")], [["d1", "Pump", 20]]);

  expect(pictureOf({ kind: "timeSeries", source: null, options: {} }, newest, null)).toMatchObject({
    ...{ drawing: null, lacks: "a column of time and one of figures" },
  });
  expect(pictureOf({ kind: "map", source: null, options: {} }, newest, null).lacks).toContain("latitude");
});

test("unit, decimals and thresholds of a panel are those of its figures", () => {
  const options = {
    unit: "°C",
    decimals: 1,
    thresholds: [
      { from: 25, color: "red" },
      { from: 1, color: "no colour" },
    ],
  };
  const { report: shown } = pictureOf({ kind: "gauge", source: null, options }, OVER_TIME, null);

  expect(shown.columns.find(({ id }) => id === "k0")).toMatchObject({
    unit: "°C",
    decimals: 1,
    style: { colors: [{ from: 25, to: null, color: "red" }] },
  });
});

test("a view is drawn as it says if that is of the panel's kind, with the settings of the panel", () => {
  const columns = [column("g", "Group", "dimension", "text"), column("v", "Value", "measure")];
  const result = report(columns, [["a", 1]]);
  const visualization = { type: "pie", x: "g", y: ["v"], options: { max: 5 } };
  const view = { fields: [], visualization };

  expect(pictureOf({ kind: "bars", source: null, options: { min: 1 } }, result, view).drawing).toMatchObject({
    kind: "pie",
    options: { min: 1, max: 5 },
  });
  expect(pictureOf({ kind: "figure", source: null, options: {} }, result, view).drawing).toMatchObject({
    kind: "figures",
    y: ["v"],
  });
  expect(pictureOf({ kind: "table", source: null, options: {} }, result, view).drawing).toBeNull();
});

test("a device without any of the values is left out beside others that have them, unless somebody has chosen it", () => {
  const newest = report(
    [DEVICE, NAME, column("k0", "temp", "measure"), column("k1", "level", "measure")],
    [
      ["d1", "Pump", 20, null],
      ["d2", "Gateway", null, null],
      ["d3", "Tank", null, 0],
    ],
  );
  const all = { ...NO_KEYS, deviceIds: null, filter: { type: "entityType", entityType: "DEVICE" } };
  expect(withoutSilent(newest, all).rows.map(([, name]) => name)).toEqual(["Pump", "Tank"]);
  const silent = { ...newest, rows: newest.rows.slice(1, 2) };
  expect(withoutSilent(silent, all)).toBe(silent);
  expect(withoutSilent(newest, { ...NO_KEYS, deviceIds: ["d1", "d2", "d3"] })).toBe(newest);
  expect(withoutSilent(newest, { type: "view", viewId: "v" })).toBe(newest);
});
