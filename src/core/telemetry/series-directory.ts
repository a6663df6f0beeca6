// Finds the series numbers of owners' keys, and makes new numbers durable before any point uses them. Results are kept
// in the owners' own maps, where the hot path looks them up.
import type { RefusedEntry } from "../acknowledgement.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import { DomainError } from "../errors.ts";
import type { Readings } from "./readings.ts";
import type { SeriesOwner, SeriesOwnerId } from "./series-owner.ts";

/**
 * Maps owners and keys to series numbers. Deleting an owner removes its series from the directory; they stay listed as
 * retired until their points are purged.
 */
export interface SeriesStore {
  /** All series of an owner, in order of the first appearance of their keys. */
  ofOwner(ownerId: SeriesOwnerId): Promise<readonly (readonly [key: string, series: SeriesNumber])[]>;

  /**
   * Numbers for these pairs, in the same order; new ones are durable when it resolves. Concurrent calls for one pair
   * return the same number. The arrays are parallel, with the pairs of one owner adjacent, so that thousands can be
   * passed cheaply. Numbers of an owner that has been deleted meanwhile are retired at once. An owner whose new keys
   * would exceed the tenant's limit gets none of them (null).
   */
  register(ownerIds: readonly SeriesOwnerId[], keys: readonly string[]): Promise<RegisteredSeries>;

  /** The owners and keys of these series, in any order; those that do not exist are left out. */
  named(series: readonly SeriesNumber[]): Promise<readonly NamedSeries[]>;

  /** Series of deleted owners whose points still have to be deleted, at most `max`. */
  retired(max: number): Promise<readonly SeriesNumber[]>;

  /** Removes retired series whose points have been deleted. */
  purged(series: readonly SeriesNumber[]): Promise<void>;
}

export interface NamedSeries {
  readonly ownerId: SeriesOwnerId;
  readonly key: string;
  readonly series: SeriesNumber;
}

export interface RegisteredSeries {
  readonly numbers: readonly (SeriesNumber | null)[];
  /** The tenant's limit and present count, if some owner was refused. */
  readonly full: { readonly max: number; readonly present: number } | null;
}

/** Default limit of telemetry keys per device. */
const KEYS_PER_DEVICE_MAX = 50_000;

export class SeriesDirectory {
  readonly #store: SeriesStore;
  readonly #keysPerDeviceMax: number;
  readonly #isShared: boolean;
  /** Owners whose stored series are all in their map. */
  readonly #loaded = new WeakSet<SeriesOwner>();

  /**
   * `keysPerDeviceMax`: entries that would give a device more keys are refused. Bound `telemetry.keysPerDeviceMax`.
   * `isShared`: other nodes register series as well, so that an owner may have more than were loaded before.
   */
  constructor(store: SeriesStore, keysPerDeviceMax: number = KEYS_PER_DEVICE_MAX, isShared = false) {
    this.#store = store;
    this.#keysPerDeviceMax = keysPerDeviceMax;
    this.#isShared = isShared;
  }

