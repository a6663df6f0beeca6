// Everything that a chart shows: the kinds of the keys, the values of the window for each device, and arriving values
// while it follows the present.
import { keepPreviousData, useQueries, useQueryClient, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { NO_FORMAT, type KeyFormats } from "../../../components/chart/key-format.ts";
import type { TimeWindow } from "../../../components/chart/time-series.ts";
import { useNow } from "../../../components/use-now.ts";
import type { ValueKind } from "../value-kind.ts";
import type { ChartChoice } from "./chart-address.ts";
import { areFewEach, fittingInterval, isComputable } from "./intervals.ts";
import { readCount, readKinds, readSeries, type DeviceSeries } from "./read-series.ts";
import { numbersWith, seriesId, statesWith, type ShownSeries } from "./shown-series.ts";
import { presetMillis, windowOf } from "./time-range.ts";
import { useArrivals, type Arrivals } from "./use-arrivals.ts";

export interface ChartDevice {
  readonly id: string;
  readonly name: string;
  readonly formats: KeyFormats;
}

/** Sums and counts belong to their interval only, so they are drawn as bars rather than a line. */
export function isBarred(aggregation: ChartChoice["aggregation"]): boolean {
  return aggregation === "sum" || aggregation === "count";
}

export interface ChartContent {
  readonly series: readonly ShownSeries[];
  readonly window: TimeWindow;
  /** The length of intervals, if intervals are shown. */
  readonly intervalMillis: number;
  /** The chosen interval cannot be computed for a window this long. */
  readonly isIntervalTooShort: boolean;
  /** Nothing can be shown yet. */
  readonly isLoading: boolean;
  /** The previous window is still shown. */
  readonly isRefreshing: boolean;
  readonly problems: readonly { readonly device: ChartDevice; readonly error: Error; readonly retry: () => void }[];
  /** Names of series whose older values in the window are left out. */
  readonly cut: readonly string[];
  /** Number of values behind the lines; null if they are not counted. */
  readonly valueCount: number | null;
}

/** The platform's clock may be a little ahead of this browser's. */
const AHEAD_MILLIS = 5_000;
const CLOCKS_APART_MAX = 600_000;
const REREAD_MILLIS_MIN = 5_000;
const REREAD_MILLIS_MAX = 60_000;
/** For intervals, of which the newest changes with each value. */
const INTERVAL_REREAD_MILLIS = 1_000;
const MINUTE = 60_000;

export function useChart(
  devices: readonly ChartDevice[],
  keys: readonly string[],
  choice: Pick<ChartChoice, "range" | "aggregation" | "interval">,
  widthPixels: number,
): ChartContent {
  const { range, aggregation } = choice;
  const isFollowing = range.window === null;
  const span = range.window === null ? presetMillis(range.preset) : range.window.endTs - range.window.startTs;
  const fitting = fittingInterval(span, widthPixels, isBarred(aggregation));
  const isIntervalTooShort = choice.interval !== null && !isComputable(span, choice.interval);
  const intervalMillis = choice.interval === null || isIntervalTooShort ? fitting : choice.interval;
  const queries = useQueryClient();
  const kinds = useKinds(devices, keys);
  const arrivals = useArrivals(
    devices.map(({ id }) => id),
    keys,
    isFollowing,
  );
  const kindsOf = devices.map((_, place): Kinds => {
    const { data, isPlaceholderData } = kinds[place] ?? {};
    const isNumber = (key: string): boolean => aggregation === "count" || data?.get(key) === "number";
    const known = keys.filter((key) => data?.has(key) === true);
    return {
      numbers: known.filter(isNumber),
      states: known.filter((key) => !isNumber(key)),
      isKnown: data !== undefined && isPlaceholderData !== true,
    };
  });
  const windowNow = (): TimeWindow => {
    const { startTs, endTs } = windowOf(range, Date.now());
    return { startTs, endTs: isFollowing ? endTs + AHEAD_MILLIS : endTs };
  };
  const freshness = {
    staleTime: isFollowing ? 0 : MINUTE,
    refetchInterval: isFollowing
      ? Math.min(REREAD_MILLIS_MAX, Math.max(REREAD_MILLIS_MIN, intervalMillis))
      : (false as const),
  };
  const isAuto = aggregation === "auto";
  const counts = useQueries({
    queries: devices.map(({ id }, place) => {
      const { numbers, isKnown } = kindsOf[place] ?? NO_KINDS;
      return {
        queryKey: ["telemetry", id, "count-of", numbers, range],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => readCount(id, numbers, windowNow(), signal),
        enabled: isAuto && isKnown,
        // The number below the chart stays while it moves.
        placeholderData: keepPreviousData,
        ...freshness,
      };
    }),
  });
  const counted = counts.flatMap(({ data }) => data ?? []);
  // A device whose values cannot be read holds up no other.
  const isCounted = counts.every(
    ({ data, isPlaceholderData, isError }, place) =>
      (data !== undefined && !isPlaceholderData) || isError || kinds[place]?.isError === true,
  );
  const areFew = areFewEach(counted);
  const reads = useQueries({
    queries: devices.map(({ id }, place) => {
      const { numbers, states, isKnown } = kindsOf[place] ?? NO_KINDS;
      const plan = { numbers, states, aggregation, intervalMillis, areFew };
      return {
        queryKey: chartKey(id, [plan, range]),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          readSeries(id, { ...plan, window: windowNow() }, signal),
        enabled: isKnown && (isCounted || !isAuto),
        placeholderData: () => newestChart(queries, id),
        ...freshness,
      };
    }),
  });
  const isOfIntervals = aggregation !== "auto" && aggregation !== "none";
  useReread(isOfIntervals, arrivals);
  const data = reads.map((read) => read.data);
  const series = shownSeries({ devices, keys, data, arrivals, isOfIntervals, isOfCounts: aggregation === "count" });
  const window = useWindow(range, span, arrivals);
  const found = data.filter((one) => one !== undefined);
  return {
    series,
    window,
    intervalMillis: Math.max(0, ...found.map((one) => one.intervalMillis)),
    isIntervalTooShort,
    isLoading: keys.length > 0 && found.length === 0 && reads.some((read) => read.error === null),
    isRefreshing: reads.some((read) => read.isPlaceholderData),
    problems: devices.flatMap((device, place) => {
      const failed = [kinds[place], counts[place], reads[place]].find((read) => read?.isError === true);
      const error = failed?.error ?? null;
      return error === null ? [] : [{ device, error, retry: () => void failed?.refetch() }];
    }),
    cut: devices.flatMap(({ id }, place) =>
      (data[place]?.cutKeys ?? []).map((key) => series.find((one) => one.id === seriesId(id, key))?.name ?? key),
    ),
    valueCount: isAuto ? counted.reduce((sum, { total }) => sum + total, 0) : null,
  };
}

/** The chosen keys of a device by what they hold. */
interface Kinds {
  readonly numbers: readonly string[];
  readonly states: readonly string[];
  readonly isKnown: boolean;
}

const NO_KINDS: Kinds = { numbers: [], states: [], isKnown: false };

function useKinds(devices: readonly ChartDevice[], keys: readonly string[]) {
  return useQueries({
    queries: devices.map(({ id }) => ({
      queryKey: ["telemetry", id, "kinds-of", keys],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readKinds(id, keys, signal),
      enabled: keys.length > 0,
      placeholderData: keepPreviousData,
      staleTime: MINUTE,
      // The device may send a key for the first time at any moment.
      refetchInterval: ({ state }: { readonly state: { readonly data?: ReadonlyMap<string, ValueKind> } }) =>
        keys.every((key) => state.data?.has(key) === true) ? MINUTE : REREAD_MILLIS_MIN,
    })),
  });
}

interface Parts {
  readonly devices: readonly ChartDevice[];
  readonly keys: readonly string[];
  readonly data: readonly (DeviceSeries | undefined)[];
  readonly arrivals: Arrivals;
  readonly isOfIntervals: boolean;
  /** A count of temperatures is no temperature. */
  readonly isOfCounts: boolean;
}

/** Only series with data; each keeps its styleIndex while others come and go. */
function shownSeries({ devices, keys, data, arrivals, isOfIntervals, isOfCounts }: Parts): readonly ShownSeries[] {
  const of = (key: string, keyPlace: number, { id, name, formats }: ChartDevice, place: number): ShownSeries | null => {
    const read = data[place];
    if (read === undefined || (!read.states.has(key) && !read.numbers.has(key))) return null;
    const arrived = arrivals.get(seriesId(id, key)) ?? [];
    const isState = read.states.has(key);
    return {
      id: seriesId(id, key),
      deviceId: id,
      key,
      name: devices.length === 1 ? key : `${key} · ${name}`,
      styleIndex: keyPlace * devices.length + place,
      kind: isState ? "states" : "numbers",
      format: (isOfCounts ? undefined : formats.get(key)) ?? NO_FORMAT,
      numbers: isState ? [] : numbersWith(read, key, arrived, isOfIntervals),
      states: isState ? statesWith(read, key, arrived) : [],
      intervalMillis: isState ? 0 : read.intervalMillis,
    };
  };
  return keys
    .flatMap((key, keyPlace) => devices.map((device, place) => of(key, keyPlace, device, place)))
    .filter((series) => series !== null);
}

/** The present window, extended for a device whose clock is a little ahead. */
function useWindow(range: ChartChoice["range"], span: number, arrivals: Arrivals): TimeWindow {
  const now = useNow(range.window === null ? Math.min(MINUTE, Math.max(1_000, span / 600)) : null);
  const newest = useMemo(
    () => Math.max(0, ...[...arrivals.values()].map((points) => points.at(-1)?.ts ?? 0)),
    [arrivals],
  );
  return windowOf(range, newest > now && newest - now < CLOCKS_APART_MAX ? newest : now);
}

/** Values that only the platform can compute are read again when something has arrived, but not for each value. */
function useReread(isNeeded: boolean, arrivals: Arrivals): void {
  const queries = useQueryClient();
  const rereadAt = useRef(0);
  const [due, setDue] = useState(0);
  useEffect(() => {
    if (!isNeeded || arrivals.size === 0) return undefined;
    const wait = rereadAt.current + INTERVAL_REREAD_MILLIS - Date.now();
    const timer = setTimeout(
      () => {
        rereadAt.current = Date.now();
        setDue(rereadAt.current);
      },
      Math.max(0, wait),
    );
    return () => clearTimeout(timer);
  }, [isNeeded, arrivals]);
  useEffect(() => {
    if (due > 0)
      void queries.invalidateQueries({ queryKey: ["telemetry"], predicate: ({ queryKey }) => isChart(queryKey) });
  }, [queries, due]);
}

/** The device's previous chart, shown until the requested one arrives. */
function newestChart(queries: QueryClient, deviceId: string): DeviceSeries | undefined {
  const known = queries
    .getQueryCache()
    .findAll({ queryKey: chartKey(deviceId, []) })
    .filter(({ state }) => state.data !== undefined)
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0];
  return known === undefined ? undefined : queries.getQueryData<DeviceSeries>(known.queryKey);
}

function chartKey(deviceId: string, rest: readonly unknown[]): QueryKey {
  return ["telemetry", deviceId, "chart", ...rest];
}

function isChart(key: QueryKey): boolean {
  return key[2] === "chart";
}
