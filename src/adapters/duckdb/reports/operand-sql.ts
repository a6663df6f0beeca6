// Values of formulas in SQL, and how each converts to a number, a text or a condition: a value of another type is then
// missing. Source: analytics contract 2.11.
import { TEXT_RESULT_MAX } from "../../../core/analytics/expressions/functions.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import type { ValueSql } from "./value-sql.ts";

/** A value whose type is known before the run is one column; any other value is three columns. */
export type Operand =
  { readonly type: "number" | "text" | "boolean"; readonly sql: string } | ({ readonly type: "any" } & ValueSql);

const NUMBER = String(ValueKind.NUMBER);
const BOOLEAN = String(ValueKind.BOOLEAN);
const TEXT = String(ValueKind.STRING);

/** Concatenates texts; a result above the length limit is missing. */
export function boundedConcat(texts: readonly string[]): string {
  const lengths = texts.map((text) => `length(${text})`).join(" + ");
  return `CASE WHEN ${lengths} <= ${String(TEXT_RESULT_MAX)} THEN ${texts.join(" || ")} END`;
}

/** A value that is not finite is missing, and there is only one zero. */
export function finiteSql(sql: string): string {
  return `CASE WHEN isfinite(${sql}) THEN (${sql}) + 0.0::DOUBLE END`;
}

export function asNumber(operand: Operand): string {
  if (operand.type === "number") return operand.sql;
  return operand.type === "any" ? `CASE WHEN ${operand.kind} = ${NUMBER} THEN ${operand.num} END` : "NULL::DOUBLE";
}

export function asText(operand: Operand): string {
  if (operand.type === "text") return operand.sql;
  return operand.type === "any" ? `CASE WHEN ${operand.kind} = ${TEXT} THEN ${operand.text} END` : "NULL::VARCHAR";
}

/** For functions, which accept no text above the length limit; their own results are limited already. */
export function asBoundedText(operand: Operand): string {
  if (operand.type !== "any") return asText(operand);
  const { kind, text } = operand;
  return `CASE WHEN ${kind} = ${TEXT} AND length(${text}) <= ${String(TEXT_RESULT_MAX)} THEN ${text} END`;
}

export function asBoolean(operand: Operand): string {
  if (operand.type === "boolean") return operand.sql;
  return operand.type === "any"
    ? `CASE WHEN ${operand.kind} = ${BOOLEAN} THEN ${operand.num} <> 0 END`
    : "NULL::BOOLEAN";
}

export function asValue(operand: Operand): ValueSql {
  switch (operand.type) {
    case "number":
      return { kind: presentAs(operand.sql, NUMBER), num: operand.sql, text: "NULL::VARCHAR" };
    case "boolean":
      return { kind: presentAs(operand.sql, BOOLEAN), num: `(${operand.sql})::DOUBLE`, text: "NULL::VARCHAR" };
    case "text":
      return { kind: presentAs(operand.sql, TEXT), num: "NULL::DOUBLE", text: operand.sql };
    case "any":
      return operand;
  }
}

function presentAs(sql: string, kind: string): string {
  return `CASE WHEN (${sql}) IS NOT NULL THEN ${kind}::UTINYINT END`;
}

/** SQL that is null if the value is missing. */
export function presentSql(operand: Operand): string {
  return operand.type === "any" ? operand.kind : `(${operand.sql})`;
}