  /** Loads every stored series of the owner into its map. */
  async load(owner: SeriesOwner): Promise<void> {
    if (this.#loaded.has(owner)) return;
    for (const [key, series] of await this.#store.ofOwner(owner.id)) owner.series.set(key, series);
    if (!this.#isShared) this.#loaded.add(owner);
  }

  /**
   * Assigns a series number to every row of the readings; new numbers are durable when it resolves. An entry that would
   * exceed the key limit of its owner is emptied and returned as refused.
   */
  async registerAll(readings: Readings<SeriesOwner>): Promise<readonly RefusedEntry[]> {
    const refused: RefusedEntry[] = [];
    const missing = new Map<SeriesOwner, Set<string>>();
    for (let entry = 0; entry < readings.entries; entry++) {
      const device = readings.devices[entry];
      if (device === undefined || numberRows(readings, entry, device)) continue;
      await this.load(device);
      const keys = new Set(missing.get(device));
      for (const key of unknownKeys(readings, entry, device)) keys.add(key);
      if (device.series.size + keys.size <= this.#keysPerDeviceMax) missing.set(device, keys);
      else {
        readings.emptyEntry(entry);
        refused.push({ device: readings.names[entry] ?? device.name, error: this.#tooManyKeys(device, keys.size) });
      }
    }
    const full = missing.size > 0 ? await this.#register(missing) : null;
    for (let entry = 0; entry < readings.entries; entry++) {
      const device = readings.devices[entry];
      if (device === undefined || numberRows(readings, entry, device) || full === null) continue;
      const more = new Set(unknownKeys(readings, entry, device)).size;
      readings.emptyEntry(entry);
      refused.push({ device: readings.names[entry] ?? device.name, error: tooManySeries(device, more, full) });
    }
    return refused;
  }

  named(series: readonly SeriesNumber[]): Promise<readonly NamedSeries[]> {
    return this.#store.named(series);
  }

  /** How many more keys the owner may have. */
  async roomOf(owner: SeriesOwner): Promise<number> {
    await this.load(owner);
    return Math.max(0, this.#keysPerDeviceMax - owner.series.size);
  }

  /** The error with which `registerAll` would refuse these keys; undefined if it would not. */
  async check(owner: SeriesOwner, keys: ReadonlySet<string>): Promise<DomainError | undefined> {
    await this.load(owner);
    let more = 0;
    for (const key of keys) if (!owner.series.has(key)) more++;
    return owner.series.size + more <= this.#keysPerDeviceMax ? undefined : this.#tooManyKeys(owner, more);
  }

  #tooManyKeys({ name, series }: SeriesOwner, more: number): DomainError {
    const value = this.#keysPerDeviceMax;
    return new DomainError(
      "limit-exceeded",
      `"${name}" may have ${String(value)} telemetry keys, it has ${String(series.size)} and was sent ${String(more)} more`,
      { limit: { name: "telemetry.keysPerDeviceMax", value } },
    );
  }

  async #register(missing: ReadonlyMap<SeriesOwner, ReadonlySet<string>>): Promise<RegisteredSeries["full"]> {
    const owners: SeriesOwner[] = [];
    const ownerIds: SeriesOwnerId[] = [];
    const keys: string[] = [];
    for (const [owner, newKeys] of missing)
      for (const key of newKeys) {
        owners.push(owner);
        ownerIds.push(owner.id);
        keys.push(key);
      }
    const { numbers, full } = await this.#store.register(ownerIds, keys);
    numbers.forEach((series, index) => {
      if (series !== null) owners[index]?.series.set(keys[index] ?? "", series);
    });
    return full;
  }
}

function tooManySeries(
  { name }: SeriesOwner,
  more: number,
  { max, present }: NonNullable<RegisteredSeries["full"]>,
): DomainError {
  return new DomainError(
    "limit-exceeded",
    `"${name}" was sent ${String(more)} new telemetry keys: the tenant may have ${String(max)} series (maxSeries) and has ${String(present)}`,
    { limit: { name: "maxSeries", value: max }, entityType: "SERIES" },
  );
}

/** Looks up every row of an entry in the device's map; false if some keys are missing. */
function numberRows(readings: Readings<SeriesOwner>, entry: number, device: SeriesOwner): boolean {
  let isComplete = true;
  const end = readings.ends[entry] ?? 0;
  for (let row = readings.starts[entry] ?? 0; row < end; row++) {
    const series = device.series.get(readings.keys[row] ?? "");
    if (series === undefined) isComplete = false;
    else readings.series[row] = series;
  }
  return isComplete;
}

function* unknownKeys(readings: Readings<SeriesOwner>, entry: number, device: SeriesOwner): Generator<string> {
  const end = readings.ends[entry] ?? 0;
  for (let row = readings.starts[entry] ?? 0; row < end; row++) {
    const key = readings.keys[row] ?? "";
    if (!device.series.has(key)) yield key;
  }
}
