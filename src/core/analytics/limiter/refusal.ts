// What a limiter answers to whom it cannot let in, with how full it was at that moment.
import { AnalyticsError } from "../analytics-error.ts";

/** `LIMIT_REACHED` or `QUEUE_TIMEOUT`: kind `rate-limited`. */
export class Refusal extends AnalyticsError {
  readonly running: number;
  readonly waiting: number;

  constructor(
    code: "LIMIT_REACHED" | "QUEUE_TIMEOUT",
    message: string,
    state: { readonly retryAfterSeconds: number; readonly running: number; readonly waiting: number },
  ) {
    super(code, message, [], { retryAfterSeconds: state.retryAfterSeconds });
    this.running = state.running;
    this.waiting = state.waiting;
  }
}

/** Callers who did not get a slot, by reason. */
export interface RefusalCounts {
  readonly limitReached: number;
  readonly queueTimeout: number;
  /** Who went away while waiting. */
  readonly callersGone: number;
}

export const NO_REFUSALS: RefusalCounts = { limitReached: 0, queueTimeout: 0, callersGone: 0 };
