// What charts of several kinds have in common: which values they draw, and how they show a part of an interval.
import { expect, test } from "vitest";
import type { Drawing } from "./drawing.ts";
import { AT, BARS, HOUR, LOOK, column, reportOf, type Option } from "./example-report.ts";
import { chartOf, hasPaler } from "./report-option.ts";

test("texts that spell a number are drawn as it, and other texts leave a gap", () => {
  const rows = ["12.5", " 7 ", "0x10", "n/a", 3].map((cell, index) => [`n${index}`, "a", cell]);
  const { series } = chartOf(reportOf(rows), BARS, LOOK).option as unknown as Option;
  expect(series[0]?.data).toEqual([
    [0, 12.5],
    [1, 7],
    [2, null],
    [3, null],
    [4, 3],
  ]);
  const slices = chartOf(reportOf(rows), { ...BARS, kind: "pie" }, LOOK).option as unknown as Option;
  expect(slices.series[0]?.data).toMatchObject([
    { name: "n0", value: 12.5 },
    { name: "n1", value: 7 },
    { name: "n4", value: 3 },
  ]);
});

test("what stands for a part of an interval is paler, in bars and dots, and its text says so", () => {
  const columns = [AT, column("kwh", "number"), column("power", "number")];
  const rows = [0, 1, 2].map((hours) => [hours * HOUR, 1, 2]);
  const meta = { rangeStartTs: 0, rangeEndTs: 2.5 * HOUR, partialBuckets: ["last" as const] };
  const dataOf = (drawing: Drawing) =>
    (chartOf({ columns, rows, meta }, drawing, LOOK).option as unknown as Option).series[0]?.data;
  const bars = { ...BARS, x: "at" };
  const paler = { itemStyle: { opacity: 0.4 } };
  expect(dataOf(bars)).toEqual([[0.5 * HOUR, 1], [1.5 * HOUR, 1], { value: [2.5 * HOUR, 1], ...paler }]);
  expect(dataOf({ ...BARS, kind: "scatter", x: "power" })).toEqual([[2, 1], [2, 1], { value: [2, 1], ...paler }]);
  const { option } = chartOf({ columns, rows, meta }, bars, LOOK);
  const { tooltip } = option as unknown as { tooltip: { formatter(hovered: readonly object[]): string } };
  const textAt = (hours: number) => tooltip.formatter([{ seriesId: "0", value: [hours * HOUR, 1], marker: "" }]);
  expect([textAt(1.5), textAt(2.5)].map((text) => text.includes("Only a part of this interval"))).toEqual([
    false,
    true,
  ]);
  expect(
    [bars, { ...bars, kind: "line" as const }].map((drawing) => hasPaler({ columns, rows, meta }, drawing)),
  ).toEqual([true, false]);
});
