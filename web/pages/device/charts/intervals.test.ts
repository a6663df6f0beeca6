// The intervals that a chart asks for.
import { expect, test } from "vitest";
import {
  areFewEach,
  fittingInterval,
  INTERVALS_MAX,
  intervalLabel,
  inWholeIntervals,
  isComputable,
  SINGLE_MAX,
} from "./intervals.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test("an hour on a wide screen is cut into tens of seconds, on a phone into half minutes", () => {
  expect(fittingInterval(HOUR, 1200)).toBe(10_000);
  expect(fittingInterval(HOUR, 330)).toBe(30_000);
});

test("bars get more room than points of a line", () => {
  expect(fittingInterval(HOUR, 1200, true)).toBe(60_000);
});

test("whatever the window, the platform computes it in one read", () => {
  for (const span of [100, HOUR, DAY, 365 * DAY, 20 * 365 * DAY])
    expect(span / fittingInterval(span, 4000)).toBeLessThanOrEqual(INTERVALS_MAX);
});

test("intervals begin where the viewer's clock has whole ones", () => {
  const noonInBerlin = Date.UTC(2026, 6, 1, 10, 0);
  const { startTs, endTs } = inWholeIntervals({ startTs: noonInBerlin, endTs: noonInBerlin + 1 }, DAY, 2 * HOUR);
  expect(new Date(startTs).toISOString()).toBe("2026-06-30T22:00:00.000Z");
  expect(endTs - startTs).toBe(DAY);
});

test("an interval too short for the window is not asked for", () => {
  expect(isComputable(DAY, MINUTE)).toBe(false);
  expect(isComputable(DAY, 5 * MINUTE)).toBe(true);
});

test("intervals are named as people name them", () => {
  expect(intervalLabel(15 * MINUTE)).toBe("15 minutes");
  expect(intervalLabel(60 * DAY)).toBe("60 days");
});

test("compared devices have one grain: where a key of one has too many values, those of all are in intervals", () => {
  const few = { total: SINGLE_MAX + 10, most: SINGLE_MAX };
  expect(areFewEach([few, { total: 3, most: 3 }])).toBe(true);
  expect(areFewEach([few, { total: SINGLE_MAX + 1, most: SINGLE_MAX + 1 }])).toBe(false);
});
