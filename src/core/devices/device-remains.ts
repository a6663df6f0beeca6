// What is left of a deleted device in other stores: attributes, telemetry, calls, claims. The deletion itself notes what
// is to be done, so that neither a failing store nor a crash leaves anything behind for good.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { DeviceStore, UnfinishedDeletion } from "./device-store.ts";

/** Removes what one store keeps about devices that are gone. Repeating the call is harmless. */
export interface RemainsOfDevices {
  removeDevices(deleted: readonly UnfinishedDeletion[]): Promise<void>;
}

export interface DeviceRemainsSetting {
  /** How long a failed removal waits until it is tried again. */
  readonly retryMillis: number;
  /** Devices whose remains are removed together. */
  readonly batchMax: number;
}

export const DEVICE_REMAINS_SETTING: DeviceRemainsSetting = { retryMillis: 30_000, batchMax: 500 };

export class DeviceRemains {
  readonly #devices: Pick<DeviceStore, "unfinishedDeletions" | "finishDeletions">;
  readonly #keepers: readonly RemainsOfDevices[];
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #setting: DeviceRemainsSetting;
  #retry: Timer | undefined;
  #resuming: Promise<void> | undefined;
  #stopped = false;

  constructor(
    devices: Pick<DeviceStore, "unfinishedDeletions" | "finishDeletions">,
    keepers: readonly RemainsOfDevices[],
    clock: Clock,
    log: Logger,
    setting: DeviceRemainsSetting = DEVICE_REMAINS_SETTING,
  ) {
    this.#devices = devices;
    this.#keepers = keepers;
    this.#clock = clock;
    this.#log = log;
    this.#setting = setting;
  }

  get batchMax(): number {
    return this.#setting.batchMax;
  }

  /** Takes up what an earlier run left unfinished. */
  start(): void {
    this.#stopped = false;
    this.#resume();
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#retry?.cancel();
    await this.#resuming;
  }

  /** Resolves also where a store fails: what is left is known and tried again later. */
  async remove(deleted: readonly UnfinishedDeletion[]): Promise<void> {
    try {
      await this.#removeNow(deleted);
    } catch (error) {
      this.#log.warn("remains of deleted devices not removed yet", { devices: deleted.length, error });
      this.#retryLater();
    }
  }

  async #removeNow(deleted: readonly UnfinishedDeletion[]): Promise<void> {
    for (const keeper of this.#keepers) await keeper.removeDevices(deleted);
    await this.#devices.finishDeletions(deleted.map(({ deviceId }) => deviceId));
  }

  #retryLater(): void {
    this.#retry?.cancel();
    if (!this.#stopped)
      this.#retry = this.#clock.after(this.#setting.retryMillis, () => {
        this.#resume();
      });
  }

  #resume(): void {
    this.#resuming ??= this.#removeUnfinished()
      .catch((error: unknown) => {
        this.#log.warn("remains of deleted devices not removed yet", { error });
        this.#retryLater();
      })
      .finally(() => {
        this.#resuming = undefined;
      });
  }

  async #removeUnfinished(): Promise<void> {
    while (!this.#stopped) {
      const unfinished = await this.#devices.unfinishedDeletions(this.#setting.batchMax);
      if (unfinished.length === 0) return;
      await this.#removeNow(unfinished);
    }
  }
}
