// Every form of a time range, at instants where zones and calendars make a difference. Source: analytics contract 2.9, 3.2.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../../test/support/seed.ts";
import { calendarIn, TRICKY_ZONES } from "../../../../test/support/zones.ts";
import { SchemaReader } from "../../schema-reader.ts";
import { completeRange, defaultRange } from "../view/parse-time-range.ts";
import { PRESETS, TimeRangeSchema } from "../view/field-schema.ts";
import type { CalendarRules, RangeForm, TimeRange } from "../view/table-view.ts";
import { ViewProblems, type ViewCode } from "../view/view-problems.ts";
import { resolveRange } from "./resolve-range.ts";

type Rules = Partial<CalendarRules & { readonly delayMs: number }>;

function range(form: RangeForm, rules: Rules = {}): TimeRange {
  return { timezone: "UTC", weekStart: "monday", fiscalStartMonth: 1, delayMs: 0, ...form, ...rules };
}

async function resolved(form: RangeForm, now: string, rules: Rules = {}): Promise<[string, string]> {
  const { zone } = await calendarIn(rules.timezone ?? "UTC");
  const { startTs, endTs } = resolveRange(range(form, rules), Date.parse(now), zone);
  return [text(startTs), text(endTs)];
}

function text(ts: number): string {
  return new Date(ts).toISOString().replace(".000Z", "Z").replace(":00Z", "Z");
}

