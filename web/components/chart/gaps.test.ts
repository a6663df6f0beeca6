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

test("nothing has no stretches, one point has one", () => {
  expect(lengths([])).toEqual([]);
  expect(lengths([5])).toEqual([1]);
});
