// Estimates the cost of a report before it runs: samples from the engine's knowledge of each series, rows from groups
// and buckets, and time from both. A report that would read too much is rejected here, before any query starts. Source:
// analytics contract 4.3, 5, 7 no. 6.
import { AnalyticsError } from "../analytics-error.ts";
import type { ReportEngine } from "../report/report-engine.ts";
import type { PlannedRead, ReportCostCheck, ReportPlan } from "../report/report.ts";
import { smallestThatFits } from "../time/buckets.ts";
import { warning, type Warning } from "../report/warning-words.ts";
import type { BucketWidth } from "../time/calendar.ts";
import type { Zones } from "../time/zones.ts";

export interface CostOptions {
  /** Most samples that one report may read; more are rejected. Setting REPORT_MAX_SAMPLES. */
  readonly samplesMax: number;
  /** Number of samples above which a report gets a warning that it is large. */
  readonly warnSamples: number;
  /** Default time limit of a report, which its view may override. */
  readonly timeoutMillis: number;
}

export interface Explanation {
  readonly devices: number;
  readonly series: number;
  /** Accurate to a factor of 3. */
  readonly estimatedSamples: number;
  readonly estimatedRows: number;
  readonly estimatedMs: number;
  readonly limits: {
    readonly samples: number;
    readonly rows: number;
    readonly timeoutMs: number;
  };
  /** The steps of the report, one line each. */
  readonly plan: readonly string[];
  readonly warnings: readonly Warning[];
}

interface Cost {
  readonly samples: number;
  /** One entry per read, in the order of the plan. */
  readonly ofReads: readonly number[];
}

/** Approximate time of any report, and additional time for each item: measured rates of an ordinary machine. */
const MILLIS_AT_LEAST = 5;
const MILLIS_PER_SAMPLE = 1 / 10_000;
const MILLIS_PER_SERIES = 1 / 500;
const MILLIS_PER_ROW = 1 / 200;

export class ReportCost implements ReportCostCheck {
  readonly #engine: Pick<ReportEngine, "estimate" | "mostSamples">;
  readonly #zones: Pick<Zones, "load">;
  readonly #options: CostOptions;

  constructor(
    engine: Pick<ReportEngine, "estimate" | "mostSamples">,
    zones: Pick<Zones, "load">,
    options: CostOptions,
  ) {
    this.#engine = engine;
    this.#zones = zones;
    this.#options = options;
  }

