// Time ranges as people type them. Source: analytics contract 7 no. 4.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../../test/support/seed.ts";
import { calendarIn } from "../../../../test/support/zones.ts";
import { SchemaReader } from "../../schema-reader.ts";
import { completeRange, defaultRange } from "../view/parse-time-range.ts";
import { TimeRangeSchema } from "../view/field-schema.ts";
import type { RangeForm } from "../view/table-view.ts";
import { ViewProblems, type ViewCode } from "../view/view-problems.ts";
import { parseRangeText, PROPOSALS_MAX } from "./range-text.ts";
import { resolveRange } from "./resolve-range.ts";

const RULES = { today: "2026-03-05", fiscalStartMonth: 1 };

function read(text: string, rules = RULES): string {
  const parsed = parseRangeText(text, rules);
  if (parsed.kind === "range") return shown(parsed.range);
  return `unclear: ${parsed.proposals.map((proposal) => proposal.text).join(" | ")}`;
}

function shown(range: RangeForm): string {
  switch (range.type) {
    case "rolling":
      return `${String(range.amount)}${range.unit}${range.align === null ? "" : `/${range.align}`}`;
    case "expression":
      return `${range.from} ${range.to}`;
    case "absolute":
      return "startDate" in range
        ? `${range.startDate} ${range.endDate}`
        : `${String(range.startTs)} ${String(range.endTs)}`;
    case "preset":
      return range.preset;
  }
}

test.each([
  ["last 3 full weeks", "3w/w"],
  ["  The last three  WEEKS. ", "3w"],
  ["last 24h", "24h"],
  ["past 90 min", "90m"],
  ["last half hour", "30m"],
  ["last hour", "1h"],
  ["last full hour", "1h/h"],
  ["in the past week", "1w"],
  ["previous 7 days", "7d/d"],
  ["last complete 2 months", "2M/M"],
  ["last twelve calendar months", "12M/M"],
  ["today", "now/d now/d"],
  ["yesterday", "now-1d/d now-1d/d"],
  ["the day before yesterday", "now-2d/d now-2d/d"],
  ["tomorrow", "now+1d/d now+1d/d"],
  ["this week", "now/w now/w"],
  ["current month", "now/M now/M"],
  ["last week", "now-1w/w now-1w/w"],
  ["previous quarter", "now-1Q/Q now-1Q/Q"],
  ["next year", "now+1y/y now+1y/y"],
  ["next 2 days", "now now+2d"],
  ["month to date", "now/M now"],
  ["YTD", "now/y now"],
  ["MTD", "now/M now"],
  ["this quarter so far", "now/Q now"],
  ["today so far", "now/d now"],
  ["3 days ago", "now-3d/d now-3d/d"],
  ["since 2 hours ago", "2h"],
  ["since yesterday", "now-1d/d now"],
  ["since the beginning of the year", "now/y now"],
  ["since last month", "now-1M/M now"],
  ["all time", "allTime"],
  ["now-3M/M to now/M", "now-3M/M now/M"],
  ["2026", "2026-01-01 2027-01-01"],
  ["2026-02", "2026-02-01 2026-03-01"],
  ["February 2024", "2024-02-01 2024-03-01"],
  ["2026-02-28", "2026-02-28 2026-03-01"],
  ["5th of January 2026", "2026-01-05 2026-01-06"],
  ["Jan 5, 2026", "2026-01-05 2026-01-06"],
  ["Q4 2025", "2025-10-01 2026-01-01"],
  ["2026-W01", "2025-12-29 2026-01-05"],
  ["week 53 of 2026", "2026-12-28 2027-01-04"],
  ["from 2026-01-05 to 2026-01-10", "2026-01-05 2026-01-11"],
  ["2026-01-05 – 2026-01-10", "2026-01-05 2026-01-11"],
  ["between Jan 5 and Feb 7 2026", "2026-01-05 2026-02-08"],
  ["march to may 2026", "2026-03-01 2026-06-01"],
])("AN §7 no. 4: %j is one range", (text, expected) => {
  expect(read(text)).toBe(expected);
});

