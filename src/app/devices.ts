// Devices and all services for what they send and receive, started in the order of their dependencies.
import { ProtobufjsSchemas } from "../adapters/protobufjs/protobufjs-schemas.ts";
import type { AuditTrail } from "../core/audit-trail.ts";
import type { SharedFacts } from "../core/bus/message-bus.ts";
import type { Peers } from "../core/cluster/peers.ts";
import { onDuty } from "../core/cluster/duty.ts";
import { HeardByAll } from "../core/cluster/heard-by-all.ts";
import { AttributeService } from "../core/attributes/attribute-service.ts";
import { ClaimSecrets, ClaimService } from "../core/claims/claim-service.ts";
import { AttributesElsewhere } from "../core/attributes/attributes-elsewhere.ts";
import { PeerWatches } from "../core/cluster/peer-watches.ts";
import { ClusterDeviceChannel, type ClusterDeviceChannelDeps } from "../core/devices/cluster-device-channel.ts";
import { ConnectivityService } from "../core/devices/connectivity-service.ts";
import { CredentialsDirectory } from "../core/devices/credentials-directory.ts";
import { LocalDeviceChannel } from "../core/devices/device-channel.ts";
import { DeviceImport } from "../core/devices/device-import.ts";
import { DeviceProfileService } from "../core/devices/device-profile-service.ts";
import { DeviceRegistry } from "../core/devices/device-registry.ts";
import { DeviceService } from "../core/devices/device-service.ts";
import { LiveSessions } from "../core/devices/live-sessions.ts";
import { ProvisioningService } from "../core/devices/provisioning.ts";
import { SessionsElsewhere } from "../core/devices/sessions-elsewhere.ts";
import { EntityQueryService } from "../core/entity-query/entity-query-service.ts";
import { ExportService } from "../core/history/export-service.ts";
import { ImportService } from "../core/history/import-service.ts";
import { KeptRefusals } from "../core/monitoring/kept-refusals.ts";
import { TrafficElsewhere } from "../core/monitoring/traffic-elsewhere.ts";
import { TrafficInspector } from "../core/monitoring/traffic-inspector.ts";
import { GatewayOffers } from "../core/ota/gateway-offers.ts";
import { PackageAnnouncements } from "../core/ota/package-announcements.ts";
import { PackageReader } from "../core/ota/package-reader.ts";
import { PackageService } from "../core/ota/package-service.ts";
import { RolloutReports } from "../core/ota/rollout-reports.ts";
import { RolloutRounds } from "../core/ota/rollout-rounds.ts";
import { RolloutService } from "../core/ota/rollout-service.ts";
import { GatewayNotices } from "../core/rpc/gateway-notices.ts";
import { RpcService } from "../core/rpc/rpc-service.ts";
import { Subscriptions } from "../core/subscriptions/subscriptions.ts";
import { PointPurge } from "../core/telemetry/point-purge.ts";
import { PointRetention } from "../core/telemetry/point-retention.ts";
import { SeriesDirectory } from "../core/telemetry/series-directory.ts";
import { TelemetryService } from "../core/telemetry/telemetry-service.ts";
import { bucketSource } from "../core/tenants/bucket-source.ts";
import { KeptTraffic } from "../core/tenants/kept-traffic.ts";
import { parseRateLimit } from "../core/tenants/rate-limits.ts";
import { StorageQuota } from "../core/tenants/quotas.ts";
import { TenantLimitsCache } from "../core/tenants/tenant-limits.ts";
import { TrafficFlows } from "../core/tenants/traffic-flow.ts";
import { TrafficMeter } from "../core/tenants/traffic-meter.ts";
import { UsageMeter } from "../core/usage/usage-meter.ts";
import { UsageReports } from "../core/usage/usage-report.ts";
import type { NodeId } from "../core/ids.ts";
import { DAY_MILLIS, MEBIBYTE, SECOND_MILLIS } from "../lib/units.ts";
import type { Context } from "./context.ts";
import { commitLatency } from "./durations.ts";

