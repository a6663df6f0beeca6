// The bucket that the nodes of a cluster share, as far as a node must find out whether it is that one.
import { INSTALLATION_MARK, type SharedPlace } from "../../core/installation/shared-place.ts";
import type { BucketAddress } from "./bucket-address.ts";
import { BucketRequests, elementOf, type BucketDeps, type RequestOptions } from "./bucket-requests.ts";

export class SharedBucket implements SharedPlace {
  readonly name: string;
  readonly #requests: BucketRequests;
  readonly #historyPrefix: string;

  /** `history`: what the names of the objects begin with in which the engine keeps points, after the prefix of the bucket. */
  constructor(address: BucketAddress, deps: BucketDeps, { history, ...options }: RequestOptions & { history: string }) {
    this.name = address.name;
    this.#requests = new BucketRequests(address, deps, options);
    this.#historyPrefix = `${address.prefix}${history}/`;
  }

  async readMark(): Promise<string | undefined> {
    return (await this.#requests.send({ method: "GET", name: INSTALLATION_MARK }))?.body.toString();
  }

  async writeMark(content: string): Promise<void> {
    await this.#requests.send({ method: "PUT", name: INSTALLATION_MARK, body: Buffer.from(content) });
  }

  async hasHistory(): Promise<boolean> {
    const query = { "list-type": "2", "encoding-type": "url", prefix: this.#historyPrefix };
    const answer = await this.#requests.send({ method: "GET", query });
    return elementOf(answer?.body.toString() ?? "", "Key") !== undefined;
  }
}
