// Files of a kind in a bucket, each as objects of one size: `packages/<id>/00000000` and so on. A piece that is smaller is the last.
// So a file of any size is written with little memory, a try that failed is repeated for a piece, and each part is one request away.
// A file is there with its first piece: who writes it tells others of it when it is complete.
import { Readable } from "node:stream";
import { DomainError } from "../../core/errors.ts";
import { isUuid, type AnyId } from "../../core/ids.ts";
import { MEBIBYTE } from "../../lib/units.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { listObjects, type ListedObject } from "./bucket-listing.ts";
import { BucketRequests, type BucketAnswer, type BucketDeps, type BucketRequest } from "./bucket-requests.ts";
import type { RequestOptions } from "./bucket-requests.ts";

/** Files that exist have this size of pieces, so it can never change. */
const PIECE_BYTES = MEBIBYTE;
const DIGITS = 8;
/** Objects that are removed at the same time. */
const REMOVALS = 16;

export interface BucketFilesOptions extends RequestOptions {
  /** What the names of the objects begin with, after the prefix of the bucket. */
  readonly folder: string;
  /** What is kept there, in errors. */
  readonly holds: string;
}

export class BucketFiles<Id extends AnyId> {
  readonly #address: BucketAddress;
  readonly #requests: BucketRequests;
  readonly #options: BucketFilesOptions;
  /** Files being written, which `remove` leaves alone. */
  readonly #writing = new Set<Id>();

  constructor(address: BucketAddress, deps: BucketDeps, options: BucketFilesOptions) {
    this.#address = address;
    this.#requests = new BucketRequests(address, deps, options);
    this.#options = options;
  }

  /** Resolves when all pieces are stored. Rejects if `pieces` does, and with `unavailable`. */
  protected async writePieces(id: Id, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    this.#writing.add(id);
    try {
      let count = 0;
      for await (const body of ofOneSize(pieces))
        await this.#send({ method: "PUT", name: this.#nameOf(id, count++), body });
    } catch (error) {
      this.#writing.delete(id);
      // A bucket that does not answer would not answer to this either: a sweep removes what is there.
      if (!(error instanceof BucketFault)) await this.remove(id).catch(() => undefined);
      throw error;
    } finally {
      this.#writing.delete(id);
    }
  }

  /** Undefined if there is no file. */
  async read(id: Id): Promise<Readable | undefined> {
    const first = await this.#piece(id, 0);
    return first === undefined ? undefined : Readable.from(this.#from(id, first), { objectMode: false });
  }

  /** Up to `bytesMax` bytes from `start`: fewer at the end of the file, none after it; undefined if there is no file. */
  protected async readBytes(id: Id, start: number, bytesMax: number): Promise<Buffer | undefined> {
    const found: Buffer[] = [];
    for (let at = start, end = start + bytesMax; at < end;) {
      const number = Math.floor(at / PIECE_BYTES);
      const from = at - number * PIECE_BYTES;
      const bytes = Math.min(PIECE_BYTES - from, end - at);
      const part = await this.#piece(id, number, { start: from, bytes });
      if (part === undefined && found.length === 0) {
        const isThere = number > 0 && (await this.#piece(id, 0, { start: 0, bytes: 1 })) !== undefined;
        return isThere ? Buffer.alloc(0) : undefined;
      }
      if (part !== undefined) found.push(part);
      if (part === undefined || part.byteLength < bytes) break;
      at += bytes;
    }
    return Buffer.concat(found);
  }

  /** Does nothing if there is no file. One that is being written here stays. */
  async remove(id: Id): Promise<void> {
    if (this.#writing.has(id)) return;
    const objects = await this.#list(`${id}/`);
    for (let start = 0; start < objects.length; start += REMOVALS) {
      const some = objects.slice(start, start + REMOVALS);
      await Promise.all(some.map(({ name }) => this.#send({ method: "DELETE", name })));
    }
  }

  /** All files, also those that are not complete, with the bytes that are there. */
  protected async files(): Promise<readonly { readonly id: Id; readonly bytes: number }[]> {
    const found = new Map<Id, number>();
    for (const { name, bytes } of await this.#list("")) {
      const [id = ""] = name.slice(this.#options.folder.length + 1).split("/");
      // An object of another program is left alone.
      if (isUuid(id)) found.set(id as Id, (found.get(id as Id) ?? 0) + bytes);
    }
    return [...found].map(([id, bytes]) => ({ id, bytes }));
  }

  async *#from(id: Id, first: Buffer): AsyncGenerator<Buffer, void, undefined> {
    let piece: Buffer | undefined = first;
    for (let number = 1; piece !== undefined; number++) {
      yield piece;
      piece = piece.byteLength < PIECE_BYTES ? undefined : await this.#piece(id, number);
    }
  }

  async #piece(id: Id, number: number, range?: NonNullable<BucketRequest["range"]>): Promise<Buffer | undefined> {
    const request = { method: "GET", name: this.#nameOf(id, number) } as const;
    return (await this.#send(range === undefined ? request : { ...request, range }))?.body;
  }

  #nameOf(id: Id, number: number): string {
    return `${this.#options.folder}/${id}/${String(number).padStart(DIGITS, "0")}`;
  }

  #list(prefix: string): Promise<readonly ListedObject[]> {
    const all = `${this.#options.folder}/${prefix}`;
    return this.#guarded(() => listObjects(this.#requests, this.#address, all));
  }

  #send(request: BucketRequest): Promise<BucketAnswer | undefined> {
    return this.#guarded(() => this.#requests.send(request));
  }

  /** Whatever the bucket refuses is a matter of operators: callers learn that it cannot serve, and the log has the cause. */
  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (cause) {
      throw new BucketFault(
        "unavailable",
        `${this.#options.holds} cannot be kept in the bucket of the cluster (CLUSTER_FILES) at the moment`,
        { cause },
      );
    }
  }
}

class BucketFault extends DomainError {}

/** The same bytes in pieces of `PIECE_BYTES`, of which the last is smaller, perhaps empty. A piece is valid until the next is asked for. */
async function* ofOneSize(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let filled = 0;
  for await (const bytes of pieces)
    for (let at = 0; at < bytes.byteLength;) {
      const part = bytes.subarray(at, at + PIECE_BYTES - filled);
      piece.set(part, filled);
      [filled, at] = [filled + part.byteLength, at + part.byteLength];
      if (filled < PIECE_BYTES) continue;
      yield piece;
      filled = 0;
    }
  yield piece.subarray(0, filled);
}
