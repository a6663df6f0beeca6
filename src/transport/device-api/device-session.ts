// A device's connection as core sees it: maps downlinks to the topics that the client has subscribed to, its own and,
// for a gateway, those of its proxied devices. Source: MQTT contract 2.3, 4.6, 4.8, 6.1.
import type { Remark } from "../../core/acknowledgement.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import {
  downlinkKindOf,
  tooLargeForClient,
  type CloseReason,
  type ConnectionFacts,
  type Downlink,
  type DownlinkKind,
  type LiveSession,
  type PackageOffer,
  type SessionDelivery,
} from "../../core/devices/live-session.ts";
import { DomainError } from "../../core/errors.ts";
import type { SessionId } from "../../core/ids.ts";
import type { TrafficObserver } from "../../core/traffic-observer.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { MqttSession } from "../mqtt/routed-message.ts";
import { writeDownlink, writeOffer } from "./downlink-text.ts";
import type { OwnDownlinks } from "./own-downlinks.ts";

const GATEWAY_ATTRIBUTES_TOPIC = "v1/gateway/attributes";
export const GATEWAY_RPC_TOPIC = "v1/gateway/rpc";
export const GATEWAY_OFFERS_TOPIC = "v1/gateway/ota/offer";

const PROXIED_TOPIC: Readonly<Record<DownlinkKind, string>> = {
  attributes: GATEWAY_ATTRIBUTES_TOPIC,
  rpc: GATEWAY_RPC_TOPIC,
};

interface SessionFacts extends Pick<DeviceSession, "id" | "device" | "isGateway" | "openedAt" | "connection" | "mqtt"> {
  readonly downlinks: OwnDownlinks;
  readonly remark: (remark: Remark) => void;
}

export class DeviceSession implements LiveSession {
  readonly id: SessionId;
  readonly device: KnownDevice;
  readonly openedAt: EpochMillis;
  readonly isGateway: boolean;
  readonly connection: ConnectionFacts;
  readonly mqtt: MqttSession;
  readonly #downlinks: OwnDownlinks;
  readonly #remark: (remark: Remark) => void;
  /**
   * Devices that have never connected and of which the gateway has already been notified; one notice per device is
   * enough.
   */
  #unconnected: WeakSet<KnownDevice> | undefined;
  /** Filters for the device's own downlinks in order of subscription, the latest last. */
  #ownFilters: readonly string[] = [];

  constructor({ id, device, isGateway, openedAt, connection, mqtt, downlinks, remark }: SessionFacts) {
    this.id = id;
    this.device = device;
    this.isGateway = isGateway;
    this.openedAt = openedAt;
    this.connection = connection;
    this.mqtt = mqtt;
    this.#downlinks = downlinks;
    this.#remark = remark;
  }

  /**
   * Must be called for each granted subscription. Returns the kind of downlink that may be sent from now on, if any.
   */
  subscribed(filter: string): DownlinkKind | undefined {
    for (const kind of ["attributes", "rpc"] as const)
      if (filter === PROXIED_TOPIC[kind]) return this.isGateway ? kind : undefined;
    const kind = this.#downlinks.kindOf(filter);
    if (kind !== undefined) this.#ownFilters = [...this.#ownFilters.filter((each) => each !== filter), filter];
    return kind;
  }

  unsubscribed(filter: string): void {
    this.#ownFilters = this.#ownFilters.filter((each) => each !== filter);
  }

  accepts(kind: DownlinkKind, device: KnownDevice): boolean {
    return this.#filterFor(kind, device) !== undefined;
  }

  deliver(device: KnownDevice, downlink: Downlink, acknowledged?: () => void): SessionDelivery {
    const filter = this.#filterFor(downlinkKindOf(downlink), device);
    const qos = filter === undefined ? undefined : this.mqtt.subscribedQos(filter);
    if (filter === undefined || qos === undefined) return "not-subscribed";
    const proxied = !this.#isOwn(device);
    const topic = proxied ? filter : this.#downlinks.topicOf(filter, downlink);
    const payload = this.#payload(filter, device, downlink);
    if (payload instanceof DomainError) return payload;
    const hooks = { acked: acknowledged, isDue: () => this.#isDue(filter, device) };
    return this.mqtt.publish(topic, payload, qos, hooks) ? "sent" : tooLargeForClient(device);
  }

  #payload(filter: string, device: KnownDevice, downlink: Downlink): string | Uint8Array | DomainError {
    if (!this.#isOwn(device)) return proxiedPayload(device, downlink);
    try {
      return this.#downlinks.payloadOf(filter, downlink);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  takesOffers(): boolean {
    return this.isGateway && this.mqtt.isOpen && this.mqtt.subscribedQos(GATEWAY_OFFERS_TOPIC) !== undefined;
  }

  offer(offer: PackageOffer, acknowledged: () => void): SessionDelivery {
    const qos = this.mqtt.subscribedQos(GATEWAY_OFFERS_TOPIC);
    if (qos === undefined) return "not-subscribed";
    const isSent = this.mqtt.publish(GATEWAY_OFFERS_TOPIC, writeOffer(offer), qos, { acked: acknowledged });
    return isSent ? "sent" : new DomainError("too-large", "the offer is larger than the client accepts");
  }

  /** A queued downlink is dropped after UNSUBSCRIBE or the end of the route (MQTT contract 2.2, 4.3). */
  #isDue(filter: string, device: KnownDevice): boolean {
    if (this.mqtt.subscribedQos(filter) === undefined) return false;
    return this.#isOwn(device) || device.route?.gatewayId === this.device.id;
  }

  undeliverable(device: KnownDevice, downlink: Downlink, reason: string): void {
    const topic = PROXIED_TOPIC[downlinkKindOf(downlink)];
    this.mqtt.unsent(topic, proxiedPayload(device, downlink), reason);
    this.#unconnected ??= new WeakSet();
    if (this.#unconnected.has(device)) return;
    this.#unconnected.add(device);
    this.#remark({ topic, device: device.name, error: "not-connected", message: reason });
  }

  close(reason: CloseReason): void {
    this.mqtt.close(reason);
  }

  observe(observer: TrafficObserver | undefined): void {
    this.mqtt.observe(observer);
  }

  #filterFor(kind: DownlinkKind, device: KnownDevice): string | undefined {
    if (this.#isOwn(device)) return this.#ownFilters.findLast((filter) => this.#downlinks.kindOf(filter) === kind);
    const topic = PROXIED_TOPIC[kind];
    return this.isGateway && this.mqtt.subscribedQos(topic) !== undefined ? topic : undefined;
  }

  #isOwn(device: KnownDevice): boolean {
    return device.id === this.device.id;
  }
}

function proxiedPayload(device: KnownDevice, downlink: Downlink): string {
  return `{"device":${JSON.stringify(device.name)},"data":${writeDownlink(downlink, true)}}`;
}
