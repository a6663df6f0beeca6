// What the names of formulas over samples stand for: the value, its time and calendar parts, and dimensions of the device.
// Source: analytics contract 2.11.
import type { Name } from "../../../core/analytics/expressions/expression.ts";
import { TIME_PARTS } from "../../../core/analytics/view/field-schema.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import type { ExpressionContext } from "./expression-sql.ts";
import type { Operand } from "./operand-sql.ts";
import type { Statement } from "./report-session.ts";
import type { DimensionTable } from "./series-tables.ts";
import { localSql, partSql, type WallClock } from "./time-sql.ts";

/** Where the names of a condition on samples stand. */
export function sampleContext(statement: Statement, clock: WallClock, dimensions: DimensionTable): ExpressionContext {
  return {
    statement,
    local: (ts) => localSql(clock.offsets, ts),
    column: (name) =>
      momentOperand(name, clock) ?? (name.kind === "value" ? valueOperand("k", "n", "s") : dimensions.operand(name)),
  };
}

/** A stored value; an integer that a double cannot hold counts as the nearest double. */
export function valueOperand(kind: string, num: string, text: string): Operand {
  const plain = `CASE WHEN ${kind} = ${String(ValueKind.INTEGER)} THEN ${String(ValueKind.NUMBER)}::UTINYINT ELSE ${kind} END`;
  return { type: "any", kind: plain, num, text: `CASE WHEN ${kind} < ${String(ValueKind.INTEGER)} THEN ${text} END` };
}

export function momentOperand(name: Name, clock: WallClock): Operand | undefined {
  if (name.kind === "ts") return { type: "number", sql: "ts::DOUBLE" };
  if (name.kind !== "part") return undefined;
  const part = TIME_PARTS.find((known) => known === name.part);
  if (part === undefined) return undefined;
  const sql = partSql(part, localSql(clock.offsets, "ts"), clock);
  return part === "isWeekend" ? { type: "boolean", sql: `(${sql} = 1)` } : { type: "number", sql: `${sql}::DOUBLE` };
}
