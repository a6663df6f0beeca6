// Points with their own time to live: each has a row in a second table, so that all other points cost nothing. A row
// always belongs to the last write of its point: whatever replaces or deletes a point removes its row.
import type { DuckDBAppender } from "@duckdb/node-api";
import type { PointBatch } from "../../core/telemetry/point-batch.ts";
import type { DuckdbSession } from "./duckdb-session.ts";
import { closeAppender } from "./point-appender.ts";

export class PointExpiry {
  readonly #writer: DuckdbSession;
  readonly #appender: DuckDBAppender;
  /** False while the table is empty, so that reads can skip it. */
  isUsed = true;

  private constructor(writer: DuckdbSession, appender: DuckDBAppender) {
    this.#writer = writer;
    this.#appender = appender;
  }

  static async open(writer: DuckdbSession): Promise<PointExpiry> {
    const expiry = new PointExpiry(writer, await writer.appender("expiry"));
    await expiry.checkUse();
    return expiry;
  }

  close(): void {
    closeAppender(this.#appender);
  }

  async checkUse(): Promise<void> {
    this.isUsed = (await this.#writer.query("SELECT 1 FROM expiry LIMIT 1")).length > 0;
  }

  /** Runs inside the transaction that stores the batch, after replaced points have lost their rows. */
  write(batch: PointBatch): void {
    if (batch.expiring.length === 0) return;
    for (const { series, ts, expiresAt } of lastWritings(batch)) {
      this.#appender.appendInteger(series);
      this.#appender.appendBigInt(BigInt(ts));
      this.#appender.appendBigInt(BigInt(expiresAt));
      this.#appender.endRow();
    }
    this.#appender.flushSync();
    this.isUsed = true;
  }
}

export interface ExpiringPoint {
  readonly series: number;
  readonly ts: number;
  readonly expiresAt: number;
}

/** The expiring points that no later row of the batch writes again. */
export function lastWritings(batch: PointBatch): Iterable<ExpiringPoint> {
  const { expiring } = batch;
  const found = new Map<string, ExpiringPoint>();
  const series = new Set<number>();
  let next = 0;
  for (let row = expiring[0]?.from ?? 0; row < batch.count; row++) {
    while ((expiring[next]?.to ?? batch.count) <= row) next++;
    const rows = expiring[next];
    const isExpiring = rows !== undefined && row >= rows.from;
    const number = batch.series[row] ?? 0;
    if (!isExpiring && !series.has(number)) continue;
    const ts = batch.ts[row] ?? 0;
    const key = `${String(number)}:${String(ts)}`;
    if (isExpiring) {
      found.set(key, { series: number, ts, expiresAt: rows.expiresAt });
      series.add(number);
    } else found.delete(key);
  }
  return found.values();
}
