// The window of a chart, and where steps lead.
import { expect, test } from "vitest";
import { bounded, endingAt, moved, windowOf, type TimeRange } from "./time-range.ts";

const NOW = 1_767_225_600_000;
const HOUR = 3_600_000;
const LAST_HOUR: TimeRange = { preset: "1h", window: null };

test("a preset ends at the present, a window stays where it is", () => {
  expect(windowOf(LAST_HOUR, NOW)).toEqual({ startTs: NOW - HOUR, endTs: NOW });
  expect(windowOf({ preset: "1h", window: { startTs: 1, endTs: 2 } }, NOW)).toEqual({ startTs: 1, endTs: 2 });
});

test("a step back and one forward lead to the present again, which is followed", () => {
  const earlier = moved(LAST_HOUR, "earlier", NOW);
  expect(earlier.window).toEqual({ startTs: NOW - 1.5 * HOUR, endTs: NOW - 0.5 * HOUR });
  expect(moved(earlier, "later", NOW + 60_000)).toEqual(LAST_HOUR);
});

test("zooming keeps the middle, and zero leads back to the preset", () => {
  const closer = moved(LAST_HOUR, "closer", NOW);
  expect(closer.window).toEqual({ startTs: NOW - 0.75 * HOUR, endTs: NOW - 0.25 * HOUR });
  expect(moved(closer, "wider", NOW).window).toEqual({ startTs: NOW - HOUR, endTs: NOW });
  expect(moved(closer, "back", NOW)).toEqual(LAST_HOUR);
});

test("a window is never closer than the platform's time, nor before its beginning", () => {
  expect(bounded(1000.4, 1000.6)).toEqual({ startTs: 1000, endTs: 1100 });
  expect(bounded(-50, 1000)).toEqual({ startTs: 0, endTs: 1050 });
});

test("a range that ends at a value is as long as before, and has the value in it, not at its edge", () => {
  const { preset, window } = endingAt(LAST_HOUR, NOW - 100 * HOUR, NOW);
  expect(preset).toBe("1h");
  expect(window).toEqual({ startTs: NOW - 100.95 * HOUR, endTs: NOW - 99.95 * HOUR });
  const short: TimeRange = { preset: "1h", window: { startTs: NOW, endTs: NOW + 1_000 } };
  expect(endingAt(short, 5_000, NOW).window).toEqual({ startTs: 4_050, endTs: 5_050 });
});
