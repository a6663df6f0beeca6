// What the stores of a platform give to the rest of it, whichever engines they are on.
import type { DuckdbTelemetryStore } from "../adapters/duckdb/duckdb-telemetry-store.ts";
import type { StreamLog } from "../adapters/nats/stream-log.ts";
import type { SqliteDatabase } from "../adapters/sqlite/sqlite-database.ts";
import type { ParquetWriter } from "../core/analytics/files/report-file.ts";
import type { ResultFiles } from "../core/analytics/jobs/report-job.ts";
import type { ReportEngine } from "../core/analytics/report/report-engine.ts";
import type { LocalBus, MessageBus } from "../core/bus/message-bus.ts";
import type { Lease } from "../core/cluster/lease.ts";
import type { Peers } from "../core/cluster/peers.ts";
import type { HistoryReader } from "../core/history/history.ts";
import type { NodeId } from "../core/ids.ts";
import type { PackageContents } from "../core/ota/package-contents.ts";
import type { PointRetentionStore } from "../core/telemetry/retention-ports.ts";
import type { TelemetryStore } from "../core/telemetry/telemetry-store.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { SecretBox } from "../lib/secret-box.ts";
import type { Tracer } from "../lib/tracer.ts";
import type { ChangeSource } from "./backups/growing-files.ts";
import type { ShutdownStack } from "./shutdown-stack.ts";

export interface Storage {
  /** Absolute path of the data folder. */
  readonly folder: string;
  /** A folder inside it for files that need not outlive the process. */
  readonly scratchFolder: string;
  /** The ports to the entities. */
  readonly stores: SqliteDatabase["stores"];
  readonly counts: SqliteDatabase["counts"];
  readonly secrets: SecretBox;
  readonly telemetry: PointStorage;
  /** The bytes of packages, and the results of background reports. */
  readonly packages: PackageContents;
  readonly results: ResultFiles;
  /** The bus of the cluster, over that of this node; without a cluster, the latter. */
  joinBus(local: LocalBus): Promise<MessageBus>;
  /** The other nodes of the cluster; undefined if there is no cluster. */
  joinPeers(nodeId: NodeId, tracer: Tracer): Promise<Peers | undefined>;
  /** The stream in which a cluster keeps its points until they are in the history; undefined if there is no cluster. */
  readonly stream: Pick<StreamLog, "serverVersion" | "lacks"> | undefined;
  /** Of the points that this node has in memory because the history lacks them; undefined if there is no cluster. */
  readonly tailBytes: number | undefined;
  /** Held by the node that runs the jobs of a cluster; undefined if there is no cluster. */
  readonly lease: Lease | undefined;
  /** What backups of the folder need; undefined if the data are not in the folder. */
  readonly backups: BackupSource | undefined;
  /** Settles only if a part has died by itself; the platform must then stop. */
  readonly failed: Promise<Error>;
  /** Files in the folder that other users can access and whose mode cannot be changed. */
  readonly openToOthers: readonly string[];
  /** Open files that were removed or replaced. */
  readonly gone: readonly string[];
  /** What is known to be damaged in them; undefined if nothing is. */
  readonly damage: string | undefined;
  /** The files of each store in the folder. */
  readonly telemetryFiles: readonly string[];
  readonly entityFiles: readonly string[];
  /** Whether both stores can be written to; a rejection also means no. Concurrent calls share one check. */
  isHealthy(): Promise<boolean>;
}

export interface BackupSource extends ChangeSource {
  /** Puts checkpoints off. */
  readonly holdCheckpoints: DuckdbTelemetryStore["holdCheckpoints"];
}

/** Points, and what reads or deletes many of them. */
export interface PointStorage extends TelemetryStore {
  readonly history: HistoryReader;
  readonly retention: PointRetentionStore;
  readonly reports: ReportEngine;
  readonly reportFiles: ParquetWriter;
  /** How reports yield to telemetry. */
  readonly reportPace: DuckdbTelemetryStore["reportPace"];
  /** Whether points can be written. */
  readonly isHealthy: boolean;
  countPoints(): Promise<number>;
}

export interface StorageDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly shutdown: ShutdownStack;
  readonly acceptsLoss: boolean;
  /** Whether a folder of an older version is upgraded without a snapshot for rollback. */
  readonly withoutSnapshot?: boolean;
}