describe("presets", () => {
  // A Wednesday in a leap year, early in the second quarter.
  const NOW = "2024-05-15T14:37:20Z";

  test.each([
    ["last5Minutes", "2024-05-15T14:32:20Z", NOW],
    ["last15Minutes", "2024-05-15T14:22:20Z", NOW],
    ["last30Minutes", "2024-05-15T14:07:20Z", NOW],
    ["lastHour", "2024-05-15T13:37:20Z", NOW],
    ["last6Hours", "2024-05-15T08:37:20Z", NOW],
    ["last12Hours", "2024-05-15T02:37:20Z", NOW],
    ["last24Hours", "2024-05-14T14:37:20Z", NOW],
    ["last7Days", "2024-05-08T14:37:20Z", NOW],
    ["last14Days", "2024-05-01T14:37:20Z", NOW],
    ["last30Days", "2024-04-15T14:37:20Z", NOW],
    ["last90Days", "2024-02-15T14:37:20Z", NOW],
    ["last365Days", "2023-05-16T14:37:20Z", NOW],
    ["today", "2024-05-15T00:00Z", "2024-05-16T00:00Z"],
    ["yesterday", "2024-05-14T00:00Z", "2024-05-15T00:00Z"],
    ["thisWeek", "2024-05-13T00:00Z", "2024-05-20T00:00Z"],
    ["thisMonth", "2024-05-01T00:00Z", "2024-06-01T00:00Z"],
    ["thisQuarter", "2024-04-01T00:00Z", "2024-07-01T00:00Z"],
    ["thisYear", "2024-01-01T00:00Z", "2025-01-01T00:00Z"],
    ["weekToDate", "2024-05-13T00:00Z", NOW],
    ["monthToDate", "2024-05-01T00:00Z", NOW],
    ["quarterToDate", "2024-04-01T00:00Z", NOW],
    ["yearToDate", "2024-01-01T00:00Z", NOW],
    ["lastWeek", "2024-05-06T00:00Z", "2024-05-13T00:00Z"],
    ["lastMonth", "2024-04-01T00:00Z", "2024-05-01T00:00Z"],
    ["lastQuarter", "2024-01-01T00:00Z", "2024-04-01T00:00Z"],
    ["lastYear", "2023-01-01T00:00Z", "2024-01-01T00:00Z"],
    ["previous7Days", "2024-05-08T00:00Z", "2024-05-15T00:00Z"],
    ["previous30Days", "2024-04-15T00:00Z", "2024-05-15T00:00Z"],
    ["allTime", "1970-01-01T00:00Z", NOW],
  ] as const)("AN §2.9 %s", async (preset, start, end) => {
    expect(await resolved({ type: "preset", preset }, NOW)).toEqual([start, end]);
  });

  test("all of them are tested", () => {
    expect(PRESETS).toHaveLength(29);
  });

  test("AN §2.9 units begin by weekStart and fiscalStartMonth", async () => {
    const at = (preset: (typeof PRESETS)[number], rules: Rules) => resolved({ type: "preset", preset }, NOW, rules);
    expect(await at("thisWeek", { weekStart: "sunday" })).toEqual(["2024-05-12T00:00Z", "2024-05-19T00:00Z"]);
    expect(await at("lastWeek", { weekStart: "saturday" })).toEqual(["2024-05-04T00:00Z", "2024-05-11T00:00Z"]);
    expect(await at("thisQuarter", { fiscalStartMonth: 2 })).toEqual(["2024-05-01T00:00Z", "2024-08-01T00:00Z"]);
    expect(await at("lastYear", { fiscalStartMonth: 7 })).toEqual(["2022-07-01T00:00Z", "2023-07-01T00:00Z"]);
    expect(await at("yearToDate", { fiscalStartMonth: 5 })).toEqual(["2024-05-01T00:00Z", NOW]);
    expect(await at("thisMonth", { fiscalStartMonth: 5 })).toEqual(["2024-05-01T00:00Z", "2024-06-01T00:00Z"]);
  });

  test("AN-23: thisMonth in two zones is two pairs of instants at the same now", async () => {
    const now = "2026-01-31T22:30:00Z";
    const preset = { type: "preset", preset: "thisMonth" } as const;
    expect(await resolved(preset, now, { timezone: "UTC" })).toEqual(["2026-01-01T00:00Z", "2026-02-01T00:00Z"]);
    expect(await resolved(preset, now, { timezone: "Europe/Kyiv" })).toEqual([
      "2026-01-31T22:00Z",
      "2026-02-28T22:00Z",
    ]);
  });

  test("AN §3.2 hours are elapsed time, days keep the wall time over a change of the clock", async () => {
    const berlin = { timezone: "Europe/Berlin" };
    const now = "2026-03-29T12:00:00Z"; // 14:00 local time, the day on which 02:00 was skipped
    expect(await resolved({ type: "preset", preset: "last24Hours" }, now, berlin)).toEqual([
      "2026-03-28T12:00Z",
      "2026-03-29T12:00Z",
    ]);
    expect(await resolved({ type: "preset", preset: "last7Days" }, now, berlin)).toEqual([
      "2026-03-22T13:00Z",
      "2026-03-29T12:00Z",
    ]);
    expect(await resolved({ type: "preset", preset: "yesterday" }, now, berlin)).toEqual([
      "2026-03-27T23:00Z",
      "2026-03-28T23:00Z",
    ]);
    expect(await resolved({ type: "preset", preset: "today" }, now, berlin)).toEqual([
      "2026-03-28T23:00Z",
      "2026-03-29T22:00Z",
    ]);
  });

  test("AN §3.3 yesterday of 2011-12-31 in Apia is the 29th, a day that starts at 01:00 starts there", async () => {
    expect(
      await resolved({ type: "preset", preset: "yesterday" }, "2011-12-31T00:00:00Z", { timezone: "Pacific/Apia" }),
    ).toEqual(["2011-12-29T10:00Z", "2011-12-30T10:00Z"]);
    expect(
      await resolved({ type: "preset", preset: "today" }, "2018-11-04T12:00:00Z", { timezone: "America/Sao_Paulo" }),
    ).toEqual(["2018-11-04T03:00Z", "2018-11-05T02:00Z"]);
  });

  test("today holds now also while the clock shows the evening before once more", async () => {
    // St. John's, 2010-11-07 at 00:01: back to 23:01 of the 6th.
    const rules = { timezone: "America/St_Johns" };
    expect(await resolved({ type: "preset", preset: "today" }, "2010-11-07T03:00:00Z", rules)).toEqual([
      "2010-11-07T02:30Z",
      "2010-11-08T03:30Z",
    ]);
  });
});

describe("rolling", () => {
  const rolling = (
    amount: number,
    unit: "s" | "m" | "h" | "d" | "w" | "M" | "Q" | "y",
    align: "h" | "d" | "w" | "M" | null = null,
    offset = 0,
  ) => ({ type: "rolling", amount, unit, align, offset }) as const;
  const NOW = "2024-05-31T14:37:20Z";

  test.each([
    [rolling(90, "s"), "2024-05-31T14:35:50Z", NOW],
    [rolling(3, "h"), "2024-05-31T11:37:20Z", NOW],
    [rolling(3, "h", "h"), "2024-05-31T11:00Z", "2024-05-31T14:00Z"],
    [rolling(7, "d", "d"), "2024-05-24T00:00Z", "2024-05-31T00:00Z"],
    [rolling(2, "w", "w"), "2024-05-13T00:00Z", "2024-05-27T00:00Z"],
    [rolling(1, "M"), "2024-04-30T14:37:20Z", NOW],
    [rolling(3, "M", "M"), "2024-02-01T00:00Z", "2024-05-01T00:00Z"],
    [rolling(1, "d", "d", 1), "2024-05-29T00:00Z", "2024-05-30T00:00Z"],
    [rolling(1, "M", null, 1), "2024-03-31T14:37:20Z", "2024-04-30T14:37:20Z"],
    [rolling(1, "y", null, 1), "2022-05-31T14:37:20Z", "2023-05-31T14:37:20Z"],
    [rolling(1, "Q"), "2024-02-29T14:37:20Z", NOW],
    [rolling(1_000_000, "y"), "1970-01-01T00:00Z", NOW],
  ])("AN §2.9 %j", async (form, start, end) => {
    expect(await resolved(form, NOW)).toEqual([start, end]);
  });

  test("AN §2.9 an alignment that leaves nothing is refused", async () => {
    await expect(resolved(rolling(1, "h", "M"), NOW)).rejects.toMatchObject({ code: "RANGE_INVALID" });
  });
});

