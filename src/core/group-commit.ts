// Group commit: messages gather in one batch while the previous batch is being stored, and are acknowledged when their
// own is durable. A batch leaves as soon as the store is free and takes it. While several tenants send, each may fill only
// a share of a batch, so that no tenant waits behind the large backlog of another.
import { refusedWhole, type AckTarget, type Refusal } from "./acknowledgement.ts";
import { DomainError } from "./errors.ts";
import type { TenantId } from "./ids.ts";
import type { Clock, EpochMillis } from "../lib/clock.ts";
import { Contention } from "../lib/contention.ts";
import type { Durations } from "../lib/counters.ts";
import type { InFlight } from "../lib/in-flight.ts";
import type { Logger } from "../lib/logger.ts";
import { nextTurn } from "../lib/next-turn.ts";
import { SECOND_MILLIS } from "../lib/units.ts";

const ACKS_INITIAL = 256;

export interface GroupBatch {
  /** The number of values to store. A batch without values is acknowledged without a call to the store. */
  readonly count: number;
  /** Prepares the batch for reuse. */
  clear(): void;
}

export type RefusedMessages = ReadonlyMap<number, Refusal>;

const NOTHING_REFUSED: RefusedMessages = new Map();

export interface GroupCommitCounters {
  /** Values stored and synced. */
  stored: number;
  batches: number;
  /** Batches that could not be stored; all their messages were refused. */
  failedBatches: number;
  /** Messages that had to wait for room in the gathering batch. */
  waits: number;
}

export interface GroupCommitDeps<Batch extends GroupBatch> {
  /** The kind of data, as named in logs and errors. */
  readonly name: string;
  /** Two batches that alternate: one gathers while the other is stored. */
  readonly batches: readonly [Batch, Batch];
  readonly isFull: (batch: Batch) => boolean;
  /** The cost of storing the batch; grows with every message. */
  readonly weightOf: (batch: Batch) => number;
  /**
   * The weight that one tenant may have in a batch while others send. The message that crosses the limit is still taken
   * whole.
   */
  readonly shareMax: number;
  /**
   * Resolves when the batch is durable, except for what the store refused, keyed by the position of the message among
   * those deferred to the batch.
   */
  readonly store: (batch: Batch) => Promise<RefusedMessages | void>;
  /** Resolves when the store wants the next batch, which gathers until then unless it is full; never rejects. Default: at once. */
  readonly ready?: (() => Promise<void>) | undefined;
  /** Publishes a batch once it is durable and acknowledged. */
  readonly publish: (batch: Batch) => void;
  /** Tracks batches that may already be stored but have not been published. */
  readonly unpublished: InFlight;
  /** Duration from the first message of a batch to the acknowledgement of all of them. */
  readonly latency: Durations;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Gathering<Batch> {
  readonly batch: Batch;
  readonly acks: PendingAcks;
  /**
   * The weight of each tenant in the batch, except for the current run of messages of one tenant: `last` has that
   * tenant and the weight at which the run began.
   */
  readonly shares: Map<TenantId | undefined, number>;
  last: { readonly tenantId: TenantId | undefined; readonly from: number } | undefined;
  /** The total weight of everything deferred to the batch. */
  weight: number;
  /** When its first message arrived. */
  since: EpochMillis;
}

export class GroupCommit<Batch extends GroupBatch> {
  readonly counters: GroupCommitCounters = { stored: 0, batches: 0, failedBatches: 0, waits: 0 };
  readonly #deps: GroupCommitDeps<Batch>;
  readonly #contention = new Contention<TenantId | undefined>();
  #gathering: Gathering<Batch>;
  #spare: Gathering<Batch>;
  #storing: Promise<void> | undefined;
  /** Counts batches that have stopped gathering; `#ended` counts those that have been stored or refused. */
  #left = 0;
  #ended = 0;
  #waitingForEnd: { readonly batch: number; readonly resolve: () => void }[] = [];
  #waitingForBatch: (() => void)[] = [];
  /** Sends a batch off before the store wants it. */
  #hurry: (() => void) | undefined;

