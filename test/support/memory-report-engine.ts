// An engine of reports over samples in lists, for tests of what becomes of its answers: the plain functions over numbers,
// buckets, calendar parts and telemetry in force. The engine proper is tested by itself.
import { canonicalText, cellTest } from "../../src/core/analytics/report/filters.ts";
import type {
  Cell,
  MeasureQuery,
  MeasureRows,
  RawQuery,
  RawRows,
  ReadRequest,
  ReportEngine,
  ReportPoints,
  SampleSource,
  ZoneOffsets,
} from "../../src/core/analytics/report/report-engine.ts";
import { partOf } from "../../src/core/analytics/time/time-part.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";

export interface ListedSample {
  readonly ts: number;
  readonly value: Exclude<Cell, null>;
}

interface Found extends ListedSample {
  readonly device: number;
}

interface Group {
  readonly group: number;
  readonly bucket: number;
  readonly parts: readonly number[];
  readonly locf: readonly Cell[];
  readonly samples: Found[];
}

export class MemoryReportEngine implements ReportEngine {
  /** Queries so far, for tests of how much is asked. */
  readonly queries: MeasureQuery[] = [];
  readonly rawQueries: RawQuery[] = [];
  readonly #samples: ReadonlyMap<SeriesNumber, readonly ListedSample[]>;

  /** Samples of each series in ascending order of ts. */
  constructor(samples: ReadonlyMap<SeriesNumber, readonly ListedSample[]>) {
    this.#samples = samples;
  }

  async read<Result>({ signal }: ReadRequest, use: (points: ReportPoints) => Promise<Result>): Promise<Result> {
    return await use({
      measures: (queries) => queries.map((query) => this.measure(query, signal)),
      raw: (query) => this.raw(query, signal),
    });
  }

  async measure(query: MeasureQuery, signal: AbortSignal): Promise<MeasureRows> {
    this.queries.push(query);
    await Promise.resolve();
    signal.throwIfAborted();
    const groups = new Map<string, Group>();
    for (const sample of this.#selected(query)) {
      const place = this.#placeOf(query, sample);
      if (place === undefined) continue;
      const key = JSON.stringify([place.group, place.bucket, place.parts, place.locf.map(textOf)]);
      const known = groups.get(key) ?? { ...place, samples: [] };
      groups.set(key, known);
      known.samples.push(sample);
    }
    return rowsOf(query, [...groups.values()]);
  }

  async raw(query: RawQuery, signal: AbortSignal): Promise<RawRows> {
    this.rawQueries.push(query);
    await Promise.resolve();
    signal.throwIfAborted();
    const rows = new Map<string, { readonly device: number; readonly ts: number; readonly cells: Cell[] }>();
    for (const [index, { samples }] of query.fields.entries()) {
      if (samples.kind !== "series") throw new Error("derived series are the engine's own business");
      for (const { device, ts, value } of this.#read(samples.source)) {
        if (ts < query.window.startTs || ts >= query.window.endTs) continue;
        const key = `${String(device)}/${String(ts)}`;
        const row = rows.get(key) ?? { device, ts, cells: query.fields.map(() => null) };
        row.cells[index] = value;
        rows.set(key, row);
      }
    }
    const rank = (device: number): number => query.deviceOrder[device] ?? 0;
    const sorted = [...rows.values()].sort((left, right) => {
      const byTime = query.order === "newestFirst" ? right.ts - left.ts : left.ts - right.ts;
      const byDevice = rank(left.device) - rank(right.device);
      return query.order === "device" ? byDevice || byTime : byTime || byDevice;
    });
    const cut = sorted.slice(0, query.rowsMax ?? sorted.length);
    return {
      length: cut.length,
      devices: Int32Array.from(cut, ({ device }) => device),
      ts: Float64Array.from(cut, ({ ts }) => ts),
      cells: query.fields.map((_, index) => cut.map(({ cells }) => cells[index] ?? null)),
      skippedValues: query.fields.map(() => 0),
    };
  }

