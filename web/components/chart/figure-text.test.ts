// Rounding by the size of values.
import { expect, test } from "vitest";
import {
  axisFigure,
  axisFigures,
  decimalsBetween,
  evenFigures,
  figureText,
  shortDecimals,
  shortFigure,
  steadyFigure,
  withUnit,
} from "./figure-text.ts";

test.each([
  [63.029999999999994, "63.03"],
  [0.1 + 0.2, "0.3"],
  [1_234_567.89, "1,234,568"],
  [12_345.678, "12,345.7"],
  [0.0000123456789, "0.0000123457"],
  [-5, "-5"],
  [12_345_678, "12,345,678"],
  [0, "0"],
])("%d reads %s", (value, text) => {
  expect(figureText(value)).toBe(text);
});

test("decimals of a column are kept, also those that are zero", () => {
  expect(figureText(2, 2)).toBe("2.00");
  expect(figureText(63.029999999999994, 1)).toBe("63.0");
});

test("a figure in a picture is short, and no digit before the point is lost", () => {
  expect([2.99892, 0.638533, 12_345.678].map((value) => shortFigure(value))).toEqual(["2.999", "0.6385", "12,346"]);
  expect(shortFigure(2.99892, 5)).toBe("2.99892");
});

test("a figure in a picture has at least the decimals of others, as far as four digits go", () => {
  expect([21.5, 21.43, 21, 0, -3].map((value) => shortFigure(value, null, 2))).toEqual([
    ...["21.50", "21.43", "21.00", "0.00", "-3.00"],
  ]);
  expect([9.876, 9.9996, 123.4, 12_345.6].map((value) => shortFigure(value, null, 3))).toEqual([
    ...["9.876", "10.00", "123.4", "12,346"],
  ]);
  expect(shortFigure(21, 1, 3)).toBe("21.0");
});

test("a figure in a picture has as many decimals as tell it", () => {
  expect([21, 21.5, 21.43, 21.43000030517578, 0.0003125, 12_345.6].map(shortDecimals)).toEqual([0, 1, 2, 2, 7, 0]);
});

test("decimals of averages tell apart what is shown, and are no more than there are", () => {
  expect(decimalsBetween([19.033333, 21.466667, 23])).toBe(2);
  expect(decimalsBetween([1_012.3333, 1_019.25])).toBe(2);
  expect(decimalsBetween([12_345.6789, 13_345.1])).toBe(0);
  expect(decimalsBetween([21.5, 22])).toBe(1);
  expect(decimalsBetween([0.1 + 0.2, 0.5])).toBe(1);
  expect([decimalsBetween([21.433333]), decimalsBetween([])]).toEqual([null, null]);
});

test("a figure is as wide as those that are read before and after it, and as exact as it is", () => {
  const values = [206.1, 209, 2_964.13, 0, 12_345.6];
  expect(values.slice(0, 2).map((value) => steadyFigure(value, values.slice(0, 2)))).toEqual(["206.1", "209.0"]);
  expect(values.map((value) => steadyFigure(value, values))).toEqual([
    "206.10",
    "209.00",
    "2,964.13",
    "0.00",
    "12,345.6",
  ]);
  expect([steadyFigure(7, [8, 9]), steadyFigure(50.002, []), steadyFigure(0.1 + 0.2, [])]).toEqual([
    "7",
    "50.002",
    "0.3",
  ]);
});

test("an axis is compact where room is short, and a unit follows its figure", () => {
  expect([axisFigure(25_000_000), axisFigure(2_500)]).toEqual(["25M", "2,500"]);
  expect([5_364_000, 1_000_000, 999_999].map(axisFigure)).toEqual(["5.364M", "1M", "999,999"]);
  expect([withUnit("5", "kWh"), withUnit("5", "%"), withUnit("5", "")]).toEqual(["5 kWh", "5%", "5"]);
});

test("labels of an axis have the digits that tell them apart, however great they are", () => {
  const day = [1_796_000_000_000, 1_796_020_000_000, 1_796_040_000_000, 1_796_060_000_000, 1_796_080_000_000];
  expect(day.map(axisFigures(day))).toEqual(["1.796T", "1.79602T", "1.79604T", "1.79606T", "1.79608T"]);
  expect([1_234.5001, 1_234.5003].map(axisFigures([1_234.5, 1_234.5005]))).toEqual(["1,234.5001", "1,234.5003"]);
  expect([axisFigures([0, 5]), axisFigures([7]), axisFigures([])]).toEqual([axisFigure, axisFigure, axisFigure]);
});

test("figures of one picture have equal decimals, as many as the longest needs", () => {
  const evenly = (values: readonly number[]) => values.map((value) => evenFigures(values)(value));
  expect(evenly([0.6335, 3.007, 0.638])).toEqual(["0.634", "3.007", "0.638"]);
  expect(evenly([2.86, 1.914])).toEqual(["2.860", "1.914"]);
  expect(evenly([142.93, 3_897.21])).toEqual(["143", "3,897"]);
  expect(evenly([21, 22])).toEqual(["21", "22"]);
  expect(evenly([12_345.6, 0.0213, 0])).toEqual(["12,346", "0.0213", "0"]);
  expect(evenFigures([2.86])(2.86, 1)).toBe("2.9");
  expect([evenFigures([21.5])(21.5, null, 2), evenFigures([])(0.6335)]).toEqual(["21.50", "0.6335"]);
});