  constructor(deps: GroupCommitDeps<Batch>) {
    this.#deps = deps;
    const [first, second] = deps.batches;
    const since = deps.clock.now();
    const empty = (batch: Batch): Gathering<Batch> => ({
      batch,
      acks: new PendingAcks(),
      shares: new Map(),
      last: undefined,
      weight: 0,
      since,
    });
    this.#gathering = empty(first);
    this.#spare = empty(second);
  }

  /** The batch to add to; call `defer` afterwards, in the same turn of the event loop. */
  get gathering(): Batch {
    return this.#gathering.batch;
  }

  /** Whether a message of this tenant has to wait for the next batch. */
  isFullFor(tenantId: TenantId | undefined): boolean {
    const { isFull, shareMax, clock } = this.#deps;
    const { batch, shares, last, weight } = this.#gathering;
    if (isFull(batch)) return true;
    const lately = last !== undefined && last.tenantId === tenantId ? weight - last.from : 0;
    return lately + (shares.get(tenantId) ?? 0) >= shareMax && this.#contention.hasOthersThan(tenantId, clock.now());
  }

  /**
   * Resolves when the next batch starts to gather. Other senders may have filled it by then, so callers loop while
   * `isFullFor`.
   */
  nextBatch(): Promise<void> {
    this.counters.waits++;
    this.#hurry?.();
    return new Promise((resolve) => this.#waitingForBatch.push(resolve));
  }

  /**
   * Settles `ack` when the gathering batch is durable, with `refusal` if entries of the request were refused.
   * Everything added to the batch since the previous call counts towards the tenant's share.
   */
  defer(tenantId: TenantId | undefined, target: AckTarget, ack: number, refusal: Refusal | undefined): void {
    const gathering = this.#gathering;
    const { acks, last } = gathering;
    if (acks.isEmpty) gathering.since = this.#deps.clock.now();
    acks.add(target, ack, refusal);
    if (last === undefined || last.tenantId !== tenantId) this.#tenantChanges(gathering, tenantId);
    gathering.weight = this.#deps.weightOf(gathering.batch);
    this.#storing ??= this.#storeBatches();
  }

  /** Resolves when everything gathered so far has been stored or refused; does not wait for later messages. */
  async storedSoFar(): Promise<void> {
    const batch = this.#gathering.acks.isEmpty ? this.#left : this.#left + 1;
    if (batch > this.#ended)
      await new Promise<void>((resolve) => {
        this.#waitingForEnd.push({ batch, resolve });
      });
  }

  /** Resolves when nothing is left to store. Senders must have stopped before. */
  async drained(): Promise<void> {
    while (this.#storing !== undefined) await this.#storing;
  }

  #tenantChanges(gathering: Gathering<Batch>, tenantId: TenantId | undefined): void {
    const { shares, last, weight } = gathering;
    if (last !== undefined) shares.set(last.tenantId, (shares.get(last.tenantId) ?? 0) + weight - last.from);
    gathering.last = { tenantId, from: weight };
    this.#contention.noteUse(tenantId, this.#deps.clock.now());
  }

  async #storeBatches(): Promise<void> {
    // Waiting one turn of the event loop lets messages that have already arrived on other sockets join the batch.
    await nextTurn();
    while (!this.#gathering.acks.isEmpty) {
      await this.#untilWanted();
      const leaving = this.#gathering;
      this.#gathering = this.#spare;
      this.#left++;
      for (const wake of this.#waitingForBatch.splice(0)) wake();
      await this.#deps.unpublished.run(() => this.#storeBatch(leaving));
      this.#batchEnds();
      leaving.batch.clear();
      leaving.acks.clear();
      leaving.shares.clear();
      leaving.last = undefined;
      leaving.weight = 0;
      this.#spare = leaving;
    }
    this.#storing = undefined;
  }

  /** A sender that has to wait for the next batch does not wait for the time as well. */
  async #untilWanted(): Promise<void> {
    const { ready } = this.#deps;
    if (ready === undefined || this.#waitingForBatch.length > 0) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#hurry = () => resolve(undefined);
    await Promise.race([ready(), promise]);
    this.#hurry = undefined;
  }

  async #storeBatch({ batch, acks, since }: Gathering<Batch>): Promise<void> {
    const { name, store, publish, latency, clock, log } = this.#deps;
    let refused = NOTHING_REFUSED;
    try {
      if (batch.count > 0) refused = (await store(batch)) ?? NOTHING_REFUSED;
      this.counters.stored += batch.count;
      this.counters.batches++;
    } catch (error) {
      this.counters.failedBatches++;
      log.error(`${name} not stored`, { values: batch.count, messages: acks.count, error });
      acks.settle(
        refusedWhole(
          error instanceof DomainError
            ? error
            : new DomainError("unavailable", `${name} could not be stored`, { cause: error }),
        ),
      );
      return;
    }
    acks.settle(undefined, refused);
    latency.observe((clock.now() - since) / SECOND_MILLIS);
    publish(batch);
  }

  #batchEnds(): void {
    this.#ended++;
    if (this.#waitingForEnd.length === 0) return;
    const waiting = this.#waitingForEnd;
    this.#waitingForEnd = waiting.filter(({ batch }) => batch > this.#ended);
    for (const { batch, resolve } of waiting) if (batch <= this.#ended) resolve();
  }
}

/** The pending acknowledgements of a batch, in columns: messages add to them without allocating. */
class PendingAcks {
  count = 0;
  readonly #targets: (AckTarget | undefined)[] = [];
  #acks = new Int32Array(ACKS_INITIAL);
  /** Keyed by the index of the acknowledgement; most have none. */
  readonly #refusals = new Map<number, Refusal>();

  get isEmpty(): boolean {
    return this.count === 0;
  }

  add(target: AckTarget, ack: number, refusal: Refusal | undefined): void {
    const index = this.count++;
    if (index === this.#acks.length) {
      const acks = new Int32Array(index * 2);
      acks.set(this.#acks);
      this.#acks = acks;
    }
    this.#targets[index] = target;
    this.#acks[index] = ack;
    if (refusal !== undefined) this.#refusals.set(index, refusal);
  }

  /** Settles each acknowledgement with its own refusal, or with `failure` if nothing could be stored. */
  settle(failure: Refusal | undefined, refused = NOTHING_REFUSED): void {
    const targets = this.#targets;
    for (const [index, refusal] of refused) this.#refusals.set(index, both(this.#refusals.get(index), refusal));
    for (let index = 0; index < this.count; index++)
      targets[index]?.settle(
        this.#acks[index] ?? 0,
        failure ?? (this.#refusals.size === 0 ? undefined : this.#refusals.get(index)),
      );
    // `flush` is idempotent and a flushed target has nothing left to send, so skipping only adjacent repetitions is
    // enough.
    let previous: AckTarget | undefined;
    for (let index = 0; index < this.count; index++) {
      const target = targets[index];
      if (target !== previous) target?.flush();
      previous = target;
    }
  }

  /** Keeps the memory, but drops the references so that closed sessions can be garbage-collected. */
  clear(): void {
    this.#targets.fill(undefined, 0, this.count);
    this.count = 0;
    this.#refusals.clear();
  }
}

/**
 * Merges earlier refusals with those of the store. The store decides `partly`, because only it knows whether anything
 * was stored.
 */
function both(before: Refusal | undefined, { entries, partly }: Refusal): Refusal {
  return before === undefined ? { entries, partly } : { entries: [...before.entries, ...entries], partly };
}
