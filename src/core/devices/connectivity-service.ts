// Maintains the server attributes that show whether a device is alive (MQTT contract 10.3). Each message only leaves a
// cheap note; notes are stored together every few seconds, connections and new activity at once, and a sweep looks for
// silent devices once a minute. Only the store decides which devices are silent, so neither a restart nor a second node
// changes the answer. In a cluster one node sweeps, and tells the others what it has found.
import { type Clock, type EpochMillis, type Timer, millis } from "../../lib/clock.ts";
import { InFlight } from "../../lib/in-flight.ts";
import type { Logger } from "../../lib/logger.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { HOUR_MILLIS } from "../../lib/units.ts";
import type { EventOf } from "../bus/events.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { Lease } from "../cluster/lease.ts";
import type { DeviceId, TenantId } from "../ids.ts";
import type { Value } from "../values.ts";
import {
  CONNECTIVITY_KEYS,
  INACTIVITY_TIMEOUT_KEY,
  type ConnectionNote,
  type ConnectivityChange,
  type ConnectivityStore,
  type DeviceActivity,
} from "./connectivity-store.ts";
import type { DeviceDirectory, KnownDevice } from "./known-device.ts";
import type { ConnectionWitness } from "./live-sessions.ts";
import type { SessionEnd } from "./session-end.ts";

export interface ConnectivityOptions {
  /** Milliseconds of silence after which a device counts as inactive. */
  readonly inactivityTimeoutMillis: number;
  /** How often `lastActivityTime` is stored; a value that is read may be outdated by as much. */
  readonly flushMillis: number;
  /** How often to look for silent devices. */
  readonly sweepMillis: number;
  /** Devices whose changes are stored in one commit; more take further commits. */
  readonly batchMax: number;
  /** Connection events kept per device; 0 keeps none. */
  readonly eventsMax: number;
  /** How long connection events are kept. */
  readonly eventsMillis: number;
}

/** How often expired connection events are deleted. */
const FORGET_MILLIS = HOUR_MILLIS;
const FORGET_BATCH = 1_000;

/**
 * How often a gateway's own activity may count for the devices behind it: it may send thousands of packets a second and
 * have thousands of devices.
 */
const SPEAKS_EVERY_MILLIS = 1_000;

/** Changes of a device that have not been stored yet. */
interface Pending {
  readonly device: KnownDevice;
  activated: boolean;
  connectedAt: EpochMillis | undefined;
  disconnectedAt: EpochMillis | undefined;
  events: ConnectionNote[];
}

export interface ConnectivityServiceDeps {
  readonly store: ConnectivityStore;
  readonly devices: DeviceDirectory;
  readonly bus: MessageBus;
  /** Of a cluster: its holder sweeps. */
  readonly lease?: Pick<Lease, "isHeld"> | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

export class ConnectivityService implements ConnectionWitness {
  readonly #deps: ConnectivityServiceDeps;
  readonly #options: ConnectivityOptions;
  /** Devices heard of since `#heardSince`: a device whose last activity is later than that is already in the set. */
  #heard = new Set<KnownDevice>();
  #heardSince: EpochMillis = millis(0);
  #pending = new Map<DeviceId, Pending>();
  /** When each gateway's activity last counted for the devices behind it. */
  readonly #spokenAt = new WeakMap<KnownDevice, EpochMillis>();
  #storing: Promise<void> | undefined;
  #sweeping: Promise<void> | undefined;
  /** Work started by an event, awaited in `stop`. */
  readonly #running = new InFlight();
  #timers: Timer[] = [];
  #subscription: Subscription | undefined;
  #forgottenAt: EpochMillis = millis(0);

