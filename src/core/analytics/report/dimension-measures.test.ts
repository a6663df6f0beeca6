// Functions over the dimensions of a group's devices. Source: analytics contract 3.5.
import { expect, test } from "vitest";
import type { AggregateFunction, Aggregation } from "../view/table-view.ts";
import { JsonText } from "../../values.ts";
import { aggregateDimensions } from "./dimension-measures.ts";
import type { Cell } from "./report-engine.ts";

const NUMBERS: readonly Cell[] = [4, null, 1, 2, 3, "n/a"];
const of = (fn: AggregateFunction, values: readonly Cell[], more: Partial<Aggregation> = {}): Cell =>
  aggregateDimensions({ fn, ...more }, values);

test.each([
  ["count", 5],
  ["countDistinct", 5],
  ["sum", 10],
  ["avg", 2.5],
  ["min", 1],
  ["max", 4],
  ["range", 3],
  ["median", 2.5],
  ["variance", 5 / 3],
  ["stddev", Math.sqrt(5 / 3)],
  ["onlyValue", null],
  ["list", "1, 2, 3, 4, n/a"],
] as const)("AN §3.5 %s of dimensions, words left out of numbers", (fn, expected) => {
  expect(of(fn, NUMBERS)).toEqual(expected);
});

test("AN §2.7 a text that spells a number is one where numbers are counted, and stays a text where a value is given back", () => {
  const values = ["12.5", " 7 ", 13.5, "n/a"];
  const found = (["avg", "sum", "min", "max", "count", "mode", "list"] as const).map((fn) => of(fn, values));
  expect(found).toEqual([11, 33, 7, 13.5, 4, " 7 ", " 7 , 12.5, 13.5, n/a"]);
});

test("AN §3.5 percentiles lie between neighbours", () => {
  expect(of("percentile", [20, 22, 24], { p: 0.9 })).toBeCloseTo(23.6, 12);
  expect(of("percentile", [7], { p: 0.2 })).toBe(7);
});

test("AN §3.5 nothing is missing, but counts are 0", () => {
  const found = (["count", "countDistinct", "sum", "avg", "min", "mode", "list", "stddev"] as const).map((fn) =>
    of(fn, [null]),
  );
  expect(found).toEqual([0, 0, null, null, null, null, null, null]);
  expect(of("variance", [5])).toBeNull();
});

test("AN §3.6 booleans are 1 and 0; texts alone go by code point", () => {
  expect([of("avg", [true, false]), of("max", [true, "x"])]).toEqual([0.5, 1]);
  expect([of("min", ["b", "a", "\u{1f600}"]), of("max", ["b", "\u{1f600}", "\uffee"])]).toEqual(["a", "\u{1f600}"]);
});

test("AN §3.5 the most frequent value, ties by code point, with its type where all have one", () => {
  expect(of("mode", [3, 3, "x", "x"])).toBe(3);
  expect(of("mode", [3, "3", 1])).toBe("3");
  expect(of("onlyValue", [5, "5"])).toBe("5");
  expect(of("onlyValue", [new JsonText("{}")])).toEqual(new JsonText("{}"));
});

test("AN §3.5 a list is in numeric order for numbers, and ends after 100 values", () => {
  expect(of("list", [10, 9, 9])).toBe("9, 10");
  expect(of("list", [2n ** 53n + 3n, 2n ** 53n + 1n])).toBe("9007199254740993, 9007199254740995");
  const long = of(
    "list",
    Array.from({ length: 101 }, (_, index) => index),
  );
  expect(long).toMatch(/98, 99, …$/);
});

test("AN §2.6 per device first, then combined", () => {
  expect(of("count", [1, null, 2], { perSeries: true, combine: "max" })).toBe(1);
  expect(of("avg", [1, null, 3], { perSeries: true, combine: "avg" })).toBe(2);
});

test("AN §3.9 what is no number of a double is missing, and there is one zero", () => {
  expect(of("sum", [1e308, 1e308])).toBeNull();
  expect(Object.is(of("sum", [-0]), 0)).toBe(true);
});
