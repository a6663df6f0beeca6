// Rate limits in the notation of tenant profiles, `count:seconds[,count:seconds…]`, and the token buckets that enforce
// them. Buckets refill continuously, and a check allocates nothing. Source: MQTT contract, section 11.
import type { EpochMillis } from "../../lib/clock.ts";
import { DomainError, invalid } from "../errors.ts";

/** At most `count` within `seconds`. */
export interface RateLimitPart {
  readonly count: number;
  readonly seconds: number;
}

/** A limit with at least one part; all parts must allow. `null` stands for "no limit". */
export interface RateLimit {
  /** The setting or profile field that contains it. */
  readonly name: string;
  readonly text: string;
  readonly parts: readonly RateLimitPart[];
}

const PART = /^([0-9]{1,15}):([0-9]{1,9})$/;

/** More parts than are useful, but few enough to keep a check short. */
const RATE_LIMIT_PARTS_MAX = 8;

/**
 * Parses the limit in field `name`: null for an absent, null or empty one, which means unlimited. Throws `invalid` for
 * any other text that does not have the format, for a zero, or for a duplicate number of seconds.
 */
export function parseRateLimit(value: unknown, name: string): RateLimit | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string") throw invalid(`${name} must be text such as "20:1,600:60", got ${typeof value}`);
  const texts = value.split(",");
  if (texts.length > RATE_LIMIT_PARTS_MAX)
    throw invalid(`${name} may have ${String(RATE_LIMIT_PARTS_MAX)} parts, got ${String(texts.length)}`);
  const parts = texts.map((text) => parsePart(text.trim(), name));
  const seen = new Set<number>();
  for (const { seconds } of parts) {
    if (seen.has(seconds)) throw invalid(`${name} has two limits for ${String(seconds)} seconds: "${value}"`);
    seen.add(seconds);
  }
  return { name, text: parts.map(({ count, seconds }) => `${String(count)}:${String(seconds)}`).join(","), parts };
}

function parsePart(text: string, name: string): RateLimitPart {
  const match = PART.exec(text);
  const count = Number(match?.[1]);
  const seconds = Number(match?.[2]);
  if (match === null || count === 0 || seconds === 0)
    throw invalid(
      `${name} must be "count:seconds" with both above zero, or a comma list of those, got "${text.slice(0, 64)}"`,
    );
  return { count, seconds };
}

/** A part of a limit with its remaining tokens. */
export interface RateLimitState extends RateLimitPart {
  readonly remaining: number;
  /** Whole seconds until one more token is available; 0 if the bucket is full. */
  readonly nextInSeconds: number;
}

/** Absorbs rounding of fractional tokens, so that a bucket is full again exactly when its time has passed. */
const ROUNDING = 1e-6;

/** What buckets owe at most, in times of their count, so that no message of another node can empty them for ever. */
const OWED_MAX = 16;

/** The token buckets of one limit for one party, initially full. A clock that runs backwards adds no tokens. */
export class TokenBuckets {
  readonly limit: RateLimit;
  readonly #tokens: Float64Array;
  /** Tokens for which full buckets had no room within the last second; null if nobody else takes from them. */
  readonly #spilled: number[] | null;
  readonly #tell: ((count: number) => void) | undefined;
  #filledAt: number;

  /** `tell` is called with everything that is taken here, if others take from the same buckets: see `takeElsewhere`. */
  constructor(limit: RateLimit, now: EpochMillis, tell?: (count: number) => void) {
    this.limit = limit;
    this.#tokens = Float64Array.from(limit.parts, (part) => part.count);
    this.#spilled = tell === undefined ? null : limit.parts.map(() => 0);
    this.#tell = tell;
    this.#filledAt = now;
  }

