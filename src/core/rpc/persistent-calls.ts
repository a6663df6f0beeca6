// Persistent calls: accepted into the store, sent from it whenever their device can be reached, oldest first, and
// brought to a final state (MQTT contract 7.4). The store is the queue; memory only holds calls that have been sent and
// not yet settled.
import type { Clock, Timer } from "../../lib/clock.ts";
import { InFlight } from "../../lib/in-flight.ts";
import { writeJson } from "../../lib/json.ts";
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { DeviceChannel, ReceivedReply, RpcReply } from "../devices/device-channel.ts";
import type { DeviceDirectory, KnownDevice } from "../devices/known-device.ts";
import type { LiveSession, RpcDownlink } from "../devices/live-session.ts";
import type { LiveSessions } from "../devices/live-sessions.ts";
import { newId, type DeviceId, type RpcId } from "../ids.ts";
import type { RequestIds } from "./request-ids.ts";
import {
  deadlineOf,
  requireSendable,
  type PersistentRpc,
  type PersistentRpcRequest,
  type RpcChange,
  type RpcStore,
  type RpcTerms,
} from "./rpc.ts";

export interface PersistentCallDeps {
  readonly store: RpcStore;
  readonly ids: RequestIds;
  readonly channel: Pick<DeviceChannel, "callsHolderHere" | "tellUnreachable">;
  /** The node that holds the session sends the calls; no other queue than the store is needed. */
  readonly sessions: LiveSessions;
  readonly devices: DeviceDirectory;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface PersistentCallOptions extends RpcTerms {
  /** How long to wait for an acknowledgement before the call is sent again. */
  readonly acknowledgementMillisMax: number;
  /** How often an unacknowledged call is sent again before it fails; both the default and the maximum. */
  readonly retriesMax: number;
  /** Unfinished calls of one device; further ones are refused as `limit-exceeded`. */
  readonly devicePersistentMax: number;
  /** Calls that one session may leave unacknowledged; further ones wait. */
  readonly unacknowledgedMax: number;
}

/** A call in flight: it has been sent, or its next state is being stored. */
interface SentCall {
  readonly call: PersistentRpc;
  readonly queue: SessionQueue;
  timer: Timer | undefined;
  /** State changes that are being stored. */
  changes: number;
  /** Its outcome on this session is known; later messages of the client change nothing. */
  isDecided: boolean;
}

/** The devices whose calls are to be sent on one session. */
interface SessionQueue {
  readonly session: LiveSession;
  readonly devices: Set<KnownDevice>;
  unacknowledged: number;
  draining: boolean;
  room: (() => void) | undefined;
}

export class PersistentCalls {
  readonly #deps: PersistentCallDeps;
  readonly #options: PersistentCallOptions;
  readonly #queues = new Map<LiveSession, SessionQueue>();
  /** Keyed by device and request id. */
  readonly #sent = new Map<string, SentCall>();
  /** Devices and gateways whose unsent calls are being looked up, and whether that is due again afterwards. */
  readonly #lookups = new Map<DeviceId, "once" | "again">();
  /** Work started by an event or a timer, awaited in `stop`. */
  readonly #running = new InFlight();
  #stopped = false;
  #subscriptions: Subscription[] = [];

