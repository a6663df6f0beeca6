// The devices known to this node: found without waiting on the message path, and created when a gateway names a new
// one. Subscribes to the bus to keep the objects it returns up to date. Source: MQTT contract 4.1, 10.1, 10.2.
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { RowCache } from "../../lib/row-cache.ts";
import { Slots } from "../../lib/slots.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import { DomainError } from "../errors.ts";
import { newId, type DeviceId, type DeviceProfileId, type NodeId, type TenantId } from "../ids.ts";
import { newAccessToken } from "./credentials.ts";
import { parseDeviceName, type ProfileName } from "./device.ts";
import type { DeviceDirectory, KnownDevice, KnownProfile } from "./known-device.ts";
import { deviceLimitExceeded, type DeviceLimit } from "./device-store.ts";
import { KnownDevices, type KnownDevicesOptions } from "./known-devices.ts";
import type { RegisteredDevice, RegistryStore } from "./registry-store.ts";

/**
 * Devices that a tenant creates at a time, in one store call or in several. All writers wait for the current one;
 * creating this many costs about as much as the sync of the commit.
 */
const CREATED_AT_ONCE = 100;

/** The profile of a device for which the sender names none. Source: MQTT contract 4.2. */
const DEFAULT_PROFILE_NAME = "default";

type Found = KnownDevice | DomainError;

/** A read in progress: rows that change meanwhile have to be read again before they are used. */
interface Reading {
  readonly changed: Set<DeviceId>;
}

interface OrderTerms {
  readonly profile: ProfileName | undefined;
  /** When the gateway became the route of the devices; undefined if the order does not connect them. */
  readonly connectedAt: EpochMillis | undefined;
}

/** Devices that are read again in one call of the store. */
const RECHECKED_AT_ONCE = 1_000;

const PLAIN_ORDER: OrderTerms = { profile: undefined, connectedAt: undefined };

export interface DeviceRegistryDeps {
  readonly store: RegistryStore;
  readonly limit: DeviceLimit;
  /** When the newest of a device's own sessions opened: what comes after it must not have an earlier time, whatever the clock says. */
  readonly newestSession?: (id: DeviceId) => EpochMillis;
  readonly bus: MessageBus;
  /** Of this node. */
  readonly nodeId: NodeId;
  readonly clock: Clock;
  readonly log: Logger;
}

export class DeviceRegistry implements DeviceDirectory {
  readonly #deps: DeviceRegistryDeps;
  readonly #known: KnownDevices;
  /** Unbounded, because the cached devices reference these objects anyway. */
  readonly #profiles: RowCache<DeviceProfileId, KnownProfile>;
  readonly #readings = new Set<Reading>();
  /** The pending order for each name, so that concurrent messages with the same name share one store call. */
  readonly #ordered = new Map<TenantId, Map<string, Promise<ReadonlyMap<string, Found>>>>();
  readonly #refreshing = new Map<DeviceId, Promise<void>>();
  /** For each write of routes that is under way, the devices of which other nodes have published another route meanwhile. */
  readonly #routing = new Set<Set<DeviceId>>();
  /** One slot per device, so that the writes of other tenants get their turn in between. */
  readonly #creating = new Slots<TenantId>({ max: Infinity, keyMax: CREATED_AT_ONCE });
  #subscription: Subscription | undefined;
  #rechecking: Promise<void> | undefined;

