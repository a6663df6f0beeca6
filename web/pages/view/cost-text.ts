// The cost of a report in words.
import type { Schema } from "../../api/schemas.ts";
import { numberFormat } from "../../words/format.ts";
import { words } from "../../words/words.ts";

type Cost = Pick<Schema<"Explanation">, "estimatedSamples" | "series" | "devices">;

const SHORT = numberFormat({ notation: "compact", maximumFractionDigits: 1 });
const SECONDS = numberFormat({ maximumFractionDigits: 1 });

/** Like "about 1.2M points of 240 series on 120 devices". */
export function costText({ estimatedSamples, series, devices }: Cost): string {
  return words.view.cost(SHORT.format(estimatedSamples), series, devices);
}

/** Like "0.3 s" or "12 ms". */
export function tookText(millis: number): string {
  if (millis < 1) return words.view.tookNothing;
  return millis < 100 ? `${millis} ms` : `${SECONDS.format(millis / 1_000)} s`;
}
