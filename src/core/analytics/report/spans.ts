// The ranges of time that a report is computed over: the resolved one and, for a comparison, the earlier one with the
// bucket that stands beside each. Source: analytics contract 2.10, 3.2, 3.3, 3.6.
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import { bucketEdges, type BucketRequest } from "../time/buckets.ts";
import type { BucketWidth, Calendar } from "../time/calendar.ts";
import { comparisonShift, partnerBuckets, shiftedWindow } from "../time/comparison.ts";
import type { Compare, Field, FieldId } from "../view/table-view.ts";
import type { Span } from "./report-run.ts";
import { RunNotes } from "./run-notes.ts";
import type { TimeAxis } from "./time-axis.ts";

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

/** A span with the width of each bucket, in which `auto` has been settled. */
export interface CutSpan extends Span {
  readonly widths: ReadonlyMap<FieldId, BucketWidth>;
}

export function cutSpan(request: SpanRequest): CutSpan {
  const { window, fieldWindows, fields, bucket, bucketsMax, calendar, notes } = request;
  const widths = new Map<FieldId, BucketWidth>();
  const buckets = fields.flatMap(({ id, source }) => {
    if (source.type !== "timeBucket") return [];
    const cut = bucketEdges({ ...source, ...bucket }, window, calendar, bucketsMax);
    widths.set(id, cut.width);
    const { edges, firstCut, lastCut } = cut;
    return [{ field: id, labelAt: source.labelAt, edges, firstCut, lastCut }];
  });
  return { window, fieldWindows, buckets, widths, notes };
}

export interface ComparedSpan {
  readonly span: Span;
  /** For each bucket of the report's axis the one of the compared axis that stands beside it; -1 for none. */
  partnersOf(main: TimeAxis, compared: TimeAxis): Int32Array;
}

/** Null where nothing is left of the earlier range. The same buckets, whatever `auto` would make of the earlier range. */
export function comparedSpan(
  compare: Compare,
  main: CutSpan,
  calendar: Calendar,
  bucketsMax: number,
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
    const width = main.widths.get(mine.field);
    if (width === undefined) throw new Error(`the bucket field "${mine.field}" has no width`);
    // One bucket more than the report may have is no reason to refuse a comparison across a clock change.
    const cut = bucketEdges({ ...width, maxBuckets: bucketsMax }, window, calendar, bucketsMax * 2);
    return { ...mine, edges: cut.edges, firstCut: cut.firstCut, lastCut: cut.lastCut };
  });
  return {
    span: { window, fieldWindows, buckets, notes: new RunNotes() },
    partnersOf: ({ edges }, { edges: compared }) =>
      edges === null || compared === null
        ? new Int32Array(1)
        : partnerBuckets(edges, compared, main.window, shift, calendar),
  };
}
