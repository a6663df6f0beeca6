// Remembers which clients connect with a user name that no basic credentials combine with their client id. Such credentials come first,
// so for a device with a token every CONNECT would ask the store for them. Source: MQTT contract 1.2.
import { remember } from "../../lib/remember.ts";
import { RowCache } from "../../lib/row-cache.ts";
import type { DeviceId } from "../ids.ts";

/** Client ids of one device; beyond that, the one that was not used for longest is looked for again. */
const CLIENT_IDS_MAX = 8;

export class UnpairedClients {
  /** By the id that credentials of the client id and the user name would have. */
  readonly #unpaired: RowCache<string, true>;
  /** The same ids by the device that the user name alone names, those used last at the end. */
  readonly #ofDevice = new Map<DeviceId, readonly string[]>();
  readonly #max: number;

  /** `max`: devices, and client ids in all. */
  constructor(isStored: (credentialsId: string) => Promise<boolean>, max: number) {
    this.#max = max;
    this.#unpaired = new RowCache({ load: async (pair) => ((await isStored(pair)) ? undefined : true), max });
  }

  /** Whether there are no credentials with this id. The client must have shown that it is the device: others could fill the memory. */
  async has(deviceId: DeviceId, pair: string): Promise<boolean> {
    if ((await this.#unpaired.find(pair)) === undefined) return false;
    const others = (this.#ofDevice.get(deviceId) ?? []).filter((other) => other !== pair);
    if (others.length >= CLIENT_IDS_MAX) this.#unpaired.forget(others.shift() ?? pair);
    this.#ofDevice.delete(deviceId);
    remember(this.#ofDevice, deviceId, [...others, pair], this.#max);
    return true;
  }

  /** The ids that there were no credentials with. */
  get pairs(): readonly string[] {
    return [...this.#ofDevice.values()].flat();
  }

  /** There may be credentials with this id now. */
  forget(pair: string): void {
    this.#unpaired.forget(pair);
  }

  clear(): void {
    this.#unpaired.clear();
    this.#ofDevice.clear();
  }
}