test("AN §7 no. 4: quarters follow the fiscal year", () => {
  expect(read("q1 2026", { ...RULES, fiscalStartMonth: 4 })).toBe("2026-04-01 2026-07-01");
  expect(read("q4 2026", { ...RULES, fiscalStartMonth: 4 })).toBe("2027-01-01 2027-04-01");
});

test.each([
  ["last day", "yesterday | last 24 hours | today"],
  ["3m", "last 3 minutes | last 3 months"],
  ["last 3m", "last 3 minutes | last 3 months"],
  ["24h", "last 24 hours | previous 24 hours"],
  ["week", "this week | last week | past week"],
  ["2 hours ago", "since 2 hours ago | last 2 hours | previous 2 hours"],
  ["lst 3 ful weks", "last 3 full weeks"],
  ["yesturday", "yesterday"],
  ["january", "january 2026 | january 2025"],
  ["april", "april 2025 | april 2024"],
  ["q4", "q4 2025 | q4 2024"],
  ["5 january", "5 january 2026 | 5 january 2025"],
  ["since january", "2026-01-01 to 2026-03-05"],
  ["since 2026-02-01", "2026-02-01 to 2026-03-05"],
  ["3/4/2026", "2026-04-03 | 2026-03-04"],
  ["13/4/2026", "2026-04-13"],
  ["weeks", "this week | last week | past week"],
  ["recently", "last 24 hours | last 7 days | last 30 days"],
])("AN §7 no. 4: %j is not guessed", (text, expected) => {
  expect(read(text)).toBe(`unclear: ${expected}`);
});

test.each([
  ...[
    "",
    "   ",
    "what is love",
    "__proto__",
    "constructor",
    "2026-02-30",
    "2026-13",
    "1969",
    "2100",
    "week 54 of 2026",
  ],
  ...[
    "last 0 days",
    "last 9999999 days",
    "last month and a half",
    "2026-03-01 to 2026-02-01",
    "now-7d to later",
    "now to",
  ],
  ...["x".repeat(200), "to ".repeat(66)],
])("AN §7 no. 4: %j has no proposal", (text) => {
  expect(read(text)).toBe("unclear: ");
});

describe("whatever is typed", () => {
  const words =
    "last past previous this next full 3 7 0 a week days month m q1 year 2026 jan to since ago now-7d 2026-01-05 /".split(
      " ",
    );
  const typed = fc.oneof(
    fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((list) => list.join(" ")),
    fc.string({ maxLength: 200, unit: "grapheme" }),
  );

  test("ranges and proposals are ones that a view may have, and each proposal is understood", async () => {
    const { zone } = await calendarIn("Europe/Berlin");
    fc.assert(
      fc.property(typed, (text) => {
        const parsed = parseRangeText(text, RULES);
        const found = parsed.kind === "range" ? [parsed] : parsed.proposals;
        expect(found.length).toBeLessThanOrEqual(PROPOSALS_MAX);
        for (const { text: own, range } of found) {
          expect(parseRangeText(own, RULES)).toEqual({ kind: "range", text: own, range });
          const problems = new ViewProblems();
          const otherwise = defaultRange("Europe/Berlin");
          const read = new SchemaReader<ViewCode>(problems).read(TimeRangeSchema, range, "RANGE_INVALID") ?? otherwise;
          const saved = completeRange(read, otherwise, "/timeRange", problems);
          expect(problems.list).toEqual([]);
          // "2026 years ago" is clear, and before all time.
          const isOutside = range.type === "expression" && /-[0-9]{2,}[yQMw]/.test(range.from);
          if (!isOutside) expect(resolveRange(saved, Date.parse("2026-03-05T12:00:00Z"), zone)).toBeTruthy();
        }
      }),
      { numRuns: casesOf(3_000) },
    );
  });
});
