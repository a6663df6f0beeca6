// The use cases of attributes: stores what devices write in group commits; stores and publishes what the platform side
// writes, and sends shared attributes to the device; answers reads.
import { DEFERRED, Receipt, type AckTarget, type Handled, type Refusal } from "../acknowledgement.ts";
import { type Clock, type EpochMillis, millis } from "../../lib/clock.ts";
import type { Durations } from "../../lib/counters.ts";
import { InFlight } from "../../lib/in-flight.ts";
import type { Logger } from "../../lib/logger.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { Slots } from "../../lib/slots.ts";
import type { AttributeScope } from "../bus/events.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { isConnectivityKey } from "../devices/connectivity-store.ts";
import type { DeviceChannel } from "../devices/device-channel.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { Downlink } from "../devices/live-session.ts";
import { invalid } from "../errors.ts";
import type { CustomerId, DeviceId, NodeId, TenantId, UserId } from "../ids.ts";
import { GroupCommit, type GroupBatch, type GroupCommitCounters, type RefusedMessages } from "../group-commit.ts";
import type { SharedWatches } from "../shared-watches.ts";
import { requireKey, type Value } from "../values.ts";
import {
  addToColumns,
  attributeLimitExceeded,
  newColumns,
  textLengthOf,
  tooMuchText,
  type AttributeColumns,
  type AttributeOwner,
  type AttributeOwnerId,
  type AttributeSelection,
  type AttributeValues,
  type DeviceWrite,
  type RefusedAttribute,
  type StoredAttribute,
  attributesOf,
  valueFromColumns,
} from "./attribute.ts";
import type { AttributeStore } from "./attribute-store.ts";

export interface AttributeDeps {
  readonly store: AttributeStore;
  readonly channel: Pick<DeviceChannel, "deliver">;
  readonly bus: MessageBus;
  /** Undefined if there is no cluster. */
  readonly watches?: SharedWatches | undefined;
  /** Duration of a commit, from the first message to the acknowledgements. */
  readonly latency: Durations;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Storing this many characters takes about as long as storing one value. */
const TEXT_OF_VALUE = 100;

export interface AttributeOptions {
  /** Values that gather for the next commit before senders have to wait. */
  readonly batchValuesMax: number;
  /** UTF-16 code units of keys and texts that gather for the next commit before senders have to wait. */
  readonly batchTextMax: number;
  /** Values that one tenant may have in a batch while others send; `TEXT_OF_VALUE` characters count as one value. */
  readonly tenantValuesMax: number;
  /** UTF-16 code units of keys and texts in the result of one read; a larger read is refused. */
  readonly answerTextMax: number;
}

/** Attributes read in one turn of the event loop: some milliseconds of work. */
const READ_OF_A_TURN = 1_000;

/** In a notification a shared attribute of this name would look like a deletion. Source: MQTT contract 5.3. */
const RESERVED_SHARED_KEY = "deleted";

/** Stands for this node among those that watch. */
const HERE = "here";

/** The signal of work that is never abandoned. */
const NEVER = new AbortController().signal;

type DeviceRef = Pick<KnownDevice, "id" | "tenantId">;

export class AttributeService {
  readonly #store: AttributeStore;
  readonly #channel: Pick<DeviceChannel, "deliver">;
  readonly #bus: MessageBus;
  readonly #answerTextMax: number;
  readonly #watch: AttributeWatch;
  readonly #watches: SharedWatches | undefined;
  /** Writes that may already be stored but have not been published. */
  readonly #unpublished = new InFlight();
  readonly #commit: GroupCommit<DeviceWriteBatch>;
  // One large read of a tenant at a time: it takes many turns of the event loop, and others run in between.
  readonly #largeReads = new Slots<AttributeOwnerId>({ max: Number.POSITIVE_INFINITY, keyMax: 1 });

