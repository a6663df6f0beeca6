// What is taken although it is not JSON, and how the rest is named.
import fc from "fast-check";
import { expect, test } from "vitest";
import { asStrictJson } from "./lenient-json.ts";

test.each([
  ["021.5", "21.5"],
  ["-021.5", "-21.5"],
  [".5", "0.5"],
  ["-.5", "-0.5"],
  ["1.", "1"],
  ["+1", "1"],
  ["000", "0"],
  ["1.e3", "1e3"],
  ["1.50", "1.50"],
  ["9007199254740993", "9007199254740993"],
])("%s is the number %s", (written, strict) => {
  expect(asStrictJson(`{"a":${written}}`)).toBe(`{"a":${strict}}`);
});

test("a byte order mark is skipped, and raw control characters of a text are escaped", () => {
  expect(asStrictJson('\ufeff{"a":"x\ty\nz"}')).toBe(String.raw`{"a":"x\u0009y\u000az"}`);
});

test("what is JSON already stays as it is", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(asStrictJson(json)).toBe(json);
    }),
  );
});

test.each([
  ["{'a':1}", "line 1, column 2 has single quotes"],
  ["{a:1}", "column 2 has the word a, which needs double quotes"],
  ['{"a":1} // x', "column 9 has text behind the end"],
  ['{"a":/*x*/1}', "column 6 has a comment"],
  ['{"a":1,}', "column 8 has a comma before }"],
  ["[1,\n 2,\n]", "line 3, column 1 has a comma before ]"],
  ['{"a":True}', "has True, which is true in JSON"],
  ['{"a":None}', "has None, which is null in JSON"],
  ['{"a":1}{"b":2}', "has text behind the end"],
  ['{"a":1}\0', "has U+0000 behind the document"],
  ['{"a":0x10}', "has 0x10, which is not a number"],
  ['{"a":1_000}', "has 1_000, which is not a number"],
  ['{"a":-}', "has -, which is not a number"],
  ['{"a":.}', "has ., which is not a number"],
  ['{"a":.e5}', "has .e5, which is not a number"],
  [`{"a":${"0".repeat(100)}_}`, `has ${"0".repeat(20)}…, which is not a number`],
  [`{${"a".repeat(100)}:1}`, `has the word ${"a".repeat(20)}…, which needs double quotes`],
  ['{"a":"x}', "has a text that is not closed"],
  ['{"a":@}', 'has "@" in a place'],
  ['{"a":constructor}', "has the word constructor, which needs double quotes"],
])("%j is refused by name and place", (text, message) => {
  expect(() => asStrictJson(text)).toThrow(message);
});
