// The style of a column's cells: names for calendar parts, a prefix, and colours by value. The platform stores it and
// computes nothing from it. Source: analytics contract 2.4.
import { isObject } from "../../../src/lib/members.ts";

export interface CellStyle {
  readonly prefix: string;
  /** Names of values, from `firstLabelled` on. */
  readonly labels: readonly string[];
  readonly firstLabelled: number;
  readonly colors: readonly ColorRule[];
}

export interface ColorRule {
  /** Null if there is no bound. */
  readonly from: number | null;
  /** Exclusive. */
  readonly to: number | null;
  readonly color: CellColor;
}

const CELL_COLORS = ["red", "orange", "yellow", "green", "teal", "blue", "grape", "gray"] as const;
export type CellColor = (typeof CELL_COLORS)[number];

/** Those that ask for attention, the most urgent last; green, teal and gray say that all is well, or off. */
const URGENT: readonly (CellColor | null)[] = ["blue", "grape", "yellow", "orange", "red"];

/** 0 for a colour that asks for no attention, and for none; more for a more urgent one. */
export function urgencyOf(color: CellColor | null): number {
  return URGENT.indexOf(color) + 1;
}

/** How charts and their authors name what is true, and what is false, in any language. */
export const TRUE_NAMES: readonly string[] = ["true", "yes", "ja"];
export const FALSE_NAMES: readonly string[] = ["false", "no", "nein"];

/** Calendar parts that count from 0; the others count from 1. */
const FROM_ZERO: readonly unknown[] = ["hourOfDay", "minuteOfHour"];

/** The styles by column id, of the columns that have one. */
export function cellStyles(fields: readonly unknown[]): ReadonlyMap<string, CellStyle> {
  return new Map(
    fields.flatMap((field) => {
      if (!isObject(field) || typeof field["id"] !== "string") return [];
      const style = styleOf(field);
      return style.prefix === "" && style.labels.length === 0 && style.colors.length === 0
        ? []
        : [[field["id"], style]];
    }),
  );
}

/** The colour of the first rule that applies; null if none does. */
export function colorOf(style: CellStyle | undefined, cell: unknown): CellColor | null {
  if (style === undefined || typeof cell !== "number") return null;
  const rule = style.colors.find(({ from, to }) => cell >= (from ?? -Infinity) && cell < (to ?? Infinity));
  return rule?.color ?? null;
}

/** Where its colours begin and end. */
export function boundsOf(style: CellStyle | undefined): readonly number[] {
  return (style?.colors ?? []).flatMap(({ from, to }) => [from ?? [], to ?? []].flat());
}

/** Values of one colour. */
export interface ColorRange {
  /** Possibly infinite. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Null for values without one. */
  readonly color: CellColor | null;
}

/** All numbers, the least first: unlike rules, ranges do not overlap. */
export function colorRanges(style: CellStyle | undefined): readonly ColorRange[] {
  const bounds = (style?.colors ?? []).flatMap(({ from, to }) => [from ?? -Infinity, to ?? Infinity]);
  const starts = [...new Set([-Infinity, ...bounds])].filter((at) => at < Infinity).sort((one, other) => one - other);
  const changes = starts
    .map((from) => ({ from, color: colorOf(style, from) }))
    .filter(({ color }, place, all) => place === 0 || color !== all[place - 1]?.color);
  return changes.map(({ from, color }, place) => ({ from, to: changes[place + 1]?.from ?? Infinity, color }));
}

/** The name shown for a value; null if it has none. */
export function labelOf(style: CellStyle | undefined, cell: unknown): string | null {
  if (style === undefined || typeof cell !== "number") return null;
  const label = style.labels[cell - style.firstLabelled];
  return label === undefined || label === "" ? null : label;
}

export function isCellColor(value: unknown): value is CellColor {
  return CELL_COLORS.some((known) => known === value);
}

function styleOf(field: Readonly<Record<string, unknown>>): CellStyle {
  const { source, format, colors } = field;
  const { prefix, labels } = isObject(format) ? format : {};
  return {
    prefix: typeof prefix === "string" ? prefix : "",
    labels: Array.isArray(labels) ? labels.map((label: unknown) => (typeof label === "string" ? label : "")) : [],
    firstLabelled: isObject(source) && !FROM_ZERO.includes(source["part"]) ? 1 : 0,
    colors: colorRules(colors),
  };
}

/** As saved, without what cannot be one. */
export function colorRules(saved: unknown): readonly ColorRule[] {
  return Array.isArray(saved) ? saved.flatMap(ruleOf) : [];
}

function ruleOf(rule: unknown): readonly ColorRule[] {
  if (!isObject(rule) || !isCellColor(rule["color"])) return [];
  const { from, to, color } = rule;
  return [{ from: typeof from === "number" ? from : null, to: typeof to === "number" ? to : null, color }];
}