  constructor(deps: PersistentCallDeps, options: PersistentCallOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    this.#subscriptions = [
      this.#deps.bus.subscribe("rpc-queued", ({ deviceId }) => {
        this.#run(this.#sendUnsentOf(deviceId));
      }),
      this.#deps.bus.subscribe("rpc-reachable", ({ deviceId }) => {
        if (this.#isReachedHere(deviceId)) this.#run(this.#sendUnsentThrough(deviceId));
      }),
      // When the newer of a device's own connection and its route ends, the older one receives its calls again.
      this.#deps.bus.subscribe("session-closed", ({ deviceId }) => {
        // Sessions of other nodes may be many, of devices that this node has nothing to do with.
        if (this.#deps.devices.inMemory(deviceId) !== undefined) this.#run(this.#sendUnsentOf(deviceId));
      }),
      this.#deps.bus.subscribe("route-changed", ({ deviceId, gatewayId }) => {
        if (gatewayId === null) this.#run(this.#sendUnsentOf(deviceId));
      }),
    ];
  }

  /** Unsettled calls stay in the store and are sent again after the next start. May be called twice. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
    for (const sent of this.#sent.values()) sent.timer?.cancel();
    for (const queue of this.#queues.values()) queue.room?.();
    await this.#running.drained();
    this.#sent.clear();
    this.#queues.clear();
  }

  /**
   * Resolves when the call is stored. Rejects with `too-large`, `limit-exceeded`, `not-found` (no such device) and
   * `unavailable`.
   */
  async accept(device: KnownDevice, request: PersistentRpcRequest): Promise<PersistentRpc> {
    requireSendable(request, this.#options);
    const createdAt = this.#deps.clock.now();
    const expirationTime = deadlineOf(request, createdAt, this.#options);
    const { method, params, oneWay, additionalInfo } = request;
    const call: PersistentRpc = {
      id: newId<RpcId>(),
      createdAt,
      tenantId: device.tenantId,
      deviceId: device.id,
      requestId: this.#deps.ids.take(device.id) ?? (await this.#deps.ids.takeAfterDrawing(device.id)),
      method,
      params,
      oneWay,
      expirationTime,
      retries: Math.min(Math.max(0, request.retries ?? this.#options.retriesMax), this.#options.retriesMax),
      additionalInfo,
      status: expirationTime <= createdAt ? "EXPIRED" : "QUEUED",
      sentThrough: null,
      timeouts: 0,
      response: null,
    };
    await this.#deps.store.insert(call, this.#options.devicePersistentMax);
    if (call.status === "QUEUED") {
      if (this.#deps.sessions.holderFor(device, "rpc") === undefined)
        this.#run(this.#deps.channel.tellUnreachable(device.id, downlinkOf(call)));
      this.#deps.bus.publish({ kind: "rpc-queued", deviceId: device.id });
    }
    return call;
  }

  /** Resolves when the reply is stored, or when no call was found that waits for it. */
  async reply({ throughDeviceId, deviceId, requestId, reply }: ReceivedReply): Promise<void> {
    const sent = this.#sent.get(keyOf(deviceId, requestId));
    if (sent !== undefined) {
      if (sent.call.oneWay || sent.queue.session.device.id !== throughDeviceId || this.#isExpired(sent.call)) return;
      if (!sent.isDecided) this.#settle(sent);
      await this.#change(sent, answered(sent.call.id, reply));
      return;
    }
    // The call may have been delivered some time ago, or sent before a restart or by another node: only the store
    // knows.
    const call = await this.#deps.store.awaitingReply(deviceId, requestId);
    if (call?.sentThrough !== throughDeviceId || this.#isExpired(call)) return;
    await this.#deps.store.update(answered(call.id, reply));
  }

  /** Whether the device or its gateway has a session on this node. */
  #isReachedHere(deviceId: DeviceId): boolean {
    const { devices, sessions } = this.#deps;
    if (sessions.ofDevice(deviceId).length > 0) return true;
    const gatewayId = devices.inMemory(deviceId)?.route?.gatewayId;
    return gatewayId !== undefined && sessions.ofDevice(gatewayId).length > 0;
  }

  async #sendUnsentThrough(throughId: DeviceId): Promise<void> {
    if (this.#lookups.has(throughId)) {
      this.#lookups.set(throughId, "again");
      return;
    }
    for (const deviceId of await this.#lookUp(throughId)) await this.#sendUnsentOf(deviceId);
  }

  /** One lookup at a time for each client, which may subscribe thousands of times a second. */
  async #lookUp(throughId: DeviceId): Promise<readonly DeviceId[]> {
    this.#lookups.set(throughId, "once");
    try {
      return await this.#deps.store.devicesWithUnsent(throughId);
    } finally {
      const isDueAgain = this.#lookups.get(throughId) === "again" && !this.#stopped;
      this.#lookups.delete(throughId);
      if (isDueAgain) this.#run(this.#sendUnsentThrough(throughId));
    }
  }

  async #sendUnsentOf(deviceId: DeviceId): Promise<void> {
    if (this.#deps.sessions.count === 0) return;
    const device = this.#deps.devices.inMemory(deviceId) ?? (await this.#deps.devices.loadById(deviceId));
    const session = device === undefined ? undefined : await this.#deps.channel.callsHolderHere(device);
    if (device === undefined || session === undefined) return;
    const queue = this.#queueOf(session);
    queue.devices.add(device);
    if (!queue.draining) await this.#drain(queue);
  }

  /** Sends the stored calls of each device in the queue, including devices that join meanwhile. */
  async #drain(queue: SessionQueue): Promise<void> {
    queue.draining = true;
    try {
      for (const device of queue.devices) {
        queue.devices.delete(device);
        await this.#drainDevice(queue, device);
      }
    } finally {
      queue.draining = false;
      queue.devices.clear();
      this.#dropIdle(queue);
    }
  }

  async #drainDevice(queue: SessionQueue, device: KnownDevice): Promise<void> {
    let after: RpcId | null = null;
    for (;;) {
      while (queue.unacknowledged >= this.#options.unacknowledgedMax && !this.#stopped)
        await new Promise<void>((resolve) => {
          queue.room = resolve;
        });
      // One call at a time, so that calls deleted or expired meanwhile are not sent.
      const call: PersistentRpc | undefined = await this.#deps.store.nextUnsent(device.id, after);
      if (call === undefined || (await this.#deps.channel.callsHolderHere(device)) !== queue.session || this.#stopped)
        return;
      this.#send(queue, device, call);
      after = call.id;
    }
  }

  #send(queue: SessionQueue, device: KnownDevice, call: PersistentRpc): void {
    const key = keyOf(call.deviceId, call.requestId);
    const earlier = this.#sent.get(key);
    if (earlier !== undefined) {
      // Calls that this session still has to acknowledge, or whose outcome is being stored, must not be sent twice.
      if (earlier.isDecided || earlier.queue === queue) return;
      this.#settle(earlier);
    }
    if (this.#isExpired(call)) return;
    const sent: SentCall = { call, queue, timer: undefined, changes: 0, isDecided: false };
    this.#sent.set(key, sent);
    queue.unacknowledged++;
    const delivery = queue.session.deliver(device, downlinkOf(call), () => {
      this.#acknowledged(sent);
    });
    switch (delivery) {
      case "sent":
        // At QoS 0 it has already been acknowledged.
        if (!sent.isDecided) this.#awaitAcknowledgement(sent);
        break;
      case "not-subscribed":
        this.#settle(sent);
        this.#forget(sent);
        break;
      default:
        this.#settle(sent);
        this.#run(this.#change(sent, failed(call.id, delivery.message)));
    }
  }

  #awaitAcknowledgement(sent: SentCall): void {
    const { call, queue } = sent;
    const wait = Math.min(this.#options.acknowledgementMillisMax, call.expirationTime - this.#deps.clock.now());
    sent.timer = this.#deps.clock.after(wait, () => {
      this.#notAcknowledged(sent);
    });
    this.#run(this.#deps.store.update({ id: call.id, status: "SENT", sentThrough: queue.session.device.id }));
  }

  #acknowledged(sent: SentCall): void {
    if (sent.isDecided) return;
    this.#settle(sent);
    this.#run(this.#change(sent, { id: sent.call.id, status: "DELIVERED", sentThrough: sent.queue.session.device.id }));
  }

  #notAcknowledged(sent: SentCall): void {
    const { call } = sent;
    this.#settle(sent);
    if (this.#isExpired(call)) {
      // The expiration of calls will end it; see rpc-expiration.ts.
      this.#forget(sent);
      return;
    }
    const timeouts = call.timeouts + 1;
    const change: RpcChange =
      timeouts > call.retries
        ? { ...failed(call.id, `not acknowledged after ${String(timeouts)} attempts`), timeouts }
        : { id: call.id, status: "TIMEOUT", timeouts };
    this.#run(this.#change(sent, change).then(() => this.#sendUnsentOf(call.deviceId)));
  }

  /** Marks the outcome on this session as known and frees the call's place among the unacknowledged ones. */
  #settle(sent: SentCall): void {
    const { queue } = sent;
    sent.isDecided = true;
    sent.timer?.cancel();
    queue.unacknowledged--;
    const room = queue.room;
    queue.room = undefined;
    room?.();
    this.#dropIdle(queue);
  }

  /**
   * Stores the outcome. Until then the call stays in `#sent`, so that its outdated stored state does not cause another
   * send.
   */
  async #change(sent: SentCall, change: RpcChange): Promise<void> {
    sent.changes++;
    try {
      await this.#deps.store.update(change);
    } finally {
      sent.changes--;
      if (sent.changes === 0) this.#forget(sent);
    }
  }

  #forget({ call }: SentCall): void {
    const key = keyOf(call.deviceId, call.requestId);
    if (this.#sent.get(key)?.isDecided === true) this.#sent.delete(key);
  }

  #queueOf(session: LiveSession): SessionQueue {
    const known = this.#queues.get(session);
    if (known !== undefined) return known;
    const queue: SessionQueue = { session, devices: new Set(), unacknowledged: 0, draining: false, room: undefined };
    this.#queues.set(session, queue);
    return queue;
  }

  #dropIdle(queue: SessionQueue): void {
    if (!queue.draining && queue.unacknowledged === 0 && queue.devices.size === 0) this.#queues.delete(queue.session);
  }

  #isExpired({ expirationTime }: PersistentRpc): boolean {
    return expirationTime <= this.#deps.clock.now();
  }

  #run(work: Promise<void>): void {
    this.#running.add(
      // A call whose outcome could not be stored keeps its old state, so it is sent again or expires.
      work.catch((error: unknown) => {
        this.#deps.log.error("persistent call not advanced", { error });
      }),
    );
  }
}

function downlinkOf({ requestId, method, params, oneWay }: PersistentRpc): RpcDownlink {
  return { kind: "rpc", requestId, method, params, oneWay };
}

function answered(id: RpcId, reply: RpcReply): RpcChange {
  return reply.kind === "json" ? { id, status: "SUCCESSFUL", response: reply.json } : failed(id, reply.message);
}

function failed(id: RpcId, message: string): RpcChange {
  return { id, status: "FAILED", response: writeJson({ error: message }) };
}

function keyOf(deviceId: DeviceId, requestId: number): string {
  return `${deviceId}/${String(requestId)}`;
}
