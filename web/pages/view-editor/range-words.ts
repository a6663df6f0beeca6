// Time ranges in words. Source: analytics contract 2.9.
import type { Schema } from "../../api/schemas.ts";
import { choices, type Choice } from "../../components/choices.ts";
import { presetWords } from "../view/range-words.ts";

type Preset = Schema<"PresetRange">["preset"];

function presets<Name extends Preset>(group: string, names: readonly Name[]): readonly Choice<Name>[] {
  return names.map((value) => {
    const words = presetWords(value);
    return { value, label: `${words.charAt(0).toUpperCase()}${words.slice(1)}`, group };
  });
}

export const PRESETS = [
  ...presets("Up to now", ["last5Minutes", "last15Minutes", "last30Minutes", "lastHour", "last6Hours", "last12Hours"]),
  ...presets("Up to now", ["last24Hours", "last7Days", "last14Days", "last30Days", "last90Days", "last365Days"]),
  ...presets("Up to now", ["allTime"]),
  ...presets("Calendar", ["today", "thisWeek", "thisMonth", "thisQuarter", "thisYear"]),
  ...presets("Calendar", ["weekToDate", "monthToDate", "quarterToDate", "yearToDate"]),
  ...presets("Past", [
    "yesterday",
    "previous7Days",
    "previous30Days",
    "lastWeek",
    "lastMonth",
    "lastQuarter",
    "lastYear",
  ]),
];

export const UNITS = choices({
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days",
  w: "weeks",
  M: "months",
  Q: "quarters",
  y: "years",
});

export const WEEK_STARTS = choices({ monday: "Monday", sunday: "Sunday", saturday: "Saturday" });

/** The browser's time zone, which a view states so that all readers see the same figures. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function zones(): readonly Choice[] {
  const own = ownZone();
  const names = new Set(["UTC", own, ...Intl.supportedValuesOf("timeZone")]);
  return [
    ...[...names].map((name) => ({ value: name, label: name === own ? `${name} (here)` : name })),
    ...choices(
      { tenant: "Of the tenant", viewer: "Of the reader" },
      { viewer: "Each reader may see different figures." },
    ),
  ];
}
