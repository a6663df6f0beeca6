// Names from outside, for a canvas: kept to one short line, without effect on the direction of text around them, and
// never taken for the charting library's markup.

const CHARS_MAX = 48;
// Direction marks and overrides, and other characters without a width, such as line ends.
const UNSEEN = /[\p{Cc}\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]+/gu;
/** `{name|text}` would be a style; with a zero-width joiner it is text. */
const STYLE = /\{(?=\w+\|)/g;
const JOINER = "\u2060";

export function plainText(text: string, charsMax: number = CHARS_MAX): string {
  const line = text.replace(UNSEEN, " ").trim();
  const short = line.length <= charsMax ? line : `${line.slice(0, charsMax - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
  return short.replace(STYLE, `{${JOINER}`);
}
