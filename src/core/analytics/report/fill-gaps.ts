// Fills the gaps of one measure along its buckets: a gap is a bucket in which the measure has no row of its own.
// Source: analytics contract 2.10, 3.8.
import type { GapFill } from "../view/table-view.ts";
import type { Cell } from "./report-engine.ts";

/** Cells of one measure and one strand, by bucket; undefined is a gap. */
export type Strand = readonly (Cell | undefined)[];

export interface FilledStrand {
  readonly cells: readonly Cell[];
  /** Buckets whose cell was made up. */
  readonly filled: readonly number[];
}

/**
 * `startsAt`: start instants of the buckets. `counts`: functions that count have 0 where nothing is, which is no made-up
 * value, unless another rule than zero is given.
 */
export function fillGaps(strand: Strand, rule: GapFill, startsAt: readonly number[], counts: boolean): FilledStrand {
  const filled: number[] = [];
  const known = neighbours(strand);
  const isPlainZero = counts && (rule.value === "missing" || rule.value === "zero");
  const cells = strand.map((cell, bucket) => {
    if (cell !== undefined) return cell;
    if (isPlainZero) return 0;
    const found = valueOf(rule, bucket, strand, known, startsAt);
    if (found === null) return counts ? 0 : null;
    filled.push(bucket);
    return found;
  });
  return { cells, filled };
}

interface Neighbours {
  /** The nearest bucket with a value before, after each bucket; -1 for none. */
  readonly before: Int32Array;
  readonly after: Int32Array;
}

function neighbours(strand: Strand): Neighbours {
  const before = new Int32Array(strand.length).fill(-1);
  const after = new Int32Array(strand.length).fill(-1);
  const isKnown = (bucket: number): boolean => strand[bucket] !== undefined && strand[bucket] !== null;
  for (let bucket = 1; bucket < strand.length; bucket++)
    before[bucket] = isKnown(bucket - 1) ? bucket - 1 : (before[bucket - 1] ?? -1);
  for (let bucket = strand.length - 2; bucket >= 0; bucket--)
    after[bucket] = isKnown(bucket + 1) ? bucket + 1 : (after[bucket + 1] ?? -1);
  return { before, after };
}

function valueOf(
  { value, constant, maxBuckets }: GapFill,
  bucket: number,
  strand: Strand,
  known: Neighbours,
  startsAt: readonly number[],
): Cell {
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
      return before >= 0 && bucket - before <= most ? (strand[before] ?? null) : null;
    case "next":
      return after >= 0 && after - bucket <= most ? (strand[after] ?? null) : null;
    case "linear": {
      if (before < 0 || after < 0 || after - before - 1 > most) return null;
      const [low, high] = [strand[before], strand[after]];
      if (typeof low !== "number" || typeof high !== "number") return null;
      const [from, to, at] = [startsAt[before] ?? 0, startsAt[after] ?? 0, startsAt[bucket] ?? 0];
      const between = low + ((high - low) * (at - from)) / (to - from);
      return Number.isFinite(between) ? between : null;
    }
  }
}
