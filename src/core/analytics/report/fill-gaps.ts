// Gap filling: computes the cells of one measure in buckets where it has no row of its own. Source: analytics contract
// 2.10, 3.8.
import { nextTurn } from "../../../lib/next-turn.ts";
import type { GapFill } from "../view/table-view.ts";
import type { RowKey } from "./group-by.ts";
import type { Cell } from "./report-engine.ts";
import type { TimeAxis } from "./report-run.ts";

/** Rows processed before yielding to other work. */
const ROWS_OF_TURN = 10_000;

/** The rows of a table, partitioned by their key without the bucket. */
export interface Partitions {
  /** Each list holds rows that differ only in their bucket. */
  readonly partitions: readonly (readonly number[])[];
  readonly keys: readonly RowKey[];
  readonly axis: TimeAxis;
}

export interface GapRule extends GapFill {
  /**
   * True for functions that count. Their gaps are 0 unless the rule sets another value; that 0 is real and not marked
   * as filled.
   */
  readonly counts: boolean;
}

/** `own`: the measure's own cells by row; undefined where it has no row of its own. */
export async function fillPartitions(
  own: readonly (Cell | undefined)[],
  { partitions, keys, axis: { edges } }: Partitions,
  rule: GapRule,
): Promise<{ readonly cells: readonly Cell[]; readonly filled: ReadonlySet<number> }> {
  const cells = new Array<Cell>(own.length).fill(null);
  const filled = new Set<number>();
  let rows = 0;
  for (const members of partitions) {
    rows += members.length;
    if (rows >= ROWS_OF_TURN) {
      rows = 0;
      await nextTurn();
    }
    const ordered = [...members].sort((left, right) => (keys[left]?.bucket ?? 0) - (keys[right]?.bucket ?? 0));
    const startsAt = ordered.map((row) => edges?.[keys[row]?.bucket ?? 0] ?? 0);
    const result = fillGaps(
      ordered.map((row) => own[row]),
      startsAt,
      rule,
    );
    for (const [index, row] of ordered.entries()) cells[row] = result.cells[index] ?? null;
    for (const index of result.filled) {
      const row = ordered[index];
      if (row !== undefined) filled.add(row);
    }
  }
  return { cells, filled };
}

/** Cells of one measure in one partition, by bucket; undefined is a gap. */
export type PartitionCells = readonly (Cell | undefined)[];

export interface FilledPartition {
  readonly cells: readonly Cell[];
  /** Buckets whose cell was filled in. */
  readonly filled: readonly number[];
}

/** `startsAt`: start instant of each bucket. */
export function fillGaps(partition: PartitionCells, startsAt: readonly number[], rule: GapRule): FilledPartition {
  const filled: number[] = [];
  const buckets = { cells: partition, startsAt, ...neighbours(partition) };
  const isPlainZero = rule.counts && (rule.value === "missing" || rule.value === "zero");
  const cells = partition.map((cell, bucket) => {
    if (cell !== undefined) return cell;
    if (isPlainZero) return 0;
    const found = valueOf(rule, bucket, buckets);
    if (found === null) return rule.counts ? 0 : null;
    filled.push(bucket);
    return found;
  });
  return { cells, filled };
}

interface Neighbours {
  /** For each bucket, the nearest earlier and the nearest later bucket with a value; -1 if there is none. */
  readonly before: Int32Array;
  readonly after: Int32Array;
}

function neighbours(partition: PartitionCells): Neighbours {
  const before = new Int32Array(partition.length).fill(-1);
  const after = new Int32Array(partition.length).fill(-1);
  const isKnown = (bucket: number): boolean => partition[bucket] !== undefined && partition[bucket] !== null;
  for (let bucket = 1; bucket < partition.length; bucket++)
    before[bucket] = isKnown(bucket - 1) ? bucket - 1 : (before[bucket - 1] ?? -1);
  for (let bucket = partition.length - 2; bucket >= 0; bucket--)
    after[bucket] = isKnown(bucket + 1) ? bucket + 1 : (after[bucket + 1] ?? -1);
  return { before, after };
}

interface KnownBuckets extends Neighbours {
  readonly cells: PartitionCells;
  readonly startsAt: readonly number[];
}

function valueOf({ value, constant, maxBuckets }: GapFill, bucket: number, known: KnownBuckets): Cell {
  const { cells, startsAt } = known;
  const most = maxBuckets ?? Infinity;
  const before = known.before[bucket] ?? -1;
  const after = known.after[bucket] ?? -1;
  switch (value) {
    case "missing":
      return null;
    case "zero":
      return 0;
    case "constant":
      return constant;
    case "previous":
      return before >= 0 && bucket - before <= most ? (cells[before] ?? null) : null;
    case "next":
      return after >= 0 && after - bucket <= most ? (cells[after] ?? null) : null;
    case "linear": {
      if (before < 0 || after < 0 || after - before - 1 > most) return null;
      const [low, high] = [cells[before], cells[after]];
      if (typeof low !== "number" || typeof high !== "number") return null;
      const [from, to, at] = [startsAt[before] ?? 0, startsAt[after] ?? 0, startsAt[bucket] ?? 0];
      const between = low + ((high - low) * (at - from)) / (to - from);
      return Number.isFinite(between) ? between : null;
    }
  }
}
