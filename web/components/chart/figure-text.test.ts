// Rounding by the size of values.
import { expect, test } from "vitest";
import { axisFigure, axisFigures, figureText, shortFigure, withUnit } from "./figure-text.ts";

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

test("an axis is compact where room is short, and a unit follows its figure", () => {
  expect([axisFigure(25_000_000), axisFigure(2_500)]).toEqual(["25M", "2,500"]);
  expect([withUnit("5", "kWh"), withUnit("5", "")]).toEqual(["5 kWh", "5"]);
});

test("labels of an axis have the digits that tell them apart, however great they are", () => {
  const day = [1_796_000_000_000, 1_796_020_000_000, 1_796_040_000_000, 1_796_060_000_000, 1_796_080_000_000];
  expect(day.map(axisFigures(day))).toEqual(["1.796T", "1.79602T", "1.79604T", "1.79606T", "1.79608T"]);
  expect([1_234.5001, 1_234.5003].map(axisFigures([1_234.5, 1_234.5005]))).toEqual(["1,234.5001", "1,234.5003"]);
  expect([axisFigures([0, 5]), axisFigures([7]), axisFigures([])]).toEqual([axisFigure, axisFigure, axisFigure]);
});
