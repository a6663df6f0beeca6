// The functions of formulas in SQL. Like `rowFunction` (core/analytics/expressions/function-values.ts): if an operand
// is missing or has another type, the result is missing. Operands are columns or constants. Source: analytics contract
// 2.11.
import {
  DATE_TEXT_FIRST,
  DATE_TEXT_LAST,
  parseDatePattern,
  type DateToken,
} from "../../../core/analytics/expressions/date-pattern.ts";
import type { Expression } from "../../../core/analytics/expressions/expression.ts";
import { TEXT_RESULT_MAX, writtenNumber, writtenText } from "../../../core/analytics/expressions/functions.ts";
import { conversionOf } from "../../../core/analytics/expressions/units.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import { asBoundedText, asNumber, asText, asValue, boundedConcat, finiteSql, type Operand } from "./operand-sql.ts";
import { BLANK_TRIMMED } from "../spelled-numbers.ts";
import { NUMBER_OF_TEXT } from "./value-functions.ts";
import { sqlDouble, sqlInteger } from "../literals.ts";
import { canonicalSql } from "./value-sql.ts";

export interface CallContext {
  /** Binds a text and returns its placeholder in the statement. */
  bind(text: string): string;
  /** SQL for the wall time of an instant. */
  local(ts: string): string;
}

interface Made {
  readonly type: "number" | "text" | "boolean";
  readonly sql: string;
}

/**
 * The operands of a call as numbers and as texts, `NULL` if there are fewer, and the argument expressions as written in
 * the formula.
 */
interface Call {
  readonly operands: readonly Operand[];
  readonly numbers: readonly string[];
  readonly xyz: readonly [string, string, string];
  readonly texts: readonly [string, string, string];
  readonly written: readonly Expression[];
  readonly context: CallContext;
}

const BOOLEAN = String(ValueKind.BOOLEAN);
const TEXT = String(ValueKind.STRING);

/** Functions of numbers that the engine has under the same name. */
const SAME_NAME = ["abs", "ceil", "floor", "trunc", "exp"].map(
  (fn) => [fn, ({ xyz: [x] }: Call) => `${fn}(${x})`] as const,
);

const NUMBERS: ReadonlyMap<string, (call: Call) => string> = new Map<string, (call: Call) => string>([
  ...SAME_NAME,
  ["sign", ({ xyz: [x] }) => `sign(${x})::DOUBLE`],
  // The engine fails the query for arguments outside the domain of these functions.
  ["sqrt", ({ xyz: [x] }) => `sqrt(CASE WHEN ${x} >= 0 THEN ${x} END)`],
  ["ln", ({ xyz: [x] }) => `ln(CASE WHEN ${x} > 0 THEN ${x} END)`],
  ["log10", ({ xyz: [x] }) => `log10(CASE WHEN ${x} > 0 THEN ${x} END)`],
  ["pow", ({ xyz: [x, y] }) => `pow(${x}, ${y})`],
  [
    "clamp",
    ({ xyz: [x, y, z] }) => `CASE WHEN ${y} <= ${z} AND ${x} IS NOT NULL THEN least(greatest(${x}, ${y}), ${z}) END`,
  ],
  ["round", ({ xyz: [x], written }) => roundedSql(x, writtenNumber(written[1]) ?? 0)],
  ["min", ({ numbers }) => extremeSql("least", numbers)],
  ["max", ({ numbers }) => extremeSql("greatest", numbers)],
  ["number", ({ operands }) => numberSql(operands[0])],
  ["length", ({ texts: [text] }) => `length(${text})::DOUBLE`],
  ["convert", ({ xyz: [x], written }) => convertSql(x, writtenText(written[1]) ?? "", writtenText(written[2]) ?? "")],
]);

