// Commits that fail for want of memory at every point of their way: the engine leaves parts of them in its tables, and what is
// stored next must not stand on that. Batches of a seed, each with little memory left; what has been acknowledged is there, once
// and as it was written, in the file as a crash would leave it, too. Record: docs/decisions/0039-a-failed-transaction-ends-the-engine.md.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Random } from "../fuzz/random.ts";
import { seedOf } from "../support/seed.ts";
import { telemetrySettings } from "../support/telemetry-settings.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../../src/core/telemetry/telemetry.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger, type Logger } from "../../src/lib/logger.ts";
import { DuckdbDatabase } from "../../src/adapters/duckdb/duckdb-database.ts";
import type { DuckdbSession } from "../../src/adapters/duckdb/duckdb-session.ts";
import { DuckdbTelemetryStore } from "../../src/adapters/duckdb/duckdb-telemetry-store.ts";

const ROUNDS = 50;
const BATCH_POINTS_MAX = 8_000;
/** Rounds between two looks at everything. */
const LOOK_ROUNDS = 25;
const SERIES = 7;
const FIRST_TS = 1_700_000_000_000;
const BLOCK_BYTES = 65_536;
/** Of memory that is left for a batch: less than the largest ones need, and more. */
const BLOCKS_MAX = 40;
const REOPENED = "reports stopped and telemetry file reopened, telemetry needed their memory";

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "bridgehead-memory-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test("what is acknowledged after a commit without memory is what was sent, in memory and in the log", async () => {
  const seed = seedOf("PROPERTY_SEED");
  const random = new Random(seed);
  const plant = await Plant.open(join(folder, "telemetry.duckdb"));
  const sent = new Sent();

  for (let round = 1; round <= ROUNDS; round++) {
    const holder = await plant.leaveMemory((1 + random.below(BLOCKS_MAX)) * BLOCK_BYTES);
    await plant.store.write(sent.batch(round, 1 + random.below(BATCH_POINTS_MAX), random));
    sent.acknowledged();
    // So that the engine has to take it now.
    await plant.store.withPoints([numberOf(0)]).catch(() => undefined);
    await plant.giveBack(holder);
    if (round % LOOK_ROUNDS === 0)
      expect(await plant.differences(sent), `seed ${String(seed)}, round ${String(round)}`).toEqual([]);
  }
  expect(plant.events, `seed ${String(seed)}: memory was wanting`).toContain(REOPENED);

  const crashed = await plant.asAfterCrash(join(folder, "copy.duckdb"));
  expect(await crashed.differences(sent), `seed ${String(seed)}, from the log`).toEqual([]);
  await crashed.store.stop();
  await plant.store.stop();
});

/** By series and place, the round whose batch has written the point last. */
class Sent {
  readonly #rounds = Array.from({ length: SERIES }, (): number[] => []);
  #open: (() => void)[] = [];
  readonly #next = Array.from({ length: SERIES }, () => 0);

  /** Mostly new points, some of them late; of one series texts. */
  batch(round: number, count: number, random: Random): PointBatch {
    const batch = new PointBatch();
    this.#open = [];
    const hasLate = random.once(3);
    for (let row = 0; row < count; row++) {
      const series = random.below(SERIES);
      const newest = this.#next[series] ?? 0;
      const isLate = hasLate && newest > 0 && random.once(10);
      const place = isLate ? random.below(newest) : newest;
      if (!isLate) this.#next[series] = newest + 1;
      const text = textOf(series, place, round);
      const kind = text === null ? ValueKind.NUMBER : ValueKind.STRING;
      batch.add(numberOf(series), FIRST_TS + place, kind, text === null ? numOf(place, round) : 0);
      if (text !== null) batch.addText(text);
      this.#open.push(() => {
        const rounds = this.#rounds[series];
        if (rounds !== undefined) rounds[place] = round;
      });
    }
    return batch;
  }

  acknowledged(): void {
    for (const take of this.#open) take();
  }

  points(series: number): readonly string[] {
    return (this.#rounds[series] ?? []).map((round, place) =>
      pointText(FIRST_TS + place, textOf(series, place, round) ?? numOf(place, round)),
    );
  }
}

