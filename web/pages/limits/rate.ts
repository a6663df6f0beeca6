// Rates in the platform's form, `count:seconds[,count:seconds]`, in words. Source: REST contract 1.6.
import { region } from "../../words/format.ts";
import { words } from "../../words/words.ts";

export interface RateWindow {
  readonly count: number;
  readonly seconds: number;
}

const UNITS = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
] as const;
const LIST = new Intl.ListFormat(region.dateLocale, { type: "conjunction" });

/** Null if the text is not a rate; no windows if it is empty, which means no limit. */
export function parseRate(text: string): readonly RateWindow[] | null {
  if (text.trim() === "") return [];
  const windows = text.split(",").map((part) => {
    const match = /^\s*(\d{1,15}):(\d{1,9})\s*$/.exec(part);
    return match === null ? null : { count: Number(match[1]), seconds: Number(match[2]) };
  });
  const good = windows.filter((window) => window !== null);
  const spans = new Set(good.map(({ seconds }) => seconds));
  const isGood =
    good.length === windows.length &&
    spans.size === good.length &&
    good.every((window) => window.count > 0 && window.seconds > 0);
  return isGood ? good : null;
}

/** Like `1,000 per second and 20,000 per minute`. */
export function rateInWords(text: string | null): string {
  const windows = parseRate(text ?? "");
  if (windows === null) return text ?? "";
  if (windows.length === 0) return words.limits.noRate;
  return LIST.format(windows.map(windowInWords));
}

export function windowInWords({ count, seconds }: RateWindow): string {
  const [size, unit] = UNITS.find(([each]) => seconds % each === 0) ?? ([1, "second"] as const);
  return words.limits.rate(count, seconds / size, unit);
}
