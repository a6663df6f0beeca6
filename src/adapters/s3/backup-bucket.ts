// Backups in a bucket of an object store with the Amazon S3 protocol. Once the server confirms an object, the object is
// complete and durable. Its content is signed with the request, so the server refuses content that was altered on the
// way.
import type { BackupPlace, PlaceLock } from "../../core/backup/backup-place.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { listObjects } from "./bucket-listing.ts";
import { BucketLock } from "./bucket-lock.ts";
import { BucketRequests, type BucketDeps, type RequestOptions } from "./bucket-requests.ts";

export interface BucketOptions extends RequestOptions {
  /** A writer whose lock was not renewed for this long has ended. */
  readonly lockMillis: number;
}

export class BackupBucket implements BackupPlace {
  readonly name: string;
  readonly #address: BucketAddress;
  readonly #deps: BucketDeps;
  readonly #options: BucketOptions;
  readonly #requests: BucketRequests;

  constructor(address: BucketAddress, deps: BucketDeps, options: BucketOptions) {
    this.name = address.name;
    this.#address = address;
    this.#deps = deps;
    this.#options = options;
    this.#requests = new BucketRequests(address, deps, options);
  }

  async put(name: string, content: Uint8Array): Promise<void> {
    await this.#requests.send({ method: "PUT", name, body: content });
  }

  write(name: string, content: Uint8Array): Promise<void> {
    return this.put(name, content);
  }

  /** Nothing to do: each object is durable once the server has answered. */
  sync(): Promise<void> {
    return Promise.resolve();
  }

  async get(name: string): Promise<Uint8Array | undefined> {
    return (await this.#requests.send({ method: "GET", name }))?.body;
  }

  async list(prefix: string): Promise<readonly string[]> {
    return (await listObjects(this.#requests, this.#address, prefix)).map(({ name }) => name);
  }

  async remove(name: string): Promise<void> {
    await this.#requests.send({ method: "DELETE", name });
  }

  async lock(): Promise<PlaceLock> {
    const { clock, pause } = this.#deps;
    return await BucketLock.take(
      {
        place: this.name,
        clock,
        pause,
        list: (prefix) => listObjects(this.#requests, this.#address, prefix),
        put: (name, content) => this.put(name, content),
        remove: (name) => this.remove(name),
      },
      this.#options.lockMillis,
    );
  }
}
