// Builds the HTTP server: every route over the services, and on the same port the WebSockets of MQTT and of live
// updates.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import packageInfo from "../../package.json" with { type: "json" };
import type { AuditLog } from "../core/audit/audit-log.ts";
import { CallerLimitsReports } from "../core/usage/caller-limits.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../lib/units.ts";
import { Documentation } from "../transport/rest/documentation/documentation.ts";
import { DeviceAccess } from "../transport/rest/device-access.ts";
import { LastingCalls } from "../transport/rest/lasting-calls.ts";
import type { BodyReaders } from "../transport/rest/large-bodies/body-readers.ts";
import { RestServer, type RestOptions } from "../transport/rest/rest-server.ts";
import type { RestRoute } from "../transport/rest/route.ts";
import { attributeRoutes } from "../transport/rest/routes/attributes.ts";
import { claimRoutes } from "../transport/rest/routes/claims.ts";
import { dashboardAssignmentRoutes } from "../transport/rest/routes/dashboard-assignments.ts";
import { dashboardRoutes } from "../transport/rest/routes/dashboards.ts";
import { homeDashboardRoutes } from "../transport/rest/routes/home-dashboards.ts";
import { deviceFileRoutes } from "../transport/rest/routes/device-files.ts";
import { deviceListRoutes } from "../transport/rest/routes/device-lists.ts";
import { deviceProfileRoutes } from "../transport/rest/routes/device-profiles.ts";
import { deviceRoutes } from "../transport/rest/routes/devices.ts";
import { historyRoutes } from "../transport/rest/routes/history.ts";
import { historyImportRoutes } from "../transport/rest/routes/history-import.ts";
import { packageRoutes } from "../transport/rest/routes/packages.ts";
import { refusalRoutes, type RefusalRouteDeps } from "../transport/rest/routes/refusals.ts";
import { relationRoutes } from "../transport/rest/routes/relations.ts";
import { rolloutRoutes } from "../transport/rest/routes/rollouts.ts";
import { rpcRoutes } from "../transport/rest/routes/rpc.ts";
import { telemetryRoutes } from "../transport/rest/routes/telemetry.ts";
import { auditLogRoutes } from "../transport/rest/routes/audit-logs.ts";
import { connectivityRoutes } from "../transport/rest/routes/connectivity.ts";
import { entityQueryRoutes } from "../transport/rest/routes/entity-query.ts";
import { monitoringRoutes, type MonitoringRouteDeps } from "../transport/rest/routes/monitoring.ts";
import { usageRoutes } from "../transport/rest/routes/usage.ts";
import { systemRoutes } from "../transport/rest/routes/system.ts";
import { ValueOwners } from "../transport/rest/value-owner.ts";
import { WebInterface } from "../transport/rest/web-interface/web-interface.ts";
import { WebSocketPath, type Upgrade } from "../transport/rest/web-socket-path.ts";
import { accountRoutes, type Accounts } from "./accounts.ts";
import type { Config } from "./config.ts";
import { listOf, trustedProxiesOf, type PlatformConnections } from "./connections.ts";
import type { Context } from "./context.ts";
import { buildDeviceHttp } from "./device-http.ts";
import type { DeviceServices } from "./devices.ts";
import type { LiveApi } from "./live-api.ts";
import type { PromMetrics } from "./metrics.ts";
import type { MqttServer } from "./mqtt-server.ts";
import { analyticsRoutes, type Reporting } from "./reporting.ts";
import type { PostureWatch } from "./posture.ts";
import { serverCertificate } from "./server-certificates.ts";
import { callDurations } from "./durations.ts";
import { isThisMachine, listenHosts, shownHost } from "./listen-hosts.ts";
import { readTlsPair } from "./tls-reload.ts";

/** The built web interface. */
const WEB_FOLDER = new URL("../../web/dist/", import.meta.url);

const { version } = packageInfo;

