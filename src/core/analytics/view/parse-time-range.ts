// The time range of a view or of one field. What it means is decided for each run; here it is complete and consistent.
// Source: analytics contract 2.9, 3.2.
import { didYouMean } from "../did-you-mean.ts";
import { isZoneName } from "../time/zone-names.ts";
import type { ObjectReader } from "./object-reader.ts";
import type { CalendarRules, Preset, RangeForm, RollingUnit, TimeRange } from "./table-view.ts";
import { PRESETS } from "./table-view.ts";
import { quote } from "./view-problems.ts";

export const TS_MAX = 4_102_444_800_000;
const ROLLING_MAX = 1_000_000;
const OFFSET_MAX = 10_000;
const DELAY_MAX_MS = 31_622_400_000;
const TEXT_MAX = 200;
const ZONE_NAME_MAX = 64;
const TYPES = ["preset", "rolling", "absolute", "expression"] as const;
const UNITS: readonly RollingUnit[] = ["s", "m", "h", "d", "w", "M", "Q", "y"];
/** `now`, any number of steps, perhaps a unit to round to. */
const MOMENT = /^now(?:[+-][0-9]{1,7}[smhdwMQy])*(?:\/[smhdwMQy])?$/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

export function defaultRange(zone: string): TimeRange {
  return {
    type: "rolling",
    amount: 7,
    unit: "d",
    align: null,
    offset: 0,
    timezone: zone,
    weekStart: "monday",
    fiscalStartMonth: 1,
    delayMs: 0,
  };
}

/** `defaults` for the calendar rules that the range leaves out. */
export function parseTimeRange(range: ObjectReader, defaults: CalendarRules): TimeRange {
  const form = parseForm(range);
  const parsed = {
    ...form,
    timezone: parseZone(range, defaults.timezone),
    weekStart: range.word("weekStart", ["monday", "sunday", "saturday"]) ?? defaults.weekStart,
    fiscalStartMonth: range.integer("fiscalStartMonth", 1, 12) ?? defaults.fiscalStartMonth,
    delayMs: range.integer("delayMs", 0, DELAY_MAX_MS) ?? 0,
  };
  range.finish([
    "preset",
    "amount",
    "unit",
    "align",
    "offset",
    "startTs",
    "endTs",
    "startDate",
    "endDate",
    "from",
    "to",
  ]);
  return parsed;
}

function parseForm(range: ObjectReader): RangeForm {
  const unfit: RangeForm = { type: "preset", preset: "last7Days" };
  const type = range.word("type", TYPES);
  switch (type) {
    case "preset": {
      const preset: Preset | undefined = range.word("preset", PRESETS);
      if (!range.has("preset")) range.problem("preset", 'A range of type "preset" needs "preset".');
      return preset === undefined ? unfit : { type, preset };
    }
    case "rolling":
      return {
        type,
        amount: range.integer("amount", 1, ROLLING_MAX) ?? missing(range, "amount", 1),
        unit: range.word("unit", UNITS) ?? missing<RollingUnit>(range, "unit", "d"),
        align: range.word("align", UNITS) ?? null,
        offset: range.integer("offset", 0, OFFSET_MAX) ?? 0,
      };
    case "absolute":
      return range.has("startDate") || range.has("endDate") ? parseDates(range) : parseInstants(range);
    case "expression":
      return { type, from: parseMoment(range, "from"), to: parseMoment(range, "to") };
    case undefined:
      if (!range.has("type")) range.problem("type", `A time range needs "type": ${TYPES.join(", ")}.`);
      // What the form would have is unknown, so that its members are no problem of their own.
      for (const name of ["preset", "amount", "unit", "align", "offset", "startTs", "endTs"]) range.any(name);
      for (const name of ["startDate", "endDate", "from", "to"]) range.any(name);
      return unfit;
  }
}

function parseInstants(range: ObjectReader): RangeForm {
  const startTs = range.integer("startTs", 0, TS_MAX) ?? missing(range, "startTs", 0);
  const endTs = range.integer("endTs", 0, TS_MAX) ?? missing(range, "endTs", TS_MAX);
  if (startTs >= endTs)
    range.problem("endTs", `The range must end after its start ${String(startTs)}, but ends at ${String(endTs)}.`);
  return { type: "absolute", startTs, endTs };
}

function parseDates(range: ObjectReader): RangeForm {
  const startDate = parseDate(range, "startDate", "1970-01-01");
  const endDate = parseDate(range, "endDate", "2100-01-01");
  if (startDate >= endDate)
    range.problem("endDate", `The range must end after its start ${startDate}, but ends before ${endDate}.`);
  return { type: "absolute", startDate, endDate };
}

function parseDate(range: ObjectReader, name: string, otherwise: string): string {
  const text = range.text(name, TEXT_MAX);
  if (text === undefined) return missing(range, name, otherwise);
  const parsed = new Date(`${text}T00:00:00Z`);
  const isDate = DATE.test(text) && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
  if (isDate && text >= "1970-01-01" && text <= "2100-01-01") return text;
  range.problem(name, `${quote(text)} is no date from 1970-01-01 to 2100-01-01, as "2026-01-31".`);
  return otherwise;
}

function parseMoment(range: ObjectReader, name: string): string {
  const text = range.text(name, TEXT_MAX);
  if (text === undefined) return missing(range, name, "now");
  if (!MOMENT.test(text))
    range.problem(name, `${quote(text)} is no moment: "now", then steps as "-7d", then perhaps a unit as "/d".`);
  return text;
}

function parseZone(range: ObjectReader, otherwise: string): string {
  const name = range.text("timezone", ZONE_NAME_MAX, "ZONE_UNKNOWN");
  if (name === undefined || name === "viewer" || name === "tenant") return name ?? otherwise;
  if (isZoneName(name)) return name;
  const hint = didYouMean(name, ["viewer", "tenant", "UTC"]);
  range.problem("timezone", `${quote(name)} is not a known time zone.${hint}`, "ZONE_UNKNOWN");
  return otherwise;
}

/** The problem of a member that has to be there; one that did not fit has told its own. */
function missing<Fallback>(range: ObjectReader, name: string, otherwise: Fallback): Fallback {
  if (!range.has(name)) range.problem(name, `The time range needs "${name}".`);
  return otherwise;
}
