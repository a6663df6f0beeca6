// The composition root: configuration to adapters to services to transports. Opens the stores first and the ports last,
// and stops in reverse order: it accepts no new connections, commits and acknowledges what was received, then closes
// the stores.
import { InProcessBus } from "../adapters/in-process-bus/in-process-bus.ts";
import type { OtlpTracer } from "../adapters/otlp/otlp-tracer.ts";
import type { OneTimeLink } from "../core/access/first-start.ts";
import { stopReportPools } from "../core/analytics/limiter/report-pools.ts";
import { AuditLog } from "../core/audit/audit-log.ts";
import { onDuty } from "../core/cluster/duty.ts";
import { PeerCounts } from "../core/cluster/peer-counts.ts";
import { GuessThrottle } from "../core/guess-throttle.ts";
import { newId } from "../core/ids.ts";
import type { Clock } from "../lib/clock.ts";
import { Contention } from "../lib/contention.ts";
import type { Logger } from "../lib/logger.ts";
import { noTracer, type Tracer } from "../lib/tracer.ts";
import { containedIn } from "../lib/networks.ts";
import { DAY_MILLIS } from "../lib/units.ts";
import type { RestRoute } from "../transport/rest/route.ts";
import { startAccounts } from "./accounts.ts";
import { startBackups, startChanges } from "./backups/start-backups.ts";
import type { Config } from "./config.ts";
import { buildConnectionShares, trustedProxiesOf } from "./connections.ts";
import type { Context } from "./context.ts";
import { startDevices } from "./devices.ts";
import { withinDescriptors } from "./descriptors.ts";
import { linkAddress } from "./link-address.ts";
import { listenHosts, reportReach, shownHost } from "./listen-hosts.ts";
import { buildLiveServer } from "./live-api.ts";
import { PromMetrics } from "./metrics.ts";
import { startMonitoring } from "./monitoring.ts";
import { buildMqttServer } from "./mqtt-server.ts";
import { prepareOwnCertificate } from "./own-certificate.ts";
import { describeCertificate, describePlatform } from "./platform-metrics.ts";
import { opening } from "./port-faults.ts";
import { PostureWatch } from "./posture.ts";
import { startReporting } from "./reporting.ts";
import { BodyReaders } from "../transport/rest/large-bodies/body-readers.ts";
import { buildRestApi } from "./rest-api.ts";
import { ShutdownStack } from "./shutdown-stack.ts";
import { openStorage } from "./open-storage.ts";
import { TlsReload } from "./tls-reload.ts";
import { SnapshotExpiry } from "./upgrade/snapshot-expiry.ts";

export interface PlatformDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** If absent, nothing is traced. */
  readonly tracer?: OtlpTracer | undefined;
  /** How many file descriptors the process may have open; default: no limit. */
  readonly descriptorsMax?: number | undefined;
  /** Whether to start although files of the data folder are missing or older than others. */
  readonly acceptsLoss?: boolean;
}

export interface Platform {
  /** For example `http://localhost:8080`. */
  readonly http: string;
  /** For example `mqtt://localhost:1883`. */
  readonly mqtt: string;
  /** For example `mqtts://localhost:8883`; undefined without a certificate. */
  readonly mqtts: string | undefined;
  /** Every call of the HTTP API, with who may make it. */
  readonly routes: readonly RestRoute[];
  /** Links with which the accounts of a first start set their password; must be shown only once. */
  readonly activationLinks: readonly ActivationLink[];
  /** Resolves when a part has failed, so that the process should end. */
  readonly failed: Promise<Error>;
  /** May be called more than once. */
  stop(): Promise<void>;
}

export interface ActivationLink {
  readonly email: string;
  readonly address: string;
}

/** Resolves when all ports are open; if a part cannot start, rejects with nothing left running. */
export async function startPlatform(config: Config, deps: PlatformDeps): Promise<Platform> {
  const shutdown = new ShutdownStack();
  try {
    return await start(withinDescriptors(config, deps.descriptorsMax, deps.log), deps, shutdown);
  } catch (error) {
    await shutdown.stopAfter(error, deps.log);
    throw error;
  }
}

