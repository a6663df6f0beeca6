// How calls and shared attributes reach a device: one method, wherever the device's session is held. Here it is a session of this
// node; cluster-device-channel.ts carries downlinks and replies, which are plain data, to sessions of others.
import type { Logger } from "../../lib/logger.ts";
import type { ErrorKind } from "../errors.ts";
import type { DeviceId } from "../ids.ts";
import type { DeviceDirectory, KnownDevice } from "./known-device.ts";
import type { Downlink, LiveSession, RpcDownlink } from "./live-session.ts";
import type { LiveSessions } from "./live-sessions.ts";
import { OrderedLoads } from "./ordered-loads.ts";

/** The reply of a device. `json` is its text, unchanged; a reply that is not JSON is an error (MQTT contract 6.4). */
export type RpcReply =
  { readonly kind: "json"; readonly json: string } | { readonly kind: "error"; readonly message: string };

/** A reply and the session it came through: the device's own or its gateway's. */
export interface ReceivedReply {
  readonly throughDeviceId: DeviceId;
  readonly deviceId: DeviceId;
  readonly requestId: number;
  readonly reply: RpcReply;
}

/** Why nothing can be sent to a device: the gateway through which it sends has never connected it. */
export interface NeverConnected {
  readonly gatewayId: DeviceId;
  readonly message: string;
}

/**
 * `unreachable`: no session accepts the downlink now; `neverConnected` is set when the platform knows a reason that the
 * caller cannot see. `refused`: the session can never take this downlink, for the given reason. A two-way call ends as
 * `replied`, or as `sent` when `signal` ended the wait for its reply.
 */
export type Delivery =
  | { readonly kind: "sent" }
  | { readonly kind: "unreachable"; readonly neverConnected?: NeverConnected }
  | { readonly kind: "refused"; readonly error: ErrorKind; readonly message: string }
  | { readonly kind: "replied"; readonly reply: RpcReply };

export interface DeviceChannel {
  /**
   * Delivers a downlink to the device's session: a call goes to the newest session that has subscribed, attributes to
   * every one. Downlinks of one device are sent in call order. Once `signal` is aborted, nothing is sent and no reply
   * is awaited. Never rejects.
   */
  deliver(deviceId: DeviceId, downlink: Downlink, signal: AbortSignal): Promise<Delivery>;
  /**
   * The session of this node that gets the device's calls; undefined if there is none, or if that session is on another node. Rejects
   * if that is not known, as another node does not answer.
   */
  callsHolderHere(device: KnownDevice): Promise<LiveSession | undefined>;
  /**
   * For a downlink that is queued elsewhere because no session accepts it now: notifies a gateway that has never
   * connected the device. Never rejects.
   */
  tellUnreachable(deviceId: DeviceId, downlink: Downlink): Promise<void>;
  /** Passes a reply to the delivery that waits for it; false if none is known to. */
  reply(received: ReceivedReply): boolean;
}

interface AwaitedReply {
  readonly throughDeviceId: DeviceId;
  readonly replied: (reply: RpcReply) => void;
}

/** Delivers through the sessions of this node. */
export class LocalDeviceChannel implements DeviceChannel {
  readonly #sessions: LiveSessions;
  readonly #devices: DeviceDirectory;
  readonly #log: Logger;
  /** Keyed by device and request id. */
  readonly #awaited = new Map<string, AwaitedReply>();
  readonly #loads: OrderedLoads;

  constructor(sessions: LiveSessions, devices: DeviceDirectory, log: Logger) {
    this.#sessions = sessions;
    this.#devices = devices;
    this.#log = log;
    this.#loads = new OrderedLoads(devices);
  }

  deliver(deviceId: DeviceId, downlink: Downlink, signal: AbortSignal): Promise<Delivery> {
    // Attributes saved while no client is connected need not load the device; a call does, because its caller must
    // learn why it fails.
    if (this.#sessions.count === 0 && downlink.kind !== "rpc") return Promise.resolve({ kind: "unreachable" });
    const device = this.#loads.atOnce(deviceId);
    return device === undefined
      ? this.#sendAfterLoading(deviceId, downlink, signal)
      : this.#send(device, downlink, signal);
  }

  reply({ throughDeviceId, deviceId, requestId, reply }: ReceivedReply): boolean {
    const awaited = this.#awaited.get(keyOf(deviceId, requestId));
    // A reply is ignored unless it comes through the client to which the call was sent.
    if (awaited?.throughDeviceId === throughDeviceId) awaited.replied(reply);
    return awaited !== undefined;
  }

  callsHolderHere(device: KnownDevice): Promise<LiveSession | undefined> {
    return Promise.resolve(this.#sessions.holderFor(device, "rpc"));
  }

  async tellUnreachable(deviceId: DeviceId, downlink: Downlink): Promise<void> {
    try {
      const device = this.#devices.inMemory(deviceId) ?? (await this.#devices.loadById(deviceId));
      if (device !== undefined) await this.unreachable(device, downlink);
    } catch (error) {
      this.#log.warn("unreachable device not read", { deviceId, error });
    }
  }

  async #sendAfterLoading(deviceId: DeviceId, downlink: Downlink, signal: AbortSignal): Promise<Delivery> {
    try {
      return await this.#loads.load(deviceId, (device) =>
        device === undefined ? { kind: "unreachable" } : this.#send(device, downlink, signal),
      );
    } catch (error) {
      this.#log.warn("downlink not sent", { deviceId, kind: downlink.kind, error });
    }
    return { kind: "unreachable" };
  }

