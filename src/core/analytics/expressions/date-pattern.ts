// Patterns of `dateText`: which parts of the local time are shown, and the text between them. Names of days and months
// are English, because formulas are the same for every reader.

export type DateToken = (typeof TOKENS)[number];
export type PatternPart =
  { readonly kind: "token"; readonly token: DateToken } | { readonly kind: "text"; readonly text: string };

/** Longest first, because tokens are matched in this order. */
export const TOKENS = [
  ...(["yyyy", "MMMM", "EEEE", "MMM", "EEE", "SSS", "yy", "MM", "dd", "HH", "hh", "mm", "ss"] as const),
  ...(["M", "d", "H", "h", "m", "s", "a", "Q"] as const),
] as const;

const DATE_PATTERN_LENGTH_MAX = 64;
/** The last instant of the year 9999. There is no text for later times, or before the year 0001. */
export const DATE_TEXT_LAST = 253_402_300_799_999;
export const DATE_TEXT_FIRST = -62_135_596_800_000;

const MONTHS = "January February March April May June July August September October November December".split(" ");
/** Starts with Sunday, as in ECMAScript. */
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** Letters are tokens. Text in single quotes (`''` for a quote) and all other characters are literal. */
export function parseDatePattern(pattern: string): readonly PatternPart[] | string {
  if (pattern.length === 0 || pattern.length > DATE_PATTERN_LENGTH_MAX)
    return `a date pattern has 1 to ${String(DATE_PATTERN_LENGTH_MAX)} characters, got ${String(pattern.length)}`;
  const parts: PatternPart[] = [];
  let at = 0;
  while (at < pattern.length) {
    const token = TOKENS.find((known) => pattern.startsWith(known, at));
    if (token !== undefined) {
      parts.push({ kind: "token", token });
      at += token.length;
    } else if (pattern[at] === "'") {
      const end = endOfQuote(pattern, at);
      if (end === undefined) return "a quote in the date pattern is not closed";
      const text = pattern.slice(at + 1, end).replaceAll("''", "'");
      parts.push({ kind: "text", text: text === "" ? "'" : text });
      at = end + 1;
    } else if (/[A-Za-z]/.test(pattern.charAt(at))) {
      return `"${pattern.charAt(at)}" is no part of a date; use ${TOKENS.join(", ")}, or put text between single quotes`;
    } else {
      parts.push({ kind: "text", text: pattern.charAt(at) });
      at++;
    }
  }
  return parts;
}

/** The index of the quote that closes the one at `start`; two in a row are a literal quote. */
function endOfQuote(pattern: string, start: number): number | undefined {
  let end = pattern.indexOf("'", start + 1);
  while (end > start + 1 && pattern[end + 1] === "'") end = pattern.indexOf("'", end + 2);
  return end < 0 ? undefined : end;
}

/** `local` is the local time as if it were UTC. Null outside the years 1 to 9999. */
export function dateText(local: number, parts: readonly PatternPart[]): string | null {
  if (!(local >= DATE_TEXT_FIRST && local <= DATE_TEXT_LAST)) return null;
  const date = new Date(local);
  return parts.map((part) => (part.kind === "text" ? part.text : shown(date, part.token))).join("");
}

function shown(date: Date, token: DateToken): string {
  const twelve = date.getUTCHours() % 12 === 0 ? 12 : date.getUTCHours() % 12;
  switch (token) {
    case "yyyy":
      return padded(date.getUTCFullYear(), 4);
    case "yy":
      return padded(date.getUTCFullYear() % 100, 2);
    case "MMMM":
      return MONTHS[date.getUTCMonth()] ?? "";
    case "MMM":
      return (MONTHS[date.getUTCMonth()] ?? "").slice(0, 3);
    case "MM":
      return padded(date.getUTCMonth() + 1, 2);
    case "M":
      return String(date.getUTCMonth() + 1);
    case "dd":
      return padded(date.getUTCDate(), 2);
    case "d":
      return String(date.getUTCDate());
    case "EEEE":
      return WEEKDAYS[date.getUTCDay()] ?? "";
    case "EEE":
      return (WEEKDAYS[date.getUTCDay()] ?? "").slice(0, 3);
    case "HH":
      return padded(date.getUTCHours(), 2);
    case "H":
      return String(date.getUTCHours());
    case "hh":
      return padded(twelve, 2);
    case "h":
      return String(twelve);
    case "a":
      return date.getUTCHours() < 12 ? "AM" : "PM";
    case "mm":
      return padded(date.getUTCMinutes(), 2);
    case "m":
      return String(date.getUTCMinutes());
    case "ss":
      return padded(date.getUTCSeconds(), 2);
    case "s":
      return String(date.getUTCSeconds());
    case "SSS":
      return padded(date.getUTCMilliseconds(), 3);
    case "Q":
      return String(Math.floor(date.getUTCMonth() / 3) + 1);
  }
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}
