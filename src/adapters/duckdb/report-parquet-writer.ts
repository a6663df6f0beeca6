// Reports as Parquet: the engine writes rows piece by piece into a scratch folder, and each piece is sent and removed.
// Labels never become part of a statement: columns are numbered until the end of the file names them.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBTimestampTZValue, type DuckDBAppender } from "@duckdb/node-api";
import type { ParquetWriter, ReportTable } from "../../core/analytics/files/report-file.ts";
import type { Cell } from "../../core/analytics/report/report-engine.ts";
import { JsonText } from "../../core/values.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { quoted } from "./literals.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import { fromScratch, type ScratchDeps } from "./scratch-folder.ts";

/** Rows in a piece, and in a row group. */
const PIECE_ROWS = 61_440;
/** Rows appended before other work gets a turn. */
const TURN_ROWS = 4_096;

type Table = Pick<ReportTable, "columns" | "rows">;
type ColumnType = "DOUBLE" | "BIGINT" | "BOOLEAN" | "VARCHAR" | "TIMESTAMPTZ";

export class DuckdbParquetWriter implements ParquetWriter {
  readonly #deps: ScratchDeps;

  constructor(deps: ScratchDeps) {
    this.#deps = deps;
  }

  write(table: Table, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    return fromScratch(this.#deps, { prefix: "report-", signal }, (session, folder) =>
      pieces(session, table, folder, signal),
    );
  }
}

async function* pieces(
  session: DuckdbSession,
  { columns, rows }: Table,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  // Loaded with the first file of this format, because its libraries are as large as the rest of the adapter.
  const { PARQUET_MAGIC, PARQUET_TAIL_BYTES, ParquetPieces } = await import("./parquet-pieces.ts");
  const types = columns.map(({ type }, index) => columnType(type, rows, index));
  const definitions = types.map((type, index) => `c${String(index)} ${type}`).join(", ");
  await session.query(`CREATE TEMP TABLE report_rows (${definitions})`);
  const whole = new ParquetPieces(new Map(columns.map(({ label }, index) => [`c${String(index)}`, label])));
  const file = join(folder, "piece.parquet");
  // Without any rows there is still a file with its columns.
  for (let from = 0; from === 0 || from < rows.length; from += PIECE_ROWS) {
    signal.throwIfAborted();
    await append(session, types, rows.slice(from, from + PIECE_ROWS), signal);
    await session.query(
      `COPY report_rows TO ${quoted(file)} (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE ${String(PIECE_ROWS)})`,
    );
    await session.query("TRUNCATE report_rows");
    const bytes = await readFile(file);
    const end = bytes.length - PARQUET_TAIL_BYTES;
    const metadataStart = end - bytes.readUInt32LE(end);
    whole.add(bytes.subarray(metadataStart), metadataStart - PARQUET_MAGIC.length);
    yield bytes.subarray(from === 0 ? 0 : PARQUET_MAGIC.length, metadataStart);
  }
  yield whole.end();
}

async function append(
  session: DuckdbSession,
  types: readonly ColumnType[],
  rows: Table["rows"],
  signal: AbortSignal,
): Promise<void> {
  const appender = await session.appender("report_rows");
  try {
    for (const [number, row] of rows.entries()) {
      for (const [index, type] of types.entries()) appendCell(appender, type, row[index] ?? null);
      appender.endRow();
      if (number % TURN_ROWS !== TURN_ROWS - 1) continue;
      await nextTurn();
      signal.throwIfAborted();
    }
  } finally {
    appender.closeSync();
  }
}

function columnType(type: Table["columns"][number]["type"], rows: Table["rows"], index: number): ColumnType {
  const cells = (holds: (cell: Cell) => boolean): boolean => rows.every((row) => holds(row[index] ?? null));
  switch (type) {
    case "number":
      // Integers that a double cannot hold keep their digits if the column holds only integers.
      return rows.some((row) => typeof row[index] === "bigint") && cells(isIntegerOrMissing) ? "BIGINT" : "DOUBLE";
    case "time":
      return "TIMESTAMPTZ";
    case "boolean":
      return "BOOLEAN";
    default:
      return "VARCHAR";
  }
}

function isIntegerOrMissing(cell: Cell): boolean {
  return cell === null || typeof cell === "bigint" || (typeof cell === "number" && Number.isSafeInteger(cell));
}

function appendCell(appender: DuckDBAppender, type: ColumnType, cell: Cell): void {
  if (type === "VARCHAR") appendText(appender, cell);
  else if (type === "BOOLEAN" && typeof cell === "boolean") appender.appendBoolean(cell);
  else if (typeof cell !== "number" && typeof cell !== "bigint") appender.appendNull();
  else if (typeof cell === "number" && !Number.isFinite(cell)) appender.appendNull();
  else if (type === "DOUBLE") appender.appendDouble(Number(cell));
  else if (type === "BIGINT") appender.appendBigInt(BigInt(cell));
  else if (type === "TIMESTAMPTZ")
    appender.appendTimestampTZ(new DuckDBTimestampTZValue(BigInt(Math.round(Number(cell))) * 1000n));
  else appender.appendNull();
}

function appendText(appender: DuckDBAppender, cell: Cell): void {
  if (cell === null || (typeof cell === "number" && !Number.isFinite(cell))) appender.appendNull();
  else appender.appendVarchar(cell instanceof JsonText ? cell.text : String(cell));
}
