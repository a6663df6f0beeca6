// Numbers as people read them: rounded by their size, so that no figure shows how computers add.
import { numberFormat } from "../../words/format.ts";

/** Digits before the point are never rounded away. */
const BY_SIZE = { maximumFractionDigits: 0, roundingPriority: "morePrecision" } as const;
/** As many digits as tell values apart, and as many as are read at a glance. */
const EXACT = numberFormat({ ...BY_SIZE, maximumSignificantDigits: 6 });
const SHORT = numberFormat({ ...BY_SIZE, maximumSignificantDigits: 4 });
/** From this value on, compact notation is easier to read along an axis. */
const COMPACT_FROM = 1e7;
const COMPACT = numberFormat({ notation: "compact", maximumSignificantDigits: 4 });

/** With as many decimals as wanted; if that is null, rounded by its size. */
export function figureText(value: number, decimals: number | null = null): string {
  return decimals === null
    ? EXACT.format(value)
    : numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
}

/** For a figure in a picture: the table has more digits. */
export function shortFigure(value: number, decimals: number | null = null): string {
  return decimals === null ? SHORT.format(value) : figureText(value, decimals);
}

/** For the labels of an axis, where room is short. */
export function axisFigure(value: number): string {
  return Math.abs(value) >= COMPACT_FROM ? COMPACT.format(value) : EXACT.format(value);
}

/** Labels of an axis tell it apart into about so many parts. */
const AXIS_PARTS = 5;
const COMPACT_DIGITS = 4;
const EXACT_DIGITS = 6;

/** For the labels of an axis that goes from the least to the most of these values: with the digits that tell them apart. */
export function axisFigures(values: readonly number[]): (value: number) => string {
  const least = values.reduce((one, other) => Math.min(one, other), Infinity);
  const most = values.reduce((one, other) => Math.max(one, other), -Infinity);
  const greatest = Math.max(Math.abs(least), Math.abs(most));
  if (!(most > least)) return axisFigure;
  const digits = Math.min(15, 1 + Math.ceil(Math.log10((greatest * AXIS_PARTS) / (most - least))));
  const isCompact = greatest >= COMPACT_FROM;
  if (digits <= (isCompact ? COMPACT_DIGITS : EXACT_DIGITS)) return axisFigure;
  const format = numberFormat({
    ...(isCompact ? { notation: "compact" } : BY_SIZE),
    maximumSignificantDigits: digits,
  });
  return (value) => format.format(value);
}

/** Like "63.03 kWh". */
export function withUnit(text: string, unit: string): string {
  return unit === "" ? text : `${text} ${unit}`;
}
