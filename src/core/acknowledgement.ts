// Acknowledgements: a sender gets its answer only after the effect of its message has been stored and synced.
import type { DomainError } from "./errors.ts";
import { excerptOf, type Excerpt } from "./shown-payload.ts";

/** A refused part of a request; `device` is the name that the sender used, if the part names one. */
export interface RefusedEntry {
  readonly device?: string;
  readonly error: DomainError;
}

/**
 * Why a request failed, wholly or in part. Entries are in request order; the first one determines the error code of the
 * answer.
 */
export interface Refusal {
  readonly entries: readonly [RefusedEntry, ...RefusedEntry[]];
  /** At least one other entry of the request was processed. */
  readonly partly: boolean;
  /** What was refused; left out if it was not to blame, as when a store fails. */
  readonly excerpt?: Excerpt;
}

/** A refusal of one part of a message whose parts have no names. `partly`: something else in it was processed. */
export function refusedPart(error: DomainError, partly: boolean, payload: Uint8Array): Refusal {
  return { entries: [{ error }], partly, excerpt: excerptOf(payload) };
}

/** A notice for the sender when nothing was refused. */
export interface Remark {
  readonly error: "not-connected" | "invalid-utf8";
  readonly topic: string;
  readonly device?: string | undefined;
  /** The packet id of the message in question; undefined at QoS 0. */
  readonly packetId?: number | undefined;
  readonly message: string;
}

/** `device` is the name that the sender used, if it names one. */
export function refusedMessage(error: DomainError, payload: Uint8Array, device?: string): Refusal {
  const entry = device === undefined ? { error } : { device, error };
  return { entries: [entry], partly: false, excerpt: excerptOf(payload) };
}

/** Not for what it contains. */
export function refusedWhole(error: DomainError): Refusal {
  return { entries: [{ error }], partly: false };
}

/**
 * Where acknowledgements go. Every pending one, named by its number `ack`, is settled exactly once: without a refusal when the whole request
 * is durable, otherwise with one. Numbers avoid allocating a closure for each message on the hot
 * path.
 */
export interface AckTarget {
  settle(ack: number, refusal: Refusal | undefined): void;
  /** Called once after a series of `settle` calls, so that the answers can leave in one write. */
  flush(): void;
}

/**
 * Returned by a handler that has passed its acknowledgement to a batch; the batch settles it after the commit.
 */
export const DEFERRED = Symbol("deferred");

/** The handler either defers the acknowledgement, or the outcome of its promise settles it. */
export type Handled = typeof DEFERRED | Promise<typeof DEFERRED | void>;

/** A target for callers that wait for a single answer: `durable` rejects with the first refusal. Its `ack` is 0. */
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

  settle(_ack: number, refusal: Refusal | undefined): void {
    if (refusal === undefined) this.#resolve();
    else this.#reject(refusal.entries[0].error);
  }

  flush(): void {
    // The promise has settled already.
  }
}
