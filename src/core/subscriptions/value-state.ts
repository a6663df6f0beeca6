// What the subscribers of a channel have seen, and what of an event is news to them. One class for each kind of request;
// none of them waits for anything.
import type { AttributeScope } from "../bus/events.ts";
import type { ReadAttribute, Sample, Update, WatchedKeys } from "./subscription.ts";
import { isSame, isSameValue, type ValueEvent } from "./value-event.ts";

export interface ValueState {
  /**
   * Takes over what was read. `held` are the events since before the reading began, up to one after everything that it
   * may have seen. Gives what a subscriber gets first: the state after all of them.
   */
  open(held: readonly ValueEvent[]): readonly Update[];
  /** What of the event is news; undefined for nothing. */
  take(event: ValueEvent): Update | undefined;
  /** What a later subscriber gets first; undefined where that is not kept. */
  present(): Update | undefined;
}

type Now = () => number;

/** The latest points. A point that is older than the latest of its key changes nothing here. */
export class LatestState implements ValueState {
  readonly #wants: (key: string) => boolean;
  readonly #named: readonly string[];
  readonly #now: Now;
  readonly #latest = new Map<string, Sample>();
  /** What the last new subscriber got, as long as it holds: many come at once after a restart. */
  #present: Update | undefined;

  constructor(keys: WatchedKeys, read: ReadonlyMap<string, Sample>, now: Now) {
    this.#wants = wanted(keys);
    this.#named = keys === "all" ? [] : keys;
    this.#now = now;
    for (const [key, sample] of read) this.#latest.set(key, sample);
  }

  open(held: readonly ValueEvent[]): readonly Update[] {
    // Folding an event that the reading has seen already changes nothing, or is put right by the next one.
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
    // A key that is asked for by its name is always there, as it is in an answer of REST (contract 9.1).
    for (const key of this.#named) present.set(key, [this.#latest.get(key) ?? this.#nothing()]);
    for (const [key, sample] of this.#latest) present.set(key, [sample]);
    // That there is nothing is true of the moment only.
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

/** Every point from a time on, in the order of storage; also one that is older than another. */
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

  /** What the reading has missed follows it; of each time only what was stored last, which the reading may know. */
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

/** The attributes of one scope, or of any: then a key may have several values at a time. */
export class AttributeState implements ValueState {
  readonly #wants: (key: string) => boolean;
  readonly #scope: AttributeScope | "any";
  readonly #now: Now;
  readonly #values = new Map<string, Map<AttributeScope, Sample>>();
  /** As for the latest points. */
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
        // In another scope the key may still have a value, and that is then the present one.
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

/** Samples that are gathered into one update, of each key and time the last one. */
class News {
  readonly #byKey = new Map<string, Map<number, Sample>>();

  add(key: string, sample: Sample): void {
    const known = this.#byKey.get(key) ?? new Map<number, Sample>();
    // One that comes again stands where it came last.
    known.delete(sample.ts);
    this.#byKey.set(key, known.set(sample.ts, sample));
  }

  /** Takes a sample out if it is in with this value. */
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
