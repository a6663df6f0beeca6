// The telemetry store of a cluster for tests, on engines that a test has started, with a keeper that folds often.
import { join } from "node:path";
import type { KeeperOptions } from "../../src/adapters/duckdb/lake/keeper.ts";
import { LakeKeeper } from "../../src/adapters/duckdb/lake/lake-keeper.ts";
import type { LakePlace } from "../../src/adapters/duckdb/lake/lake-engine.ts";
import { LakeTelemetryStore, type LakeTelemetryOptions } from "../../src/adapters/duckdb/lake/lake-telemetry-store.ts";
import { StreamLog, type StreamLogOptions } from "../../src/adapters/nats/stream-log.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { extensionFolder, type NatsTestCluster } from "./engines.ts";
import type { PostgresTestServer } from "./postgres-server.ts";

export interface ClusterPlace extends StoredPlace {
  readonly nats: NatsTestCluster;
}

export interface StoredPlace {
  readonly postgres: Pick<PostgresTestServer, "catalog">;
  readonly folder: string;
  /** Of the stream, the schema and the folder of files. */
  readonly name: string;
}

export interface ClusterStore {
  readonly store: LakeTelemetryStore;
  readonly log: StreamLog;
  readonly keeper: LakeKeeper;
  stop(): Promise<void>;
}

export const foldingOften: KeeperOptions = {
  foldSeconds: 0,
  foldBytes: 0,
  latestPoints: 100,
  keepSeconds: 0,
  mergeFolds: 10,
  expireSeconds: 600,
  restoreSeconds: 600,
};

export function lakePlace({ postgres, folder, name }: StoredPlace): LakePlace {
  // They were fetched by their hashes, and tests open hundreds of engines.
  const extensions = { extensionFolder, isExtensionFolderChecked: true };
  return { catalog: postgres.catalog, schema: name, files: join(folder, name), ...extensions };
}

let scratches = 0;

export function lakeSettings(place: StoredPlace, changes: Partial<LakeTelemetryOptions> = {}): LakeTelemetryOptions {
  return {
    place: lakePlace(place),
    scratchFolder: join(place.folder, `scratch ${String(scratches++)}`),
    threads: 2,
    memoryMaxMebibytes: 256,
    writeReserveMebibytes: 64,
    spillMaxMebibytes: 256,
    readersMax: 2,
    tail: { bytesMax: 64_000_000, patienceMillis: 20_000, lookMillis: 500 },
    batchMillis: 20,
    exportWindow: { pointsMax: 500_000, textBytesMax: 33_554_432 },
    reports: { queriesMax: 2, sliceSamples: 2_000_000 },
    ...changes,
  };
}

export function logSettings({ nats, name }: ClusterPlace): StreamLogOptions {
  return {
    servers: nats.urls,
    stream: `points_${name}`,
    replicas: nats.servers.length,
    proof: { kind: "asked", monitors: nats.monitors },
    bytesMax: 64 * 1_048_576,
    messageBytesMax: 8 * 1_048_576,
    patienceMillis: 60_000,
  };
}

export async function openLog(place: ClusterPlace): Promise<StreamLog> {
  return await StreamLog.open({ clock: systemClock, log: silentLogger }, logSettings(place));
}

/** A node, and a keeper that folds all the time unless its options say otherwise. */
export async function openClusterStore(
  place: ClusterPlace,
  { keeper: keeping = foldingOften, ...changes }: Partial<LakeTelemetryOptions> & { keeper?: KeeperOptions } = {},
): Promise<ClusterStore> {
  const log = await openLog(place);
  const deps = { log, clock: systemClock, logger: silentLogger };
  const store = new LakeTelemetryStore(deps, lakeSettings(place, changes));
  const keeper = new LakeKeeper(deps, { ...lakeSettings(place), keeper: keeping });
  await store.start();
  await keeper.start();
  return {
    store,
    log,
    keeper,
    async stop() {
      await keeper.stop();
      await store.stop();
      await log.stop();
    },
  };
}
