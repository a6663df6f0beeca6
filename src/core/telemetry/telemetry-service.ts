// The use cases of telemetry: stores points in group commits, deletes them, answers reads, and publishes the points of
// watched owners.
import {
  DEFERRED,
  Receipt,
  type AckTarget,
  type Handled,
  type Refusal,
  type RefusedEntry,
} from "../acknowledgement.ts";
import type { DomainError } from "../errors.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { Durations } from "../../lib/counters.ts";
import type { TenantId } from "../ids.ts";
import { InFlight } from "../../lib/in-flight.ts";
import type { Logger } from "../../lib/logger.ts";
import { Slots } from "../../lib/slots.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { GroupCommit, type GroupCommitCounters } from "../group-commit.ts";
import { PointBatch } from "./point-batch.ts";
import { PointWatch } from "./point-watch.ts";
import { PointsOfAllNodes } from "./points-of-all-nodes.ts";
import { Readings } from "./readings.ts";
import type { SeriesOwner, SeriesOwnerId } from "./series-owner.ts";
import type { SeriesDirectory } from "./series-directory.ts";
import { ValueKind, type BucketQuery, type DeleteQuery, type Point, type RangeQuery } from "./telemetry.ts";
import type { Bucket, TelemetryStore } from "./telemetry-store.ts";
import type { Value } from "../values.ts";

/** Storing this many characters takes about as long as storing one point. */
const TEXT_OF_POINT = 100;

export interface TelemetryOptions {
  /** Points that a gathering batch accepts before senders have to wait. */
  readonly batchPointsMax: number;
  /** UTF-16 code units of text that a gathering batch accepts before senders have to wait. */
  readonly batchTextMax: number;
  /**
   * Points that one tenant may have in a batch while others send; `TEXT_OF_POINT` characters of text count as one
   * point.
   */
  readonly tenantPointsMax: number;
  /** Whether texts that spell a number are stored as that number, if the owner does not decide it. */
  readonly castStrings: boolean;
  /** Reads of history that the store gets at a time; further ones wait, and tenants take turns. */
  readonly readsMax: number;
}

export interface TelemetryDeps {
  readonly store: TelemetryStore;
  readonly series: SeriesDirectory;
  readonly bus: MessageBus;
  /** Duration of a commit, from the first message to the acknowledgements. */
  readonly latency: Durations;
  readonly clock: Clock;
  readonly log: Logger;
}

export class TelemetryService {
  readonly #store: TelemetryStore;
  readonly #series: SeriesDirectory;
  readonly #watch: PointWatch;
  /** Undefined where all points come through this service, which publishes them then. */
  readonly #ofAllNodes: PointsOfAllNodes | undefined;
  /** Writes whose points may already be stored but have not been published. */
  readonly #unpublished = new InFlight();
  readonly #commit: GroupCommit<PointBatch>;
  readonly #castStrings: boolean;
  /** Keyed by tenant, so that what one reads in masses does not hold up another. */
  readonly #reads: Slots<TenantId>;

