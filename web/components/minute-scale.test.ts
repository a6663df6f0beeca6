// Up to where bars of minutes are drawn, and which marks their axes have.
import { expect, test } from "vitest";
import { MINUTE_MILLIS, scaleTopOf, timeTicksOf, valueTicksOf } from "./minute-scale.ts";

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

test("the value axis has one to three round marks above zero", () => {
  expect([1, 2, 3, 4, 12].map(valueTicksOf)).toEqual([
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
    [0, 2, 4],
    [0, 5, 10],
  ]);
  expect(valueTicksOf(63)).toEqual([0, 20, 40, 60]);
  expect(valueTicksOf(1_125)).toEqual([0, 500, 1_000]);
  expect(valueTicksOf(170_000)).toEqual([0, 50_000, 100_000, 150_000]);
});

test("the time axis has a mark at each whole quarter of an hour, or at each half", () => {
  const tenPast = Date.UTC(2026, 0, 1, 9, 10);
  expect(timeTicksOf(tenPast, 60, 15)).toEqual([5, 20, 35, 50]);
  expect(timeTicksOf(tenPast, 60, 30)).toEqual([20, 50]);
  expect(timeTicksOf(tenPast + 5 * MINUTE_MILLIS, 60, 15)).toEqual([0, 15, 30, 45]);
});