  constructor({ store, channel, bus, watches, latency, clock, log }: AttributeDeps, options: AttributeOptions) {
    this.#store = store;
    this.#channel = channel;
    this.#bus = bus;
    this.#watch = new AttributeWatch(bus);
    this.#watches = watches;
    this.#answerTextMax = options.answerTextMax;
    this.#commit = new GroupCommit({
      name: "attributes",
      batches: [new DeviceWriteBatch(), new DeviceWriteBatch()],
      isFull: ({ count, textLength }) => count >= options.batchValuesMax || textLength >= options.batchTextMax,
      weightOf: ({ count, textLength }) => count + textLength / TEXT_OF_VALUE,
      shareMax: options.tenantValuesMax,
      store: async (batch) => batch.refusals(await store.saveOfDevices("CLIENT_SCOPE", batch.columns)),
      publish: (batch) => {
        if (!this.#watch.isIdle) this.#watch.stored("CLIENT_SCOPE", batch.columns, batch.refusedRows);
      },
      unpublished: this.#unpublished,
      latency,
      clock,
      log,
    });
  }

  get counters(): GroupCommitCounters {
    return this.#commit.counters;
  }

  /**
   * Stores client-scope attributes written by devices. Resolves when they are durable; rejects with `unavailable` if
   * they could not be stored. No notification is sent (MQTT contract 4.4).
   */
  async saveFromDevice(writes: readonly DeviceWrite[], ts: EpochMillis): Promise<void> {
    const receipt = new Receipt();
    await this.saveFromDeviceDeferred(writes, ts, receipt, 0);
    await receipt.durable;
  }

