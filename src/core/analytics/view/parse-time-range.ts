// Completes the time range of a view or field whose structure has been checked, and checks its consistency. It is
// resolved in each run. Source: analytics contract 2.9, 3.2.
import { didYouMean } from "../../did-you-mean.ts";
import { quote } from "../../problems.ts";
import { isZoneName } from "../time/zones.ts";
import { leftOut } from "./view-schema.ts";
import type { CalendarRules, TimeRange } from "./table-view.ts";
import type { ViewProblems } from "./view-problems.ts";

/** `now`, any number of steps, and optionally a unit to round to. */
const MOMENT = /^now(?:[+-][0-9]{1,7}[smhdwMQy])*(?:\/[smhdwMQy])?$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

export function defaultRange(timezone: string): TimeRange {
  return {
    ...{ type: "rolling", amount: 7, unit: "d", align: null, offset: 0 },
    ...{ timezone, weekStart: "monday", fiscalStartMonth: 1, delayMs: 0 },
  };
}

/** `calendar` provides the rules that the range omits. */
export function completeRange(
  range: TimeRange,
  calendar: CalendarRules,
  pointer: string,
  problems: ViewProblems,
): TimeRange {
  const completed = {
    ...range,
    timezone: leftOut(range, "timezone") ?? calendar.timezone,
    weekStart: leftOut(range, "weekStart") ?? calendar.weekStart,
    fiscalStartMonth: leftOut(range, "fiscalStartMonth") ?? calendar.fiscalStartMonth,
  };
  checkForm(completed, (name, message) => {
    problems.add(`${pointer}/${name}`, "RANGE_INVALID", message);
  });
  const { timezone } = completed;
  if (timezone !== "viewer" && timezone !== "tenant" && !isZoneName(timezone)) {
    const hint = didYouMean(timezone, ["viewer", "tenant", "UTC"]);
    problems.add(`${pointer}/timezone`, "ZONE_UNKNOWN", `${quote(timezone)} is not a known time zone.${hint}`);
  }
  return completed;
}

function checkForm(range: TimeRange, addProblem: (name: string, message: string) => void): void {
  if (range.type === "expression") {
    for (const name of ["from", "to"] as const)
      if (!MOMENT.test(range[name]))
        addProblem(
          name,
          `${quote(range[name])} is no moment: "now", then steps as "-7d", then perhaps a unit as "/d".`,
        );
  } else if (range.type === "absolute" && "startTs" in range) {
    const { startTs, endTs } = range;
    if (startTs >= endTs)
      addProblem("endTs", `The range must end after its start ${String(startTs)}, but ends at ${String(endTs)}.`);
  } else if (range.type === "absolute") {
    const misfits = (["startDate", "endDate"] as const).filter((name) => !isDate(range[name]));
    for (const name of misfits)
      addProblem(name, `${quote(range[name])} is no date from 1970-01-01 to 2100-01-01, as "2026-01-31".`);
    const { startDate, endDate } = range;
    if (misfits.length === 0 && startDate >= endDate)
      addProblem("endDate", `The range must end after its start ${startDate}, but ends before ${endDate}.`);
  }
}

function isDate(text: string): boolean {
  const parsed = new Date(`${text}T00:00:00Z`);
  const isReal = DATE.test(text) && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
  return isReal && text >= "1970-01-01" && text <= "2100-01-01";
}
