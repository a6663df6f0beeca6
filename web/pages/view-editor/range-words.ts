// Time ranges in words. Source: analytics contract 2.9.
import type { Schema } from "../../api/schemas.ts";
import { choices, type Choice } from "../../components/choices.ts";
import { region, withCapital } from "../../words/format.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.time;

type Preset = Schema<"PresetRange">["preset"];

function presets<Name extends Preset>(group: string, names: readonly Name[]): readonly Choice<Name>[] {
  return names.map((value) => {
    const name = words.view.presets[value];
    return { value, label: withCapital(name), group };
  });
}

const { now, calendar, past } = texts.presetGroups;

export const PRESETS = [
  ...presets(now, ["last5Minutes", "last15Minutes", "last30Minutes", "lastHour", "last6Hours", "last12Hours"]),
  ...presets(now, ["last24Hours", "last7Days", "last14Days", "last30Days", "last90Days", "last365Days"]),
  ...presets(now, ["allTime"]),
  ...presets(calendar, ["today", "thisWeek", "thisMonth", "thisQuarter", "thisYear"]),
  ...presets(calendar, ["weekToDate", "monthToDate", "quarterToDate", "yearToDate"]),
  ...presets(past, [
    "yesterday",
    "previous7Days",
    "previous30Days",
    "lastWeek",
    "lastMonth",
    "lastQuarter",
    "lastYear",
  ]),
];

export const UNITS = choices(texts.units);

export const WEEK_STARTS = choices(texts.weekStarts);

/** The viewer's time zone, which a view states so that all readers see the same figures. */
export function ownZone(): string {
  return region.timeZone;
}

export function zones(): readonly Choice[] {
  const own = ownZone();
  const names = new Set(["UTC", own, ...Intl.supportedValuesOf("timeZone")]);
  return [
    ...[...names].map((name) => ({ value: name, label: name === own ? texts.yours(name) : name })),
    ...choices(texts.zones, texts.zonesSay),
  ];
}
