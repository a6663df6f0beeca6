// Which picture fits which report.
import { expect, test } from "vitest";
import { drawingOf } from "./drawing.ts";
import type { ReportColumn } from "./report-cell.ts";

const column = (id: string, role: ReportColumn["role"], type: ReportColumn["type"] = "text"): ReportColumn => ({
  ...{ id, role, type, label: id, unit: "", decimals: null },
});
const TABLE = { type: "table" };
const HOUR = column("hour", "time", "time");
const BUILDING = column("building", "dimension");
const KWH = column("kwh", "measure", "number");
const EARLIER = column("kwh.value", "comparison", "number");
const CHANGE = column("kwh.percent", "comparison", "number");

test.each([
  [
    "lines over time, one for each group",
    [BUILDING, HOUR, KWH],
    { kind: "line", x: "hour", series: "building", y: ["kwh"] },
  ],
  ["bars for groups", [BUILDING, KWH], { kind: "bar", x: "building", series: null, y: ["kwh"] }],
  ["bars next to each other", [BUILDING, column("floor", "dimension"), KWH], { kind: "bar", series: "floor" }],
  ["figures where there are no groups", [KWH], { kind: "figures", x: null, y: ["kwh"] }],
  [
    "the earlier period next to the present one",
    [HOUR, KWH, EARLIER, CHANGE],
    { kind: "line", y: ["kwh", "kwh.value"] },
  ],
])("a view that says nothing is drawn as %s", (_what, columns, drawing) => {
  expect(drawingOf(TABLE, columns)).toMatchObject(drawing);
});

test("what no picture shows has none", () => {
  expect(drawingOf(TABLE, [BUILDING, column("note", "measure", "text")])).toBeNull();
  expect(drawingOf(TABLE, [BUILDING, column("a", "dimension"), column("b", "dimension"), KWH])).toBeNull();
});

test("what the view says wins, as far as the report has the columns", () => {
  const saved = { type: "donut", x: "building", y: ["kwh"] };
  expect(drawingOf(saved, [BUILDING, KWH])).toMatchObject({ kind: "donut", x: "building", y: ["kwh"] });
  expect(drawingOf({ ...saved, x: "gone" }, [BUILDING, KWH])).toMatchObject({ kind: "bar" });
});

const STATE = column("state", "measure");
const LATITUDE = column("lat", "dimension", "number");

test.each([
  ["a gauge", { type: "gauge", y: ["kwh"] }, [BUILDING, KWH], { kind: "gauges", y: ["kwh"] }],
  [
    "a timeline, along the time of the report",
    { type: "timeline", x: "building", y: ["state"] },
    [BUILDING, HOUR, STATE],
    { kind: "timeline", x: "building", y: ["state"], time: "hour" },
  ],
  [
    "a pivot table",
    { type: "pivotTable", columns: ["hour"], values: ["kwh"] },
    [BUILDING, HOUR, KWH],
    { kind: "pivot", across: ["hour"], y: ["kwh"] },
  ],
  [
    "a map, with or without a figure",
    { type: "map", latitude: "lat", longitude: "lat" },
    [BUILDING, LATITUDE],
    { kind: "map", latitude: "lat", longitude: "lat", value: null },
  ],
])("a view can ask for %s", (_what, saved, columns, drawing) => {
  expect(drawingOf(saved, columns)).toMatchObject(drawing);
});

test("a timeline without times, and a map without places, are none", () => {
  expect(drawingOf({ type: "timeline", x: "building", y: ["state"] }, [BUILDING, STATE])).toBeNull();
  expect(drawingOf({ type: "map", latitude: "lat" }, [BUILDING, LATITUDE])).toBeNull();
});

test("settings of the view belong to its picture", () => {
  const saved = { type: "gauge", y: ["kwh"], options: { max: 10 } };
  expect(drawingOf(saved, [KWH])?.options.max).toBe(10);
});
