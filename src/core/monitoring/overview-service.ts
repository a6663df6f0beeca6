// Assembles the overview: device counts from the store, and from the memory of all nodes traffic and connections, as far as the caller
// may see them.
import type { Clock } from "../../lib/clock.ts";
import type { Subscription } from "../bus/message-bus.ts";
import { askNodes, type OtherNodes } from "../cluster/ask-nodes.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";
import type { FlowFigures, TrafficFlows } from "../tenants/traffic-flow.ts";
import type { UsageReports } from "../usage/usage-report.ts";
import { sumOf, trafficOf } from "./figures.ts";
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
  /** Each gateway that has a connection at any node is named by one of them. */
  readonly connectedGateways: () => Iterable<ConnectedGateway>;
  readonly flows: TrafficFlows;
  readonly usage: Pick<UsageReports, "monthOf">;
  readonly reports: () => readonly PoolLoad[];
  readonly storage: () => Promise<StorageUse>;
  /** Undefined if there is no cluster. */
  readonly others?: OtherNodes | undefined;
  readonly clock: Clock;
}

/** What one node knows; plain data. */
interface NodePart {
  readonly gatewaysOnline: number;
  /** Null for customers. */
  readonly figures: FlowFigures | null;
  readonly reports: readonly PoolLoad[];
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
  #subscription: Subscription | undefined;

  constructor(deps: OverviewDeps) {
    this.#deps = deps;
  }

  /** Answers other nodes. */
  start(): void {
    this.#subscription = this.#deps.others?.peers.handle("overview", (content) =>
      Promise.resolve(this.#part(content as OverviewCaller)),
    );
  }

  stop(): void {
    this.#subscription?.cancel();
  }

  async of(caller: OverviewCaller): Promise<Overview> {
    const { store, others, clock } = this.#deps;
    const { tenantId, customerId } = caller;
    const isSystem = tenantId === null;
    const question: OverviewCaller = { tenantId, customerId };
    const [{ answers, missing }, counts, storage, tenants, month] = await Promise.all([
      askNodes<NodePart>(others, "overview", question),
      this.#count(caller),
      isSystem ? this.#deps.storage() : null,
      isSystem ? store.countTenants() : null,
      isSystem || customerId !== null ? null : this.#deps.usage.monthOf(tenantId),
    ]);
    const parts = [this.#part(caller), ...answers];
    const now = clock.now();
    return {
      at: now,
      ...counts,
      gatewaysOnline: parts.reduce((sum, { gatewaysOnline }) => sum + gatewaysOnline, 0),
      traffic: customerId === null ? trafficOf(sumOf(figuresOf(parts), now)) : null,
      reports: sumOfPools(parts.map(({ reports }) => reports)),
      storage,
      month,
      tenants,
      missingNodes: missing,
    };
  }

  #part({ tenantId, customerId }: OverviewCaller): NodePart {
    const isCustomer = customerId !== null;
    return {
      gatewaysOnline: this.#online({ tenantId, customerId }),
      figures: isCustomer ? null : this.#figures(tenantId),
      reports: isCustomer ? [] : this.#deps.reports(),
    };
  }

  #figures(tenantId: TenantId | null): FlowFigures {
    const { flows, clock } = this.#deps;
    const own = tenantId === null ? flows.tenants() : [flows.findTenant(tenantId) ?? []].flat();
    const now = clock.now();
    return sumOf(
      [...own].map((flow) => flow.figures(now)),
      now,
    );
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

function figuresOf(parts: readonly NodePart[]): readonly FlowFigures[] {
  return parts.flatMap(({ figures }) => figures ?? []);
}

/** A pool may be left out by nodes that run nothing of it. */
function sumOfPools(parts: readonly (readonly PoolLoad[])[]): readonly PoolLoad[] {
  const sums = new Map<PoolLoad["pool"], PoolLoad>();
  for (const one of parts.flat()) {
    const sum = sums.get(one.pool) ?? { ...one, running: 0, waiting: 0, slots: 0, capacity: 0 };
    sums.set(one.pool, {
      pool: one.pool,
      running: sum.running + one.running,
      waiting: sum.waiting + one.waiting,
      slots: sum.slots + one.slots,
      capacity: sum.capacity + one.capacity,
    });
  }
  return [...sums.values()];
}
