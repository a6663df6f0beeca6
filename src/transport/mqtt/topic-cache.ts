// Remembers the last topic of a session as bytes. Most clients publish to one topic, and a repeated topic then needs
// neither a string nor a lookup.
import { requireTopicName } from "./decode-publish.ts";
import { requireText } from "./packet-reader.ts";
import type { RouteMatch, Topics } from "./topic-router.ts";

export class TopicCache<Client> {
  /** The topic of the last `find`. */
  topic = "";
  readonly #router: Topics<Client>;
  #match: RouteMatch<Client> | undefined;
  /** A copy, at least as long as the topic: a slice would keep the whole chunk alive. */
  #bytes: Buffer | undefined;
  #length = -1;

  constructor(router: Topics<Client>) {
    this.#router = router;
  }

  /**
   * Finds the route of the topic `bytes[start, end)`; undefined if it has none. Throws ProtocolError for an invalid
   * topic.
   */
  find(bytes: Buffer, start: number, end: number): RouteMatch<Client> | undefined {
    if (!this.#isLast(bytes, start, end)) this.#look(bytes, start, end);
    return this.#match;
  }

  #isLast(bytes: Buffer, start: number, end: number): boolean {
    const last = this.#bytes;
    if (end - start !== this.#length || last === undefined) return false;
    // Compare from the end, where topics are more likely to differ.
    for (let at = end - 1, index = this.#length - 1; index >= 0; at--, index--)
      if (bytes[at] !== last[index]) return false;
    return true;
  }

  #look(bytes: Buffer, start: number, end: number): void {
    requireText(bytes, start, end, "the topic");
    const topic = bytes.toString("utf8", start, end);
    requireTopicName(topic);
    const length = end - start;
    if (this.#bytes === undefined || this.#bytes.length < length) this.#bytes = Buffer.allocUnsafeSlow(length);
    bytes.copy(this.#bytes, 0, start, end);
    this.#length = length;
    this.topic = topic;
    this.#match = this.#router.find(topic);
  }
}
