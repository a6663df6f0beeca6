// Values that somebody who means harm would send: texts that have a meaning in SQL, HTML, paths or JavaScript, numbers at
// and beyond the edges of their types, and what is of the wrong type altogether.
import type { Random } from "./random.ts";

const LONG = "x".repeat(70_000);

export const TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "name\u0000.txt",
  "'",
  "' OR '1'='1",
  '"; DROP TABLE device; --',
  "%",
  "_%_%",
  "\\",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "{{constructor.constructor('return 1')()}}",
  "${7*7}",
  "$(id)",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "then",
  "line\r\nSet-Cookie: a=b",
  "ada@example.com\r\nBcc: eve@example.com",
  "\u202eright to left",
  "\ud800",
  "\u{1f600}\u{1f468}\u200d\u{1f469}",
  "\u0130\u0131\u017f\u00df",
  "e\u0301".repeat(100),
  "NaN",
  "Infinity",
  "-0",
  "1e999",
  "0x10",
  "007",
  "2147483647",
  "2147483648",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "[object Object]",
  "a,b,c",
  ",,,,",
  "13814000-1dd2-11b2-8080-808080808080",
  "784F394C-42B6-435A-983C-B7BEFF2784F9",
  "784f394c-42b6-435a-983c-b7beff2784f9 ",
  "=HYPERLINK(1)",
  "a".repeat(255),
  "a".repeat(256),
  "\u{1f600}".repeat(255),
  "((((((((((a+)+)+)+)+)+)+)+)+)+$",
  `${"a".repeat(30_000)}!`,
  `${" ".repeat(30_000)}x`,
];

const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  1.5,
  255,
  256,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  -(2 ** 63),
  2 ** 64,
  1e21,
  1e300,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  8_640_000_000_000_000,
  8_640_000_000_000_001,
];

/** Numbers that JSON can say and a double cannot. */
export const NUMBER_LITERALS: readonly string[] = [
  "1e999",
  "-1e999",
  "9007199254740993",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "1".repeat(400),
  `0.${"0".repeat(400)}1`,
  "1e-999",
  "1.0",
  "1E0",
];

/** A text of any kind; now and then a very long one. */
export function hostileText(random: Random): string {
  if (random.once(60)) return LONG;
  if (random.once(6))
    return String.fromCodePoint(...Array.from({ length: 1 + random.below(20) }, () => scalar(random)));
  return random.pick(TEXTS);
}

function scalar(random: Random): number {
  return random.once(3) ? random.below(0x80) : random.below(0xd800);
}

/** Any JSON value, up to `depth` deep. */
export function hostileValue(random: Random, depth = 2): unknown {
  switch (random.below(depth === 0 ? 6 : 9)) {
    case 0:
      return null;
    case 1:
      return random.once(2);
    case 2:
      return random.pick(NUMBERS);
    case 3:
    case 4:
    case 5:
      return hostileText(random);
    case 6:
      return Array.from({ length: random.below(4) }, () => hostileValue(random, depth - 1));
    case 7:
      return nested(random.pick([10, 63, 64, 65, 500]));
    default:
      // As entries: `__proto__` becomes a member like any other.
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [hostileText(random), hostileValue(random, depth - 1)]),
      );
  }
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