export interface RestDeps {
  readonly audit: AuditLog;
  readonly services: DeviceServices;
  readonly accounts: Accounts;
  readonly reporting: Reporting;
  readonly monitoring: MonitoringRouteDeps & RefusalRouteDeps;
  readonly metrics: PromMetrics;
  readonly posture: PostureWatch;
  readonly mqtt: MqttServer;
  readonly live: LiveApi;
  readonly connections: PlatformConnections;
  readonly bodies: BodyReaders;
}

/** Everything except opening the port. */
export function buildRestApi(context: Context, deps: RestDeps): RestServer {
  const { config, contention, clock, log } = context;
  const { audit, accounts, reporting, mqtt, live, connections } = deps;
  const { authenticator, meter } = accounts;
  const routes = routesOf(context, deps);
  const webSocketPath = (path: string, accept: (upgrade: Upgrade) => void): WebSocketPath =>
    new WebSocketPath(path, (upgrade) => {
      if (connections.webSockets.admit(upgrade.socket, upgrade.channel.remoteAddress)) accept(upgrade);
    });
  const webSockets = new Map(
    [
      webSocketPath("/mqtt", ({ request, socket, head, channel }) => {
        mqtt.listener.handleUpgrade(request, socket, head, channel.remoteAddress);
      }),
      webSocketPath("/api/ws", (upgrade) => {
        live.server.accept(upgrade);
      }),
      webSocketPath("/api/ws/plugins/telemetry", (upgrade) => {
        live.server.acceptOlder(upgrade);
      }),
    ].map((path) => [path.path, path]),
  );
  const webInterface = new WebInterface(WEB_FOLDER, reporting.links, config.maps.tiles);
  const server = new RestServer(restSettings(config), {
    contention,
    cluster: deps.services.clusterChanges,
    connections: connections.http,
    routes,
    pages: [
      ...webSockets.values(),
      webInterface,
      ...(config.documentation.enabled ? [new Documentation({ routes, version })] : []),
    ],
    unknownPage: webInterface.showUnknown,
    authenticator,
    meter,
    audit,
    bodies: deps.bodies,
    durations: callDurations(context.metrics),
    tracer: context.tracer,
    takesUpgrade: (request) => webSockets.has(pathOf(request)),
    clock,
    log,
  });
  server.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    webSockets.get(pathOf(request))?.upgrade(request, socket, head);
  });
  return server;
}