describe("expressions", () => {
  const NOW = "2024-05-15T14:37:20Z";

  test.each([
    ["now-1d", "now", "2024-05-14T14:37:20Z", NOW],
    ["now-1d/d", "now-1d/d", "2024-05-14T00:00Z", "2024-05-15T00:00Z"],
    ["now/d", "now/d", "2024-05-15T00:00Z", "2024-05-16T00:00Z"],
    ["now-2M-3d/M", "now", "2024-03-01T00:00Z", NOW],
    ["now-1d+8h", "now", "2024-05-14T22:37:20Z", NOW],
    ["now-90s", "now+1h", "2024-05-15T14:35:50Z", "2024-05-15T15:37:20Z"],
    ["now-30m/h", "now/h", "2024-05-15T14:00Z", "2024-05-15T15:00Z"],
    ["now-1w/w", "now-1w/w", "2024-05-06T00:00Z", "2024-05-13T00:00Z"],
    ["now-1Q/Q", "now-1Q/Q", "2024-01-01T00:00Z", "2024-04-01T00:00Z"],
    ["now/y", "now/y", "2024-01-01T00:00Z", "2025-01-01T00:00Z"],
    ["now-9999999y", "now+9999999y", "1970-01-01T00:00Z", "2100-01-01T00:00Z"],
  ])("AN §2.9 %s to %s", async (from, to, start, end) => {
    expect(await resolved({ type: "expression", from, to }, NOW)).toEqual([start, end]);
  });

  test("AN §3.2 steps by the calendar take the last day of a month, the end of a skip, and the first of two instants", async () => {
    const berlin = { timezone: "Europe/Berlin" };
    const from = async (expression: string, now: string): Promise<string> =>
      (await resolved({ type: "expression", from: expression, to: "now" }, now, berlin))[0];
    expect(await from("now-1M", "2026-03-31T10:00:00Z")).toBe("2026-02-28T11:00Z");
    expect(await from("now-1d", "2026-03-30T00:30:00Z")).toBe("2026-03-29T01:00Z");
    expect(await from("now-1d", "2026-10-26T01:30:00Z")).toBe("2026-10-25T00:30Z");
    expect(await from("now-24h", "2026-03-30T00:30:00Z")).toBe("2026-03-29T00:30Z");
  });

  test("AN §2.9 the start of an hour is the change of the clock where that comes later", async () => {
    const rules = { timezone: "Australia/Lord_Howe" };
    // 02:00 became 01:30 at 15:00Z.
    expect(await resolved({ type: "expression", from: "now/h", to: "now/h" }, "2026-04-04T15:10:00Z", rules)).toEqual([
      "2026-04-04T15:00Z",
      "2026-04-04T15:30Z",
    ]);
  });
});

describe("absolute", () => {
  test("AN §2.9 local dates begin with their first instant", async () => {
    const dates = (startDate: string, endDate: string) => ({ type: "absolute", startDate, endDate }) as const;
    expect(await resolved(dates("2018-11-04", "2018-11-05"), "2026-01-01", { timezone: "America/Sao_Paulo" })).toEqual([
      "2018-11-04T03:00Z",
      "2018-11-05T02:00Z",
    ]);
    expect(await resolved(dates("1970-01-01", "2100-01-01"), "2026-01-01", { timezone: "Asia/Tokyo" })).toEqual([
      "1970-01-01T00:00Z",
      "2099-12-31T15:00Z",
    ]);
    await expect(
      resolved(dates("2011-12-30", "2011-12-31"), "2026-01-01", { timezone: "Pacific/Apia" }),
    ).rejects.toMatchObject({ code: "RANGE_INVALID" });
  });

  test("AN §2.9 instants stay what they are", async () => {
    const form = { type: "absolute", startTs: 1_767_225_600_000, endTs: 1_767_232_800_000 } as const;
    expect(await resolved(form, "2026-05-01", { timezone: "Asia/Tokyo", delayMs: 86_400_000 })).toEqual([
      "2026-01-01T00:00Z",
      "2026-01-01T02:00Z",
    ]);
  });
});

