// Views as people could save them, over the keys and attributes of a random world: every aggregation, filters, comparison,
// gaps, top-n, totals, formulas, raw mode. Combinations that a view may not have are left to `parseView` to refuse.
import type { World } from "./random-world.ts";
import { KEYS } from "./random-world.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { randomAggregation } from "./random-aggregation.ts";
import { otherValues, randomFilters } from "./random-filters.ts";

type Json = Record<string, unknown>;
type FilterValue = string | number | boolean | null;
const HOUR = 3_600_000;
const DAY = 86_400_000;

export interface RandomCase {
  readonly view: Json;
  readonly now: number;
  readonly request: RandomRequest;
}

/** What a request puts in the place of what is saved. */
export interface RandomRequest {
  readonly rangeStartTs?: number;
  readonly rangeEndTs?: number;
  readonly filters?: ReadonlyMap<string, readonly FilterValue[]>;
}

export function randomCase(random: SeededRandom, world: World): RandomCase {
  const window = randomWindow(random, world);
  const now = random.chance(0.75)
    ? window.end + random.integer(0, 5) * HOUR
    : window.start + Math.floor((window.end - window.start) * random.next());
  const timeRange = {
    ...randomRange(random, window),
    timezone: random.chance(0.85) ? world.zone : "UTC",
    ...(random.chance(0.2) ? { weekStart: random.pick(["sunday", "saturday"]) } : {}),
    ...(random.chance(0.15) ? { fiscalStartMonth: random.integer(1, 12) } : {}),
  };
  const rest = random.chance(0.12) ? rawView(random) : groupedView(random, world, window);
  const request = { ...randomBounds(random, timeRange, window), ...randomOverrides(random, rest["filters"]) };
  return { view: { name: "Random", timeRange, ...rest }, now, request };
}

/** Other bounds than the saved ones, of a range of which it is known that they are in order. */
function randomBounds(random: SeededRandom, timeRange: Json, { start, end }: Window): RandomRequest {
  if (timeRange["type"] !== "absolute" || random.chance(0.8)) return {};
  const middle = start + Math.floor((end - start) * random.next());
  return random.pick<() => RandomRequest>([
    () => ({ rangeStartTs: middle }),
    () => ({ rangeStartTs: start - 5 * HOUR }),
    () => ({ rangeEndTs: Math.max(start + 1, middle) }),
    () => ({ rangeEndTs: end + 5 * HOUR }),
    () => ({ rangeStartTs: middle - DAY, rangeEndTs: middle + 1 }),
  ])();
}

function randomOverrides(random: SeededRandom, filters: unknown): RandomRequest {
  if (!Array.isArray(filters) || random.chance(0.6)) return {};
  const values = new Map<string, readonly FilterValue[]>();
  for (const filter of filters.map(objectOf)) {
    const others = random.chance(0.7) ? otherValues(random, filter) : undefined;
    if (others !== undefined) values.set(String(filter["name"]), others);
  }
  return values.size === 0 ? {} : { filters: values };
}

function objectOf(json: unknown): Json {
  return typeof json === "object" && json !== null ? Object.fromEntries(Object.entries(json)) : {};
}

interface Window {
  readonly start: number;
  readonly end: number;
}

function randomWindow(random: SeededRandom, { anchor, firstTs, lastTs, instants }: World): Window {
  if (random.chance(0.08)) {
    const begin = random.pick(instants) - random.integer(0, 40_000);
    return { start: begin, end: begin + random.pick([3_000, 50_000, 600_000]) };
  }
  if (lastTs - firstTs > 100 * DAY && random.chance(0.7)) {
    const end = firstTs + Math.floor((lastTs - firstTs) * (0.3 + 0.7 * random.next()));
    return { start: end - random.pick([20 * DAY, 90 * DAY, 300 * DAY]), end };
  }
  const start = random.chance(0.3)
    ? anchor - random.pick([HOUR, 6 * HOUR, DAY, 3 * DAY])
    : Math.floor((firstTs + (lastTs - firstTs) * random.next() * 0.8) / 900_000) * 900_000;
  const length = random.pick([2 * HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY + 1234]);
  // Samples that lie on an edge: the start counts, the end does not.
  if (random.chance(0.3)) {
    const end = random.pick(instants);
    return { start: end - length, end };
  }
  if (random.chance(0.15)) {
    const begin = random.pick(instants);
    return { start: begin, end: begin + length };
  }
  return { start, end: start + length };
}

