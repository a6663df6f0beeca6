// The cache of the device registry: one object per device, found by id and by name, indexed by gateway. Bounded:
// devices not looked up lately are evicted, and come back as the same object if it is still referenced.
import { millis } from "../../lib/clock.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../ids.ts";
import type { GatewayRoute, KnownDevice, KnownProfile, SeriesNumber } from "./known-device.ts";
import type { RegisteredDevice } from "./registry-store.ts";

const NO_GATEWAYS: readonly DeviceId[] = [];

class CachedDevice implements KnownDevice {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  name: string;
  profileId: DeviceProfileId;
  customerId: CustomerId | null;
  isGateway: boolean;
  overwriteActivityTime: boolean;
  connectsOnUplink: boolean;
  deleted = false;
  route: GatewayRoute | null = null;
  disconnectedBy: readonly DeviceId[] = NO_GATEWAYS;
  sentThrough: DeviceId | null;
  lastActivityAt: EpochMillis = millis(0);
  active = false;
  /**
   * Created when telemetry first needs it, because most of the memory of a device without any would be an empty map.
   */
  #series: Map<string, SeriesNumber> | undefined;
  #profile: KnownProfile;
  /** Looked up by name or id since the last eviction pass. */
  wanted = true;
  /**
   * Changed in the store since it was read. It stays in the indexes, so that routes and sessions keep using one object.
   */
  isStale = false;

  constructor(row: RegisteredDevice, profile: KnownProfile, connectsOnUplink: boolean) {
    this.id = row.id;
    this.tenantId = row.tenantId;
    this.name = row.name;
    this.profileId = row.profileId;
    this.customerId = row.customerId;
    this.isGateway = row.isGateway;
    this.overwriteActivityTime = row.overwriteActivityTime;
    this.connectsOnUplink = connectsOnUplink;
    this.sentThrough = row.lastGatewayId;
    this.#profile = profile;
  }

  get castsStrings(): boolean | null {
    return this.#profile.castsStrings;
  }

  setProfile(id: DeviceProfileId, profile: KnownProfile): void {
    this.profileId = id;
    this.#profile = profile;
  }

  get series(): Map<string, SeriesNumber> {
    return (this.#series ??= new Map<string, SeriesNumber>());
  }
}

const NONE: ReadonlySet<KnownDevice> = new Set();

export interface KnownDevicesOptions {
  /** Devices kept in memory; beyond that, those not looked up lately are evicted. Setting `device.cacheMax`. */
  readonly cacheMax: number;
  /** Default for gateways that do not say whether their uplinks connect devices. Setting `gateway.connectOnUplink`. */
  readonly connectOnUplink: boolean;
}

/** Distinct ids of tenants, profiles, customers and gateways that devices share instead of each keeping a copy. */
const SHARED_IDS_MAX = 10_000;

export class KnownDevices {
  readonly #options: KnownDevicesOptions;
  readonly #byId = new Map<DeviceId, CachedDevice>();
  readonly #byName = new Map<TenantId, Map<string, CachedDevice>>();
  readonly #byGateway = new Map<DeviceId, Set<CachedDevice>>();
  /** Evicted devices that a session or batch may still reference. */
  readonly #departed = new Map<DeviceId, WeakRef<CachedDevice>>();
  readonly #forgotten = new FinalizationRegistry<DeviceId>((id) => {
    if (this.#departed.get(id)?.deref() === undefined) this.#departed.delete(id);
  });
  readonly #sharedIds = new Map<string, string>();
  #evicted = 0;

  constructor(options: KnownDevicesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#byId.size;
  }

  /** How many have been evicted. */
  get evicted(): number {
    return this.#evicted;
  }

