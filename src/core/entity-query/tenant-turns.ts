// One query of a tenant at a time: queries are work of the main thread, so that a second one at the same time would only
// make both slower, and a tenant with many of them must not keep the others waiting.
import { DomainError } from "../errors.ts";

const RETRY_AFTER_SECONDS = 1;

export class TenantTurns {
  readonly #waitingMax: number;
  /** Those who wait, by tenant, for as long as one of the tenant runs. */
  readonly #waiting = new Map<string | null, (() => void)[]>();

  /** `waitingMax`: of one tenant; one more is refused. Setting `entityQuery.waitingMax`. */
  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  /** Runs `work` after what the tenant has asked for before. Throws `rate-limited` where too many wait already. */
  async run<Result>(tenantId: string | null, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#waiting.get(tenantId);
    if (queue === undefined) this.#waiting.set(tenantId, []);
    else {
      if (queue.length >= this.#waitingMax) throw this.#refusal();
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.get(tenantId)?.shift();
      if (next === undefined) this.#waiting.delete(tenantId);
      else next();
    }
  }

  #refusal(): DomainError {
    const value = this.#waitingMax;
    return new DomainError(
      "rate-limited",
      `the limit entityQuery.waitingMax of ${String(value)} entity queries of the tenant that wait is reached; retry in ${String(RETRY_AFTER_SECONDS)} s`,
      { limit: { name: "entityQuery.waitingMax", value }, retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}