function randomRange(random: SeededRandom, { start, end }: Window): Json {
  if (random.chance(0.9)) return { type: "absolute", startTs: start, endTs: end };
  if (random.chance(0.5))
    return { type: "preset", preset: random.pick(["last24Hours", "last7Days", "today", "yesterday", "thisWeek"]) };
  return {
    type: "rolling",
    amount: random.integer(1, 3),
    unit: random.pick(["d", "h"]),
    ...(random.chance(0.5) ? { align: "h" } : {}),
    ...(random.chance(0.3) ? { offset: 1 } : {}),
  };
}

// --- Grouped views ---

function groupedView(random: SeededRandom, world: World, window: Window): Json {
  const dimensions = random.some(dimensionSources(random), 0.22).slice(0, 3);
  const bucket = random.chance(0.55) ? [randomBucket(random, window)] : [];
  if (bucket.length > 0 && random.chance(0.05)) bucket.push({ type: "timeBucket", bucket: "day" });
  const part = random.chance(0.12)
    ? [
        {
          type: "timePart",
          part: random.pick(["hourOfDay", "dayOfWeek", "isWeekend", "weekOfYear", "weekOfMonth", "minuteOfHour"]),
        },
      ]
    : [];
  const hasTime = bucket.length + part.length > 0;
  const measures = Array.from({ length: random.integer(random.chance(0.9) ? 1 : 0, 4) }, (_, index) =>
    randomMeasure(random, `m${String(index)}`, hasTime, window),
  );
  const formulas = measures.length > 0 ? randomFormulas(random, measures.length, bucket.length > 0) : [];
  const keys = [...dimensions, ...bucket, ...part].map((source, index) => ({
    id: `d${String(index)}`,
    label: `Key ${String(index)}`,
    source,
    ...(random.chance(0.08) ? { hidden: true } : {}),
    ...(source.type === "telemetry" ? { kind: "dimension" } : {}),
  }));
  const fields = random.chance(0.7) ? [...keys, ...measures, ...formulas] : [...measures, ...keys, ...formulas];
  const fillsGaps = bucket.length === 1 && random.chance(0.35);
  const measureIds = [...measures, ...formulas].map(({ id }) => id);
  return {
    fields: fields.length > 0 ? fields : [{ id: "d0", label: "Device", source: { type: "entity", field: "name" } }],
    ...(random.chance(0.15) ? { scope: randomScope(random, world) } : {}),
    ...(random.chance(0.35) ? { filters: randomFilters(random, measureIds) } : {}),
    grouping: {
      mode: random.chance(0.2) ? "perEntity" : "grouped",
      ...(random.chance(0.2) && (bucket.length === 0 || fillsGaps) ? { keepEmptyGroups: true } : {}),
      ...(random.chance(0.15) ? { missingGroup: "drop" } : {}),
      ...(random.chance(0.2) ? { totals: random.pick(["grand", "rollup"]) } : {}),
    },
    ...(fillsGaps ? { gaps: { buckets: "all", ...randomFill(random) } } : {}),
    ...(random.chance(0.4) ? { sort: randomSort(random, [...keys.map(({ id }) => id), ...measureIds]) } : {}),
    limit: { ...(random.chance(0.2) ? { rows: random.integer(1, 12) } : {}), ...randomTop(random, measureIds, keys) },
    ...(random.chance(0.1) ? { nulls: { dropRows: random.pick(["anyMeasureMissing", "allMeasuresMissing"]) } } : {}),
    ...(measureIds.length > 0 && random.chance(0.2) ? { compare: randomCompare(random, measureIds) } : {}),
  };
}

