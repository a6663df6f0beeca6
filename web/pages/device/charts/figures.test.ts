// The figures of a chart as a table and as a file.
import { expect, test } from "vitest";
import { NO_FORMAT } from "../../../components/chart/key-format.ts";
import { csvOf, figuresOf } from "./figures.ts";
import type { ShownSeries } from "./shown-series.ts";

const series = (name: string, fields: Partial<ShownSeries>): ShownSeries => ({
  id: name,
  deviceId: "d",
  key: name,
  name,
  styleIndex: 0,
  kind: "numbers",
  format: NO_FORMAT,
  numbers: [],
  states: [],
  intervalMillis: 0,
  ...fields,
});
const WINDOW = { startTs: 0, endTs: 100 };

test("values of one time stand in one row, and what is not there is empty", () => {
  const temperature = series("t", {
    numbers: [
      { ts: 10, value: 1.5 },
      { ts: 20, value: 2 },
    ],
  });
  const mode = series("m", {
    kind: "states",
    states: [
      { ts: -5, text: "old" },
      { ts: 20, text: "eco" },
    ],
  });
  expect(figuresOf([temperature, mode], WINDOW)).toEqual({
    columns: ["t", "m"],
    formats: [NO_FORMAT, NO_FORMAT],
    rows: [
      { ts: 10, cells: [1.5, null] },
      { ts: 20, cells: [2, "eco"] },
    ],
  });
});

test("an interval stands at its beginning, with its minimum and maximum", () => {
  const format = { unit: "°C", decimals: 1 };
  const averages = series("t", { intervalMillis: 10, numbers: [{ ts: 15, value: 2, low: 1, high: 4 }], format });
  expect(figuresOf([averages], WINDOW)).toEqual({
    columns: ["t", "t, minimum", "t, maximum"],
    formats: [format, format, format],
    rows: [{ ts: 10, cells: [2, 1, 4] }],
  });
});

test("a file quotes what would break its lines and cells", () => {
  const mode = series('say "a", b', { kind: "states", states: [{ ts: 0, text: "one\ntwo" }] });
  expect(csvOf(figuresOf([mode], WINDOW))).toBe('ts,time,"say ""a"", b"\r\n0,1970-01-01T00:00:00.000Z,"one\ntwo"\r\n');
});

test("behind averages, values that no interval includes yet have no rows: a row is an interval", () => {
  const averages = series("t", {
    intervalMillis: 10,
    numbers: [
      { ts: 15, value: 2, low: 1, high: 4 },
      { ts: 23, value: 3 },
    ],
  });
  expect(figuresOf([averages], WINDOW).rows).toEqual([{ ts: 10, cells: [2, 1, 4] }]);
});

test("averages are rounded as the chart shows them, single values and the ends of the band stay exact", () => {
  const numbers = [
    { ts: 15, value: 63.029999999999994, low: 62.123456789, high: 64 },
    { ts: 25, value: 64.5123456, low: 64, high: 65 },
  ];
  const cellsOf = (fields: Partial<ShownSeries>) =>
    figuresOf([series("t", fields)], WINDOW).rows.map(({ cells }) => cells);
  expect(cellsOf({ intervalMillis: 10, numbers })).toEqual([
    [63.03, 62.123456789, 64],
    [64.51, 64, 65],
  ]);
  expect(cellsOf({ intervalMillis: 10, numbers, format: { unit: "", decimals: 1 } }).map(([value]) => value)).toEqual([
    63, 64.5,
  ]);
  expect(cellsOf({ intervalMillis: 10, numbers: [{ ts: 15, value: 63.029999999999994 }] })).toEqual([[63.03]]);
  expect(cellsOf({ numbers: [{ ts: 15, value: 63.029999999999994 }] })).toEqual([[63.029999999999994]]);
});
