// Stores the telemetry of a large body in pieces. By then the whole body is valid, and all its series have numbers.
import { Receipt } from "../../../core/acknowledgement.ts";
import type { SeriesOwner } from "../../../core/telemetry/series-owner.ts";
import type { TelemetryService } from "../../../core/telemetry/telemetry-service.ts";
import { Readings } from "../../../core/telemetry/readings.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { ReadBody } from "./body-readers.ts";

export type LargeTelemetry = Pick<TelemetryService, "numberRows" | "record">;

/**
 * Resolves when all rows have joined a batch; `durable` settles when all of them are durable. Rejects with
 * `limit-exceeded`, before any row joins a batch, if the owner would have too many keys.
 */
export async function recordLarge(
  telemetry: LargeTelemetry,
  owner: SeriesOwner,
  read: ReadBody,
  expiresAt: EpochMillis | null = null,
): Promise<{ readonly durable: Promise<unknown> }> {
  await numberKeys(telemetry, owner, read.keys);
  const receipts: Promise<void>[] = [];
  for await (const readings of read.readings(owner)) {
    const receipt = new Receipt();
    readings.expiresAt = expiresAt;
    await telemetry.record(readings, receipt, 0);
    // A rejection is handled once all pieces have joined.
    receipt.durable.catch(() => undefined);
    receipts.push(receipt.durable);
  }
  return { durable: Promise.all(receipts) };
}

async function numberKeys(telemetry: LargeTelemetry, owner: SeriesOwner, keys: readonly string[]): Promise<void> {
  const rows = new Readings<SeriesOwner>();
  rows.openEntry(owner.name, owner);
  for (const key of keys) rows.addNumber(key, owner.series.get(key), 0, 0);
  rows.closeEntry();
  const [refused] = await telemetry.numberRows(rows);
  if (refused !== undefined) throw refused.error;
}
