// Builds MQTT: the topic APIs over the services, and the listener that serves their sessions.
import type { MessageBus } from "../core/bus/message-bus.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import type { ConnectionShares } from "../transport/connection-shares.ts";
import { Activity } from "../transport/device-api/activity.ts";
import { AdmissionTickets } from "../transport/device-api/admission-tickets.ts";
import { DeviceAttributes } from "../transport/device-api/attributes.ts";
import { DeviceClaims } from "../transport/device-api/claims.ts";
import type { Client } from "../transport/device-api/client.ts";
import { Authenticator } from "../transport/device-api/connect.ts";
import { DeviceMqttApi } from "../transport/device-api/mqtt-api.ts";
import { ProfileTopics } from "../transport/device-api/profile-topics.ts";
import { DevicePackages } from "../transport/device-api/packages.ts";
import { ProvisioningApi } from "../transport/device-api/provisioning.ts";
import type { OwnApi } from "../transport/device-api/routes.ts";
import { DeviceRpc } from "../transport/device-api/rpc.ts";
import { DeviceTelemetry } from "../transport/device-api/telemetry.ts";
import { GatewayAttributeRequests } from "../transport/gateway-api/attribute-answer.ts";
import { GatewayAttributes } from "../transport/gateway-api/attributes.ts";
import { GatewayClaims } from "../transport/gateway-api/claims.ts";
import { GatewayConnect } from "../transport/gateway-api/connect.ts";
import { ErrorNotices } from "../transport/gateway-api/errors.ts";
import { GatewayMetrics } from "../transport/gateway-api/gateway-metrics.ts";
import { RateNotices } from "../transport/gateway-api/rate-notice.ts";
import { gatewayRoutes } from "../transport/gateway-api/routes.ts";
import { GatewayPackages } from "../transport/gateway-api/packages.ts";
import { GatewayRpc } from "../transport/gateway-api/rpc.ts";
import { GatewayTelemetry } from "../transport/gateway-api/telemetry.ts";
import { UplinkRoutes } from "../transport/gateway-api/uplink-routes.ts";
import { MqttListener, type MqttListenerOptions } from "../transport/mqtt/listener.ts";
import { MqttCounters } from "../transport/mqtt/mqtt-context.ts";
import { FIXED_LIMITS } from "../transport/mqtt/mqtt-limits.ts";
import { TopicRouter } from "../transport/mqtt/topic-router.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import type { DeviceServices } from "./devices.ts";
import { listenHosts } from "./listen-hosts.ts";
import { readTlsPair } from "./tls-reload.ts";

export type MqttServer = Awaited<ReturnType<typeof buildMqttServer>>;

/** Everything except opening the ports. */
export async function buildMqttServer(context: Context, services: DeviceServices, connections: ConnectionShares) {
  const { config, stores, guesses, contention, bus, clock, log, shutdown } = context;
  const { mqtt } = config;
  const tickets = new AdmissionTickets(bus);
  const activity = new Activity(services.connectivity, services.registry);
  const errors = new ErrorNotices(clock, mqtt.errorNoticesPerSecond);
  const meter = services.traffic;
  const metrics = new GatewayMetrics({ telemetry: services.telemetry, clock, log }, mqtt.gatewayMetrics);
  const { gatewayTopics, own } = topicApis(config, services, { activity, metrics, bus });
  const topics = new ProfileTopics({
    profiles: stores.deviceProfiles,
    schemas: services.payloadSchemas,
    api: own,
    otherRoutes: gatewayTopics,
    newRouter: (routes) => new TopicRouter(routes),
    ...{ bus, clock, log },
  });
  const authenticator = new Authenticator({
    credentials: services.credentials,
    devices: services.registry,
    tenantLimits: services.tenantLimits,
    meter,
    tickets,
    guesses,
    clock,
    topics,
    provisioningRouter: new TopicRouter(
      new ProvisioningApi(services.provisioning, clock, mqtt.provisioningLingerMillis).routes(),
    ),
    maxPayloadSize: mqtt.packetBytesMax,
  });
  const counters = new MqttCounters();
  const api = new DeviceMqttApi({
    authenticator,
    sessions: services.sessions,
    tickets,
    meter,
    activity,
    errors,
    rateNotices: new RateNotices(clock, mqtt.rateNoticesPerSecond),
    refusals: services.refusals,
    tracer: context.tracer,
    bus,
    clock,
  });
  await shutdown.start(tickets);
  await shutdown.start(topics);
  await shutdown.start(metrics);
  const listener = new MqttListener({ api, clock, log, counters, contention, connections, ...listenerOptions(config) });
  return { listener, counters };
}

interface TopicDeps {
  readonly activity: Activity;
  readonly metrics: GatewayMetrics;
  readonly bus: MessageBus;
}

function topicApis(config: Config, services: DeviceServices, deps: TopicDeps) {
  const { activity } = deps;
  const { attributes, claims, rpc, telemetry } = services;
  const routing = { ...deps, devices: services.registry, witness: services.connectivity, sessions: services.sessions };
  const gateway = { ...services, ...routing, routes: new UplinkRoutes(routing) };
  const values = { stringLengthMax: config.values.stringCharsMax };
  const { packetBytesMax: maxPayloadSize, maxInflightMessages } = config.mqtt;
  const own: OwnApi = {
    telemetry: new DeviceTelemetry(activity, telemetry, values),
    attributes: new DeviceAttributes(attributes, activity, values),
    rpc: new DeviceRpc(rpc, activity, { maxPayloadSize, maxInflightMessages }),
    claims: new DeviceClaims(claims, activity),
    packages: new DevicePackages(services.packageReader, activity, { ...config.ota, maxPayloadSize }),
  };
  const gatewayTopics = gatewayRoutes({
    connect: new GatewayConnect(gateway),
    attributes: new GatewayAttributes(gateway, values),
    attributeRequests: new GatewayAttributeRequests(gateway),
    rpc: new GatewayRpc(gateway),
    claims: new GatewayClaims(gateway),
    packages: new GatewayPackages({ ...gateway, packages: services.packageReader, chunkBytesMax: maxPayloadSize }),
    telemetry: new GatewayTelemetry(gateway, values),
  });
  return { gatewayTopics, own };
}

type ListenerDeps = "api" | "clock" | "log" | "counters" | "contention" | "connections";

function listenerOptions(config: Config): Omit<MqttListenerOptions<Client>, ListenerDeps> {
  const { mqtt } = config;
  const { tls, ipGuard } = mqtt;
  const hosts = listenHosts(config);
  const pair = readTlsPair(tls);
  return {
    limits: {
      ...FIXED_LIMITS,
      ...mqtt,
      maxPayloadSize: mqtt.packetBytesMax,
      queueBeforeConnackMax: mqtt.maxInflightMessages,
      sessionInactivityTimeoutMillis: mqtt.sessionInactivitySeconds * SECOND_MILLIS,
    },
    tcp: { host: hosts.mqtt, port: mqtt.port },
    ...(pair === undefined ? {} : { tls: { host: hosts.mqtts, port: tls.port, pair } }),
    ...(ipGuard.enabled ? { loginGuard: ipGuard } : {}),
  };
}
