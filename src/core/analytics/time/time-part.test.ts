// Calendar parts, held against the calendar library. Source: analytics contract 2.5, 3.3.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { casesOf } from "../../../../test/support/seed.ts";
import { calendarIn } from "../../../../test/support/zones.ts";
import type { TimePart, WeekStart } from "../view/table-view.ts";
import { partOf } from "./time-part.ts";

const RULES = { weekStart: "monday", fiscalStartMonth: 1 } as const;
const locals = fc.integer({ min: Date.UTC(1969, 0, 1), max: Date.UTC(2101, 0, 1) });

function wall(local: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO("UTC").toPlainDateTime();
}

test("AN §2.5 parts are those of the calendar; days and weeks of ISO 8601", () => {
  const part = (name: TimePart, local: number): number => partOf(name, local, RULES);
  fc.assert(
    fc.property(locals, (local) => {
      const date = wall(local);
      expect(part("minuteOfHour", local)).toBe(date.minute);
      expect(part("hourOfDay", local)).toBe(date.hour);
      expect(part("dayOfWeek", local)).toBe(date.dayOfWeek);
      expect(part("isWeekend", local)).toBe(date.dayOfWeek >= 6 ? 1 : 0);
      expect(part("dayOfMonth", local)).toBe(date.day);
      expect(part("weekOfYear", local)).toBe(date.weekOfYear);
      expect(part("monthOfYear", local)).toBe(date.month);
      expect(part("quarterOfYear", local)).toBe(Math.ceil(date.month / 3));
      expect(part("year", local)).toBe(date.year);
    }),
    { numRuns: casesOf(1_000) },
  );
});

test("AN §2.5 the weeks of a month are the rows of its calendar sheet", () => {
  const firstDay = { monday: 1, saturday: 6, sunday: 7 } as const;
  fc.assert(
    fc.property(locals, fc.constantFrom<WeekStart>("monday", "saturday", "sunday"), (local, weekStart) => {
      const date = wall(local);
      let row = 1;
      for (let day = 2; day <= date.day; day++) if (date.with({ day }).dayOfWeek === firstDay[weekStart]) row++;
      expect(partOf("weekOfMonth", local, { ...RULES, weekStart })).toBe(row);
    }),
    { numRuns: casesOf(500) },
  );
  // 2026-02-01 was a Sunday.
  const first = Date.UTC(2026, 1, 1);
  expect([first, first + 86_400_000].map((local) => partOf("weekOfMonth", local, RULES))).toEqual([1, 2]);
});

test("AN §2.9 quarter and year begin with the fiscal month; a fiscal year is called by the year it begins in", () => {
  const at = (part: TimePart, date: string, fiscalStartMonth: number): number =>
    partOf(part, Date.parse(`${date}T23:59:59Z`), { weekStart: "monday", fiscalStartMonth });
  expect([at("year", "2026-03-31", 4), at("year", "2026-04-01", 4)]).toEqual([2025, 2026]);
  expect([at("quarterOfYear", "2026-03-31", 4), at("quarterOfYear", "2026-04-01", 4)]).toEqual([4, 1]);
  expect([at("quarterOfYear", "2026-01-31", 2), at("quarterOfYear", "2026-02-01", 2)]).toEqual([4, 1]);
  expect(at("monthOfYear", "2026-04-01", 4)).toBe(4);
});

test("AN §3.3 both repeats of a local hour count in the same part", async () => {
  const { zone } = await calendarIn("Europe/Berlin");
  const hours = ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"].map((at) => zone.toLocal(Date.parse(at)));
  expect(hours.map((local) => partOf("hourOfDay", local, RULES))).toEqual([2, 2]);
});
