// Assembles the overview: device counts from the store, and from the memory of all nodes traffic and connections, as far as the caller
// may see them.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { Subscription } from "../bus/message-bus.ts";
import { askNodes, type OtherNodes } from "../cluster/ask-nodes.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";
import type { FlowFigures, TrafficFlow, TrafficFlows } from "../tenants/traffic-flow.ts";
import type { TenantStore } from "../tenants/tenant-store.ts";
import type { ScarceLimit, ScarceLimits } from "../usage/scarce-limits.ts";
import type { UsageReports } from "../usage/usage-report.ts";
import { sumOf, trafficOf } from "./figures.ts";
import type { CountedDevices, MonitoringStore } from "./monitoring-store.ts";
import type { CountsByTenant, OfflineGateways, Overview, PoolLoad, StorageUse, TenantCount } from "./overview.ts";

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
  readonly store: Pick<MonitoringStore, "countDevices" | "countGateways" | "countTenants">;
  readonly tenants: Pick<TenantStore, "findTenants">;
  /** Each gateway that has a connection at any node is named by one of them. */
  readonly connectedGateways: () => Iterable<ConnectedGateway>;
  readonly flows: TrafficFlows;
  readonly usage: Pick<UsageReports, "monthOf">;
  readonly limits: Pick<ScarceLimits, "find">;
  /** Of those that are offline, when the one that was heard of last lost its connection. */
  readonly lastDisconnectOf: (tenantId: TenantId) => Promise<EpochMillis | null>;
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
  /** Null except for system administrators; undefined from a node of the version before. */
  readonly byTenant?: NodeCounts | null;
}

type OfTenant = readonly [tenantId: TenantId, count: number];

interface NodeCounts {
  /** Gateways that have a connection; null if they are of more tenants than fit into an answer. */
  readonly online: readonly OfTenant[] | null;
  /** Messages refused in the last hour, the most first, of as many tenants as fit. */
  readonly refused: readonly OfTenant[];
}

/** In the answer of a node. */
export const COUNTED_TENANTS_MAX = 10_000;
const NAMED_TENANTS_MAX = 10;

/**
 * Counting a hundred thousand devices or sessions takes a while: at most one part in this many of the time is spent on
 * it.
 */
const COUNTING_SHARE = 20;
const PARTIES_MAX = 1_000;

/** Remembers what takes a while for as long as that demands. */
class Sparing<Value> {
  readonly #known = new Map<string, { readonly value: Value; readonly until: number }>();

