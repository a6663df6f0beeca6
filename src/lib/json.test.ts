import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../test/support/seed.ts";
import { hasLongInteger, parseExactly, writeJson } from "./json.ts";

test("a value with a bigint in it is written as any other, with every digit", () => {
  const left = { missing: undefined, list: [undefined, Number.NaN, -0, 1e21, "é\n", null, true] };
  expect(writeJson({ ...left, big: 9_007_199_254_740_993n })).toBe(
    JSON.stringify({ ...left, big: "digits" }).replace('"digits"', "9007199254740993"),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(writeJson([value, 1n])).toBe(`[${JSON.stringify(value)},1]`);
    }),
    { numRuns: casesOf(500) },
  );
});

test("sixteen digits in a row are found wherever they begin, and fewer are not", () => {
  for (const text of ["1234567890123456", "-1234567890123456789", "[0.1234567890123456]", "[1,21234567890123456]"])
    expect(hasLongInteger(text)).toBe(true);
  for (const text of ["123456789012345", "[123456789012345,678901234567890]", "0.123456789012345"])
    expect(hasLongInteger(text)).toBe(false);
  for (const text of ["1.5e3", "[0.1E+20]"]) expect(hasLongInteger(text)).toBe(true);
  expect(parseExactly("[9007199254740993]")).toEqual([9_007_199_254_740_993n]);
});
