import fc from "fast-check";
import { expect, test } from "vitest";
import { TimeZone } from "../../lib/time-zone.ts";
import { calendarBounds, evenBounds, middleOf } from "./bucket-bounds.ts";

test("even buckets begin at the start; the last one is cut", () => {
  expect(evenBounds({ startTs: 500, endTs: 5_000 }, 2_000, 700)).toEqual([500, 2_500, 4_500, 5_000]);
  expect(middleOf([500, 2_500, 4_500, 5_001], 2)).toBe(4_750);
});

test("intervals below a second are taken for a second", () => {
  expect(evenBounds({ startTs: 0, endTs: 2_500 }, 1, 700)).toEqual([0, 1_000, 2_000, 2_500]);
});

test("more buckets than allowed are refused, in either form", async () => {
  expect(evenBounds({ startTs: 0, endTs: 700_999 }, 1_000, 700)).toHaveLength(702);
  expect(() => evenBounds({ startTs: 0, endTs: 701_000 }, 1_000, 700)).toThrow("700 intervals, got 701");
  const utc = await TimeZone.find("UTC");
  if (utc === undefined) throw new Error("UTC must exist");
  expect(() => calendarBounds({ startTs: 0, endTs: 8e15 }, "MONTH", utc, 700)).toThrow("700 intervals");
  expect(calendarBounds({ startTs: 0, endTs: Date.UTC(1970, 2, 1) }, "MONTH", utc, 2)).toEqual([
    0,
    Date.UTC(1970, 1, 1),
    Date.UTC(1970, 2, 1),
  ]);
});

test("bounds cover the window without gaps, whatever it is", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.integer({ min: 1, max: 1e8 }),
      fc.integer({ min: 1, max: 1e7 }),
      (startTs, span, interval) => {
        const bounds = evenBounds({ startTs, endTs: startTs + span }, interval, 1e6);
        expect([bounds[0], bounds.at(-1)]).toEqual([startTs, startTs + span]);
        expect(bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] ?? bound))).toBe(true);
      },
    ),
  );
});