function dimensionSources(random: SeededRandom): readonly Json[] {
  return [
    { type: "entity", field: "name" },
    { type: "attribute", scope: "server", key: "building" },
    { type: "attribute", scope: random.pick(["any", "server"]), key: "floor" },
    { type: "entity", field: random.pick(["profile", "customer", "gateway", "label", "active", "createdTime"]) },
    { type: "telemetry", key: random.pick([KEYS.text, KEYS.flag]) },
    { type: "entity", field: "name", of: random.pick(["gateway", "customer"]) },
    { type: "attribute", scope: "server", key: "plan", path: "size.x" },
    { type: "constant", value: random.pick<number | string | boolean>([5, "all", true]) },
    { type: "expression", stage: "row", expr: "coalesce(attr.server.building, 'none') + '!'" },
  ];
}

function randomBucket(random: SeededRandom, { start, end }: Window): Json {
  const length = end - start;
  const fitting = [
    { bucket: "second", amount: 1, ms: 1_000 },
    { bucket: "second", amount: 15, ms: 15_000 },
    { bucket: "minute", amount: 1, ms: 60_000 },
    { bucket: "minute", amount: 15, ms: 900_000 },
    { bucket: "minute", amount: 30, ms: 1_800_000 },
    { bucket: "hour", amount: 1, ms: HOUR },
    { bucket: "hour", amount: 3, ms: 3 * HOUR },
    { bucket: "hour", amount: 6, ms: 6 * HOUR },
    { bucket: "hour", amount: 12, ms: 12 * HOUR },
    { bucket: "day", amount: 1, ms: DAY },
    { bucket: "day", amount: 2, ms: 2 * DAY },
    { bucket: "week", amount: 1, ms: 7 * DAY },
    { bucket: "week", amount: random.integer(2, 5), ms: 14 * DAY },
    { bucket: "month", amount: random.pick([1, 2, 5]), ms: 30 * DAY },
    { bucket: "quarter", amount: random.integer(1, 3), ms: 90 * DAY },
    { bucket: "year", amount: random.pick([1, 2]), ms: 365 * DAY },
  ].filter(({ ms }) => length / ms <= 60);
  const label = random.chance(0.15) ? { labelAt: "end" } : {};
  if (random.chance(0.1)) return { type: "timeBucket", bucket: "auto", maxBuckets: random.integer(5, 60), ...label };
  const { bucket, amount } = random.pick(fitting);
  return { type: "timeBucket", bucket, amount, ...label };
}

interface Measure extends Json {
  readonly id: string;
}

function randomMeasure(random: SeededRandom, id: string, hasTime: boolean, window: Window): Measure {
  const about = { id, label: `Measure ${id}`, kind: "measure" };
  if (random.chance(0.12)) return { ...about, ...dimensionMeasure(random) };
  const source = randomTelemetry(random);
  const aggregation = randomAggregation(random, source);
  const hasRange = !hasTime && random.chance(0.08);
  return {
    ...about,
    source,
    aggregation,
    ...(random.chance(0.12) ? { where: randomWhere(random) } : {}),
    ...(hasRange ? { range: randomOwnRange(random, window) } : {}),
    ...(random.chance(0.06) ? { dataType: random.pick(["number", "text", "boolean", "time"]) } : {}),
    ...(random.chance(0.1) ? { decimals: random.integer(0, 2), round: true } : {}),
    ...(random.chance(0.1) ? { fill: randomFill(random) } : {}),
    ...(random.chance(0.06) ? { hidden: true } : {}),
  };
}

/** Near the range of the view, or on the other side of a change of the clock. */
function randomOwnRange(random: SeededRandom, { start, end }: Window): Json {
  const shift = random.pick([-7 * HOUR, -7 * HOUR, -200 * DAY, 200 * DAY]);
  return {
    type: "absolute",
    startTs: Math.min(start, start + shift),
    endTs: end + Math.max(-HOUR, shift),
    timezone: "UTC",
  };
}

