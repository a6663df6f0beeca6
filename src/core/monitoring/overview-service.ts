// Assembles the overview: device counts from the store and traffic from memory, as far as the caller may see them.
import type { Clock } from "../../lib/clock.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";
import type { TrafficFlows } from "../tenants/traffic-flow.ts";
import type { UsageReports } from "../usage/usage-report.ts";
import { trafficOf } from "./figures.ts";
import type { CountedDevices, MonitoringStore } from "./monitoring-store.ts";
import type { Overview, PoolLoad, StorageUse } from "./overview.ts";

/** The caller; both null: everything. */
export interface OverviewCaller {
  readonly tenantId: TenantId | null;
  readonly customerId: CustomerId | null;
}

/** A gateway that has a connection. */
export interface ConnectedGateway {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  readonly customerId: CustomerId | null;
}

export interface OverviewDeps {
  readonly store: Pick<MonitoringStore, "countDevices" | "countTenants">;
  readonly connectedGateways: () => Iterable<ConnectedGateway>;
  readonly flows: TrafficFlows;
  readonly usage: Pick<UsageReports, "monthOf">;
  readonly reports: () => readonly PoolLoad[];
  readonly storage: () => Promise<StorageUse>;
  readonly clock: Clock;
}

/**
 * Counting a hundred thousand devices or sessions takes a while: at most one part in this many of the time is spent on
 * it.
 */
const COUNTING_SHARE = 20;
const PARTIES_MAX = 1_000;

interface Counted {
  readonly counts: CountedDevices;
  readonly until: number;
}

export class OverviewService {
  readonly #deps: OverviewDeps;
  readonly #counted = new Map<string, Counted>();
  #connected: readonly ConnectedGateway[] = [];
  #connectedUntil = 0;

  constructor(deps: OverviewDeps) {
    this.#deps = deps;
  }

  async of(caller: OverviewCaller): Promise<Overview> {
    const { store, reports, clock } = this.#deps;
    const { tenantId, customerId } = caller;
    const isSystem = tenantId === null;
    const [counts, storage, tenants, month] = await Promise.all([
      this.#count(caller),
      isSystem ? this.#deps.storage() : null,
      isSystem ? store.countTenants() : null,
      isSystem || customerId !== null ? null : this.#deps.usage.monthOf(tenantId),
    ]);
    return {
      at: clock.now(),
      ...counts,
      gatewaysOnline: this.#online(caller),
      traffic: customerId === null ? this.#traffic(tenantId) : null,
      reports: customerId === null ? reports() : [],
      storage,
      month,
      tenants,
    };
  }

  #traffic(tenantId: TenantId | null): Overview["traffic"] {
    const { flows, clock } = this.#deps;
    const own = tenantId === null ? flows.tenants() : [flows.findTenant(tenantId) ?? []].flat();
    return trafficOf(own, clock.now());
  }

  #online({ tenantId, customerId }: OverviewCaller): number {
    const online = new Set<DeviceId>();
    for (const gateway of this.#connectedGateways()) {
      if (tenantId !== null && gateway.tenantId !== tenantId) continue;
      if (customerId === null || gateway.customerId === customerId) online.add(gateway.id);
    }
    return online.size;
  }

  #connectedGateways(): readonly ConnectedGateway[] {
    const began = performance.now();
    if (began < this.#connectedUntil) return this.#connected;
    this.#connected = [...this.#deps.connectedGateways()];
    const now = performance.now();
    this.#connectedUntil = now + (now - began) * COUNTING_SHARE;
    return this.#connected;
  }

  async #count({ tenantId, customerId }: OverviewCaller): Promise<CountedDevices> {
    const key = `${tenantId ?? ""} ${customerId ?? ""}`;
    const began = performance.now();
    const known = this.#counted.get(key);
    if (known !== undefined && began < known.until) return known.counts;
    const counts = await this.#deps.store.countDevices(tenantId, customerId);
    const now = performance.now();
    this.#counted.delete(key);
    this.#counted.set(key, { counts, until: now + (now - began) * COUNTING_SHARE });
    const oldest = this.#counted.keys().next();
    if (this.#counted.size > PARTIES_MAX && oldest.done === false) this.#counted.delete(oldest.value);
    return counts;
  }
}
