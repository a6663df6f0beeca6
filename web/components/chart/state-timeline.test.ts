// Lanes and states of a report.
import { expect, test } from "vitest";
import { drawingOf } from "./drawing.ts";
import type { ReportColumn } from "./report-cell.ts";
import { timelineOf } from "./state-timeline.ts";

const column = (id: string, type: ReportColumn["type"], role: ReportColumn["role"]): ReportColumn => ({
  ...{ id, type, role, label: id, unit: "", decimals: null },
});
const COLUMNS = [column("pump", "text", "dimension"), column("at", "time", "time"), column("state", "any", "measure")];
const drawn = (rows: readonly (readonly unknown[])[], options = {}, look = {}) => {
  const drawing = drawingOf({ type: "timeline", x: "pump", y: ["state"], options }, COLUMNS);
  if (drawing === null) throw new Error("no drawing");
  return timelineOf({ columns: COLUMNS, rows, meta: { rangeStartTs: 0, rangeEndTs: 100 } }, drawing, {
    isDark: false,
    ...look,
  });
};

interface Lanes {
  readonly grid: { readonly left: number; readonly top: number; readonly height: number };
  readonly xAxis: { readonly min: number; readonly max: number; readonly position: string };
  readonly yAxis: { readonly data: readonly string[] };
  readonly series: readonly { readonly data: readonly (readonly number[])[] }[];
}

test("each group has a lane, in which a state holds until the next one and what is missing is a gap", () => {
  const { option, legend, leftOut } = drawn([
    ["A", 20, "off"],
    ["A", 0, "on"],
    ["B", 0, true],
    ["B", 10, null],
    ["B", 20, true],
    ["A", 10, "on"],
  ]);
  const { xAxis, yAxis, series } = option as unknown as Lanes;
  expect([xAxis.min, xAxis.max, leftOut]).toEqual([0, 30, 0]);
  expect(yAxis.data).toEqual(["A", "B"]);
  expect(series.map(({ data }) => data)).toEqual([
    [
      [0, 20, 0],
      [20, 30, 0],
    ],
    [
      [0, 10, 1],
      [20, 30, 1],
    ],
  ]);
  // In the order of their names, whichever came first.
  expect(legend.map(({ name }) => name)).toEqual(["off", "on", "yes"]);
});

test("the newest state goes on to now, fainter, as many are sent only when they change", () => {
  const rows = [
    ["A", 0, "on"],
    ["A", 10, "off"],
    ["B", 0, "on"],
    ["B", 10, null],
  ];
  const { option, hasHeld } = drawn(rows, {}, { untilTs: 80 });
  const { xAxis, series } = option as unknown as Lanes & {
    series: readonly { renderItem(params: object, api: object): { readonly style: { readonly opacity: number } } }[];
  };
  expect([xAxis.min, xAxis.max, hasHeld]).toEqual([0, 80, true]);
  expect(series.map(({ data }) => data.at(-1))).toEqual([
    [20, 80, 0],
    [0, 10, 1],
  ]);
  const [sent = 0, held = 0] = [1, 2].map((dataIndex) => {
    const api = { coord: ([ts = 0]: readonly number[]) => [ts, 0] };
    return series[0]?.renderItem({ dataIndex, coordSys: { x: 0, width: 100 } }, api).style.opacity;
  });
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(sent);
  expect(drawn(rows).hasHeld).toBe(false);
});

test("lanes that are too many are left out and counted", () => {
  const { option, leftOut } = drawn(Array.from({ length: 60 }, (_, place) => [`P${place}`, 0, "on"]));
  expect((option as unknown as Lanes).series).toHaveLength(50);
  expect(leftOut).toBe(10);
});

test("a state has the colour that the author chose", () => {
  const { legend } = drawn([["A", 0, "on"]], { colors: [{ name: "on", color: "red" }] });
  expect(legend).toMatchObject([{ name: "on", mark: { style: { color: "#d33a3a" } } }]);
});

test("a stretch has its text where there is room for all of it", () => {
  const { series } = drawn([
    ["A", 0, "closed"],
    ["A", 50, "closing"],
  ]).option as unknown as { series: readonly { renderItem(params: object, api: object): object }[] };
  const shape = (dataIndex: number, pixelsPerMilli: number) =>
    series[0]?.renderItem(
      { dataIndex, coordSys: { x: 0, width: 1_000 } },
      { coord: ([ts = 0]: readonly number[]) => [ts * pixelsPerMilli, 0] },
    );
  expect(shape(0, 2)).toMatchObject({ shape: { width: 100 }, textContent: { style: { text: "closed" } } });
  expect(shape(0, 0.7)).toMatchObject({ shape: { width: 35 } });
  expect(shape(0, 0.7)).not.toHaveProperty("textContent");
});

test("times along the axis are centred on their time, with room for the first and the last", () => {
  const { grid, xAxis } = drawn([["A", 0, "on"]]).option as unknown as {
    readonly grid: { readonly left: number; readonly right: number };
    readonly xAxis: { readonly axisLabel?: object };
  };
  expect(Math.min(grid.left, grid.right)).toBeGreaterThan(20);
  expect(xAxis.axisLabel ?? {}).not.toHaveProperty("alignMinLabel");
});

test("lanes of a panel are as low as they must be for all to be seen with their times", () => {
  const inPanel = (lanes: number) => {
    const rows = Array.from({ length: lanes }, (_, lane) => [`Pump ${lane}`, 0, "on"]);
    const { option, height } = drawn(rows, {}, { room: { width: 600, height: 230 } });
    const { grid, xAxis } = option as unknown as Lanes;
    return { height, position: xAxis.position, hasNamesBeside: grid.left > 30, lane: grid.height / lanes };
  };
  expect(inPanel(3)).toEqual({ height: 174, position: "bottom", hasNamesBeside: false, lane: 46 });
  const low = inPanel(10);
  expect(low).toMatchObject({ position: "bottom", hasNamesBeside: true });
  expect(low.height).toBeLessThanOrEqual(230);
  // More than can be read are scrolled, and begin with the times.
  expect(inPanel(40)).toMatchObject({ position: "top", hasNamesBeside: true, lane: 16 });
});

test("lanes are in the natural order of their names, however the report has them", () => {
  const { option } = drawn([
    ["pump 10", 0, "on"],
    ["door 2", 0, "off"],
    ["pump 9", 0, "on"],
    ["door 1", 0, "on"],
  ]);
  expect((option as unknown as Lanes).yAxis.data).toEqual(["door 1", "door 2", "pump 9", "pump 10"]);
});
