// Ends persistent calls at the time at which they expire, and removes finished ones that are older than the platform or
// their tenant keeps them. A call that is not final stays, however old. Source: REST contract 5, `rpcTtlDays`.
import { millis, type Clock, type EpochMillis, type Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import { DAY_MILLIS } from "../../lib/units.ts";
import type { TenantId } from "../ids.ts";
import type { RpcStore } from "./rpc.ts";

export interface CallTerm {
  readonly tenantId: TenantId;
  /** Finished calls created longer ago go; at least 1. */
  readonly days: number;
}

export interface CallTerms {
  /** Tenants whose profile says how long calls are kept. */
  callTerms(): Promise<readonly CallTerm[]>;
}

export interface RpcExpirationDeps {
  readonly store: Pick<RpcStore, "expire" | "purge" | "purgeOf" | "nextExpiration">;
  readonly terms: CallTerms;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface RpcExpirationOptions {
  /** How long finished calls are kept where their tenant says nothing; 0 keeps them for ever. */
  readonly retentionMillis: number;
  /** How often old calls are removed. */
  readonly sweepMillis: number;
  /** Calls ended or removed in one commit; more take further commits. */
  readonly batchMax: number;
}

const FIRST_SWEEP_MILLIS = 60_000;
/** After a failure of the store. */
const RETRY_MILLIS = 10_000;

export class RpcExpiration {
  readonly #deps: RpcExpirationDeps;
  readonly #options: RpcExpirationOptions;
  readonly #sweeps: Rounds;
  #next: { readonly at: EpochMillis; readonly timer: Timer } | undefined;
  /** Expirations follow each other. */
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

  /** Ends what has expired while the platform was down. */
  async start(): Promise<void> {
    this.#started = true;
    // Early, for a platform that is restarted often.
    this.#sweeps.start(Math.min(FIRST_SWEEP_MILLIS, this.#options.sweepMillis));
    await this.#expireNow();
  }

  /** Ends after the commit that runs. */
  async stop(): Promise<void> {
    this.#started = false;
    this.#next?.timer.cancel();
    this.#next = undefined;
    await this.#sweeps.stop();
    await this.#expiring;
  }

  /** A call that expires at `at` has been stored. */
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
    const { batchMax } = this.#options;
    while ((await store.expire(clock.now(), batchMax)).length === batchMax);
    const next = await store.nextExpiration();
    if (next !== undefined) this.expect(next);
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
