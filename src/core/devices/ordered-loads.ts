// Devices that are read for their downlinks. All that wait for the same device go on one after the other, so that no later one
// overtakes them.
import type { DeviceId } from "../ids.ts";
import type { DeviceDirectory, KnownDevice } from "./known-device.ts";

export class OrderedLoads {
  readonly #devices: DeviceDirectory;
  readonly #loading = new Map<DeviceId, Promise<KnownDevice | undefined>>();

  constructor(devices: DeviceDirectory) {
    this.#devices = devices;
  }

  /** The device, unless it has to be loaded, or others wait for that. */
  atOnce(deviceId: DeviceId): KnownDevice | undefined {
    return this.#loading.has(deviceId) ? undefined : this.#devices.inMemory(deviceId);
  }

  /** Calls `use` with the device once it has been loaded; undefined if there is none. Rejects as the store and `use` do. */
  async load<Result>(
    deviceId: DeviceId,
    use: (device: KnownDevice | undefined) => Result | Promise<Result>,
  ): Promise<Result> {
    const loading = this.#loading.get(deviceId) ?? this.#devices.loadById(deviceId);
    this.#loading.set(deviceId, loading);
    let device: KnownDevice | undefined;
    try {
      device = await loading;
    } finally {
      this.#loading.delete(deviceId);
    }
    // In the same turn, so that none comes in between.
    return await use(device);
  }
}
