// The stores of a node of a cluster: entities in PostgreSQL, points in a log of JetStream and a lake. What is in the node's own
// folder need not outlive it. Only a node of a cluster loads this module.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { LakeTelemetryStore } from "../../adapters/duckdb/lake/lake-telemetry-store.ts";
import { NatsPeers } from "../../adapters/nats/nats-peers.ts";
import { StreamBus } from "../../adapters/nats/stream-bus.ts";
import { StreamLog } from "../../adapters/nats/stream-log.ts";
import { JOBS_LOCK } from "../../adapters/postgres/locks.ts";
import { openPostgres } from "../../adapters/postgres/open-postgres.ts";
import { PostgresLease } from "../../adapters/postgres/postgres-lease.ts";
import { isUrl } from "../../adapters/s3/bucket-address.ts";
import { DATABASE_FILE } from "../../adapters/sqlite/sqlite-database.ts";
import { onDuty } from "../../core/cluster/duty.ts";
import { DomainError } from "../../core/errors.ts";
import { requireSharedPlace } from "../../core/installation/shared-place.ts";
import type { EntityMarks, TelemetryMarks } from "../../core/installation/store-marks.ts";
import type { Config } from "../config.ts";
import { openDataFolder } from "../data-folder.ts";
import { SCRATCH_FOLDER } from "../folder-parts.ts";
import type { Storage, StorageDeps } from "../storage.ts";
import { clusterOptions } from "./cluster-options.ts";
import { KeeperChild } from "./keeper-child.ts";
import { promptHealth } from "./prompt-health.ts";
import { sharedFiles, sharedPlace } from "./shared-files.ts";

export async function openClusterStorage(config: Config, { clock, log, shutdown }: StorageDeps): Promise<Storage> {
  const folder = openDataFolder(config.dataDir);
  shutdown.onStop(() => folder.release());
  if (existsSync(join(folder.path, DATABASE_FILE)))
    throw new DomainError(
      "conflict",
      `the data folder ${folder.path} has the data of a platform that runs alone: a node of a cluster needs a folder of its own (DATA_DIR)`,
    );
  const options = clusterOptions(config, folder.path);
  const database = await openPostgres(options.postgresUrl, {
    clock,
    log,
    writer: config.sqlite,
    masterKey: options.masterKey,
  });
  shutdown.onStop(() => database.close());
  // The points of series that are known were in a stream: an empty one in its place would hide that it has gone.
  const { seriesMax } = await database.stores.marks.read();
  const stream = await StreamLog.open({ clock, log }, { ...options.log, creates: seriesMax === 0 });
  shutdown.onStop(() => stream.stop());
  const telemetry = new LakeTelemetryStore({ log: stream, clock, logger: log }, options.lake);
  await shutdown.start(telemetry);
  const { installation, isFirst } = await requireOneInstallation(database.stores.marks, telemetry);
  await requirePlace(config, { installation, isFirst, clock, log });
  if (isFirst) await telemetry.saveMark({ installation, generation: 0 });
  const lease = new PostgresLease(
    { clock, log },
    { url: options.postgresUrl, key: JOBS_LOCK, seconds: config.cluster.lease.seconds },
  );
  const keeper = new KeeperChild(
    { clock, log, stuck: () => lease.giveUp() },
    { log: options.keeperLog, lake: options.keeper, stuckSeconds: config.cluster.keeper.stuckSeconds },
  );
  await shutdown.start(onDuty(keeper, lease, log));
  await shutdown.start(lease);
  return {
    folder: folder.path,
    scratchFolder: join(folder.path, SCRATCH_FOLDER),
    openToOthers: folder.openToOthers,
    gone: [],
    damage: undefined,
    stores: database.stores,
    get counts() {
      return database.counts;
    },
    secrets: database.secrets,
    telemetry,
    ...sharedFiles(config, clock),
    stream,
    get tailBytes() {
      return telemetry.tailBytes;
    },
    lease,
    async joinBus(local) {
      const events = await StreamLog.open({ clock, log }, options.events);
      const storesAnswer = promptHealth(clock, async () => {
        await database.stores.health.touch();
        return true;
      });
      const bus = new StreamBus({ local, events, storesAnswer, clock, log }, config.cluster.events);
      shutdown.onStop(() => events.stop());
      await shutdown.start(bus);
      return bus;
    },
    async joinPeers(nodeId, tracer) {
      const peers = await NatsPeers.connect({ nodeId, clock, log, tracer }, options.peers);
      shutdown.onStop(() => peers.stop());
      return peers;
    },
    backups: undefined,
    failed: database.failed,
    telemetryFiles: [],
    entityFiles: [],
    isHealthy: promptHealth(clock, async () => {
      await database.stores.health.touch();
      // A node that nobody writes to would not notice that the stream has gone.
      await stream.last();
      return telemetry.isHealthy;
    }),
  };
}

/** Throws `conflict` if the points belong to another database of entities. No node has run before if they belong to none. */
async function requireOneInstallation(
  entities: EntityMarks,
  telemetry: TelemetryMarks,
): Promise<{ readonly installation: string; readonly isFirst: boolean }> {
  // In this order: other nodes may give numbers to new series meanwhile.
  const points = await telemetry.readMark();
  const { installation, seriesMax } = await entities.read();
  if (points === undefined) return { installation, isFirst: true };
  if (points.installation !== installation)
    throw new DomainError(
      "conflict",
      `the points in CLUSTER_FILES and the stream belong to the installation ${points.installation}, the database at CLUSTER_POSTGRES_URL to ${installation}`,
    );
  // The database was restored from a copy: new series must not get the points of those that it has lost.
  if (points.seriesMax > seriesMax) await entities.skipSeries(points.seriesMax);
  return { installation, isFirst: false };
}

interface PlaceTerms extends Pick<StorageDeps, "clock" | "log"> {
  readonly installation: string;
  readonly isFirst: boolean;
}

/** Throws `conflict` if CLUSTER_FILES is not where the other nodes keep files. */
async function requirePlace(config: Config, { installation, isFirst, clock, log }: PlaceTerms): Promise<void> {
  const place = sharedPlace(config, clock);
  try {
    await requireSharedPlace(place, installation, isFirst);
  } catch (error) {
    const isAway = isUrl(place.name) && error instanceof DomainError && error.kind === "unavailable";
    if (isFirst || !isAway) throw error;
    // A bucket that is away for an hour must not keep nodes from starting: what is written meanwhile waits in the stream.
    log.warn("the bucket does not answer, so it is not known to be that of the other nodes", { error });
  }
}
