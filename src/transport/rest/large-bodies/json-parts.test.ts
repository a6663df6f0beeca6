import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../../test/support/seed.ts";
import { writeJson } from "../../../lib/json.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import { cutJson, JoinedJson } from "./json-parts.ts";

/** As parts arrive in another thread. */
function handOver(value: unknown, valuesMax?: number): { readonly joined: unknown; readonly turns: number } {
  const joined = new JoinedJson();
  let turns = 0;
  for (const parts of cutJson(value, valuesMax)) {
    joined.add(structuredClone(parts));
    turns++;
  }
  return { joined: joined.value, turns };
}

test("whatever the value and the size of parts, what is joined is what was cut", () => {
  const names = fc.oneof(fc.constantFrom("__proto__", "constructor", "1", "02", ""), fc.string());
  const { document } = fc.letrec((tie) => ({
    document: fc.oneof(
      { depthSize: "medium" },
      fc.jsonValue(),
      fc.bigInt(),
      fc.string({ maxLength: 2_000 }),
      fc.array(tie("document"), { maxLength: 6 }),
      fc.dictionary(names, tie("document"), { maxKeys: 6, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 20 }), (value, valuesMax) => {
      const { joined } = handOver(value, valuesMax);
      expect(writeJson(joined)).toBe(writeJson(value));
    }),
    { numRuns: casesOf(1000) },
  );
});

test("__proto__ stays an ordinary member, in a part and of a large object", () => {
  const many = Array.from({ length: 3_000 }, (_, index) => `"n${String(index)}":{"__proto__":${String(index)}}`);
  const text = `{"__proto__":{"a":1},${many.join(",")}}`;
  const { joined, turns } = handOver(parseNamed(text));
  expect(turns).toBeGreaterThan(1);
  expect(JSON.stringify(joined)).toBe(text);
  expect(Object.getPrototypeOf(joined)).toBe(Object.prototype);
});

test("no turn hands over more than its share, wherever the values are", () => {
  const numbers = Array.from({ length: 50_000 }, (_, index) => index);
  const nested = (levels: number): unknown => (levels === 0 ? numbers : { in: nested(levels - 1), beside: [1, 2] });
  const digits = numbers.map((index) => 10n ** 17n + BigInt(index));
  const texts = Array.from({ length: 16 }, () => "x".repeat(65_536));
  for (const value of [
    numbers,
    nested(60),
    digits,
    { texts },
    numbers.map((index) => ({ [`n${String(index)}`]: index })),
  ])
    for (const parts of cutJson(value)) expect(writeJson(parts).length).toBeLessThan(600_000);
  expect(handOver(numbers).turns).toBe(50);
});
