// Stretches of a line between gaps.
import { expect, test } from "vitest";
import { runsOf } from "./gaps.ts";

const at = (...times: number[]) => times.map((ts) => [ts, 1] as const);
const lengths = (times: readonly number[], interval = 0) => runsOf(at(...times), interval).map((run) => run.length);

test("points at their usual distance are one stretch", () => {
  expect(lengths([0, 10, 20, 35, 40])).toEqual([5]);
});

test("a silence much longer than usual ends the stretch", () => {
  expect(lengths([0, 10, 20, 500, 510])).toEqual([3, 2]);
});

test("intervals without values are no gap while they are few", () => {
  expect(lengths([0, 60, 120, 400], 60)).toEqual([4]);
  expect(lengths([0, 60, 120, 600], 60)).toEqual([3, 1]);
});

test("a line that becomes denser or sparser is one stretch, and a silence in either part is a gap", () => {
  const sparse = [0, 600, 1200, 1800, 2400, 3000];
  const dense = Array.from({ length: 20 }, (_, index) => 3600 + index);
  expect(lengths([...sparse, ...dense])).toEqual([26]);
  expect(lengths([...sparse, ...dense, 5000, 5600, 6200, 6800, 7400])).toEqual([31]);
  expect(lengths([...sparse, ...dense, 3700, 3701, 3702, 3703])).toEqual([26, 4]);
  expect(lengths([...sparse.map((ts) => ts - 90_000), ...sparse, ...dense])).toEqual([6, 26]);
});

test("a point between two silences stands alone", () => {
  expect(lengths([0, 10, 20, 30, 500, 1000, 1010, 1020, 1030])).toEqual([4, 1, 4]);
});

test("several points at one time do not break a line", () => {
  expect(lengths([0, 0, 0, 10, 10, 10, 20, 20, 20])).toEqual([9]);
});

test("nothing has no stretches, one point has one", () => {
  expect(lengths([])).toEqual([]);
  expect(lengths([5])).toEqual([1]);
});
