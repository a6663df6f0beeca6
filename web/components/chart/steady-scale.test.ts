// The scale of a live gauge does not shrink.
import { expect, test } from "vitest";
import { drawingOf } from "./drawing.ts";
import { gaugesOf } from "./gauge-scale.ts";
import type { ReportColumn } from "./report-cell.ts";
import { withValues, type ShownExtremes } from "./steady-scale.ts";

const BAR: ReportColumn = { id: "0", label: "Pressure", type: "number", unit: "bar", role: "measure", decimals: null };

/** The scale of each report, one after the other. */
function scalesOf(values: readonly number[], options = {}): readonly (readonly [number, number] | undefined)[] {
  const drawing = drawingOf({ type: "gauge", y: ["0"], options }, [BAR]);
  if (drawing === null) throw new Error("no drawing");
  let shown: ShownExtremes = new Map();
  return values.map((value) => {
    const report = { columns: [BAR], rows: [[value]] };
    shown = withValues(shown, report);
    const [figure] = gaugesOf(report, drawing, shown).figures;
    return figure && [figure.scale.min, figure.scale.max];
  });
}

test("the scale of a live gauge has room for all values that it has shown", () => {
  expect(scalesOf([19, 21, 19, -3, 19])).toEqual([
    [0, 20],
    [0, 25],
    [0, 25],
    [-5, 25],
    [-5, 25],
  ]);
});

test("ends that are set stay, and another column or unit starts with a new scale", () => {
  expect(scalesOf([19, 60, 19], { min: 10, max: 30 })).toEqual([
    [10, 30],
    [10, 30],
    [10, 30],
  ]);
  const shown = withValues(new Map(), { columns: [BAR], rows: [[19]] });
  const milli = { columns: [{ ...BAR, unit: "mbar" }], rows: [[3]] };
  const drawing = drawingOf({ type: "gauge", y: ["0"] }, milli.columns) ?? expect.fail("no drawing");
  expect(gaugesOf(milli, drawing, withValues(shown, milli)).figures[0]?.scale).toEqual({ min: 0, max: 5 });
});

test("nothing changes while values stay within what was shown", () => {
  const report = (value: number | null) => ({ columns: [BAR], rows: [[value]] });
  const shown = withValues(withValues(new Map(), report(19)), report(2));
  for (const value of [10, null, 19, 2]) expect(withValues(shown, report(value))).toBe(shown);
});