function dimensionMeasure(random: SeededRandom): Json {
  const source = random.pick<Json>([
    { type: "attribute", scope: "server", key: "area" },
    { type: "attribute", scope: "any", key: "floor" },
    { type: "entity", field: "active" },
    { type: "entity", field: "createdTime" },
    { type: "attribute", scope: "server", key: "area", of: "gateway" },
  ]);
  const fn = random.pick([
    "sum",
    "avg",
    "min",
    "max",
    "count",
    "countDistinct",
    "median",
    "mode",
    "onlyValue",
    "list",
    "range",
  ]);
  return { source, aggregation: { fn } };
}

/** Where a measure looks: a key, a part of JSON, or a formula over several keys. */
export function randomTelemetry(random: SeededRandom): Json {
  if (random.chance(0.08))
    return {
      type: "expression",
      stage: "row",
      expr: random.pick([
        "a + b",
        "a > b ? a : b",
        "coalesce(a, b)",
        "a * 2 - attr.server.area",
        "if(b > 10, a, missing)",
      ]),
      inputs: { a: { type: "telemetry", key: "temp" }, b: { type: "telemetry", key: "power" } },
      ...(random.chance(0.5) ? { align: "locf" } : {}),
    };
  const key = random.pick([
    ...KEYS.numbers,
    ...KEYS.numbers,
    KEYS.counter,
    KEYS.counter,
    KEYS.text,
    KEYS.flag,
    KEYS.mixed,
    KEYS.rare,
    KEYS.huge,
  ]);
  const cast = random.chance(0.2) ? { cast: random.pick(["number", "text", "boolean"]) } : {};
  const of = random.chance(0.06) ? { of: "gateway" } : {};
  if (random.chance(0.1))
    return { type: "telemetry", key: KEYS.json, ...(random.chance(0.8) ? { path: "p.v" } : {}), ...cast };
  return { type: "telemetry", key, ...cast, ...of };
}

function randomWhere(random: SeededRandom): string {
  return random.pick([
    "value > 0",
    "hour >= 6 and not isWeekend",
    "entity.name == 'Pump' or value < 10",
    "attr.server.floor >= 2",
    "value != missing and minute < 30",
    "text(value) != '5'",
  ]);
}

/** Two formulas over the measures, the second perhaps over the first. */
function randomFormulas(random: SeededRandom, measures: number, hasBucket: boolean): readonly Measure[] {
  const m = (): string => `m${String(random.integer(0, measures - 1))}`;
  const count = random.pick([0, 0, 0, 1, 1, 2]);
  return Array.from({ length: count }, (_, index) => ({
    id: `f${String(index)}`,
    label: `Formula ${String(index)}`,
    source: {
      type: "expression",
      expr: random.pick([
        `${m()} + 1`,
        `number(${m()}) / number(${m()})`,
        `coalesce(number(${m()}), 0) * 2`,
        `isMissing(${m()}) ? 'none' : 'some'`,
        `previous(number(${m()}))`,
        `next(number(${m()}))`,
        `cumulativeSum(number(${m()}))`,
        `movingAvg(number(${m()}), 3)`,
        `shareOfTotal(number(${m()}))`,
        `rank(number(${m()}))`,
        `number(${m()}) - previous(number(${m()}))`,
        `range.days`,
        hasBucket ? "bucket.endMs - bucket.startMs" : "range.endMs - range.startMs",
        `length(text(${m()})) > 0 ? 'text' : 'none'`,
      ]),
    },
  }));
}

function randomFill(random: SeededRandom): Json {
  const value = random.pick(["missing", "zero", "constant", "previous", "linear", "next"]);
  return {
    value,
    ...(value === "constant" ? { constant: random.pick<number | string>([7, "none"]) } : {}),
    ...(random.chance(0.4) ? { maxBuckets: random.integer(1, 3) } : {}),
  };
}

