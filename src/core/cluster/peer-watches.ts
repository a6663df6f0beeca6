// What the nodes of a cluster watch of each other. A node that watches something says so to the nodes that are there, and goes on when they
// have taken it; after that they send what it wants, and nodes on which nobody watches send nothing. To a node that did not take it in time
// it is sent again until it does, and what that node has not sent by then is read again. Decision 0162.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { NodeId, TenantId } from "../ids.ts";
import type { SharedWatches, Watched, WatchKind, WatchListener } from "../shared-watches.ts";
import type { Peers } from "./peers.ts";

export interface PeerWatchesDeps {
  readonly peers: Peers;
  /** The other nodes that are there. */
  readonly nodes: () => readonly NodeId[];
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface PeerWatchesOptions {
  /** How often it is sent again; those that have taken everything answer that they still have it. */
  readonly tellMillis: number;
  /** A node that has not taken a watch by then does without. */
  readonly patienceMillis: number;
  /** Watches that begin or end in one message; more are several. */
  readonly sentMax: number;
}

/** A watch as one text: its kind, the id, and the tenant. */
type WatchText = string;

interface WatchesMessage {
  /** Of this sender to this node. The first one is all that it watches, with those that follow. */
  readonly number: number;
  readonly begun: readonly WatchText[];
  readonly ended: readonly WatchText[];
}

/** A node to which this one sends what it watches. */
interface Receiver {
  /** Of the last message that it has taken; 0: it gets everything. */
  number: number;
  /** Begun or ended, and not sent. */
  unsent: Map<WatchText, boolean>;
  /** It may have changed something meanwhile that this node watches. */
  isLate: boolean;
  sending: Promise<void> | undefined;
}

/** A node that sends what it watches. */
interface Heard {
  number: number;
  readonly watches: Set<WatchText>;
}

export class PeerWatches implements SharedWatches {
  readonly #deps: PeerWatchesDeps;
  readonly #options: PeerWatchesOptions;
  readonly #listeners = new Map<WatchKind, WatchListener>();
  /** Of this node. */
  readonly #own = new Set<WatchText>();
  readonly #ownIds: Record<WatchKind, Set<string>> = { attributes: new Set(), traffic: new Set() };
  readonly #receivers = new Map<NodeId, Receiver>();
  readonly #heard = new Map<NodeId, Heard>();
  /** How many other nodes watch it, by id. */
  readonly #elsewhere: Record<WatchKind, Map<string, number>> = { attributes: new Map(), traffic: new Map() };
  #subscription: Subscription | undefined;
  #timer: Timer | undefined;

  constructor(deps: PeerWatchesDeps, options: PeerWatchesOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    const { peers, clock } = this.#deps;
    this.#subscription = peers.handle("watches", (content, from) => this.#hear(content as WatchesMessage, from));
    this.#timer = clock.every(this.#options.tellMillis, () => this.#look());
  }

  /** The others find out that this node is gone. May be called twice. */
  stop(): void {
    this.#timer?.cancel();
    this.#subscription?.cancel();
  }

