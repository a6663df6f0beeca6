// The content of a chart as stored in its address, so that a link shows the same. Addresses are untrusted: invalid
// parts are ignored.
import { choiceOf, numberOf, textOf, type Address, type AddressChange } from "../../../app/list-state.ts";
import { LAST_RANGES, type LastRange } from "../../../components/ranges.ts";
import { bounded, type TimeRange } from "./time-range.ts";

const AGGREGATIONS = ["auto", "none", "avg", "min", "max", "sum", "count"] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

const AXES = ["fitting", "one", "own"] as const;
export type Axes = (typeof AXES)[number];

export interface ChartChoice {
  /** If empty, the first key is shown. */
  readonly keys: readonly string[];
  /** Ids of other devices whose keys of the same names are shown too. */
  readonly others: readonly string[];
  readonly range: TimeRange;
  readonly aggregation: Aggregation;
  /** ms; null chooses one that fits the chart. */
  readonly interval: number | null;
  readonly axes: Axes;
  readonly isTable: boolean;
}

export const KEYS_MAX = 8;
export const OTHERS_MAX = 5;

const USUAL_RANGE: LastRange = "1h";
const RANGES = LAST_RANGES.map(({ value }) => value);
/** As links of earlier versions name them. */
const FORMER_RANGES: ReadonlyMap<string, LastRange> = new Map([
  ["day", "24h"],
  ["week", "7d"],
  ["month", "30d"],
  ["year", "365d"],
]);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function choiceIn(address: Address): ChartChoice {
  const start = numberOf(address, "start");
  const end = numberOf(address, "end");
  const interval = numberOf(address, "interval");
  return {
    keys: keysIn(textOf(address, "keys")).slice(0, KEYS_MAX),
    others: textOf(address, "devices")
      .split(",")
      .filter((id) => UUID.test(id))
      .slice(0, OTHERS_MAX),
    range: {
      preset: presetIn(address),
      window: start === null || end === null || end <= start ? null : bounded(start, end),
    },
    aggregation: choiceOf(address, "agg", AGGREGATIONS) ?? "auto",
    interval: interval !== null && interval >= 1_000 ? interval : null,
    axes: choiceOf(address, "axes", AXES) ?? "fitting",
    isTable: choiceOf(address, "as", ["chart", "table"]) === "table",
  };
}

function presetIn(address: Address): LastRange {
  return choiceOf(address, "range", RANGES) ?? FORMER_RANGES.get(textOf(address, "range")) ?? USUAL_RANGE;
}

/** The change of the address for a part of a choice; defaults are removed from the address. */
export function changeFor(choice: Partial<ChartChoice>): AddressChange {
  const { keys, others, range, aggregation, interval, axes, isTable } = choice;
  return {
    ...(keys === undefined ? {} : { keys: keys.length === 0 ? undefined : keysText(keys) }),
    ...(others === undefined ? {} : { devices: others.length === 0 ? undefined : others.join(",") }),
    ...(range === undefined
      ? {}
      : {
          range: range.preset === USUAL_RANGE ? undefined : range.preset,
          start: range.window?.startTs,
          end: range.window?.endTs,
        }),
    ...(aggregation === undefined ? {} : { agg: aggregation === "auto" ? undefined : aggregation }),
    ...(interval === undefined ? {} : { interval: interval ?? undefined }),
    ...(axes === undefined ? {} : { axes: axes === "fitting" ? undefined : axes }),
    ...(isTable === undefined ? {} : { as: isTable ? "table" : undefined }),
  };
}

/** Names separated by commas; commas and backslashes in names are escaped with a backslash. */
export function keysText(keys: readonly string[]): string {
  return keys.map((key) => key.replace(/[\\,]/g, "\\$&")).join(",");
}

function keysIn(text: string): readonly string[] {
  const keys = text.match(/(?:\\.|[^\\,])+/gs) ?? [];
  return [...new Set(keys.map((key) => key.replace(/\\(.)/gs, "$1")))];
}
