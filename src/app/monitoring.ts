// Builds what the platform shows about itself: the overview, gateways, and the state of the installation.
import { statfs } from "node:fs/promises";
import packageInfo from "../../package.json" with { type: "json" };
import { poolsOf, type ReportPools } from "../core/analytics/limiter/report-pools.ts";
import { diskFindingOf } from "../core/installation/posture.ts";
import { GatewayReports } from "../core/monitoring/gateway-reports.ts";
import { GatewayService } from "../core/monitoring/gateway-service.ts";
import { OverviewService, type ConnectedGateway } from "../core/monitoring/overview-service.ts";
import type { FolderUse, PoolLoad } from "../core/monitoring/overview.ts";
import { ScarceLimits } from "../core/usage/scarce-limits.ts";
import { unlessMissing } from "../lib/missing-file.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import type { HealthDetails } from "../transport/rest/health-wire.ts";
import type { MonitoringRouteDeps } from "../transport/rest/routes/monitoring.ts";
import type { RefusalRouteDeps } from "../transport/rest/routes/refusals.ts";
import type { Context } from "./context.ts";
import type { DeviceServices } from "./devices.ts";
import { fileBytes } from "./file-bytes.ts";
import type { PromMetrics } from "./metrics.ts";
import type { PostureWatch } from "./posture.ts";
import type { Reporting } from "./reporting.ts";
import type { Storage } from "./storage.ts";

/** How long a measurement of the disk and the number of points is reused for all calls. */
const LOOK_MILLIS = 5 * SECOND_MILLIS;

const HEARD_OF_LAST = {
  ...{ page: 0, size: 1, textSearch: null },
  sort: { property: "lastActivityTime", order: "DESC" },
} as const;

export interface MonitoringDeps {
  readonly services: DeviceServices;
  readonly reporting: Reporting;
  readonly metrics: PromMetrics;
  readonly posture: Pick<PostureWatch, "growthOf">;
}

export async function startMonitoring(
  { config, storage, stores, clock, shutdown }: Context,
  { services, reporting, metrics, posture }: MonitoringDeps,
): Promise<MonitoringRouteDeps & RefusalRouteDeps> {
  const { registry, sessions, flows, others } = services;
  const reports = (): readonly PoolLoad[] => loadOf(reporting.pools);
  // One node of a cluster runs what is in the background.
  const reportsOfNode = (): readonly PoolLoad[] =>
    reports().filter(({ pool }) => pool !== "jobs" || storage.lease?.isHeld !== false);
  const pointCount = remembered(LOOK_MILLIS, () => storage.telemetry.countPoints().catch(() => null));
  const folderUse = remembered(LOOK_MILLIS, () => useOf(storage, posture));
  const known = new GatewayReports({ sessions, devices: registry, flows, others, clock });
  await shutdown.start(known);
  const gateways = new GatewayService({ store: stores.monitoring, sessions, devices: registry, reports: known, clock });
  const overview = new OverviewService({
    store: stores.monitoring,
    tenants: stores.tenants,
    connectedGateways: () => connectedGateways(services),
    flows,
    usage: services.usage,
    limits: new ScarceLimits({ store: stores.usage, profiles: stores.tenants, clock }),
    lastDisconnectOf: async (tenantId) => {
      const { items } = await gateways.list(tenantId, { online: false, refused: null }, HEARD_OF_LAST);
      return items[0]?.lastDisconnectAt ?? null;
    },
    reports: reportsOfNode,
    storage: async () => {
      const [points, folder] = await Promise.all([pointCount(), storage.stream === undefined ? folderUse() : null]);
      return { points, folder };
    },
    others,
    clock,
  });
  await shutdown.start(overview);
  return {
    devices: registry,
    overview,
    gateways,
    history: stores.connectionHistory,
    refusals: stores.refusals,
    health: async () => {
      const entities = stores.health.touch().then(
        () => true,
        () => false,
      );
      const [points, folder, entitiesServe] = await Promise.all([pointCount(), folderUse(), entities]);
      const serves = { telemetry: storage.telemetry.isHealthy, entities: entitiesServe };
      return healthOf(metrics, serves, { ...folder, points }, reports());
    },
    pageRowsMax: config.rest.pageRowsMax,
  };
}

/** Of nodes that have a connection of the same gateway, the one with the smallest id names it. */
function* connectedGateways({ sessions, others }: DeviceServices): Iterable<ConnectedGateway> {
  for (const { device, connection } of sessions.all()) {
    if (!device.isGateway || connection === undefined) continue;
    const elsewhere = others === undefined ? [] : sessions.lastingElsewhere(device.id);
    if (elsewhere.every(({ nodeId }) => others !== undefined && others.peers.nodeId < nodeId)) yield device;
  }
}

