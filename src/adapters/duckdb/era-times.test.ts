import { expect, test } from "vitest";
import { PointBatch } from "../../core/telemetry/point-batch.ts";
import { EraTimes } from "./era-times.ts";

const DAY_MILLIS = 86_400_000;

function batchOf(...times: readonly number[]): PointBatch {
  const batch = new PointBatch();
  for (const time of times) batch.add(1, time, 0, 0);
  return batch;
}

/** Each era has fresh points of a day, and late ones of twenty days before. */
function plant(eraFirst: number, eraLast: number): EraTimes {
  const eraTimes = new EraTimes(eraFirst - 1);
  for (let era = eraFirst; era <= eraLast; era++)
    eraTimes.add(era, batchOf(era * DAY_MILLIS, (era - 20) * DAY_MILLIS, (era + 1) * DAY_MILLIS - 1));
  return eraTimes;
}

test("only eras with the times of late points are searched, not all that lie between their late and their fresh ones", () => {
  expect(plant(1, 50).erasOf(batchOf(10 * DAY_MILLIS))).toEqual([
    { from: 10, to: 10 },
    { from: 30, to: 30 },
  ]);
  expect(plant(1, 50).erasOf(batchOf(90 * DAY_MILLIS))).toEqual([]);
});

test("eras from before the file was opened are searched whatever their times are", () => {
  const eraTimes = plant(31, 50);
  eraTimes.add(30, batchOf(5));
  expect(eraTimes.erasOf(batchOf(90 * DAY_MILLIS))).toEqual([{ from: 0, to: 30 }]);
  expect(eraTimes.erasOf(batchOf(40 * DAY_MILLIS))).toEqual([
    { from: 0, to: 30 },
    { from: 40, to: 40 },
  ]);
});

test("times of many kinds in one era, and more eras than are kept apart, leave no era out", () => {
  const eras = 5_000;
  const timesOf = (era: number) => Array.from({ length: 20 }, (_, index) => era * 1_000 + ((index * 37) % 20) * 40);
  const eraTimes = new EraTimes(0);
  for (let era = 1; era <= eras; era++) eraTimes.add(era, batchOf(...timesOf(era)));
  for (let era = 1; era <= eras; era += 97)
    for (const time of timesOf(era)) {
      const searched = eraTimes.erasOf(batchOf(time));
      expect(searched.some(({ from, to }) => from <= era && era <= to)).toBe(true);
      expect(searched.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBeLessThanOrEqual(16);
    }
});