const TEXTS: ReadonlyMap<string, (call: Call) => string> = new Map<string, (call: Call) => string>([
  ["text", ({ operands: [value] }) => (value === undefined ? "NULL" : canonicalSql(asValue(value)))],
  ["upper", ({ texts: [text] }) => `upper(${text})`],
  ["lower", ({ texts: [text] }) => `lower(${text})`],
  ["trim", ({ texts: [text] }) => `${BLANK_TRIMMED}(${text})`],
  ["concat", ({ operands }) => boundedConcat(operands.map((operand) => `(${asText(operand)})`))],
  [
    "substring",
    ({ texts: [text], xyz: [, start, length], operands }) =>
      substringSql(text, start, operands.length > 2 ? length : undefined),
  ],
  ["replace", ({ texts: [text, part, by] }) => replaceSql(text, part, by)],
  ["dateText", ({ xyz: [ts], written, context }) => dateTextSql(ts, writtenText(written[1]) ?? "", context)],
]);

const BOOLEANS: ReadonlyMap<string, (call: Call) => string> = new Map<string, (call: Call) => string>([
  ["contains", ({ texts: [text, part] }) => `contains(${text}, ${part})`],
  ["startsWith", ({ texts: [text, part] }) => `starts_with(${text}, ${part})`],
]);

export function callSql(
  fn: string,
  written: readonly Expression[],
  operands: readonly Operand[],
  context: CallContext,
): Made {
  const numbers = operands.map((operand) => `(${asNumber(operand)})`);
  const [x = "NULL", y = "NULL", z = "NULL"] = numbers;
  const [text = "NULL", part = "NULL", by = "NULL"] = operands.map((operand) => `(${asBoundedText(operand)})`);
  const call = { operands, numbers, xyz: [x, y, z], texts: [text, part, by], written, context } as const;
  const number = NUMBERS.get(fn)?.(call);
  if (number !== undefined) return { type: "number", sql: finiteSql(number) };
  const made = TEXTS.get(fn)?.(call);
  if (made !== undefined) return { type: "text", sql: made };
  const boolean = BOOLEANS.get(fn)?.(call);
  if (boolean === undefined) throw new Error(`a checked formula calls "${fn}", which samples have no use for`);
  return { type: "boolean", sql: boolean };
}

/** Follows `roundHalfAway` (core/analytics/expressions/rounding.ts) step by step, so that both give the same double. */
function roundedSql(x: string, decimals: number): string {
  const power = sqlDouble(10 ** Math.abs(decimals));
  const scaled = decimals < 0 ? `(${x} / ${power})` : `(${x} * ${power})`;
  const rounded = `(trunc(${scaled}) + CASE WHEN abs(${scaled} - trunc(${scaled})) >= 0.5::DOUBLE THEN sign(${scaled})::DOUBLE ELSE 0 END)`;
  const result = decimals < 0 ? `${rounded} * ${power}` : `${rounded} / ${power}`;
  return `CASE WHEN isfinite(${scaled}) THEN ${result} ELSE ${x} END`;
}

/** The engine's own `least` and `greatest` ignore missing operands. */
function extremeSql(fn: "least" | "greatest", numbers: readonly string[]): string {
  return `CASE WHEN ${numbers.map((number) => `${number} IS NOT NULL`).join(" AND ")} THEN ${fn}(${numbers.join(", ")}) END`;
}

function numberSql(operand: Operand | undefined): string {
  if (operand === undefined) return "NULL::DOUBLE";
  const { kind, num, text } = asValue(operand);
  return `CASE WHEN ${kind} < ${BOOLEAN} THEN ${num} WHEN ${kind} = ${BOOLEAN} THEN ${num} WHEN ${kind} = ${TEXT} THEN ${NUMBER_OF_TEXT}(${text}) END`;
}

/** Texts of the platform have far fewer characters than this; the limit keeps the cast from failing. */
const POSITION_MAX = sqlDouble(1e9);

function substringSql(text: string, start: string, length: string | undefined): string {
  const from = `least(${start}, ${POSITION_MAX})::BIGINT`;
  if (length === undefined)
    return `CASE WHEN ${start} >= 1 AND ${start} = trunc(${start}) THEN substring(${text}, ${from}) END`;
  return `CASE WHEN ${start} >= 1 AND ${start} = trunc(${start}) AND ${length} >= 0 AND ${length} = trunc(${length})
    THEN substring(${text}, ${from}, least(${length}, ${POSITION_MAX})::BIGINT) END`;
}

