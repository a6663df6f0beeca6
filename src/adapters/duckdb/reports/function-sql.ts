// The functions of formulas in SQL. As `rowFunction` (core/analytics/expressions/function-values.ts): a missing operand, or one
// of another type, makes the result missing. Operands are columns or constants. Source: analytics contract 2.11.
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
import { asNumber, asText, asValue, boundedConcat, finiteSql, type Operand } from "./operand-sql.ts";
import { BLANK_TRIMMED, NUMBER_OF_TEXT } from "./value-functions.ts";
import { sqlDouble, sqlInteger } from "../literals.ts";
import { canonicalSql } from "./value-sql.ts";

export interface CallContext {
  /** The place of a text in the statement. */
  bind(text: string): string;
  /** SQL of the wall time of an instant. */
  local(ts: string): string;
}

interface Made {
  readonly type: "number" | "text" | "boolean";
  readonly sql: string;
}

const TEXT_CALLS: ReadonlySet<string> = new Set([
  "text",
  "upper",
  "lower",
  "trim",
  "concat",
  "substring",
  "replace",
  "dateText",
]);
const BOOLEAN = String(ValueKind.BOOLEAN);
const TEXT = String(ValueKind.STRING);

export function isTextCall(fn: string): boolean {
  return TEXT_CALLS.has(fn);
}

export function callSql(
  fn: string,
  written: readonly Expression[],
  operands: readonly Operand[],
  context: CallContext,
): Made {
  const numbers = operands.map((operand) => `(${asNumber(operand)})`);
  const texts = operands.map((operand) => `(${asText(operand)})`);
  const [x = "NULL", y = "NULL", z = "NULL"] = numbers;
  const [t = "NULL", part = "NULL", by = "NULL"] = texts;
  const number = (sql: string): Made => ({ type: "number", sql: finiteSql(sql) });
  const text = (sql: string): Made => ({ type: "text", sql });
  switch (fn) {
    case "abs":
    case "ceil":
    case "floor":
    case "trunc":
    case "exp":
      return number(`${fn}(${x})`);
    case "sign":
      return number(`sign(${x})::DOUBLE`);
    // The engine ends the query at what these have no value for.
    case "sqrt":
      return number(`sqrt(CASE WHEN ${x} >= 0 THEN ${x} END)`);
    case "ln":
      return number(`ln(CASE WHEN ${x} > 0 THEN ${x} END)`);
    case "log10":
      return number(`log10(CASE WHEN ${x} > 0 THEN ${x} END)`);
    case "pow":
      return number(`pow(${x}, ${y})`);
    case "clamp":
      return number(`CASE WHEN ${y} <= ${z} AND ${x} IS NOT NULL THEN least(greatest(${x}, ${y}), ${z}) END`);
    case "round":
      return number(roundedSql(x, writtenNumber(written[1]) ?? 0));
    case "min":
      return number(extremeSql("least", numbers));
    case "max":
      return number(extremeSql("greatest", numbers));
    case "number":
      return number(numberSql(operands[0]));
    case "text":
      return text(operands[0] === undefined ? "NULL" : canonicalSql(asValue(operands[0])));
    case "upper":
    case "lower":
      return text(`${fn}(${t})`);
    case "trim":
      return text(`${BLANK_TRIMMED}(${t})`);
    case "length":
      return number(`length(${t})::DOUBLE`);
    case "concat":
      return text(boundedConcat(texts));
    case "contains":
      return { type: "boolean", sql: `contains(${t}, ${part})` };
    case "startsWith":
      return { type: "boolean", sql: `starts_with(${t}, ${part})` };
    case "substring":
      return text(substringSql(t, y, operands.length > 2 ? z : undefined));
    case "replace":
      return text(replaceSql(t, part, by));
    case "dateText":
      return text(dateTextSql(x, writtenText(written[1]) ?? "", context));
    case "convert":
      return number(convertSql(x, writtenText(written[1]) ?? "", writtenText(written[2]) ?? ""));
    default:
      throw new Error(`a checked formula calls "${fn}", which samples have no use for`);
  }
}

/** As `roundHalfAway` (core/analytics/expressions/rounding.ts), step by step, so that both give the same double. */
function roundedSql(x: string, decimals: number): string {
  const power = sqlDouble(10 ** Math.abs(decimals));
  const scaled = decimals < 0 ? `(${x} / ${power})` : `(${x} * ${power})`;
  const rounded = `(trunc(${scaled}) + CASE WHEN abs(${scaled} - trunc(${scaled})) >= 0.5::DOUBLE THEN sign(${scaled})::DOUBLE ELSE 0 END)`;
  const result = decimals < 0 ? `${rounded} * ${power}` : `${rounded} / ${power}`;
  return `CASE WHEN isfinite(${scaled}) THEN ${result} ELSE ${x} END`;
}

