// Figures in a readable form: amounts, bytes, times.
import { countText, numberFormat } from "../words/format.ts";

const BYTE_UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;
const STEP = 1024;
const WHOLE = numberFormat({ maximumFractionDigits: 0 });
const TENTHS = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const SMALL = numberFormat({ maximumSignificantDigits: 2 });
/** What is rounded to a hundred has no decimals either. */
const HUNDRED = 99.95;

/**
 * Of what changes while it is read, and so has the same decimals from one to the next: none from a hundred on. An event that happens a few
 * times an hour still has a rate per second other than 0.
 */
export function rateText(amount: number): string {
  if (amount === 0 || amount >= HUNDRED) return WHOLE.format(amount);
  return (amount >= 1 ? TENTHS : SMALL).format(amount);
}

/** One decimal below a hundred, so that a figure is as exact as the one beside it: 9.0 MiB beside 6.6 MiB. */
export function bytes(size: number): string {
  const power = size < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log(size) / Math.log(STEP)));
  const amount = size / STEP ** power;
  return `${(power > 0 && amount < HUNDRED ? TENTHS : WHOLE).format(amount)} ${BYTE_UNITS[power] ?? "B"}`;
}

export function millis(amount: number): string {
  return `${TENTHS.format(amount)} ms`;
}

/** Uses the two largest units, and one where that is all: 10 min, but 10 min 5 s. */
export function duration(seconds: number): string {
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3_600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [Math.floor(seconds) % 60, "s"],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first === -1) return "0 s";
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${countText(amount)} ${unit}`)
    .join(" ");
}
