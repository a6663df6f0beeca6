// The state of one run: ports and limits, the view with its formulas, the devices, the active filters, the single
// "now", the spans of time, and the memory for its rows. Source: analytics contract 2.10, 3.1 to 3.4, 3.6, 3.10, 5.
import type { Clock } from "../../../lib/clock.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { bucketEdges, type BucketRequest, type Edges } from "../time/buckets.ts";
import type { Calendar } from "../time/calendar.ts";
import { comparisonShift, partnerBuckets, shiftedWindow } from "../time/comparison.ts";
import type { Zones } from "../time/zones.ts";
import type { Compare, Field, FieldId, Filter, TimeBucketSource } from "../view/table-view.ts";
import type { FieldFormulas, ViewFormulas } from "../view/view-formulas.ts";
import type { DeviceColumns, DeviceDimensionsStore } from "./choose-devices.ts";
import type { MeasureQuery, MeasureRows, ReportEngine } from "./report-engine.ts";
import { type ReaderZones, type ReportCostCheck, type RunnableView, RunNotes } from "./report.ts";

/** What is known about a run before any sample is read. */
export interface RunBasis {
  readonly view: RunnableView;
  readonly formulas: ViewFormulas;
  readonly devices: DeviceColumns;
  readonly filters: readonly Filter[];
  readonly calendar: Calendar;
  readonly now: number;
  /** Most rows before sorting and limiting. */
  readonly tableRowsMax: number;
  /** Accounts for the memory of the run's rows. */
  readonly memory: MemoryShare;
  /** Aborts the run. */
  readonly signal: AbortSignal;
}

export interface ReportRun extends RunBasis {
  /** Queries the engine; all answers are based on the same points. */
  measures(queries: readonly MeasureQuery[]): Promise<readonly MeasureRows[]>;
}

/** A time range and the buckets it is divided into. */
export interface Span {
  readonly window: TimeWindow;
  /** The windows of fields with their own range. */
  readonly fieldWindows: ReadonlyMap<FieldId, TimeWindow>;
  /** One per bucket field. */
  readonly buckets: readonly BucketEdges[];
  /** Warnings and omissions of this span; those of a compared span are discarded. */
  readonly notes: RunNotes;
}

const NO_FORMULAS: FieldFormulas = { expression: null, where: null, state: null };

export function formulasOf(run: RunBasis, field: Field): FieldFormulas {
  return run.formulas.fields.get(field.id) ?? NO_FORMULAS;
}

export function windowOf(span: Span, field: Field): TimeWindow {
  return span.fieldWindows.get(field.id) ?? span.window;
}

export interface ReportOptions {
  /** Most rows in an answer; setting `REPORT_MAX_ROWS`. */
  readonly rowsMax: number;
  /** Most bytes in an answer; setting `REPORT_MAX_BYTES`. */
  readonly bytesMax: number;
  /** Most buckets in a report; setting `REPORT_MAX_BUCKETS`. */
  readonly bucketsMax: number;
  /** Most rows before sorting and limiting. */
  readonly tableRowsMax: number;
  /**
   * Memory for the rows of all running reports together: the part of `REPORT_MEMORY_LIMIT` that the engine does not
   * get.
   */
  readonly memoryBytesMax: number;
}

export interface ReportPorts {
  readonly engine: ReportEngine;
  readonly devices: DeviceDimensionsStore;
  readonly cost: ReportCostCheck;
  readonly readerZones: ReaderZones;
  readonly zones: Zones;
  readonly clock: Clock;
}

/** The buckets of one bucket field. */
export interface BucketEdges extends Edges {
  readonly field: FieldId;
  readonly labelAt: TimeBucketSource["labelAt"];
}

export interface TimeAxis {
  /** Null if the report has no bucket field: the whole window is one bucket. */
  readonly edges: readonly number[] | null;
  /** Number of buckets; 1 without edges. */
  readonly count: number;
  /** The label of each bucket field, by bucket of the axis. */
  readonly labels: ReadonlyMap<FieldId, readonly number[]>;
  /** The bucket index of each bucket field, by bucket of the axis. */
  readonly indexes: ReadonlyMap<FieldId, Int32Array>;
}

const WHOLE_WINDOW: TimeAxis = {
  edges: null,
  count: 1,
  labels: new Map(),
  indexes: new Map(),
};

export function timeAxis(fields: readonly BucketEdges[]): TimeAxis {
  const edges = sharedEdges(fields.map((field) => field.edges));
  if (edges === null) return WHOLE_WINDOW;
  const count = edges.length - 1;
  const labels = new Map<FieldId, readonly number[]>();
  const indexes = new Map<FieldId, Int32Array>();
  for (const { field, edges: own, labelAt } of fields) {
    const index = new Int32Array(count);
    let at = 0;
    for (let bucket = 0; bucket < count; bucket++) {
      while (at + 2 < own.length && (own[at + 1] ?? 0) <= (edges[bucket] ?? 0)) at++;
      index[bucket] = at;
    }
    indexes.set(field, index);
    labels.set(
      field,
      Array.from(index, (bucket) => own[labelAt === "start" ? bucket : bucket + 1] ?? 0),
    );
  }
  return { edges, count, labels, indexes };
}

