// Sorts many items without blocking other work: sorts and merges pieces, and yields in between.
import { nextTurn } from "./next-turn.ts";

/** Items sorted at once: a few milliseconds of work. */
const PIECE = 8_192;

/** The numbers from 0 to `length - 1` sorted by `compare`; the sort is stable. */
export async function sortedInTurns(
  length: number,
  compare: (left: number, right: number) => number,
): Promise<readonly number[]> {
  let runs: number[][] = [];
  for (let start = 0; start < length; start += PIECE) {
    if (start > 0) await nextTurn();
    const piece = Array.from({ length: Math.min(PIECE, length - start) }, (_, index) => start + index);
    runs.push(piece.sort(compare));
  }
  while (runs.length > 1) {
    const merged: number[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      const [left = [], right = []] = [runs[index], runs[index + 1]];
      merged.push(right.length === 0 ? left : await mergedInTurns(left, right, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedInTurns(
  left: readonly number[],
  right: readonly number[],
  compare: (left: number, right: number) => number,
): Promise<number[]> {
  const merged: number[] = [];
  let [one, other] = [0, 0];
  const length = left.length + right.length;
  while (merged.length < length) {
    if (merged.length % PIECE === 0) await nextTurn();
    const [low, high] = [left[one], right[other]];
    if (high === undefined || (low !== undefined && compare(low, high) <= 0)) {
      if (low !== undefined) merged.push(low);
      one++;
    } else {
      merged.push(high);
      other++;
    }
  }
  return merged;
}
