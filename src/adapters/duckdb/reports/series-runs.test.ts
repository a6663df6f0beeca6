// Which series stand for all.
import { expect, test } from "vitest";
import { runsOf } from "./series-runs.ts";

const every = (count: number) => Array.from({ length: count }, (_none, index) => 10 * index);

test("runs are evenly spread, from the first series to the last, and each of their series stands for as many", () => {
  expect(runsOf(every(100), 20)).toEqual({
    from:
      "(SELECT series, ts FROM points WHERE series BETWEEN 0 AND 40 UNION ALL " +
      "SELECT series, ts FROM points WHERE series BETWEEN 310 AND 350 UNION ALL " +
      "SELECT series, ts FROM points WHERE series BETWEEN 630 AND 670 UNION ALL " +
      "SELECT series, ts FROM points WHERE series BETWEEN 950 AND 990)",
    scale: 5,
  });
});

test.each([0, 1, 8])("of %d series, eight are all", (count) => {
  expect(runsOf(every(count), 8)).toEqual({ from: "points", scale: 1 });
});