function textOf(series: number, place: number, round: number): string | null {
  return series === 0 ? `${"text ".repeat(place % 20)}${String(place)} of ${String(round)}` : null;
}

function numOf(place: number, round: number): number {
  return round * 1_000_000 + place;
}

function pointText(ts: number, value: unknown): string {
  return `${String(ts)} ${String(value)}`;
}

const numberOf = (series: number): SeriesNumber => (series + 1) as SeriesNumber;

class Plant {
  readonly store: DuckdbTelemetryStore;
  readonly events: readonly string[];
  readonly #database: DuckdbDatabase;
  readonly #file: string;

  private constructor(store: DuckdbTelemetryStore, database: DuckdbDatabase, file: string, events: readonly string[]) {
    this.store = store;
    this.#database = database;
    this.#file = file;
    this.events = events;
  }

  static async open(file: string): Promise<Plant> {
    const settings = telemetrySettings(file, {
      memoryMaxMebibytes: 256,
      // Nothing can be put aside, so that what is left is what there is.
      spillMaxMebibytes: 0,
      checkpointMebibytes: 64,
      snapshotPoints: 50_000,
    });
    const events: string[] = [];
    const log: Logger = { ...silentLogger, warn: (event) => void events.push(event) };
    const database = new DuckdbDatabase(settings, systemClock);
    const store = new DuckdbTelemetryStore({ clock: systemClock, log, database }, settings);
    await store.start();
    return new Plant(store, database, file, events);
  }

  /** As if reports held the rest, of which the result stands for one. */
  async leaveMemory(bytes: number): Promise<DuckdbSession> {
    const session = await this.#database.openYieldingSession();
    const [used] = await session.query("SELECT sum(memory_usage_bytes)::DOUBLE FROM duckdb_memory()");
    // Refused where a checkpoint has taken more meanwhile: then this batch has all memory.
    await session.query(`SET memory_limit = '${String(Number(used?.[0]) + bytes)}B'`).catch(() => undefined);
    return session;
  }

  /** Where the session has ended already, the limit went with its engine. */
  async giveBack(holder: DuckdbSession): Promise<void> {
    await holder.query("SET memory_limit = '256MiB'").catch(() => undefined);
    await holder.close();
  }

  /** What is stored and was not acknowledged, and the reverse; the first of each series. */
  async differences(sent: Sent): Promise<string[]> {
    const differences: string[] = [];
    for (let series = 0; series < SERIES; series++) {
      const window = { startTs: FIRST_TS, endTs: FIRST_TS + 10_000_000 };
      const stored = await this.store.range(numberOf(series), { ...window, limit: 1_000_000, order: "ASC" });
      const found = stored.map(({ ts, value }) => pointText(ts, value));
      const wanted = sent.points(series);
      const length = Math.max(found.length, wanted.length);
      const place = Array.from({ length }, (_none, at) => at).find((at) => found[at] !== wanted[at]);
      if (place !== undefined)
        differences.push(`series ${String(series)}: ${String(found[place])} in place of ${String(wanted[place])}`);
      const [latest] = await this.store.latest([numberOf(series)]);
      if (latest !== undefined && pointText(latest.ts, latest.value) !== wanted.at(-1))
        differences.push(`series ${String(series)}: ${String(latest.ts)} is the latest`);
    }
    return differences;
  }

  /** A store on a copy of the file and its log. */
  async asAfterCrash(copy: string): Promise<Plant> {
    await cp(this.#file, copy);
    await cp(`${this.#file}.log`, `${copy}.log`, { recursive: true });
    return await Plant.open(copy);
  }
}
