// Ends persistent calls at their expiration time, and deletes finished ones past the retention of their tenant or of
// the platform. A call that is not final stays, however old. Source: REST contract 5, `rpcTtlDays`.
import { millis, type Clock, type EpochMillis, type Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import { DAY_MILLIS } from "../../lib/units.ts";
import type { TenantId } from "../ids.ts";
import type { RpcStore } from "./rpc.ts";

export interface CallTerm {
  readonly tenantId: TenantId;
  /** Finished calls older than this are deleted; at least 1. */
  readonly days: number;
}

export interface CallTerms {
  /** Tenants whose profile sets the retention of calls. */
  callTerms(): Promise<readonly CallTerm[]>;
}

export interface RpcExpirationDeps {
  readonly store: Pick<RpcStore, "expire" | "purge" | "purgeOf" | "nextExpiration">;
  readonly terms: CallTerms;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface RpcExpirationOptions {
  /** Retention of finished calls if the tenant sets none; 0 keeps them forever. */
  readonly retentionMillis: number;
  /** How often old calls are deleted. */
  readonly sweepMillis: number;
  /** Calls ended or deleted in one commit; more take further commits. */
  readonly batchMax: number;
  /** So often calls are looked for that other nodes have accepted, and may have died since; undefined if there are none. */
  readonly lookMillis?: number;
}

const FIRST_SWEEP_MILLIS = 60_000;
/** Delay after a failure of the store. */
const RETRY_MILLIS = 10_000;

export class RpcExpiration {
  readonly #deps: RpcExpirationDeps;
  readonly #options: RpcExpirationOptions;
  readonly #sweeps: Rounds;
  #next: { readonly at: EpochMillis; readonly timer: Timer } | undefined;
  /** Expiration runs are sequential. */
  #expiring: Promise<void> = Promise.resolve();
  #started = false;

  constructor(deps: RpcExpirationDeps, options: RpcExpirationOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#sweeps = new Rounds(deps.clock, options.sweepMillis, {
      run: (signal) => this.#sweep(signal),
      failed: (error) => {
        deps.log.warn("old persistent calls not removed", { error });
      },
    });
  }

  /** Ends calls that expired while the platform was down. */
  async start(): Promise<void> {
    this.#started = true;
    // Early, so that a platform that restarts often also gets to it.
    this.#sweeps.start(Math.min(FIRST_SWEEP_MILLIS, this.#options.sweepMillis));
    await this.#expireNow();
  }

  /** Waits for the current commit. */
  async stop(): Promise<void> {
    this.#started = false;
    this.#next?.timer.cancel();
    this.#next = undefined;
    await this.#sweeps.stop();
    await this.#expiring;
  }

  /** Call when a call that expires at `at` has been stored. */
  expect(at: EpochMillis): void {
    if (!this.#started || (this.#next !== undefined && this.#next.at <= at)) return;
    this.#next?.timer.cancel();
    const { clock } = this.#deps;
    const timer = clock.after(at - clock.now(), () => {
      this.#next = undefined;
      void this.#expireNow();
    });
    this.#next = { at, timer };
  }

  #expireNow(): Promise<void> {
    const { clock, log } = this.#deps;
    this.#expiring = this.#expiring
      .then(() => this.#expire())
      .catch((error: unknown) => {
        log.error("persistent calls not expired", { error });
        this.expect(millis(clock.now() + RETRY_MILLIS));
      });
    return this.#expiring;
  }

  async #expire(): Promise<void> {
    const { store, clock } = this.#deps;
    const { batchMax, lookMillis } = this.#options;
    while ((await store.expire(clock.now(), batchMax)).length === batchMax);
    const next = await store.nextExpiration();
    if (next !== undefined) this.expect(next);
    if (lookMillis !== undefined) this.expect(millis(clock.now() + lookMillis));
  }

  async #sweep(signal: AbortSignal): Promise<void> {
    const { store, terms, clock, log } = this.#deps;
    const { retentionMillis, batchMax } = this.#options;
    let removed = 0;
    const remove = async (spanMillis: number, purge: (before: EpochMillis) => Promise<number>): Promise<void> => {
      const before = millis(clock.now() - spanMillis);
      for (let last = batchMax; last === batchMax && !signal.aborted; removed += last) last = await purge(before);
    };
    try {
      if (retentionMillis > 0) await remove(retentionMillis, (before) => store.purge(before, batchMax));
      for (const { tenantId, days } of await terms.callTerms())
        await remove(days * DAY_MILLIS, (before) => store.purgeOf(tenantId, before, batchMax));
    } finally {
      if (removed > 0) log.info("old persistent calls removed", { calls: removed });
    }
  }
}
