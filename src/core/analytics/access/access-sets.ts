// The devices that somebody may read, kept for some seconds: reports of one audience come in bursts, and the set changes
// rarely. What the bus tells of devices takes effect at once, everything else when the set has aged. Source: analytics
// contract 6.2.
import type { Clock, Timer } from "../../../lib/clock.ts";
import { nextTurn } from "../../../lib/next-turn.ts";
import type { MessageBus, Subscription } from "../../bus/message-bus.ts";
import type { DeviceId, TenantId } from "../../ids.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { Audience, DeviceRows, DimensionRowStore } from "./dimension-row-store.ts";

export interface AccessBounds {
  /** How long a set is kept, at most 30,000; 0 reads it anew each time. Setting `analytics.access.cacheSeconds`. */
  readonly cacheMillis: number;
  /** Devices in all sets that are kept; beyond it the set used least lately goes. `analytics.access.cachedDevices`. */
  readonly cachedDevicesMax: number;
  /** Devices of one set; a reader of more has to name devices. Setting `analytics.access.maxDevices`. */
  readonly devicesMax: number;
}

/** Devices read between two turns of others: one to two milliseconds of work. */
export const CHUNK_DEVICES = 1_000;

interface KeptSet {
  readonly tenantId: TenantId;
  readonly rows: Promise<DeviceRows>;
  /** Zero until it has been read. */
  devices: number;
  /** Changes of routes that it has seen. */
  readonly routes: number;
  readonly expiry: Timer;
}

export class AccessSets {
  readonly #store: DimensionRowStore;
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #bounds: AccessBounds;
  /** In the order of use. */
  readonly #kept = new Map<string, KeptSet>();
  #routes = 0;
  #subscriptions: readonly Subscription[] = [];

  constructor(store: DimensionRowStore, bus: MessageBus, clock: Clock, bounds: AccessBounds) {
    this.#store = store;
    this.#bus = bus;
    this.#clock = clock;
    this.#bounds = bounds;
  }

  start(): void {
    const forget = ({ tenantId }: { readonly tenantId: TenantId }): void => {
      for (const [name, set] of this.#kept) if (set.tenantId === tenantId) this.#forget(name);
    };
    this.#subscriptions = [
      this.#bus.subscribe("device-created", forget),
      this.#bus.subscribe("device-changed", forget),
      this.#bus.subscribe("device-deleted", forget),
      this.#bus.subscribe("customer-deleted", forget),
      this.#bus.subscribe("tenant-deleted", forget),
      // Thousands of devices may change gateways in a second, so that a set notices only when gateways matter.
      this.#bus.subscribe("route-changed", () => this.#routes++),
    ];
  }

  /** May be called twice. */
  stop(): void {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
    for (const name of this.#kept.keys()) this.#forget(name);
  }

  /**
   * All devices of the audience. `withGateways`: their gateways have to be those of now. Throws `REPORT_TOO_EXPENSIVE` for
   * more devices than one set may have.
   */
  async devices(audience: Audience, withGateways: boolean): Promise<DeviceRows> {
    const name = `${audience.tenantId} ${audience.customerId ?? ""}`;
    const known = this.#kept.get(name);
    const set = known === undefined || (withGateways && known.routes !== this.#routes) ? undefined : known;
    this.#kept.delete(name);
    if (set === undefined) known?.expiry.cancel();
    const used = set ?? this.#load(name, audience);
    this.#kept.set(name, used);
    try {
      return await used.rows;
    } catch (error) {
      if (this.#kept.get(name) === used) this.#forget(name);
      throw error;
    }
  }

  /** Those of these devices that the audience may see, as they are now. */
  async named(audience: Audience, ids: readonly DeviceId[]): Promise<DeviceRows> {
    const sorted = [...new Set(ids)].sort();
    const found = noRows();
    for (let start = 0; start < sorted.length; start += CHUNK_DEVICES) {
      if (start > 0) await nextTurn();
      appendRows(found, await this.#store.devicesOf(audience, sorted.slice(start, start + CHUNK_DEVICES)));
    }
    return found;
  }

  #load(name: string, audience: Audience): KeptSet {
    const set: KeptSet = {
      tenantId: audience.tenantId,
      rows: this.#read(audience).then((rows) => {
        set.devices = rows.ids.length;
        this.#keepWithin(name, set);
        return rows;
      }),
      devices: 0,
      routes: this.#routes,
      expiry: this.#clock.after(this.#bounds.cacheMillis, () => {
        if (this.#kept.get(name) === set) this.#forget(name);
      }),
    };
    return set;
  }

  async #read(audience: Audience): Promise<DeviceRows> {
    const found = noRows();
    for (;;) {
      const part = await this.#store.devices(audience, found.ids.at(-1) ?? null, CHUNK_DEVICES);
      appendRows(found, part);
      if (found.ids.length > this.#bounds.devicesMax) throw this.#tooMany();
      if (part.ids.length < CHUNK_DEVICES) return found;
      await nextTurn();
    }
  }

  #tooMany(): AnalyticsError {
    const value = this.#bounds.devicesMax;
    const message = `a report may choose among ${String(value)} devices, there are more; name devices in the scope`;
    return new AnalyticsError("REPORT_TOO_EXPENSIVE", message, [], {
      limit: { name: "analytics.access.maxDevices", value },
    });
  }

  /** A set that has just been read stays only where there is room for it; the others go before it, oldest use first. */
  #keepWithin(name: string, set: KeptSet): void {
    if (this.#bounds.cacheMillis === 0 || set.devices > this.#bounds.cachedDevicesMax) {
      if (this.#kept.get(name) === set) this.#forget(name);
      return;
    }
    let devices = 0;
    for (const kept of this.#kept.values()) devices += kept.devices;
    for (const [other, kept] of this.#kept) {
      if (devices <= this.#bounds.cachedDevicesMax) return;
      if (kept === set) continue;
      devices -= kept.devices;
      this.#forget(other);
    }
  }

  #forget(name: string): void {
    this.#kept.get(name)?.expiry.cancel();
    this.#kept.delete(name);
  }
}

function noRows(): DeviceRows {
  return {
    ids: [],
    names: [],
    labels: [],
    profileIds: [],
    customerIds: [],
    gatewayIds: [],
    createdAt: [],
    owners: [],
  };
}

function appendRows(rows: DeviceRows, more: DeviceRows): void {
  rows.ids.push(...more.ids);
  rows.names.push(...more.names);
  rows.labels.push(...more.labels);
  rows.profileIds.push(...more.profileIds);
  rows.customerIds.push(...more.customerIds);
  rows.gatewayIds.push(...more.gatewayIds);
  rows.createdAt.push(...more.createdAt);
  rows.owners.push(...more.owners);
}

/** The rows at these places, in their order; the very rows where none is left out. */
export function pickRows(rows: DeviceRows, places: readonly number[]): DeviceRows {
  if (places.length === rows.ids.length) return rows;
  const pick = <Item>(items: readonly Item[]): Item[] =>
    // Every place is one of the rows.
    places.map((place) => items[place] as Item);
  return {
    ids: pick(rows.ids),
    names: pick(rows.names),
    labels: pick(rows.labels),
    profileIds: pick(rows.profileIds),
    customerIds: pick(rows.customerIds),
    gatewayIds: pick(rows.gatewayIds),
    createdAt: pick(rows.createdAt),
    owners: pick(rows.owners),
  };
}
