import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../test/support/seed.ts";
import { Spans } from "./spans.ts";

function spansOf(max: number, ...added: readonly (readonly [number, number])[]): Spans {
  const spans = new Spans(max);
  for (const [from, to] of added) spans.add(from, to);
  return spans;
}

function listed(spans: Spans): readonly (readonly [number, number])[] {
  return [...spans].map(({ from, to }) => [from, to] as const);
}

test("ranges that meet are one, and others stay apart, in order", () => {
  expect(listed(spansOf(8, [10, 12], [20, 21], [13, 14], [1, 2], [11, 11]))).toEqual([
    [1, 2],
    [10, 14],
    [20, 21],
  ]);
  expect(listed(spansOf(8, [1, 2], [5, 6], [9, 9], [2, 8]))).toEqual([[1, 9]]);
});

test("where there is no room for another range, the two that lie closest become one", () => {
  expect(listed(spansOf(2, [0, 0], [1_000, 1_000], [1_010, 1_010]))).toEqual([
    [0, 0],
    [1_000, 1_010],
  ]);
  expect(listed(spansOf(1, [5, 6], [-3, -3]))).toEqual([[-3, 6]]);
});

test("two sets overlap where ranges of them have a number in common", () => {
  const spans = spansOf(8, [10, 12], [20, 21]);
  expect(spans.overlaps(spansOf(8, [1, 9], [13, 19], [22, 30]))).toBe(false);
  expect(spans.overlaps(spansOf(8, [1, 9], [21, 30]))).toBe(true);
  expect(spans.overlaps(spansOf(8))).toBe(false);
});

test("whatever is added is covered, by no more ranges than there may be, which do not meet", () => {
  const range = fc
    .tuple(fc.integer({ min: -50, max: 50 }), fc.nat(8))
    .map(([from, width]) => [from, from + width] as const);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(range, { maxLength: 30 }), (max, added) => {
      const found = listed(spansOf(max, ...added));
      expect(found.length).toBeLessThanOrEqual(max);
      for (const [from, to] of added) expect(found.some((span) => span[0] <= from && to <= span[1])).toBe(true);
      found.slice(1).forEach(([from], index) => expect(from).toBeGreaterThan((found[index]?.[1] ?? 0) + 1));
    }),
    { numRuns: casesOf(500) },
  );
});
