// Nodes and keepers that share a log in memory and a lake, with a model of what they should show.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { KeeperOptions } from "../../src/adapters/duckdb/lake/keeper.ts";
import { LakeKeeper } from "../../src/adapters/duckdb/lake/lake-keeper.ts";
import { LakeTelemetryStore, type LakeTelemetryOptions } from "../../src/adapters/duckdb/lake/lake-telemetry-store.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import type { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import type { DeleteQuery } from "../../src/core/telemetry/telemetry.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { foldingOften, lakeSettings, type StoredPlace } from "./cluster-store.ts";
import { MemoryLog } from "./memory-log.ts";
import { PointModel } from "./point-model.ts";
import { PostgresTestServer } from "./postgres-server.ts";

/** Folds only when it is told to. */
const FOLDING_NEVER: KeeperOptions = { ...foldingOften, foldSeconds: 1_000_000, foldBytes: Infinity };

const deps = { clock: systemClock, logger: silentLogger };

export class LakeWorld {
  readonly log = new MemoryLog();
  readonly model = new PointModel();
  readonly place: StoredPlace;

  constructor(place: StoredPlace) {
    this.place = place;
  }

  async node(changes: Partial<LakeTelemetryOptions> = {}): Promise<LakeTelemetryStore> {
    const node = new LakeTelemetryStore({ log: this.log, ...deps }, lakeSettings(this.place, changes));
    await node.start();
    return node;
  }

  async keeper(changes: Partial<KeeperOptions> = {}): Promise<LakeKeeper> {
    const options = { ...lakeSettings(this.place), keeper: { ...FOLDING_NEVER, ...changes } };
    const keeper = new LakeKeeper({ log: this.log, ...deps }, options);
    await keeper.start();
    return keeper;
  }

  async write(node: LakeTelemetryStore, batch: PointBatch): Promise<void> {
    this.model.write(batch);
    await node.write(batch);
  }

  async delete(node: LakeTelemetryStore, series: readonly SeriesNumber[], query: DeleteQuery): Promise<void> {
    this.model.delete(series, query);
    await node.delete(series, query);
  }
}

/** A catalog for the tests of a file, with as many lakes as they ask for. */
export function useLakes(): { world(): LakeWorld; postgres(): PostgresTestServer } {
  let postgres: PostgresTestServer;
  let folder: string;
  let worlds = 0;
  beforeAll(async () => {
    postgres = await PostgresTestServer.start();
    folder = await mkdtemp(join(tmpdir(), "bridgehead-lake-"));
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true });
  });
  return {
    world: () => new LakeWorld({ postgres, folder, name: `w${String(worlds++)}` }),
    postgres: () => postgres,
  };
}
