// Removes finished persistent calls that are older than their tenant keeps them. A call that is still on its way stays,
// however old: it would be lost without a word. Source: REST contract 5, `rpcTtlDays`.
import { millis, type Clock, type Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
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

const DAY_MILLIS = 86_400_000;
const FIRST_SWEEP_MILLIS = 60_000;

export class CallRetention {
  readonly #directory: CallRetentionDirectory;
  readonly #store: Pick<RpcStore, "purgeOf">;
  readonly #clock: Clock;
  readonly #settings: CallRetentionSettings;
  readonly #log: Logger;
  #timer: Timer | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopping = false;

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
  }

  start(): void {
    this.#schedule(Math.min(FIRST_SWEEP_MILLIS, this.#settings.sweepMillis));
  }

  /** Ends after the commit that runs. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#running;
  }

  #schedule(delayMillis: number): void {
    this.#timer = this.#clock.after(delayMillis, () => {
      this.#running = this.#sweep().finally(() => {
        if (!this.#isStopping) this.#schedule(this.#settings.sweepMillis);
      });
    });
  }

  async #sweep(): Promise<void> {
    const { batchMax } = this.#settings;
    let removed = 0;
    try {
      for (const { tenantId, days } of await this.#directory.callTerms()) {
        const before = millis(this.#clock.now() - days * DAY_MILLIS);
        for (let last = batchMax; last === batchMax && !this.#isStopping; removed += last)
          last = await this.#store.purgeOf(tenantId, before, batchMax);
      }
    } catch (error) {
      this.#log.warn("old persistent calls not removed", { error });
    }
    if (removed > 0) this.#log.info("old persistent calls removed", { calls: removed });
  }
}
