// Window functions, which read other finished rows. The report computes each call as its own column before the formula
// that uses it. Rows are partitioned by the rest of the group key, and each partition is ordered by bucket. Source:
// analytics contract 2.11, 3.6.
import { nextTurn, Turns } from "../../../lib/next-turn.ts";
import type { Cell } from "../report/report-engine.ts";
import type { Bindings, CallExpression, Evaluate } from "./compile.ts";
import { compile } from "./compile.ts";
import type { Expression } from "./expression.ts";
import { finite } from "./function-values.ts";
import { writtenNumber } from "./functions.ts";
import { TextReads } from "./text-reads.ts";

/** Rows are identified by their index. */
export interface WindowRows {
  readonly length: number;
  /** Row indices; each row is in exactly one partition. */
  readonly partitions: readonly (readonly number[])[];
}

/** Values computed before yielding to other work, including those within formulas: a few milliseconds. */
const VALUES_OF_TURN = 50_000;
/** Number of characters that take as long as a value. */
const CHARS_OF_A_VALUE = 4;

/** Counts work across all columns of a report, to yield to other work. */
export function columnTurns(): Turns {
  return new Turns(VALUES_OF_TURN);
}

/** Computes a formula for all rows. `bindings.window` is not used. */
export async function computeColumn(
  expression: Expression,
  rows: WindowRows,
  bindings: Omit<Bindings<number>, "window">,
  turns: Turns = columnTurns(),
): Promise<readonly Cell[]> {
  const reads = new TextReads();
  const compiled = (window: (call: CallExpression) => Evaluate<number>): Evaluate<number> =>
    compile(expression, reads.counting({ ...bindings, window }));
  // Computing window columns is asynchronous and compiling is not: a first compilation collects the calls, and the
  // second uses their columns.
  const columns = new Map<CallExpression, readonly Cell[]>();
  compiled((call) => {
    columns.set(call, []);
    return () => null;
  });
  for (const call of columns.keys()) columns.set(call, await windowColumn(call, rows, bindings, turns));
  const evaluate = compiled((call) => {
    const column = columns.get(call) ?? [];
    return (row) => column[row] ?? null;
  });
  const valuesOfRow = sizeOf(expression);
  const cells: Cell[] = [];
  for (let row = 0; row < rows.length; row++) {
    cells.push(evaluate(row));
    if (turns.isDue(valuesOfRow + reads.taken() / CHARS_OF_A_VALUE)) await nextTurn();
  }
  return cells;
}

async function windowColumn(
  call: CallExpression,
  rows: WindowRows,
  bindings: Omit<Bindings<number>, "window">,
  turns: Turns,
): Promise<readonly Cell[]> {
  const [operand] = call.arguments;
  const column = new Array<Cell>(rows.length).fill(null);
  if (operand === undefined) return column;
  // The operand may itself contain window functions.
  const input = await computeColumn(operand, rows, bindings, turns);
  for (const partition of rows.partitions) {
    if (turns.isDue(partition.length)) await nextTurn();
    const values = partition.map((row) => input[row] ?? null);
    const results = overPartition(call, values);
    for (const [index, row] of partition.entries()) column[row] = results[index] ?? null;
  }
  return column;
}

/** Number of nodes in a formula, including the root. */
function sizeOf(expression: Expression): number {
  const sum = (parts: readonly Expression[]): number => parts.reduce((size, part) => size + sizeOf(part), 1);
  switch (expression.kind) {
    case "literal":
    case "missing":
    case "name":
      return 1;
    case "unary":
      return sum([expression.operand]);
    case "binary":
      return sum([expression.left, expression.right]);
    case "conditional":
      return sum([expression.test, expression.then, expression.otherwise]);
    case "call":
      return sum(expression.arguments);
  }
}

function overPartition(call: CallExpression, values: readonly Cell[]): readonly Cell[] {
  switch (call.fn) {
    case "previous":
      return [null, ...values.slice(0, -1)];
    case "next":
      return values.slice(1);
    case "cumulativeSum":
      return runningSums(numbersOf(values));
    case "movingAvg":
      return movingAverages(numbersOf(values), writtenNumber(call.arguments[1]) ?? 1);
    case "shareOfTotal":
      return shares(numbersOf(values));
    case "rank":
      return ranks(numbersOf(values));
    default:
      throw new Error(`a checked formula calls "${call.fn}", which is no function over rows`);
  }
}

function numbersOf(values: readonly Cell[]): readonly (number | null)[] {
  return values.map((value) => (typeof value === "number" ? value : null));
}

/** Running sums; missing until the first number. */
function runningSums(values: readonly (number | null)[]): readonly (number | null)[] {
  let sum: number | null = null;
  return values.map((value) => {
    if (value !== null) sum = (sum ?? 0) + value;
    return finite(sum);
  });
}

/**
 * The average of the numbers in this row and the `count - 1` rows before it. Prefix and suffix sums within blocks of
 * `count` rows make each sum a single addition. Nothing is subtracted, so a large value leaves no rounding error
 * behind.
 */
function movingAverages(values: readonly (number | null)[], count: number): readonly (number | null)[] {
  const known = values.map((value) => (value === null ? 0 : 1));
  const sums = movingSums(
    values.map((value) => value ?? 0),
    count,
  );
  const counts = movingSums(known, count);
  return sums.map((sum, index) => (counts[index] ? finite(sum / counts[index]) : null));
}

function movingSums(values: readonly number[], count: number): readonly number[] {
  const fromBegin: number[] = [];
  for (const [index, value] of values.entries())
    fromBegin.push(index % count === 0 ? value : (fromBegin[index - 1] ?? 0) + value);
  const toEnd = new Array<number>(values.length).fill(0);
  for (let index = values.length - 1; index >= 0; index--)
    toEnd[index] = (values[index] ?? 0) + ((index + 1) % count === 0 ? 0 : (toEnd[index + 1] ?? 0));
  return fromBegin.map((sum, index) => {
    const first = index - count + 1;
    return first <= 0 || first % count === 0 ? sum : (toEnd[first] ?? 0) + sum;
  });
}

/** Shares as a fraction of 1; missing if the total is 0. */
function shares(values: readonly (number | null)[]): readonly (number | null)[] {
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return values.map((value) => (value === null || total === 0 ? null : finite(value / total)));
}

/** 1 is the greatest. Equal values share a rank, and the next rank skips accordingly. */
function ranks(values: readonly (number | null)[]): readonly (number | null)[] {
  const ordered = values.filter((value) => value !== null).sort((left, right) => right - left);
  const places = new Map<number, number>();
  for (const [index, value] of ordered.entries()) if (!places.has(value)) places.set(value, index + 1);
  return values.map((value) => (value === null ? null : (places.get(value) ?? null)));
}