  /** Whether `count` tokens are available; takes none. */
  has(count: number, now: EpochMillis): boolean {
    this.#refill(now);
    for (const tokens of this.#tokens) if (tokens + ROUNDING < count) return false;
    return true;
  }

  /** Takes tokens that `has` has just reported as available. */
  take(count: number): void {
    const tokens = this.#tokens;
    for (let index = 0; index < tokens.length; index++) tokens[index] = Math.max(0, (tokens[index] ?? 0) - count);
    this.#tell?.(count);
  }

  /**
   * Takes what has been let pass elsewhere within the last second, whether or not there is as much: buckets may owe tokens
   * then. What they had no room for in that second is taken first, as it would have been there.
   */
  takeElsewhere(count: number, now: EpochMillis): void {
    this.#refill(now);
    const tokens = this.#tokens;
    const spilled = this.#spilled ?? [];
    for (const [index, part] of this.limit.parts.entries()) {
      const found = Math.min(spilled[index] ?? 0, count);
      spilled[index] = (spilled[index] ?? 0) - found;
      tokens[index] = Math.max(-OWED_MAX * part.count, (tokens[index] ?? 0) - (count - found));
    }
  }

  /** `has` and `take` in one step. */
  tryTake(count: number, now: EpochMillis): boolean {
    if (!this.has(count, now)) return false;
    this.take(count);
    return true;
  }

  /** The remaining tokens of each part. */
  state(now: EpochMillis): readonly RateLimitState[] {
    this.#refill(now);
    return this.limit.parts.map((part, index) => {
      const tokens = Math.min(part.count, (this.#tokens[index] ?? 0) + ROUNDING);
      const remaining = Math.max(0, Math.floor(tokens));
      const missing = remaining === part.count ? 0 : remaining + 1 - tokens;
      return { ...part, remaining, nextInSeconds: Math.ceil((missing * part.seconds) / part.count) };
    });
  }

  /**
   * The refusal of `count` tokens, with the limit and the time until enough are available; its reason is "beyond-limit"
   * if there will never be as many.
   */
  refusal(count: number): DomainError {
    const { name, text, parts } = this.limit;
    const limit = { name, value: text };
    const retryAfterSeconds = this.secondsUntil(count);
    const countMax = Math.min(...parts.map((part) => part.count));
    if (count <= countMax)
      return new DomainError("rate-limited", `the rate limit ${name} of ${text} (count:seconds) is reached`, {
        limit,
        retryAfterSeconds,
      });
    const message = `a message may bring ${String(countMax)} data points by the rate limit ${name} of ${text} (count:seconds), got ${String(count)}`;
    return new DomainError("rate-limited", message, { limit, retryAfterSeconds, reason: "beyond-limit" });
  }

  /** Whole seconds until `count` tokens are available, at least 1. */
  secondsUntil(count: number): number {
    let seconds = 0;
    for (const [index, part] of this.limit.parts.entries()) {
      const missing = Math.min(count, part.count) - (this.#tokens[index] ?? 0);
      seconds = Math.max(seconds, (missing * part.seconds) / part.count);
    }
    return Math.max(1, Math.ceil(seconds));
  }

  #refill(now: EpochMillis): void {
    const elapsed = now - this.#filledAt;
    if (elapsed === 0) return;
    this.#filledAt = now;
    if (elapsed < 0) return;
    if (this.#spilled !== null) this.#spill(this.#spilled, elapsed);
    const { parts } = this.limit;
    const tokens = this.#tokens;
    for (let index = 0; index < tokens.length; index++) {
      const part = parts[index];
      if (part === undefined) continue;
      tokens[index] = Math.min(part.count, (tokens[index] ?? 0) + (elapsed * part.count) / (part.seconds * 1000));
    }
  }

  /** Notes what a refill after this time has no room for. */
  #spill(spilled: number[], elapsed: number): void {
    for (const [index, { count, seconds }] of this.limit.parts.entries()) {
      const excess = (this.#tokens[index] ?? 0) + (elapsed * count) / (seconds * 1000) - count;
      if (excess > 0) spilled[index] = Math.min(count / seconds, (spilled[index] ?? 0) + excess);
    }
  }
}