  constructor(deps: ConnectivityServiceDeps, options: ConnectivityOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    this.#timers = [
      this.#deps.clock.every(this.#options.flushMillis, () => {
        this.#run(this.flush());
      }),
      this.#deps.clock.every(this.#options.sweepMillis, () => {
        if (this.#deps.lease?.isHeld !== false) this.#run(this.sweep());
      }),
    ];
    this.#subscription = listen(this.#deps.bus, {
      "device-deleted": ({ deviceId }) => {
        this.#pending.delete(deviceId);
      },
      "device-silent": (event) => this.#silent(event),
      "attributes-saved": ({ deviceId, scope, values }) => {
        if (scope === "SERVER_SCOPE") this.#serverAttributesSaved(deviceId, values);
      },
      "attributes-deleted": ({ deviceId, scope, keys }) => {
        if (scope === "SERVER_SCOPE" && keys.includes(INACTIVITY_TIMEOUT_KEY)) this.#run(this.#reconsider(deviceId));
      },
    });
  }

  /** Stores everything pending. Senders must have stopped before. May be called twice. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
    this.#subscription?.cancel();
    await this.#running.drained();
    await this.flush();
  }

  /**
   * Notes an uplink of or about the device (MQTT contract 10.4). Called for every message, so it normally allocates
   * nothing.
   */
  touch(device: KnownDevice, now: EpochMillis): void {
    if (now > device.lastActivityAt) {
      if (device.lastActivityAt <= this.#heardSince) this.#heard.add(device);
      device.lastActivityAt = now;
    }
    if (!device.active) this.#activate(device);
  }

  /**
   * Notes activity of the gateway itself; with `overwriteActivityTime` it also counts for each device routed through
   * it. `routed` are the ones known to this node; they are touched at most once a second.
   */
  touchGateway(gateway: KnownDevice, routed: Iterable<KnownDevice>, now: EpochMillis): void {
    this.touch(gateway, now);
    if (!gateway.overwriteActivityTime || Math.abs(now - (this.#spokenAt.get(gateway) ?? 0)) < SPEAKS_EVERY_MILLIS)
      return;
    this.#spokenAt.set(gateway, now);
    for (const device of routed) this.touch(device, now);
  }

  sessionOpened(device: KnownDevice, at: EpochMillis): void {
    this.#note(device).connectedAt = at;
    this.#happened(device, { at, kind: "CONNECTED", end: null, gatewayId: null });
    this.#storeSoon();
    if (device.isGateway)
      this.#run(this.#noteRouted(device, "connectedAt", { at, kind: "CONNECTED", end: null, gatewayId: device.id }));
  }

  lastSessionClosed(device: KnownDevice, at: EpochMillis, end: SessionEnd | null = null): void {
    this.#note(device).disconnectedAt = at;
    this.#happened(device, { at, kind: "DISCONNECTED", end, gatewayId: null });
    this.#storeSoon();
    if (!device.isGateway) return;
    const ofRouted = { at, kind: "DISCONNECTED", end: "GATEWAY_GONE", gatewayId: device.id } as const;
    this.#run(this.#noteRouted(device, "disconnectedAt", ofRouted));
  }

  /** The device stays connected, through the session that replaced the other. */
  sessionReplaced(device: KnownDevice, at: EpochMillis): void {
    this.#happened(device, { at, kind: "DISCONNECTED", end: "REPLACED", gatewayId: null });
    this.#storeSoon();
  }

  /** A gateway's connect message has named the device. */
  routeConnected(device: KnownDevice, at: EpochMillis): void {
    this.#note(device).connectedAt = at;
    const gatewayId = device.route?.gatewayId ?? null;
    if (gatewayId !== null) this.#happened(device, { at, kind: "CONNECTED", end: null, gatewayId });
    this.#storeSoon();
  }

  /** A gateway's disconnect message has ended the device's route. */
  routeDisconnected(device: KnownDevice, at: EpochMillis, gateway: Pick<KnownDevice, "id">): void {
    this.#note(device).disconnectedAt = at;
    this.#happened(device, { at, kind: "DISCONNECTED", end: "GATEWAY_SAID_SO", gatewayId: gateway.id });
    this.#storeSoon();
  }

  /** Stores everything pending so far. A failure is logged, and the next flush retries what could not be stored. */
  async flush(): Promise<void> {
    for (const device of this.#heard) this.#note(device);
    this.#heard = new Set();
    this.#heardSince = this.#deps.clock.now();
    this.#storeSoon();
    await this.#storing;
  }

  /** Turns silent devices inactive. At most one sweep runs at a time. */
  sweep(): Promise<void> {
    this.#sweeping ??= this.#sweepAll().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async #sweepAll(): Promise<void> {
    await this.flush();
    const { batchMax, inactivityTimeoutMillis } = this.#options;
    let turned: readonly DeviceActivity[];
    do {
      const now = this.#deps.clock.now();
      turned = await this.#deps.store.deactivateSilent(now, inactivityTimeoutMillis, batchMax, this.#options.eventsMax);
      for (const activity of turned) this.#deactivated(activity, now);
    } while (turned.length === batchMax);
    await this.#forgetOldEvents();
  }

  async #forgetOldEvents(): Promise<void> {
    const now = this.#deps.clock.now();
    if (now - this.#forgottenAt < FORGET_MILLIS) return;
    this.#forgottenAt = now;
    const before = millis(now - this.#options.eventsMillis);
    while ((await this.#deps.store.forgetEvents(before, FORGET_BATCH)) === FORGET_BATCH);
  }

  #deactivated(activity: DeviceActivity, now: EpochMillis): void {
    const { deviceId, tenantId, lastActivityTime, timeoutMillis } = activity;
    this.#publish(
      deviceId,
      tenantId,
      [
        [CONNECTIVITY_KEYS.active, false],
        [CONNECTIVITY_KEYS.inactivityAlarmTime, now],
      ],
      now,
    );
    this.#deps.bus.publish({ kind: "device-silent", deviceId, lastActivityTime, timeoutMillis });
  }

  #silent({ deviceId, lastActivityTime, timeoutMillis }: EventOf<"device-silent">): void {
    const device = this.#deps.devices.inMemory(deviceId);
    if (device === undefined) return;
    device.active = false;
    if (device.lastActivityAt <= lastActivityTime) return;
    // The device was heard of while the store was working, or by another node than the one that looks, so it is not silent.
    const now = this.#deps.clock.now();
    if (now < device.lastActivityAt + (timeoutMillis ?? this.#options.inactivityTimeoutMillis)) this.#activate(device);
  }

  #activate(device: KnownDevice): void {
    device.active = true;
    this.#note(device).activated = true;
    this.#storeSoon();
  }

  #serverAttributesSaved(deviceId: DeviceId, values: readonly (readonly [string, Value])[]): void {
    for (const [key, value] of values) {
      if (key === INACTIVITY_TIMEOUT_KEY) this.#run(this.#reconsider(deviceId));
      // Another node may have stored this change; the changes of this node are already in memory.
      if (key === CONNECTIVITY_KEYS.active && typeof value === "boolean") {
        const device = this.#deps.devices.inMemory(deviceId);
        if (device !== undefined) device.active = value;
      }
    }
  }

  /**
   * A longer timeout can make a silent device active again at once; the effect of a shorter one waits for the next
   * sweep.
   */
  async #reconsider(deviceId: DeviceId): Promise<void> {
    const stored = await this.#deps.store.read(deviceId);
    if (stored === undefined || stored.active) return;
    const device = await this.#deps.devices.loadById(deviceId);
    if (device === undefined) return;
    const lastActivityTime = Math.max(stored.lastActivityTime, device.lastActivityAt);
    const timeoutMillis = stored.timeoutMillis ?? this.#options.inactivityTimeoutMillis;
    if (lastActivityTime > 0 && this.#deps.clock.now() < lastActivityTime + timeoutMillis) this.#activate(device);
  }

  async #noteRouted(
    gateway: KnownDevice,
    what: "connectedAt" | "disconnectedAt",
    event: ConnectionNote,
  ): Promise<void> {
    for (const device of await this.#deps.devices.loadRoutedThrough(gateway.id)) {
      this.#note(device)[what] = event.at;
      this.#happened(device, event);
    }
    this.#storeSoon();
  }

  /** While the store is unavailable, only the newest `eventsMax` events of a device are kept. */
  #happened(device: KnownDevice, event: ConnectionNote): void {
    const pending = this.#note(device);
    pending.events.push(event);
    if (pending.events.length > Math.max(1, this.#options.eventsMax)) pending.events.shift();
  }

  #note(device: KnownDevice): Pending {
    const known = this.#pending.get(device.id);
    if (known !== undefined) return known;
    const pending: Pending = {
      device,
      activated: false,
      connectedAt: undefined,
      disconnectedAt: undefined,
      events: [],
    };
    this.#pending.set(device.id, pending);
    return pending;
  }

  /**
   * Starts a store unless one is already scheduled. Changes added in the same turn of the event loop are stored with
   * it.
   */
  #storeSoon(): void {
    if (this.#pending.size > 0) this.#storing ??= this.#storeAll();
  }

  async #storeAll(): Promise<void> {
    await nextTurn();
    let isServing = true;
    while (isServing && this.#pending.size > 0) isServing = await this.#storeBatch(this.#takePending());
    // Cleared in the same turn in which the pending changes are taken, so that later changes start a new entry.
    this.#storing = undefined;
  }

  /** False if the store is currently unavailable. */
  async #storeBatch(batch: readonly Pending[]): Promise<boolean> {
    const now = this.#deps.clock.now();
    const changes = batch.map(changeOf);
    try {
      const activated = new Set(await this.#deps.store.save(changes, now, this.#options.eventsMax));
      for (const [index, { device }] of batch.entries())
        this.#publishChange(device, changes[index], activated.has(device.id), now);
      return true;
    } catch (error) {
      this.#deps.log.error("connectivity not stored", { devices: batch.length, error });
      for (const pending of batch) this.#putBack(pending);
      return false;
    }
  }

  #takePending(): Pending[] {
    const taken: Pending[] = [];
    for (const [deviceId, pending] of this.#pending) {
      if (taken.length === this.#options.batchMax) break;
      this.#pending.delete(deviceId);
      if (!pending.device.deleted) taken.push(pending);
    }
    return taken;
  }

  /** Returns unsaved changes to the pending ones, without overwriting newer ones. The next flush retries. */
  #putBack({ device, activated, connectedAt, disconnectedAt, events }: Pending): void {
    const pending = this.#note(device);
    pending.activated ||= activated;
    pending.connectedAt ??= connectedAt;
    pending.disconnectedAt ??= disconnectedAt;
    pending.events = [...events, ...pending.events].slice(-Math.max(1, this.#options.eventsMax));
  }

  #publishChange(
    device: KnownDevice,
    change: ConnectivityChange | undefined,
    activated: boolean,
    now: EpochMillis,
  ): void {
    if (change === undefined) return;
    const values: [string, Value][] = [];
    if (activated) values.push([CONNECTIVITY_KEYS.active, true], [CONNECTIVITY_KEYS.inactivityAlarmTime, 0]);
    for (const key of ["lastActivityTime", "lastConnectTime", "lastDisconnectTime"] as const) {
      const time = change[key];
      if (time !== undefined) values.push([CONNECTIVITY_KEYS[key], time]);
    }
    if (values.length > 0) this.#publish(device.id, device.tenantId, values, now);
  }

  #publish(
    deviceId: DeviceId,
    tenantId: TenantId,
    values: readonly (readonly [string, Value])[],
    ts: EpochMillis,
  ): void {
    this.#deps.bus.publish({ kind: "attributes-saved", tenantId, deviceId, scope: "SERVER_SCOPE", values, ts });
  }

  #run(work: Promise<void>): void {
    this.#running.add(
      work.catch((error: unknown) => {
        this.#deps.log.error("connectivity work failed", { error });
      }),
    );
  }
}

function changeOf({ device, activated, connectedAt, disconnectedAt, events }: Pending): ConnectivityChange {
  return {
    deviceId: device.id,
    ...(device.lastActivityAt > 0 && { lastActivityTime: device.lastActivityAt }),
    ...(activated && { activated: true as const }),
    ...(connectedAt !== undefined && { lastConnectTime: connectedAt }),
    ...(disconnectedAt !== undefined && { lastDisconnectTime: disconnectedAt }),
    ...(events.length > 0 && { events }),
  };
}
