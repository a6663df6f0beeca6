// Reads the values of one device for a chart: the kinds of its keys, and the values of a window, raw if they are few,
// in intervals if they are many.
import { api, ask } from "../../../api/client.ts";
import { drawnNumber } from "../../../components/chart/drawn-number.ts";
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { CLOCK } from "../../../components/local-time.ts";
import { kindOfTyped, type ValueKind } from "../value-kind.ts";
import type { Aggregation } from "./chart-address.ts";
import { inWholeIntervals, SINGLE_MAX, type NumberCount } from "./intervals.ts";

export interface SeriesPlan {
  /** Keys whose values are numbers, or texts that spell numbers. */
  readonly numbers: readonly string[];
  /** All other keys. */
  readonly states: readonly string[];
  readonly window: TimeWindow;
  readonly aggregation: Aggregation;
  readonly intervalMillis: number;
  /** Whether numbers without an aggregation are few enough to be shown one by one: for all devices of a chart alike. */
  readonly areFew: boolean;
}

export interface NumberPoint {
  /** For an interval, its middle. */
  readonly ts: number;
  readonly value: number;
  /** Minimum and maximum of an interval that is shown as its average. */
  readonly low?: number;
  readonly high?: number;
}

export interface StatePoint {
  readonly ts: number;
  readonly text: string;
}

export interface DeviceSeries {
  /** Oldest first. */
  readonly numbers: ReadonlyMap<string, readonly NumberPoint[]>;
  /** Oldest first; the first may lie before the window if its state reaches into it. */
  readonly states: ReadonlyMap<string, readonly StatePoint[]>;
  /** The interval of the numbers, 0 for raw values. */
  readonly intervalMillis: number;
  /** Keys whose older values in the window are left out. */
  readonly cutKeys: readonly string[];
}

/** On request, up to this many. */
const ASKED_MAX = 20_000;
const STATES_MAX = 2_000;

