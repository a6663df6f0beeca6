// Compared periods and their buckets, across changes of the clock and months of different length. Source: analytics
// contract 2.10, 3.6.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../../test/support/seed.ts";
import { calendarIn, TRICKY_ZONES } from "../../../../test/support/zones.ts";
import type { Compare } from "../view/table-view.ts";
import { bucketEdges } from "./buckets.ts";
import type { BucketWidth, Calendar } from "./calendar.ts";
import { readDuration, comparisonShift, partnerBuckets, shiftedWindow } from "./comparison.ts";

const DAY = 86_400_000;

function compare(to: Compare["to"], shift: string | null = null): Pick<Compare, "to" | "shift"> {
  return { to, shift };
}

const short = (ts: number): string => new Date(ts).toISOString().slice(0, 16);

function shifted(what: Pick<Compare, "to" | "shift">, from: string, to: string, calendar: Calendar): string[] | null {
  const window = { startTs: Date.parse(from), endTs: Date.parse(to) };
  const found = shiftedWindow(window, comparisonShift(what, window, calendar), calendar);
  return found === null ? null : [short(found.startTs), short(found.endTs)];
}

/** Pairs of local starts, as `25T02:00 18T02:00`; a bucket without a partner has `-`. */
function pairs(
  width: BucketWidth,
  what: Pick<Compare, "to" | "shift">,
  from: string,
  to: string,
  calendar: Calendar,
): string[] {
  const window = { startTs: Date.parse(from), endTs: Date.parse(to) };
  const shift = comparisonShift(what, window, calendar);
  const earlier = shiftedWindow(window, shift, calendar);
  if (earlier === null) throw new Error("nothing to compare with");
  const cut = (over: typeof window) => bucketEdges({ ...width, maxBuckets: 300 }, over, calendar, 50_000).edges;
  const [edges, compared] = [cut(window), cut(earlier)];
  const local = (ts: number): string => short(calendar.zone.toLocal(ts)).slice(5);
  return [...partnerBuckets({ edges, compared, window }, shift, calendar)].map(
    (partner, index) => `${local(edges[index] ?? 0)} ${partner < 0 ? "-" : local(compared[partner] ?? 0)}`,
  );
}

const hour = (amount = 1): BucketWidth => ({ bucket: "hour", amount });
const day = (amount = 1): BucketWidth => ({ bucket: "day", amount });

describe("the compared window", () => {
  test("AN §2.10 moves both ends by the calendar", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    const [from, to] = ["2026-03-29T22:00:00Z", "2026-03-30T22:00:00Z"];
    expect(shifted(compare("previousDay"), from, to, berlin)).toEqual(["2026-03-28T23:00", "2026-03-29T22:00"]);
    expect(shifted(compare("previousWeek"), from, to, berlin)).toEqual(["2026-03-22T23:00", "2026-03-23T23:00"]);
    expect(shifted(compare("previousMonth"), from, to, berlin)).toBeNull();
    expect(shifted(compare("previousYear"), from, to, berlin)).toEqual(["2025-03-29T23:00", "2025-03-30T22:00"]);
    expect(shifted(compare("shift", "P2M2D"), from, to, berlin)).toEqual(["2026-01-27T23:00", "2026-01-28T23:00"]);
    expect(shifted(compare("shift", "PT24H"), from, to, berlin)).toEqual(["2026-03-28T22:00", "2026-03-29T22:00"]);
    expect(shifted(compare("shift", "P1DT1H"), from, to, berlin)).toEqual(["2026-03-28T22:00", "2026-03-29T21:00"]);
  });

  test("AN §2.10 previousPeriod is as long as the range: in months, in local days, or in elapsed time", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    const previous = (from: string, to: string): string[] | null =>
      shifted(compare("previousPeriod"), from, to, berlin);
    // March has the short night; February is what comes before it.
    expect(previous("2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z")).toEqual(["2026-01-31T23:00", "2026-02-28T23:00"]);
    expect(previous("2025-12-31T23:00:00Z", "2026-12-31T23:00:00Z")).toEqual(["2024-12-31T23:00", "2025-12-31T23:00"]);
    // A week of local days ends where it would begin.
    expect(previous("2026-03-25T13:00:00Z", "2026-04-01T12:00:00Z")).toEqual(["2026-03-18T13:00", "2026-03-25T13:00"]);
    expect(previous("2026-03-29T00:00:00Z", "2026-03-29T06:00:00Z")).toEqual(["2026-03-28T18:00", "2026-03-29T00:00"]);
  });

  test("AN §2.10 a day that starts at 01:00 is a day", async () => {
    const calendar = await calendarIn("America/Sao_Paulo");
    expect(shifted(compare("previousPeriod"), "2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z", calendar)).toEqual([
      "2018-11-03T03:00",
      "2018-11-04T03:00",
    ]);
  });

  test("previousPeriod ends where the range begins", async () => {
    for (const name of TRICKY_ZONES) {
      const calendar = await calendarIn(name);
      fc.assert(
        fc.property(
          fc.integer({ min: DAY * 900, max: 4e12 }),
          fc.integer({ min: 1, max: 900 * DAY }),
          (startTs, span) => {
            const window = { startTs, endTs: startTs + span };
            const shift = comparisonShift(compare("previousPeriod"), window, calendar);
            expect(shiftedWindow(window, shift, calendar)?.endTs).toBe(startTs);
          },
        ),
        { numRuns: casesOf(50) },
      );
    }
  });
});

