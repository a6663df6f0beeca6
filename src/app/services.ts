// Core on the embedded stores: every service of the platform with its ports filled in, started in the order in which
// they need each other.
import type { AuditLog } from "../core/audit/audit-log.ts";
import { AttributeService } from "../core/attributes/attribute-service.ts";
import { ClaimSecrets } from "../core/claims/claim-secret.ts";
import { ClaimService } from "../core/claims/claim-service.ts";
import { ConnectivityService } from "../core/devices/connectivity-service.ts";
import { CredentialsDirectory } from "../core/devices/credentials-directory.ts";
import { DeviceProfileService } from "../core/devices/device-profile-service.ts";
import { ProvisionableDevices } from "../core/devices/device-provisioning.ts";
import { DeviceRegistry } from "../core/devices/device-registry.ts";
import { DeviceService } from "../core/devices/device-service.ts";
import { LocalDeviceChannel } from "../core/devices/device-channel.ts";
import { LiveSessions } from "../core/devices/live-sessions.ts";
import { ProvisioningService } from "../core/devices/provisioning.ts";
import { EntityQueryService } from "../core/entity-query/entity-query-service.ts";
import { TrafficInspector } from "../core/monitoring/traffic-inspector.ts";
import { GatewayNotices } from "../core/rpc/gateway-notices.ts";
import { RpcService } from "../core/rpc/rpc-service.ts";
import { Subscriptions } from "../core/subscriptions/subscriptions.ts";
import { PointRetention } from "../core/telemetry/point-retention.ts";
import { PointPurge } from "../core/telemetry/point-purge.ts";
import { SeriesDirectory } from "../core/telemetry/series-directory.ts";
import { TelemetryService } from "../core/telemetry/telemetry-service.ts";
import { parseRateLimit } from "../core/tenants/rate-limits.ts";
import { StorageQuota } from "../core/tenants/storage-quota.ts";
import { TenantLimitsCache } from "../core/tenants/tenant-limits.ts";
import { TrafficFlows } from "../core/tenants/traffic-flow.ts";
import { TrafficMeter } from "../core/tenants/traffic-meter.ts";
import { UsageReports } from "../core/usage/usage-report.ts";
import { UsageMeter } from "../core/usage/usage-meter.ts";
import { DAY_MILLIS, HOUR_MILLIS, MEBIBYTE, SECOND_MILLIS } from "../lib/units.ts";
import { openAccounts, type Accounts } from "./accounts.ts";
import { buildAuditLog } from "./audit.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { buildHistory, type History } from "./history.ts";
import { startReporting, type Reporting } from "./reporting.ts";

export interface Services {
  readonly registry: DeviceRegistry;
  readonly credentials: CredentialsDirectory;
  readonly devices: DeviceService;
  readonly profiles: DeviceProfileService;
  readonly provisioning: ProvisioningService;
  readonly connectivity: ConnectivityService;
  readonly sessions: LiveSessions;
  readonly attributes: AttributeService;
  readonly telemetry: TelemetryService;
  readonly rpc: RpcService;
  readonly claims: ClaimService;
  readonly subscriptions: Subscriptions;
  readonly entityQueries: EntityQueryService;
  readonly retention: PointRetention;
  readonly usage: UsageReports;
  readonly storageQuota: StorageQuota;
  readonly history: History;
  readonly tenantLimits: TenantLimitsCache;
  /** What devices send, whichever way, counted against the limits of their tenants. */
  readonly traffic: TrafficMeter;
  /** The same counted by minutes. */
  readonly flows: TrafficFlows;
  readonly inspector: TrafficInspector;
  readonly accounts: Accounts;
  readonly audit: AuditLog;
  readonly reporting: Reporting;
}

