// Up to where bars of minutes are drawn.
import { expect, test } from "vitest";
import { scaleTopOf } from "./minute-scale.ts";

test("the largest minute is the upper end, and at least 1", () => {
  expect(scaleTopOf([])).toBe(1);
  expect(scaleTopOf([0, 0, 0])).toBe(1);
  expect(scaleTopOf([0, 40, 100, 12])).toBe(100);
  expect(scaleTopOf([10, 20, 30])).toBe(30);
});

test("a few minutes with very much are cut off above the others", () => {
  expect(scaleTopOf([100, 80, 170_000, 90, 50])).toBe(125);
  expect(scaleTopOf([100, 170_000, 160_000, 900, 50])).toBe(1_125);
});

test("nothing is cut off if there is nothing to compare with, or if many have much", () => {
  expect(scaleTopOf([0, 0, 170_000, 100])).toBe(170_000);
  expect(scaleTopOf([5, 900, 900, 900, 900, 5])).toBe(900);
  expect(scaleTopOf([100, 1_200, 1_200, 1_200, 800])).toBe(1_200);
});

test("nothing is cut off where there are few: each minute is seen beside the largest", () => {
  expect(scaleTopOf([1, 12, 12, 12, 8])).toBe(12);
  expect(scaleTopOf([1, 1, 1, 1, 20, 0])).toBe(20);
});
