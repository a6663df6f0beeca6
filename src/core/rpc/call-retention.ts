// Removes finished persistent calls that are older than their tenant keeps them. A call that is still on its way stays,
// however old: it would be lost without a word. Source: REST contract 5, `rpcTtlDays`.
import { millis, type Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import { DAY_MILLIS } from "../../lib/units.ts";
import type { TenantId } from "../ids.ts";
import type { RpcStore } from "./rpc-store.ts";

export interface CallTerm {
  readonly tenantId: TenantId;
  /** Finished calls created longer ago go; at least 1. */
  readonly days: number;
}

export interface CallRetentionDirectory {
  /** Tenants whose profile says how long calls are kept. */
  callTerms(): Promise<readonly CallTerm[]>;
}

export interface CallRetentionSettings {
  /** How often; setting `telemetry.retention.sweepSeconds`. */
  readonly sweepMillis: number;
  /** Calls removed in one commit; more take further commits. Setting `rpc.expirationBatchMax`. */
  readonly batchMax: number;
}

const FIRST_SWEEP_MILLIS = 60_000;

export class CallRetention {
  readonly #directory: CallRetentionDirectory;
  readonly #store: Pick<RpcStore, "purgeOf">;
  readonly #clock: Clock;
  readonly #settings: CallRetentionSettings;
  readonly #log: Logger;
  readonly #sweeps: Rounds;

  constructor(
    directory: CallRetentionDirectory,
    store: Pick<RpcStore, "purgeOf">,
    clock: Clock,
    settings: CallRetentionSettings,
    log: Logger,
  ) {
    this.#directory = directory;
    this.#store = store;
    this.#clock = clock;
    this.#settings = settings;
    this.#log = log;
    this.#sweeps = new Rounds(clock, settings.sweepMillis, {
      run: (signal) => this.#sweep(signal),
      failed: (error) => {
        log.warn("old persistent calls not removed", { error });
      },
    });
  }

  start(): void {
    // A platform that is started often has to come to it as well.
    this.#sweeps.start(Math.min(FIRST_SWEEP_MILLIS, this.#settings.sweepMillis));
  }

  /** Ends after the commit that runs. */
  stop(): Promise<void> {
    return this.#sweeps.stop();
  }

  async #sweep(signal: AbortSignal): Promise<void> {
    const { batchMax } = this.#settings;
    let removed = 0;
    try {
      for (const { tenantId, days } of await this.#directory.callTerms()) {
        const before = millis(this.#clock.now() - days * DAY_MILLIS);
        for (let last = batchMax; last === batchMax && !signal.aborted; removed += last)
          last = await this.#store.purgeOf(tenantId, before, batchMax);
      }
    } finally {
      if (removed > 0) this.#log.info("old persistent calls removed", { calls: removed });
    }
  }
}