export async function startServices(context: Context): Promise<Services> {
  const { config, storage, bus, clock, log, shutdown } = context;
  const { sqlite, telemetry: points } = storage;
  const { stores } = sqlite;
  const audit = buildAuditLog(config, stores.audit, clock, log);
  const usage = new UsageMeter(
    { store: stores.usage, bus, clock, log },
    { flushMillis: config.usage.flushSeconds * SECOND_MILLIS, keepMonths: config.usage.keepMonths },
  );
  const tenantLimits = new TenantLimitsCache({ profiles: stores.tenants, quota: usage, bus, log });
  const registry = new DeviceRegistry(
    { store: stores.registry, limit: tenantLimits, bus, clock, log },
    { cacheMax: config.device.cacheMax },
  );
  const credentials = new CredentialsDirectory(stores.credentials, bus, {
    cacheMax: config.device.credentialsCacheMax,
  });
  const flows = new TrafficFlows(bus, clock);
  const traffic = new TrafficMeter(
    {
      connects: parseRateLimit(config.mqtt.connectRateLimit, "mqtt.connectRateLimit"),
      absentDevicesMax: config.mqtt.absentDevicesMax,
    },
    flows,
  );
  const connectivity = new ConnectivityService(
    { store: stores.connectivity, devices: registry, bus, clock, log },
    connectivityOptions(config),
  );
  const sessions = new LiveSessions(
    { bus, clock, witness: connectivity, log },
    { sessionsMax: () => config.mqtt.sessionsPerDeviceMax },
  );
  const channel = new LocalDeviceChannel(sessions, registry, log);
  const attributes = new AttributeService(
    { store: stores.attributes, channel, bus, log },
    { ...config.attributes.batch, answerTextMax: config.attributes.maxAnswerMebibytes * MEBIBYTE },
  );
  const telemetry = new TelemetryService(
    { store: points, series: new SeriesDirectory(stores.series, config.telemetry.keysPerDeviceMax), bus, log },
    { batchPointsMax: config.telemetry.batch.pointsMax, batchTextMax: config.telemetry.batch.bytesMax },
  );
  const storageQuota = new StorageQuota(tenantLimits, flows, clock);
  const purge = new PointPurge({ series: stores.series, points, bus, clock, log }, config.telemetry.purge);
  const rpc = new RpcService(
    { store: stores.rpc, terms: stores.retention, channel, sessions, devices: registry, bus, clock, log },
    rpcOptions(config),
  );
  const devices = new DeviceService({
    devices: stores.devices,
    credentials: stores.credentials,
    limit: tenantLimits,
    notices: new GatewayNotices(rpc, registry, clock, log),
    bus,
    clock,
    log,
  });
  const profiles = new DeviceProfileService(stores.deviceProfiles, bus, clock);
  const provisioning = new ProvisioningService({
    devices: new ProvisionableDevices(devices, stores.deviceProfiles, stores.credentials),
    attributes,
    clock,
    log,
    audit,
  });
  const claims = new ClaimService(
    { store: stores.claims, devices, attributes, secrets: new ClaimSecrets(sqlite.direct.secrets), clock, log },
    claimOptions(config),
  );

  const subscriptions = new Subscriptions(
    { telemetry, attributes, devices: registry, bus, clock },
    { heldValuesMax: config.live.heldValuesMax },
  );

  const inspector = new TrafficInspector({ sessions, bus, clock }, { perSecondMax: config.live.trafficPerSecond });

  await shutdown.start(audit);
  await shutdown.start(registry);
  await shutdown.start(credentials);
  await shutdown.start(usage);
  await shutdown.start(flows);
  await shutdown.start(tenantLimits);
  await shutdown.start(purge);
  const { sweepSeconds, fullSweepHours, pointsPerStep } = config.telemetry.retention;
  const retention = new PointRetention(
    { directory: stores.retention, store: points.retention, clock, log },
    { sweepMillis: sweepSeconds * SECOND_MILLIS, fullSweepMillis: fullSweepHours * HOUR_MILLIS, pointsPerStep },
  );
  await shutdown.start(retention);
  shutdown.onStop(() => telemetry.stop());
  shutdown.onStop(() => attributes.stop());
  await shutdown.start(connectivity);
  await shutdown.start(sessions);
  await shutdown.start(inspector);
  await shutdown.start(subscriptions);
  await shutdown.start(rpc);
  await shutdown.start(claims);
  const accounts = await openAccounts(config, {
    stores,
    deviceProfiles: profiles,
    tenantContents: [devices, profiles, audit],
    customerBelongings: [devices],
    tenantLimits,
    audit,
    bus,
    clock,
    log,
  });
  shutdown.onStop(() => accounts.stop());
  const { passwords } = accounts;
  const samplesStored = (): number => telemetry.counters.stored;
  const reporting = await startReporting(context, { registry, passwords, audit, samplesStored });
  return {
    registry,
    credentials,
    devices,
    profiles,
    provisioning,
    connectivity,
    sessions,
    attributes,
    telemetry,
    rpc,
    claims,
    subscriptions,
    history: buildHistory(config, storage, {
      telemetry,
      registry,
      devices,
      limit: tenantLimits,
      quota: storageQuota,
      clock,
      log,
    }),
    retention,
    storageQuota,
    usage: new UsageReports(usage, stores.usage, tenantLimits),
    entityQueries: new EntityQueryService(
      { store: stores.entityQueries, latest: points },
      {
        sortedRowsMax: config.entityQuery.maxSortedRows,
        answerCharsMax: config.entityQuery.maxAnswerMebibytes * MEBIBYTE,
        comparedCharsMax: config.entityQuery.maxComparedMebibytes * MEBIBYTE,
        heldCharsMax: config.entityQuery.maxHeldMebibytes * MEBIBYTE,
        waitingMax: config.entityQuery.waitingMax,
      },
    ),
    tenantLimits,
    traffic,
    flows,
    inspector,
    accounts,
    audit,
    reporting,
  };
}

