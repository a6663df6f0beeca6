// Connects the topic APIs to the events of MQTT sessions, behind the single interface that the MQTT transport knows.
import type { Remark } from "../../core/acknowledgement.ts";
import type { MessageBus } from "../../core/bus/message-bus.ts";
import type { LiveSession } from "../../core/devices/live-session.ts";
import type { SessionEnd } from "../../core/devices/session-end.ts";
import { newId, type SessionId } from "../../core/ids.ts";
import type { KeptRefusals } from "../../core/monitoring/kept-refusals.ts";
import type { TrafficMeter } from "../../core/tenants/traffic-meter.ts";
import type { Clock } from "../../lib/clock.ts";
import { noTracer, type Tracer } from "../../lib/tracer.ts";
import type { ErrorNotices } from "../gateway-api/errors.ts";
import type { RateNotices } from "../gateway-api/rate-notice.ts";
import type {
  Admission,
  ClosedReason,
  ConnectRequest,
  GrantedFilter,
  MqttApi,
  RefusedPublish,
  SettledMessage,
} from "../mqtt/mqtt-api.ts";
import type { MqttSession } from "../mqtt/routed-message.ts";
import type { Activity } from "./activity.ts";
import type { AdmissionTickets } from "./admission-tickets.ts";
import type { Client, DeviceClient } from "./client.ts";
import type { Authenticator } from "./connect.ts";
import { DeviceSession, GATEWAY_OFFERS_TOPIC } from "./device-session.ts";

/** The register of sessions of this node. */
export interface SessionRegister {
  open(session: LiveSession): void;
  close(session: LiveSession, end?: SessionEnd): void;
}

export interface DeviceMqttApiDeps {
  readonly authenticator: Authenticator;
  readonly sessions: SessionRegister;
  readonly tickets: AdmissionTickets;
  readonly meter: TrafficMeter;
  readonly activity: Activity;
  readonly errors: ErrorNotices;
  readonly rateNotices: RateNotices;
  readonly refusals: Pick<KeptRefusals, "keep">;
  readonly tracer: Tracer;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

const ENDS: Readonly<Record<ClosedReason, SessionEnd>> = {
  "client-disconnected": "CLIENT_DISCONNECTED",
  "connection-lost": "CONNECTION_LOST",
  "keep-alive-expired": "KEEP_ALIVE_MISSED",
  idle: "SILENT",
  "slow-reader": "NOT_READING",
  overflow: "NOT_READING",
  "protocol-violation": "PROTOCOL_ERROR",
  "refused-publish": "REFUSED_MESSAGE",
  "taken-over": "REPLACED",
  administrative: "CREDENTIALS_CHANGED",
  shutdown: "SERVER_STOPPED",
  fault: "SERVER_FAULT",
  // For sessions that do not belong to a device yet.
  "provisioning-topic": "REFUSED_MESSAGE",
  provisioned: "CLIENT_DISCONNECTED",
};

export class DeviceMqttApi implements MqttApi<Client> {
  readonly #deps: DeviceMqttApiDeps;

  constructor(deps: DeviceMqttApiDeps) {
    this.#deps = deps;
  }

  async authenticate(connect: ConnectRequest, signal: AbortSignal): Promise<Admission<Client>> {
    const { authenticator, bus } = this.#deps;
    await bus.shared?.caughtUp();
    return await authenticator.authenticate(connect, signal);
  }

  opened(client: Client, mqtt: MqttSession): void {
    if (client.kind === "provisioning") {
      client.session = mqtt;
      return;
    }
    const { clock, meter, sessions, tickets } = this.#deps;
    const { device, isGateway, traffic, connection, downlinks } = client;
    const openedAt = clock.now();
    const remark = (remark: Remark): void => this.remarked(client, remark);
    const facts = { id: newId<SessionId>(), device, isGateway, openedAt, connection, mqtt, downlinks, remark };
    client.session = new DeviceSession(facts);
    meter.opened(traffic);
    tickets.giveBack(client.ticket);
    // Its credentials changed, or the device was deleted, while they were being checked.
    if (client.ticket.isRevoked || device.deleted) mqtt.close("administrative");
    else sessions.open(client.session);
  }

  subscribed(client: Client, filters: readonly GrantedFilter[]): void {
    if (client.kind === "provisioning" || client.session === null) return;
    let isReachable = false;
    for (const { filter } of filters) if (client.session.subscribed(filter) === "rpc") isReachable = true;
    const deviceId = client.device.id;
    if (isReachable) this.#deps.bus.publish({ kind: "rpc-reachable", deviceId });
    if (filters.some(({ filter }) => filter === GATEWAY_OFFERS_TOPIC) && client.session.takesOffers())
      this.#deps.bus.publish({ kind: "offers-wanted", deviceId });
  }

  unsubscribed(client: Client, filters: readonly string[]): void {
    if (client.kind === "provisioning") return;
    for (const filter of filters) client.session?.unsubscribed(filter);
  }

  activity(client: Client): void {
    if (client.kind === "device") this.#deps.activity.ofClient(client, this.#deps.clock.now());
  }

  refused(client: Client, publish: RefusedPublish): void {
    if (client.kind === "provisioning") return;
    client.traffic.refused(publish.refusal.entries[0].error.kind, this.#deps.clock.now());
    if (client.isGateway) this.#deps.refusals.keep(client.device, publish.topic, publish.refusal);
    this.#deps.rateNotices.refused(client, publish);
    this.#deps.errors.publish(client, publish);
  }

  remarked(client: Client, remark: Remark): void {
    if (client.kind === "device") this.#deps.errors.remark(client, remark);
  }

  settled(client: Client, message: SettledMessage): void {
    if (client.kind === "provisioning") return;
    const { topic, payloadBytes, receivedAt, millis, reasonCode } = message;
    if (reasonCode === 0) client.traffic.flow?.acknowledged(millis, this.#deps.clock.now());
    const { tracer } = this.#deps;
    if (tracer === noTracer) return;
    const attributes = {
      "messaging.system": "mqtt",
      "messaging.operation.type": "process",
      "messaging.destination.name": topic,
      "messaging.message.body.size": payloadBytes,
      "bridgehead.tenant.id": client.device.tenantId,
      "bridgehead.device.id": client.device.id,
      "bridgehead.mqtt.reason_code": reasonCode,
    };
    const span = tracer.begin({ name: `process ${topic}`, kind: "consumer", attributes, startedAt: receivedAt });
    span.end({ failure: reasonCode === 0 ? undefined : `refused with reason code 0x${reasonCode.toString(16)}` });
  }

  closed(client: Client, reason: ClosedReason): void {
    if (client.kind === "device") this.#closedDevice(client, reason);
    else {
      client.closing?.cancel();
      client.session = null;
    }
  }

  #closedDevice(client: DeviceClient, reason: ClosedReason): void {
    const { errors, meter, sessions } = this.#deps;
    errors.closed(client);
    if (client.session === null) return;
    sessions.close(client.session, client.device.deleted ? "DELETED" : ENDS[reason]);
    meter.closed(client.traffic);
    client.session = null;
  }
}