  /** Throws `REPORT_TOO_EXPENSIVE` with the figures if the report would read more samples than allowed. */
  async require(plan: ReportPlan, signal: AbortSignal): Promise<readonly Warning[]> {
    const { samplesMax, warnSamples } = this.#options;
    if (this.#mostOf(plan) <= Math.min(warnSamples, samplesMax)) return [];
    const samples = await this.#samplesOf(plan.reads, signal);
    if (samples > samplesMax) {
      const { estimatedRows, estimatedMs } = figures(plan, samples, samples);
      throw new AnalyticsError(
        "REPORT_TOO_EXPENSIVE",
        `the report would read about ${String(samples)} samples of ${String(plan.series)} series ` +
          `(${String(plan.devices)} devices, about ${String(estimatedRows)} rows, ${String(estimatedMs)} ms); ` +
          `at most ${String(samplesMax)} are allowed: choose a shorter range or fewer devices`,
        [],
        { limit: { name: "REPORT_MAX_SAMPLES", value: samplesMax } },
      );
    }
    return await this.#warnings(plan, samples);
  }

  /** An upper bound of the samples. Most reports are so small that this avoids an estimate. */
  #mostOf({ reads }: ReportPlan): number {
    return reads.reduce((most, { kind, series, window }) => {
      const ofRead = kind === "newest" ? series.length : (this.#engine.mostSamples(window) ?? Infinity);
      return most + (series.length === 0 ? 0 : ofRead);
    }, 0);
  }

  /** Never rejects for cost: it also explains a report that would be refused. */
  async explain(plan: ReportPlan, signal: AbortSignal): Promise<Explanation> {
    const cost = await this.#costOf(plan, signal);
    return {
      devices: plan.devices,
      series: plan.series,
      estimatedSamples: cost.samples,
      ...figures(plan, cost.samples, Math.max(0, ...cost.ofReads)),
      limits: { samples: this.#options.samplesMax, rows: plan.rowLimit, timeoutMs: this.#options.timeoutMillis },
      plan: linesOf(plan, cost),
      warnings: await this.#warnings(plan, cost.samples),
    };
  }

  /** Estimates each read separately, to show which column is expensive. */
  async #costOf({ reads }: ReportPlan, signal: AbortSignal): Promise<Cost> {
    const ofReads: number[] = [];
    for (const [index, read] of reads.entries()) {
      // Measures of the same key and range share an estimate.
      const same = reads.slice(0, index).findIndex((earlier) => readsTheSame(earlier, read));
      ofReads.push(ofReads[same] ?? (await this.#samplesOf([read], signal)));
    }
    return { samples: ofReads.reduce((sum, samples) => sum + samples, 0), ofReads };
  }

  /** Only one estimate per window, because every report waits for this. */
  async #samplesOf(reads: readonly PlannedRead[], signal: AbortSignal): Promise<number> {
    let samples = 0;
    const byWindow = Map.groupBy(reads, ({ kind, window }) =>
      kind === "newest" ? "newest" : `${String(window.startTs)} ${String(window.endTs)}`,
    );
    for (const [name, together] of byWindow) {
      const all = together.reduce((count, { series }) => count + series.length, 0);
      const [first] = together;
      if (name === "newest" || first === undefined || all === 0) {
        samples += all;
        continue;
      }
      const distinct = together.length === 1 ? first.series : [...new Set(together.flatMap(({ series }) => series))];
      // A series that several columns read counts once for each.
      const found = await this.#engine.estimate(distinct, first.window, signal);
      samples += Math.round((found * all) / distinct.length);
    }
    return samples;
  }

  async #warnings(plan: ReportPlan, samples: number): Promise<readonly Warning[]> {
    const { warnSamples, samplesMax } = this.#options;
    if (samples <= warnSamples) return [];
    const { amount, bucket } = (await this.#quickBucket(plan, samples)) ?? { amount: null, bucket: "" };
    const exceeded = samples > samplesMax ? samplesMax : null;
    return [warning("REPORT_EXPENSIVE", { samples, samplesMax: exceeded, amount, bucket })];
  }

  /** The smallest bucket without the warning; undefined if there is none. */
  async #quickBucket({ buckets, window, timezone }: ReportPlan, samples: number): Promise<BucketWidth | undefined> {
    if (buckets <= 1) return undefined;
    const fewer = Math.max(1, Math.min(buckets - 1, Math.floor((buckets * this.#options.warnSamples) / samples)));
    const calendar = { zone: await this.#zones.load(timezone), weekStart: "monday", fiscalStartMonth: 1 } as const;
    return smallestThatFits(window, calendar, fewer);
  }
}

function readsTheSame(one: PlannedRead, other: PlannedRead): boolean {
  return (
    one.series === other.series &&
    one.kind === other.kind &&
    one.window.startTs === other.window.startTs &&
    one.window.endTs === other.window.endTs
  );
}

/** `samplesOfOne`: the most samples in a single read. */
function figures(
  plan: ReportPlan,
  samples: number,
  samplesOfOne: number,
): { readonly estimatedRows: number; readonly estimatedMs: number } {
  const estimatedRows = Math.min(plan.rowLimit, mostRows(plan, samplesOfOne));
  const millis =
    MILLIS_AT_LEAST +
    samples * MILLIS_PER_SAMPLE +
    (plan.series + plan.devices) * MILLIS_PER_SERIES +
    estimatedRows * MILLIS_PER_ROW;
  return { estimatedRows, estimatedMs: Math.ceil(millis) };
}

/** Each sample makes at most one row. A group without any measure, or with a newest value, has one row anyway. */
function mostRows({ mode, rowsMost, reads }: ReportPlan, samplesOfOne: number): number {
  if (mode === "raw") return samplesOfOne;
  const hasNewest = reads.some(({ kind }) => kind === "newest");
  return reads.length === 0 || hasNewest ? rowsMost : Math.min(rowsMost, samplesOfOne);
}

/** Descriptions for people; a view has at most as many reads as it has fields and formula inputs. */
function linesOf(plan: ReportPlan, { ofReads }: Cost): readonly string[] {
  const { devices, series, groups, buckets, rowsMost, rowLimit, mode, window, timezone } = plan;
  const shape =
    mode === "raw"
      ? "One row for each device and instant with a sample"
      : `${counted(groups, "group")} in ${counted(buckets, "bucket")}: at most ${counted(rowsMost, "row")}`;
  return [
    `Range ${isoText(window.startTs)} to ${isoText(window.endTs)}, zone ${timezone}`,
    `${counted(devices, "device")} in scope with ${counted(series, "series", "series")}`,
    shape,
    ...plan.reads.map((read, index) => readLine(read, ofReads[index] ?? 0)),
    `At most ${counted(rowLimit, "row")} are given`,
  ];
}

function readLine({ kind, series, window, description }: PlannedRead, samples: number): string {
  const from = counted(series.length, "series", "series");
  if (kind === "newest") return `Read ${description}: the newest value of ${from}`;
  const range = `${isoText(window.startTs)} to ${isoText(window.endTs)}`;
  return `Read ${description}: about ${counted(samples, "sample")} of ${from}, ${range}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

function isoText(ts: number): string {
  return new Date(ts).toISOString();
}