  #send(device: KnownDevice, downlink: Downlink, signal: AbortSignal): Promise<Delivery> {
    if (signal.aborted) return Promise.resolve({ kind: "unreachable" });
    if (downlink.kind === "rpc") return this.#call(device, downlink, signal);
    const sessions = this.#sessions.holdersFor(device, "attributes");
    for (const session of sessions) session.deliver(device, downlink);
    return sessions.length > 0 ? Promise.resolve({ kind: "sent" }) : this.unreachable(device, downlink);
  }

  #call(device: KnownDevice, downlink: RpcDownlink, signal: AbortSignal): Promise<Delivery> {
    const session = this.#sessions.holderFor(device, "rpc");
    return session === undefined
      ? this.unreachable(device, downlink)
      : (this.callThrough(session, device, downlink, signal) ?? Promise.resolve({ kind: "unreachable" }));
  }

  /** Sends the call on this session; undefined if it is not subscribed. */
  callThrough(
    session: LiveSession,
    device: KnownDevice,
    downlink: RpcDownlink,
    signal: AbortSignal,
  ): Promise<Delivery> | undefined {
    const delivery = session.deliver(device, downlink);
    switch (delivery) {
      case "sent":
        if (downlink.oneWay) return Promise.resolve({ kind: "sent" });
        return this.awaitReply(device.id, downlink.requestId, session.device.id, signal);
      case "not-subscribed":
        return undefined;
      default:
        return Promise.resolve({ kind: "refused", error: delivery.kind, message: delivery.message });
    }
  }

  /**
   * Notifies the gateway if the device was never connected, because the gateway would not find out otherwise. Source:
   * MQTT contract 4.1.
   */
  async unreachable(device: KnownDevice, downlink: Downlink): Promise<Extract<Delivery, { kind: "unreachable" }>> {
    const gateway = isNeverConnected(device) ? await this.#gatewayOf(device) : undefined;
    if (gateway === undefined || gateway.connectsOnUplink || this.#sessions.isOnline(device.id))
      return { kind: "unreachable" };
    const message = neverConnected(device, gateway);
    this.tellGateway(gateway.id, device, downlink, message);
    return { kind: "unreachable", neverConnected: { gatewayId: gateway.id, message } };
  }

  tellGateway(gatewayId: DeviceId, device: KnownDevice, downlink: Downlink, message: string): void {
    for (const session of this.#sessions.ofDevice(gatewayId)) session.undeliverable?.(device, downlink, message);
  }

  async #gatewayOf({ sentThrough }: KnownDevice): Promise<KnownDevice | undefined> {
    if (sentThrough === null) return undefined;
    try {
      return this.#devices.inMemory(sentThrough) ?? (await this.#devices.loadById(sentThrough));
    } catch (error) {
      this.#log.warn("gateway of a device not read", { gatewayId: sentThrough, error });
      return undefined;
    }
  }

  /** Resolves with the reply that comes through that client, or as `sent` when `signal` ends. */
  awaitReply(deviceId: DeviceId, requestId: number, throughDeviceId: DeviceId, signal: AbortSignal): Promise<Delivery> {
    const key = keyOf(deviceId, requestId);
    return new Promise((resolve) => {
      const end = (delivery: Delivery): void => {
        this.#awaited.delete(key);
        signal.removeEventListener("abort", abandoned);
        resolve(delivery);
      };
      const abandoned = (): void => {
        end({ kind: "sent" });
      };
      signal.addEventListener("abort", abandoned);
      this.#awaited.set(key, {
        throughDeviceId,
        replied: (reply) => {
          end({ kind: "replied", reply });
        },
      });
    });
  }
}

function isNeverConnected({ id, route, disconnectedBy, sentThrough }: KnownDevice): boolean {
  return route === null && disconnectedBy.length === 0 && sentThrough !== null && sentThrough !== id;
}

/** `gateway` is null when the reader of the message may not see the gateway. */
export function neverConnected(device: Pick<KnownDevice, "name">, gateway: Pick<KnownDevice, "name"> | null): string {
  const through = gateway === null ? "a gateway" : `the gateway "${gateway.name}"`;
  const reason = `"${device.name}" sends through ${through} but was never connected, so nothing can be sent to it`;
  if (gateway === null) return reason;
  return `${reason}: the gateway has to publish v1/gateway/connect for it, or needs connectOnUplink in its additionalInfo`;
}

export function keyOf(deviceId: DeviceId, requestId: number): string {
  return `${deviceId}/${String(requestId)}`;
}