describe("counterparts of buckets", () => {
  test("AN-63: previousWeek across the night with a repeated hour: each hour has that of the week before, the repeat none", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    const found = pairs(hour(), compare("previousWeek"), "2026-10-24T23:00:00Z", "2026-10-25T04:00:00Z", berlin);
    expect(found).toEqual([
      "10-25T01:00 10-18T01:00",
      "10-25T02:00 10-18T02:00",
      "10-25T02:00 -",
      "10-25T03:00 10-18T03:00",
      "10-25T04:00 10-18T04:00",
    ]);
  });

  test("AN-63: previousWeek across the night with a skipped hour: nothing moves by one", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    expect(pairs(hour(), compare("previousWeek"), "2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z", berlin)).toEqual([
      "03-29T01:00 03-22T01:00",
      "03-29T03:00 03-22T03:00",
      "03-29T04:00 03-22T04:00",
    ]);
    // The week after: what the compared night skipped has no counterpart.
    expect(pairs(hour(), compare("previousWeek"), "2026-04-04T23:00:00Z", "2026-04-05T03:00:00Z", berlin)).toEqual([
      "04-05T01:00 03-29T01:00",
      "04-05T02:00 -",
      "04-05T03:00 03-29T03:00",
      "04-05T04:00 03-29T04:00",
    ]);
    // And the other way round: of two hours of one name, the first.
    expect(pairs(hour(), compare("previousWeek"), "2026-11-01T00:00:00Z", "2026-11-01T03:00:00Z", berlin)).toEqual([
      "11-01T01:00 10-25T01:00",
      "11-01T02:00 10-25T02:00",
      "11-01T03:00 10-25T03:00",
    ]);
  });

  test("AN-63: of two hours of one name on both sides, the second is compared with the second", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    // 52 weeks before the last Sunday of October 2026 is the last Sunday of October 2025.
    expect(pairs(hour(), compare("shift", "P52W"), "2026-10-25T00:00:00Z", "2026-10-25T03:00:00Z", berlin)).toEqual([
      "10-25T02:00 10-26T02:00",
      "10-25T02:00 10-26T02:00",
      "10-25T03:00 10-26T03:00",
    ]);
    const [edges, compared] = [
      [0, 1, 2].map((at) => Date.parse("2026-10-25T00:00:00Z") + at * 3_600_000),
      [0, 1, 2].map((at) => Date.parse("2025-10-26T00:00:00Z") + at * 3_600_000),
    ];
    const window = { startTs: edges[0] ?? 0, endTs: edges[2] ?? 0 };
    const shift = comparisonShift(compare("shift", "P52W"), window, berlin);
    expect([...partnerBuckets({ edges, compared, window }, shift, berlin)]).toEqual([0, 1]);
  });

  test("AN-63: days of different length are compared with each other", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    expect(pairs(day(), compare("previousWeek"), "2026-03-28T10:00:00Z", "2026-03-30T10:00:00Z", berlin)).toEqual([
      "03-28T00:00 03-21T00:00",
      "03-29T00:00 03-22T00:00",
      "03-30T00:00 03-23T00:00",
    ]);
    const saoPaulo = await calendarIn("America/Sao_Paulo");
    expect(pairs(day(), compare("previousWeek"), "2018-11-03T12:00:00Z", "2018-11-04T12:00:00Z", saoPaulo)).toEqual([
      "11-03T00:00 10-27T00:00",
      "11-04T01:00 10-28T00:00",
    ]);
    expect(pairs(day(), compare("previousWeek"), "2018-11-11T12:00:00Z", "2018-11-12T12:00:00Z", saoPaulo)).toEqual([
      "11-11T00:00 11-04T01:00",
      "11-12T00:00 11-05T00:00",
    ]);
  });

  test("AN §3.6 days that the earlier month does not have stand alone", async () => {
    const utc = await calendarIn("UTC");
    expect(
      pairs(day(), compare("previousPeriod"), "2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z", utc).slice(-5),
    ).toEqual([
      "03-27T00:00 02-27T00:00",
      "03-28T00:00 02-28T00:00",
      "03-29T00:00 -",
      "03-30T00:00 -",
      "03-31T00:00 -",
    ]);
  });

  test("AN §3.6 weeks and multiples, whose starts do not line up, find the one they fall into", async () => {
    const utc = await calendarIn("UTC");
    expect(
      pairs(
        { bucket: "week", amount: 1 },
        compare("previousYear"),
        "2026-03-02T00:00:00Z",
        "2026-03-16T00:00:00Z",
        utc,
      ),
    ).toEqual(["03-02T00:00 02-24T00:00", "03-09T00:00 03-03T00:00"]);
    expect(pairs(day(2), compare("previousWeek"), "2026-03-02T00:00:00Z", "2026-03-08T00:00:00Z", utc)).toHaveLength(4);
  });

  test("AN §3.6 elapsed shifts go by order", async () => {
    const berlin = await calendarIn("Europe/Berlin");
    expect(pairs(hour(), compare("previousPeriod"), "2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z", berlin)).toEqual([
      "03-29T01:00 03-28T22:00",
      "03-29T03:00 03-28T23:00",
      "03-29T04:00 03-29T00:00",
    ]);
  });

  test("a row has a counterpart of its own, and days and weeks keep their order", async () => {
    const widths: BucketWidth[] = [
      hour(),
      hour(3),
      day(),
      day(2),
      { bucket: "week", amount: 1 },
      { bucket: "month", amount: 1 },
    ];
    const tos = ["previousPeriod", "previousDay", "previousWeek", "previousMonth", "previousYear"] as const;
    for (const name of TRICKY_ZONES) {
      const calendar = await calendarIn(name);
      fc.assert(
        fc.property(
          fc.constantFrom(...widths),
          fc.constantFrom(...tos),
          fc.integer({ min: 500 * DAY, max: 2e12 }),
          fc.integer({ min: 1, max: 40 * DAY }),
          (width, to, startTs, span) => {
            const window = { startTs, endTs: startTs + span };
            const shift = comparisonShift(compare(to), window, calendar);
            const earlier = shiftedWindow(window, shift, calendar);
            if (earlier === null) return;
            const cut = (over: typeof window) => bucketEdges({ ...width, maxBuckets: 1 }, over, calendar, 50_000).edges;
            const compared = cut(earlier);
            const partners = [...partnerBuckets({ edges: cut(window), compared, window }, shift, calendar)];
            const found = partners.filter((partner) => partner >= 0);
            expect(new Set(found).size).toBe(found.length);
            // Months end on different days: the last one stands for those that it does not have.
            const isOrdered = shift.months === 0;
            if (isOrdered) expect(found).toEqual(found.toSorted((left, right) => left - right));
            expect(Math.max(...found)).toBeLessThan(compared.length - 1);
          },
        ),
        { numRuns: casesOf(60) },
      );
    }
  });
});

test("AN §2.10 durations: whole units, not zero", () => {
  expect(readDuration("P1Y2M3W4DT5H6M7S")).toEqual({ months: 14, days: 25, millis: 18_367_000 });
  expect(readDuration("P7D")).toEqual({ months: 0, days: 7, millis: 0 });
  for (const text of ["", "P", "PT", "P0D", "P1.5D", "-P1D", "7D", "P1H", "PT1D", "P1D ", "P1DT"])
    expect(readDuration(text)).toBeUndefined();
});
