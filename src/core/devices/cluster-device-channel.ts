// How calls and shared attributes reach a device in a cluster: the node that has been told to deliver chooses among the sessions on
// all nodes, and asks the node of a session to send. So a call has one node that decides, and is sent at most once: a node that
// does not answer may have sent it, and counts as having done so. Decisions 0155, 0165.
import { remember } from "../../lib/remember.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Subscription } from "../bus/message-bus.ts";
import type { Peers } from "../cluster/peers.ts";
import { DomainError, type ErrorKind } from "../errors.ts";
import type { DeviceId, NodeId, SessionId } from "../ids.ts";
import { fromPlainValues, plainValues, type PlainValues } from "../plain-values.ts";
import type { Value } from "../values.ts";
import {
  keyOf,
  type Delivery,
  type DeviceChannel,
  type LocalDeviceChannel,
  type ReceivedReply,
} from "./device-channel.ts";
import type { DeviceDirectory, KnownDevice } from "./known-device.ts";
import type { Downlink, LiveSession, RpcDownlink } from "./live-session.ts";
import type { LiveSessions, Place } from "./live-sessions.ts";
import { OrderedLoads } from "./ordered-loads.ts";

export interface ClusterDeviceChannelDeps {
  readonly local: LocalDeviceChannel;
  readonly sessions: LiveSessions;
  readonly devices: DeviceDirectory;
  readonly peers: Peers;
  /** Those of the device's shared attributes that are stored. */
  readonly sharedAttributes: (
    id: DeviceId,
    keys: readonly string[],
  ) => Promise<readonly { readonly key: string; readonly value: Value }[]>;
  readonly log: Logger;
}

type AttributesChanged = Exclude<Downlink, RpcDownlink>;
type AttributesUpdated = Extract<Downlink, { readonly kind: "attributes-updated" }>;

type PlainDownlink =
  Exclude<Downlink, AttributesUpdated> | { readonly kind: "attributes-updated"; readonly values: PlainValues };

/** Asks a node to send a downlink on one of its sessions. */
interface SendRequest {
  readonly deviceId: DeviceId;
  /** Of the session: the device itself or its gateway. */
  readonly of: DeviceId;
  readonly sessionId: SessionId;
  readonly downlink: PlainDownlink;
}

/** Asks a node whether one of its sessions takes calls of the device. */
type TakesCallsRequest = Omit<SendRequest, "downlink">;

type SendAnswer =
  | { readonly kind: "sent" }
  /** Or no longer there. */
  | { readonly kind: "not-subscribed" }
  | { readonly kind: "refused"; readonly error: ErrorKind; readonly message: string };

/** For the sessions of a gateway that has never connected a device. */
interface UndeliverableNotice {
  readonly gatewayId: DeviceId;
  readonly deviceId: DeviceId;
  readonly downlink: PlainDownlink;
  readonly message: string;
}

/** Calls of other nodes that were sent here and wait for a reply; of one that is forgotten, all nodes are told the reply. */
const CALLERS_MAX = 10_000;

const NOT_SUBSCRIBED: SendAnswer = { kind: "not-subscribed" };

export class ClusterDeviceChannel implements DeviceChannel {
  readonly #deps: ClusterDeviceChannelDeps;
  readonly #loads: OrderedLoads;
  /** For each device, what is being sent to it of its attributes. */
  readonly #sending = new Map<DeviceId, Promise<undefined>>();
  /** The nodes that wait for replies to what was sent here, by device and request id. */
  readonly #callers = new Map<string, NodeId>();
  #subscriptions: Subscription[] = [];

  constructor(deps: ClusterDeviceChannelDeps) {
    this.#deps = deps;
    this.#loads = new OrderedLoads(deps.devices);
  }

