// Points with a time to live of their own: a row in a second table for each, so that all the others cost nothing.
// A row always speaks of the last writing of its point: whatever replaces or deletes a point takes the row away.
import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import type { ExpiringRows } from "../../core/telemetry/point-batch.ts";
import type { PointColumns } from "./point-appender.ts";

export class PointExpiry {
  readonly #connection: DuckDBConnection;
  readonly #appender: DuckDBAppender;
  /** False while the table is empty, so that nobody reads it. */
  isUsed: boolean;

  private constructor(connection: DuckDBConnection, appender: DuckDBAppender, isUsed: boolean) {
    this.#connection = connection;
    this.#appender = appender;
    this.isUsed = isUsed;
  }

  static async open(connection: DuckDBConnection): Promise<PointExpiry> {
    const expiry = new PointExpiry(connection, await connection.createAppender("expiry"), true);
    await expiry.checkUse();
    return expiry;
  }

  close(): void {
    try {
      this.#appender.clear();
      this.#appender.closeSync();
    } catch {
      // The appender of a database that has been invalidated says so once more; its rows were never acknowledged.
    }
  }

  async checkUse(): Promise<void> {
    this.isUsed = (await this.#connection.runAndReadAll("SELECT 1 FROM expiry LIMIT 1")).currentRowCount > 0;
  }

  /** Inside the transaction that stores the batch, after rows that replace others have taken theirs away. */
  write(columns: PointColumns, expiring: readonly ExpiringRows[]): void {
    if (expiring.length === 0) return;
    for (const { series, ts, expiresAt } of lastWritings(columns, expiring)) {
      this.#appender.appendInteger(series);
      this.#appender.appendBigInt(BigInt(ts));
      this.#appender.appendBigInt(BigInt(expiresAt));
      this.#appender.endRow();
    }
    this.#appender.flushSync();
    this.isUsed = true;
  }
}

interface ExpiringPoint {
  readonly series: number;
  readonly ts: number;
  readonly expiresAt: number;
}

/** The points of the rows that no later row of the batch writes again. */
function lastWritings(columns: PointColumns, expiring: readonly ExpiringRows[]): Iterable<ExpiringPoint> {
  const found = new Map<string, ExpiringPoint>();
  const series = new Set<number>();
  let next = 0;
  for (let row = expiring[0]?.from ?? 0; row < columns.count; row++) {
    while ((expiring[next]?.to ?? columns.count) <= row) next++;
    const rows = expiring[next];
    const isExpiring = rows !== undefined && row >= rows.from;
    const number = columns.series[row] ?? 0;
    if (!isExpiring && !series.has(number)) continue;
    const ts = columns.ts[row] ?? 0;
    const key = `${String(number)}:${String(ts)}`;
    if (isExpiring) {
      found.set(key, { series: number, ts, expiresAt: rows.expiresAt });
      series.add(number);
    } else found.delete(key);
  }
  return found.values();
}
