// Acknowledgements: a sender is answered only when the effect of its message is stored and synced.
import type { DomainError } from "./errors.ts";

/** A part of a request that was refused; `device` is the name the sender used, where the part has one. */
export interface RefusedEntry {
  readonly device?: string;
  readonly error: DomainError;
}

/** Why a request failed, wholly or in part. Entries stand in the order of the request; the first one gives the answer's code. */
export interface Refusal {
  readonly entries: readonly [RefusedEntry, ...RefusedEntry[]];
  /** At least one other entry of the request was processed. */
  readonly partly: boolean;
}

/** That a part was refused of a request that names no parts. `partly`: something else of it was processed. */
export function refusedPart(error: DomainError, partly: boolean): Refusal {
  return { entries: [{ error }], partly };
}

/** What a sender should know although nothing was refused. */
export interface Remark {
  readonly error: "not-connected" | "invalid-utf8";
  readonly topic: string;
  readonly device?: string | undefined;
  /** Of the message that it is about; undefined at QoS 0. */
  readonly packetId?: number | undefined;
  readonly message: string;
}

export function refusedWhole(error: DomainError): Refusal {
  return { entries: [{ error }], partly: false };
}

/**
 * Where acknowledgements go. Every slot it hands out is settled exactly once: with nothing when all of the request is
 * durable, with a refusal otherwise. An object with numbered slots, so that a message on the hot path costs no closure.
 */
export interface AckTarget {
  settle(slot: number, refusal: Refusal | undefined): void;
  /** Called once after a run of `settle` calls, so that answers can leave in one write. */
  flush(): void;
}

/** Returned by a handler that has handed its acknowledgement to a batch, which settles the slot after the commit. */
export const DEFERRED = Symbol("deferred");

/** The handler either defers the acknowledgement, or settles it by the end of its promise. */
export type Handled = typeof DEFERRED | Promise<typeof DEFERRED | void>;

/** A target for callers who wait for one answer: `durable` rejects with the first refusal. Its slot is 0. */
export class Receipt implements AckTarget {
  readonly durable: Promise<void>;
  readonly #resolve: () => void;
  readonly #reject: (error: DomainError) => void;

  constructor() {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.durable = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  settle(_slot: number, refusal: Refusal | undefined): void {
    if (refusal === undefined) this.#resolve();
    else this.#reject(refusal.entries[0].error);
  }

  flush(): void {
    // The promise has settled already.
  }
}
