// Numbers as people read them: rounded by their size, so that no figure shows how computers add.
import { numberFormat, PERCENT_SUFFIX } from "../../words/format.ts";

/** Digits before the point are never rounded away. */
const BY_SIZE = { maximumFractionDigits: 0, roundingPriority: "morePrecision" } as const;
/** As many digits as tell values apart, and as many as are read at a glance. */
const EXACT = numberFormat({ ...BY_SIZE, maximumSignificantDigits: 6 });
const EXACT_WIDE = numberFormat({ ...BY_SIZE, minimumSignificantDigits: 6, maximumSignificantDigits: 6 });
const SHORT = numberFormat({ ...BY_SIZE, maximumSignificantDigits: 4 });
/** The same with all its zeros. */
const SHORT_WIDE = numberFormat({ ...BY_SIZE, minimumSignificantDigits: 4, maximumSignificantDigits: 4 });
/** Of a number that is written out: as many as a fraction can need that is read at all. */
export const DECIMALS_MAX = 20;
/** From this value on, compact notation is easier to read along an axis. */
const COMPACT_FROM = 1e6;
const COMPACT = numberFormat({ notation: "compact", maximumSignificantDigits: 4 });

/** With as many decimals as wanted; if that is null, rounded by its size. */
export function figureText(value: number, decimals: number | null = null): string {
  return decimals === null
    ? EXACT.format(value)
    : numberFormat({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
}

/**
 * For a figure in a picture: the table has more digits. Without decimals that somebody has chosen, it has at least so many as its size
 * allows, so that it stays as wide as others: 21.50 beside 21.43.
 */
export function shortFigure(value: number, decimals: number | null = null, least = 0): string {
  if (decimals !== null) return figureText(value, decimals);
  return least <= shortDecimals(value)
    ? SHORT.format(value)
    : figureText(value, Math.min(least, decimalsIn(SHORT_WIDE, value)));
}

/**
 * For the figures of one picture, which are compared: all have the decimals that four digits leave to the greatest of them. One that is so
 * small that little of it would be left has more.
 */
export function evenFigures(values: readonly number[]): typeof shortFigure {
  const [least, most] = endsOf(values);
  const greatest = Math.max(Math.abs(least), Math.abs(most));
  const needed = values.reduce((decimals, value) => Math.max(decimals, shortDecimals(value)), 0);
  function evenFigure(value: number, decimals: number | null = null, fewest = 0): string {
    if (decimals !== null || !Number.isFinite(greatest)) return shortFigure(value, decimals, fewest);
    const even = Math.min(Math.max(needed, fewest), decimalsIn(SHORT_WIDE, greatest));
    const isReadable = value === 0 || Math.abs(value) >= DIGITS_LEFT * 10 ** -even || shortDecimals(value) <= even;
    return isReadable ? figureText(value, even) : shortFigure(value, null, fewest);
  }
  return evenFigure;
}

/** At least two digits. */
const DIGITS_LEFT = 10;

/** One of several that are read one after the other, as exact as it is, and as wide as `others` are: 209.0 next to 206.1. */
export function steadyFigure(value: number, others: readonly number[]): string {
  const most = others.reduce(
    (greatest, other) => Math.max(greatest, decimalsIn(EXACT, other)),
    decimalsIn(EXACT, value),
  );
  return figureText(value, Math.min(most, decimalsIn(EXACT_WIDE, value)));
}

/** As many as tell a figure in a picture: 1 for 21.5, and none for 21. */
export function shortDecimals(value: number): number {
  return Number.isInteger(value) ? 0 : decimalsIn(SHORT, value);
}

function decimalsIn(format: Intl.NumberFormat, value: number): number {
  return format.formatToParts(value).find(({ type }) => type === "fraction")?.value.length ?? 0;
}

/**
 * Decimals that tell apart what a picture shows: those of a hundredth of what lies between the least and the most of these values, and no
 * more than they have. Null where nothing does.
 */
export function decimalsBetween(values: readonly number[]): number | null {
  const [least, most] = endsOf(values);
  if (!(most > least)) return null;
  const needed = Math.min(DECIMALS_MAX, Math.max(0, 2 - Math.floor(Math.log10(most - least))));
  return Math.min(
    needed,
    values.reduce((greatest, value) => Math.max(greatest, decimalsIn(EXACT, value)), 0),
  );
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
  const [least, most] = endsOf(values);
  const greatest = Math.max(Math.abs(least), Math.abs(most));
  if (!(most > least)) return axisFigure;
  const digits = digitsOfAxis(least, most);
  const isCompact = greatest >= COMPACT_FROM;
  if (digits <= (isCompact ? COMPACT_DIGITS : EXACT_DIGITS)) return axisFigure;
  const format = numberFormat({
    ...(isCompact ? { notation: "compact" } : BY_SIZE),
    maximumSignificantDigits: digits,
  });
  return (value) => format.format(value);
}

/** About as long as the longest label of an axis of these values, which has labels at rounder ones. */
export function longestLabel(values: readonly number[], format: (value: number) => string): string {
  const [least, most] = endsOf(values);
  if (!(most > least)) return "";
  const digits = digitsOfAxis(least, most);
  const [low, high] = [least, most].map((end) => format(Number(end.toPrecision(digits))));
  return low !== undefined && low.length > (high?.length ?? 0) ? low : (high ?? "");
}

function digitsOfAxis(least: number, most: number): number {
  const greatest = Math.max(Math.abs(least), Math.abs(most));
  return Math.min(15, 1 + Math.ceil(Math.log10((greatest * AXIS_PARTS) / (most - least))));
}

/** Too many values to be arguments of a call. */
function endsOf(values: readonly number[]): readonly [least: number, most: number] {
  return [
    values.reduce((one, other) => Math.min(one, other), Infinity),
    values.reduce((one, other) => Math.max(one, other), -Infinity),
  ];
}

/** Rounded, if it has more decimals. */
export function withDecimalsAtMost(value: number, decimalsMax: number | undefined): number {
  return decimalsMax === undefined ? value : Number(value.toFixed(Math.min(decimalsMax, DECIMALS_MAX)));
}

/** Like "63.03 kWh"; percentages like shares, "45%" or "45 %" as the viewer writes them. */
export function withUnit(text: string, unit: string): string {
  if (unit === "") return text;
  return unit === "%" ? `${text}${PERCENT_SUFFIX}` : `${text} ${unit}`;
}