/** The engine's own least and greatest pass over missing operands. */
function extremeSql(fn: "least" | "greatest", numbers: readonly string[]): string {
  return `CASE WHEN ${numbers.map((number) => `${number} IS NOT NULL`).join(" AND ")} THEN ${fn}(${numbers.join(", ")}) END`;
}

function numberSql(operand: Operand | undefined): string {
  if (operand === undefined) return "NULL::DOUBLE";
  const { kind, num, text } = asValue(operand);
  return `CASE WHEN ${kind} < ${BOOLEAN} THEN ${num} WHEN ${kind} = ${BOOLEAN} THEN ${num} WHEN ${kind} = ${TEXT} THEN ${NUMBER_OF_TEXT}(${text}) END`;
}

/** Characters of a text of the platform are far fewer than this, which keeps the cast from failing. */
const POSITION_MAX = sqlDouble(1e9);

function substringSql(text: string, start: string, length: string | undefined): string {
  const from = `least(${start}, ${POSITION_MAX})::BIGINT`;
  if (length === undefined)
    return `CASE WHEN ${start} >= 1 AND ${start} = trunc(${start}) THEN substring(${text}, ${from}) END`;
  return `CASE WHEN ${start} >= 1 AND ${start} = trunc(${start}) AND ${length} >= 0 AND ${length} = trunc(${length})
    THEN substring(${text}, ${from}, least(${length}, ${POSITION_MAX})::BIGINT) END`;
}

/** How long the result would be is known before it is made. */
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
  // Zones differ from UTC by far less than two days; what the calendar of the engine does not reach stays outside the cast.
  const [least, most] = [DATE_TEXT_FIRST - 172_800_000, DATE_TEXT_LAST + 172_800_000];
  const instant = `CASE WHEN ${ts} BETWEEN ${sqlDouble(least)} AND ${sqlDouble(most)} THEN floor(${ts})::BIGINT END`;
  const local = context.local(`(${instant})`);
  const date = `make_timestamp_ms(${local})`;
  const shown = parts.map((each) =>
    each.kind === "text" ? context.bind(each.text) : tokenSql(each.token, date, local),
  );
  return `CASE WHEN ${local} BETWEEN ${sqlInteger(DATE_TEXT_FIRST)} AND ${sqlInteger(DATE_TEXT_LAST)} THEN ${shown.join(" || ")} END`;
}

function tokenSql(token: DateToken, date: string, local: string): string {
  const padded = (number: string, digits: number): string => `lpad((${number})::VARCHAR, ${String(digits)}, '0')`;
  const twelve = `CASE WHEN hour(${date}) % 12 = 0 THEN 12 ELSE hour(${date}) % 12 END`;
  switch (token) {
    case "yyyy":
      return padded(`year(${date})`, 4);
    case "yy":
      return padded(`year(${date}) % 100`, 2);
    case "MMMM":
      return `monthname(${date})`;
    case "MMM":
      return `left(monthname(${date}), 3)`;
    case "MM":
      return padded(`month(${date})`, 2);
    case "M":
      return `month(${date})::VARCHAR`;
    case "dd":
      return padded(`day(${date})`, 2);
    case "d":
      return `day(${date})::VARCHAR`;
    case "EEEE":
      return `dayname(${date})`;
    case "EEE":
      return `left(dayname(${date}), 3)`;
    case "HH":
      return padded(`hour(${date})`, 2);
    case "H":
      return `hour(${date})::VARCHAR`;
    case "hh":
      return padded(twelve, 2);
    case "h":
      return `(${twelve})::VARCHAR`;
    case "a":
      return `CASE WHEN hour(${date}) < 12 THEN 'AM' ELSE 'PM' END`;
    case "mm":
      return padded(`minute(${date})`, 2);
    case "m":
      return `minute(${date})::VARCHAR`;
    case "ss":
      return padded(`second(${date})`, 2);
    case "s":
      return `second(${date})::VARCHAR`;
    case "SSS":
      return padded(`((${local}) % 1000 + 1000) % 1000`, 3);
    case "Q":
      return `quarter(${date})::VARCHAR`;
  }
}
