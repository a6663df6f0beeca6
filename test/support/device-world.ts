// Devices, the services around them and their sessions on a scratch database, with a clock moved by hand: for tests of
// attributes, RPC and connectivity without sockets.
import { InProcessBus } from "../../src/adapters/in-process-bus/in-process-bus.ts";
import { insertDevice } from "../../src/adapters/sql/stores/device-rows.ts";
import { ensureProfile } from "../../src/adapters/sql/stores/profile-rows.ts";
import type { StoreConnection } from "../../src/adapters/sql/store-connection.ts";
import type { BusEvent, BusEventKind, EventOf } from "../../src/core/bus/events.ts";
import { DeviceRegistry } from "../../src/core/devices/device-registry.ts";
import type { KnownDevice } from "../../src/core/devices/known-device.ts";
import type { KnownDevicesOptions } from "../../src/core/devices/known-devices.ts";
import {
  tooLargeForClient,
  type CloseReason,
  type Downlink,
  type DownlinkKind,
  type LiveSession,
  type RpcDownlink,
  type SessionDelivery,
} from "../../src/core/devices/live-session.ts";
import { NO_DEVICE_REFERENCES } from "../../src/core/devices/references.ts";
import {
  newId,
  type CustomerId,
  type DeviceId,
  type DeviceProfileId,
  type SessionId,
  type TenantId,
} from "../../src/core/ids.ts";
import type { TrafficObserver } from "../../src/core/traffic-observer.ts";
import type { EpochMillis } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { sampleProfile, sampleTenant } from "../contracts/account-samples.ts";
import { ManualClock } from "./manual-clock.ts";
import { scratchSqlite } from "./scratch-sqlite.ts";
import type { OpenScratch, ScratchStores } from "./scratch-stores.ts";

export interface DeviceFields {
  readonly name?: string;
  readonly tenantId?: TenantId;
  readonly isGateway?: boolean;
  readonly overwriteActivityTime?: boolean;
  readonly createdAt?: EpochMillis;
  readonly label?: string;
  readonly customerId?: CustomerId;
  readonly profileId?: DeviceProfileId;
  /** The gateway it was last connected through. */
  readonly lastGatewayId?: DeviceId;
}

/** A scratch database with devices put into it past all services. */
export class ScratchDevices implements AsyncDisposable {
  readonly stores: ScratchStores["stores"];
  readonly tenantId = newId<TenantId>();
  readonly #scratch: ScratchStores;
  readonly #connection: StoreConnection;
  readonly #profileId = newId<DeviceProfileId>();
  #count = 0;

  private constructor(scratch: ScratchStores) {
    this.#scratch = scratch;
    this.stores = scratch.stores;
    this.#connection = scratch.connect();
    this.#ensureProfile(this.tenantId, "default", this.#profileId);
  }

  static async open(scratch: OpenScratch = scratchSqlite): Promise<ScratchDevices> {
    return new ScratchDevices(await scratch());
  }

  add({
    name,
    tenantId = this.tenantId,
    isGateway = false,
    overwriteActivityTime = false,
    createdAt,
    label,
    customerId,
    profileId = this.#profileId,
    lastGatewayId,
  }: DeviceFields = {}): DeviceId {
    const id = newId<DeviceId>();
    insertDevice(this.#connection, {
      id,
      createdAt: createdAt ?? new ManualClock().now(),
      tenantId,
      customerId: customerId ?? null,
      name: name ?? `device ${String(++this.#count)}`,
      label: label ?? null,
      profileId,
      deviceData: "{}",
      additionalInfo: {
        gateway: isGateway,
        overwriteActivityTime,
        ...(lastGatewayId !== undefined && { lastConnectedGateway: lastGatewayId }),
      },
      ...NO_DEVICE_REFERENCES,
    });
    return id;
  }

  /** A tenant as the accounts know it; devices can do without. */
  async addTenant(): Promise<TenantId> {
    const profile = sampleProfile();
    await this.stores.tenants.createProfile(profile);
    const tenant = sampleTenant(profile);
    await this.stores.tenants.createTenant(tenant);
    return tenant.id;
  }

  /** Many in one commit. */
  addAll(devices: readonly DeviceFields[]): readonly DeviceId[] {
    this.#connection.exec(this.#connection.dialect.begin);
    const ids = devices.map((fields) => this.add(fields));
    this.#connection.exec("COMMIT");
    return ids;
  }

  addProfile(name: string, tenantId: TenantId = this.tenantId): DeviceProfileId {
    const id = newId<DeviceProfileId>();
    this.#ensureProfile(tenantId, name, id);
    return id;
  }

  #ensureProfile(tenantId: TenantId, name: string, newId: DeviceProfileId): void {
    ensureProfile(this.#connection, { tenantId, name, newId, now: new ManualClock().now() });
  }

  addCustomer(title: string, tenantId: TenantId = this.tenantId): CustomerId {
    const id = newId<CustomerId>();
    this.#connection.run(
      "INSERT INTO customer (id, created_at, tenant_id, title, search_text, version) VALUES (?, ?, ?, ?, ?, 1)",
      id,
      new ManualClock().now(),
      tenantId,
      title,
      title.toLowerCase(),
    );
    return id;
  }

  assign(id: DeviceId, customerId: CustomerId | null): void {
    this.#connection.run("UPDATE device SET customer_id = ? WHERE id = ?", customerId, id);
  }

  delete(id: DeviceId): void {
    this.#connection.run("DELETE FROM device WHERE id = ?", id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close();
    await this.#scratch.remove();
  }
}

