// The arithmetic of this folder against a second one that asks the runtime for one quarter of an hour after the other
// (test/reports/reference), in zones with odd clocks.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../../test/support/seed.ts";
import { edgesOf, partAt, settledBucket } from "../../../../test/reports/reference/edges.ts";
import { LocalTime } from "../../../../test/reports/reference/local-time.ts";
import { rangeOf, shiftedRange, shiftOf } from "../../../../test/reports/reference/ranges.ts";
import { calendarIn, TRICKY_ZONES } from "../../../../test/support/zones.ts";
import { PRESETS } from "../view/field-schema.ts";
import type { Compare, TimeBucketSource, TimePart, TimeRange } from "../view/table-view.ts";
import { bucketEdges } from "./buckets.ts";
import type { Calendar } from "./calendar.ts";
import { comparisonShift, shiftedWindow } from "./comparison.ts";
import { resolveRange } from "./resolve-range.ts";
import { partOf } from "./time-part.ts";

const DAY = 86_400_000;
/** The second computation knows changes of the clock on quarters of an hour only: offsets with seconds ended in 1972. */
const QUARTERS_FROM: ReadonlyMap<string, number> = new Map([
  ["America/St_Johns", Date.UTC(2012, 0, 1)],
  ["Asia/Gaza", Date.UTC(2016, 0, 1)],
]);
const SINCE_1973 = Date.UTC(1973, 0, 1);
const LAST = Date.UTC(2037, 0, 1);
const PARTS: readonly TimePart[] = [
  ...(["minuteOfHour", "hourOfDay", "dayOfWeek", "dayOfMonth", "weekOfMonth"] as const),
  ...(["weekOfYear", "monthOfYear", "quarterOfYear", "year", "isWeekend"] as const),
];
/** From years to seconds, each in a window of a fitting length. */
const WIDTHS: readonly (readonly [TimeBucketSource["bucket"], readonly number[], spanDays: number])[] = [
  ["second", [1, 20], 0.02],
  ["minute", [1, 15, 60], 0.5],
  ["hour", [1, 2, 3, 6, 12, 24], 5],
  ["day", [1, 2, 7, 31], 40],
  ["week", [1, 2, 5], 60],
  ["month", [1, 2, 5], 200],
  ["quarter", [1, 3], 300],
  ["year", [1, 3], 800],
  ["auto", [1], 3],
];

const rules = fc.record({
  weekStart: fc.constantFrom("monday", "sunday", "saturday"),
  fiscalStartMonth: fc.integer({ min: 1, max: 12 }),
});

describe.each(TRICKY_ZONES)("%s", (name) => {
  const first = QUARTERS_FROM.get(name) ?? SINCE_1973;
  const time = new LocalTime(name);

  /** Mostly within two days of a change of the clock. */
  async function moments(): Promise<fc.Arbitrary<number>> {
    const { zone } = await calendarIn(name);
    const changes = zone
      .stretches({ startTs: first, endTs: LAST })
      .flatMap(({ fromTs }) => (fromTs > first ? [fromTs] : []));
    const any = fc.integer({ min: first, max: LAST });
    if (changes.length === 0) return any;
    const near = fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -2 * DAY, max: 2 * DAY }))
      .map(([change, by]) => change + by);
    return fc.oneof(near, near, near, any).map((ts) => (ts % 3 === 0 ? ts - (ts % 900_000) : ts));
  }

  async function both(given: Pick<Calendar, "weekStart" | "fiscalStartMonth">) {
    const calendar = await calendarIn(name, given);
    return { calendar, local: { time, ...given } };
  }

  test("buckets", async () => {
    const widths = fc.constantFrom(...WIDTHS).chain(([bucket, amounts, spanDays]) =>
      fc.record({
        source: fc.record({
          type: fc.constant("timeBucket" as const),
          bucket: fc.constant(bucket),
          amount: fc.constantFrom(...amounts),
          labelAt: fc.constant("start" as const),
          maxBuckets: fc.integer({ min: 1, max: 60 }),
        }),
        span: fc.integer({ min: 1, max: spanDays * DAY }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(widths, await moments(), rules, async ({ source, span }, startTs, given) => {
        const { calendar, local } = await both(given);
        const window = { startTs, endTs: startTs + span };
        const range = { start: window.startTs, end: window.endTs };
        const { edges, width } = bucketEdges(source, window, calendar, 50_000);
        const settled = settledBucket(source, range, local);
        expect(width).toEqual({ bucket: settled.bucket, amount: settled.amount });
        expect(edges).toEqual(edgesOf(settled, range, local));
      }),
      { numRuns: casesOf(40) },
    );
  });

  test("ranges, compared ranges and calendar parts", async () => {
    const unit = fc.constantFrom("s", "m", "h", "d", "w", "M", "Q", "y");
    const step = fc
      .tuple(fc.constantFrom("+", "-"), fc.integer({ min: 0, max: 40 }), unit)
      .map(([sign, count, letter]) => `${sign}${String(count)}${letter}`);
    const moment = fc
      .tuple(fc.array(step, { maxLength: 3 }), fc.option(unit))
      .map(([steps, round]) => `now${steps.join("")}${round === null ? "" : `/${round}`}`);
    const forms = fc.oneof(
      fc.constantFrom(...PRESETS).map((preset) => ({ type: "preset" as const, preset })),
      fc.record({
        type: fc.constant("rolling" as const),
        amount: fc.integer({ min: 1, max: 40 }),
        unit,
        align: fc.option(unit),
        offset: fc.integer({ min: 0, max: 5 }),
      }),
      fc.record({ type: fc.constant("expression" as const), from: moment, to: moment }),
    );
    const compares = fc.oneof(
      fc
        .constantFrom("previousPeriod", "previousDay", "previousWeek", "previousMonth", "previousYear")
        .map((to) => ({ to, shift: null })),
      fc.constantFrom("P1M2D", "PT36H", "P1Y", "P2W", "P1DT30M").map((shift) => ({ to: "shift" as const, shift })),
    );
    await fc.assert(
      fc.asyncProperty(forms, await moments(), rules, compares, async (form, now, given, to) => {
        const { calendar, local } = await both(given);
        const range: TimeRange = { ...form, ...given, timezone: name, delayMs: 0 };
        const expected = rangeOf(range, now, local);
        const [start, end] = [Math.max(expected.start, 0), Math.min(expected.end, 4_102_444_800_000)];
        if (start < first) return;
        if (start >= end) {
          expect(() => resolveRange(range, now, calendar.zone)).toThrow(/must end after its start/);
          return;
        }
        const window = resolveRange(range, now, calendar.zone);
        expect([window.startTs, window.endTs]).toEqual([start, end]);
        for (const part of PARTS)
          expect(partOf(part, calendar.zone.toLocal(now), given)).toBe(partAt(part, time.wall(now), local));
        const compare: Compare = {
          ...{ ...to, fields: [], show: ["value"] },
          suffixes: { value: "", delta: "", percent: "", ratio: "" },
        };
        const moved = shiftedRange({ start, end }, shiftOf(compare, { start, end }, local), local);
        if (moved.start < first) return;
        const earlier = shiftedWindow(window, comparisonShift(compare, window, calendar), calendar);
        expect(earlier === null ? null : [earlier.startTs, earlier.endTs]).toEqual(
          moved.start < moved.end ? [moved.start, moved.end] : null,
        );
      }),
      { numRuns: casesOf(100) },
    );
  });
});
