// The HTTP server put together: every route over the services, and on the same port the WebSockets of MQTT and of live
// updates.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import packageInfo from "../../package.json" with { type: "json" };
import type { MessageBus } from "../core/bus/message-bus.ts";
import { CallerLimitsReports, type WebSocketCounts } from "../core/usage/caller-limits.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../lib/units.ts";
import type { LiveServer } from "../transport/live/live-server.ts";
import { Documentation } from "../transport/rest/documentation/documentation.ts";
import { deviceSideRoutes } from "../transport/rest/device-side-routes.ts";
import type { UploadBounds } from "../transport/rest/history/upload-text.ts";
import { RestServer, type RestSettings } from "../transport/rest/rest-server.ts";
import { auditLogRoutes } from "../transport/rest/routes/audit-logs.ts";
import { connectivityRoutes } from "../transport/rest/routes/connectivity.ts";
import { entityQueryRoutes } from "../transport/rest/routes/entity-query.ts";
import { monitoringRoutes } from "../transport/rest/routes/monitoring.ts";
import { usageRoutes } from "../transport/rest/routes/usage.ts";
import { systemRoutes } from "../transport/rest/routes/system.ts";
import { WebInterface } from "../transport/rest/web-interface/web-interface.ts";
import { WebSocketPath, type Upgrade } from "../transport/rest/web-socket-path.ts";
import { buildAnalyticsApi } from "./analytics-api.ts";
import type { Config } from "./config.ts";
import { buildDeviceHttp } from "./device-http.ts";
import type { PromMetrics } from "./metrics.ts";
import { serverCertificate } from "./server-certificates.ts";
import { buildMonitoring } from "./monitoring.ts";
import type { Services } from "./services.ts";
import type { Storage } from "./storage.ts";
import { readTlsPair } from "./tls-reload.ts";

/** Where the web interface is built. */
const WEB_FOLDER = new URL("../../web/dist/", import.meta.url);

const MQTT_PATH = "/mqtt";
const LIVE_PATH = "/api/ws";
const OLDER_LIVE_PATH = "/api/ws/plugins/telemetry";

export interface RestApiParts {
  readonly services: Services;
  readonly storage: Storage;
  readonly metrics: PromMetrics;
  readonly isReady: () => Promise<boolean>;
  /** Takes WebSocket connections to /mqtt. */
  readonly mqttUpgrade: (upgrade: Upgrade) => void;
  /** Takes those to /api/ws and its older path. */
  readonly live: Pick<LiveServer, "accept" | "acceptOlder">;
  /** How many of those there are. */
  readonly liveCounts: WebSocketCounts;
  /** Those that listen, known once they do. */
  readonly mqttPorts: () => Readonly<Record<"mqtt" | "mqtts", number | undefined>>;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Everything but the opening of the port. */
export function buildRestApi(
  config: Config,
  { services, storage, metrics, isReady, mqttUpgrade, live, liveCounts, mqttPorts, bus, clock, log }: RestApiParts,
): RestServer {
  const { accounts } = services;
  const { pointsPerKeyMax: pointsMax, intervalsMax: bucketsMax, maxAnswerMebibytes } = config.telemetry;
  const answerCharsMax = maxAnswerMebibytes * MEBIBYTE;
  const callBodyBytesMax = Math.min(
    config.http.payloadBytesMax,
    config.rpc.payloadBytesMax + config.http.entityPayloadBytesMax,
  );
  const values = { stringLengthMax: config.values.stringCharsMax, castStrings: config.values.jsonTypeCast };
  const { version } = packageInfo;
  const routes = [
    ...systemRoutes({
      version,
      isReady,
      metrics,
      pointsMax,
      apiKeysDemandTls: accounts.apiKeysDemandTls,
      userTokenAccessEnabled: config.security.userTokenAccessEnabled,
    }),
    ...accounts.routes,
    ...usageRoutes({
      usage: services.usage,
      limits: new CallerLimitsReports(accounts.meter, services.usage, liveCounts),
    }),
    ...monitoringRoutes(buildMonitoring({ services, storage, metrics, pageRowsMax: config.rest.pageRowsMax, clock })),
    ...entityQueryRoutes({
      entityQueries: services.entityQueries,
      limits: {
        keysMax: config.entityQuery.maxKeys,
        predicatesMax: config.entityQuery.maxPredicates,
        listedMax: config.entityQuery.maxListed,
        pageRowsMax: config.rest.pageRowsMax,
      },
    }),
    ...auditLogRoutes({ log: services.audit, pageRowsMax: config.rest.pageRowsMax }),
    ...buildAnalyticsApi(config, {
      ...services.reporting,
      authenticator: accounts.authenticator,
      meter: accounts.meter,
      metrics,
      isReady,
      version,
      clock,
    }),
    ...buildDeviceHttp(config, services, metrics, bus, clock, log),
    ...connectivityRoutes({
      devices: services.devices,
      offered: config.device.connectivity,
      gatewayImage: config.device.connectivity.gatewayImage,
      ports: () => ({ http: config.http.port, ...mqttPorts() }),
      certificateOf: (protocol) => serverCertificate(config, protocol),
    }),
    ...deviceSideRoutes(
      { ...services, tenants: accounts.tenants, customers: accounts.customers, users: accounts.users, clock },
      {
        pageRowsMax: config.rest.pageRowsMax,
        pointsMax,
        bucketsMax,
        answerCharsMax,
        values,
        callBodyBytesMax,
        uploads: uploadBounds(config),
      },
    ),
  ];
  const webSockets = webSocketPaths(mqttUpgrade, live);
  const server = new RestServer(restSettings(config), {
    routes,
    pages: [
      ...webSockets.values(),
      new WebInterface(WEB_FOLDER, services.reporting.links),
      ...(config.documentation.enabled ? [new Documentation({ routes, version })] : []),
    ],
    authenticator: accounts.authenticator,
    meter: accounts.meter,
    audit: services.audit,
    takesUpgrade: (request) => webSockets.has(pathOf(request)),
    clock,
    log,
  });
  server.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    webSockets.get(pathOf(request))?.upgrade(request, socket, head);
  });
  return server;
}

