// Buckets across changes of the clock: the contract's reference instants, and what holds in every zone for any window.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../../test/support/seed.ts";
import { calendarIn, TRICKY_ZONES } from "../../../../test/support/zones.ts";
import type { WeekStart } from "../view/table-view.ts";
import { bucketEdges } from "./buckets.ts";
import { clockMillis, type BucketWidth, type Calendar } from "./calendar.ts";

const HOUR = 3_600_000;
const DAY = 86_400_000;
const BUCKETS_MAX = 50_000;

function edgesOf(width: BucketWidth, from: string, to: string, calendar: Calendar): readonly number[] {
  const window = { startTs: Date.parse(from), endTs: Date.parse(to) };
  return bucketEdges({ ...width, maxBuckets: 300 }, window, calendar, BUCKETS_MAX).edges;
}

function iso(edges: readonly number[]): string[] {
  return edges.map((edge) => new Date(edge).toISOString().replace(".000Z", "Z"));
}

function lengths(edges: readonly number[]): number[] {
  return edges.slice(1).map((edge, index) => (edge - (edges[index] ?? 0)) / HOUR);
}

const day = (amount = 1): BucketWidth => ({ bucket: "day", amount });
const hour = (amount = 1): BucketWidth => ({ bucket: "hour", amount });

describe("reference instants", () => {
  test("AN-57: day buckets in Europe/Berlin hold 23 h on 2026-03-29 and 25 h on 2026-10-25", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    expect(iso(edgesOf(day(), "2026-03-29T12:00:00Z", "2026-03-29T13:00:00Z", berlin))).toEqual([
      "2026-03-28T23:00:00Z",
      "2026-03-29T22:00:00Z",
    ]);
    expect(lengths(edgesOf(day(), "2026-03-27T23:00:00Z", "2026-03-30T22:00:00Z", berlin))).toEqual([24, 23, 24]);
    expect(lengths(edgesOf(day(), "2026-10-23T22:00:00Z", "2026-10-26T23:00:00Z", berlin))).toEqual([24, 25, 24]);
  });

  test("AN-58: hour buckets give two rows for the repeated hour, none for the skipped one", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    const autumn = edgesOf(hour(), "2026-10-25T00:00:00Z", "2026-10-25T02:00:00Z", berlin);
    expect(iso(autumn)).toEqual(["2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z"]);
    expect(autumn.slice(0, 2).map((edge) => new Date(berlin.zone.toLocal(edge)).getUTCHours())).toEqual([2, 2]);
    const spring = edgesOf(hour(), "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", berlin);
    expect(spring.slice(0, 5).map((edge) => new Date(berlin.zone.toLocal(edge)).getUTCHours())).toEqual([
      0, 1, 3, 4, 5,
    ]);
    expect(spring).toHaveLength(24);
  });

  test("AN-59: week buckets start on Monday, on Sunday or on Saturday", async () => {
    for (const [weekStart, first] of [
      ["monday", "2026-01-05"],
      ["sunday", "2026-01-04"],
      ["saturday", "2026-01-03"],
    ] as const) {
      const utc = await calendarIn("UTC", { weekStart });
      const edges = edgesOf({ bucket: "week", amount: 1 }, "2026-01-07T12:00:00Z", "2026-01-08T00:00:00Z", utc);
      expect(iso(edges)[0]).toBe(`${first}T00:00:00Z`);
      expect(lengths(edges)).toEqual([168]);
    }
  });

  test("AN §3.3 America/Sao_Paulo 2018-11-04 starts at 01:00 and lasts 23 h", async () => {
    const calendar = await calendarIn("America/Sao_Paulo");
    const edges = edgesOf(day(), "2018-11-04T12:00:00Z", "2018-11-04T13:00:00Z", calendar);
    expect(iso(edges)).toEqual(["2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z"]);
    expect(new Date(calendar.zone.toLocal(edges[0] ?? 0)).toISOString()).toBe("2018-11-04T01:00:00.000Z");
    expect(lengths(edges)).toEqual([23]);
  });

  test("AN §3.3 Pacific/Apia has no 2011-12-30", async () => {
    const calendar = await calendarIn("Pacific/Apia");
    const edges = edgesOf(day(), "2011-12-29T10:00:00Z", "2011-12-31T10:00:00Z", calendar);
    expect(iso(edges)).toEqual(["2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"]);
    expect(edges.map((edge) => new Date(calendar.zone.toLocal(edge)).toISOString().slice(0, 10))).toEqual([
      "2011-12-29",
      "2011-12-31",
      "2012-01-01",
    ]);
  });

  test("AN §3.3 Australia/Lord_Howe 2026-04-05 lasts 24.5 h; half an hour of change begins an hour bucket", async () => {
    const calendar = await calendarIn("Australia/Lord_Howe");
    expect(lengths(edgesOf(day(), "2026-04-05T00:00:00Z", "2026-04-05T01:00:00Z", calendar))).toEqual([24.5]);
    const edges = edgesOf(hour(), "2026-04-04T14:00:00Z", "2026-04-04T17:00:00Z", calendar);
    // 01:00, 01:30 once more, 02:00, 03:00
    expect(iso(edges)).toEqual([
      "2026-04-04T14:00:00Z",
      "2026-04-04T15:00:00Z",
      "2026-04-04T15:30:00Z",
      "2026-04-04T16:30:00Z",
      "2026-04-04T17:30:00Z",
    ]);
  });

  test("AN §3.3 widths of some hours keep to the wall clock, and last longer or shorter by the shift", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    expect(lengths(edgesOf(hour(6), "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", berlin))).toEqual([5, 6, 6, 6]);
    expect(lengths(edgesOf(hour(2), "2026-10-24T22:00:00Z", "2026-10-25T05:00:00Z", berlin))).toEqual([2, 3, 2]);
    // 02:00 does not exist on the day: its bucket begins at 03:00.
    expect(iso(edgesOf(hour(2), "2026-03-28T23:00:00Z", "2026-03-29T03:00:00Z", berlin))).toEqual([
      "2026-03-28T23:00:00Z",
      "2026-03-29T01:00:00Z",
      "2026-03-29T02:00:00Z",
      "2026-03-29T04:00:00Z",
    ]);
  });
});

