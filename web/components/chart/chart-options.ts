// The settings of a chart, as its author saves them in `visualization.options`. The platform stores them unchanged, so
// whatever cannot be one is ignored here.
import { isObject } from "../../../src/lib/members.ts";
import { words } from "../../words/words.ts";
import { FALSE_NAMES, isCellColor, TRUE_NAMES, type CellColor } from "./cell-style.ts";
import { headingOf, type ReportColumn } from "./report-cell.ts";

export interface ChartOptions {
  /** Ends of the scale; null to fit the values. */
  readonly min: number | null;
  readonly max: number | null;
  /** Name of the axis of figures; null for the unit. */
  readonly axisName: string | null;
  readonly isLogarithmic: boolean;
  readonly stacking: Stacking | null;
  readonly isLegendShown: boolean;
  /** Colours by value where no threshold says one; null for none. */
  readonly colorScale: ColorScaleKind | null;
  /** Which row figures and gauges show; null for the usual ones of the kind. */
  readonly row: ShownRow | null;
  /** Colours of series, slices and states, by name. */
  readonly colors: ReadonlyMap<string, CellColor>;
}

/** Side by side, on top of each other, or as parts of a hundred. */
export type Stacking = (typeof STACKINGS)[number];
export type ColorScaleKind = (typeof COLOR_SCALES)[number];
export type ShownRow = (typeof SHOWN_ROWS)[number];

const STACKINGS = ["none", "stacked", "share"] as const;
const COLOR_SCALES = ["oneColor", "blueRed"] as const;
const SHOWN_ROWS = ["first", "last", "all"] as const;
/** More names than series can be. */
export const COLORS_MAX = 64;

export function chartOptions(saved: unknown): ChartOptions {
  const { min, max, axisName, scale, stacking, legend, colorScale, row, colors } = isObject(saved) ? saved : {};
  const [least, most] = [numberOrNull(min), numberOrNull(max)];
  const isEmpty = least !== null && most !== null && least >= most;
  return {
    min: isEmpty ? null : least,
    max: isEmpty ? null : most,
    axisName: typeof axisName === "string" && axisName.trim() !== "" ? axisName : null,
    isLogarithmic: scale === "logarithmic",
    stacking: STACKINGS.find((known) => known === stacking) ?? null,
    isLegendShown: legend !== "none",
    colorScale: COLOR_SCALES.find((known) => known === colorScale) ?? null,
    row: SHOWN_ROWS.find((known) => known === row) ?? null,
    colors: new Map(Array.isArray(colors) ? colors.slice(0, COLORS_MAX).flatMap(colorOf) : []),
  };
}

/** Of a series: that of its group or, without groups, of its measure, which has a name in the view, in the picture and in the legend. */
export function chosenFor(
  colors: ChartOptions["colors"],
  group: string | null,
  column: ReportColumn,
): CellColor | undefined {
  const names = group === null ? [column.fullLabel ?? column.label, column.label, headingOf(column)] : [group];
  return names.map((name) => colors.get(name)).find((color) => color !== undefined);
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function colorOf(entry: unknown): readonly (readonly [string, CellColor])[] {
  if (!isObject(entry) || typeof entry["name"] !== "string" || !isCellColor(entry["color"])) return [];
  const { name, color } = { name: entry["name"], color: entry["color"] };
  return [name, ...shownFor(name)].map((each) => [each, color]);
}

/** The author may have written in another language what a chart shows for true and false. */
function shownFor(name: string): readonly string[] {
  const { yes, no } = words.charts;
  return TRUE_NAMES.includes(name) ? [yes] : FALSE_NAMES.includes(name) ? [no] : [];
}