test("AN §2.9 delayMs moves now", async () => {
  const now = "2024-05-15T00:00:30Z";
  expect(await resolved({ type: "preset", preset: "lastHour" }, now, { delayMs: 60_000 })).toEqual([
    "2024-05-14T22:59:30Z",
    "2024-05-14T23:59:30Z",
  ]);
  expect(await resolved({ type: "preset", preset: "today" }, now, { delayMs: 60_000 })).toEqual([
    "2024-05-14T00:00Z",
    "2024-05-15T00:00Z",
  ]);
});

describe("bounds of a request", () => {
  const saved = range({ type: "absolute", startTs: 1_000, endTs: 5_000 });
  const bound = async (startTs: number | null, endTs: number | null) =>
    resolveRange(saved, 0, (await calendarIn("UTC")).zone, { startTs, endTs });

  test("AN-17: both replace the saved range", async () => {
    expect(await bound(7_000, 9_000)).toEqual({ startTs: 7_000, endTs: 9_000 });
  });

  test("AN-18: each of them alone leaves the other one as saved", async () => {
    expect(await bound(3_000, null)).toEqual({ startTs: 3_000, endTs: 5_000 });
    expect(await bound(null, 3_000)).toEqual({ startTs: 1_000, endTs: 3_000 });
    expect(await bound(0, null)).toEqual({ startTs: 0, endTs: 5_000 });
  });

  test("AN-21: a start at or after the end is refused", async () => {
    await expect(bound(5_000, null)).rejects.toMatchObject({
      code: "RANGE_INVALID",
      message: "The range must end after its start 5000, but ends at 5000.",
      problems: [{ pointer: "/rangeStartTs" }],
    });
    await expect(bound(null, 1_000)).rejects.toMatchObject({
      code: "RANGE_INVALID",
      problems: [{ pointer: "/rangeEndTs" }],
    });
    await expect(bound(9_000, 8_000)).rejects.toMatchObject({ code: "RANGE_INVALID" });
  });

  test.each([-1, 1.5, 4_102_444_800_001, Infinity, NaN])("AN §3.2 %s is no bound", async (ts) => {
    await expect(bound(ts, null)).rejects.toMatchObject({
      code: "RANGE_INVALID",
      problems: [{ pointer: "/rangeStartTs" }],
    });
    await expect(bound(null, ts)).rejects.toMatchObject({
      code: "RANGE_INVALID",
      problems: [{ pointer: "/rangeEndTs" }],
    });
  });
});

test("a range that a view may save always resolves or is refused, quickly, in every zone", async () => {
  const unit = fc.constantFrom("s", "m", "h", "d", "w", "M", "Q", "y");
  const step = fc
    .tuple(fc.constantFrom("+", "-"), fc.integer({ min: 0, max: 9_999_999 }), unit)
    .map((parts) => parts.join(""));
  const moment = fc
    .tuple(fc.array(step, { maxLength: 6 }), fc.option(unit))
    .map(([steps, round]) => `now${steps.join("")}${round === null ? "" : `/${round}`}`);
  const form = fc.oneof(
    fc.constantFrom(...PRESETS).map((preset) => ({ type: "preset", preset })),
    fc.record({
      type: fc.constant("rolling"),
      amount: fc.integer({ min: 1, max: 1_000_000 }),
      unit,
      align: fc.option(unit),
      offset: fc.integer({ min: 0, max: 10_000 }),
    }),
    fc.record({ type: fc.constant("expression"), from: moment, to: moment }),
  );
  for (const timezone of TRICKY_ZONES) {
    const { zone } = await calendarIn(timezone);
    fc.assert(
      fc.property(form, fc.integer({ min: 0, max: 4_000_000_000_000 }), (json, now) => {
        const problems = new ViewProblems();
        const otherwise = defaultRange(timezone);
        const read = new SchemaReader<ViewCode>(problems).read(TimeRangeSchema, json, "RANGE_INVALID") ?? otherwise;
        const parsed = completeRange(read, otherwise, "/timeRange", problems);
        try {
          const { startTs, endTs } = resolveRange(parsed, now, zone);
          expect(startTs).toBeGreaterThanOrEqual(0);
          expect(endTs).toBeLessThanOrEqual(4_102_444_800_000);
          expect(Number.isInteger(startTs) && Number.isInteger(endTs) && startTs < endTs).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ code: "RANGE_INVALID" });
        }
      }),
      { numRuns: casesOf(60) },
    );
  }
});
