// Keeps the server attributes that say whether a device is alive (MQTT contract 10.3): cheap notes on the path of each
// message, stored together every few seconds; connections and new activity are stored at once; silence is looked for
// once a minute. The store alone decides who is silent, so neither a restart nor a second node changes the answer.
import { type Clock, type EpochMillis, type Timer, millis } from "../../lib/clock.ts";
import { InFlight } from "../../lib/in-flight.ts";
import type { Logger } from "../../lib/logger.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { HOUR_MILLIS } from "../../lib/units.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
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
  /** The silence after which a device counts as inactive. */
  readonly inactivityTimeoutMillis: number;
  /** How often `lastActivityTime` is stored; what is read may be older by as much. */
  readonly flushMillis: number;
  /** How often silent devices are looked for. */
  readonly sweepMillis: number;
  /** Devices whose change is stored in one commit; more take further commits. */
  readonly batchMax: number;
  /** Events kept of the connections of one device; 0 for none. */
  readonly eventsMax: number;
  /** How long they are kept. */
  readonly eventsMillis: number;
}

/** How often events are looked for that have become too old. */
const FORGET_MILLIS = HOUR_MILLIS;
const FORGET_BATCH = 1_000;

/** How often a gateway speaks for the devices behind it: it may send thousands of packets a second, for thousands of them. */
const SPEAKS_EVERY_MILLIS = 1_000;

/** What is known of a device and not stored yet. */
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
  readonly clock: Clock;
  readonly log: Logger;
}

export class ConnectivityService implements ConnectionWitness {
  readonly #deps: ConnectivityServiceDeps;
  readonly #options: ConnectivityOptions;
  /** Heard of after `#heardSince`: a device touched later than that is in the set already. */
  #heard = new Set<KnownDevice>();
  #heardSince: EpochMillis = millis(0);
  #pending = new Map<DeviceId, Pending>();
  /** When each gateway last spoke for the devices behind it. */
  readonly #spokenAt = new WeakMap<KnownDevice, EpochMillis>();
  #storing: Promise<void> | undefined;
  #sweeping: Promise<void> | undefined;
  /** Work begun by an event, awaited at the stop. */
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
        this.#run(this.sweep());
      }),
    ];
    this.#subscription = listen(this.#deps.bus, {
      "device-deleted": ({ deviceId }) => {
        this.#pending.delete(deviceId);
      },
      "attributes-saved": ({ deviceId, scope, values }) => {
        if (scope === "SERVER_SCOPE") this.#serverAttributesSaved(deviceId, values);
      },
      "attributes-deleted": ({ deviceId, scope, keys }) => {
        if (scope === "SERVER_SCOPE" && keys.includes(INACTIVITY_TIMEOUT_KEY)) this.#run(this.#reconsider(deviceId));
      },
    });
  }

  /** Stores everything that is known. Senders must have stopped. May be called twice. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
    this.#subscription?.cancel();
    await this.#running.drained();
    await this.flush();
  }

  /** An uplink of or about the device (MQTT contract 10.4). For the path of every message: allocates nothing in general. */
  touch(device: KnownDevice, now: EpochMillis): void {
    if (now > device.lastActivityAt) {
      if (device.lastActivityAt <= this.#heardSince) this.#heard.add(device);
      device.lastActivityAt = now;
    }
    if (!device.active) this.#activate(device);
  }

  /**
   * Activity of a gateway by itself; with `overwriteActivityTime` it counts for each device routed through it too.
   * `routed` are those this node knows of; once within a second counts for them.
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

  /** The device stays connected, by the session that came in the place of the other. */
  sessionReplaced(device: KnownDevice, at: EpochMillis): void {
    this.#happened(device, { at, kind: "DISCONNECTED", end: "REPLACED", gatewayId: null });
    this.#storeSoon();
  }

  /** A connect message named the device. */
  routeConnected(device: KnownDevice, at: EpochMillis): void {
    this.#note(device).connectedAt = at;
    const gatewayId = device.route?.gatewayId ?? null;
    if (gatewayId !== null) this.#happened(device, { at, kind: "CONNECTED", end: null, gatewayId });
    this.#storeSoon();
  }

  /** A disconnect message of the gateway ended the device's route. */
  routeDisconnected(device: KnownDevice, at: EpochMillis, gateway: Pick<KnownDevice, "id">): void {
    this.#note(device).disconnectedAt = at;
    this.#happened(device, { at, kind: "DISCONNECTED", end: "GATEWAY_SAID_SO", gatewayId: gateway.id });
    this.#storeSoon();
  }

  /** Stores all that is known by now. A failure is logged, and what could not be stored is tried again with the next. */
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
    const device = this.#deps.devices.inMemory(deviceId);
    if (device !== undefined) device.active = false;
    this.#publish(
      deviceId,
      tenantId,
      [
        [CONNECTIVITY_KEYS.active, false],
        [CONNECTIVITY_KEYS.inactivityAlarmTime, now],
      ],
      now,
    );
    if (device === undefined || device.lastActivityAt <= lastActivityTime) return;
    // It was heard of while the store was at work, so it is not silent after all.
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
      // Another node may have stored it; what this node has stored it knows already.
      if (key === CONNECTIVITY_KEYS.active && typeof value === "boolean") {
        const device = this.#deps.devices.inMemory(deviceId);
        if (device !== undefined) device.active = value;
      }
    }
  }

  /** A longer timeout can make a silent device active again at once; a shorter one is the next sweep's business. */
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

  /** While the store does not serve, the newest are remembered. */
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

  /** Starts storing unless that is under way. What the same turn of the event loop adds is stored with it. */
  #storeSoon(): void {
    if (this.#pending.size > 0) this.#storing ??= this.#storeAll();
  }

  async #storeAll(): Promise<void> {
    await nextTurn();
    let isServing = true;
    while (isServing && this.#pending.size > 0) isServing = await this.#storeBatch(this.#takePending());
    // In the same turn as the look at what is pending, so that what comes next starts a new entry.
    this.#storing = undefined;
  }

  /** False when the store cannot serve at the moment. */
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

  /** What came since is newer. The next flush tries again. */
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
