// Numbers in texts: senders without types quote their values, and such a text counts as a number where one is expected.
// The engine implements the same in SQL (adapters/duckdb/spelled-numbers.ts). Source: MQTT contract 5.2, analytics
// contract 2.7.

/** The blank characters that JavaScript trims. */
export const BLANKS =
  "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" +
  Array.from({ length: 11 }, (_none, index) => String.fromCharCode(0x2000 + index)).join("");

/** Matches the whole text without surrounding blanks. Has the same meaning in JavaScript and RE2. */
export const SPELLED_PATTERN = "-?[0-9]+(?:[.][0-9]+)?(?:[eE][+-]?[0-9]+)?";
/** Most characters of such a text, including blanks: more than a double has significant digits. */
export const SPELLED_LENGTH_MAX = 800;

const SPELLED = new RegExp(`^${SPELLED_PATTERN}$`);
const INTEGER = /^\s*-?[0-9]+\s*$/;

/** The number that a text represents; null if it is not a number, or exceeds the range of a double. -0 becomes 0. */
export function spelledNumber(text: string): number | null {
  const trimmed = text.length > SPELLED_LENGTH_MAX ? "" : text.trim();
  if (!SPELLED.test(trimmed)) return null;
  const number = Number(trimmed) + 0;
  return Number.isFinite(number) ? number : null;
}

/** The same, except that an integer within 64 bits that exceeds a double's precision becomes a bigint. */
export function spelledExactly(text: string): number | bigint | null {
  const number = spelledNumber(text);
  if (number === null || Math.abs(number) <= Number.MAX_SAFE_INTEGER || !INTEGER.test(text)) return number;
  const integer = BigInt(text.trim());
  return BigInt.asIntN(64, integer) === integer ? integer : number;
}