function loadOf(pools: ReportPools): readonly PoolLoad[] {
  return poolsOf(pools).map(([pool, { counts, options }]) => ({
    pool,
    running: counts.running,
    waiting: counts.waiting,
    slots: options.poolSize,
    capacity: options.queueCapacity,
  }));
}

async function useOf(
  { folder, telemetryFiles, entityFiles }: Storage,
  posture: MonitoringDeps["posture"],
): Promise<FolderUse> {
  const [telemetryBytes, entityBytes, disk] = await Promise.all([
    fileBytes(folder, telemetryFiles),
    fileBytes(folder, entityFiles),
    unlessMissing(statfs(folder)),
  ]);
  // A missing folder has no disk space.
  const { bsize, bavail, blocks } = disk ?? { bsize: 0, bavail: 0, blocks: 0 };
  const [diskFreeBytes, diskBytes] = [bavail * bsize, blocks * bsize];
  const diskFinding = diskFindingOf({
    disk: disk && { freeBytes: diskFreeBytes, bytes: diskBytes },
    growthBytesPerDay: posture.growthOf(telemetryBytes + entityBytes),
  });
  return { telemetryBytes, entityBytes, diskFreeBytes, diskBytes, diskFinding };
}

function healthOf(
  metrics: PromMetrics,
  serves: Readonly<Record<"telemetry" | "entities", boolean>>,
  use: FolderUse & { readonly points: number | null },
  reports: readonly PoolLoad[],
): HealthDetails {
  const read = (name: string): number => metrics.read(name);
  const ours = (name: string): number => read(`bridgehead_${name}`);
  const bytes = (name: string): number => Math.round(read(name));
  const delay = (percentile: number): number =>
    Math.round(read(`nodejs_eventloop_delay_p${String(percentile)}_seconds`) * 10 * SECOND_MILLIS) / 10;
  return {
    status: serves.telemetry && serves.entities ? "UP" : "DOWN",
    version: packageInfo.version,
    runtime: `Node.js ${process.versions.node}`,
    startTs: Math.round(read("process_start_time_seconds") * SECOND_MILLIS),
    uptimeSeconds: Math.floor(process.uptime()),
    memory: {
      residentBytes: bytes("process_resident_memory_bytes"),
      heapBytes: bytes("nodejs_heap_size_used_bytes"),
      externalBytes: bytes("nodejs_external_memory_bytes"),
    },
    cpuSeconds: read("process_cpu_seconds_total"),
    eventLoopDelay: { p50Millis: delay(50), p99Millis: delay(99), maxMillis: delay(100) },
    stores: [
      { name: "telemetry", healthy: serves.telemetry, bytes: use.telemetryBytes },
      { name: "entities", healthy: serves.entities, bytes: use.entityBytes },
    ],
    disk: { freeBytes: use.diskFreeBytes, bytes: use.diskBytes },
    points: use.points,
    mqtt: {
      connections: ours("mqtt_connections"),
      sessions: ours("mqtt_sessions"),
      connectsRefused: ours("mqtt_connects_refused_total"),
      publishesRefused: ours("mqtt_publishes_refused_total"),
      protocolErrors: ours("mqtt_protocol_errors_total"),
      overflows: ours("mqtt_overflows_total"),
    },
    live: {
      connections: ours("live_connections"),
      subscriptions: ours("live_subscriptions"),
      unsentBytes: ours("live_unsent_bytes"),
    },
    queues: {
      mailsWaiting: ours("mails_waiting"),
      callsPending: ours("rpc_pending"),
      devicePolls: ours("device_polls"),
      telemetryWaits: ours("telemetry_waits_total"),
    },
    failures: {
      telemetryBatches: ours("telemetry_batches_failed_total"),
      attributeBatches: ours("attributes_batches_failed_total"),
      mails: ours("mails_failed_total"),
      auditRecords: ours("audit_records_lost_total"),
      retentionRuns: ours("telemetry_retention_failed_total"),
    },
    reports: reports.map((pool) => ({ ...pool })),
  };
}

/** Caches the result of `look` for a while; concurrent callers share one call. */
function remembered<Value>(keepMillis: number, look: () => Promise<Value>): () => Promise<Value> {
  let latest: Promise<Value> | undefined;
  let until = 0;
  return () => {
    const now = performance.now();
    if (latest !== undefined && now < until) return latest;
    until = now + keepMillis;
    latest = look();
    latest.catch(() => (latest = undefined));
    return latest;
  };
}
