// The cost of a report in words.
import type { Schema } from "../../api/schemas.ts";
import { countText, numberFormat } from "../../words/format.ts";
import { words } from "../../words/words.ts";

type Cost = Pick<Schema<"Explanation">, "estimatedSamples" | "series" | "devices">;

const SHORT = numberFormat({ notation: "compact", maximumFractionDigits: 1 });
const ROUNDED_FROM = 10;
/** For everybody: in words where digits would have to be counted. */
const LONG_FROM = 1_000_000;
const ROUND = numberFormat({ maximumSignificantDigits: 2 });
const LONG = numberFormat({ notation: "compact", compactDisplay: "long", maximumSignificantDigits: 2 });
const SECONDS = numberFormat({ maximumFractionDigits: 1 });

/** Like "about 8,200 values of 5 devices"; null for a report of none. */
export function madeOfText({ estimatedSamples, devices }: Omit<Cost, "series">): string | null {
  if (estimatedSamples === 0) return null;
  return words.view.madeOf(amountText(estimatedSamples), estimatedSamples, devices);
}

/** Like "about 8,200"; a few are counted. */
export function amountText(samples: number): string {
  if (samples < ROUNDED_FROM) return countText(samples);
  return words.view.about((samples < LONG_FROM ? ROUND : LONG).format(samples));
}

/** Like "about 1.2M points of 240 series on 120 devices". */
export function costText({ estimatedSamples, series, devices }: Cost): string {
  return words.view.cost(SHORT.format(estimatedSamples), series, devices);
}

/** Like "0.3 s" or "12 ms". */
export function tookText(millis: number): string {
  if (millis < 1) return words.view.tookNothing;
  return millis < 100 ? `${millis} ms` : `${SECONDS.format(millis / 1_000)} s`;
}