test("AN §3.3 multiples are counted from 2001-01-01, so that edges do not move with the range", async () => {
  const utc = await calendarIn("UTC");
  const cases: readonly [BucketWidth, string, string][] = [
    [day(2), "2001-01-03", "2001-01-05"],
    [day(366), "2001-01-01", "2002-01-02"],
    [{ bucket: "week", amount: 2 }, "2001-01-01", "2001-01-15"],
    [{ bucket: "month", amount: 5 }, "2001-01-01", "2001-06-01"],
    [{ bucket: "quarter", amount: 3 }, "2001-01-01", "2001-10-01"],
    [{ bucket: "year", amount: 4 }, "2001-01-01", "2005-01-01"],
    [{ bucket: "year", amount: 100 }, "2001-01-01", "2101-01-01"],
  ];
  for (const [width, first, next] of cases) {
    const expected = [`${first}T00:00:00Z`, `${next}T00:00:00Z`];
    expect(iso(edgesOf(width, "2001-01-03T05:00:00Z", "2001-01-03T06:00:00Z", utc))).toEqual(expected);
  }
  expect(iso(edgesOf({ bucket: "month", amount: 5 }, "1999-11-01T00:00:00Z", "2000-12-01T00:00:00Z", utc))).toEqual([
    "1999-10-01T00:00:00Z",
    "2000-03-01T00:00:00Z",
    "2000-08-01T00:00:00Z",
    "2001-01-01T00:00:00Z",
  ]);
  expect(iso(edgesOf({ bucket: "year", amount: 100 }, "1970-01-01T00:00:00Z", "1970-01-02T00:00:00Z", utc))[0]).toBe(
    "1901-01-01T00:00:00Z",
  );
});

test("AN §3.3 quarters and years begin with the fiscal month, months do not", async () => {
  const utc = await calendarIn("UTC", { fiscalStartMonth: 4 });
  const at = (width: BucketWidth): string[] => iso(edgesOf(width, "2026-02-10T00:00:00Z", "2026-02-11T00:00:00Z", utc));
  expect(at({ bucket: "year", amount: 1 })).toEqual(["2025-04-01T00:00:00Z", "2026-04-01T00:00:00Z"]);
  expect(at({ bucket: "quarter", amount: 1 })).toEqual(["2026-01-01T00:00:00Z", "2026-04-01T00:00:00Z"]);
  expect(at({ bucket: "month", amount: 1 })).toEqual(["2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"]);
  const february = await calendarIn("UTC", { fiscalStartMonth: 2 });
  expect(
    iso(edgesOf({ bucket: "quarter", amount: 1 }, "2026-01-10T00:00:00Z", "2026-01-11T00:00:00Z", february)),
  ).toEqual(["2025-11-01T00:00:00Z", "2026-02-01T00:00:00Z"]);
});