function connectivityOptions({ device }: Config): ConstructorParameters<typeof ConnectivityService>[1] {
  return {
    inactivityTimeoutMillis: device.inactivityTimeoutSeconds * SECOND_MILLIS,
    flushMillis: device.activity.flushSeconds * SECOND_MILLIS,
    sweepMillis: device.activity.sweepSeconds * SECOND_MILLIS,
    batchMax: device.activity.batchMax,
    eventsMax: device.connections.max,
    eventsMillis: device.connections.days * DAY_MILLIS,
  };
}

function rpcOptions({ rpc, telemetry }: Config): ConstructorParameters<typeof RpcService>[1] {
  return {
    defaultTimeoutMillis: rpc.defaultTimeoutMillis,
    minTimeoutMillis: rpc.minTimeoutMillis,
    payloadBytesMax: rpc.payloadBytesMax,
    waitMillisMax: rpc.waitSecondsMax * SECOND_MILLIS,
    pendingMax: rpc.pendingMax,
    tenantPendingMax: rpc.tenantPendingMax,
    acknowledgementMillisMax: rpc.acknowledgementMillis,
    retriesMax: rpc.maxRetries,
    devicePersistentMax: rpc.devicePersistentMax,
    unacknowledgedMax: rpc.unacknowledgedMax,
    blockIds: rpc.requestIds.block,
    blocksMax: rpc.requestIds.blocksMax,
    retentionMillis: rpc.retentionDays * DAY_MILLIS,
    sweepMillis: telemetry.retention.sweepSeconds * SECOND_MILLIS,
    batchMax: rpc.expirationBatchMax,
  };
}

function claimOptions({ device: { claim } }: Config): ConstructorParameters<typeof ClaimService>[1] {
  return {
    durationMillis: claim.duration,
    allowByDefault: claim.allowClaimingByDefault,
    triesMax: claim.triesMax,
    triesWindowMillis: claim.triesWindowSeconds * SECOND_MILLIS,
    sweepMillis: claim.sweepSeconds * SECOND_MILLIS,
    sweepBatch: claim.sweepBatch,
  };
}
