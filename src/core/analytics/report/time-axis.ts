// The buckets of a report: the edges that the engine compares samples with, and what each bucket field shows for them.
// Several bucket fields share one axis, cut wherever one of them is cut. Source: analytics contract 3.3, 3.4.
import type { FieldId, TimeBucketSource } from "../view/table-view.ts";

/** Of one bucket field. */
export interface BucketEdges {
  readonly field: FieldId;
  readonly labelAt: TimeBucketSource["labelAt"];
  /** Bucket i holds instants from `edges[i]` until `edges[i + 1]`. */
  readonly edges: readonly number[];
  readonly firstCut: boolean;
  readonly lastCut: boolean;
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
  readonly partial: readonly ("first" | "last")[];
}

const WHOLE_WINDOW: TimeAxis = {
  edges: null,
  count: 1,
  labels: new Map(),
  indexes: new Map(),
  partial: [],
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
  const partial: ("first" | "last")[] = [];
  if (fields.some(({ firstCut }) => firstCut)) partial.push("first");
  if (fields.some(({ lastCut }) => lastCut)) partial.push("last");
  return { edges, count, labels, indexes, partial };
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
