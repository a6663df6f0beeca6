// What the subscribers of a channel have already received, and which part of an event is news. One class per kind of
// request; none of them waits.
import type { AttributeScope } from "../bus/events.ts";
import type { ReadAttribute, Sample, Update, WatchedKeys } from "./subscription.ts";
import { isSame, isSameValue, type ValueEvent } from "./value-event.ts";

export interface ValueState {
  /**
   * Takes over what was read. `held` are the events from before the read began until all events that the read may have
   * seen. Returns the first updates of a subscriber: the state after all of them.
   */
  open(held: readonly ValueEvent[]): readonly Update[];
  /** The part of the event that is news; undefined if there is none. */
  take(event: ValueEvent): Update | undefined;
  /** The first update of a later subscriber; undefined if this state does not keep it. */
  present(): Update | undefined;
}

type Now = () => number;

/** The latest points. A point older than the latest of its key changes nothing. */
export class LatestState implements ValueState {
  readonly #wants: (key: string) => boolean;
  readonly #named: readonly string[];
  readonly #now: Now;
  readonly #latest = new Map<string, Sample>();
  /**
   * The update sent to the last new subscriber, reused until the state changes: many subscribe at once after a restart.
   */
  #present: Update | undefined;

  constructor(keys: WatchedKeys, read: ReadonlyMap<string, Sample>, now: Now) {
    this.#wants = wanted(keys);
    this.#named = keys === "all" ? [] : keys;
    this.#now = now;
    for (const [key, sample] of read) this.#latest.set(key, sample);
  }

  open(held: readonly ValueEvent[]): readonly Update[] {
    // An event that the read has already seen changes nothing, or is corrected by the next one.
    for (const event of held) this.take(event);
    return [this.present()];
  }