/** Computes the length of the result before making it. */
function replaceSql(text: string, part: string, by: string): string {
  const count = `((length(${text}) - length(replace(${text}, ${part}, ''))) // nullif(length(${part}), 0))`;
  const length = `length(${text}) + ${count} * (length(${by}) - length(${part}))`;
  return `CASE WHEN ${part} = '' AND ${by} IS NOT NULL THEN ${text}
    WHEN ${length} <= ${String(TEXT_RESULT_MAX)} THEN replace(${text}, ${part}, ${by}) END`;
}

function convertSql(x: string, from: string, to: string): string {
  const conversion = conversionOf(from, to);
  if (typeof conversion === "string") throw new Error(`a checked formula converts "${from}" to "${to}": ${conversion}`);
  const { before, multiply, divide, after } = conversion;
  return `((${x} + ${sqlDouble(before)}) * ${sqlDouble(multiply)}) / ${sqlDouble(divide)} + ${sqlDouble(after)}`;
}

function dateTextSql(ts: string, pattern: string, context: CallContext): string {
  const parts = parseDatePattern(pattern);
  if (typeof parts === "string") throw new Error(`a checked formula has the pattern "${pattern}": ${parts}`);
  // Time zones differ from UTC by far less than two days; instants beyond the engine's calendar must not reach the
  // cast.
  const [least, most] = [DATE_TEXT_FIRST - 172_800_000, DATE_TEXT_LAST + 172_800_000];
  const instant = `CASE WHEN ${ts} BETWEEN ${sqlDouble(least)} AND ${sqlDouble(most)} THEN floor(${ts})::BIGINT END`;
  const local = context.local(`(${instant})`);
  const date = `make_timestamp_ms(${local})`;
  const shown = parts.map((each) => (each.kind === "text" ? context.bind(each.text) : TOKENS[each.token](date, local)));
  return `CASE WHEN ${local} BETWEEN ${sqlInteger(DATE_TEXT_FIRST)} AND ${sqlInteger(DATE_TEXT_LAST)} THEN ${shown.join(" || ")} END`;
}

const HOUR_OF_TWELVE = (date: string): string => `CASE WHEN hour(${date}) % 12 = 0 THEN 12 ELSE hour(${date}) % 12 END`;

function padded(number: string, digits: number): string {
  return `lpad((${number})::VARCHAR, ${String(digits)}, '0')`;
}

const TOKENS: Readonly<Record<DateToken, (date: string, local: string) => string>> = {
  yyyy: (date) => padded(`year(${date})`, 4),
  yy: (date) => padded(`year(${date}) % 100`, 2),
  MMMM: (date) => `monthname(${date})`,
  MMM: (date) => `left(monthname(${date}), 3)`,
  MM: (date) => padded(`month(${date})`, 2),
  M: (date) => `month(${date})::VARCHAR`,
  dd: (date) => padded(`day(${date})`, 2),
  d: (date) => `day(${date})::VARCHAR`,
  EEEE: (date) => `dayname(${date})`,
  EEE: (date) => `left(dayname(${date}), 3)`,
  HH: (date) => padded(`hour(${date})`, 2),
  H: (date) => `hour(${date})::VARCHAR`,
  hh: (date) => padded(HOUR_OF_TWELVE(date), 2),
  h: (date) => `(${HOUR_OF_TWELVE(date)})::VARCHAR`,
  a: (date) => `CASE WHEN hour(${date}) < 12 THEN 'AM' ELSE 'PM' END`,
  mm: (date) => padded(`minute(${date})`, 2),
  m: (date) => `minute(${date})::VARCHAR`,
  ss: (date) => padded(`second(${date})`, 2),
  s: (date) => `second(${date})::VARCHAR`,
  SSS: (_date, local) => padded(`((${local}) % 1000 + 1000) % 1000`, 3),
  Q: (date) => `quarter(${date})::VARCHAR`,
};