test("AN §3.3 a range that cuts a bucket leaves it whole and says so", async () => {
  const utc = await calendarIn("UTC");
  const cut = (from: string, to: string): unknown => {
    const window = { startTs: Date.parse(from), endTs: Date.parse(to) };
    const { edges, firstCut, lastCut } = bucketEdges({ ...hour(), maxBuckets: 300 }, window, utc, BUCKETS_MAX);
    return [iso(edges), firstCut, lastCut];
  };
  const whole = ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z", "2026-01-01T02:00:00Z"];
  expect(cut("2026-01-01T00:00:00Z", "2026-01-01T02:00:00Z")).toEqual([whole, false, false]);
  expect(cut("2026-01-01T00:30:00Z", "2026-01-01T02:00:00Z")).toEqual([whole, true, false]);
  expect(cut("2026-01-01T00:00:00Z", "2026-01-01T01:00:00.001Z")).toEqual([whole, false, true]);
  expect(cut("2026-01-01T00:30:00Z", "2026-01-01T00:30:00.001Z")).toEqual([whole.slice(0, 2), true, true]);
});

describe("too many buckets", () => {
  test("AN §3.3 one more than the limit is refused, with the smallest bucket that fits", async () => {
    const utc = await calendarIn("UTC");
    const window = (seconds: number) => ({ startTs: 0, endTs: seconds * 1000 });
    const seconds = { bucket: "second", amount: 1, maxBuckets: 300 } as const;
    expect(bucketEdges(seconds, window(50_000), utc, BUCKETS_MAX).edges).toHaveLength(50_001);
    expect(() => bucketEdges(seconds, window(50_001), utc, BUCKETS_MAX)).toThrow(
      expect.objectContaining({
        code: "TOO_MANY_BUCKETS",
        message:
          "The range has 50001 buckets of 1 second, more than the 50000 that a report may have; the smallest bucket that fits is 5 seconds.",
        details: expect.objectContaining({ limit: { name: "analytics.reports.bucketsMax", value: BUCKETS_MAX } }),
      }),
    );
    expect(() => bucketEdges({ ...day(), maxBuckets: 300 }, window(40_000 * DAY), utc, 100)).toThrow(
      /take a shorter range/,
    );
    expect(() => bucketEdges({ ...day(), maxBuckets: 300 }, { startTs: 0, endTs: 3000 * DAY }, utc, 100)).toThrow(
      /3000 buckets of 1 day.*fits is 1 month/,
    );
  });

  test("the longest range in the smallest buckets is refused at once", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    const window = { startTs: 0, endTs: 4_102_444_800_000 };
    bucketEdges({ ...day(), maxBuckets: 300 }, window, berlin, BUCKETS_MAX);
    expect(() => bucketEdges({ bucket: "second", amount: 1, maxBuckets: 300 }, window, berlin, BUCKETS_MAX)).toThrow(
      /4102444800 buckets of 1 second.*fits is 1 day/,
    );
  });

  test("a date that the zone skipped does not count", async () => {
    const apia = await calendarIn("Pacific/Apia");
    const window = { startTs: Date.parse("2011-12-29T10:00:00Z"), endTs: Date.parse("2011-12-31T10:00:00Z") };
    expect(bucketEdges({ ...day(), maxBuckets: 300 }, window, apia, 2).edges).toHaveLength(3);
    expect(() => bucketEdges({ ...day(), maxBuckets: 300 }, window, apia, 1)).toThrow(/TOO_MANY|buckets/);
  });
});

describe("auto", () => {
  const auto = (maxBuckets: number) => ({ bucket: "auto", amount: 1, maxBuckets }) as const;

  test.each([
    [5 * 60, 300, "1 second"],
    [5 * 60 + 1, 300, "5 second"],
    [3600, 300, "15 second"],
    [86_400, 300, "5 minute"],
    [7 * 86_400, 300, "1 hour"],
    [30 * 86_400, 300, "3 hour"],
    [365 * 86_400, 300, "1 week"],
    [365 * 86_400, 366, "1 day"],
    [365 * 86_400, 12, "1 month"],
    [20 * 365 * 86_400, 300, "1 month"],
    [20 * 365 * 86_400, 2, "1 year"],
  ])("%i s in at most %i buckets", async (seconds, maxBuckets, expected) => {
    const utc = await calendarIn("UTC");
    const startTs = Date.parse("2001-01-01T00:00:00Z");
    const { width } = bucketEdges(auto(maxBuckets), { startTs, endTs: startTs + seconds * 1000 }, utc, BUCKETS_MAX);
    expect(`${String(width.amount)} ${width.bucket}`).toBe(expected);
  });

  test("counts buckets that the range cuts", async () => {
    const utc = await calendarIn("UTC");
    const at = (startTs: number) => bucketEdges(auto(24), { startTs, endTs: startTs + DAY }, utc, BUCKETS_MAX).width;
    expect(at(0)).toEqual({ bucket: "hour", amount: 1 });
    expect(at(1)).toEqual({ bucket: "hour", amount: 3 });
  });
});