  start(): void {
    const { peers, local } = this.#deps;
    this.#subscriptions = [
      peers.handle("downlink", (content, from, signal) => this.#sendHere(content as SendRequest, from, signal)),
      peers.handle("takes-calls", (content) => this.#takesCallsHere(content as TakesCallsRequest)),
      peers.handle("reply", (content) => Promise.resolve(local.reply(content as ReceivedReply))),
      peers.subscribe("reply", (content) => void local.reply(content as ReceivedReply)),
      peers.handle("undeliverable", (content) => this.#undeliverable(content as UndeliverableNotice)),
    ];
  }

  /** May be called twice. */
  stop(): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription.cancel();
  }

  deliver(deviceId: DeviceId, downlink: Downlink, signal: AbortSignal): Promise<Delivery> {
    const { local, sessions } = this.#deps;
    if (!sessions.areElsewhere && (downlink.kind === "rpc" || sessions.count === 0))
      return local.deliver(deviceId, downlink, signal);
    const device = this.#loads.atOnce(deviceId);
    return device === undefined
      ? this.#deliverAfterLoading(deviceId, downlink, signal)
      : this.#deliver(device, downlink, signal);
  }

  reply(received: ReceivedReply): boolean {
    const { local, peers, log } = this.#deps;
    if (local.reply(received)) return true;
    const key = keyOf(received.deviceId, received.requestId);
    const caller = this.#callers.get(key);
    if (caller === undefined) {
      // The gateway may have reconnected to this node since the call was sent.
      peers.broadcast("reply", received);
      return false;
    }
    this.#callers.delete(key);
    peers.request(caller, "reply", received).catch((error: unknown) => {
      log.debug("a reply has not reached the node that waits for it", { node: caller, error });
    });
    return true;
  }

  /** The nodes of newer sessions are asked only where an older one would take the calls. */
  async callsHolderHere(device: KnownDevice): Promise<LiveSession | undefined> {
    const { sessions } = this.#deps;
    const holder = sessions.holderFor(device, "rpc");
    if (holder === undefined) return undefined;
    for (const place of sessions.placesFor(device, "rpc")) {
      if (place.session === holder) break;
      if (place.session === undefined && (await this.#takesCalls(place, device))) return undefined;
    }
    return holder;
  }

  async #takesCalls({ remote, of }: RemotePlace, device: KnownDevice): Promise<boolean> {
    const request: TakesCallsRequest = { deviceId: device.id, of, sessionId: remote.id };
    return (await this.#deps.peers.request(remote.nodeId, "takes-calls", request)) === true;
  }

  async #takesCallsHere({ deviceId, of, sessionId }: TakesCallsRequest): Promise<boolean> {
    const { devices, sessions } = this.#deps;
    const device = devices.inMemory(deviceId) ?? (await devices.loadById(deviceId));
    return device !== undefined && sessions.find(of, sessionId)?.accepts("rpc", device) === true;
  }

  async tellUnreachable(deviceId: DeviceId, downlink: Downlink): Promise<void> {
    try {
      const device = this.#deps.devices.inMemory(deviceId) ?? (await this.#deps.devices.loadById(deviceId));
      if (device !== undefined) await this.#unreachable(device, downlink);
    } catch (error) {
      this.#deps.log.warn("unreachable device not read", { deviceId, error });
    }
  }

  async #deliverAfterLoading(deviceId: DeviceId, downlink: Downlink, signal: AbortSignal): Promise<Delivery> {
    try {
      return await this.#loads.load(deviceId, (device) =>
        device === undefined ? { kind: "unreachable" } : this.#deliver(device, downlink, signal),
      );
    } catch (error) {
      this.#deps.log.warn("downlink not sent", { deviceId, kind: downlink.kind, error });
      return { kind: "unreachable" };
    }
  }

  #deliver(device: KnownDevice, downlink: Downlink, signal: AbortSignal): Promise<Delivery> {
    const { local, sessions } = this.#deps;
    if (downlink.kind !== "rpc") return this.#toAll(device, downlink, signal);
    if (signal.aborted || sessions.areHere(device))
      return local
        .deliver(device.id, downlink, signal)
        .then((delivery) => this.#tellGateway(device, downlink, delivery));
    return this.#call(device, downlink, signal);
  }

