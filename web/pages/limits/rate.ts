// Rates in the platform's form, `count:seconds[,count:seconds]`, in words. Source: REST contract 1.6.

export interface RateWindow {
  readonly count: number;
  readonly seconds: number;
}

const UNITS: readonly (readonly [seconds: number, word: string])[] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
  [1, "second"],
];
const NUMBER = new Intl.NumberFormat();

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

/** Like `1,000 a second, and 20,000 a minute`. */
export function rateInWords(text: string | null): string {
  const windows = parseRate(text ?? "");
  if (windows === null) return text ?? "";
  if (windows.length === 0) return "no limit";
  return windows.map(windowInWords).join(", and ");
}

export function windowInWords({ count, seconds }: RateWindow): string {
  return `${NUMBER.format(count)} ${spanInWords(seconds)}`;
}

function spanInWords(seconds: number): string {
  const [unit, word] = UNITS.find(([size]) => seconds % size === 0) ?? [1, "second"];
  const many = seconds / unit;
  const article = word === "hour" ? "an" : "a";
  return many === 1 ? `${article} ${word}` : `in ${NUMBER.format(many)} ${word}s`;
}