  /** Skips stale devices: a lookup has to read them again. */
  find(tenantId: TenantId, name: string): KnownDevice | undefined {
    return presentOf(this.#byName.get(tenantId)?.get(name));
  }

  /** As `find`. */
  findById(id: DeviceId): KnownDevice | undefined {
    return presentOf(this.#byId.get(id));
  }

  /** Includes stale devices, and evicted ones that are still referenced. */
  inMemory(id: DeviceId): KnownDevice | undefined {
    const device = this.#held(id);
    if (device !== undefined) device.wanted = true;
    return device;
  }

  /** Marks the cached state of the device as outdated; the next `put` makes it current again. */
  markStale(id: DeviceId): void {
    const device = this.#held(id);
    if (device !== undefined) device.isStale = true;
  }

  isStale(id: DeviceId): boolean {
    return this.#held(id)?.isStale === true;
  }

  /** The known devices whose route is this gateway. */
  routedThrough(gatewayId: DeviceId): ReadonlySet<KnownDevice> {
    return this.#byGateway.get(gatewayId) ?? NONE;
  }

  /** Returns the object of this device with its present state: the known one updated in place, or a new one. */
  put(row: RegisteredDevice, profile: KnownProfile): KnownDevice {
    const known = this.#byId.get(row.id);
    if (known !== undefined) {
      this.#change(known, row, profile);
      return known;
    }
    const returning = this.#departed.get(row.id)?.deref();
    const device = returning ?? this.#newDevice(row, profile);
    this.#departed.delete(row.id);
    device.wanted = true;
    this.#byId.set(device.id, device);
    this.#namesOf(device.tenantId).set(row.name, device);
    device.name = row.name;
    this.#change(device, row, profile);
    // A device that returns from eviction has to be indexed under its gateway again.
    if (device.route !== null) this.#routedSet(device.route.gatewayId).add(device);
    this.#makeRoom();
    return device;
  }

  /** Returns the former one; null also if the device is not in memory. */
  setRoute(id: DeviceId, route: GatewayRoute | null): GatewayRoute | null {
    const device = this.#held(id);
    if (device === undefined) return null;
    const former = device.route;
    if (route !== null && device.disconnectedBy.includes(route.gatewayId))
      device.disconnectedBy = device.disconnectedBy.filter((gatewayId) => gatewayId !== route.gatewayId);
    const indexed = this.#byId.has(id);
    if (indexed && device.route !== null) this.#removeFromGateway(device, device.route.gatewayId);
    device.route = route === null ? null : { gatewayId: this.#shared(route.gatewayId), connectedAt: route.connectedAt };
    if (indexed && route !== null) this.#routedSet(route.gatewayId).add(device);
    return former;
  }

  /** The gateway has sent a disconnect message for the device. */
  disconnected(id: DeviceId, gatewayId: DeviceId): void {
    const device = this.#held(id);
    if (device === undefined || device.disconnectedBy.includes(gatewayId)) return;
    device.disconnectedBy = [...device.disconnectedBy, this.#shared(gatewayId)];
  }

  /** The device was deleted on the platform. */
  remove(id: DeviceId): void {
    const device = this.#held(id);
    if (device === undefined) return;
    this.#leave(device);
    this.#departed.delete(id);
    device.deleted = true;
    device.route = null;
  }

  removeTenant(tenantId: TenantId): void {
    for (const device of [...(this.#byName.get(tenantId)?.values() ?? [])]) this.remove(device.id);
  }

  /** The tenants with at least one known device. */
  tenants(): Iterable<TenantId> {
    return this.#byName.keys();
  }

  /** The known devices of the tenant, without those that have been evicted. */
  ofTenant(tenantId: TenantId): Iterable<KnownDevice> {
    return this.#byName.get(tenantId)?.values() ?? NONE;
  }

  #held(id: DeviceId): CachedDevice | undefined {
    return this.#byId.get(id) ?? this.#departed.get(id)?.deref();
  }

  #newDevice(row: RegisteredDevice, profile: KnownProfile): CachedDevice {
    const tenantId = this.#shared(row.tenantId);
    const lastGatewayId = row.lastGatewayId === null ? null : this.#shared(row.lastGatewayId);
    return new CachedDevice({ ...row, tenantId, lastGatewayId }, profile, this.#connectsOnUplink(row));
  }

  #connectsOnUplink({ isGateway, connectOnUplink }: RegisteredDevice): boolean {
    return isGateway && (connectOnUplink ?? this.#options.connectOnUplink);
  }

  #change(device: CachedDevice, row: RegisteredDevice, profile: KnownProfile): void {
    device.isStale = false;
    if (device.name !== row.name) {
      const names = this.#namesOf(device.tenantId);
      if (names.get(device.name) === device) names.delete(device.name);
      names.set(row.name, device);
      device.name = row.name;
    }
    device.setProfile(this.#shared(row.profileId), profile);
    device.customerId = row.customerId === null ? null : this.#shared(row.customerId);
    device.isGateway = row.isGateway;
    device.overwriteActivityTime = row.overwriteActivityTime;
    device.connectsOnUplink = this.#connectsOnUplink(row);
    device.disconnectedBy =
      row.disconnectedBy.length === 0 ? NO_GATEWAYS : row.disconnectedBy.map((id) => this.#shared(id));
    // An equal route stays the same object, so that comparing routes shows whether the device has connected again.
    if (row.route?.gatewayId !== device.route?.gatewayId || row.route?.connectedAt !== device.route?.connectedAt)
      this.setRoute(device.id, row.route);
  }

  /** Clock eviction: the hand passes over the devices and spares those looked up since its last pass. */
  #makeRoom(): void {
    while (this.#byId.size > this.#options.cacheMax) {
      const first = this.#byId.values().next();
      if (first.done === true) return;
      const device = first.value;
      if (device.wanted) {
        device.wanted = false;
        this.#byId.delete(device.id);
        this.#byId.set(device.id, device);
        continue;
      }
      this.#leave(device);
      this.#departed.set(device.id, new WeakRef(device));
      this.#forgotten.register(device, device.id);
      this.#evicted++;
    }
  }

  #leave(device: CachedDevice): void {
    if (!this.#byId.delete(device.id)) return;
    const names = this.#byName.get(device.tenantId);
    if (names?.get(device.name) === device) names.delete(device.name);
    if (names?.size === 0) this.#byName.delete(device.tenantId);
    if (device.route !== null) this.#removeFromGateway(device, device.route.gatewayId);
  }

  #namesOf(tenantId: TenantId): Map<string, CachedDevice> {
    const known = this.#byName.get(tenantId);
    if (known !== undefined) return known;
    const names = new Map<string, CachedDevice>();
    this.#byName.set(tenantId, names);
    return names;
  }

  #routedSet(gatewayId: DeviceId): Set<CachedDevice> {
    const known = this.#byGateway.get(gatewayId);
    if (known !== undefined) return known;
    const routed = new Set<CachedDevice>();
    this.#byGateway.set(gatewayId, routed);
    return routed;
  }

  #removeFromGateway(device: CachedDevice, gatewayId: DeviceId): void {
    const routed = this.#byGateway.get(gatewayId);
    if (routed === undefined) return;
    routed.delete(device);
    if (routed.size === 0) this.#byGateway.delete(gatewayId);
  }

  /** The shared copy of an id that many devices have. */
  #shared<Id extends string>(id: Id): Id {
    const known = this.#sharedIds.get(id);
    // The map returns a text equal to the one looked up.
    if (known !== undefined) return known as Id;
    if (this.#sharedIds.size >= SHARED_IDS_MAX) this.#sharedIds.clear();
    this.#sharedIds.set(id, id);
    return id;
  }
}

function presentOf(device: CachedDevice | undefined): CachedDevice | undefined {
  if (device === undefined || device.isStale) return undefined;
  device.wanted = true;
  return device;
}
