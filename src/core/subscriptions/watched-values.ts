// The watched values of one owner: its channels, and whether they have to wait for a check of who may still read.
import { DomainError } from "../errors.ts";
import { Channel, tooManyChanges, type ChannelSource } from "./channel.ts";
import type { WatchedOwner } from "./subscription.ts";
import { HeldEvents, type ValueEvent } from "./value-event.ts";

export class WatchedValues {
  readonly owner: WatchedOwner;
  /** Subscribers waiting to join. */
  arriving = 0;
  readonly #heldValuesMax: number;
  readonly #byName = new Map<string, Channel>();
  readonly #channels = new Set<Channel>();
  #checking: Promise<void> | undefined;
  #held: HeldEvents | undefined;

  constructor(owner: WatchedOwner, heldValuesMax: number) {
    this.owner = owner;
    this.#heldValuesMax = heldValuesMax;
  }

  get isIdle(): boolean {
    return this.#channels.size === 0 && this.arriving === 0 && this.#checking === undefined;
  }

  has(kind: Channel["kind"]): boolean {
    for (const channel of this.#channels) if (channel.kind === kind) return true;
    return false;
  }

  /** Settles when the current check has ended; undefined if there is none. */
  get checking(): Promise<void> | undefined {
    return this.#checking;
  }

  find(name: string): Channel | undefined {
    return this.#byName.get(name);
  }

  /** Adds a channel. If it has a name, later subscribers can find it. */
  add(kind: Channel["kind"], name: string | undefined, read: ChannelSource["read"]): Channel {
    const channel = new Channel(kind, { read, checking: () => this.#checking }, this.#heldValuesMax);
    this.#channels.add(channel);
    if (name !== undefined) this.#byName.set(name, channel);
    return channel;
  }

  /** Forgets a channel without members. */
  remove(channel: Channel): void {
    this.#channels.delete(channel);
    for (const [name, known] of this.#byName) if (known === channel) this.#byName.delete(name);
  }

  take(event: ValueEvent): void {
    if (this.#held === undefined) for (const channel of this.#channels) channel.take(event);
    else if (!this.#held.add(event)) this.end(tooManyChanges());
  }

  /** Changes of this kind may have been missed. Rejects if not all of them can be read. */
  async readAgain(kind: Channel["kind"]): Promise<void> {
    for (const channel of [...this.#channels]) if (channel.kind === kind) await channel.readAgain();
  }

  /** Holds all events until `refreshed` has settled, then ends the members that may no longer read. */
  check(refreshed: Promise<void>, done: () => void): void {
    this.#held ??= new HeldEvents(this.#heldValuesMax);
    const checking = refreshed.then(
      () => {
        // A later check also covers this one.
        if (this.#checking === checking) this.#checked(done);
      },
      (error: unknown) => {
        this.end(new DomainError("unavailable", "it could not be found out who may read", { cause: error }));
        this.#checked(done);
      },
    );
    this.#checking = checking;
  }

  end(reason: DomainError): void {
    const channels = [...this.#channels];
    this.#channels.clear();
    this.#byName.clear();
    for (const channel of channels) channel.end(reason);
  }

  #checked(done: () => void): void {
    this.#checking = undefined;
    const events = this.#held?.events ?? [];
    this.#held = undefined;
    for (const channel of this.#channels) channel.recheck();
    for (const event of events) this.take(event);
    done();
  }
}