async function start(config: Config, deps: PlatformDeps, shutdown: ShutdownStack): Promise<Platform> {
  const { clock, log, acceptsLoss = false } = deps;
  const tracer: Tracer = deps.tracer ?? noTracer;
  if (deps.tracer !== undefined) await shutdown.start(deps.tracer);
  const storage = await openStorage(config, { clock, log, shutdown, acceptsLoss });
  // Stopped when everything else has written.
  const changes = await startChanges(config, { clock, log, shutdown, storage });
  await prepareOwnCertificate(config, { clock, log });
  const metrics = new PromMetrics();
  await shutdown.start(metrics);
  const { stores } = storage;
  const localBus = new InProcessBus(log, newId());
  const bus = await storage.joinBus(localBus);
  const peers = await storage.joinPeers(localBus.nodeId, tracer);
  const counts = peers === undefined ? undefined : new PeerCounts({ peers, clock }, config.cluster.counts);
  if (counts !== undefined) await shutdown.start(counts);
  const guesses = new GuessThrottle(
    { clock, isShared: containedIn(trustedProxiesOf(config)), counts },
    config.security.guesses,
  );
  const contention = new Contention<string | undefined>();
  const shared = { config, storage, stores, metrics, clock, log, tracer, shutdown };
  const context: Context = { ...shared, bus, localBus, peers, counts, guesses, contention };

  const { retentionDays } = config.audit;
  const audit = new AuditLog(
    { store: stores.audit, clock, log },
    { ...config.audit, retentionMillis: retentionDays === 0 ? null : retentionDays * DAY_MILLIS },
  );
  await shutdown.start(onDuty(audit, storage.lease, log));
  const services = await startDevices(context, audit);
  const { devices, packages, profiles, tenantLimits } = services;
  const accounts = await startAccounts(context, {
    deviceProfiles: profiles,
    tenantContents: [devices, packages, profiles, audit],
    customerBelongings: [devices],
    tenantLimits,
    audit,
    lease: storage.lease,
  });
  const reporting = await startReporting(context, { ...services, ...accounts, audit });

  const connections = buildConnectionShares(config);
  const mqtt = await buildMqttServer(context, services, connections.mqtt);
  const live = await buildLiveServer(context, services, accounts);
  const parts = { audit, services, accounts, reporting };
  describePlatform(metrics, {
    ...parts,
    storage,
    mqtt: mqtt.counters,
    live: live.server,
    connections,
    guesses,
    counts,
  });
  const { namesMax, valuesMax, ...readers } = config.http.bodyReaders;
  const bodies = new BodyReaders({ ...readers, bounds: { namesMax, valuesMax } }, clock);
  // Stopped after the server, when no more bodies are read.
  shutdown.onStop(() => bodies.stop());
  const certificates: TlsReload[] = [];
  const posture = await PostureWatch.watch(context, certificates, changes);
  const monitoring = await startMonitoring(context, { services, reporting, metrics, posture });
  const rest = buildRestApi(context, { ...parts, monitoring, posture, metrics, mqtt, live, connections, bodies });
  await opening("http", shutdown.start(rest), config);
  const endCalls = async (): Promise<void> => {
    // Before the slots and the server, which wait for running work: live views never end by themselves, and background
    // reports continue after the next start.
    reporting.live.stop();
    reporting.streams.close();
    reporting.jobs.stop();
    await reporting.jobDuty.stop();
    // Together: the server cuts off who does not read a report, which holds its slot until then.
    await Promise.all([stopReportPools(reporting.pools), rest.stop()]);
  };
  // In parallel: clients that do not respond can delay each of them, and in sequence this could exceed the time of a
  // stop.
  shutdown.onStop(async () => {
    await Promise.all([mqtt.listener.stop(config.mqtt.stopMillis), live.server.stop(), endCalls()]);
  });
  await opening("mqtt", mqtt.listener.start(), config);
  if (storage.backups !== undefined) {
    await startBackups(config, { clock, log, metrics, shutdown, storage, source: storage.backups, changes });
    await shutdown.start(new SnapshotExpiry({ folder: storage.folder, clock, log }, config.upgrade.keepMillis));
  }
  for (const [files, server] of [
    [config.http.tls, rest],
    [config.mqtt.tls, mqtt.listener],
  ] as const) {
    const reload = new TlsReload({ files, server, checkMillis: config.tls.checkMillis, clock, log });
    await shutdown.start(reload);
    certificates.push(reload);
    describeCertificate(metrics, server === rest ? "http" : "mqtt", reload);
  }

  const { tcp, tls } = mqtt.listener.addresses;
  const { host } = config.mqtt;
  const plainHost = shownHost(host === listenHosts(config).mqtt ? host : undefined);
  reportReach(config, log);
  const linkBase = config.baseUrl ?? linkAddress(rest.url, listenHosts(config).http);
  return {
    http: rest.url,
    mqtt: `mqtt://${plainHost}:${String(tcp?.port ?? config.mqtt.port)}`,
    mqtts: tls === undefined ? undefined : `mqtts://${shownHost(host)}:${String(tls.port)}`,
    routes: rest.routes,
    activationLinks: accounts.oneTimeLinks.map((link) => activationLink(linkBase, link)),
    failed: storage.failed,
    stop: () => shutdown.stop(),
  };
}

function activationLink(base: string, { email, activationToken }: OneTimeLink): ActivationLink {
  return { email, address: `${base}/api/noauth/activate?activateToken=${activationToken}` };
}
