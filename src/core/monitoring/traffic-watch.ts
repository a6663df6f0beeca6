// A watcher of a device's messages: which are sent, at what rate, and how many were left out.
import type { Clock, EpochMillis, Timer } from "../../lib/clock.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { DomainError } from "../errors.ts";
import type { TrafficMessage } from "./traffic-message.ts";

export interface TrafficUpdate {
  readonly messages: readonly TrafficMessage[];
  /** Messages left out since the last update. */
  readonly dropped: number;
}

export interface TrafficWatcher {
  /** Whether the watcher may still read the device; called before each update. */
  mayRead(device: KnownDevice): boolean;
  /** The first update is empty. False if it was not sent: its messages then count as left out. */
  updated(update: TrafficUpdate): boolean;
  /** No updates follow. */
  ended(reason: DomainError): void;
}

/** Messages within this time are sent together. */
const GATHER_MILLIS = 200;

export interface TrafficWatchDeps {
  readonly clock: Clock;
  readonly perSecondMax: number;
  /** Called when the watcher may no longer read the device. */
  readonly forbidden: () => void;
  /** Whether the watcher is on another node; default: no. */
  readonly isForNode?: boolean;
}

export class TrafficWatch {
  readonly device: KnownDevice;
  readonly watcher: TrafficWatcher;
  readonly isForNode: boolean;
  readonly #deps: TrafficWatchDeps;
  #gathered: TrafficMessage[] = [];
  #dropped = 0;
  #timer: Timer | undefined;
  #second = 0;
  #inSecond = 0;

  constructor(device: KnownDevice, watcher: TrafficWatcher, deps: TrafficWatchDeps) {
    this.device = device;
    this.watcher = watcher;
    this.isForNode = deps.isForNode ?? false;
    this.#deps = deps;
  }

  /** Whether another message may be sent in this second; if not, it counts as left out. */
  hasRoom(at: EpochMillis): boolean {
    const second = Math.floor(at / SECOND_MILLIS);
    if (second !== this.#second) [this.#second, this.#inSecond] = [second, 0];
    if (this.#inSecond < this.#deps.perSecondMax) return true;
    this.#dropped++;
    this.#sendSoon();
    return false;
  }

  /** Counts a message that will be sent. */
  take(): void {
    this.#inSecond++;
  }

  /** Replaces an unsent version of the same message. */
  add(message: TrafficMessage): void {
    const known = this.#gathered.findIndex(({ id }) => id === message.id);
    if (known < 0) this.#gathered.push(message);
    else this.#gathered[known] = message;
    this.#sendSoon();
  }

  /** Sends on what another node has gathered. */
  forward({ messages, dropped }: TrafficUpdate): void {
    this.#dropped += dropped;
    this.#send(messages);
  }

  stop(): void {
    this.#timer?.cancel();
  }

  #sendSoon(): void {
    this.#timer ??= this.#deps.clock.after(GATHER_MILLIS, () => {
      this.#timer = undefined;
      const gathered = this.#gathered;
      this.#gathered = [];
      this.#send(gathered);
    });
  }

  #send(messages: readonly TrafficMessage[]): void {
    const update = { messages, dropped: this.#dropped };
    this.#dropped = 0;
    if (!this.watcher.mayRead(this.device)) this.#deps.forbidden();
    else if (!this.watcher.updated(update)) this.#dropped += update.messages.length + update.dropped;
  }
}