function routesOf(context: Context, deps: RestDeps): readonly RestRoute[] {
  const { config, storage, guesses, clock } = context;
  const { audit, services, accounts, metrics, mqtt, live, bodies } = deps;
  const { devices, profiles, telemetry, storageQuota, usage } = services;
  const { customers, tenants } = accounts;
  const { dashboards } = deps.reporting;
  const { pageRowsMax } = config.rest;
  const { pointsPerKeyMax: pointsMax, intervalsMax: bucketsMax, maxAnswerMebibytes } = config.telemetry;
  const { maxKeys: keysMax, maxPredicates: predicatesMax, maxListed: listedMax } = config.entityQuery;
  const { lineBytesMax, stallSeconds, maxSeconds } = config.history.import;
  const { connectivity } = config.device;
  const values = { stringLengthMax: config.values.stringCharsMax, castStrings: config.values.jsonTypeCast };
  const answerCharsMax = maxAnswerMebibytes * MEBIBYTE;
  const callBodyBytesMax = Math.min(
    config.http.payloadBytesMax,
    config.rpc.payloadBytesMax + config.http.entityPayloadBytesMax,
  );
  const uploads = { lineBytesMax, stallMillis: stallSeconds * SECOND_MILLIS, millisMax: maxSeconds * SECOND_MILLIS };
  const access = new DeviceAccess(services.registry);
  const lasting = new LastingCalls(accounts);
  const owners = new ValueOwners(access, accounts);
  const isReady = (): Promise<boolean> => storage.isHealthy();
  return [
    ...systemRoutes({
      version,
      isReady,
      metrics,
      pointsMax,
      apiKeysDemandTls: accounts.keyChannels.demandsTls,
      userTokenAccessEnabled: config.security.userTokenAccessEnabled,
      sendsMail: accounts.outbox !== undefined,
      inactivityTimeoutMillis: config.device.inactivityTimeoutSeconds * SECOND_MILLIS,
      posture: () => deps.posture.look(),
    }),
    ...accountRoutes(context, accounts),
    ...usageRoutes({ usage, limits: new CallerLimitsReports(accounts.meter, usage, live.limits) }),
    ...monitoringRoutes(deps.monitoring),
    ...refusalRoutes(deps.monitoring),
    ...entityQueryRoutes({
      entityQueries: services.entityQueries,
      limits: { keysMax, predicatesMax, listedMax, pageRowsMax },
    }),
    ...auditLogRoutes({ log: audit, pageRowsMax }),
    ...analyticsRoutes(context, deps.reporting, accounts, { version, isReady, metrics }),
    ...buildDeviceHttp(context, services, metrics, bodies),
    ...connectivityRoutes({
      devices,
      offered: { ...connectivity, mqtt: { ...connectivity.mqtt, enabled: offersPlainMqtt(config) } },
      gatewayImage: connectivity.gatewayImage,
      ports() {
        const { tcp, tls } = mqtt.listener.addresses;
        return { http: config.http.port, mqtt: tcp?.port, mqtts: tls?.port };
      },
      certificateOf: (protocol) => serverCertificate(config, protocol),
    }),
    ...deviceRoutes({ devices, customers }),
    ...deviceListRoutes({ devices, customers, profiles, pageRowsMax }),
    ...deviceFileRoutes({
      deviceImport: services.deviceImport,
      entityQueries: services.entityQueries,
      ...{ customers, lasting, clock, values, uploads },
    }),
    ...deviceProfileRoutes({ profiles, entityQueries: services.entityQueries, pageRowsMax }),
    ...dashboardRoutes({ dashboards, customers, tenants, pageRowsMax }),
    ...dashboardAssignmentRoutes({ dashboards, customers }),
    ...homeDashboardRoutes({ dashboards, customers, tenants, users: storage.stores.users }),
    ...relationRoutes({ access, relations: storage.stores.relations, pageRowsMax }),
    ...packageRoutes({
      packages: services.packages,
      lasting,
      clock,
      uploads: {
        stallMillis: config.ota.upload.stallSeconds * SECOND_MILLIS,
        millisMax: config.ota.upload.maxSeconds * SECOND_MILLIS,
      },
      downloadMillisMax: config.ota.download.maxSeconds * SECOND_MILLIS,
      pageRowsMax,
    }),
    ...rolloutRoutes({ rollouts: services.rollouts, pageRowsMax }),
    ...attributeRoutes({ owners, attributes: services.attributes, bodies, clock, values }),
    ...telemetryRoutes({
      owners,
      telemetry,
      storageQuota,
      bodies,
      clock,
      values,
      limits: { pointsMax, bucketsMax, answerCharsMax },
    }),
    ...historyRoutes({ owners, access, profiles, customers, exports: services.exports, lasting }),
    ...historyImportRoutes({ imports: services.imports, lasting, clock, values, uploads }),
    ...rpcRoutes({ access, rpc: services.rpc, pageRowsMax, bodyBytesMax: callBodyBytesMax }),
    ...claimRoutes({ claims: services.claims, guesses }),
  ];
}

/** Undefined if only callers on this machine can reach it. */
function offersPlainMqtt(config: Config): boolean | undefined {
  const { enabled } = config.device.connectivity.mqtt;
  return enabled ?? (isThisMachine(listenHosts(config).mqtt) ? undefined : true);
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "").split("?", 1)[0] ?? "";
}

function restSettings(config: Config): RestOptions {
  const { http } = config;
  return {
    ...http,
    host: listenHosts(config).http,
    shownHost: shownHost(http.host),
    tls: readTlsPair(http.tls),
    bodyBytesMax: http.payloadBytesMax,
    entityBodyBytesMax: http.entityPayloadBytesMax,
    bodiesBytesMax: http.bodiesMebibytes * MEBIBYTE,
    unsentCharsMax: http.unsentAnswersMebibytes * MEBIBYTE,
    trustedProxies: trustedProxiesOf(config),
    cors: { ...http.cors, originPatterns: listOf(http.cors.allowedOriginPatterns) },
  };
}
