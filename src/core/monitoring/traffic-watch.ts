// One who looks at the messages of a device: what is sent at once, how much of it, and how much was left out.
import type { Clock, EpochMillis, Timer } from "../../lib/clock.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { DomainError } from "../errors.ts";
import type { TrafficMessage } from "./traffic-message.ts";

export interface TrafficUpdate {
  readonly messages: readonly TrafficMessage[];
  /** Messages that were left out since the last update. */
  readonly dropped: number;
}

export interface TrafficWatcher {
  /** Whether the watcher may still look; asked before each update. */
  mayRead(device: KnownDevice): boolean;
  /** First an empty one. False where it was not sent: its messages count as left out. */
  updated(update: TrafficUpdate): boolean;
  /** Nothing follows. */
  ended(reason: DomainError): void;
}

/** Messages that came within this time are sent together. */
const GATHER_MILLIS = 200;

export interface TrafficWatchDeps {
  readonly clock: Clock;
  readonly perSecondMax: number;
  /** The watcher may look no longer. */
  readonly forbidden: () => void;
}

export class TrafficWatch {
  readonly device: KnownDevice;
  readonly watcher: TrafficWatcher;
  readonly #deps: TrafficWatchDeps;
  #gathered: TrafficMessage[] = [];
  #dropped = 0;
  #timer: Timer | undefined;
  #second = 0;
  #inSecond = 0;

  constructor(device: KnownDevice, watcher: TrafficWatcher, deps: TrafficWatchDeps) {
    this.device = device;
    this.watcher = watcher;
    this.#deps = deps;
  }

  /** Whether one more message may be sent in this second; otherwise it counts as left out. */
  hasRoom(at: EpochMillis): boolean {
    const second = Math.floor(at / SECOND_MILLIS);
    if (second !== this.#second) [this.#second, this.#inSecond] = [second, 0];
    if (this.#inSecond < this.#deps.perSecondMax) return true;
    this.#dropped++;
    this.#sendSoon();
    return false;
  }

  /** A message is about to be sent. */
  take(): void {
    this.#inSecond++;
  }

  /** Replaces what is about to be sent of the same message. */
  add(message: TrafficMessage): void {
    const known = this.#gathered.findIndex(({ id }) => id === message.id);
    if (known < 0) this.#gathered.push(message);
    else this.#gathered[known] = message;
    this.#sendSoon();
  }

  stop(): void {
    this.#timer?.cancel();
  }

  #sendSoon(): void {
    this.#timer ??= this.#deps.clock.after(GATHER_MILLIS, () => {
      this.#timer = undefined;
      const update = { messages: this.#gathered, dropped: this.#dropped };
      this.#gathered = [];
      this.#dropped = 0;
      if (!this.watcher.mayRead(this.device)) this.#deps.forbidden();
      else if (!this.watcher.updated(update)) this.#dropped += update.messages.length + update.dropped;
    });
  }
}
