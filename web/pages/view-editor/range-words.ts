// Stretches of time in words. Source: analytics contract 2.9.
import type { Choice } from "./bound-fields.tsx";

const ELAPSED = "Up to now";
const CALENDAR = "Of the calendar";
const PAST = "Past and whole";

export const PRESETS: readonly Choice[] = [
  { value: "last5Minutes", label: "Last 5 minutes", group: ELAPSED },
  { value: "last15Minutes", label: "Last 15 minutes", group: ELAPSED },
  { value: "last30Minutes", label: "Last 30 minutes", group: ELAPSED },
  { value: "lastHour", label: "Last hour", group: ELAPSED },
  { value: "last6Hours", label: "Last 6 hours", group: ELAPSED },
  { value: "last12Hours", label: "Last 12 hours", group: ELAPSED },
  { value: "last24Hours", label: "Last 24 hours", group: ELAPSED },
  { value: "last7Days", label: "Last 7 days", group: ELAPSED },
  { value: "last14Days", label: "Last 14 days", group: ELAPSED },
  { value: "last30Days", label: "Last 30 days", group: ELAPSED },
  { value: "last90Days", label: "Last 90 days", group: ELAPSED },
  { value: "last365Days", label: "Last 365 days", group: ELAPSED },
  { value: "allTime", label: "All time", group: ELAPSED },
  { value: "today", label: "Today", group: CALENDAR },
  { value: "thisWeek", label: "This week", group: CALENDAR },
  { value: "thisMonth", label: "This month", group: CALENDAR },
  { value: "thisQuarter", label: "This quarter", group: CALENDAR },
  { value: "thisYear", label: "This year", group: CALENDAR },
  { value: "weekToDate", label: "This week up to now", group: CALENDAR },
  { value: "monthToDate", label: "This month up to now", group: CALENDAR },
  { value: "quarterToDate", label: "This quarter up to now", group: CALENDAR },
  { value: "yearToDate", label: "This year up to now", group: CALENDAR },
  { value: "yesterday", label: "Yesterday", group: PAST },
  { value: "previous7Days", label: "The 7 days before today", group: PAST },
  { value: "previous30Days", label: "The 30 days before today", group: PAST },
  { value: "lastWeek", label: "Last week", group: PAST },
  { value: "lastMonth", label: "Last month", group: PAST },
  { value: "lastQuarter", label: "Last quarter", group: PAST },
  { value: "lastYear", label: "Last year", group: PAST },
];

export const UNITS: readonly Choice[] = [
  { value: "s", label: "seconds" },
  { value: "m", label: "minutes" },
  { value: "h", label: "hours" },
  { value: "d", label: "days" },
  { value: "w", label: "weeks" },
  { value: "M", label: "months" },
  { value: "Q", label: "quarters" },
  { value: "y", label: "years" },
];

export const WEEK_STARTS: readonly Choice[] = [
  { value: "monday", label: "Monday" },
  { value: "sunday", label: "Sunday" },
  { value: "saturday", label: "Saturday" },
];

/** The zone of the browser, which a view says outright, so that all readers see the same figures. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function zones(): readonly Choice[] {
  const own = ownZone();
  const names = new Set(["UTC", own, ...Intl.supportedValuesOf("timeZone")]);
  return [
    ...[...names].map((name) => ({ value: name, label: name === own ? `${name} (here)` : name })),
    { value: "tenant", label: "Of the tenant" },
    { value: "viewer", label: "Of whoever reads it", says: "Each reader sees other figures." },
  ];
}

/** For an input of the browser's own kind, in the zone of the browser. */
export function localText(ts: number): string {
  const at = new Date(ts);
  const two = (part: number): string => String(part).padStart(2, "0");
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** Null for a text that is no time. */
export function tsOfLocalText(text: string): number | null {
  const ts = new Date(text).getTime();
  return Number.isNaN(ts) ? null : ts;
}
