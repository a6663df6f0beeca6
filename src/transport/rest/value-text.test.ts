import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonText } from "../../core/values.ts";
import { plainDecimal } from "../../lib/plain-decimal.ts";
import { objectText, SeriesText, stringValue, typedValue } from "./value-text.ts";

test("typed values keep type and digits", () => {
  expect([42, 21.5, true, "73", 9007199254740993n, new JsonText('{"a":9007199254740993}')].map(typedValue)).toEqual([
    "42",
    "21.5",
    "true",
    '"73"',
    "9007199254740993",
    '{"a":9007199254740993}',
  ]);
});

test("string values are strings of the same digits", () => {
  expect([42, true, 'a"b', -9223372036854775808n, new JsonText('{"a":1}')].map(stringValue)).toEqual([
    '"42"',
    '"true"',
    '"a\\"b"',
    '"-9223372036854775808"',
    '"{\\"a\\":1}"',
  ]);
});

test("numbers are written without an exponent", () => {
  expect([1e21, 1.5e21, 1e-7, -1.25e-9, 123e-20].map(plainDecimal)).toEqual([
    "1000000000000000000000",
    "1500000000000000000000",
    "0.0000001",
    "-0.00000000125",
    "0.00000000000000000123",
  ]);
});

test("a plain decimal reads back as the same number", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = plainDecimal(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
});

test("a series text ends where its bound is", () => {
  const text = new SeriesText(16);
  text.add("a", [1, 2], String);
  text.add("b", [], String);
  expect(text.end()).toBe('{"a":[1,2],"b":[]}');
  expect(() => {
    text.add("c", [1], String);
  }).toThrow("an answer may have 16 characters");
});

test("an object text takes any name", () => {
  expect(
    objectText([
      ["__proto__", "1"],
      ["1", "2"],
      ['q"', "[]"],
    ]),
  ).toBe('{"__proto__":1,"1":2,"q\\"":[]}');
});