function randomSort(random: SeededRandom, ids: readonly string[]): readonly Json[] {
  if (ids.length === 0) return [];
  return Array.from({ length: random.integer(1, 2) }, () => ({
    field: random.pick(ids),
    direction: random.pick(["asc", "desc"]),
    missing: random.pick(["first", "last"]),
  }));
}

function randomTop(
  random: SeededRandom,
  measures: readonly string[],
  keys: readonly { readonly id: string; readonly source: Json }[],
): Json {
  const dimensions = keys.filter(({ source }) => source["type"] !== "timeBucket" && source["type"] !== "timePart");
  if (measures.length === 0 || dimensions.length === 0 || !random.chance(0.2)) return {};
  // The groups of telemetry in force are no sets of devices, which the others would be.
  const hasTelemetry = dimensions.some(({ source }) => source["type"] === "telemetry");
  const per = dimensions.length > 1 && random.chance(0.5) ? [random.pick(dimensions.slice(0, -1)).id] : [];
  return {
    top: {
      n: random.integer(1, 2),
      by: random.pick(measures),
      direction: random.pick(["asc", "desc"]),
      per,
      others: !hasTelemetry && random.chance(0.5),
    },
  };
}

function randomCompare(random: SeededRandom, measures: readonly string[]): Json {
  const to = random.pick(["previousPeriod", "previousDay", "previousWeek", "previousMonth", "previousYear", "shift"]);
  return {
    to,
    ...(to === "shift" ? { shift: random.pick(["P1D", "PT12H", "P7D"]) } : {}),
    fields: [random.pick(measures)],
    show: random.some(["value", "delta", "percent", "ratio"], 0.6).concat("value").slice(0, 4),
  };
}

function randomScope(random: SeededRandom, world: World): Json {
  return random.pick<Json>([
    { nameMatches: random.pick(["*p*", "pump*", "?ump", "*"]) },
    { customerIds: ["none", ...world.customers.slice(0, 1).map(({ id }) => id)] },
    { gatewayIds: world.gateways.slice(0, 1).map(({ id }) => id) },
    { deviceIds: world.devices.slice(0, 2).map(({ id }) => id) },
    { profiles: world.profiles.slice(0, 1).map((id) => ({ id })) },
    {
      where: random.pick([
        "attr.server.floor >= 2 or entity.name == 'Pump'",
        "attr.shared.retired != true",
        "isMissing(attr.server.building)",
      ]),
    },
  ]);
}

// --- Raw mode ---

function rawView(random: SeededRandom): Json {
  const sources = Array.from({ length: random.integer(0, 3) }, () => randomTelemetry(random));
  const measures = sources.map((source, index) => ({
    id: `m${String(index)}`,
    label: `Raw ${String(index)}`,
    kind: "measure",
    source,
    ...(random.chance(0.2) ? { where: randomWhere(random) } : {}),
  }));
  const keys = random
    .some<Json>(
      [
        { type: "timestamp" },
        { type: "entity", field: "name" },
        { type: "attribute", scope: "server", key: "building" },
        { type: "timePart", part: "hourOfDay" },
        { type: "timeBucket", bucket: "day" },
      ],
      0.5,
    )
    .map((source, index) => ({ id: `d${String(index)}`, label: `Key ${String(index)}`, source }));
  const fields = [...keys, ...measures];
  return {
    fields: fields.length > 0 ? fields : [{ id: "d0", label: "At", source: { type: "timestamp" } }],
    grouping: { mode: "raw", ...(random.chance(0.4) ? { align: "locf", toleranceMs: random.pick([HOUR, DAY]) } : {}) },
    ...(random.chance(0.4) ? { filters: randomFilters(random, []) } : {}),
    ...(random.chance(0.5)
      ? {
          sort: randomSort(
            random,
            fields.map(({ id }) => id),
          ),
        }
      : {}),
    limit: random.chance(0.4) ? { rows: random.integer(1, 15) } : {},
    ...(random.chance(0.1) ? { nulls: { dropRows: "anyMeasureMissing" } } : {}),
  };
}
