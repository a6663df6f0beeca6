// What the settings of a cluster mean for its parts.
import type { LakePlace } from "../../adapters/duckdb/lake/lake-engine.ts";
import type { LakeKeeperOptions } from "../../adapters/duckdb/lake/lake-keeper.ts";
import type { LakeTelemetryOptions } from "../../adapters/duckdb/lake/lake-telemetry-store.ts";
import type { NatsPeersOptions } from "../../adapters/nats/nats-peers.ts";
import type { StreamLogOptions } from "../../adapters/nats/stream-log.ts";
import { serversOf } from "../../adapters/postgres/primary.ts";
import { isUrl, parseBucketAddress } from "../../adapters/s3/bucket-address.ts";
import { DomainError } from "../../core/errors.ts";
import type { Config } from "../config.ts";
import { HOUR_MILLIS, SECOND_MILLIS } from "../../lib/units.ts";
import { listOf } from "../connections.ts";
import { telemetryOptions } from "../telemetry-options.ts";
import { join } from "node:path";

/** The log of the points of all tenants. */
export const POINTS_STREAM = "bridgehead-points";
/** What nodes tell each other. */
const EVENTS_STREAM = "bridgehead-events";
/** The schema of the lake's catalog in the database. */
const CATALOG_SCHEMA = "bridgehead_lake";
/** A server of the catalog that does not take a connection within this time counts as away. */
const CONNECT_SECONDS = 5;
/** So does one whose machine has been silent for half a minute: without these, questions to it would wait for hours. */
const SILENCE = { keepalives_idle: "10", keepalives_interval: "5", keepalives_count: "4", tcp_user_timeout: "30000" };
/** The same for the server: it would hold the locks of a keeper whose machine has gone, and no other one could commit. */
const SILENCE_OF_CLIENTS = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4";
const KEEPER_FOLDER = "keeper";

export interface ClusterNodeOptions {
  readonly postgresUrl: string;
  readonly masterKey: Uint8Array;
  readonly log: StreamLogOptions;
  readonly events: StreamLogOptions;
  readonly peers: NatsPeersOptions;
  readonly lake: LakeTelemetryOptions;
  readonly keeperLog: StreamLogOptions;
  readonly keeper: LakeKeeperOptions;
}

/** For commands that need a cluster. Throws `invalid` if the settings name none. */
export function requireCluster({ cluster }: Config): void {
  if (cluster.postgresUrl === undefined)
    throw new DomainError(
      "invalid",
      "CLUSTER_POSTGRES_URL (cluster.postgresUrl) is not set: this needs the settings with which the nodes of the cluster run",
    );
}

/** `folder` is that of the node. The settings have been checked to be there together. */
export function clusterOptions(config: Config, folder: string): ClusterNodeOptions {
  const { postgresUrl, natsUrls, natsMonitors, natsReplicas, masterKey, restoreHours, log, events, peers } =
    config.cluster;
  const { tail, keeper, cacheMebibytes } = config.cluster;
  if (postgresUrl === undefined || natsUrls === undefined || masterKey === undefined)
    throw new DomainError("invalid", "settings of the cluster are missing");
  const { file: _, ...options } = telemetryOptions(config, folder);
  const place = lakePlace(config, postgresUrl);
  const { threads, memoryMaxMebibytes, spillMaxMebibytes, scratchFolder } = options;
  const servers: Pick<StreamLogOptions, "servers" | "replicas" | "proof"> = {
    servers: listOf(natsUrls),
    replicas: natsReplicas,
    proof: natsMonitors === undefined ? { kind: "declared" } : { kind: "asked", monitors: listOf(natsMonitors) },
  };
  return {
    postgresUrl,
    masterKey,
    log: { ...servers, ...log, stream: POINTS_STREAM },
    events: { ...servers, ...log, stream: EVENTS_STREAM, bytesMax: events.bytesMax, forgets: true },
    peers: { servers: servers.servers, answerMillisMax: peers.answerMillis },
    // The engine has one bound for all that it holds, and gives up what it has read when a query needs the room.
    lake: {
      ...options,
      memoryMaxMebibytes: options.memoryMaxMebibytes + cacheMebibytes,
      place,
      tail,
      batchMillis: log.batchMillis,
    },
    // It only reads the stream: another server that is away must not keep it from bringing points into the history.
    keeperLog: { ...servers, ...log, stream: POINTS_STREAM, creates: false, proof: { kind: "declared" } },
    keeper: {
      threads,
      memoryMaxMebibytes,
      spillMaxMebibytes,
      scratchFolder: join(scratchFolder, KEEPER_FOLDER),
      place,
      tail,
      keeper: { ...keeper, restoreSeconds: (restoreHours * HOUR_MILLIS) / SECOND_MILLIS },
    },
  };
}

function lakePlace({ cluster }: Config, postgresUrl: string): LakePlace {
  const { files = "", extensionsDir, variables } = cluster;
  const address = isUrl(files) ? parseBucketAddress(files, variables) : undefined;
  const endpoint = variables.AWS_ENDPOINT_URL_S3 ?? variables.AWS_ENDPOINT_URL;
  return {
    catalog: catalogOf(postgresUrl),
    schema: CATALOG_SCHEMA,
    files: address?.name ?? files,
    ...(address && {
      bucket: { ...address.credentials, region: address.region, ...(endpoint === undefined ? {} : { endpoint }) },
    }),
    ...(extensionsDir === undefined ? {} : { extensionFolder: extensionsDir }),
  };
}

/** The address as libpq reads it, which the engine uses. */
function catalogOf(postgresUrl: string): string {
  const servers = serversOf(postgresUrl);
  const [{ username, password, pathname, searchParams }] = servers as [URL, ...URL[]];
  const values: Record<string, string> = {
    host: servers.map(({ hostname }) => hostname.replace(/^\[(.*)\]$/, "$1")).join(","),
    port: servers.map(({ port }) => (port === "" ? "5432" : port)).join(","),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    dbname: decodeURIComponent(pathname.slice(1)),
    target_session_attrs: "read-write",
    connect_timeout: String(CONNECT_SECONDS),
    ...SILENCE,
    options: SILENCE_OF_CLIENTS,
    ...Object.fromEntries(searchParams),
  };
  return Object.entries(values)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}='${value.replace(/[\\']/g, "\\$&")}'`)
    .join(" ");
}
