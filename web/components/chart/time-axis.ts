// The axis of times: ticks at round times on the viewer's clock, and their labels. The charting library knows no time zone but
// those of the browser and of the world.
import { timeFormat } from "../../words/format.ts";
import { CLOCK, type Clock } from "../local-time.ts";
import type { TimeWindow } from "./time-series.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.5 * DAY;
const YEAR = 12 * MONTH;

/** Closest first. */
const STEPS: readonly Step[] = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((millis): Step => ({ unit: "instant", millis })),
  ...[1, 2, 5, 10, 15, 30].map((seconds): Step => ({ unit: "instant", millis: seconds * SECOND })),
  ...[1, 2, 5, 10, 15, 30].map((minutes): Step => ({ unit: "instant", millis: minutes * MINUTE })),
  ...[1, 2, 3, 6, 12].map((hours): Step => ({ unit: "clock", millis: hours * HOUR })),
  ...[1, 2, 7, 14].map((days): Step => ({ unit: "clock", millis: days * DAY })),
  ...[1, 2, 3, 6].map((months): Step => ({ unit: "month", months, millis: months * MONTH })),
  ...[1, 2, 5, 10, 20, 50, 100].map((years): Step => ({ unit: "month", months: 12 * years, millis: years * YEAR })),
];

/** How far ticks are from each other: on the time line, on the clock, or in months of the calendar; `millis` for these is about right. */
type Step =
  | { readonly unit: "instant" | "clock"; readonly millis: number }
  | { readonly unit: "month"; readonly months: number; readonly millis: number };

export interface TimeTicks {
  readonly step: Step;
  /** The window that they cover: what is shown, and as much on both sides, for those who move it. */
  readonly covered: TimeWindow;
  readonly ticks: readonly number[];
}

/** As many labels as are read at a glance; a narrow axis has room for fewer. */
export const TICKS_MAX = 8;
/** Of a character of a label, on average, and between labels; pixels. */
const CHARACTER_WIDTH = 6.5;
const LABEL_GAP = 10;
/** 1 January 1970 was a Thursday, and weeks begin on Monday. */
const FIRST_MONDAY = 4 * DAY;
/** Dates end with this day, on every clock. */
const LAST_TS = 8.64e15 - 2 * DAY;

/** `width`: pixels of the axis, which labels at equal distances fit into. */
export function timeTicks({ startTs, endTs }: TimeWindow, width = Infinity, clock: Clock = CLOCK): TimeTicks {
  const span = Math.max(1, endTs - startTs);
  const step = stepOf(span, width);
  const covered = { startTs: Math.max(-LAST_TS, startTs - span), endTs: Math.min(LAST_TS, endTs + span) };
  return { step, covered, ticks: [...new Set(ticksIn(covered, step, clock))] };
}

/** Whether these ticks are right for another window, too. */
export function fits({ step, covered }: TimeTicks, { startTs, endTs }: TimeWindow, width = Infinity): boolean {
  const isCovered = startTs >= covered.startTs && endTs <= covered.endTs;
  return isCovered && stepOf(Math.max(1, endTs - startTs), width).millis === step.millis;
}

/** Whether the labels of those of these ticks that are in the window do not touch. */
export function haveRoom(ticks: readonly number[], { startTs, endTs }: TimeWindow, width: number): boolean {
  const shown = ticks.filter((ts) => ts >= startTs && ts <= endTs);
  const closest = shown.reduce((least, ts, place) => Math.min(least, ts - (shown[place - 1] ?? -Infinity)), Infinity);
  return closest === Infinity || hasRoom(closest, endTs - startTs, width);
}

/** The parts of an axis of the charting library. */
export function tickOptions(ticks: readonly number[]): { axisTick: object; axisLabel: object } {
  return { axisTick: { customValues: ticks }, axisLabel: { customValues: ticks } };
}

/** `window`: infinite without any value. */
export function timeAxis(window: TimeWindow): { type: "time"; axisTick?: object; axisLabel?: object } {
  if (!Number.isFinite(window.endTs - window.startTs)) return { type: "time" };
  const found = timeTicks(window);
  // On clocks, the year has four digits: far away the library's own ticks are good enough.
  return { type: "time", ...(found.ticks.length === 0 ? {} : tickOptions(found.ticks)) };
}

/** The ticks of such an axis; none without any value. */
export function ticksOf(window: TimeWindow): readonly number[] {
  if (!Number.isFinite(window.endTs - window.startTs)) return [];
  return timeTicks(window).ticks.filter((ts) => ts >= window.startTs && ts <= window.endTs);
}