/** A node: bus, clock and registry over the scratch database. */
export class TestNode {
  readonly bus = new InProcessBus(silentLogger);
  readonly clock = new ManualClock();
  readonly registry: DeviceRegistry;
  readonly #devices: ScratchDevices;

  constructor(devices: ScratchDevices, options: Partial<KnownDevicesOptions> = {}) {
    this.#devices = devices;
    const limit = { maxDevices: () => Promise.resolve(0) };
    this.registry = new DeviceRegistry(
      {
        ...{ store: devices.stores.registry, limit, bus: this.bus, nodeId: this.bus.nodeId },
        ...{ clock: this.clock, log: silentLogger },
      },
      { cacheMax: 200_000, connectOnUplink: false, ...options },
    );
    this.registry.start();
  }

  async device(fields: DeviceFields = {}): Promise<KnownDevice> {
    const device = await this.registry.loadById(this.#devices.add({ createdAt: this.clock.now(), ...fields }));
    if (device === undefined) throw new Error("the device was not stored");
    return device;
  }

  /** What is published from now on, in order. */
  events<Kind extends BusEventKind>(kind: Kind): EventOf<Kind>[] {
    const events: EventOf<Kind>[] = [];
    this.bus.subscribe(kind, ({ nodeId: _, ...event }) => {
      events.push(event as unknown as EventOf<Kind>);
    });
    return events;
  }

  publish(event: BusEvent): void {
    this.bus.publish(event);
  }

  /** Resolves when work that was begun by now, some store calls one after the other, has been done. */
  async idle(): Promise<void> {
    for (let round = 0; round < 6; round++) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      // Writer and readers run calls in order, so these come after all that were made before them.
      await this.#devices.stores.rpc.update({ id: newId(), status: "SENT" });
      await this.#devices.stores.registry.findRoutedThrough(newId());
    }
  }
}

interface RecordedDelivery {
  readonly device: KnownDevice;
  readonly delivered: () => void;
}

/** A connection that subscribes as it is asked to, and records what it gets. */
export class RecordingLiveSession implements LiveSession {
  readonly id = newId<SessionId>();
  readonly device: KnownDevice;
  readonly openedAt: EpochMillis;
  readonly subscriptions = new Set<DownlinkKind>();
  readonly downlinks: (Downlink & RecordedDelivery)[] = [];
  /** Acknowledges RPCs as they are delivered, as a subscription with QoS 0 does. */
  acknowledgesAtOnce = false;
  refuses = false;
  closed: CloseReason | undefined;
  observer: TrafficObserver | undefined;

  constructor(device: KnownDevice, openedAt: EpochMillis, ...subscriptions: DownlinkKind[]) {
    this.device = device;
    this.openedAt = openedAt;
    for (const kind of subscriptions) this.subscriptions.add(kind);
  }

  accepts(kind: DownlinkKind): boolean {
    return this.subscriptions.has(kind);
  }

  deliver(device: KnownDevice, downlink: Downlink, delivered: () => void = () => undefined): SessionDelivery {
    if (!this.subscriptions.has(downlink.kind === "rpc" ? "rpc" : "attributes")) return "not-subscribed";
    if (this.refuses) return tooLargeForClient(device);
    this.downlinks.push({ ...downlink, device, delivered });
    if (this.acknowledgesAtOnce) delivered();
    return "sent";
  }

  close(reason: CloseReason): void {
    this.closed ??= reason;
  }

  observe(observer: TrafficObserver | undefined): void {
    this.observer = observer;
  }

  /** The calls it was given, in order. */
  get calls(): (RpcDownlink & RecordedDelivery)[] {
    return this.downlinks.filter((downlink) => downlink.kind === "rpc");
  }
}