test("a window of 50,000 minutes has an edge for each, over two changes of the clock", async () => {
  const berlin = await calendarIn("Europe/Berlin");
  const startTs = Date.parse("2026-10-01T00:00:00Z");
  const window = { startTs, endTs: startTs + 49_990 * 60_000 };
  const { edges } = bucketEdges({ bucket: "minute", amount: 1, maxBuckets: 300 }, window, berlin, BUCKETS_MAX);
  expect(edges.length).toBeGreaterThan(49_990);
});

// --- What holds in every zone ---

const CLOCK_WIDTHS: readonly BucketWidth[] = [
  { bucket: "second", amount: 30 },
  { bucket: "minute", amount: 1 },
  { bucket: "minute", amount: 20 },
  { bucket: "minute", amount: 60 },
  { bucket: "hour", amount: 1 },
];
const WALL_WIDTHS: readonly BucketWidth[] = [2, 3, 4, 6, 8, 12].map((amount) => hour(amount));

/** Around a change of the clock more often than not. */
async function windowsIn(name: string, spanMax: number): Promise<fc.Arbitrary<{ startTs: number; endTs: number }>> {
  const { zone } = await calendarIn(name);
  const changes = zone.stretches({ startTs: 0, endTs: 2_500_000_000_000 }).map(({ fromTs }) => Math.max(fromTs, 0));
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -spanMax, max: spanMax }))
    .map(([change, by]) => Math.max(0, change + by));
  return fc
    .tuple(fc.oneof(near, near, fc.integer({ min: 0, max: 4_000_000_000_000 })), fc.integer({ min: 1, max: spanMax }))
    .map(([startTs, span]) => ({ startTs, endTs: startTs + span }));
}

