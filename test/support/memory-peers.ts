// The nodes of a cluster in one process, for tests of what they say to each other. A node can be cut off, and messages can be lost.
import type { Subscription } from "../../src/core/bus/message-bus.ts";
import type { PeerAnswer, Peers, PeerTopic } from "../../src/core/cluster/peers.ts";
import { DomainError } from "../../src/core/errors.ts";
import { newId, type NodeId } from "../../src/core/ids.ts";

export class MemoryNetwork {
  readonly #nodes = new Map<NodeId, MemoryPeers>();
  /** Broadcasts for which it is true do not arrive. */
  loses: (topic: PeerTopic, from: NodeId, to: NodeId) => boolean = () => false;

  join(nodeId: NodeId = newId()): MemoryPeers {
    const peers = new MemoryPeers(this, nodeId);
    this.#nodes.set(nodeId, peers);
    return peers;
  }

  node(nodeId: NodeId): MemoryPeers | undefined {
    return this.#nodes.get(nodeId);
  }

  nodes(): Iterable<MemoryPeers> {
    return this.#nodes.values();
  }
}

export class MemoryPeers implements Peers {
  readonly nodeId: NodeId;
  readonly #network: MemoryNetwork;
  readonly #subscribers = new Map<PeerTopic, (content: unknown, from: NodeId) => void>();
  readonly #answers = new Map<PeerTopic, PeerAnswer>();
  /** Neither gets nor sends anything: its questions stay without an answer, as those to it do. */
  isFrozen = false;
  /** Does what it is asked to, and whoever has asked never hears of it. */
  losesAnswers = false;
  /** As a process that has ended: the others learn at once that it is not there. */
  isGone = false;

  constructor(network: MemoryNetwork, nodeId: NodeId) {
    this.#network = network;
    this.nodeId = nodeId;
  }

  broadcast(topic: PeerTopic, content: unknown): void {
    if (this.#isSilent) return;
    const text = JSON.stringify(content);
    for (const other of this.#network.nodes())
      if (other !== this && !this.#network.loses(topic, this.nodeId, other.nodeId))
        queueMicrotask(() => other.#hear(topic, text, this.nodeId));
  }

  subscribe(topic: PeerTopic, handle: (content: unknown, from: NodeId) => void): Subscription {
    this.#subscribers.set(topic, handle);
    return { cancel: () => this.#subscribers.delete(topic) };
  }

  async request(node: NodeId, topic: PeerTopic, content: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    const text = JSON.stringify(content);
    await Promise.resolve();
    const other = this.#network.node(node);
    const answer = other === undefined ? undefined : other.#answers.get(topic);
    if (other === undefined || answer === undefined || other.isGone)
      throw new DomainError("unavailable", "the other node is not there");
    const never = new Promise<never>((_, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason as Error)),
    );
    if (this.#isSilent || other.isFrozen) return await never;
    const asked = new AbortController();
    signal?.addEventListener("abort", () => asked.abort());
    const answered = answer(JSON.parse(text), this.nodeId, asked.signal).catch((cause: unknown) => {
      throw new DomainError("timeout", `node ${node} failed to answer`, { cause });
    });
    if (other.losesAnswers) {
      await answered;
      throw new DomainError("timeout", `node ${node} did not answer in time`);
    }
    const given = JSON.stringify((await Promise.race([answered, never])) ?? null);
    return other.#isSilent ? await never : (JSON.parse(given) as unknown);
  }

  handle(topic: PeerTopic, answer: PeerAnswer): Subscription {
    this.#answers.set(topic, answer);
    return { cancel: () => this.#answers.delete(topic) };
  }

  get #isSilent(): boolean {
    return this.isFrozen || this.isGone;
  }

  #hear(topic: PeerTopic, text: string, from: NodeId): void {
    if (!this.#isSilent) this.#subscribers.get(topic)?.(JSON.parse(text), from);
  }
}