/** All distinct edges of the lists, within the range that all lists cover. */
function sharedEdges(lists: readonly (readonly number[])[]): readonly number[] | null {
  const [first, ...others] = lists;
  if (first === undefined || others.length === 0) return first ?? null;
  const start = Math.max(...lists.map((edges) => edges[0] ?? 0));
  const end = Math.min(...lists.map((edges) => edges.at(-1) ?? 0));
  const all = new Set<number>([start, end]);
  for (const edges of lists) for (const edge of edges) if (edge > start && edge < end) all.add(edge);
  return [...all].sort((left, right) => left - right);
}

export interface SpanRequest {
  readonly window: TimeWindow;
  readonly fieldWindows: ReadonlyMap<FieldId, TimeWindow>;
  readonly fields: readonly Field[];
  /** Overrides the width of every bucket field. */
  readonly bucket: Pick<BucketRequest, "bucket" | "amount"> | null;
  readonly bucketsMax: number;
  readonly calendar: Calendar;
  readonly notes: RunNotes;
}

export function cutSpan(request: SpanRequest): Span {
  const { window, fieldWindows, fields, bucket, bucketsMax, calendar, notes } = request;
  const buckets = fields.flatMap(({ id, source }) => {
    if (source.type !== "timeBucket") return [];
    const cut = bucketEdges({ ...source, ...bucket }, window, calendar, bucketsMax);
    return [{ ...cut, field: id, labelAt: source.labelAt }];
  });
  return { window, fieldWindows, buckets, notes };
}

export interface ComparedSpan {
  readonly span: Span;
  /** For each bucket of the report's axis, the matching bucket of the compared axis; -1 if there is none. */
  partnersOf(main: TimeAxis, compared: TimeAxis): Int32Array;
}

/**
 * Null if the earlier range is empty. It uses the report's bucket widths; `auto` is not resolved again for the earlier
 * range.
 */
export function comparedSpan(
  compare: Compare,
  main: Span,
  { calendar, bucketsMax }: Pick<SpanRequest, "calendar" | "bucketsMax">,
): ComparedSpan | null {
  const shift = comparisonShift(compare, main.window, calendar);
  const window = shiftedWindow(main.window, shift, calendar);
  if (window === null) return null;
  const fieldWindows = new Map<FieldId, TimeWindow>();
  for (const [field, own] of main.fieldWindows) {
    const earlier = shiftedWindow(own, comparisonShift(compare, own, calendar), calendar);
    fieldWindows.set(field, earlier ?? { startTs: own.startTs, endTs: own.startTs });
  }
  const buckets = main.buckets.map((mine) => {
    // The compared range may have one bucket more because of a clock change; that must not make the comparison fail.
    const cut = bucketEdges({ ...mine.width, maxBuckets: bucketsMax }, window, calendar, bucketsMax * 2);
    return { ...mine, ...cut };
  });
  return {
    span: { window, fieldWindows, buckets, notes: new RunNotes() },
    partnersOf: ({ edges }, { edges: compared }) =>
      edges === null || compared === null
        ? new Int32Array(1)
        : partnerBuckets({ edges, compared, window: main.window }, shift, calendar),
  };
}

// --- Memory ---

/** Memory of a table row with its key, map entries and some cells; measured on tables of two to five columns. */
export const TABLE_ROW_BYTES = 1024;
/** Memory of a row of an engine answer, in columns, held until the run that asked for it ends. */
export const ANSWER_ROW_BYTES = 256;

/** The memory of one run. */
export interface MemoryShare {
  /** Throws REPORT_TOO_LARGE, or ENGINE_UNAVAILABLE if there is room except for what other reports use. */
  take(bytes: number): void;
  /** Returns all of it. */
  release(): void;
}

/**
 * Accounts for the memory of the rows of all reports that run at the same time, in addition to what the engine uses.
 * Rows are counted as they are created, so that many reports, each of an allowed size, cannot exhaust the memory of the
 * platform.
 */
export class ReportMemory {
  readonly #bytesMax: number;
  #held = 0;

  /** `bytesMax`: the part of the setting REPORT_MEMORY_LIMIT that the engine does not get. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get held(): number {
    return this.#held;
  }

  share(): MemoryShare {
    let own = 0;
    return {
      take: (bytes) => {
        if (own + bytes > this.#bytesMax) throw tooLarge(this.#bytesMax);
        if (this.#held + bytes > this.#bytesMax) throw noRoom(this.#bytesMax);
        own += bytes;
        this.#held += bytes;
      },
      release: () => {
        this.#held -= own;
        own = 0;
      },
    };
  }
}

function tooLarge(bytesMax: number): AnalyticsError {
  return new AnalyticsError(
    "REPORT_TOO_LARGE",
    `The report needs more memory for its rows than the ${mebibytes(bytesMax)} MiB that reports may have for them (REPORT_MEMORY_LIMIT); take a larger bucket, a shorter range, or fewer devices.`,
  );
}

function noRoom(bytesMax: number): AnalyticsError {
  return new AnalyticsError(
    "ENGINE_UNAVAILABLE",
    `The reports that run now hold nearly all of the ${mebibytes(bytesMax)} MiB that they may have together for their rows (REPORT_MEMORY_LIMIT); try again when they have ended.`,
  );
}

function mebibytes(bytes: number): string {
  return String(Math.floor(bytes / 1_048_576));
}
