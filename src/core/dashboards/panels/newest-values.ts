// The newest values of the devices that visible panels show, for one who watches: they come within a moment, while reports are
// computed again at most every two seconds.
import type { Clock, Timer } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { typedCell } from "../../analytics/report/encode-report.ts";
import type { DeviceKeys } from "../../analytics/live/live-channels.ts";
import type { DeviceDirectory, KnownDevice } from "../../devices/known-device.ts";
import { DomainError } from "../../errors.ts";
import type { DeviceId } from "../../ids.ts";
import type { LiveSubscription, Sample, Update } from "../../subscriptions/subscription.ts";
import type { Subscriptions } from "../../subscriptions/subscriptions.ts";

/** Between two events; values that arrive meanwhile come together, of each key the newest. */
const PAUSE_MILLIS = 100;
/** Devices that are watched for one caller. Values of others come with the next computation. */
const WATCHED_DEVICES_MAX = 1_000;

export interface NewestValueDeps {
  readonly subscriptions: Pick<Subscriptions, "subscribe">;
  readonly devices: Pick<DeviceDirectory, "loadById">;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface ValueWatcher {
  /** Whether the caller may still read values of the device. */
  mayRead(device: KnownDevice): boolean;
  /** `{"<device>":{"<key>":[ts,value],…},…}`: the values that devices have now, then those that are new. */
  updated(text: string): void;
}

interface Watched {
  readonly keys: string;
  /** Undefined until it is there. */
  subscription: LiveSubscription | undefined;
  isOver: boolean;
}

export class NewestValues {
  readonly #deps: NewestValueDeps;
  readonly #watcher: ValueWatcher;
  readonly #watched = new Map<DeviceId, Watched>();
  #waiting = new Map<DeviceId, Map<string, Sample>>();
  #pause: Timer | undefined;

  constructor(deps: NewestValueDeps, watcher: ValueWatcher) {
    this.#deps = deps;
    this.#watcher = watcher;
  }

  /** These devices and keys in the place of those that were watched. */
  watch(shown: DeviceKeys): void {
    const wanted = new Map([...shown].slice(0, WATCHED_DEVICES_MAX));
    for (const [id, watched] of [...this.#watched])
      if (textOf(wanted.get(id)) !== watched.keys) this.#drop(id, watched);
    for (const [id, keys] of wanted) if (!this.#watched.has(id)) void this.#open(id, keys);
  }

  cancel(): void {
    for (const [id, watched] of [...this.#watched]) this.#drop(id, watched);
    this.#pause?.cancel();
    this.#waiting.clear();
  }

  /** Never rejects. A device that cannot be watched now is tried again after the next computation. */
  async #open(id: DeviceId, keys: ReadonlySet<string>): Promise<void> {
    const watched: Watched = { keys: textOf(keys), subscription: undefined, isOver: false };
    this.#watched.set(id, watched);
    try {
      const device = await this.#deps.devices.loadById(id);
      if (device === undefined) throw new DomainError("not-found", `device ${id} does not exist`);
      watched.subscription = await this.#deps.subscriptions.subscribe(
        { kind: "device", device },
        { kind: "latest", keys: sorted(keys) },
        {
          mayRead: (known) => this.#watcher.mayRead(known),
          updated: (update) => {
            if (!watched.isOver) this.#take(id, update);
          },
          ended: () => {
            this.#drop(id, watched);
          },
        },
      );
      if (watched.isOver) watched.subscription.cancel();
    } catch (error) {
      this.#drop(id, watched);
      if (!(error instanceof DomainError)) this.#deps.log.error("a device cannot be watched", { deviceId: id, error });
    }
  }

  #drop(id: DeviceId, watched: Watched): void {
    if (watched.isOver) return;
    watched.isOver = true;
    watched.subscription?.cancel();
    if (this.#watched.get(id) === watched) this.#watched.delete(id);
  }

  #take(id: DeviceId, update: Update): void {
    const values = this.#waiting.get(id) ?? new Map<string, Sample>();
    for (const [key, [sample]] of update) if (sample !== undefined) values.set(key, sample);
    if (values.size > 0) this.#waiting.set(id, values);
    this.#send();
  }

  #send(): void {
    if (this.#pause !== undefined || this.#waiting.size === 0) return;
    this.#pause = this.#deps.clock.after(PAUSE_MILLIS, () => {
      this.#pause = undefined;
      this.#send();
    });
    const waiting = this.#waiting;
    this.#waiting = new Map();
    const devices = [...waiting].map(([id, values]) => {
      const texts = [...values].map(
        ([key, { ts, value }]) => `${JSON.stringify(key)}:[${String(ts)},${typedCell(value)}]`,
      );
      return `"${id}":{${texts.join(",")}}`;
    });
    this.#watcher.updated(`{${devices.join(",")}}`);
  }
}

function sorted(keys: ReadonlySet<string>): readonly string[] {
  return [...keys].sort();
}

/** Equal for equal sets; empty for none. */
function textOf(keys: ReadonlySet<string> | undefined): string {
  return keys === undefined ? "" : JSON.stringify(sorted(keys));
}
