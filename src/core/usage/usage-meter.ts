// Keeps the monthly usage of each tenant. Counting is an addition in memory; every few seconds the increments are added
// to stored sums, which other nodes add to as well, so that a crash only loses the counts of those seconds. Nodes also tell
// each other, more often than that; if what is stored is more than what they have heard, it counts.
import { type Clock, type Timer, millis, type EpochMillis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { Count, SharedCounts } from "../shared-counts.ts";
import type { TenantId } from "../ids.ts";
import type { MonthlyUse } from "../tenants/monthly-quota.ts";
import type { TransportQuota } from "../tenants/tenant-limits.ts";
import { USAGE_COUNTS, type UsageCounts, type UsageRow, type UsageStore, type Month } from "./usage-store.ts";

export interface UsageOptions {
  /** How often counts are stored, which is also what a crash may lose. */
  readonly flushMillis: number;
  /** Months of counts to keep, including the current one. */
  readonly keepMonths: number;
}

type Counts = Record<keyof UsageCounts, number>;

interface Counted {
  readonly use: MonthlyUse;
  /** The part of `use` that is stored or being stored, or that other nodes store. */
  readonly noted: Counts;
  /** The part of `use` that other nodes know. */
  readonly sent: Counts;
}

export interface UsageMeterDeps {
  readonly store: Pick<UsageStore, "find" | "add" | "forgetBefore">;
  readonly bus: MessageBus;
  /** Undefined if there is no cluster. */
  readonly counts?: SharedCounts | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

export class UsageMeter implements TransportQuota {
  readonly #deps: UsageMeterDeps;
  readonly #options: UsageOptions;
  readonly #counted = new Map<TenantId, Counted>();
  readonly #loading = new Map<TenantId, Promise<MonthlyUse>>();
  /** Counts still to be stored, by tenant and month. */
  #unstored = new Map<string, UsageRow>();
  /** Tells other nodes. */
  #count: Count | undefined;
  #span: MonthSpan;
  #timer: Timer | undefined;
  #subscription: Subscription | undefined;
  #storing: Promise<void> = Promise.resolve();
  #isStarted = false;

  constructor(deps: UsageMeterDeps, options: UsageOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#span = monthOf(deps.clock.now());
  }

  start(): void {
    this.#isStarted = true;
    this.#count = this.#deps.counts?.join(
      "usage",
      (key, count) => this.#hear(key, count),
      () => this.#tell(),
    );
    this.#subscription = this.#deps.bus.subscribe("tenant-deleted", ({ tenantId }) => this.#counted.delete(tenantId));
    this.#schedule();
  }

  /** Stores what has been counted. */
  async stop(): Promise<void> {
    if (!this.#isStarted) return;
    this.#isStarted = false;
    this.#timer?.cancel();
    this.#subscription?.cancel();
    await this.#flush();
  }

  /** The current month. */
  get span(): MonthSpan {
    return this.#span;
  }

  /** The counts of a tenant, to which all usage is added. Throws what the store throws. */
  useOf(tenantId: TenantId): Promise<MonthlyUse> {
    const known = this.#counted.get(tenantId);
    if (known !== undefined) return Promise.resolve(known.use);
    let loading = this.#loading.get(tenantId);
    if (loading === undefined) {
      loading = this.#load(tenantId).finally(() => this.#loading.delete(tenantId));
      this.#loading.set(tenantId, loading);
    }
    return loading;
  }

  async #load(tenantId: TenantId): Promise<MonthlyUse> {
    const span = this.#span;
    const found = await this.#deps.store.find(tenantId, span.month);
    // A new month may have begun during the read.
    const counts = span.month === this.#span.month ? found : nothing();
    const use = { ...counts, monthEndsAt: this.#span.endsAt };
    this.#counted.set(tenantId, { use, noted: { ...counts }, sent: { ...counts } });
    return use;
  }

  /** Runs when counts are due to be stored, and exactly when the month changes. */
  #schedule(): void {
    const now = this.#deps.clock.now();
    this.#timer = this.#deps.clock.after(Math.min(this.#options.flushMillis, this.#span.endsAt - now), () => {
      if (this.#deps.clock.now() >= this.#span.endsAt) this.#turnMonth();
      void this.#flush();
      if (this.#isStarted) this.#schedule();
    });
  }

  #turnMonth(): void {
    this.#note();
    this.#span = monthOf(this.#deps.clock.now());
    for (const { use, noted, sent } of this.#counted.values()) {
      for (const name of USAGE_COUNTS) use[name] = noted[name] = sent[name] = 0;
      use.monthEndsAt = this.#span.endsAt;
    }
    this.#storing = this.#storing.then(() => this.#forgetOld());
  }

  #tell(): void {
    for (const [tenantId, { use, sent }] of this.#counted)
      for (const name of USAGE_COUNTS) {
        if (use[name] === sent[name]) continue;
        this.#count?.(`${tenantId} ${name}`, use[name] - sent[name]);
        sent[name] = use[name];
      }
  }

  /** For a tenant that was not asked about here it is in the store, or soon will be. */
  #hear(key: string, count: number): void {
    const [tenantId, name] = key.split(" ");
    const counted = this.#counted.get(tenantId as TenantId);
    const known = USAGE_COUNTS.find((each) => each === name);
    if (counted !== undefined && known !== undefined) addOfOthers(counted, known, count);
  }

  /** Moves everything counted since the last call to `#unstored`. */
  #note(): void {
    const { month } = this.#span;
    for (const [tenantId, { use, noted }] of this.#counted) {
      const counts = nothing();
      let isAny = false;
      for (const name of USAGE_COUNTS) {
        counts[name] = use[name] - noted[name];
        noted[name] = use[name];
        isAny ||= counts[name] > 0;
      }
      if (isAny) this.#addUnstored({ tenantId, month, counts });
    }
  }

  #addUnstored(row: UsageRow): void {
    const key = `${String(row.month)} ${row.tenantId}`;
    const known = this.#unstored.get(key);
    this.#unstored.set(key, known === undefined ? row : { ...row, counts: sum(known.counts, row.counts) });
  }

  #flush(): Promise<void> {
    this.#note();
    this.#storing = this.#storing.then(() => this.#storeUnstored());
    return this.#storing;
  }

  async #storeUnstored(): Promise<void> {
    const rows = [...this.#unstored.values()];
    if (rows.length === 0) return;
    this.#unstored = new Map();
    // Usage noted while the store is working is not in its sums.
    const notedThen = new Map(rows.map(({ tenantId }) => [tenantId, { ...this.#counted.get(tenantId)?.noted }]));
    try {
      for (const { tenantId, month, counts } of await this.#deps.store.add(rows)) {
        const counted = this.#counted.get(tenantId);
        const noted = notedThen.get(tenantId);
        if (counted === undefined || noted === undefined || month !== this.#span.month) continue;
        // What others have sent but not stored yet is not in its sums.
        for (const name of USAGE_COUNTS)
          addOfOthers(counted, name, Math.max(0, counts[name] - (noted[name] ?? counts[name])));
      }
    } catch (error) {
      for (const row of rows) this.#addUnstored(row);
      this.#deps.log.warn("usage of tenants not stored", { tenants: rows.length, error });
    }
  }

  async #forgetOld(): Promise<void> {
    try {
      await this.#deps.store.forgetBefore(monthsBefore(this.#span.month, this.#options.keepMonths - 1));
    } catch (error) {
      this.#deps.log.warn("old usage of tenants not removed", { error });
    }
  }
}

function addOfOthers({ use, noted, sent }: Counted, name: keyof UsageCounts, count: number): void {
  for (const counts of [use, noted, sent]) counts[name] += count;
}

function nothing(): Counts {
  return { messages: 0, dataPoints: 0, storagePointDays: 0, emails: 0 };
}

function sum(one: UsageCounts, other: UsageCounts): UsageCounts {
  const total = nothing();
  for (const name of USAGE_COUNTS) total[name] = one[name] + other[name];
  return total;
}

/** A calendar month in UTC, over which usage is counted. */
export interface MonthSpan {
  readonly month: Month;
  readonly startsAt: EpochMillis;
  /** The start of the next month. */
  readonly endsAt: EpochMillis;
}

/** The month of a point in time. */
export function monthOf(time: EpochMillis): MonthSpan {
  const date = new Date(time);
  const [year, index] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    month: year * 100 + index + 1,
    startsAt: millis(Date.UTC(year, index, 1)),
    endsAt: millis(Date.UTC(year, index + 1, 1)),
  };
}

/** The month `count` months earlier. */
export function monthsBefore(month: Month, count: number): Month {
  const index = Math.floor(month / 100) * 12 + (month % 100) - 1 - count;
  return Math.floor(index / 12) * 100 + (index % 12) + 1;
}
