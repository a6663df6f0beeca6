// Caches the devices that a reader may see for some seconds: reports of the same audience come in bursts, and the set
// rarely changes. Announced changes of devices take effect at once, all others when the set expires. Source: analytics
// contract 6.2.
import type { Clock, Timer } from "../../../lib/clock.ts";
import { RowCache } from "../../../lib/row-cache.ts";
import { listen, type MessageBus, type Subscription } from "../../bus/message-bus.ts";
import type { CustomerId, DeviceId, TenantId } from "../../ids.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { noRows, type Audience, type DeviceRows, type DimensionRowStore } from "./dimension-row-store.ts";

export interface AccessSetsDeps {
  readonly store: DimensionRowStore;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export interface AccessOptions {
  /** How long a set is cached, at most 30,000; 0 disables the cache. */
  readonly cacheMillis: number;
  /**
   * Most devices in all cached sets together; the least recently used set is evicted. `analytics.access.cachedDevices`.
   */
  readonly cachedDevicesMax: number;
  /** Most devices in one set; a reader who may see more must name devices. */
  readonly devicesMax: number;
}

/** Devices read before yielding to other work: one to two milliseconds. */
export const CHUNK_DEVICES = 1_000;

interface AccessSet {
  readonly audience: Audience;
  readonly rows: DeviceRows;
  /** The number of route changes when it was read. */
  readonly routes: number;
}

export class AccessSets {
  readonly #deps: AccessSetsDeps;
  readonly #options: AccessOptions;
  readonly #sets: RowCache<string, AccessSet>;
  #routes = 0;
  #subscription: Subscription | undefined;
  #timer: Timer | undefined;

  constructor(deps: AccessSetsDeps, options: AccessOptions) {
    const { clock } = deps;
    const { cacheMillis, cachedDevicesMax } = options;
    this.#deps = deps;
    this.#options = options;
    this.#sets = new RowCache({
      load: (name) => this.#load(audienceOf(name)),
      max: cacheMillis === 0 ? 0 : cachedDevicesMax,
      weigh: ({ rows }) => rows.ids.length,
      expiry: { now: () => clock.now(), expiresAt: () => clock.now() + cacheMillis },
    });
  }

  start(): void {
    const forget = ({ tenantId }: { readonly tenantId: TenantId }): void => {
      this.#sets.forgetWhere(({ audience }) => audience.tenantId === tenantId);
    };
    this.#subscription = listen(this.#deps.bus, {
      "device-created": forget,
      "device-changed": forget,
      "device-deleted": forget,
      "customer-deleted": forget,
      "tenant-deleted": forget,
      "changes-missed": () => {
        this.#sets.clear();
      },
      // Thousands of devices may change gateways in a second, so routes are only counted; a set is checked against the
      // count when gateways matter.
      "route-changed": () => this.#routes++,
    });
    const { cacheMillis } = this.#options;
    if (cacheMillis > 0)
      this.#timer = this.#deps.clock.every(cacheMillis, () => {
        this.#sets.dropExpired();
      });
  }

  /** May be called more than once. */
  stop(): void {
    this.#subscription?.cancel();
    this.#timer?.cancel();
    this.#sets.clear();
  }

  /**
   * All devices of the audience. `withGateways`: their gateways must be current. Throws `REPORT_TOO_EXPENSIVE` if there
   * are more devices than one set may have.
   */
  async devices(audience: Audience, withGateways: boolean): Promise<DeviceRows> {
    const name = nameOf(audience);
    const routes = this.#routes;
    const set = await this.#sets.find(name);
    if (set !== undefined && (!withGateways || set.routes >= routes)) return set.rows;
    // Another call may have removed the outdated set already.
    if (this.#sets.held(name) === set) this.#sets.forget(name);
    return (await this.#sets.find(name))?.rows ?? noRows();
  }

  /** Those of these devices that the audience may see, read uncached. */
  async named(audience: Audience, ids: readonly DeviceId[]): Promise<DeviceRows> {
    const sorted = [...new Set(ids)].sort();
    const found = noRows();
    for (let start = 0; start < sorted.length; start += CHUNK_DEVICES) {
      appendRows(found, await this.#deps.store.devicesOf(audience, sorted.slice(start, start + CHUNK_DEVICES)));
    }
    return found;
  }

  async #load(audience: Audience): Promise<AccessSet> {
    const routes = this.#routes;
    const rows = noRows();
    for (;;) {
      const part = await this.#deps.store.devices(audience, rows.ids.at(-1) ?? null, CHUNK_DEVICES);
      appendRows(rows, part);
      if (rows.ids.length > this.#options.devicesMax) throw this.#tooMany();
      if (part.ids.length < CHUNK_DEVICES) return { audience, rows, routes };
    }
  }

  #tooMany(): AnalyticsError {
    const value = this.#options.devicesMax;
    const message = `a report may choose among ${String(value)} devices, there are more; name devices in the scope`;
    return new AnalyticsError("REPORT_TOO_EXPENSIVE", message, [], {
      limit: { name: "analytics.access.maxDevices", value },
    });
  }
}

function nameOf({ tenantId, customerId }: Audience): string {
  return `${tenantId} ${customerId ?? ""}`;
}

/** Parses a name made by `nameOf`. */
function audienceOf(name: string): Audience {
  const [tenantId, customerId] = name.split(" ") as [TenantId, CustomerId | ""];
  return { tenantId, customerId: customerId === "" ? null : customerId };
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

/** The rows at these indices, in their order; returns the same object if none is left out. */
export function pickRows(rows: DeviceRows, places: readonly number[]): DeviceRows {
  if (places.length === rows.ids.length) return rows;
  const pick = <Item>(items: readonly Item[]): Item[] =>
    // Every index is within the rows.
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
