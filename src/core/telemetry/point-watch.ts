// Publishes stored points of watched owners, as bus events. A batch without any costs one check, and a row of an unwatched owner costs
// reading one byte.
import type { MessageBus } from "../bus/message-bus.ts";
import type { Value } from "../values.ts";
import type { PointBatch } from "./point-batch.ts";
import type { SeriesOwner, SeriesOwnerId } from "./series-owner.ts";
import { valueFromColumns, ValueKind, type Point } from "./telemetry.ts";

interface WatchedSeries {
  readonly ownerId: SeriesOwnerId;
  readonly key: string;
}

interface Rows {
  readonly keys: string[];
  readonly ts: number[];
  readonly values: Value[];
}

const SERIES_INITIAL = 1024;

export class PointWatch {
  readonly #bus: MessageBus;
  readonly #owners = new Map<SeriesOwnerId, Set<number>>();
  readonly #series = new Map<number, WatchedSeries>();
  /** By series number; 1 means watched. */
  #flags = new Uint8Array(SERIES_INITIAL);

  constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  get isIdle(): boolean {
    return this.#owners.size === 0;
  }

  isWatched(ownerId: SeriesOwnerId): boolean {
    return this.#owners.has(ownerId);
  }

  watch(owner: SeriesOwner): void {
    if (!this.#owners.has(owner.id)) this.#owners.set(owner.id, new Set());
    this.note(owner);
  }

  unwatch(ownerId: SeriesOwnerId): void {
    for (const number of this.#owners.get(ownerId) ?? []) {
      this.#series.delete(number);
      this.#flags[number] = 0;
    }
    this.#owners.delete(ownerId);
  }

  /** The owner may have new series. */
  note(owner: SeriesOwner): void {
    if (!this.#owners.has(owner.id)) return;
    for (const [key, number] of owner.series) this.add(owner.id, key, number);
  }

  /** A series of this owner, if it is watched. */
  add(ownerId: SeriesOwnerId, key: string, number: number): void {
    const watched = this.#owners.get(ownerId);
    if (watched === undefined || watched.has(number)) return;
    watched.add(number);
    this.#series.set(number, { ownerId, key });
    if (number >= this.#flags.length) this.#grow(number);
    this.#flags[number] = 1;
  }

  has(number: number): boolean {
    return this.#flags[number] === 1;
  }

  /** Publishes the watched rows of a batch. */
  stored(batch: PointBatch): void {
    const found = new Map<SeriesOwnerId, Rows>();
    const { series, ts, kind, num, textRows, texts, count } = batch;
    const flags = this.#flags;
    let nextText = 0;
    for (let row = 0; row < count; row++) {
      const number = series[row] ?? 0;
      if (flags[number] !== 1) continue;
      const watched = this.#series.get(number);
      if (watched === undefined) continue;
      const kindOfRow = kind[row] ?? ValueKind.NUMBER;
      let text: string | null = null;
      if (kindOfRow >= ValueKind.STRING) {
        while ((textRows[nextText] ?? count) < row) nextText++;
        text = texts[nextText] ?? null;
      }
      const rows = rowsOf(found, watched.ownerId);
      rows.keys.push(watched.key);
      rows.ts.push(ts[row] ?? 0);
      rows.values.push(valueFromColumns(kindOfRow, num[row] ?? 0, text));
    }
    for (const [ownerId, rows] of found) this.#bus.publish({ kind: "telemetry-stored", ownerId, ...rows });
  }

  /** Publishes that points of an owner have been deleted, with the present latest point of each key. */
  deleted(ownerId: SeriesOwnerId, keys: readonly { readonly key: string; readonly latest: Point | null }[]): void {
    if (keys.length === 0) return;
    this.#bus.publish({
      kind: "telemetry-deleted",
      ownerId,
      keys: keys.map(({ key }) => key),
      latest: keys.map(({ latest }) => latest),
    });
  }

  /** The same for points of any series. */
  deletedOf(series: readonly number[], latestOf: (series: number) => Point | undefined): void {
    const byOwner = new Map<SeriesOwnerId, { readonly key: string; readonly latest: Point | null }[]>();
    for (const number of series) {
      const watched = this.#series.get(number);
      if (watched === undefined) continue;
      const keys = byOwner.get(watched.ownerId) ?? [];
      byOwner.set(watched.ownerId, keys);
      keys.push({ key: watched.key, latest: latestOf(number) ?? null });
    }
    for (const [ownerId, keys] of byOwner) this.deleted(ownerId, keys);
  }

  #grow(number: number): void {
    const flags = new Uint8Array(Math.max(this.#flags.length * 2, number + 1));
    flags.set(this.#flags);
    this.#flags = flags;
  }
}

function rowsOf(found: Map<SeriesOwnerId, Rows>, ownerId: SeriesOwnerId): Rows {
  const known = found.get(ownerId);
  if (known !== undefined) return known;
  const rows: Rows = { keys: [], ts: [], values: [] };
  found.set(ownerId, rows);
  return rows;
}
