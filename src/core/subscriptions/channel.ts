// All subscribers to the same values of one owner. News is computed once for all. A new subscriber gets the present
// state and becomes a member in the same turn, so that no change is lost in between.
import { DomainError } from "../errors.ts";
import type { Update } from "./subscription.ts";
import { HeldEvents, type ValueEvent } from "./value-event.ts";
import type { ValueState } from "./value-state.ts";

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
  #state: ValueState | undefined;
  /** Events that arrive in the meantime. */
  #held: HeldEvents | undefined;
  #failure: DomainError | undefined;

  constructor(kind: "telemetry" | "attributes", source: ChannelSource, heldValuesMax: number) {
    this.kind = kind;
    this.#source = source;
    this.#held = new HeldEvents(heldValuesMax);
  }

  /** Reads the present state. If that fails, waiting members get the error. */
  async open(): Promise<void> {
    try {
      const state = await this.#source.read();
      for (let wait = this.#source.checking(); wait !== undefined; wait = this.#source.checking()) await wait;
      if (this.#held === undefined) return;
      const first = state.open(this.#held.events);
      this.#held = undefined;
      this.#state = state;
      for (const [member, { resolve, reject }] of this.#waiting) {
        if (member.isPermitted()) {
          this.#admit(member, first);
          resolve();
        } else reject(notPermitted());
      }
      this.#waiting.clear();
    } catch (error) {
      this.end(
        error instanceof DomainError
          ? error
          : new DomainError("unavailable", "the present values could not be read", { cause: error }),
      );
    }
  }

  get size(): number {
    return this.#members.size + this.#waiting.size;
  }

  /** The present state; undefined if it is not kept. */
  present(): Update | undefined {
    return this.#state?.present();
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

export function tooManyChanges(): DomainError {
  return new DomainError(
    "unavailable",
    "more values changed while the present ones were being read than may wait; ask for fewer keys or a shorter window",
  );
}
