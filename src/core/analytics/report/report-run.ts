// Everything that stays the same while one report is computed: the view with its formulas, the devices with their dimensions, the
// filters in force, the zone, the one "now". Spans of time are computed on it: the range itself and the compared one.
// Source: analytics contract 3.1.
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import type { Calendar } from "../time/calendar.ts";
import type { Field, FieldId, Filter } from "../view/table-view.ts";
import type { FieldFormulas, ViewFormulas } from "../view/view-formulas.ts";
import type { DeviceColumns } from "./device-columns.ts";
import { NO_FORMULAS } from "./measure-query.ts";
import type { MeasureQuery, MeasureRows } from "./report-engine.ts";
import type { MemoryShare } from "./report-memory.ts";
import type { RunnableView } from "./report-request.ts";
import type { RunNotes } from "./run-notes.ts";
import type { BucketEdges } from "./time-axis.ts";

/** Asks the engine, a bounded number of times at once. */
export type MeasureSource = (query: MeasureQuery) => Promise<MeasureRows>;

export interface ReportRun {
  readonly view: RunnableView;
  readonly formulas: ViewFormulas;
  readonly devices: DeviceColumns;
  readonly filters: readonly Filter[];
  readonly calendar: Calendar;
  readonly now: number;
  /** Most rows before sorting. */
  readonly tableRowsMax: number;
  readonly measure: MeasureSource;
  /** Counts what its rows take. */
  readonly memory: MemoryShare;
}

/** A range of time with the buckets that it is cut into. */
export interface Span {
  readonly window: TimeWindow;
  /** Of fields with a range of their own. */
  readonly fieldWindows: ReadonlyMap<FieldId, TimeWindow>;
  /** One per bucket field. */
  readonly buckets: readonly BucketEdges[];
  /** Told of what the run of this span leaves out; a compared span tells nobody. */
  readonly notes: RunNotes;
}

export function formulasOf(run: ReportRun, field: Field): FieldFormulas {
  return run.formulas.fields.get(field.id) ?? NO_FORMULAS;
}

export function windowOf(span: Span, field: Field): TimeWindow {
  return span.fieldWindows.get(field.id) ?? span.window;
}