function stepOf(span: number, width: number): Step {
  // However narrow it is, an axis has a label.
  const isRight = ({ millis }: Step): boolean =>
    millis * TICKS_MAX >= span && (hasRoom(millis, span, width) || 2 * millis > span);
  const step = STEPS.find(isRight) ?? STEPS.at(-1);
  if (step === undefined) throw new Error("there are no steps");
  return step;
}

/** For labels that are so far apart, also where a day begins, whose label is its date. */
function hasRoom(millis: number, span: number, width: number): boolean {
  const format = millis < DAY ? WITHIN.find(([unit]) => millis % unit !== 0)?.[1] : MONTHS;
  const texts = [format ?? MONTHS, DAYS].map((each) => each.format(LONG_LABEL_TS));
  const characters = Math.max(...texts.map(({ length }) => length));
  return (millis / span) * width >= characters * CHARACTER_WIDTH + LABEL_GAP;
}

function ticksIn({ startTs, endTs }: TimeWindow, step: Step, clock: Clock): readonly number[] {
  // An hour that the clock shows twice has twice its minutes.
  if (step.unit === "instant") {
    const offset = clock.offsetAt(startTs);
    return multiples(startTs + offset, endTs + offset, step.millis).map((shown) => shown - offset);
  }
  const [start, end] = [startTs + clock.offsetAt(startTs), endTs + clock.offsetAt(endTs)];
  const shown =
    step.unit === "month"
      ? multiples(monthOf(start), monthOf(end) + 1, step.months).map((month) => Date.UTC(1970, month))
      : multiples(start - FIRST_MONDAY, end - FIRST_MONDAY, step.millis).map((millis) => millis + FIRST_MONDAY);
  return shown.flatMap((millis) => clock.tsOf(new Date(millis).toISOString().slice(0, 19)) ?? []);
}

function multiples(start: number, end: number, step: number): readonly number[] {
  const first = Math.ceil(start / step);
  const count = Math.max(0, Math.floor(end / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** Months since 1970. */
function monthOf(shown: number): number {
  const date = new Date(shown);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** The format of what is no whole unit: with hours up to 12 or 24, as all other times of the page. */
const WITHIN: readonly (readonly [unit: number, format: Intl.DateTimeFormat])[] = [
  [SECOND, timeFormat({ hour: "numeric", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 })],
  [MINUTE, timeFormat({ timeStyle: "medium" })],
  [DAY, timeFormat({ timeStyle: "short" })],
];
/** A day has its month and a month its year, so that each label can be read without its neighbours. */
const DAYS = timeFormat({ day: "numeric", month: "short" });
const MONTHS = timeFormat({ month: "short", year: "numeric" });
const YEARS = timeFormat({ year: "numeric" });

/** Hours, days and months of two digits. */
const LONG_LABEL_TS = Date.UTC(2026, 11, 20, 22, 50, 50, 500);

export function timeLabel(ts: number): string {
  const offset = CLOCK.offsetAt(ts);
  if (Number.isNaN(offset)) return YEARS.format(ts);
  const shown = new Date(ts + offset);
  const within = WITHIN.find(([unit]) => shown.getTime() % unit !== 0)?.[1];
  const format = within ?? (shown.getUTCDate() !== 1 ? DAYS : shown.getUTCMonth() !== 0 ? MONTHS : YEARS);
  return format.format(ts);
}

/** Labels of a single line. Among hours, midnight is a day, also that of the first of a month. */
export function plainLabels(ticks: readonly number[]): (ts: number) => string {
  const isWithinDays = ticks.some((ts, place) => ts - (ticks[place - 1] ?? -Infinity) < SHORTEST_DAY);
  return (ts) => (isWithinDays && isMidnight(ts) ? DAYS.format(ts) : timeLabel(ts));
}

/** One on which clocks are set forward. */
const SHORTEST_DAY = DAY - HOUR;

/**
 * Labels of ticks within days: the first one and the first of each day have the day below their time. Where all ticks begin a day, that
 * alone is enough.
 */
export function datedLabels(ticks: readonly number[]): (ts: number) => string {
  const [first] = ticks;
  const time = WITHIN.at(-1)?.[1];
  if (time === undefined || ticks.every(isMidnight)) return timeLabel;
  return (ts) => {
    if (isMidnight(ts)) return `${time.format(ts)}\n${DAYS.format(ts)}`;
    return ts === first ? `${timeLabel(ts)}\n${DAYS.format(ts)}` : timeLabel(ts);
  };
}

function isMidnight(ts: number): boolean {
  return (ts + CLOCK.offsetAt(ts)) % DAY === 0;
}
