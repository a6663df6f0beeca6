// Numbers in texts: senders without types quote their readings, and such a text counts as a number where one is asked for.
// The engine says the same in SQL (adapters/duckdb/spelled-numbers.ts). Source: MQTT contract 5.2, analytics contract 2.7.

/** Blank characters: those that JavaScript trims. */
export const BLANKS =
  "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" +
  Array.from({ length: 11 }, (_none, index) => String.fromCharCode(0x2000 + index)).join("");

/** All of a text without the blanks around it. Means the same in JavaScript and in RE2. */
export const SPELLED_PATTERN = "-?[0-9]+(?:[.][0-9]+)?(?:[eE][+-]?[0-9]+)?";
/** Characters of such a text, with the blanks: more than any double has digits that count. */
export const SPELLED_LENGTH_MAX = 800;

const SPELLED = new RegExp(`^${SPELLED_PATTERN}$`);
const INTEGER = /^\s*-?[0-9]+\s*$/;

/** The number that a text spells; null where it spells none, or one beyond a double. There is one zero. */
export function spelledNumber(text: string): number | null {
  const trimmed = text.length > SPELLED_LENGTH_MAX ? "" : text.trim();
  if (!SPELLED.test(trimmed)) return null;
  const number = Number(trimmed) + 0;
  return Number.isFinite(number) ? number : null;
}

/** The same, but for an integer within 64 bits that a double may not hold: it keeps its digits. */
export function spelledExactly(text: string): number | bigint | null {
  const number = spelledNumber(text);
  if (number === null || Math.abs(number) <= Number.MAX_SAFE_INTEGER || !INTEGER.test(text)) return number;
  const integer = BigInt(text.trim());
  return BigInt.asIntN(64, integer) === integer ? integer : number;
}
