// Bounds the memory of answers that their callers have not read yet: a caller who asks for much and reads nothing cannot
// fill it. Small answers are not counted; the number of connections bounds those.
import type { FastifyInstance, FastifyReply } from "fastify";
import { DomainError } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";

export interface UnsentAnswerLimits {
  /** Characters of all large answers together; one more is refused as `rate-limited`, unless it is alone. */
  readonly unsentCharsMax: number;
  /** How long a caller may take to read a large answer; then the connection is closed. */
  readonly takeSeconds: number;
}

const LARGE_CHARS = 65_536;
const RETRY_AFTER_SECONDS = 5;

export class UnsentAnswers {
  readonly #limits: UnsentAnswerLimits;
  readonly #clock: Clock;
  #chars = 0;

  constructor(limits: UnsentAnswerLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** To be called before routes are added. */
  install(app: FastifyInstance): void {
    app.addHook("onSend", (_request, reply, payload, done) => {
      const chars = typeof payload === "string" ? payload.length : 0;
      if (chars < LARGE_CHARS || reply.raw.destroyed) done(null, payload);
      else if (this.#chars > 0 && this.#chars + chars > this.#limits.unsentCharsMax) done(this.#refusal());
      else {
        this.#hold(reply, chars);
        done(null, payload);
      }
    });
  }

  #hold({ raw }: FastifyReply, chars: number): void {
    this.#chars += chars;
    const deadline = this.#clock.after(this.#limits.takeSeconds * SECOND_MILLIS, () => {
      raw.destroy();
    });
    raw.once("close", () => {
      this.#chars -= chars;
      deadline.cancel();
    });
  }

  #refusal(): DomainError {
    const value = this.#limits.unsentCharsMax;
    return new DomainError("rate-limited", "too many large answers wait to be read by those who asked for them", {
      limit: { name: "http.unsentAnswersMebibytes", value },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}
