// What one run works with: its ports and bounds, the view with its formulas, the devices, the filters in force, the one "now",
// the spans of time that it is computed over, and the memory that its rows may take. Source: analytics contract 2.10, 3.1 to
// 3.4, 3.6, 3.10, 5.
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

/** What is known of a run before any sample is read. */
export interface RunBasis {
  readonly view: RunnableView;
  readonly formulas: ViewFormulas;
  readonly devices: DeviceColumns;
  readonly filters: readonly Filter[];
  readonly calendar: Calendar;
  readonly now: number;
  /** Most rows before sorting. */
  readonly tableRowsMax: number;
  /** Counts what its rows take. */
  readonly memory: MemoryShare;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

export interface ReportRun extends RunBasis {
  /** Asks the engine; all answers are about the same points. */
  measure(query: MeasureQuery): Promise<MeasureRows>;
}

/** A range of time with the buckets that it is cut into. */
export interface Span {
  readonly window: TimeWindow;
  /** Of fields with a range of their own. */
  readonly fieldWindows: ReadonlyMap<FieldId, TimeWindow>;
  /** One per bucket field. */
  readonly buckets: readonly BucketEdges[];
  /** What the run of this span leaves out; for a compared span it is dropped. */
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
  /** Rows that an answer may have; setting `REPORT_MAX_ROWS`. */
  readonly rowsMax: number;
  /** Bytes of an answer; setting `REPORT_MAX_BYTES`. */
  readonly bytesMax: number;
  /** Setting `REPORT_MAX_BUCKETS`. */
  readonly bucketsMax: number;
  /** Rows before sorting and limit. */
  readonly tableRowsMax: number;
  /** What the rows of all running reports may take; what `REPORT_MEMORY_LIMIT` leaves besides the engine. */
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

/** Of one bucket field. */
export interface BucketEdges extends Edges {
  readonly field: FieldId;
  readonly labelAt: TimeBucketSource["labelAt"];
}

export interface TimeAxis {
  /** Null where nothing is split by buckets: one bucket as long as the window. */
  readonly edges: readonly number[] | null;
  /** Buckets, 1 without edges. */
  readonly count: number;
  /** What each bucket field shows, by bucket of the axis. */
  readonly labels: ReadonlyMap<FieldId, readonly number[]>;
  /** Bucket of each bucket field, by bucket of the axis. */
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

/** Every edge of all lists, between the innermost first and last ones. */
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
  /** In place of the width of every bucket field. */
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
  /** For each bucket of the report's axis the one of the compared axis; -1 for none. */
  partnersOf(main: TimeAxis, compared: TimeAxis): Int32Array;
}

/** Null where nothing is left of the earlier range. The same buckets, whatever `auto` would make of the earlier range. */
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
    // One bucket more than the report may have is no reason to refuse a comparison across a clock change.
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

/** A row of a table with its key, its places in maps and some cells; measured on tables of two to five columns. */
export const TABLE_ROW_BYTES = 1024;
/** A row of an answer of the engine, in columns, until the run that asked ends. */
export const ANSWER_ROW_BYTES = 256;

/** What one run holds. */
export interface MemoryShare {
  /** Throws REPORT_TOO_LARGE, or ENGINE_UNAVAILABLE where there would be room but for other reports. */
  take(bytes: number): void;
  /** Gives all of it back. */
  release(): void;
}

/**
 * What the reports that run at the same time hold together as rows, on top of what the engine holds for them: counted while
 * rows are made, so that many reports, each of an allowed size, do not take all memory of the platform together.
 */
export class ReportMemory {
  readonly #bytesMax: number;
  #held = 0;

  /** What the setting REPORT_MEMORY_LIMIT leaves besides the engine. */
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
