// Backups in a bucket of an object store with the Amazon S3 protocol. Once the server confirms an object, the object is
// complete and durable. Its content is signed with the request, so the server refuses content that was altered on the
// way.
import type { BackupPlace, PlaceLock } from "../../core/backup/backup-place.ts";
import { DomainError } from "../../core/errors.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { BucketLock, type LockObject } from "./bucket-lock.ts";
import { BucketRequests, elementOf, type BucketDeps, type BucketOptions } from "./bucket-requests.ts";

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
    return (await this.#objects(prefix)).map(({ name }) => name);
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
        list: (prefix) => this.#objects(prefix),
        put: (name, content) => this.put(name, content),
        remove: (name) => this.remove(name),
      },
      this.#options.lockMillis,
    );
  }

  async #objects(prefix: string): Promise<readonly LockObject[]> {
    const { prefix: all } = this.#address;
    const objects: LockObject[] = [];
    for (let token: string | undefined; ;) {
      const answer = await this.#requests.send({
        method: "GET",
        query: {
          "list-type": "2",
          "encoding-type": "url",
          prefix: `${all}${prefix}`,
          ...(token === undefined ? {} : { "continuation-token": token }),
        },
      });
      const xml = answer?.body.toString() ?? "";
      if (answer === undefined || !xml.includes("<ListBucketResult"))
        throw new DomainError("unavailable", `${this.name} is listed in another form than that of Amazon S3`);
      const isEncoded = elementOf(xml, "EncodingType") === "url";
      for (const [contents] of xml.matchAll(/<Contents>.*?<\/Contents>/gs)) {
        const text = unescaped(elementOf(contents, "Key") ?? "");
        const key = isEncoded ? decodeURIComponent(text.replaceAll("+", " ")) : text;
        const writtenAt = Date.parse(elementOf(contents, "LastModified") ?? "");
        objects.push({ name: key.slice(all.length), writtenAt, ageMillis: answer.at - writtenAt });
      }
      if (elementOf(xml, "IsTruncated") !== "true") return objects;
      token = unescaped(elementOf(xml, "NextContinuationToken") ?? "");
    }
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function unescaped(xml: string): string {
  return xml.replaceAll(
    /&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return ENTITIES.get(name ?? "") ?? all;
    },
  );
}