  async estimate(series: readonly SeriesNumber[]): Promise<number> {
    await Promise.resolve();
    return series.reduce((sum, number) => sum + (this.#samples.get(number)?.length ?? 0), 0);
  }

  mostSamples(): undefined {
    return undefined;
  }

  newestTs(series: readonly SeriesNumber[]): number | null {
    const times = series.flatMap((number) => this.#samples.get(number)?.at(-1)?.ts ?? []);
    return times.length === 0 ? null : Math.max(...times);
  }

  #read({ series }: SampleSource): readonly Found[] {
    return series.series.flatMap((number, row) =>
      (this.#samples.get(number) ?? []).map((sample) => ({ ...sample, device: series.devices[row] ?? 0 })),
    );
  }

  #selected({ samples, conditions, window, aggregation }: MeasureQuery): readonly Found[] {
    if (samples.kind !== "series") throw new Error("derived series are the engine's own business");
    const tests = conditions.own.map(({ filter }) => cellTest(filter));
    const isIn = ({ ts }: Found): boolean =>
      aggregation.fn === "current" || (ts >= window.startTs && ts < window.endTs);
    return this.#read(samples.source).filter((sample) => isIn(sample) && tests.every((test) => test(sample.value)));
  }

  #placeOf({ keys }: MeasureQuery, { device, ts }: Found): Omit<Group, "samples"> | undefined {
    const group = keys.groupOfDevice[device] ?? -1;
    if (group < 0) return undefined;
    const bucket = keys.edges === null ? 0 : keys.edges.findLastIndex((edge) => edge <= ts);
    const parts = keys.parts.map((part) => partOf(part, ts + offsetAt(keys.offsets, ts), keys));
    const locf = keys.locf.map(({ source }): Cell => {
      const known = this.#read(source).filter((sample) => sample.device === device && sample.ts <= ts);
      return known.at(-1)?.value ?? null;
    });
    return { group, bucket, parts, locf };
  }
}

function offsetAt({ fromTs, offsetMillis }: ZoneOffsets, ts: number): number {
  return (
    offsetMillis[
      Math.max(
        0,
        fromTs.findLastIndex((from) => from <= ts),
      )
    ] ?? 0
  );
}

function textOf(cell: Cell): string | null {
  return cell === null ? null : canonicalText(cell);
}

function rowsOf({ aggregation, keys }: MeasureQuery, groups: readonly Group[]): MeasureRows {
  let skippedValues = 0;
  const cells = groups.map(({ samples }) => {
    const { cell, skipped } = aggregate(aggregation.fn, samples);
    skippedValues += skipped;
    return cell;
  });
  return {
    length: groups.length,
    groups: Int32Array.from(groups, ({ group }) => group),
    buckets: Int32Array.from(groups, ({ bucket }) => bucket),
    parts: keys.parts.map((_, index) => Int32Array.from(groups, ({ parts }) => parts[index] ?? -1)),
    locf: keys.locf.map((_, index) => {
      const shown = groups.map(({ locf }) => locf[index] ?? null);
      return { text: shown.map(textOf), cells: shown };
    }),
    cells,
    skippedValues,
  };
}

function aggregate(fn: string, samples: readonly Found[]): { readonly cell: Cell; readonly skipped: number } {
  const newest = samples.reduce<Found | null>((best, each) => (best === null || each.ts > best.ts ? each : best), null);
  if (fn === "count") return { cell: samples.length, skipped: 0 };
  if (fn === "latest" || fn === "current") return { cell: newest?.value ?? null, skipped: 0 };
  const numbers = samples.flatMap(({ value }) => (typeof value === "number" ? [value] : []));
  const skipped = samples.length - numbers.length;
  if (numbers.length === 0) return { cell: null, skipped };
  const sum = numbers.reduce((total, number) => total + number, 0);
  switch (fn) {
    case "sum":
      return { cell: sum, skipped };
    case "avg":
      return { cell: sum / numbers.length, skipped };
    case "min":
      return { cell: Math.min(...numbers), skipped };
    case "max":
      return { cell: Math.max(...numbers), skipped };
    default:
      throw new Error(`the engine of tests does not know ${fn}`);
  }
}
