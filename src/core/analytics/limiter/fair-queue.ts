// A bounded queue that is fair between tenants: first in, first out inside a tenant, round robin between them. Only when it
// is full does one tenant lose a place to another. Source: analytics contract 5.
import type { TenantId } from "../../ids.ts";

export class FairQueue<Item extends object> {
  readonly #capacity: number;
  /** In the order in which tenants take their turns; the items of each from oldest to newest. */
  readonly #byTenant = new Map<TenantId, Set<Item>>();
  #length = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get length(): number {
    return this.#length;
  }

  /**
   * Adds an item and gives the one that lost its place to it, if any; undefined where there is no place for the item itself.
   * The place that is lost belonged to the newest item of the tenant with the most, and is lost only to a tenant with fewer.
   */
  add(tenant: TenantId, item: Item): { readonly evicted: Item | null } | undefined {
    if (this.#length < this.#capacity) {
      this.#push(tenant, item);
      return { evicted: null };
    }
    const own = this.#byTenant.get(tenant)?.size ?? 0;
    const loser = this.#tenantWithMost();
    if (loser === undefined || own >= loser.items.size) return undefined;
    const evicted = newestOf(loser.items);
    if (evicted === undefined) return undefined;
    this.remove(loser.tenant, evicted);
    this.#push(tenant, item);
    return { evicted };
  }

  /** The oldest item of the tenant whose turn it is; the tenant goes to the end of the round. */
  take(): Item | undefined {
    for (const [tenant, items] of this.#byTenant) {
      for (const item of items) {
        this.remove(tenant, item);
        if (items.size > 0) {
          this.#byTenant.delete(tenant);
          this.#byTenant.set(tenant, items);
        }
        return item;
      }
    }
    return undefined;
  }

  /** False where it is not, or no longer, there. */
  remove(tenant: TenantId, item: Item): boolean {
    const items = this.#byTenant.get(tenant);
    if (!items?.delete(item)) return false;
    this.#length--;
    if (items.size === 0) this.#byTenant.delete(tenant);
    return true;
  }

  /** What waits of a tenant, which leaves its places. */
  takeAllOf(tenant: TenantId): readonly Item[] {
    const items = [...(this.#byTenant.get(tenant) ?? [])];
    this.#byTenant.delete(tenant);
    this.#length -= items.length;
    return items;
  }

  /** Empties the queue. */
  takeAll(): readonly Item[] {
    const all = [...this.#byTenant.values()].flatMap((items) => [...items]);
    this.#byTenant.clear();
    this.#length = 0;
    return all;
  }

  #push(tenant: TenantId, item: Item): void {
    const items = this.#byTenant.get(tenant);
    if (items === undefined) this.#byTenant.set(tenant, new Set([item]));
    else items.add(item);
    this.#length++;
  }

  /** Of those with equally many, the one whose turn is the latest. */
  #tenantWithMost(): { readonly tenant: TenantId; readonly items: Set<Item> } | undefined {
    let most: { readonly tenant: TenantId; readonly items: Set<Item> } | undefined;
    for (const [tenant, items] of this.#byTenant)
      if (most === undefined || items.size >= most.items.size) most = { tenant, items };
    return most;
  }
}

function newestOf<Item>(items: ReadonlySet<Item>): Item | undefined {
  let newest: Item | undefined;
  for (const item of items) newest = item;
  return newest;
}
