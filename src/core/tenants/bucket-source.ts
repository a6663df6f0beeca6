// Where the token buckets of limits come from: a platform that runs alone makes them for whoever asks; nodes of a cluster keep
// buckets that all of them take from.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import { remember } from "../../lib/remember.ts";
import type { Count, CountKind, SharedCounts } from "../shared-counts.ts";
import { parseRateLimit, TokenBuckets, type RateLimit } from "./rate-limits.ts";

export interface BucketSource {
  /** The buckets of the party with this id. */
  of(id: string, limit: RateLimit, now: EpochMillis): TokenBuckets;
}

/** The buckets start full, and belong to whoever asks. */
export const ownBuckets: BucketSource = { of: (_id, limit, now) => new TokenBuckets(limit, now) };

export function bucketSource(counts: SharedCounts | undefined, clock: Clock, kind: CountKind): BucketSource {
  return counts === undefined ? ownBuckets : new SharedBuckets(counts, clock, kind);
}

/**
 * Kept by party and limit, whoever asks, and also for parties that only other nodes have heard of: theirs are not full when they
 * come here. A limit that is changed has new ones.
 */
class SharedBuckets implements BucketSource {
  readonly #keptMax: number;
  readonly #count: Count;
  /** In order of use. */
  readonly #kept = new Map<string, TokenBuckets>();
  /** Limits that were heard of, by name and text. */
  readonly #limits = new Map<string, RateLimit | null>();

  constructor(counts: SharedCounts, clock: Clock, kind: CountKind) {
    this.#keptMax = counts.keptMax;
    this.#count = counts.join(kind, (key, count) => {
      const now = clock.now();
      this.#heardOf(key, now)?.takeElsewhere(count, now);
    });
  }

  of(id: string, limit: RateLimit, now: EpochMillis): TokenBuckets {
    // Other nodes may know a new limit earlier or later, so its text is part of the key. None of the three has a space.
    const key = `${id} ${limit.name} ${limit.text}`;
    return this.#keep(key, this.#kept.get(key) ?? this.#new(key, limit, now));
  }

  #heardOf(key: string, now: EpochMillis): TokenBuckets | undefined {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return this.#keep(key, kept);
    const [, name = "", text = ""] = key.split(" ");
    const limitKey = `${name} ${text}`;
    const known = this.#limits.get(limitKey);
    const limit = known === undefined ? parseRateLimit(text, name) : known;
    remember(this.#limits, limitKey, limit, this.#keptMax);
    return limit === null ? undefined : this.#keep(key, this.#new(key, limit, now));
  }

  #new(key: string, limit: RateLimit, now: EpochMillis): TokenBuckets {
    return new TokenBuckets(limit, now, (count) => this.#count(key, count));
  }

  #keep(key: string, buckets: TokenBuckets): TokenBuckets {
    this.#kept.delete(key);
    remember(this.#kept, key, buckets, this.#keptMax);
    return buckets;
  }
}