  /**
   * As `saveFromDevice`, without a promise per message: settles `ack` of `target` with `refusal` once the values are
   * durable. Returns DEFERRED at once while the gathering batch has room; otherwise a promise that resolves once the
   * values have been gathered.
   */
  saveFromDeviceDeferred(
    writes: readonly DeviceWrite[],
    ts: EpochMillis,
    target: AckTarget,
    ack: number,
    refusal?: Refusal,
  ): Handled {
    const tenantId = writes[0]?.device.tenantId;
    if (this.#commit.isFullFor(tenantId)) return this.#saveLater(writes, ts, target, ack, refusal);
    this.#commit.gathering.add(writes, ts);
    this.#commit.defer(tenantId, target, ack, refusal);
    return DEFERRED;
  }

  /**
   * Stores attributes written on the platform side. Resolves when they are durable; a shared one has then been sent to the sessions
   * of the device, on whichever node, so that what is written next comes after it. Throws `invalid` for a bad key, an empty write, or a key that the caller may not write.
   * Throws `limit-exceeded`, without writing anything, if the device would have too many attributes.
   */
  async save(device: DeviceRef, scope: AttributeScope, values: AttributeValues, ts: EpochMillis): Promise<void> {
    await this.#save(device, scope, values, ts, async (columns) => {
      await this.#store.saveOfDevice(scope, columns);
      return true;
    });
  }

  /** As `save`, unless the device has just these values already; returns whether it had others. Of several callers at once, one gets true. */
  async saveIfOther(
    device: DeviceRef,
    scope: AttributeScope,
    values: AttributeValues,
    ts: EpochMillis,
  ): Promise<boolean> {
    return await this.#save(device, scope, values, ts, (columns) => this.#store.saveOfDeviceIfOther(scope, columns));
  }

  /** As `save`, for an owner that is not a device; such attributes are in the server scope. */
  async saveOfOther(ownerId: TenantId | CustomerId | UserId, values: AttributeValues, ts: EpochMillis): Promise<void> {
    const scope = "SERVER_SCOPE";
    const columns = checkedColumns(ownerId, scope, values, ts);
    await this.#unpublished.run(async () => {
      await this.#store.saveOfOthers(scope, columns);
      this.#bus.publish({ kind: "other-attributes-saved", ownerId, scope, values, ts });
    });
  }

  /**
   * Unknown keys are ignored in the store but named in the notification (MQTT contract 8). Throws `invalid` like
   * `save`.
   */
  async delete(device: DeviceRef, scope: AttributeScope, keys: readonly string[]): Promise<void> {
    for (const key of keys) requireWritable(scope, key);
    if (keys.length === 0) throw invalid("keys must name at least one attribute");
    const { id: deviceId, tenantId } = device;
    const { sent } = await this.#unpublished.run(async () => {
      await this.#store.delete(deviceId, scope, keys);
      this.#bus.publish({ kind: "attributes-deleted", tenantId, deviceId, scope, keys });
      return { sent: this.#send(deviceId, scope, { kind: "attributes-deleted", keys }) };
    });
    await sent;
  }

  async deleteOfOther(
    ownerId: TenantId | CustomerId | UserId,
    scope: AttributeScope,
    keys: readonly string[],
  ): Promise<void> {
    if (keys.length === 0) throw invalid("keys must name at least one attribute");
    await this.#unpublished.run(async () => {
      await this.#store.delete(ownerId, scope, keys);
      this.#bus.publish({ kind: "other-attributes-deleted", ownerId, scope, keys });
    });
  }

  /**
   * Returns only the attributes found. Sees every write whose acknowledgement has been settled. Rejects with `invalid`
   * if the result would exceed the limit of an answer.
   */
  async read(
    ownerId: AttributeOwnerId,
    scope: AttributeScope | "all",
    keys: readonly string[] | "all",
  ): Promise<readonly StoredAttribute[]> {
    return attributesOf(await this.#store.read(ownerId, scope, keys, { textMax: this.#answerTextMax }));
  }

  /**
   * As `read`, for owners that may have thousands of attributes: reads them over several turns of the event loop, each
   * attribute with its value at that turn. Stops reading when `signal` aborts.
   */
  async readInTurns(
    { id, tenantId }: AttributeOwner,
    selection: AttributeSelection,
    signal: AbortSignal = NEVER,
  ): Promise<readonly StoredAttribute[]> {
    const few = await this.#readFew(id, selection);
    if (few !== undefined) return few;
    return await this.#largeReads.run(() => this.#readMany(id, selection, signal), { key: tenantId ?? id });
  }

  keys(ownerId: AttributeOwnerId, scope: AttributeScope | "all"): Promise<readonly string[]> {
    return this.#store.keys(ownerId, scope);
  }

  /** Also publishes the client attributes that this device itself writes from now on, or another node has stored. */
  watch(owner: AttributeOwner): Promise<void> | void {
    this.publishWrites(owner, HERE);
    return this.#watches?.begin("attributes", owner);
  }

  unwatch({ id, tenantId }: AttributeOwner): void {
    this.withholdWrites(id, HERE);
    this.#watches?.end("attributes", { id, tenantId });
  }

  /** Publishes the client attributes that the device writes, for a node that watches them. Other owners write none. */
  publishWrites({ id, tenantId }: AttributeOwner, watcher: NodeId | typeof HERE): void {
    if (tenantId !== null) this.#watch.add({ deviceId: id as DeviceId, tenantId }, watcher);
  }

  withholdWrites(id: AttributeOwnerId, watcher: NodeId | typeof HERE): void {
    this.#watch.remove(id, watcher);
  }

  /** Resolves once everything stored so far has been published. */
  settled(): Promise<void> {
    return this.#unpublished.settled();
  }

  /** Stores what has been gathered. Senders must have stopped before. */
  async stop(): Promise<void> {
    await this.#commit.drained();
  }

  /** Undefined if there are more than one turn reads. Those already read are dropped, so that none are kept while waiting. */
  async #readFew(
    id: AttributeOwnerId,
    { scope, keys }: AttributeSelection,
  ): Promise<readonly StoredAttribute[] | undefined> {
    const found = await this.#store.read(id, scope, keys, { textMax: this.#answerTextMax, rowsMax: READ_OF_A_TURN });
    return found.length < READ_OF_A_TURN ? attributesOf(found) : undefined;
  }

  async #readMany(
    id: AttributeOwnerId,
    { scope, keys }: AttributeSelection,
    signal: AbortSignal,
  ): Promise<readonly StoredAttribute[]> {
    const [textMax, rowsMax] = [this.#answerTextMax, READ_OF_A_TURN];
    const found: StoredAttribute[] = [];
    let text = 0;
    while (!signal.aborted) {
      const read = attributesOf(await this.#store.read(id, scope, keys, { textMax, rowsMax, after: found.at(-1) }));
      for (const attribute of read) text += textLengthOf(attribute);
      if (text > textMax) throw tooMuchText(textMax);
      found.push(...read);
      if (read.length < rowsMax) break;
      await nextTurn();
    }
    return found;
  }

  /** `store` tells whether it has stored. */
  async #save(
    { id: deviceId, tenantId }: DeviceRef,
    scope: AttributeScope,
    values: AttributeValues,
    ts: EpochMillis,
    store: (columns: AttributeColumns) => Promise<boolean>,
  ): Promise<boolean> {
    const columns = checkedColumns(deviceId, scope, values, ts);
    for (const [key] of values) requireWritable(scope, key);
    const { isStored, sent } = await this.#unpublished.run(async () => {
      if (!(await store(columns))) return { isStored: false };
      this.#bus.publish({ kind: "attributes-saved", tenantId, deviceId, scope, values, ts });
      return { isStored: true, sent: this.#send(deviceId, scope, { kind: "attributes-updated", values }) };
    });
    await sent;
    return isStored;
  }

  /** Nothing is queued for unreachable devices: they read the present values when they reconnect (contract 8). */
  async #send(deviceId: DeviceId, scope: AttributeScope, downlink: Downlink): Promise<void> {
    if (scope === "SHARED_SCOPE") await this.#channel.deliver(deviceId, downlink, NEVER);
  }

  async #saveLater(
    writes: readonly DeviceWrite[],
    ts: EpochMillis,
    target: AckTarget,
    ack: number,
    refusal: Refusal | undefined,
  ): Promise<typeof DEFERRED> {
    const tenantId = writes[0]?.device.tenantId;
    while (this.#commit.isFullFor(tenantId)) await this.#commit.nextBatch();
    this.#commit.gathering.add(writes, ts);
    this.#commit.defer(tenantId, target, ack, refusal);
    return DEFERRED;
  }
}

