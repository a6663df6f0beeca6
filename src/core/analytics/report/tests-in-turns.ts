// Determines which devices or rows pass all conditions. Comparing long texts takes long, so it yields to other work in
// between.
import { nextTurn, Turns } from "../../../lib/next-turn.ts";
import { JsonText } from "../../values.ts";
import type { Cell } from "./report-engine.ts";

/** Characters compared before yielding to other work; a short value counts as `CHARS_OF_A_CELL`. */
const CHARS_A_TURN = 1_000_000;
const CHARS_OF_A_CELL = 20;

export interface IndexTest {
  readonly holds: (index: number) => boolean;
  /** Approximate number of characters that the test examines. */
  readonly chars: (index: number) => number;
}

/** The indices that pass, in their order. Throws the reason of `signal`. */
export async function passing(
  indices: Iterable<number>,
  tests: readonly IndexTest[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const turns = new Turns(CHARS_A_TURN);
  const kept: number[] = [];
  for (const index of indices) {
    let passes = true;
    for (const { holds, chars } of tests) {
      if (turns.isDue(chars(index))) {
        await nextTurn();
        signal.throwIfAborted();
      }
      passes = holds(index);
      if (!passes) break;
    }
    if (passes) kept.push(index);
  }
  return kept;
}

export function charsOf(cell: Cell | undefined): number {
  if (typeof cell === "string") return CHARS_OF_A_CELL + cell.length;
  return cell instanceof JsonText ? CHARS_OF_A_CELL + cell.text.length : CHARS_OF_A_CELL;
}
