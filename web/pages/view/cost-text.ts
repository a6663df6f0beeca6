// The cost of a report in words.
import type { Schema } from "../../api/schemas.ts";

type Cost = Pick<Schema<"Explanation">, "estimatedSamples" | "series" | "devices">;

const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Like "about 1.2M points of 240 series on 120 devices". */
export function costText({ estimatedSamples, series, devices }: Cost): string {
  return `about ${SHORT.format(estimatedSamples)} points of ${many(series, "series", "series")} on ${many(devices, "device", "devices")}`;
}

/** Like "0.3 s" or "12 ms". */
export function tookText(millis: number): string {
  if (millis < 1) return "less than 1 ms";
  return millis < 100
    ? `${millis} ms`
    : `${(millis / 1_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`;
}

function many(amount: number, one: string, more: string): string {
  return `${amount.toLocaleString()} ${amount === 1 ? one : more}`;
}
