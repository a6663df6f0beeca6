// Maintenance during reads and writes: a checkpoint that cannot be taken now is not a fault of the disk.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import { PointBatch } from "../../core/telemetry/point-batch.ts";
import { ValueKind } from "../../core/telemetry/telemetry.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DuckdbDatabase } from "./duckdb-database.ts";
import { DuckdbTelemetryStore } from "./duckdb-telemetry-store.ts";

const SERIES = 1 as SeriesNumber;

class CountingDatabase extends DuckdbDatabase {
  checkpoints = 0;

  override async checkpoint(statement?: "CHECKPOINT" | "FORCE CHECKPOINT"): Promise<void> {
    await super.checkpoint(statement);
    this.checkpoints++;
  }
}

interface OpenStore {
  readonly store: DuckdbTelemetryStore;
  readonly database: CountingDatabase;
  readonly close: () => Promise<void>;
}

async function openStore(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-duckdb-"));
  const file = join(folder, "telemetry.duckdb");
  const settings = {
    file,
    scratchFolder: join(folder, "scratch"),
    threads: 2,
    memoryMaxMebibytes: 128,
    writeReserveMebibytes: 64,
    spillMaxMebibytes: 256,
    readersMax: 4,
    checkpointMebibytes: 64,
    snapshotPoints: 100_000,
    snapshotPatience: 1,
    snapshotSeconds: 60,
    reopenSeconds: 1,
    exportWindow: { pointsMax: 500_000, textBytesMax: 33_554_432 },
    reports: { queriesMax: 2, sliceSamples: 2_000_000 },
  };
  const database = new CountingDatabase(settings, systemClock);
  const store = new DuckdbTelemetryStore({ clock: systemClock, log: silentLogger, database }, settings);
  await store.start();
  return {
    store,
    database,
    close: async () => {
      await store.stop();
      await rm(folder, { recursive: true });
    },
  };
}

function batchOf(count: number, firstTs: number): PointBatch {
  const batch = new PointBatch();
  for (let row = 0; row < count; row++) batch.add(SERIES, firstTs + row, ValueKind.NUMBER, row);
  return batch;
}

test("a checkpoint comes before the points that would overfill a row group", async () => {
  const { store, database, close } = await openStore();
  try {
    await store.write(batchOf(40_000, 0));
    await store.withPoints([SERIES]);
    await expect.poll(() => database.checkpoints).toBe(2);
    await store.write(batchOf(100, 40_000));
    await store.withPoints([SERIES]);
    expect(database.checkpoints).toBe(2);
  } finally {
    await close();
  }
});

/** Minutes of work, unless it is interrupted. */
const LONG_QUERY =
  "SELECT sum(one.range * other.range % 7) FROM range(200000) one, range(200000) other WHERE one.range > $1::BIGINT";

test("AN-68: a statement that is interrupted before the engine has taken it up ends all the same", async () => {
  const { database, remove } = await openDatabase();
  const session = await database.openSession();
  try {
    const running = session.query(LONG_QUERY, ["5"]);
    session.interrupt();
    await expect(running).rejects.toThrow(/interrupt/i);

    const controller = new AbortController();
    const reading = database.read((session) => {
      const rows = session.query(LONG_QUERY, ["5"]);
      controller.abort(new Error("the caller has gone"));
      return rows;
    }, controller.signal);
    await expect(reading).rejects.toThrow("the caller has gone");
  } finally {
    await session.close();
    await remove();
  }
});

test("the file is closed although statements have just begun, or wait for a connection", async () => {
  const { database, remove } = await openDatabase();
  const session = await database.openSession();
  const controller = new AbortController();
  const read = () => database.read((session) => session.query(LONG_QUERY, ["5"]), controller.signal);
  const running = [session.query(LONG_QUERY, ["5"]), read(), read()];
  const ends = Promise.allSettled(running);
  controller.abort(new Error("the caller has gone"));
  await remove();
  expect((await ends).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
});

async function openDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-duckdb-"));
  const settings = {
    file: join(folder, "telemetry.duckdb"),
    scratchFolder: join(folder, "scratch"),
    threads: 2,
    memoryMaxMebibytes: 64,
    writeReserveMebibytes: 64,
    spillMaxMebibytes: 512,
    readersMax: 1,
    checkpointMebibytes: 64,
  };
  const database = new DuckdbDatabase(settings, systemClock);
  await database.openForWriting();
  return {
    database,
    remove: async () => {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