  async begin(kind: WatchKind, watched: Watched): Promise<void> {
    const text = textOf(kind, watched);
    if (!this.#own.has(text)) {
      // A node that has got none of the others yet gets all.
      for (const node of this.#deps.nodes()) this.#receiverOf(node);
      this.#own.add(text);
      this.#ownIds[kind].add(watched.id);
      for (const receiver of this.#receivers.values()) receiver.unsent.set(text, true);
    }
    const late = Promise.withResolvers<"late">();
    const timer = this.#deps.clock.after(this.#options.patienceMillis, () => late.resolve("late"));
    await Promise.all(
      this.#deps.nodes().map(async (node) => {
        if ((await Promise.race([this.#send(node), late.promise])) === "late") this.#receiverOf(node).isLate = true;
      }),
    );
    timer.cancel();
  }

  end(kind: WatchKind, watched: Watched): void {
    const text = textOf(kind, watched);
    if (!this.#own.delete(text)) return;
    this.#ownIds[kind].delete(watched.id);
    for (const receiver of this.#receivers.values()) receiver.unsent.set(text, false);
  }

  isWatchedHere(kind: WatchKind, id: string): boolean {
    return this.#ownIds[kind].has(id);
  }

  isWatchedElsewhere(kind: WatchKind, id: string): boolean {
    return this.#elsewhere[kind].has(id);
  }

  join(kind: WatchKind, listener: WatchListener): void {
    this.#listeners.set(kind, listener);
  }

  #look(): void {
    const nodes = new Set(this.#deps.nodes());
    for (const node of [...this.#heard.keys()]) if (!nodes.has(node)) this.#forget(node);
    for (const node of [...this.#receivers.keys()]) if (!nodes.has(node)) this.#receivers.delete(node);
    for (const node of nodes) {
      const receiver = this.#receiverOf(node);
      if (receiver.sending === undefined && (this.#own.size > 0 || receiver.unsent.size > 0)) void this.#send(node);
    }
  }

  #receiverOf(node: NodeId): Receiver {
    const known = this.#receivers.get(node);
    if (known !== undefined) return known;
    const unsent = this.#allBegun();
    const receiver = { number: 0, unsent, isLate: unsent.size > 0, sending: undefined };
    this.#receivers.set(node, receiver);
    return receiver;
  }

  #allBegun(): Map<WatchText, boolean> {
    return new Map([...this.#own].map((text) => [text, true]));
  }

  /** Resolves when the node has taken everything until now, or has failed to; does not reject. */
  async #send(node: NodeId): Promise<void> {
    const receiver = this.#receiverOf(node);
    // What is on its way may not have the newest.
    await receiver.sending;
    receiver.sending ??= this.#sendAll(node, receiver).finally(() => (receiver.sending = undefined));
    await receiver.sending;
  }

  async #sendAll(node: NodeId, receiver: Receiver): Promise<void> {
    const { peers, bus, log } = this.#deps;
    let hasRestarted = false;
    do {
      const sent = [...receiver.unsent].slice(0, this.#options.sentMax);
      for (const [text] of sent) receiver.unsent.delete(text);
      const those = (isBegun: boolean) => sent.filter(([, begun]) => begun === isBegun).map(([text]) => text);
      const message: WatchesMessage = { number: receiver.number + 1, begun: those(true), ended: those(false) };
      let answer: "taken" | "unknown" | "failed";
      try {
        answer = (await peers.request(node, "watches", message)) === true ? "taken" : "unknown";
      } catch (error) {
        log.debug("another node has not heard what is watched here", { node, error });
        answer = "failed";
      }
      if (answer === "taken") receiver.number++;
      else {
        receiver.number = 0;
        receiver.isLate ||= this.#own.size > 0;
        // What has ended, by now too, is said again, as it may not have been heard.
        const ended = [...sent, ...receiver.unsent].map(([text]) => [text, false] as const);
        receiver.unsent = new Map([...ended, ...this.#allBegun()]);
        if (answer === "failed" || hasRestarted) return;
        hasRestarted = true;
      }
    } while (receiver.unsent.size > 0);
    // It need not keep what is nothing.
    if (this.#own.size === 0) receiver.number = 0;
    if (receiver.isLate && this.#ownIds.attributes.size > 0) bus.publish({ kind: "changes-missed" });
    receiver.isLate = false;
  }

  /** False if something is missing before it. */
  async #hear({ number, begun, ended }: WatchesMessage, from: NodeId): Promise<boolean> {
    if (number === 1) this.#forget(from);
    const heard = this.#heard.get(from) ?? { number: 0, watches: new Set() };
    if (heard.number !== number - 1) return false;
    this.#heard.set(from, heard);
    heard.number = number;
    for (const text of ended) if (heard.watches.delete(text)) this.#ended(text, from);
    const news = begun.filter((text) => !heard.watches.has(text));
    for (const text of news) {
      heard.watches.add(text);
      const { kind, watched } = parsed(text);
      this.#elsewhere[kind].set(watched.id, (this.#elsewhere[kind].get(watched.id) ?? 0) + 1);
    }
    await Promise.all(news.map((text) => this.#begun(text, from)));
    if (heard.watches.size === 0) this.#heard.delete(from);
    return true;
  }

  async #begun(text: WatchText, node: NodeId): Promise<void> {
    const { kind, watched } = parsed(text);
    await this.#listeners.get(kind)?.begun(watched, node);
  }

  #ended(text: WatchText, node: NodeId): void {
    const { kind, watched } = parsed(text);
    const left = (this.#elsewhere[kind].get(watched.id) ?? 1) - 1;
    if (left === 0) this.#elsewhere[kind].delete(watched.id);
    else this.#elsewhere[kind].set(watched.id, left);
    this.#listeners.get(kind)?.ended(watched, node);
  }

  #forget(node: NodeId): void {
    const heard = this.#heard.get(node);
    this.#heard.delete(node);
    for (const text of heard?.watches ?? []) this.#ended(text, node);
  }
}

function textOf(kind: WatchKind, { id, tenantId }: Watched): WatchText {
  return [kind, id, tenantId ?? ""].join(" ");
}

function parsed(text: WatchText): { readonly kind: WatchKind; readonly watched: Watched } {
  const [kind, id = "", tenantId = ""] = text.split(" ");
  return {
    kind: kind as WatchKind,
    watched: { id, tenantId: tenantId === "" ? null : (tenantId as TenantId) },
  };
}
