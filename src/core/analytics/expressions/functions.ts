// Signatures of the formula functions. Their implementations are in function-values.ts; functions that read other rows
// are in windows.ts. Source: analytics contract 2.11.
import { ROUND_DIGITS_MAX } from "./rounding.ts";
import { parseDatePattern } from "./date-pattern.ts";
import type { Expression, ValueType } from "./expression.ts";
import { conversionOf } from "./units.ts";

/** "quantity" is a number or a time; parameters that are "same" must all have the same type. */
export type Parameter = "number" | "quantity" | "text" | "boolean" | "any" | "same" | "sameQuantity";

export interface FunctionSignature {
  readonly parameters: readonly Parameter[];
  /** Minimum number of arguments; if absent, all are required. */
  readonly required?: number;
  /** Whether the last parameter may be repeated. */
  readonly repeats?: true;
  /** "same" is the type of the "same" parameters; null if it is only known at run time. */
  readonly result: ValueType | "same" | null;
  /** Reads other rows, so it needs finished rows. */
  readonly window?: true;
  /** Returns what is wrong with arguments that must be literals, if anything. */
  readonly check?: (call: readonly Expression[]) => string | undefined;
}

/**
 * Most characters of a text result; a longer one is missing, so that fields which double each other cannot fill memory.
 */
export const TEXT_RESULT_MAX = 65_536;
const MOVING_ROWS_MAX = 10_000;
/** Most arguments of min, max, coalesce and concat. */
export const ARGUMENTS_MAX = 64;

const numeric: FunctionSignature = { parameters: ["number"], result: "number" };
const ofText: FunctionSignature = { parameters: ["text"], result: "text" };
const search: FunctionSignature = { parameters: ["text", "text"], result: "boolean" };
const extreme: FunctionSignature = { parameters: ["sameQuantity"], repeats: true, result: "same" };
const neighbour: FunctionSignature = { parameters: ["same"], result: "same", window: true };
const overRows: FunctionSignature = { parameters: ["number"], result: "number", window: true };

export const FUNCTIONS: ReadonlyMap<string, FunctionSignature> = new Map<string, FunctionSignature>([
  ...["abs", "ceil", "floor", "trunc", "sqrt", "exp", "ln", "log10", "sign"].map(
    (name): [string, FunctionSignature] => [name, numeric],
  ),
  ["round", { parameters: ["number", "number"], required: 1, result: "number", check: checkDecimals }],
  ["pow", { parameters: ["number", "number"], result: "number" }],
  ["min", extreme],
  ["max", extreme],
  ["clamp", { parameters: ["sameQuantity", "sameQuantity", "sameQuantity"], result: "same" }],
  ["if", { parameters: ["boolean", "same", "same"], result: "same" }],
  ["coalesce", { parameters: ["same"], repeats: true, result: "same" }],
  ["isMissing", { parameters: ["any"], result: "boolean" }],
  ["number", { parameters: ["any"], result: "number" }],
  ["text", { parameters: ["any"], result: "text" }],
  ["upper", ofText],
  ["lower", ofText],
  ["trim", ofText],
  ["length", { parameters: ["text"], result: "number" }],
  ["concat", { parameters: ["text"], repeats: true, result: "text" }],
  ["contains", search],
  ["startsWith", search],
  ["substring", { parameters: ["text", "number", "number"], required: 2, result: "text" }],
  ["replace", { parameters: ["text", "text", "text"], result: "text" }],
  ["dateText", { parameters: ["quantity", "text"], result: "text", check: checkPattern }],
  ["convert", { parameters: ["number", "text", "text"], result: "number", check: checkUnits }],
  ["previous", neighbour],
  ["next", neighbour],
  ["cumulativeSum", overRows],
  ["movingAvg", { parameters: ["number", "number"], result: "number", window: true, check: checkMovingRows }],
  ["shareOfTotal", overRows],
  ["rank", overRows],
]);

/** The value of an argument that is a literal number, with or without a sign. */
export function writtenNumber(argument: Expression | undefined): number | undefined {
  if (argument?.kind === "literal" && typeof argument.value === "number") return argument.value;
  if (argument?.kind !== "unary" || argument.operator !== "-") return undefined;
  const { operand } = argument;
  return operand.kind === "literal" && typeof operand.value === "number" ? -operand.value : undefined;
}

export function writtenText(argument: Expression | undefined): string | undefined {
  return argument?.kind === "literal" && typeof argument.value === "string" ? argument.value : undefined;
}

function checkDecimals([, decimals]: readonly Expression[]): string | undefined {
  if (decimals === undefined) return undefined;
  const count = writtenNumber(decimals);
  return count !== undefined && Number.isInteger(count) && Math.abs(count) <= ROUND_DIGITS_MAX
    ? undefined
    : `"round" needs its digits as a whole number from -${String(ROUND_DIGITS_MAX)} to ${String(ROUND_DIGITS_MAX)}`;
}

function checkMovingRows([, rows]: readonly Expression[]): string | undefined {
  const count = writtenNumber(rows);
  return count !== undefined && Number.isInteger(count) && count >= 1 && count <= MOVING_ROWS_MAX
    ? undefined
    : `"movingAvg" needs its rows as a whole number from 1 to ${String(MOVING_ROWS_MAX)}`;
}

function checkPattern([, written]: readonly Expression[]): string | undefined {
  const pattern = writtenText(written);
  if (pattern === undefined) return '"dateText" needs its pattern as a text in quotes';
  const parts = parseDatePattern(pattern);
  return typeof parts === "string" ? parts : undefined;
}

function checkUnits([, from, to]: readonly Expression[]): string | undefined {
  const [source, target] = [writtenText(from), writtenText(to)];
  if (source === undefined || target === undefined) return '"convert" needs its units as texts in quotes';
  const conversion = conversionOf(source, target);
  return typeof conversion === "string" ? conversion : undefined;
}