export type DeviceServices = Awaited<ReturnType<typeof startDevices>>;

export async function startDevices(context: Context, audit: AuditTrail) {
  const { config, storage, stores, guesses, counts, bus, localBus, peers, metrics, clock, log, shutdown } = context;
  const { telemetry: points, lease } = storage;

  const usageMeter = new UsageMeter({ store: stores.usage, bus, counts, clock, log }, config.usage);
  await shutdown.start(usageMeter);
  const tenantLimits = new TenantLimitsCache({ profiles: stores.tenants, quota: usageMeter, bus, log });
  await shutdown.start(tenantLimits);
  const flows = new TrafficFlows(bus, clock);
  await shutdown.start(flows);
  const refusals = new KeptRefusals({ store: stores.refusals, clock, log }, config.mqtt.refusals);
  await shutdown.start(refusals);
  const { connectRateLimit, absentDevicesMax } = config.mqtt;
  const traffic = new TrafficMeter(
    { connects: parseRateLimit(connectRateLimit, "mqtt.connectRateLimit"), absentDevicesMax },
    flows,
    {
      tenants: bucketSource(counts, clock, "traffic of tenants"),
      devices: bucketSource(counts, clock, "traffic of devices"),
    },
  );
  const storageQuota = new StorageQuota(tenantLimits, flows, clock);

  const { cacheMax, credentialsCacheMax, activity, connections, inactivityTimeoutSeconds, claim } = config.device;
  const registry = new DeviceRegistry(
    {
      store: stores.registry,
      limit: tenantLimits,
      newestSession: (id) => sessions.newestOf(id),
      nodeId: localBus.nodeId,
      ...{ bus, clock, log },
    },
    { cacheMax, ...config.gateway },
  );
  await shutdown.start(registry);
  const credentials = new CredentialsDirectory(
    { store: stores.credentials, bus, log },
    { cacheMax: credentialsCacheMax },
  );
  await shutdown.start(credentials);

  const telemetry = new TelemetryService(
    {
      store: points,
      series: new SeriesDirectory(stores.series, config.telemetry.keysPerDeviceMax, bus.shared !== undefined),
      latency: commitLatency(metrics, "telemetry"),
      ...{ bus, clock, log },
    },
    {
      ...config.telemetry.batch,
      castStrings: config.values.jsonTypeCast,
      readsMax: config.telemetry.duckdb.readersMax,
    },
  );
  const purge = new PointPurge({ series: stores.series, points, bus, clock, log }, config.telemetry.purge);
  await shutdown.start(onDuty(purge, lease, log));
  const retention = new PointRetention(
    { directory: stores.retention, store: points.retention, clock, log },
    config.telemetry.retention,
  );
  await shutdown.start(onDuty(retention, lease, log));
  await shutdown.start(telemetry);

  const connectivity = new ConnectivityService(
    { store: stores.connectivity, devices: registry, bus, lease, clock, log },
    {
      ...activity,
      inactivityTimeoutMillis: inactivityTimeoutSeconds * SECOND_MILLIS,
      eventsMax: connections.max,
      eventsMillis: connections.days * DAY_MILLIS,
    },
  );
  const sessions: LiveSessions = new LiveSessions(
    { bus, clock, witness: connectivity, log },
    { sessionsMax: () => config.mqtt.sessionsPerDeviceMax },
  );
  const local = new LocalDeviceChannel(sessions, registry, log);
  const cluster =
    peers === undefined || bus.shared === undefined
      ? undefined
      : buildCluster(context, {
          ...{ peers, facts: bus.shared, local, sessions, devices: registry, connectivity },
          sharedAttributes: (id, keys) => attributes.read(id, "SHARED_SCOPE", keys),
        });
  const channel = cluster?.channel ?? local;
  const watches = cluster?.watches;
  const nodes = cluster?.others.nodes;
  await shutdown.start(
    new KeptTraffic({
      store: stores.traffic,
      flows,
      nodeId: localBus.nodeId,
      cluster: nodes === undefined || lease === undefined ? undefined : { nodes, lease },
      clock,
      log,
    }),
  );
  const attributes: AttributeService = new AttributeService(
    { store: stores.attributes, channel, latency: commitLatency(metrics, "attributes"), bus, watches, clock, log },
    { ...config.attributes.batch, answerTextMax: config.attributes.maxAnswerMebibytes * MEBIBYTE },
  );
  shutdown.onStop(() => attributes.stop());
  await shutdown.start(connectivity);
  if (cluster !== undefined) {
    await shutdown.start(cluster.changes.heardByAll);
    // Stopped after the sessions, so that the other nodes are told that they are closed.
    await shutdown.start(cluster.sessions);
  }
  await shutdown.start(sessions);
  if (cluster !== undefined) await shutdown.start(cluster.channel);
  const inspector = new TrafficInspector(
    { sessions, devices: registry, bus, watches, clock },
    { perSecondMax: config.live.trafficPerSecond },
  );
  await shutdown.start(inspector);
  if (cluster !== undefined) {
    const { watches: shared, others } = cluster;
    await shutdown.start(new AttributesElsewhere({ watches: shared, attributes, bus, local: localBus }));
    await shutdown.start(
      new TrafficElsewhere({ inspector, watches: shared, devices: registry, peers: others.peers, log }),
    );
    await shutdown.start(shared);
  }
  const subscriptions = new Subscriptions(
    { telemetry, attributes, devices: registry, bus, clock, log },
    { heldValuesMax: config.live.heldValuesMax },
  );
  await shutdown.start(subscriptions);
  const rpc = new RpcService(
    {
      store: stores.rpc,
      terms: stores.retention,
      channel,
      sessions,
      devices: registry,
      bus,
      clock,
      log,
      tracer: context.tracer,
    },
    {
      ...config.rpc,
      retriesMax: config.rpc.maxRetries,
      retentionMillis: config.rpc.retentionDays * DAY_MILLIS,
      sweepMillis: config.telemetry.retention.sweepMillis,
      ...(peers === undefined ? {} : { blockIds: 1, lookMillis: config.cluster.events.recheckMillis }),
    },
  );
  await shutdown.start(rpc);

  const devices = new DeviceService({
    devices: stores.devices,
    credentials: stores.credentials,
    limit: tenantLimits,
    notices: new GatewayNotices({ rpc, devices: registry, clock, log }),
    bus,
    clock,
    log,
  });
  const payloadSchemas = new ProtobufjsSchemas();
  const profiles = new DeviceProfileService({ profiles: stores.deviceProfiles, bus, clock, schemas: payloadSchemas });
  const provisioning = new ProvisioningService({
    devices,
    profiles: stores.deviceProfiles,
    credentials: stores.credentials,
    attributes,
    guesses,
    clock,
    log,
    audit,
  });
  const secrets = new ClaimSecrets(storage.secrets);
  const claims = new ClaimService(
    { store: stores.claims, devices, attributes, secrets, clock, log },
    { ...claim, durationMillis: claim.duration, allowByDefault: claim.allowClaimingByDefault },
  );
  await shutdown.start(onDuty(claims, lease, log));

  const contents = storage.packages;
  const packages = new PackageService(
    {
      store: stores.packages,
      contents,
      limits: tenantLimits,
      clock,
      log,
    },
    {
      ...config.ota,
      // An upload to another node of a cluster, and the time until its package names the file.
      orphanMillis: lease === undefined ? 0 : config.ota.upload.maxSeconds * SECOND_MILLIS + config.ota.sweepMillis,
    },
  );
  await shutdown.start(onDuty(packages, lease, log));
  const packageReader = new PackageReader(stores.packages, contents, config.ota.cache);

  const announcements = new PackageAnnouncements(
    {
      changes: stores.packageChanges,
      packages: stores.packages,
      devices: registry,
      attributes,
      telemetry,
      bus,
      clock,
      log,
    },
    config.ota.announcements,
  );
  await shutdown.start(onDuty(announcements, lease, log));
  const offers = new GatewayOffers(
    { packages: stores.packages, telemetry, sessions, devices: registry, bus, log },
    config.ota.offers,
  );
  await shutdown.start(offers);

  const reports = new RolloutReports(points, config.ota.rollouts);
  const rollouts = new RolloutService(
    { store: stores.rollouts, packages: stores.packages, reports, clock },
    config.ota.rollouts,
  );
  const rolloutRounds = new RolloutRounds(
    { work: stores.rolloutWork, reports, bus, clock, log, audit },
    config.ota.rollouts,
  );
  await shutdown.start(onDuty(rolloutRounds, lease, log));

  const { export: exported, import: imported } = config.history;
  const exports = new ExportService(
    { reader: points.history, store: stores.historySeries, telemetry, clock, log },
    {
      ...exported,
      millisMax: exported.maxSeconds * SECOND_MILLIS,
      stallMillis: exported.stallSeconds * SECOND_MILLIS,
    },
  );
  const imports = new ImportService(
    {
      ...{ registry, devices, limit: tenantLimits, deviceStore: stores.devices },
      telemetry,
      quota: storageQuota,
      log,
    },
    {
      ...imported,
      pointsMax: imported.batchPoints,
      textMax: imported.batchMebibytes * MEBIBYTE,
      castStrings: config.values.jsonTypeCast,
    },
  );
  const deviceImport = new DeviceImport({
    ...{ devices, attributes, profiles, clock, log },
    store: stores.devices,
    credentials: stores.credentials,
    customers: stores.customers,
    limit: tenantLimits,
  });
  const query = config.entityQuery;
  const entityQueries = new EntityQueryService(
    { store: stores.entityQueries, points },
    {
      sortedRowsMax: query.maxSortedRows,
      answerCharsMax: query.maxAnswerMebibytes * MEBIBYTE,
      comparedCharsMax: query.maxComparedMebibytes * MEBIBYTE,
      heldCharsMax: query.maxHeldMebibytes * MEBIBYTE,
      waitingMax: query.waitingMax,
    },
  );
  const usage = new UsageReports(usageMeter, stores.usage, tenantLimits);
  return {
    attributes,
    claims,
    connectivity,
    credentials,
    deviceImport,
    devices,
    entityQueries,
    exports,
    flows,
    imports,
    inspector,
    others: cluster?.others,
    clusterChanges: cluster?.changes,
    packageReader,
    packages,
    payloadSchemas,
    profiles,
    provisioning,
    refusals,
    registry,
    retention,
    rollouts,
    rpc,
    sessions,
    storageQuota,
    subscriptions,
    telemetry,
    tenantLimits,
    traffic,
    usage,
  };
}

interface ClusterParts {
  readonly peers: Peers;
  readonly facts: SharedFacts;
  readonly local: LocalDeviceChannel;
  readonly sessions: LiveSessions;
  readonly devices: DeviceRegistry;
  readonly connectivity: ConnectivityService;
  readonly sharedAttributes: ClusterDeviceChannelDeps["sharedAttributes"];
}

/** What a node of a cluster has in addition. */
function buildCluster(
  { config, bus, localBus, clock, log }: Context,
  { peers, facts, local, sessions, devices, connectivity, sharedAttributes }: ClusterParts,
) {
  const elsewhere = new SessionsElsewhere(
    { peers, local: localBus, sessions, devices, witness: connectivity, clock, log },
    config.cluster.peers,
  );
  const nodes = (): readonly NodeId[] => elsewhere.nodes;
  const others = { peers, nodes, log };
  return {
    channel: new ClusterDeviceChannel({ local, sessions, devices, sharedAttributes, peers, log }),
    sessions: elsewhere,
    others,
    changes: { facts, heardByAll: new HeardByAll({ facts, others, clock }) },
    watches: new PeerWatches({ peers, nodes, bus, clock, log }, config.cluster.watches),
  };
}