  constructor(deps: DeviceRegistryDeps, options: KnownDevicesOptions) {
    this.#deps = deps;
    this.#known = new KnownDevices(options);
    this.#profiles = new RowCache({
      load: (id) => deps.store.findProfile(id),
      max: Infinity,
      update: (held, read) => Object.assign(held, read),
    });
  }

  start(): void {
    this.#subscription = listen(this.#deps.bus, {
      "device-changed": ({ deviceId }) => this.#changed(deviceId),
      "device-profile-changed": ({ profileId }) =>
        this.#profiles.refreshWhere(
          (_profile, id) => id === profileId,
          (error) => {
            this.#deps.log.error("device profile not refreshed", { profileId, error });
          },
        ),
      "device-deleted": ({ deviceId }) => {
        this.#deleted(deviceId);
      },
      "tenant-deleted": ({ tenantId }) => {
        this.#known.removeTenant(tenantId);
      },
      "changes-missed": () => {
        this.#rechecking ??= this.#recheck().finally(() => (this.#rechecking = undefined));
      },
      "device-disconnected": ({ deviceId, gatewayId, nodeId }) => {
        this.#noteChange(deviceId);
        this.#known.disconnected(deviceId, gatewayId);
        if (nodeId === this.#deps.nodeId) return undefined;
        this.#noteElsewhere(deviceId);
        return this.#changed(deviceId);
      },
      "route-changed": ({ deviceId, gatewayId, connectedAt, nodeId }) => {
        this.#noteChange(deviceId);
        const former = this.#known.setRoute(deviceId, gatewayId === null ? null : { gatewayId, connectedAt });
        if (nodeId === this.#deps.nodeId) return undefined;
        this.#noteElsewhere(deviceId);
        const isRenewed = former?.gatewayId === gatewayId && former.connectedAt <= connectedAt;
        return isRenewed ? undefined : this.#changed(deviceId);
      },
    });
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#subscription?.cancel();
    this.#subscription = undefined;
    await this.#rechecking;
    while (this.#refreshing.size > 0) await Promise.all(this.#refreshing.values());
  }

  /** How many devices are in memory, and how many have been evicted. */
  get counts(): { readonly cached: number; readonly evicted: number } {
    return { cached: this.#known.size, evicted: this.#known.evicted };
  }

  /** The device if this node knows it, without waiting. */
  find(tenantId: TenantId, name: string): KnownDevice | undefined {
    return this.#known.find(tenantId, name);
  }

  /** May return a device whose last change could not be read, so its fields must not be used to permit anything. */
  inMemory(id: DeviceId): KnownDevice | undefined {
    return this.#known.inMemory(id);
  }

  /** The known devices whose route is this gateway; complete once `loadRoutedThrough` has resolved. */
  routedThrough(gatewayId: DeviceId): Iterable<KnownDevice> {
    return this.#known.routedThrough(gatewayId);
  }

  /** Rejects with `unavailable` when the store does, like all other methods that wait. */
  async load(tenantId: TenantId, name: string): Promise<KnownDevice | undefined> {
    const known = this.#known.find(tenantId, name);
    if (known !== undefined) return known;
    await this.#read(() => this.#deps.store.findByNames(tenantId, [name]));
    return this.#known.find(tenantId, name);
  }

  /** As `load` for each name, in the order of `names`. */
  async loadAll(tenantId: TenantId, names: readonly string[]): Promise<readonly (KnownDevice | undefined)[]> {
    const missing = names.filter((name) => this.#known.find(tenantId, name) === undefined);
    const read = new Map<string, KnownDevice>();
    if (missing.length > 0)
      for (const device of await this.#read(() => this.#deps.store.findByNames(tenantId, missing)))
        read.set(device.name, device);
    return names.map((name) => read.get(name) ?? this.#known.find(tenantId, name));
  }

  async loadById(id: DeviceId): Promise<KnownDevice | undefined> {
    const known = this.#known.findById(id);
    if (known !== undefined) return known;
    await this.#read(async () => {
      const row = await this.#deps.store.findById(id);
      return row === undefined ? [] : [row];
    });
    return this.#known.findById(id);
  }

  /**
   * Resolves once every announced change of the device is in the object that callers share. Rejects with `unavailable`
   * while the store cannot serve, and with `not-found` if the device no longer exists.
   */
  async refreshed(id: DeviceId): Promise<void> {
    for (let refresh = this.#refreshing.get(id); refresh !== undefined; refresh = this.#refreshing.get(id))
      await refresh;
    if (!this.#known.isStale(id)) return;
    await this.#refresh(id);
    if (this.#known.isStale(id)) throw new DomainError("not-found", `device ${id} does not exist`);
  }

  async loadRoutedThrough(gatewayId: DeviceId): Promise<readonly KnownDevice[]> {
    const known = (await this.#deps.store.findIdsRoutedThrough(gatewayId)).map((id) => this.#known.findById(id));
    const routed = known.filter((device) => device?.route?.gatewayId === gatewayId);
    // All are in memory, so their rows need not be read: a stop asks this for every gateway at once.
    if (routed.length === known.length) return routed.filter((device) => device !== undefined);
    const devices = await this.#read(() => this.#deps.store.findRoutedThrough(gatewayId));
    return devices.filter(({ route }) => route?.gatewayId === gatewayId);
  }

  /**
   * Finds the device of this name in the gateway's tenant, or creates it. A missing profile is created too, even if the
   * device exists. Rejects with `invalid` for the name, `limit-exceeded` at the tenant's limit, `not-found` when the
   * gateway has been deleted.
   */
  async findOrCreate(gateway: KnownDevice, name: string, profile?: ProfileName): Promise<KnownDevice> {
    if (profile === undefined) return devicesOf(await this.findOrCreateAll(gateway, [name]))[0] ?? fail(name);
    const parsed = parseDeviceName(name);
    return deviceOf((await this.#order(gateway, [parsed], { ...PLAIN_ORDER, profile })).get(parsed), parsed);
  }

  /** As `findOrCreate` for each name with the profile `default`; unknown names share a few store calls. */
  async findOrCreateAll(gateway: KnownDevice, names: readonly string[]): Promise<Found[]> {
    const found = new Map<string, Found>();
    const underWay = new Set<Promise<ReadonlyMap<string, Found>>>();
    const unknown = new Set<string>();
    for (const name of names) {
      const known = this.#known.find(gateway.tenantId, name);
      const ordered = known === undefined ? this.#ordered.get(gateway.tenantId)?.get(name) : undefined;
      if (known !== undefined) found.set(name, known);
      else if (ordered !== undefined) underWay.add(ordered);
      else {
        const parsed = parsedName(name);
        if (parsed instanceof DomainError) found.set(name, parsed);
        else unknown.add(parsed);
      }
    }
    if (unknown.size > 0) underWay.add(this.#orderUnknown(gateway, [...unknown]));
    const outcomes = await Promise.all(underWay);
    return names.map((name) => {
      const own = found.get(name);
      if (own !== undefined) return own;
      for (const outcome of outcomes) {
        const ordered = outcome.get(name);
        if (ordered !== undefined) return ordered;
      }
      throw new Error("an order left a name without an outcome");
    });
  }

  /**
   * Handles a connect message in one commit: finds or creates the device and its profile, and makes the gateway its
   * route. A gateway that names itself gets its own device back and nothing changes. Rejects like `findOrCreate`.
   */
  async connect(
    gateway: KnownDevice,
    name: string,
    profile: ProfileName | undefined,
    now: EpochMillis,
  ): Promise<KnownDevice> {
    const parsed = parseDeviceName(name);
    if (parsed === gateway.name && profile === undefined) return gateway;
    const known = this.#known.find(gateway.tenantId, parsed);
    const connectedAt = known === undefined ? now : this.#noEarlier(known.id, now);
    const found = await this.#route(
      () => this.#order(gateway, [parsed], { profile, connectedAt }),
      (ordered) => [...ordered.values()].flatMap((each) => (each instanceof DomainError ? [] : each.id)),
    );
    return deviceOf(found.get(parsed), parsed);
  }

  /** Makes `gateway` the route of the devices, in one commit. The gateway itself and deleted devices get no route. */
  async connectRoutes(gateway: KnownDevice, devices: readonly KnownDevice[], now: EpochMillis): Promise<void> {
    const gatewayId = gateway.id;
    const ids = devices.map(({ id }) => id).filter((id) => id !== gatewayId);
    if (ids.length === 0) return;
    const connectedAt = ids.reduce((at, id) => this.#noEarlier(id, at), now);
    await this.#route(
      async () => {
        const routed = await this.#deps.store.connectRoutes(gateway.tenantId, gatewayId, ids, connectedAt);
        for (const deviceId of routed)
          this.#deps.bus.publish({ kind: "route-changed", deviceId, gatewayId, connectedAt });
        return routed;
      },
      (routed) => routed,
    );
  }

  /**
   * Changes routes, and publishes that. Two nodes hear of each other's changes in another order than these were stored in, so each
   * reads again what it hears from another, and what it has written itself if it heard something meanwhile.
   */
  async #route<Result>(
    change: () => Promise<Result>,
    devicesIn: (result: Result) => readonly DeviceId[],
  ): Promise<Result> {
    const elsewhere = new Set<DeviceId>();
    this.#routing.add(elsewhere);
    try {
      const result = await change();
      const contested = devicesIn(result).filter((id) => elsewhere.has(id));
      await Promise.all(contested.map((id) => this.#changed(id)));
      return result;
    } finally {
      this.#routing.delete(elsewhere);
    }
  }

  /** A write of this node that is under way may have been stored before, and be published after it. */
  #noteElsewhere(id: DeviceId): void {
    for (const elsewhere of this.#routing) elsewhere.add(id);
  }

  #noEarlier(id: DeviceId, now: EpochMillis): EpochMillis {
    return millis(Math.max(now, this.#deps.newestSession?.(id) ?? 0));
  }

  /**
   * Removes the route of the device if it is this gateway; returns whether it was. Once it resolves, downlinks have
   * stopped, and uplinks through this gateway do not reconnect the device. Source: MQTT contract 4.1, 4.3.
   */
  async disconnectRoute(gateway: KnownDevice, device: KnownDevice): Promise<boolean> {
    if (gateway.id === device.id) return false;
    const { store, bus, clock } = this.#deps;
    return await this.#route(
      async () => {
        const wasRouted = await store.disconnectRoute(gateway.id, device.id);
        bus.publish({ kind: "device-disconnected", deviceId: device.id, gatewayId: gateway.id });
        if (wasRouted)
          bus.publish({ kind: "route-changed", deviceId: device.id, gatewayId: null, connectedAt: clock.now() });
        return wasRouted;
      },
      () => [device.id],
    );
  }

  /**
   * Names unknown to this node may still exist, for example after a restart. They are read first, because reading is
   * cheaper than writing.
   */
  #orderUnknown(gateway: KnownDevice, names: readonly string[]): Promise<ReadonlyMap<string, Found>> {
    const order = this.#readThenOrder(gateway, names).finally(() => {
      for (const name of names) ordered.delete(name);
      if (ordered.size === 0) this.#ordered.delete(gateway.tenantId);
    });
    const ordered = this.#ordered.get(gateway.tenantId) ?? new Map<string, typeof order>();
    this.#ordered.set(gateway.tenantId, ordered);
    for (const name of names) ordered.set(name, order);
    return order;
  }

  async #readThenOrder(gateway: KnownDevice, names: readonly string[]): Promise<ReadonlyMap<string, Found>> {
    const existing = await this.#read(() => this.#deps.store.findByNames(gateway.tenantId, names));
    const found = new Map<string, Found>(existing.map((device) => [device.name, device]));
    const missing = names.filter((name) => !found.has(name));
    for (let start = 0; start < missing.length; start += CREATED_AT_ONCE) {
      const names = missing.slice(start, start + CREATED_AT_ONCE);
      const create = (): Promise<ReadonlyMap<string, Found>> => this.#order(gateway, names, PLAIN_ORDER);
      const created = await this.#creating.run(create, { key: gateway.tenantId, slots: names.length });
      for (const [name, outcome] of created) found.set(name, outcome);
    }
    return found;
  }

  async #order(gateway: KnownDevice, names: readonly string[], terms: OrderTerms): Promise<ReadonlyMap<string, Found>> {
    const { tenantId, id: gatewayId } = gateway;
    const maxDevices = await this.#deps.limit.maxDevices(tenantId);
    const now = terms.connectedAt ?? this.#deps.clock.now();
    const found = new Map<string, Found>();
    const reading: Reading = { changed: new Set() };
    this.#readings.add(reading);
    try {
      const outcome = await this.#deps.store.findOrCreate({
        tenantId,
        gatewayId,
        candidates: names.map((name) => ({ id: newId(), name, credentialsId: newId(), accessToken: newAccessToken() })),
        profileName: terms.profile ?? DEFAULT_PROFILE_NAME,
        profileId: newId(),
        requiresProfile: terms.profile !== undefined,
        maxDevices,
        now,
        connects: terms.connectedAt !== undefined,
      });
      if (outcome.createdProfileId !== null)
        this.#deps.bus.publish({ kind: "device-profile-changed", tenantId, profileId: outcome.createdProfileId });
      for (const [index, ordered] of outcome.devices.entries()) {
        const name = names[index] ?? "";
        const device =
          ordered === null ? deviceLimitExceeded(maxDevices, name) : await this.#put(ordered.device, reading);
        found.set(name, device ?? new DomainError("not-found", `device "${name}" has been deleted`));
        if (ordered === null) continue;
        const deviceId = ordered.device.id;
        if (ordered.created) this.#deps.bus.publish({ kind: "device-created", tenantId, deviceId, gatewayId });
        if (terms.connectedAt !== undefined && deviceId !== gatewayId)
          this.#deps.bus.publish({ kind: "route-changed", deviceId, gatewayId, connectedAt: terms.connectedAt });
      }
    } finally {
      this.#readings.delete(reading);
    }
    return found;
  }

  /** Caches the rows that `read` returns. Rows that changed during the read are read again. */
  async #read(read: () => Promise<readonly RegisteredDevice[]>): Promise<KnownDevice[]> {
    const reading: Reading = { changed: new Set() };
    this.#readings.add(reading);
    try {
      const devices: KnownDevice[] = [];
      for (const row of await read()) {
        const device = await this.#put(row, reading);
        if (device !== undefined) devices.push(device);
      }
      return devices;
    } finally {
      this.#readings.delete(reading);
    }
  }

  /**
   * Caches the row, or its newer state if it has changed since it was read; undefined if the device no longer exists.
   */
  async #put(found: RegisteredDevice, reading: Reading): Promise<KnownDevice | undefined> {
    let row: RegisteredDevice | undefined = found;
    while (row !== undefined) {
      const profile = this.#profiles.get(row.profileId) ?? (await this.#loadProfile(row.profileId));
      if (!reading.changed.delete(row.id)) return this.#known.put(row, profile);
      row = await this.#deps.store.findById(found.id);
    }
    return undefined;
  }

  async #loadProfile(id: DeviceProfileId): Promise<KnownProfile> {
    return (await this.#profiles.load(id)) ?? { castsStrings: null };
  }

  #noteChange(id: DeviceId): void {
    for (const { changed } of this.#readings) changed.add(id);
  }

  /** Never rejects. */
  #changed(id: DeviceId): Promise<void> {
    this.#noteChange(id);
    if (this.#known.inMemory(id) === undefined) return Promise.resolve();
    // Refreshes of one device run one after the other, so that the newest state is cached last.
    const refresh = (this.#refreshing.get(id) ?? Promise.resolve())
      .then(() => this.#refresh(id))
      .catch((error: unknown) => {
        // Its owner is unknown now: until it can be read, each lookup reads it again or fails with the store's error.
        this.#known.markStale(id);
        this.#deps.log.error("device not refreshed", { deviceId: id, error });
      })
      .finally(() => {
        if (this.#refreshing.get(id) === refresh) this.#refreshing.delete(id);
      });
    this.#refreshing.set(id, refresh);
    return refresh;
  }

  async #refresh(id: DeviceId): Promise<void> {
    const devices = await this.#read(async () => {
      const row = await this.#deps.store.findById(id);
      return row === undefined ? [] : [row];
    });
    if (devices.length === 0) this.#known.markStale(id);
  }

  /** Reads all known devices again, some at a time, and announces those that are gone. Never rejects. */
  async #recheck(): Promise<void> {
    const { store, bus, log } = this.#deps;
    const profiles = this.#profiles.refreshWhere(
      () => true,
      (error, profileId) => log.warn("device profile not read again", { profileId, error }),
    );
    try {
      for (const tenantId of [...this.#known.tenants()]) {
        const devices = [...this.#known.ofTenant(tenantId)];
        for (let start = 0; start < devices.length; start += RECHECKED_AT_ONCE) {
          if (this.#subscription === undefined) return;
          const some = devices.slice(start, start + RECHECKED_AT_ONCE);
          const names = some.map(({ name }) => name);
          const found = new Set(await this.#read(() => store.findByNames(tenantId, names)));
          // Renamed or gone.
          for (const device of some.filter((each) => !found.has(each) && !each.deleted))
            if ((await store.findById(device.id)) === undefined)
              bus.publish({ kind: "device-deleted", tenantId, deviceId: device.id, name: device.name });
            else void this.#changed(device.id);
        }
      }
    } catch (error) {
      log.warn("known devices not read again", { error });
    }
    await profiles;
  }

  #deleted(id: DeviceId): void {
    this.#noteChange(id);
    for (const device of [...this.#known.routedThrough(id)]) this.#known.setRoute(device.id, null);
    this.#known.remove(id);
  }
}

function parsedName(name: string): string | DomainError {
  try {
    return parseDeviceName(name);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function devicesOf(found: readonly Found[]): KnownDevice[] {
  return found.map((outcome) => deviceOf(outcome, ""));
}

function deviceOf(found: Found | undefined, name: string): KnownDevice {
  if (found instanceof DomainError) throw found;
  return found ?? fail(name);
}

function fail(name: string): never {
  throw new Error(`an order left the name "${name}" without an outcome`);
}
