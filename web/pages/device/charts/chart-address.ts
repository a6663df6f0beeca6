// The content of a chart as stored in its address, so that a link shows the same. Addresses are untrusted: invalid
// parts are ignored.
import { choiceOf, numberOf, textOf, type Address, type AddressChange } from "../../../app/list-state.ts";
import { isCellColor, type ColorRule } from "../../../components/chart/cell-style.ts";
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
  /** Of the keys that have any. */
  readonly thresholds: readonly KeyThresholds[];
  readonly isTable: boolean;
}

export interface KeyThresholds {
  readonly key: string;
  readonly colors: readonly ColorRule[];
}

export const KEYS_MAX = 8;
export const OTHERS_MAX = 5;
/** Of all keys together. */
const THRESHOLDS_MAX = 40;

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
    thresholds: thresholdsIn(textOf(address, "thresholds")),
    isTable: choiceOf(address, "as", ["chart", "table"]) === "table",
  };
}

function presetIn(address: Address): LastRange {
  return choiceOf(address, "range", RANGES) ?? FORMER_RANGES.get(textOf(address, "range")) ?? USUAL_RANGE;
}

/** The change of the address for a part of a choice; defaults are removed from the address. */
export function changeFor(choice: Partial<ChartChoice>): AddressChange {
  const { keys, others, range, aggregation, interval, axes, thresholds, isTable } = choice;
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
    ...(thresholds === undefined ? {} : { thresholds: thresholdsText(thresholds) || undefined }),
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

/** Each as its bounds, its colour and its key, such as "25::red:temperature". */
function thresholdsText(thresholds: readonly KeyThresholds[]): string {
  const texts = thresholds.flatMap(({ key, colors }) =>
    colors
      .filter(({ from, to }) => from !== null || to !== null)
      .map(({ from, to, color }) => [from ?? "", to ?? "", color, key].join(":")),
  );
  return keysText(texts.slice(0, THRESHOLDS_MAX));
}

function thresholdsIn(text: string): readonly KeyThresholds[] {
  const rules = keysIn(text)
    .slice(0, THRESHOLDS_MAX)
    .flatMap((each) => {
      const [from = "", to = "", color, ...ofKey] = each.split(":");
      const bounds = [from, to].map((bound) => (bound === "" ? null : Number(bound)));
      const [least = null, below = null] = bounds;
      const key = ofKey.join(":");
      if (key === "" || !isCellColor(color) || (least === null && below === null) || bounds.some(Number.isNaN))
        return [];
      return [{ key, rule: { from: least, to: below, color } }];
    });
  return [...Map.groupBy(rules, ({ key }) => key)].map(([key, of]) => ({ key, colors: of.map(({ rule }) => rule) }));
}