function uploadBounds({ history }: Config): UploadBounds {
  const { lineBytesMax, stallSeconds, maxSeconds } = history.import;
  return { lineBytesMax, stallMillis: stallSeconds * SECOND_MILLIS, millisMax: maxSeconds * SECOND_MILLIS };
}

function webSocketPaths(
  mqtt: RestApiParts["mqttUpgrade"],
  live: RestApiParts["live"],
): ReadonlyMap<string, WebSocketPath> {
  const takers: readonly (readonly [path: string, accept: (upgrade: Upgrade) => void])[] = [
    [MQTT_PATH, mqtt],
    [
      LIVE_PATH,
      (upgrade) => {
        live.accept(upgrade);
      },
    ],
    [
      OLDER_LIVE_PATH,
      (upgrade) => {
        live.acceptOlder(upgrade);
      },
    ],
  ];
  return new Map(takers.map(([path, accept]) => [path, new WebSocketPath(path, accept)]));
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "").split("?", 1)[0] ?? "";
}

function restSettings({ http }: Config): RestSettings {
  const { cors, tls } = http;
  return {
    host: http.host,
    port: http.port,
    tls: readTlsPair(tls),
    hstsSeconds: http.hstsSeconds,
    bodyBytesMax: http.payloadBytesMax,
    entityBodyBytesMax: http.entityPayloadBytesMax,
    openBodyBytesMax: http.openPayloadBytesMax,
    bodiesBytesMax: http.bodiesMebibytes * MEBIBYTE,
    unsentCharsMax: http.unsentAnswersMebibytes * MEBIBYTE,
    connectionsMax: http.connectionsMax,
    requestSeconds: http.requestTimeoutSeconds,
    stopSeconds: http.stopSeconds,
    trustedProxies: listOf(http.trustedProxies),
    cors: {
      originPatterns: listOf(cors.allowedOriginPatterns),
      methods: listOf(cors.allowedMethods),
      headers: listOf(cors.allowedHeaders),
      maxAgeSeconds: cors.maxAgeSeconds,
    },
    accessLog: http.accessLog,
  };
}

function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
