// The content of one message as columns, before every series has its number: rows of (key, ts, value), grouped into one
// entry per device. One object is reused for message after message; a handler that has to wait keeps it and creates a
// new one.
import type { KnownDevice, SeriesNumber } from "../devices/known-device.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { castNumeric, type Value } from "../values.ts";
import type { SeriesOwner } from "./series-owner.ts";
import { columnsOf, ValueKind, type ValueColumns } from "./telemetry.ts";

export class Readings<Owner extends SeriesOwner = KnownDevice> {
  count = 0;
  readonly keys: string[] = [];
  /** Series numbers; -1 for a key that has no known number yet. */
  readonly series: number[] = [];
  readonly ts: number[] = [];
  readonly kinds: ValueKind[] = [];
  readonly nums: number[] = [];
  /** Only meaningful in rows whose kind stores text. */
  readonly texts: string[] = [];

  /** When the points expire, regardless of the tenant's retention; null applies the tenant's retention. */
  expiresAt: EpochMillis | null = null;

  entries = 0;
  /** Undefined until the named device has been found or created. */
  readonly devices: (Owner | undefined)[] = [];
  readonly names: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  clear(): void {
    this.count = 0;
    this.entries = 0;
  }

  /** Opens the entry of one device: rows added until `closeEntry` belong to it. */
  openEntry(name: string, device: Owner | undefined): void {
    this.names[this.entries] = name;
    this.devices[this.entries] = device;
    this.starts[this.entries] = this.count;
  }

  closeEntry(): void {
    this.ends[this.entries] = this.count;
    this.entries++;
  }

  /** Discards the open entry and its rows. */
  dropEntry(): void {
    this.count = this.starts[this.entries] ?? 0;
  }

  /** Empties a closed entry, so that none of its rows are recorded. */
  emptyEntry(entry: number): void {
    this.ends[entry] = this.starts[entry] ?? 0;
  }

  /** The number of key-value pairs in an entry. */
  rowsOf(entry: number): number {
    return (this.ends[entry] ?? 0) - (this.starts[entry] ?? 0);
  }

  /** Converts the texts in a closed entry that are the shortest form of a number to that number. Idempotent. */
  castStrings(entry: number): void {
    const end = this.ends[entry] ?? 0;
    for (let row = this.starts[entry] ?? 0; row < end; row++) {
      if (this.kinds[row] !== ValueKind.STRING) continue;
      const [kind, num, text] = columnsOf(castNumeric(this.texts[row] ?? ""));
      this.kinds[row] = kind;
      this.nums[row] = num;
      if (text !== null) this.texts[row] = text;
    }
  }

  addNumber(key: string, series: SeriesNumber | undefined, ts: number, value: number): void {
    const row = this.count++;
    this.keys[row] = key;
    this.series[row] = series ?? -1;
    this.ts[row] = ts;
    this.kinds[row] = ValueKind.NUMBER;
    this.nums[row] = value;
  }

  add(key: string, series: SeriesNumber | undefined, ts: number, value: Value): void {
    if (typeof value === "number") {
      this.addNumber(key, series, ts, value);
      return;
    }
    this.addColumns(key, series, ts, columnsOf(value));
  }

  addColumns(key: string, series: SeriesNumber | undefined, ts: number, [kind, num, text]: ValueColumns): void {
    const row = this.count;
    this.addNumber(key, series, ts, num);
    this.kinds[row] = kind;
    if (text !== null) this.texts[row] = text;
  }
}