/** The gathering batch of attributes written by devices. */
class DeviceWriteBatch implements GroupBatch {
  columns: AttributeColumns = newColumns();
  /** UTF-16 code units of keys and texts. */
  textLength = 0;
  /** Rows that the store refused. */
  refusedRows: ReadonlySet<number> = new Set();
  /** For each entry of the columns: the message that brought it, and the device as named in that message. */
  readonly #messages: number[] = [];
  readonly #names: string[] = [];
  #messageCount = 0;

  get count(): number {
    return this.columns.keys.length;
  }

  add(writes: readonly DeviceWrite[], ts: EpochMillis): void {
    for (const { device, values } of writes)
      if (values.length > 0) {
        this.textLength += addToColumns(this.columns, device.id, values, ts);
        this.#messages.push(this.#messageCount);
        this.#names.push(device.name);
      }
    this.#messageCount++;
  }

  /** The refusal of each message: one entry per device, in row order. */
  refusals(refused: readonly RefusedAttribute[]): RefusedMessages {
    const found = new Map<number, Refusal>();
    if (refused.length === 0) return found;
    this.refusedRows = new Set(refused.map(({ row }) => row));
    const { keys, ends } = this.columns;
    let next = 0;
    let from = 0;
    // The entries of one message are adjacent.
    let message = 0;
    let hasStored = false;
    for (const [entry, end] of ends.entries()) {
      if (message !== this.#messages[entry]) hasStored = false;
      message = this.#messages[entry] ?? 0;
      const leftOut: RefusedAttribute[] = [];
      for (let each = refused[next]; each !== undefined && each.row < end; each = refused[++next]) leftOut.push(each);
      hasStored ||= leftOut.length < end - from;
      from = end;
      const before = found.get(message);
      const [first] = leftOut;
      const device = this.#names[entry] ?? "";
      const names = leftOut.map(({ row }) => keys[row] ?? "");
      const more = first && { device, error: attributeLimitExceeded(first.max, `"${device}"`, names) };
      if (before !== undefined)
        found.set(message, { entries: more ? [...before.entries, more] : before.entries, partly: hasStored });
      else if (more !== undefined) found.set(message, { entries: [more], partly: hasStored });
    }
    return found;
  }

  clear(): void {
    this.columns = newColumns();
    this.textLength = 0;
    this.refusedRows = new Set();
    this.#messages.length = 0;
    this.#names.length = 0;
    this.#messageCount = 0;
  }
}

function checkedColumns(
  ownerId: AttributeOwnerId,
  scope: AttributeScope,
  values: AttributeValues,
  ts: EpochMillis,
): AttributeColumns {
  if (values.length === 0) throw invalid("there must be at least one attribute to save");
  for (const [key] of values) {
    requireKey(key);
    if (scope === "SHARED_SCOPE" && key === RESERVED_SHARED_KEY)
      throw invalid(
        `a shared attribute must not be named "${RESERVED_SHARED_KEY}": devices would read its updates as deletions`,
      );
  }
  const columns = newColumns();
  addToColumns(columns, ownerId, values, ts);
  return columns;
}

function requireWritable(scope: AttributeScope, key: string): void {
  if (scope === "SERVER_SCOPE" && isConnectivityKey(key))
    throw invalid(`the server attribute "${key}" is kept by the platform itself and cannot be written or deleted`);
}

interface WatchedDevice {
  readonly deviceId: DeviceId;
  readonly tenantId: TenantId;
}

/**
 * Publishes attributes written by watched devices themselves. Those of other devices are not published (MQTT contract
 * 4.4).
 */
class AttributeWatch {
  readonly #bus: MessageBus;
  /** Keyed by device id in the form used in the columns. */
  readonly #watched = new Map<string, { readonly device: WatchedDevice; readonly watchers: Set<string> }>();

