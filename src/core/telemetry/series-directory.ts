// Finds the series numbers of devices' keys and makes the missing ones durable before any point uses them. What it has
// found stays in the devices' own maps, where the hot path looks it up.
import type { KnownDevice, SeriesNumber } from "../devices/known-device.ts";
import type { DeviceId } from "../ids.ts";
import type { Readings } from "./readings.ts";
import type { SeriesStore } from "./series-store.ts";

export class SeriesDirectory {
  readonly #store: SeriesStore;
  /** Devices whose stored series are all in their map. */
  readonly #loaded = new WeakSet<KnownDevice>();

  constructor(store: SeriesStore) {
    this.#store = store;
  }

  /** Brings every stored series of the device into its map. */
  async load(device: KnownDevice): Promise<void> {
    if (this.#loaded.has(device)) return;
    for (const [key, series] of await this.#store.ofDevice(device.id)) device.series.set(key, series);
    this.#loaded.add(device);
  }

  /** Gives every row of the readings its series number; new ones are durable then. */
  async registerAll(readings: Readings): Promise<void> {
    const missing = new Map<KnownDevice, Set<string>>();
    for (let entry = 0; entry < readings.entries; entry++) {
      const device = readings.devices[entry];
      if (device === undefined || numberRows(readings, entry, device)) continue;
      await this.load(device);
      for (const key of unknownKeys(readings, entry, device)) {
        const keys = missing.get(device);
        if (keys === undefined) missing.set(device, new Set([key]));
        else keys.add(key);
      }
    }
    if (missing.size > 0) await this.#register(missing);
    for (let entry = 0; entry < readings.entries; entry++) {
      const device = readings.devices[entry];
      if (device !== undefined) numberRows(readings, entry, device);
    }
  }

  async #register(missing: ReadonlyMap<KnownDevice, ReadonlySet<string>>): Promise<void> {
    const devices: KnownDevice[] = [];
    const deviceIds: DeviceId[] = [];
    const keys: string[] = [];
    for (const [device, newKeys] of missing)
      for (const key of newKeys) {
        devices.push(device);
        deviceIds.push(device.id);
        keys.push(key);
      }
    const numbers: readonly SeriesNumber[] = await this.#store.register(deviceIds, keys);
    numbers.forEach((series, index) => devices[index]?.series.set(keys[index] ?? "", series));
  }
}

/** Looks every row of an entry up in the device's map; false when some are not in it. */
function numberRows(readings: Readings, entry: number, device: KnownDevice): boolean {
  let isComplete = true;
  const end = readings.ends[entry] ?? 0;
  for (let row = readings.starts[entry] ?? 0; row < end; row++) {
    const series = device.series.get(readings.keys[row] ?? "");
    if (series === undefined) isComplete = false;
    else readings.series[row] = series;
  }
  return isComplete;
}

function* unknownKeys(readings: Readings, entry: number, device: KnownDevice): Generator<string> {
  const end = readings.ends[entry] ?? 0;
  for (let row = readings.starts[entry] ?? 0; row < end; row++) {
    const key = readings.keys[row] ?? "";
    if (!device.series.has(key)) yield key;
  }
}