describe.each(TRICKY_ZONES)("in %s", (name) => {
  test("AN §3.3 a bucket within the hour lies in one cell of the local clock, and ends with it or with the offset", async () => {
    const calendar = await calendarIn(name);
    const { zone } = calendar;
    fc.assert(
      fc.property(fc.constantFrom(...CLOCK_WIDTHS), await windowsIn(name, 5 * HOUR), (width, window) => {
        const length = clockMillis(width) ?? 0;
        const cell = (ts: number): string =>
          `${String(Math.floor(zone.toLocal(ts) / length))} ${String(zone.offsetAt(ts))}`;
        const { edges } = bucketEdges({ ...width, maxBuckets: 1 }, window, calendar, BUCKETS_MAX);
        expectCovers(edges, window);
        expect(edges.filter((edge) => cell(edge) === cell(edge - 1))).toEqual([]);
        expect(edges.slice(1).filter((next, index) => cell(next - 1) !== cell(edges[index] ?? NaN))).toEqual([]);
      }),
      { numRuns: casesOf(200) },
    );
  });

  test("AN §3.3 wider ones begin at the first instants of wall times of each date", async () => {
    const calendar = await calendarIn(name);
    fc.assert(
      fc.property(fc.constantFrom(...WALL_WIDTHS), await windowsIn(name, 4 * DAY), (width, window) => {
        const { edges } = bucketEdges({ ...width, maxBuckets: 1 }, window, calendar, BUCKETS_MAX);
        expectCovers(edges, window);
        const starts = new Set<number>();
        for (
          let date = localDate(window.startTs, name).subtract({ days: 3 }), n = 0;
          n < 12;
          date = date.add({ days: 1 }), n++
        )
          for (let at = 0; at < 24; at += width.amount)
            starts.add(firstInstant(date.toPlainDateTime({ hour: at }), name));
        expect(edges).toEqual(within(starts, edges));
      }),
      { numRuns: casesOf(100) },
    );
  });

  test("AN §3.3 days, weeks, months, quarters and years begin with their first date", async () => {
    const { zone } = await calendarIn(name);
    const rules = fc.record({
      unit: fc.constantFrom("day", "week", "month", "quarter", "year"),
      amount: fc.integer({ min: 1, max: 12 }),
      weekStart: fc.constantFrom<WeekStart>("monday", "sunday", "saturday"),
      fiscalStartMonth: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(rules, await windowsIn(name, 900 * DAY), ({ unit, amount, weekStart, fiscalStartMonth }, window) => {
        const calendar = { zone, weekStart, fiscalStartMonth };
        const { edges } = bucketEdges({ bucket: unit, amount, maxBuckets: 1 }, window, calendar, BUCKETS_MAX);
        expectCovers(edges, window);
        const starts = new Set<number>();
        let first = Temporal.PlainDate.from("2001-01-01");
        if (unit === "week") first = first.subtract({ days: { monday: 0, sunday: 1, saturday: 2 }[weekStart] });
        if (unit === "quarter")
          while ((first.month - fiscalStartMonth + 12) % 3 !== 0) first = first.subtract({ months: 1 });
        if (unit === "year") while (first.month !== fiscalStartMonth) first = first.subtract({ months: 1 });
        const unitOf = unit === "quarter" ? { key: "months", count: 3 } : { key: `${unit}s`, count: 1 };
        const [from, to] = [localDate(edges[0] ?? 0, name), localDate(edges.at(-1) ?? 0, name)];
        // From before the first edge to after the last.
        const longest = { day: 1, week: 7, month: 31, quarter: 92, year: 366 }[unit] * amount;
        const at = (k: number): Temporal.PlainDate => first.add({ [unitOf.key]: unitOf.count * amount * k });
        let k = Math.floor(first.until(from, { largestUnit: "days" }).days / longest) - 1;
        while (Temporal.PlainDate.compare(at(k), from) > 0) k--;
        for (; Temporal.PlainDate.compare(at(k), to) <= 0; k++) starts.add(firstInstant(at(k).toPlainDateTime(), name));
        expect(edges).toEqual(within(starts, edges));
      }),
      { numRuns: casesOf(60) },
    );
  });

  test("AN §3.3 an edge does not move with the range", async () => {
    const calendar = await calendarIn(name);
    fc.assert(
      fc.property(
        fc.constantFrom(...CLOCK_WIDTHS.slice(2), ...WALL_WIDTHS, day(), day(3), {
          bucket: "week",
          amount: 2,
        } as const),
        await windowsIn(name, 3 * DAY),
        fc.integer({ min: 0, max: 3 * DAY }),
        (width, window, more) => {
          const wider = { startTs: Math.max(0, window.startTs - more), endTs: window.endTs + more };
          const { edges } = bucketEdges({ ...width, maxBuckets: 1 }, window, calendar, BUCKETS_MAX);
          const all = bucketEdges({ ...width, maxBuckets: 1 }, wider, calendar, BUCKETS_MAX).edges;
          expect(edges).toEqual(within(new Set(all), edges));
        },
      ),
      { numRuns: casesOf(150) },
    );
  });
});

function expectCovers(edges: readonly number[], window: { startTs: number; endTs: number }): void {
  expect(edges.length).toBeGreaterThan(1);
  expect(edges.slice(1).filter((edge, index) => edge <= (edges[index] ?? Infinity))).toEqual([]);
  expect(edges[0]).toBeLessThanOrEqual(window.startTs);
  expect(edges[1]).toBeGreaterThan(window.startTs);
  expect(edges.at(-2)).toBeLessThan(window.endTs);
  expect(edges.at(-1)).toBeGreaterThanOrEqual(window.endTs);
}

/** Those of `starts` from the first edge to the last. */
function within(starts: ReadonlySet<number>, edges: readonly number[]): number[] {
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  return [...starts].filter((start) => start >= first && start <= last).sort((a, b) => a - b);
}

function localDate(ts: number, name: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO(name).toPlainDate();
}

/** By the library: an ambiguous time is its earlier instant, a skipped one lies before the change that skipped it. */
function firstInstant(wall: Temporal.PlainDateTime, name: string): number {
  const found = wall.toZonedDateTime(name, { disambiguation: "earlier" });
  if (found.toPlainDateTime().equals(wall)) return found.epochMilliseconds;
  const change = found.getTimeZoneTransition("next");
  if (change === null) throw new Error(`no change after ${found.toString()}`);
  return change.epochMilliseconds;
}
