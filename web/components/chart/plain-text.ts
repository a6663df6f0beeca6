// Names from outside on a canvas: they stay one short line, turn nothing next to them, and are never taken for the markup
// that the charting library knows.

const CHARS_MAX = 48;
// Marks and overrides of direction, and what else has no width of its own, such as ends of lines.
const UNSEEN = /[\p{Cc}\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]+/gu;
/** `{name|text}` would be a style; with a joiner, which has no width, it is text. */
const STYLE = /\{(?=\w+\|)/g;
const JOINER = "\u2060";

export function plainText(text: string, charsMax: number = CHARS_MAX): string {
  const line = text.replace(UNSEEN, " ").trim();
  const short = line.length <= charsMax ? line : `${line.slice(0, charsMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
  return short.replace(STYLE, `{${JOINER}`);
}