  take(event: ValueEvent): Update | undefined {
    const news = new News();
    if (event.kind === "telemetry-stored") {
      const { keys, ts, values } = event;
      for (let row = 0; row < keys.length; row++) {
        const key = keys[row] ?? "";
        const value = values[row];
        if (value !== undefined && this.#wants(key)) this.#store(key, { ts: ts[row] ?? 0, value }, news);
      }
    } else if (event.kind === "telemetry-deleted")
      event.keys.forEach((key, index) => {
        if (this.#wants(key)) this.#replace(key, event.latest[index] ?? undefined, news);
      });
    return news.update;
  }

  present(): Update {
    if (this.#present !== undefined) return this.#present;
    const present = new Map<string, readonly Sample[]>();
    // A key requested by name is always present, as in a REST answer (contract 9.1).
    for (const key of this.#named) present.set(key, [this.#latest.get(key) ?? this.#nothing()]);
    for (const [key, sample] of this.#latest) present.set(key, [sample]);
    // The update for "no value" carries the current time, so it cannot be reused.
    if (present.size === this.#latest.size) this.#present = present;
    return present;
  }

  #store(key: string, sample: Sample, news: News): void {
    const latest = this.#latest.get(key);
    if (latest !== undefined && (sample.ts < latest.ts || isSame(sample, latest))) return;
    this.#latest.set(key, sample);
    this.#present = undefined;
    news.add(key, sample);
  }

  #replace(key: string, sample: Sample | undefined, news: News): void {
    if (isSame(sample, this.#latest.get(key))) return;
    if (sample === undefined) this.#latest.delete(key);
    else this.#latest.set(key, sample);
    this.#present = undefined;
    news.add(key, sample ?? this.#nothing());
  }

  #nothing(): Sample {
    return { ts: this.#now(), value: null };
  }
}

/** All points from a given time on, in order of storage, including points older than ones already sent. */
export class PointsFromState implements ValueState {
  readonly #wants: (key: string) => boolean;
  readonly #startTs: number;
  readonly #first: Update;
  readonly #now: Now;

  constructor({ keys, startTs }: { readonly keys: WatchedKeys; readonly startTs: number }, read: Update, now: Now) {
    this.#wants = wanted(keys);
    this.#startTs = startTs;
    this.#first = read;
    this.#now = now;
  }

  /**
   * Points that the read missed follow it. For each time only the last stored point counts, and it is dropped if the
   * read already contains it.
   */
  open(held: readonly ValueEvent[]): readonly Update[] {
    const later = new News();
    for (const event of held) this.#collect(event, later);
    for (const [key, samples] of this.#first) for (const sample of samples) later.drop(key, sample);
    return later.update === undefined ? [this.#first] : [this.#first, later.update];
  }

  take(event: ValueEvent): Update | undefined {
    const news = new News();
    this.#collect(event, news);
    return news.update;
  }

  present(): undefined {
    return undefined;
  }

  #collect(event: ValueEvent, news: News): void {
    if (event.kind === "telemetry-stored") {
      const { keys, ts, values } = event;
      for (let row = 0; row < keys.length; row++) {
        const key = keys[row] ?? "";
        const sample = { ts: ts[row] ?? 0, value: values[row] ?? null };
        if (sample.ts >= this.#startTs && this.#wants(key)) news.add(key, sample);
      }
    } else if (event.kind === "telemetry-deleted")
      event.keys.forEach((key, index) => {
        if (this.#wants(key) && (event.latest[index] ?? null) === null) news.add(key, { ts: this.#now(), value: null });
      });
  }
}

/** The attributes of one scope, or of any scope; then a key may have several values at a time. */
export class AttributeState implements ValueState {
  readonly #wants: (key: string) => boolean;
  readonly #scope: AttributeScope | "any";
  readonly #now: Now;
  readonly #values = new Map<string, Map<AttributeScope, Sample>>();
  /** As in `LatestState`. */
  #present: Update | undefined;

  constructor(
    { scope, keys }: { readonly scope: AttributeScope | "any"; readonly keys: WatchedKeys },
    read: readonly ReadAttribute[],
    now: Now,
  ) {
    this.#wants = wanted(keys);
    this.#scope = scope;
    this.#now = now;
    for (const { key, scope: of, value, lastUpdateTs: ts } of read) this.#set(key, of, { ts, value });
  }

  open(held: readonly ValueEvent[]): readonly Update[] {
    for (const event of held) this.take(event);
    return [this.present()];
  }

  take(event: ValueEvent): Update | undefined {
    const news = new Map<string, readonly Sample[]>();
    if (event.kind === "saved" && this.#covers(event.scope)) {
      for (const [key, value] of event.values) {
        const sample = { ts: event.ts, value };
        if (!this.#wants(key) || isSame(this.#values.get(key)?.get(event.scope), sample)) continue;
        this.#set(key, event.scope, sample);
        news.set(key, [sample]);
      }
    } else if (event.kind === "deleted" && this.#covers(event.scope))
      for (const key of event.keys) {
        const scopes = this.#values.get(key);
        if (scopes?.delete(event.scope) !== true) continue;
        if (scopes.size === 0) this.#values.delete(key);
        // The key may still have a value in another scope, which is then the present one.
        news.set(key, scopes.size === 0 ? [{ ts: this.#now(), value: null }] : newestFirst([...scopes.values()]));
      }
    if (news.size === 0) return undefined;
    this.#present = undefined;
    return news;
  }

  present(): Update {
    this.#present ??= new Map([...this.#values].map(([key, scopes]) => [key, newestFirst([...scopes.values()])]));
    return this.#present;
  }

  #covers(scope: AttributeScope): boolean {
    return this.#scope === "any" || this.#scope === scope;
  }

  #set(key: string, scope: AttributeScope, sample: Sample): void {
    const scopes = this.#values.get(key) ?? new Map<AttributeScope, Sample>();
    this.#values.set(key, scopes.set(scope, sample));
  }
}

/** What a subscriber that has `before` needs to have `after`; undefined if nothing. A key that has gone gets no value. */
export function difference(before: Update, after: Update): Update | undefined {
  const news = new Map<string, readonly Sample[]>();
  for (const [key, samples] of after) if (!areSame(before.get(key), samples)) news.set(key, samples);
  for (const [key, samples] of before) if (!after.has(key)) news.set(key, [{ ts: samples[0]?.ts ?? 0, value: null }]);
  return news.size === 0 ? undefined : news;
}

function areSame(one: readonly Sample[] | undefined, other: readonly Sample[]): boolean {
  return one?.length === other.length && one.every((sample, index) => isSameOrNone(sample, other[index]));
}

/** "No value" carries the time at which it was looked up. */
function isSameOrNone(one: Sample, other: Sample | undefined): boolean {
  return other !== undefined && (one.value === null ? other.value === null : isSame(one, other));
}

/** Samples gathered into one update; for each key and time only the last one. */
class News {
  readonly #byKey = new Map<string, Map<number, Sample>>();

  add(key: string, sample: Sample): void {
    const known = this.#byKey.get(key) ?? new Map<number, Sample>();
    // A repeated sample moves to the end.
    known.delete(sample.ts);
    this.#byKey.set(key, known.set(sample.ts, sample));
  }

  /** Removes a sample if it is present with the same value. */
  drop(key: string, sample: Sample): void {
    const known = this.#byKey.get(key);
    const found = known?.get(sample.ts);
    if (known === undefined || found === undefined || !isSameValue(found.value, sample.value)) return;
    known.delete(sample.ts);
    if (known.size === 0) this.#byKey.delete(key);
  }

  get update(): Update | undefined {
    if (this.#byKey.size === 0) return undefined;
    return new Map([...this.#byKey].map(([key, samples]) => [key, newestFirst([...samples.values()])]));
  }
}

function newestFirst(samples: Sample[]): readonly Sample[] {
  return samples.length > 1 ? samples.sort((one, other) => other.ts - one.ts) : samples;
}

function wanted(keys: WatchedKeys): (key: string) => boolean {
  if (keys === "all") return () => true;
  const named: ReadonlySet<string> = new Set(keys);
  return (key) => named.has(key);
}
