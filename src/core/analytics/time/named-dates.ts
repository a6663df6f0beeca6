// Parses named dates, weeks, months, quarters and years such as `5 january 2026`, `2026-w12` or `q1 2026` to the first
// date and the date after the last. Texts are plain words (range-words.ts). Source: analytics contract 7 no. 4.
import { DAY } from "./calendar.ts";
import { MONTH_NAMES } from "./range-words.ts";

/** Local dates such as `2026-01-31`; the end is exclusive. */
export interface NamedDates {
  readonly startDate: string;
  readonly endDate: string;
}

export interface DateRules {
  /** The current local date. */
  readonly today: string;
  /** 1 to 12. Quarters are fiscal; a plain year is the calendar year. */
  readonly fiscalStartMonth: number;
}

const FIRST_YEAR = 1970;
const LAST_YEAR = 2099;

type Form = readonly [pattern: RegExp, dates: (found: readonly string[], rules: DateRules) => NamedDates | undefined];

const FORMS: readonly Form[] = [
  [/^(\d{4})-(\d\d)-(\d\d)$/, ([year, month, day]) => dateOf(year, Number(month), day)],
  [/^(\d{1,2}) ([a-z]{3,9}) (\d{4})$/, ([day, name, year]) => dateOf(year, monthNamed(name), day)],
  [/^([a-z]{3,9}) (\d{1,2}) (\d{4})$/, ([name, day, year]) => dateOf(year, monthNamed(name), day)],
  [/^(\d{4})-(\d\d)$/, ([year, month]) => monthsOf(year, Number(month), 1)],
  [/^([a-z]{3,9}) (\d{4})$/, ([name, year]) => monthsOf(year, monthNamed(name), 1)],
  [/^(\d{4})$/, ([year]) => monthsOf(year, 1, 12)],
  [/^q([1-4]) (\d{4})$/, ([quarter, year], rules) => quarterOf(year, Number(quarter), rules.fiscalStartMonth)],
  [/^(\d{4})-?q([1-4])$/, ([year, quarter], rules) => quarterOf(year, Number(quarter), rules.fiscalStartMonth)],
  [/^(\d{4})-w(\d\d)$/, ([year, week]) => weekOf(Number(year), Number(week))],
  [/^week (\d{1,2}) (\d{4})$/, ([week, year]) => weekOf(Number(year), Number(week))],
];

/** Undefined if the text does not name dates of the years 1970 to 2099, or has no year. */
export function namedDates(plain: string, rules: DateRules): NamedDates | undefined {
  for (const [pattern, dates] of FORMS) {
    const found = pattern.exec(plain);
    const named = found === null ? undefined : dates(found.slice(1), rules);
    if (named !== undefined) return named;
  }
  return undefined;
}

/**
 * From the first date of one name to the last date of another. The first may take its year from the second: `march to
 * may 2026`.
 */
export function datesBetween(first: string, last: string, rules: DateRules): NamedDates | undefined {
  const end = namedDates(last, rules);
  if (end === undefined) return undefined;
  const start = namedDates(first, rules) ?? namedDates(`${first} ${end.startDate.slice(0, 4)}`, rules);
  if (start === undefined || start.startDate >= end.endDate) return undefined;
  return { startDate: start.startDate, endDate: end.endDate };
}

/** For a name without a year, the two most recent years in which it has begun, newest first; empty for other texts. */
export function withYears(plain: string, rules: DateRules): string[] {
  const thisYear = Number(rules.today.slice(0, 4));
  return [thisYear, thisYear - 1, thisYear - 2]
    .map((year) => `${plain} ${String(year)}`)
    .filter((text) => (namedDates(text, rules)?.startDate ?? "9999") <= rules.today)
    .slice(0, 2);
}

/** `3/4/2026` is a day in March or in April, depending on the country: returns both as unambiguous dates. */
export function slashedDates(plain: string): string[] {
  const [, first = "", second = "", year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(plain) ?? [];
  const dates = [dateOf(year, Number(second), first), dateOf(year, Number(first), second)];
  return [...new Set(dates.flatMap((date) => (date === undefined ? [] : [date.startDate])))];
}

function monthNamed(name: string | undefined): number {
  return (
    MONTH_NAMES.findIndex(
      (full) => full === name || full.slice(0, 3) === name || (full === "september" && name === "sept"),
    ) + 1
  );
}

function dateOf(year: string | undefined, month: number, day: string | undefined): NamedDates | undefined {
  const ts = Date.UTC(Number(year), month - 1, Number(day));
  const isReal = new Date(ts).getUTCMonth() === month - 1 && Number(day) > 0;
  return isReal ? between(ts, ts + DAY) : undefined;
}

function monthsOf(year: string | undefined, month: number, count: number): NamedDates | undefined {
  if (month < 1 || month > 12) return undefined;
  return between(Date.UTC(Number(year), month - 1), Date.UTC(Number(year), month - 1 + count));
}

function quarterOf(year: string | undefined, quarter: number, fiscalStartMonth: number): NamedDates | undefined {
  const month = fiscalStartMonth - 1 + (quarter - 1) * 3;
  return between(Date.UTC(Number(year), month), Date.UTC(Number(year), month + 3));
}

/** ISO 8601 week: week 1 contains 4 January. */
function weekOf(year: number, week: number): NamedDates | undefined {
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY + (week - 1) * 7 * DAY;
  const thursday = new Date(monday + 3 * DAY);
  return week > 0 && thursday.getUTCFullYear() === year ? between(monday, monday + 7 * DAY) : undefined;
}

function between(startTs: number, endTs: number): NamedDates | undefined {
  const [start, end] = [new Date(startTs), new Date(endTs)];
  if (start.getUTCFullYear() < FIRST_YEAR || start.getUTCFullYear() > LAST_YEAR) return undefined;
  return { startDate: start.toISOString().slice(0, 10), endDate: end.toISOString().slice(0, 10) };
}
