// Ends persistent calls whose time has come, at that time, and removes finished ones that are older than they are kept.
import type { Clock, EpochMillis, Timer } from "../../lib/clock.ts";
import { millis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { RpcStore } from "./rpc-store.ts";

export interface RpcExpirationSetting {
  /** How long finished calls are kept; 0 keeps them for ever. */
  readonly retentionMillis: number;
  /** Calls ended or removed in one commit; more take further commits. */
  readonly batchMax: number;
}

const PURGE_PERIOD_MILLIS = 3_600_000;
/** After a failure of the store. */
const RETRY_MILLIS = 10_000;

export class RpcExpiration {
  readonly #store: Pick<RpcStore, "expire" | "purge" | "nextExpiration">;
  readonly #clock: Clock;
  readonly #setting: RpcExpirationSetting;
  readonly #log: Logger;
  #next: { readonly at: EpochMillis; readonly timer: Timer } | undefined;
  #purgeTimer: Timer | undefined;
  /** Runs of this class follow each other. */
  #work: Promise<void> = Promise.resolve();
  #started = false;

  constructor(
    store: Pick<RpcStore, "expire" | "purge" | "nextExpiration">,
    clock: Clock,
    setting: RpcExpirationSetting,
    log: Logger,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#setting = setting;
    this.#log = log;
  }

  /** Ends what has expired while the platform was down. */
  async start(): Promise<void> {
    this.#started = true;
    if (this.#setting.retentionMillis > 0)
      this.#purgeTimer = this.#clock.every(PURGE_PERIOD_MILLIS, () => {
        this.#queue(() => this.#purge());
      });
    this.#queue(() => this.#expire());
    await this.#work;
  }

  async stop(): Promise<void> {
    this.#started = false;
    this.#purgeTimer?.cancel();
    this.#next?.timer.cancel();
    this.#purgeTimer = undefined;
    this.#next = undefined;
    await this.#work;
  }

  /** A call that expires at `at` has been stored. */
  expect(at: EpochMillis): void {
    if (!this.#started || (this.#next !== undefined && this.#next.at <= at)) return;
    this.#next?.timer.cancel();
    const timer = this.#clock.after(at - this.#clock.now(), () => {
      this.#next = undefined;
      this.#queue(() => this.#expire());
    });
    this.#next = { at, timer };
  }

  async #expire(): Promise<void> {
    const { batchMax } = this.#setting;
    while ((await this.#store.expire(this.#clock.now(), batchMax)).length === batchMax);
    const next = await this.#store.nextExpiration();
    if (next !== undefined) this.expect(next);
  }

  async #purge(): Promise<void> {
    const before = millis(this.#clock.now() - this.#setting.retentionMillis);
    while ((await this.#store.purge(before, this.#setting.batchMax)) === this.#setting.batchMax);
  }

  #queue(step: () => Promise<void>): void {
    this.#work = this.#work.then(step).catch((error: unknown) => {
      this.#log.error("persistent calls not expired", { error });
      this.expect(millis(this.#clock.now() + RETRY_MILLIS));
    });
  }
}
