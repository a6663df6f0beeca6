// Formulas over samples: names stand for the value, its time and calendar parts, and dimensions of the device, which
// are handed over as a table. Source: analytics contract 2.11.
import { DOUBLE, INTEGER, UTINYINT, VARCHAR, type DuckDBType, type DuckDBValue } from "@duckdb/node-api";
import type { Expression, Name } from "../../../core/analytics/expressions/expression.ts";
import { nameKey, namesIn } from "../../../core/analytics/expressions/name-key.ts";
import type { Cell, DeviceDimensions, WallClock } from "../../../core/analytics/report/report-engine.ts";
import { isTimePart } from "../../../core/analytics/time/time-part.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import { JsonText } from "../../../core/values.ts";
import { withExpression, type ExpressionRelation } from "./expression-sql.ts";
import type { Operand } from "./operand-sql.ts";
import type { ReportSession } from "./report-session.ts";
import { localSql, partSql } from "./time-sql.ts";

export class SampleFormulas {
  readonly clock: WallClock;
  readonly #session: ReportSession;
  readonly #dimensions: DeviceDimensions["columns"];
  /** Names of the dimensions that the formulas use; they are the columns of the table. */
  readonly #columns: readonly string[];
  readonly #table: string;

  private constructor(
    session: ReportSession,
    clock: WallClock,
    { columns, names, table }: { columns: DeviceDimensions["columns"]; names: readonly string[]; table: string },
  ) {
    this.#session = session;
    this.clock = clock;
    this.#dimensions = columns;
    this.#columns = names;
    this.#table = table;
  }

  /** Only dimensions named by these formulas are handed over. */
  static async create(
    session: ReportSession,
    clock: WallClock,
    { columns }: DeviceDimensions,
    formulas: readonly (Expression | null)[],
  ): Promise<SampleFormulas> {
    const named = new Set(formulas.flatMap((formula) => (formula === null ? [] : [...namesIn(formula).keys()])));
    const names = [...named].filter((name) => columns.has(name));
    const table = names.length === 0 ? "" : await createDimensionTable(session, columns, names);
    return new SampleFormulas(session, clock, { columns, names, table });
  }

  /**
   * The value of a formula for each row of a relation, in columns whose names begin with `prefix`. `own` resolves
   * further names.
   */
  over(
    relation: string,
    formula: Expression,
    prefix: string,
    own: (name: Name) => Operand | undefined = ofSample,
  ): ExpressionRelation {
    return withExpression(
      this.#withDimensions(relation, formula),
      formula,
      {
        bind: this.#session.bind,
        local: (ts) => localSql(this.clock.offsets, ts),
        column: (name) => own(name) ?? momentOperand(name, this.clock) ?? this.#dimension(name),
      },
      prefix,
    );
  }

  #withDimensions(relation: string, formula: Expression): string {
    if (![...namesIn(formula).keys()].some((name) => this.#dimensions.has(name))) return relation;
    return `SELECT r.*, dimensions.* EXCLUDE (device) FROM (${relation}) r LEFT JOIN ${this.#table} dimensions ON dimensions.device = r.device`;
  }

  #dimension(name: Name): Operand {
    const index = this.#columns.indexOf(nameKey(name));
    if (index < 0) return { type: "any", kind: "NULL::UTINYINT", num: "NULL::DOUBLE", text: "NULL::VARCHAR" };
    const column = `f${String(index)}`;
    return { type: "any", kind: `${column}k`, num: `${column}n`, text: `${column}s` };
  }
}

/** A stored value; an integer that a double cannot hold counts as the nearest double. */
export function valueOperand(kind: string, num: string, text: string): Operand {
  const plain = `CASE WHEN ${kind} = ${String(ValueKind.INTEGER)} THEN ${String(ValueKind.NUMBER)}::UTINYINT ELSE ${kind} END`;
  return { type: "any", kind: plain, num, text: `CASE WHEN ${kind} < ${String(ValueKind.INTEGER)} THEN ${text} END` };
}

function ofSample(name: Name): Operand | undefined {
  return name.kind === "value" ? valueOperand("k", "n", "s") : undefined;
}

export function momentOperand(name: Name, clock: WallClock): Operand | undefined {
  if (name.kind === "ts") return { type: "number", sql: "ts::DOUBLE" };
  if (name.kind !== "part") return undefined;
  const { part } = name;
  if (!isTimePart(part)) return undefined;
  const sql = partSql(part, localSql(clock.offsets, "ts"), clock);
  return part === "isWeekend" ? { type: "boolean", sql: `(${sql} = 1)` } : { type: "number", sql: `${sql}::DOUBLE` };
}

async function createDimensionTable(
  session: ReportSession,
  columns: DeviceDimensions["columns"],
  names: readonly string[],
): Promise<string> {
  const cells = names.map((name) => columns.get(name) ?? []);
  const types: Record<string, DuckDBType> = { device: INTEGER };
  for (const index of names.keys())
    Object.assign(types, {
      [`f${String(index)}k`]: UTINYINT,
      [`f${String(index)}n`]: DOUBLE,
      [`f${String(index)}s`]: VARCHAR,
    });
  const devices = Math.max(...cells.map(({ length }) => length));
  const rows = Array.from({ length: devices }, (_none, device) => [
    device,
    ...cells.flatMap((column) => valueColumns(column[device] ?? null)),
  ]);
  return await session.createTable("dimensions", types, rows);
}

/**
 * Kind, number and text of a cell. An integer that a double cannot hold counts as the nearest double, as in formulas.
 */
function valueColumns(cell: Cell): readonly DuckDBValue[] {
  if (cell === null) return [null, null, null];
  if (typeof cell === "string") return [ValueKind.STRING, null, cell];
  if (cell instanceof JsonText) return [ValueKind.JSON, null, cell.text];
  return [typeof cell === "boolean" ? ValueKind.BOOLEAN : ValueKind.NUMBER, Number(cell), null];
}
