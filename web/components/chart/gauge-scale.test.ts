// Scales and thresholds of gauges.
import { expect, test } from "vitest";
import { cellStyles } from "./cell-style.ts";
import { drawingOf } from "./drawing.ts";
import { gaugesOf, roundUp } from "./gauge-scale.ts";
import type { ReportColumn } from "./report-cell.ts";

const KWH: ReportColumn = { id: "kwh", label: "Energy", type: "number", unit: "kWh", role: "measure", decimals: null };
const NAME: ReportColumn = { ...KWH, id: "name", label: "Meter", type: "text", role: "dimension", unit: "" };
const gauges = (rows: readonly (readonly unknown[])[], options = {}, colors: readonly object[] = []) => {
  const style = cellStyles([{ id: "kwh", colors }]).get("kwh");
  const columns = [NAME, { ...KWH, style }];
  const drawing = drawingOf({ type: "gauge", y: ["kwh"], options }, columns);
  if (drawing === null) throw new Error("no drawing");
  return gaugesOf({ columns, rows }, drawing);
};

test("gauges of a chart have one scale, from zero to a round number", () => {
  const { figures } = gauges([
    ["A", 63.029999999999994],
    ["B", null],
  ]);
  expect(figures).toMatchObject([
    { name: "A", text: "63.0", unit: "kWh", scale: { min: 0, max: 100 } },
    { name: "B", text: "–", value: null, scale: { min: 0, max: 100 } },
  ]);
});

test("a gauge knows when its value was measured, also where only the last row is shown", () => {
  const drawing = drawingOf({ type: "gauge", y: ["kwh"], options: { row: "last" } }, [NAME, KWH]);
  if (drawing === null) throw new Error("no drawing");
  const rows = [
    ["A", 1],
    ["B", 2],
  ];
  const times = [
    [null, 10],
    [null, 20],
  ];
  expect(gaugesOf({ columns: [NAME, KWH], rows, times }, drawing).figures).toMatchObject([{ name: "B", ts: 20 }]);
  expect(gauges(rows).figures).toMatchObject([{ ts: null }, { ts: null }]);
});

test("the ends of the scale may be set, and the row be chosen", () => {
  const rows = [
    ["A", 1],
    ["B", 2],
  ];
  const { figures } = gauges(rows, { min: -10, max: 30, row: "last" });
  expect(figures).toMatchObject([{ name: "B", scale: { min: -10, max: 30 } }]);
});

test("colours by value are parts of the scale, and the first rule wins", () => {
  const colors = [
    { from: 60, color: "red" },
    { from: 40, to: 80, color: "orange" },
  ];
  const [gauge] = gauges([["A", 63]], { max: 100 }, colors).figures;
  expect(gauge?.color).toBe("red");
  expect(gauge?.bands).toEqual([
    { min: 40, max: 60, color: "orange" },
    { min: 60, max: 100, color: "red" },
  ]);
});

test("gauges that are too many are left out and counted", () => {
  const { figures, leftOut } = gauges(Array.from({ length: 30 }, (_, place) => [`M${place}`, place]));
  expect([figures.length, leftOut]).toEqual([24, 6]);
});

test.each([
  [0, 0],
  [-3, 0],
  [0.3, 0.5],
  [21, 25],
  [100, 100],
  [101, 200],
])("%d rounds up to %d", (value, rounded) => {
  expect(roundUp(value)).toBeCloseTo(rounded, 10);
});

test("figures of a scale have the same decimals, few, and none that no value has", () => {
  const texts = (values: readonly unknown[], options = {}, colors: readonly object[] = []) =>
    gauges(
      values.map((value) => ["A", value]),
      options,
      colors,
    ).figures.map(({ text }) => text);
  expect(texts([2.999, 0.6355, 1, null])).toEqual(["3.00", "0.64", "1.00", "–"]);
  expect(texts([21.5, 21.43, 21])).toEqual(["21.5", "21.4", "21.0"]);
  expect(texts([7, 8])).toEqual(["7", "8"]);
  expect(texts([120.4, 3.25])).toEqual(["120", "3"]);
  expect(texts([2.999, 0.6355], {}, [{ from: 3, color: "red" }])).toEqual(["2.999", "0.64"]);
});

test("a figure has the digits that its colour needs", () => {
  const rules = [
    { from: 2, to: 3, color: "orange" },
    { from: 3, color: "red" },
  ];
  const rows = [2.99997, 3.00001, 2.123456, 0, 12_345.6].map((value) => ["A", value]);
  expect(gauges(rows, {}, rules).figures.map(({ text, color }) => [text, color])).toEqual([
    ["2.99997", "orange"],
    ["3", "red"],
    ["2", "orange"],
    ["0", null],
    ["12,346", "red"],
  ]);
});