  constructor(bus: MessageBus) {
    this.#bus = bus;
  }

  get isIdle(): boolean {
    return this.#watched.size === 0;
  }

  add(device: WatchedDevice, watcher: string): void {
    const watched = this.#watched.get(device.deviceId) ?? { device, watchers: new Set() };
    this.#watched.set(device.deviceId, watched);
    watched.watchers.add(watcher);
  }

  remove(id: string, watcher: string): void {
    const watchers = this.#watched.get(id)?.watchers;
    if (watchers?.delete(watcher) === true && watchers.size === 0) this.#watched.delete(id);
  }

  /** Called when the rows have been stored and synced, except for the refused ones. */
  stored(
    scope: AttributeScope,
    { owners, ends, ts, keys, kinds, values }: AttributeColumns,
    refused: ReadonlySet<number>,
  ): void {
    owners.forEach((owner, index) => {
      const device = this.#watched.get(owner)?.device;
      if (device === undefined) return;
      const saved: (readonly [string, Value])[] = [];
      const end = ends[index] ?? 0;
      for (let row = ends[index - 1] ?? 0; row < end; row++)
        if (!refused.has(row)) saved.push([keys[row] ?? "", valueFromColumns(kinds[row], values[row])]);
      if (saved.length === 0) return;
      this.#bus.publish({ kind: "attributes-saved", ...device, scope, values: saved, ts: millis(ts[index] ?? 0) });
    });
  }
}
