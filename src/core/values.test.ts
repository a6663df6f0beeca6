import { describe, expect, test } from "vitest";
import { isKey, parseValue, requireKey } from "./values.ts";

const NO_LIMIT = { stringLengthMax: 0 };

describe("keys", () => {
  test.each(["a", " a ", "__proto__", "constructor", "a.b/c", "Ä 漢字 🏭", "\ud83c\udfed", "\u00a0x", "x".repeat(255)])(
    "%j is one",
    (key) => {
      expect(isKey(key)).toBe(true);
      requireKey(key);
    },
  );

  test.each([
    ["", 'a key must not be blank or contain U+0000, got ""'],
    [" \t", "a key must not be blank or contain U+0000"],
    ["\u00a0", "a key must not be blank or contain U+0000"],
    ["a\0b", "a key must not be blank or contain U+0000"],
    ["a\ud800", 'a key must be well-formed Unicode text, got "a\\ud800"'],
    ["\udc00\ud800", "a key must be well-formed Unicode text"],
    ["x".repeat(256), "a key may have 1 to 255 characters, got 256"],
  ])("%j is none", (key, message) => {
    expect(isKey(key)).toBe(false);
    expect(() => requireKey(key)).toThrow(message);
  });
});

describe("values", () => {
  test("a text that cannot be stored as it is, is refused; inside JSON it is kept as written", () => {
    expect(() => parseValue("a\ud800", "k", NO_LIMIT)).toThrow('the value of "k" must be well-formed Unicode text');
    expect(parseValue(["a\ud800"], "k", NO_LIMIT)).toEqual({ text: '["a\\ud800"]' });
    expect(parseValue("🏭", "k", NO_LIMIT)).toBe("🏭");
  });

  test("a string longer than the limit is refused with both lengths", () => {
    expect(() => parseValue("abc", "k", { stringLengthMax: 2 })).toThrow(
      'the value of "k" may have 2 characters, got 3',
    );
  });

  test.each([
    [2n ** 63n - 1n, 2n ** 63n - 1n],
    [2n ** 63n, "9223372036854775808"],
    [null, undefined],
    [true, true],
    [0.30000000000000004, 0.30000000000000004],
  ])("%s is stored as %s", (json, value) => {
    expect(parseValue(json, "k", NO_LIMIT)).toBe(value);
  });

  test("what no double can hold is refused", () => {
    expect(() => parseValue(Infinity, "k", NO_LIMIT)).toThrow('the value of "k" is beyond the range of a double');
  });
});
