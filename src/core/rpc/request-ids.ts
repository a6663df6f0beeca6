// Allocates the integer ids by which devices identify requests. Ids are reserved in the store in blocks, ahead of need,
// so that only the first call of a device after the start waits for the disk. Where several nodes call one device, each call draws
// its id from the store: with blocks, an id could be lower than one that the device has seen before.
import { DomainError } from "../errors.ts";
import type { DeviceId } from "../ids.ts";
import type { RpcStore } from "./rpc.ts";
import { remember } from "../../lib/remember.ts";

export interface RequestIdOptions {
  /** Ids per block; 1 where other nodes draw ids as well. The rest of a block is skipped when the process dies. */
  readonly blockIds: number;
  /** Devices whose blocks are kept; beyond that, the oldest block is dropped and its remaining ids are skipped. */
  readonly blocksMax: number;
}

interface IdBlock {
  next: number;
  /** The first id after the block. */
  end: number;
  following: { readonly start: number; readonly end: number } | undefined;
  reserving: Promise<void> | undefined;
}

/** The next block is reserved when this share of the present one is left. */
const LOW_SHARE = 0.25;
const RETURNED_AT_ONCE_MAX = 5_000;

export class RequestIds {
  readonly #store: Pick<RpcStore, "reserveRequestIds" | "returnRequestIds">;
  readonly #options: RequestIdOptions;
  readonly #blocks = new Map<DeviceId, IdBlock>();

  constructor(store: Pick<RpcStore, "reserveRequestIds" | "returnRequestIds">, options: RequestIdOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** The next id of the device, without waiting; undefined if a block has to be reserved first. */
  take(deviceId: DeviceId): number | undefined {
    const block = this.#blocks.get(deviceId);
    if (block === undefined || block.next === block.end) return undefined;
    const id = block.next++;
    if (block.next === block.end && block.following !== undefined) {
      block.next = block.following.start;
      block.end = block.following.end;
      block.following = undefined;
    }
    if (
      block.end - block.next <= this.#options.blockIds * LOW_SHARE &&
      block.following === undefined &&
      block.reserving === undefined
    ) {
      // No call waits for this block. If reserving it fails, the call that finds no id left retries and reports the
      // failure.
      this.#reserve(deviceId, block).catch(() => undefined);
    }
    return id;
  }

  /**
   * As `take`, but reserves a block if there is none. Throws `not-found` for an unknown device, and what the store
   * throws.
   */
  async takeAfterDrawing(deviceId: DeviceId): Promise<number> {
    if (this.#options.blockIds === 1) return await this.#draw(deviceId);
    for (;;) {
      const id = this.take(deviceId);
      if (id !== undefined) return id;
      await this.#reserve(deviceId, this.#blockOf(deviceId));
    }
  }

  forget(deviceId: DeviceId): void {
    this.#blocks.delete(deviceId);
  }

  /** Returns unused ids, so that a clean restart leaves no gap. */
  async giveBack(): Promise<void> {
    await Promise.allSettled([...this.#blocks.values()].flatMap(({ reserving }) => reserving ?? []));
    const unused = [...this.#blocks].flatMap(([deviceId, block]) => unusedOf(deviceId, block));
    this.#blocks.clear();
    for (let start = 0; start < unused.length; start += RETURNED_AT_ONCE_MAX)
      await this.#store.returnRequestIds(unused.slice(start, start + RETURNED_AT_ONCE_MAX));
  }

  #blockOf(deviceId: DeviceId): IdBlock {
    const known = this.#blocks.get(deviceId);
    if (known !== undefined) return known;
    const block: IdBlock = { next: 0, end: 0, following: undefined, reserving: undefined };
    remember(this.#blocks, deviceId, block, this.#options.blocksMax);
    return block;
  }

  #reserve(deviceId: DeviceId, block: IdBlock): Promise<void> {
    block.reserving ??= this.#reserveNow(deviceId, block).finally(() => {
      block.reserving = undefined;
    });
    return block.reserving;
  }

  async #reserveNow(deviceId: DeviceId, block: IdBlock): Promise<void> {
    const start = await this.#draw(deviceId);
    const end = start + this.#options.blockIds;
    if (block.next < block.end) {
      block.following = { start, end };
    } else {
      block.next = start;
      block.end = end;
    }
  }

  /** The first id of a block. */
  async #draw(deviceId: DeviceId): Promise<number> {
    const start = await this.#store.reserveRequestIds(deviceId, this.#options.blockIds);
    if (start !== undefined) return start;
    this.#blocks.delete(deviceId);
    throw new DomainError("not-found", `there is no device ${deviceId}`);
  }
}

/** If the next block directly follows the present one, both are returned as one. */
function unusedOf(
  deviceId: DeviceId,
  { next, end, following }: IdBlock,
): { deviceId: DeviceId; firstUnused: number; end: number }[] {
  if (following !== undefined)
    return [{ deviceId, firstUnused: following.start === end ? next : following.start, end: following.end }];
  return next < end ? [{ deviceId, firstUnused: next, end }] : [];
}
