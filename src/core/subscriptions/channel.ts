// All subscribers to the same values of one owner. News is computed once for all. A new subscriber gets the present
// state and becomes a member in the same turn, so that no change is lost in between.
import { DomainError } from "../errors.ts";
import type { Update } from "./subscription.ts";
import { HeldEvents, type ValueEvent } from "./value-event.ts";
import { difference, type ValueState } from "./value-state.ts";

/** A subscriber whose permission check is bound to the owner of the channel. */
export interface Member {
  isPermitted(): boolean;
  updated(update: Update): void;
  ended(reason: DomainError): void;
}

export interface ChannelSource {
  /** The read starts in the turn of the call, and sees all earlier events. */
  read(): Promise<ValueState>;
  /** A promise to wait for while members' read access is being checked; otherwise undefined. */
  checking(): Promise<void> | undefined;
}

export class Channel {
  /** The kind of values to watch. */
  readonly kind: "telemetry" | "attributes";
  readonly #source: ChannelSource;
  readonly #members = new Set<Member>();
  /** Members that joined before the present state was available. */
  readonly #waiting = new Map<Member, PromiseWithResolvers<void>>();
  readonly #heldValuesMax: number;
  #state: ValueState | undefined;
  /** What members have while it is read again. */
  #former: ValueState | undefined;
  /** Events that arrive while the present state is being read. */
  #held: HeldEvents | undefined;
  /** How often changes may have been missed while the present state was being read. */
  #misses = 0;
  #failure: DomainError | undefined;

  constructor(kind: "telemetry" | "attributes", source: ChannelSource, heldValuesMax: number) {
    this.kind = kind;
    this.#source = source;
    this.#heldValuesMax = heldValuesMax;
    this.#held = new HeldEvents(heldValuesMax);
  }

  /** Reads the present state. If that fails, waiting members get the error. */
  async open(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      this.end(unreadable(error));
    }
  }

  /**
   * Changes may have been missed: reads the present state again, and delivers what is different. If that fails, members go on
   * with what they have, and it rejects. Ends them if no state is kept.
   */
  async readAgain(): Promise<void> {
    const former = this.#state;
    const known = former?.present();
    if (former === undefined) this.#misses++;
    else if (known === undefined) this.end(missedChanges());
    else if (this.size > 0) {
      this.#state = undefined;
      this.#former = former;
      this.#held = new HeldEvents(this.#heldValuesMax);
      try {
        await this.#read(known);
      } catch (error) {
        this.#goOnWith(former);
        throw unreadable(error);
      } finally {
        this.#former = undefined;
      }
    }
  }

  /** `known`: what members have. */
  async #read(known?: Update): Promise<void> {
    let state: ValueState;
    let misses: number;
    do {
      misses = this.#misses;
      state = await this.#source.read();
      for (let wait = this.#source.checking(); wait !== undefined; wait = this.#source.checking()) await wait;
    } while (misses !== this.#misses);
    if (this.#held === undefined) return;
    const first = state.open(this.#held.events);
    this.#held = undefined;
    this.#state = state;
    const news = known && difference(known, state.present() ?? new Map());
    if (news !== undefined) for (const member of this.#members) member.updated(news);
    this.#admitWaiting(first);
  }

  #goOnWith(state: ValueState): void {
    const { events } = this.#held ?? { events: [] };
    if (this.#failure !== undefined) return;
    this.#held = undefined;
    this.#state = state;
    for (const event of events) this.take(event);
    const present = state.present();
    this.#admitWaiting(present === undefined ? [] : [present]);
  }

  #admitWaiting(first: readonly Update[]): void {
    for (const [member, { resolve, reject }] of this.#waiting) {
      if (member.isPermitted()) {
        this.#admit(member, first);
        resolve();
      } else reject(notPermitted());
    }
    this.#waiting.clear();
  }

  get size(): number {
    return this.#members.size + this.#waiting.size;
  }

  /** The present state; undefined if it is not kept. */
  present(): Update | undefined {
    return (this.#state ?? this.#former)?.present();
  }

  /**
   * Delivers the present state and then every change. Rejects with `forbidden`, with the error of the read, and with
   * `unavailable` if too much changed meanwhile.
   */
  async join(member: Member): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#state === undefined) {
      const admission = Promise.withResolvers<void>();
      this.#waiting.set(member, admission);
      await admission.promise;
      return;
    }
    if (!member.isPermitted()) throw notPermitted();
    const present = this.#state.present();
    this.#admit(member, present === undefined ? [] : [present]);
  }

  leave(member: Member): void {
    this.#members.delete(member);
    this.#waiting.delete(member);
  }

  take(event: ValueEvent): void {
    if (this.#held !== undefined) {
      if (!this.#held.add(event)) this.end(tooManyChanges());
      return;
    }
    const update = this.#state?.take(event);
    if (update !== undefined) for (const member of this.#members) member.updated(update);
  }

  /** Ends the members that may no longer read. */
  recheck(): void {
    for (const member of this.#members)
      if (!member.isPermitted()) {
        this.#members.delete(member);
        member.ended(notPermitted());
      }
  }

  /** Ends all members; no more can join. */
  end(reason: DomainError): void {
    this.#failure ??= reason;
    this.#held = undefined;
    const [members, waiting] = [[...this.#members], [...this.#waiting.values()]];
    this.#members.clear();
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
    for (const member of members) member.ended(reason);
  }

  #admit(member: Member, updates: readonly Update[]): void {
    for (const update of updates) member.updated(update);
    this.#members.add(member);
  }
}

function notPermitted(): DomainError {
  return new DomainError("forbidden", "the values of this device are not, or no longer, yours to read");
}

function unreadable(error: unknown): DomainError {
  return error instanceof DomainError
    ? error
    : new DomainError("unavailable", "the present values could not be read", { cause: error });
}

function missedChanges(): DomainError {
  return new DomainError("unavailable", "points that were stored cannot be shown any more; ask for them again");
}

export function tooManyChanges(): DomainError {
  return new DomainError(
    "unavailable",
    "more values changed while the present ones were being read than may wait; ask for fewer keys or a shorter window",
  );
}