  async of(party: string, look: () => Promise<Value>): Promise<Value> {
    const began = performance.now();
    const known = this.#known.get(party);
    if (known !== undefined && began < known.until) return known.value;
    const value = await look();
    const now = performance.now();
    this.#known.delete(party);
    this.#known.set(party, { value, until: now + (now - began) * COUNTING_SHARE });
    const oldest = this.#known.keys().next();
    if (this.#known.size > PARTIES_MAX && oldest.done === false) this.#known.delete(oldest.value);
    return value;
  }
}

/** The party of what is counted for the whole installation. */
const ALL = "";

export class OverviewService {
  readonly #deps: OverviewDeps;
  readonly #counted = new Sparing<CountedDevices>();
  readonly #gateways = new Sparing<readonly OfTenant[]>();
  readonly #disconnects = new Sparing<EpochMillis | null>();
  readonly #limits = new Sparing<readonly ScarceLimit[]>();
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
      byTenant: isSystem ? await this.#byTenant(parts, missing) : null,
      missingNodes: missing,
    };
  }

  #part({ tenantId, customerId }: OverviewCaller): NodePart {
    const isCustomer = customerId !== null;
    return {
      gatewaysOnline: this.#online({ tenantId, customerId }),
      figures: isCustomer ? null : this.#figures(tenantId),
      reports: isCustomer ? [] : this.#deps.reports(),
      byTenant: tenantId === null ? this.#counts() : null,
    };
  }

  #counts(): NodeCounts {
    const { flows, clock } = this.#deps;
    const now = clock.now();
    const online = new Map<TenantId, number>();
    for (const { tenantId } of this.#connectedGateways()) online.set(tenantId, (online.get(tenantId) ?? 0) + 1);
    const refused = [...flows.tenants()].map(([id, flow]) => [id, refusedOf(flow, now)] as const);
    return {
      online: online.size > COUNTED_TENANTS_MAX ? null : [...online],
      refused: mostOf(refused, COUNTED_TENANTS_MAX),
    };
  }

  async #byTenant(parts: readonly NodePart[], missing: number): Promise<CountsByTenant> {
    const refused = sumsOf(parts.flatMap(({ byTenant }) => byTenant?.refused ?? []));
    const online = parts.map(({ byTenant }) => byTenant?.online ?? null);
    // A gateway is not called offline because of a node that does not say that it is there.
    const isKnown = missing === 0 && online.every((known) => known !== null);
    const ofNodes = sumsOf(online.flatMap((known) => known ?? []));
    const offline = isKnown
      ? (await this.#gateways.of(ALL, () => this.#deps.store.countGateways())).map(
          ([id, all]) => [id, all - (ofNodes.get(id) ?? 0)] as const,
        )
      : [];
    const [offlineGateways, refusals, limits] = await Promise.all([
      this.#named(offline).then((named) => this.#withDisconnects(named)),
      this.#named([...refused]),
      this.#limits.of(ALL, () => this.#deps.limits.find()),
    ]);
    return {
      offlineGateways,
      refusals,
      limits: { nearest: limits.slice(0, NAMED_TENANTS_MAX), total: limits.length },
    };
  }

  async #withDisconnects(named: readonly TenantCount[]): Promise<readonly OfflineGateways[]> {
    return await Promise.all(
      named.map(async (each) => ({
        ...each,
        lastDisconnectAt: await this.#disconnects.of(each.id, () => this.#deps.lastDisconnectOf(each.id)),
      })),
    );
  }

  /** Those of tenants that are gone are left out. */
  async #named(counts: readonly OfTenant[]): Promise<readonly TenantCount[]> {
    const most = mostOf(counts, NAMED_TENANTS_MAX);
    const found = await this.#deps.tenants.findTenants(most.map(([id]) => id));
    const titles = new Map(found.map(({ id, title }) => [id, title]));
    return most.flatMap(([id, count]) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ id, title, count }];
    });
  }

  #figures(tenantId: TenantId | null): FlowFigures {
    const { flows, clock } = this.#deps;
    const own =
      tenantId === null ? [...flows.tenants()].map(([, flow]) => flow) : [flows.findTenant(tenantId) ?? []].flat();
    const now = clock.now();
    return sumOf(
      own.map((flow) => flow.figures(now)),
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

  #count({ tenantId, customerId }: OverviewCaller): Promise<CountedDevices> {
    return this.#counted.of(`${tenantId ?? ""} ${customerId ?? ""}`, () =>
      this.#deps.store.countDevices(tenantId, customerId),
    );
  }
}

function refusedOf(flow: TrafficFlow, now: EpochMillis): number {
  return Object.values(flow.refusedInHour(now)).reduce((sum, count) => sum + count, 0);
}

function sumsOf(counts: readonly OfTenant[]): ReadonlyMap<TenantId, number> {
  const sums = new Map<TenantId, number>();
  for (const [id, count] of counts) sums.set(id, (sums.get(id) ?? 0) + count);
  return sums;
}

/** The largest first, and none that are 0. */
function mostOf(counts: readonly OfTenant[], max: number): readonly OfTenant[] {
  return counts
    .filter(([, count]) => count > 0)
    .sort(([one, a], [other, b]) => b - a || one.localeCompare(other))
    .slice(0, max);
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