type Values = Readonly<Record<string, readonly { readonly ts: number; readonly value?: unknown }[]>>;
type ValuesQuery = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** The kinds in which latest values are drawn, by key: for these keys, or for all keys if null. */
export async function readKinds(
  deviceId: string,
  keys: readonly string[] | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ValueKind>> {
  const values = await read(deviceId, keys === null ? {} : { key: keys }, signal);
  // A key that was never sent has the value null.
  return new Map(
    Object.entries(values).flatMap(([key, [latest]]) => {
      const value = latest?.value ?? null;
      return value === null ? [] : [[key, drawnKind(value)] as const];
    }),
  );
}

/** When the newest value of any of these keys was measured; null if none of them was ever sent. */
export async function readNewestTs(
  deviceId: string,
  keys: readonly string[],
  signal: AbortSignal,
): Promise<number | null> {
  const values = await read(deviceId, { key: keys }, signal);
  const times = Object.values(values).flatMap(([newest]) =>
    (newest?.value ?? null) === null ? [] : [newest?.ts ?? 0],
  );
  return times.length === 0 ? null : Math.max(...times);
}

/** Values that are compared: a number that is measured rarely stays the same for so long. */
const COMPARED = 20;

/** Those of the keys whose newest values within the window differ. */
export async function readChanging(
  deviceId: string,
  keys: readonly string[],
  window: TimeWindow,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const values = await read(deviceId, { key: keys, ...window, limit: COMPARED }, signal);
  const isChanging = (key: string): boolean => new Set(values[key]?.map(({ value }) => value)).size > 1;
  return new Set(keys.filter(isChanging));
}

function drawnKind(value: unknown): ValueKind {
  return drawnNumber(value) === null ? kindOfTyped(value) : "number";
}

export async function readSeries(deviceId: string, plan: SeriesPlan, signal: AbortSignal): Promise<DeviceSeries> {
  const [numbers, states] = await Promise.all([
    readNumbers(deviceId, plan, signal),
    readStates(deviceId, plan.states, plan.window, signal),
  ]);
  return { ...numbers, states: states.points, cutKeys: [...numbers.cutKeys, ...states.cutKeys] };
}

type Numbers = Omit<DeviceSeries, "states">;

async function readNumbers(deviceId: string, plan: SeriesPlan, signal: AbortSignal): Promise<Numbers> {
  const { numbers: keys, window, aggregation, areFew } = plan;
  if (keys.length === 0) return { numbers: new Map(), intervalMillis: 0, cutKeys: [] };
  if (aggregation === "none") return await readSingly(deviceId, keys, window, ASKED_MAX, signal);
  if (aggregation !== "auto") return await readAggregate(deviceId, plan, aggregation, signal);
  return areFew
    ? // Some may have come since they were counted.
      await readSingly(deviceId, keys, window, 2 * SINGLE_MAX, signal)
    : await readAverages(deviceId, plan, signal);
}

export async function readCount(
  deviceId: string,
  keys: readonly string[],
  window: TimeWindow,
  signal: AbortSignal,
): Promise<NumberCount> {
  if (keys.length === 0) return { total: 0, most: 0 };
  const interval = Math.max(1_000, window.endTs - window.startTs);
  const values = await read(deviceId, { key: keys, ...window, agg: "COUNT", interval }, signal);
  const counts = Object.values(values).map((buckets) => buckets.reduce((sum, { value }) => sum + Number(value), 0));
  return { total: counts.reduce((sum, count) => sum + count, 0), most: Math.max(0, ...counts) };
}

async function readSingly(
  deviceId: string,
  keys: readonly string[],
  window: TimeWindow,
  limit: number,
  signal: AbortSignal,
): Promise<Numbers> {
  const values = await read(deviceId, { key: keys, ...window, limit }, signal);
  const cutKeys = keys.filter((key) => (values[key]?.length ?? 0) >= limit);
  const numbers = new Map(keys.map((key) => [key, numbersOf(values[key]).reverse()]));
  return { numbers, intervalMillis: 0, cutKeys };
}

async function readAverages(deviceId: string, plan: SeriesPlan, signal: AbortSignal): Promise<Numbers> {
  const query = bucketQuery(plan);
  const [averages, lows, highs] = await Promise.all(
    ["AVG", "MIN", "MAX"].map((agg) => read(deviceId, { ...query, agg }, signal)),
  );
  const numbers = new Map(
    plan.numbers.map((key) => {
      const low = byTime(lows?.[key]);
      const high = byTime(highs?.[key]);
      return [
        key,
        numbersOf(averages?.[key]).map(({ ts, value }) => ({
          ts,
          value,
          low: low.get(ts) ?? value,
          high: high.get(ts) ?? value,
        })),
      ] as const;
    }),
  );
  return { numbers, intervalMillis: plan.intervalMillis, cutKeys: [] };
}

async function readAggregate(
  deviceId: string,
  plan: SeriesPlan,
  aggregation: Aggregation,
  signal: AbortSignal,
): Promise<Numbers> {
  const values = await read(deviceId, { ...bucketQuery(plan), agg: aggregation.toUpperCase() }, signal);
  const numbers = new Map(plan.numbers.map((key) => [key, numbersOf(values[key])]));
  return { numbers, intervalMillis: plan.intervalMillis, cutKeys: [] };
}

function bucketQuery({ numbers, window, intervalMillis }: SeriesPlan): ValuesQuery {
  const whole = inWholeIntervals(window, intervalMillis, CLOCK.offsetAt(window.startTs));
  return { key: numbers, interval: intervalMillis, ...whole };
}

async function readStates(
  deviceId: string,
  keys: readonly string[],
  window: TimeWindow,
  signal: AbortSignal,
): Promise<{ readonly points: ReadonlyMap<string, readonly StatePoint[]>; readonly cutKeys: readonly string[] }> {
  if (keys.length === 0) return { points: new Map(), cutKeys: [] };
  const [inside, before] = await Promise.all([
    read(deviceId, { key: keys, ...window, limit: STATES_MAX }, signal),
    // The state when the window began.
    read(deviceId, { key: keys, startTs: 0, endTs: window.startTs, limit: 1 }, signal),
  ]);
  const cutKeys = keys.filter((key) => (inside[key]?.length ?? 0) >= STATES_MAX);
  const points = keys.map((key) => {
    const carried = cutKeys.includes(key) ? [] : (before[key] ?? []);
    const all = [...carried, ...(inside[key] ?? []).toReversed()];
    return [key, all.map(({ ts, value }) => ({ ts, text: textOf(value) }))] as const;
  });
  return { points: new Map(points), cutKeys };
}

async function read(deviceId: string, query: ValuesQuery, signal: AbortSignal): Promise<Values> {
  return await ask(
    api.GET("/api/plugins/telemetry/{entityType}/{entityId}/values/timeseries", {
      params: {
        path: { entityType: "DEVICE", entityId: deviceId },
        query: { ...query, useStrictDataTypes: true },
      },
      signal,
    }),
  );
}

/** Values that are not numbers are left out: the key also had other values. */
function numbersOf(points: Values[string] | undefined): NumberPoint[] {
  return (points ?? []).flatMap(({ ts, value }) => {
    const number = drawnNumber(value);
    return number === null ? [] : [{ ts, value: number }];
  });
}

function byTime(points: Values[string] | undefined): ReadonlyMap<number, number> {
  return new Map(numbersOf(points).map(({ ts, value }) => [ts, value]));
}

/** The same text as in live updates. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