  constructor({ store, series, bus, latency, clock, log }: TelemetryDeps, options: TelemetryOptions) {
    this.#store = store;
    this.#castStrings = options.castStrings;
    this.#reads = new Slots({ max: options.readsMax });
    this.#series = series;
    this.#watch = new PointWatch(bus);
    const { changes } = store;
    this.#ofAllNodes = changes && new PointsOfAllNodes({ changes, watch: this.#watch, series, bus, log });
    this.#commit = new GroupCommit({
      name: "telemetry",
      batches: [new PointBatch(), new PointBatch()],
      isFull: ({ count, textLength }) => count >= options.batchPointsMax || textLength >= options.batchTextMax,
      weightOf: ({ count, textLength }) => count + textLength / TEXT_OF_POINT,
      shareMax: options.tenantPointsMax,
      store: (batch) => store.write(batch),
      ready: store.ready,
      publish: (batch) => this.#publish(batch),
      unpublished: this.#unpublished,
      latency,
      clock,
      log,
    });
  }

  start(): void {
    this.#ofAllNodes?.start();
  }

  get counters(): GroupCommitCounters {
    return this.#commit.counters;
  }

  /** Grows with every point that is stored, whichever node does it. */
  get pointsMet(): number {
    return this.#store.changes?.points ?? this.counters.stored;
  }

  /**
   * Takes readings in which every entry has its device, and settles `ack` of `target` with `refusal` once they are
   * durable. Returns at once when all series are known and the batch has room. Otherwise the promise resolves when the
   * readings have been gathered, and the caller must not touch `readings` until then.
   */
  record(readings: Readings<SeriesOwner>, target: AckTarget, ack: number, refusal?: Refusal): Handled {
    for (let entry = 0; entry < readings.entries; entry++)
      if (readings.devices[entry]?.castsStrings ?? this.#castStrings) readings.castStrings(entry);
    const tenantId = tenantOf(readings);
    if (!this.#commit.isFullFor(tenantId) && this.#gather(readings)) {
      this.#commit.defer(tenantId, target, ack, refusal);
      return DEFERRED;
    }
    return this.#recordLater(readings, target, ack, refusal);
  }

  /**
   * Stores single values; resolves when they are durable. With `expiresAt`, they are deleted after that time regardless
   * of the tenant's retention.
   */
  async save(
    owner: SeriesOwner,
    points: readonly { ts: EpochMillis; values: readonly (readonly [string, Value])[] }[],
    expiresAt: EpochMillis | null = null,
  ): Promise<void> {
    const readings = new Readings<SeriesOwner>();
    readings.expiresAt = expiresAt;
    readings.openEntry(owner.name, owner);
    for (const point of points)
      for (const [key, value] of point.values) readings.add(key, owner.series.get(key), point.ts, value);
    readings.closeEntry();
    const receipt = new Receipt();
    await this.record(readings, receipt, 0);
    await receipt.durable;
  }

  /**
   * Assigns a series number to every row, for a batch that the caller gathers itself. Entries that would exceed the key
   * limit of their owner are emptied and returned as refused.
   */
  async numberRows(readings: Readings<SeriesOwner>): Promise<readonly RefusedEntry[]> {
    const refused = await this.#series.registerAll(readings);
    if (!this.#watch.isIdle) this.#noteNewSeries(readings);
    return refused;
  }

  /** How many more keys the owner may have. Once it resolves, all existing keys are in the owner's map. */
  keyRoom(owner: SeriesOwner): Promise<number> {
    return this.#series.roomOf(owner);
  }

  /** The error if these keys would exceed the owner's key limit; otherwise undefined. */
  checkKeys(owner: SeriesOwner, keys: ReadonlySet<string>): Promise<DomainError | undefined> {
    return this.#series.check(owner, keys);
  }

  /**
   * Stores a batch that the caller has gathered, bypassing the group commit. Resolves when all of it is durable;
   * rejects with `unavailable` when none of it is.
   */
  async saveBatch(batch: PointBatch): Promise<void> {
    await this.#unpublished.run(async () => {
      await this.#store.write(batch);
      this.counters.stored += batch.count;
      this.counters.batches++;
      this.#publish(batch);
    });
  }

  async seriesOf(
    owner: SeriesOwner,
    keys: readonly string[] | "all",
  ): Promise<readonly (readonly [key: string, series: SeriesNumber])[]> {
    if (keys === "all" || keys.some((key) => !owner.series.has(key))) await this.#series.load(owner);
    const known: (readonly [string, SeriesNumber])[] = [];
    for (const key of keys === "all" ? owner.series.keys() : keys) {
      const series = owner.series.get(key);
      if (series !== undefined) known.push([key, series]);
    }
    return known;
  }

  /** The keys for which an owner has points, in order of first appearance. */
  async keys(owner: SeriesOwner): Promise<readonly string[]> {
    const known = await this.seriesOf(owner, "all");
    const latest = await this.#store.latest(known.map(([, series]) => series));
    // The latest value can be deleted on its own, leaving older points.
    const silent = known.flatMap(([, series], index) => (latest[index] === undefined ? [series] : []));
    const withPoints = new Set(silent.length === 0 ? [] : await this.#store.withPoints(silent));
    return known.flatMap(([key, series], index) =>
      latest[index] !== undefined || withPoints.has(series) ? [key] : [],
    );
  }

  /** The latest point of each key; keys without points are absent. */
  async latest(owner: SeriesOwner, keys: readonly string[] | "all"): Promise<ReadonlyMap<string, Point>> {
    const known = await this.seriesOf(owner, keys);
    const points = await this.#store.latest(known.map(([, series]) => series));
    const found = new Map<string, Point>();
    known.forEach(([key], index) => {
      const point = points[index];
      if (point !== undefined) found.set(key, point);
    });
    return found;
  }

  /** The points inside the window, by key; keys without any are absent. */
  async range(
    owner: SeriesOwner,
    keys: readonly string[],
    query: RangeQuery,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly Point[]>> {
    return await this.#perKey(owner, keys, signal, (series) => this.#store.range(series, query, signal));
  }

  /** The non-empty buckets, by key; keys without any are absent. */
  async aggregate(
    owner: SeriesOwner,
    keys: readonly string[],
    query: BucketQuery,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly Bucket[]>> {
    return await this.#perKey(owner, keys, signal, (series) => this.#store.aggregate(series, query, signal));
  }

  async delete(owner: SeriesOwner, keys: readonly string[], query: DeleteQuery): Promise<void> {
    const known = await this.seriesOf(owner, keys);
    // Points gathered before the request must not be written after the deletion.
    await this.#commit.storedSoFar();
    if (known.length > 0) await this.#unpublished.run(() => this.#delete(owner, known, query));
  }

  /**
   * Starts publishing the points of this owner: every point stored after the promise has resolved, including those of
   * new keys.
   */
  async watch(owner: SeriesOwner): Promise<void> {
    this.#watch.watch(owner);
    await this.#series.load(owner);
    this.#watch.note(owner);
  }

  unwatch(ownerId: SeriesOwnerId): void {
    this.#watch.unwatch(ownerId);
  }

  /** Resolves once every stored point of a watched owner has been published. */
  settled(): Promise<void> {
    return this.#ofAllNodes?.settled() ?? this.#unpublished.settled();
  }

  /** Stores what has been gathered. Senders must have stopped before. */
  async stop(): Promise<void> {
    await this.#commit.drained();
    this.#ofAllNodes?.stop();
  }

  async #recordLater(
    readings: Readings<SeriesOwner>,
    target: AckTarget,
    ack: number,
    refusal: Refusal | undefined,
  ): Promise<typeof DEFERRED> {
    const tenantId = tenantOf(readings);
    let refusals = refusal;
    for (;;) {
      while (this.#commit.isFullFor(tenantId)) await this.#commit.nextBatch();
      if (this.#gather(readings)) break;
      const refused = await this.#series.registerAll(readings);
      if (refused.length > 0) refusals = withRefused(refusals, refused, readings);
      if (!this.#watch.isIdle) this.#noteNewSeries(readings);
    }
    this.#commit.defer(tenantId, target, ack, refusals);
    return DEFERRED;
  }

  #noteNewSeries(readings: Readings<SeriesOwner>): void {
    for (let entry = 0; entry < readings.entries; entry++) {
      const owner = readings.devices[entry];
      if (owner !== undefined) this.#watch.note(owner);
    }
  }

  async #delete(
    owner: SeriesOwner,
    known: readonly (readonly [string, SeriesNumber])[],
    query: DeleteQuery,
  ): Promise<void> {
    const series = known.map(([, number]) => number);
    const isWatched = this.#ofAllNodes === undefined && this.#watch.isWatched(owner.id);
    const before = isWatched ? await this.#store.latest(series) : [];
    await this.#store.delete(series, query);
    if (!isWatched) return;
    // No write came in between: the next one has only just begun.
    const latest = await this.#store.latest(series);
    const had = known.flatMap(([key], index) =>
      before[index] === undefined && latest[index] === undefined ? [] : [{ key, latest: latest[index] ?? null }],
    );
    this.#watch.deleted(owner.id, had);
  }

  /** Moves all rows into the gathering batch, or none if any series is still unknown. */
  #gather(readings: Readings<SeriesOwner>): boolean {
    const batch = this.#commit.gathering;
    const countBefore = batch.count;
    const { series, ts, kinds, nums, texts } = readings;
    for (let entry = 0; entry < readings.entries; entry++) {
      const end = readings.ends[entry] ?? 0;
      for (let row = readings.starts[entry] ?? 0; row < end; row++) {
        const number = series[row] ?? -1;
        if (number < 0) {
          batch.truncate(countBefore);
          return false;
        }
        const kind = kinds[row] ?? ValueKind.NUMBER;
        batch.add(number, ts[row] ?? 0, kind, nums[row] ?? 0);
        if (kind >= ValueKind.STRING) batch.addText(texts[row] ?? "");
      }
    }
    const { expiresAt } = readings;
    if (expiresAt !== null) batch.expiring.push({ from: countBefore, to: batch.count, expiresAt });
    return true;
  }

  #publish(batch: PointBatch): void {
    if (this.#ofAllNodes === undefined && !this.#watch.isIdle) this.#watch.stored(batch);
  }

  async #perKey<Item>(
    owner: SeriesOwner,
    keys: readonly string[],
    signal: AbortSignal | undefined,
    read: (series: SeriesNumber) => Promise<readonly Item[]>,
  ): Promise<ReadonlyMap<string, readonly Item[]>> {
    const found = new Map<string, readonly Item[]>();
    const request = { ...(owner.tenantId === undefined ? {} : { key: owner.tenantId }), signal };
    for (const [key, series] of await this.seriesOf(owner, keys)) {
      const items = await this.#reads.run(() => read(series), request);
      if (items.length > 0) found.set(key, items);
    }
    return found;
  }
}

/** The tenant of a message: all its devices belong to the same one. */
function tenantOf({ devices, entries }: Readings<SeriesOwner>): TenantId | undefined {
  for (let entry = 0; entry < entries; entry++) {
    const owner = devices[entry];
    if (owner !== undefined) return owner.tenantId;
  }
  return undefined;
}

/** Adds entries to the refusal; their rows have already been removed from the readings. */
function withRefused(
  refusal: Refusal | undefined,
  refused: readonly RefusedEntry[],
  readings: Readings<SeriesOwner>,
): Refusal {
  const [first, ...others] = refused;
  const entries: Refusal["entries"] | undefined =
    refusal !== undefined ? [...refusal.entries, ...refused] : first === undefined ? undefined : [first, ...others];
  if (entries === undefined) throw new Error("nothing was refused");
  let rows = 0;
  for (let entry = 0; entry < readings.entries; entry++) rows += readings.rowsOf(entry);
  return { entries, partly: rows > 0 };
}