  /** To every session at once, so that what one device gets from this node comes in order. */
  async #toAll(device: KnownDevice, downlink: AttributesChanged, signal: AbortSignal): Promise<Delivery> {
    const answers = this.#deps.sessions.placesFor(device, "attributes").map(async (place) => {
      if (place.session === undefined) return (await this.#ask(place, device, downlink, signal)).kind === "sent";
      const { session } = place;
      return (await this.#asStored(device, downlink, (stored) => session.deliver(device, stored))) === "sent";
    });
    return (await Promise.all(answers)).includes(true) ? { kind: "sent" } : await this.#unreachable(device, downlink);
  }

  /**
   * Sends what is stored now: two nodes may ask for this in another order than what they have written was stored in, and the last
   * message has to be right.
   */
  #asStored<Sent>(
    { id }: KnownDevice,
    downlink: AttributesChanged,
    send: (downlink: AttributesChanged) => Sent,
  ): Promise<Sent> {
    const before = this.#sending.get(id) ?? Promise.resolve();
    const sent = before.then(async () => send(await this.#stored(id, downlink)));
    const over = sent.then(
      () => undefined,
      () => undefined,
    );
    this.#sending.set(id, over);
    void over.then(() => {
      if (this.#sending.get(id) === over) this.#sending.delete(id);
    });
    return sent;
  }

  async #stored(id: DeviceId, downlink: AttributesChanged): Promise<AttributesChanged> {
    const keys = downlink.kind === "attributes-deleted" ? downlink.keys : downlink.values.map(([key]) => key);
    try {
      const rows = await this.#deps.sharedAttributes(id, keys);
      const found = new Map(rows.map(({ key, value }) => [key, value]));
      const missing = keys.filter((key) => !found.has(key));
      const isDeletion = found.size === 0 || (downlink.kind === "attributes-deleted" && missing.length > 0);
      if (isDeletion) return { kind: "attributes-deleted", keys: missing };
      const values = keys.flatMap((key): [string, Value][] => {
        const value = found.get(key);
        return value === undefined ? [] : [[key, value]];
      });
      return { kind: "attributes-updated", values };
    } catch (error) {
      this.#deps.log.debug("attributes are sent as they were written", { deviceId: id, error });
      return downlink;
    }
  }

  /** To the newest session that accepts it. */
  async #call(device: KnownDevice, downlink: RpcDownlink, signal: AbortSignal): Promise<Delivery> {
    const { local, sessions } = this.#deps;
    for (const place of sessions.placesFor(device, "rpc")) {
      if (signal.aborted) return { kind: "unreachable" };
      const delivery =
        place.session === undefined
          ? await this.#callElsewhere(place, device, downlink, signal)
          : place.session.accepts("rpc", device)
            ? await local.callThrough(place.session, device, downlink, signal)
            : undefined;
      if (delivery !== undefined) return delivery;
    }
    return await this.#unreachable(device, downlink);
  }

  /** Undefined if that session does not take it. */
  async #callElsewhere(
    place: RemotePlace,
    device: KnownDevice,
    downlink: RpcDownlink,
    signal: AbortSignal,
  ): Promise<Delivery | undefined> {
    const over = new AbortController();
    // Before the question, because the reply may come back before its answer.
    const replied = downlink.oneWay
      ? undefined
      : this.#deps.local.awaitReply(device.id, downlink.requestId, place.of, AbortSignal.any([signal, over.signal]));
    const answer = this.#ask(place, device, downlink, signal);
    const first = await Promise.race([answer, replied ?? answer]);
    if (first.kind === "replied") return first;
    const { kind, ...refusal } = await answer;
    if (kind === "sent") return (await replied) ?? { kind };
    over.abort();
    return kind === "not-subscribed" ? undefined : ({ kind, ...refusal } as Delivery);
  }

  async #ask(
    { remote, of }: RemotePlace,
    device: KnownDevice,
    downlink: Downlink,
    signal: AbortSignal,
  ): Promise<SendAnswer> {
    const { peers, log } = this.#deps;
    const request: SendRequest = { deviceId: device.id, of, sessionId: remote.id, downlink: plain(downlink) };
    try {
      return (await peers.request(remote.nodeId, "downlink", request, signal)) as SendAnswer;
    } catch (error) {
      if (signal.aborted) return { kind: "sent" };
      log.warn("another node has not sent a downlink", { node: remote.nodeId, kind: downlink.kind, error });
      if (error instanceof DomainError && error.kind === "unavailable") return NOT_SUBSCRIBED;
      if (error instanceof DomainError && error.kind === "too-large")
        return { kind: "refused", error: error.kind, message: error.message };
      // It may have been sent, and must not be sent again.
      return { kind: "sent" };
    }
  }

  #sendHere(
    { deviceId, of, sessionId, downlink: plainDownlink }: SendRequest,
    from: NodeId,
    signal: AbortSignal,
  ): Promise<SendAnswer> {
    const downlink = fromPlain(plainDownlink);
    const sendTo = (device: KnownDevice, present: Downlink): SendAnswer => {
      const session = this.#deps.sessions.find(of, sessionId);
      if (session === undefined || signal.aborted) return NOT_SUBSCRIBED;
      const delivery = session.deliver(device, present);
      if (delivery === "not-subscribed") return NOT_SUBSCRIBED;
      if (delivery !== "sent") return { kind: "refused", error: delivery.kind, message: delivery.message };
      if (present.kind === "rpc" && !present.oneWay)
        remember(this.#callers, keyOf(deviceId, present.requestId), from, CALLERS_MAX);
      return { kind: "sent" };
    };
    const send = async (device: KnownDevice | undefined): Promise<SendAnswer> => {
      if (device === undefined) return NOT_SUBSCRIBED;
      if (downlink.kind === "rpc") return sendTo(device, downlink);
      return await this.#asStored(device, downlink, (stored) => sendTo(device, stored));
    };
    const device = this.#loads.atOnce(deviceId);
    if (device !== undefined) return send(device);
    return this.#loads.load(deviceId, send).catch((error: unknown) => {
      this.#deps.log.warn("downlink not sent", { deviceId, kind: downlink.kind, error });
      return NOT_SUBSCRIBED;
    });
  }

  async #unreachable(device: KnownDevice, downlink: Downlink): Promise<Delivery> {
    return this.#tellGateway(device, downlink, await this.#deps.local.unreachable(device, downlink));
  }

  /** A gateway that has never connected the device is told on all nodes. */
  #tellGateway(device: KnownDevice, downlink: Downlink, delivery: Delivery): Delivery {
    const { sessions, peers, log } = this.#deps;
    if (delivery.kind !== "unreachable" || delivery.neverConnected === undefined) return delivery;
    const { gatewayId, message } = delivery.neverConnected;
    const notice: UndeliverableNotice = { gatewayId, deviceId: device.id, downlink: plain(downlink), message };
    for (const node of sessions.nodesOf(gatewayId))
      peers.request(node, "undeliverable", notice).catch((error: unknown) => {
        log.debug("a gateway has not been told of what it cannot get", { gatewayId, error });
      });
    return delivery;
  }

  async #undeliverable({ gatewayId, deviceId, downlink, message }: UndeliverableNotice): Promise<null> {
    const device = await this.#deps.devices.loadById(deviceId);
    if (device !== undefined) this.#deps.local.tellGateway(gatewayId, device, fromPlain(downlink), message);
    return null;
  }
}

type RemotePlace = Extract<Place, { readonly session?: undefined }>;

function plain(downlink: Downlink): PlainDownlink {
  return downlink.kind === "attributes-updated" ? { ...downlink, values: plainValues(downlink.values) } : downlink;
}

function fromPlain(downlink: PlainDownlink): Downlink {
  return downlink.kind === "attributes-updated" ? { ...downlink, values: fromPlainValues(downlink.values) } : downlink;
}
