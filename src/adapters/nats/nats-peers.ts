// What the nodes of a cluster say to each other, in messages of NATS that are not stored. Subjects name the topic, the sender
// and, for a request, the node that is asked; contents are JSON. A trace goes on at the node that answers.
import {
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Subscription as NatsSubscription,
} from "@nats-io/transport-node";
import type { Subscription } from "../../core/bus/message-bus.ts";
import type { PeerAnswer, Peers, PeerTopic } from "../../core/cluster/peers.ts";
import { DomainError, stopping } from "../../core/errors.ts";
import type { NodeId } from "../../core/ids.ts";
import type { Clock } from "../../lib/clock.ts";
import { parseNamed } from "../../lib/json-names.ts";
import type { Logger } from "../../lib/logger.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { traced, type Tracer } from "../../lib/tracer.ts";
import { connectNats } from "./connect-nats.ts";

export interface NatsPeersDeps {
  readonly nodeId: NodeId;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tracer: Tracer;
}

export interface NatsPeersOptions {
  readonly servers: readonly string[];
  /** A request that is not answered within this time has failed. */
  readonly answerMillisMax: number;
}

const PREFIX = "bridgehead.peers";
/** The header with the span of the question. Source: W3C Trace Context. */
const TRACEPARENT = "traceparent";
/** The status of the servers' answer if nobody listens. */
const NOBODY = 503;

interface Question {
  readonly answered: (text: string) => void;
  readonly failed: (error: unknown) => void;
}

/** What comes back; without content, the answer has failed. */
interface Answer {
  readonly content?: unknown;
}

export class NatsPeers implements Peers {
  readonly #connection: NatsConnection;
  readonly #deps: NatsPeersDeps;
  readonly #options: NatsPeersOptions;
  /** Of this node, by number. */
  readonly #questions = new Map<string, Question>();
  /** Of other nodes, by the subject of the answer. */
  readonly #answering = new Map<string, AbortController>();
  readonly #subscriptions = new Set<NatsSubscription>();
  #lastQuestion = 0;
  #isConnected = true;
  #isStopping = false;

  private constructor(connection: NatsConnection, deps: NatsPeersDeps, options: NatsPeersOptions) {
    this.#connection = connection;
    this.#deps = deps;
    this.#options = options;
    this.#listen(`${this.#answers}.*`, (message) => this.#answered(message));
    this.#listen(`${PREFIX}.cancel.${deps.nodeId}`, (message) => this.#answering.get(message.string())?.abort());
    void this.#watch();
  }

  /** Throws `unavailable` if no server answers. */
  static async connect(deps: NatsPeersDeps, options: NatsPeersOptions): Promise<NatsPeers> {
    return new NatsPeers(await connectNats(options.servers, deps.clock), deps, options);
  }

  get nodeId(): NodeId {
    return this.#deps.nodeId;
  }

  get #answers(): string {
    return `${PREFIX}.answer.${this.nodeId}`;
  }

  /** Sends what has been said; questions that are open fail. May be called twice. */
  async stop(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    for (const { failed } of [...this.#questions.values()]) failed(stopping());
    for (const controller of this.#answering.values()) controller.abort();
    // Once it is flushed, the servers know that nobody listens here.
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    if (this.#isConnected) await this.#connection.flush().catch(() => undefined);
    await this.#connection.close();
  }

  broadcast(topic: PeerTopic, content: unknown): void {
    if (this.#isStopping) return;
    try {
      this.#connection.publish(`${PREFIX}.all.${topic}.${this.nodeId}`, textOf(content));
    } catch (error) {
      this.#deps.log.warn("nothing can be sent to other nodes", { topic, error });
    }
  }

  subscribe(topic: PeerTopic, handle: (content: unknown, from: NodeId) => void): Subscription {
    return this.#listen(`${PREFIX}.all.${topic}.*`, (message) => {
      const from = senderOf(message);
      if (from !== this.nodeId) handle(parseNamed(message.string()), from);
    });
  }

  async request(node: NodeId, topic: PeerTopic, content: unknown, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.#isStopping) throw stopping();
    if (!this.#isConnected) throw new DomainError("unavailable", "this node is cut off from the others");
    const number = String(++this.#lastQuestion);
    const reply = `${this.#answers}.${number}`;
    const answer = Promise.withResolvers<string>();
    this.#questions.set(number, { answered: answer.resolve, failed: answer.reject });
    const giveUp = (reason: unknown): void => {
      this.#publish(`${PREFIX}.cancel.${node}`, reply);
      answer.reject(reason);
    };
    const timer = this.#deps.clock.after(this.#options.answerMillisMax, () =>
      giveUp(new DomainError("timeout", `node ${node} did not answer in time`)),
    );
    const aborted = (): void => giveUp(signal?.reason);
    signal?.addEventListener("abort", aborted);
    try {
      this.#connection.publish(`${PREFIX}.node.${node}.${topic}.${this.nodeId}`, textOf(content), {
        reply,
        ...this.#trace(),
      });
    } catch (error) {
      answer.reject(new DomainError("too-large", "the message for another node is too large", { cause: error }));
    }
    try {
      const answered = parseNamed(await answer.promise) as Answer;
      if (answered.content === undefined) throw new DomainError("timeout", `node ${node} failed to answer`);
      return answered.content;
    } finally {
      timer.cancel();
      signal?.removeEventListener("abort", aborted);
      this.#questions.delete(number);
    }
  }

  handle(topic: PeerTopic, answer: PeerAnswer): Subscription {
    return this.#listen(`${PREFIX}.node.${this.nodeId}.${topic}.*`, (message) => {
      this.#answerInTrace(topic, message, answer).catch((error: unknown) => {
        this.#deps.log.error("another node could not be answered", { topic, error });
        if (message.reply !== undefined) this.#publish(message.reply, "{}");
      });
    });
  }

  #trace(): { readonly headers?: MsgHdrs } {
    const traceparent = this.#deps.tracer.traceparent();
    if (traceparent === undefined) return {};
    const withSpan = headers();
    withSpan.set(TRACEPARENT, traceparent);
    return { headers: withSpan };
  }

  /** Most of what nodes ask each other belongs to no trace, and gets no span. */
  #answerInTrace(topic: PeerTopic, message: Msg, answer: PeerAnswer): Promise<void> {
    const traceparent = message.headers?.get(TRACEPARENT) ?? "";
    if (traceparent === "") return this.#answer(message, answer);
    const span = { name: `answer ${topic}`, kind: "server", attributes: {}, traceparent } as const;
    return traced(this.#deps.tracer, span, () => this.#answer(message, answer));
  }

  async #answer(message: Msg, answer: PeerAnswer): Promise<void> {
    const { reply } = message;
    if (reply === undefined) return;
    const controller = new AbortController();
    const isGivenUp = (): boolean => controller.signal.aborted;
    this.#answering.set(reply, controller);
    // A node that has died does not cancel.
    const timer = this.#deps.clock.after(this.#options.answerMillisMax, () => controller.abort());
    try {
      // A node that has stood still reads a question and that it was given up in one go: it must not be answered any more.
      await nextTurn();
      if (isGivenUp()) return;
      const content = await answer(parseNamed(message.string()), senderOf(message), controller.signal);
      if (!isGivenUp()) this.#connection.publish(reply, textOf({ content: content ?? null }));
    } finally {
      timer.cancel();
      this.#answering.delete(reply);
    }
  }

  #answered(message: Msg): void {
    const question = this.#questions.get(lastPart(message.subject));
    if (message.headers?.code === NOBODY && message.data.length === 0)
      question?.failed(new DomainError("unavailable", "the other node is not there"));
    else question?.answered(message.string());
  }

  /** A loss is found out by whoever waits for the message. */
  #publish(subject: string, text: string): void {
    if (!this.#isStopping) this.#connection.publish(subject, text);
  }

  #listen(subject: string, hear: (message: Msg) => void): Subscription {
    const subscription: NatsSubscription = this.#connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) {
          this.#deps.log.warn("messages of other nodes cannot be received", { subject, error });
          return;
        }
        try {
          hear(message);
        } catch (fault) {
          this.#deps.log.error("a message of another node could not be handled", { subject, error: fault });
        }
      },
    });
    this.#subscriptions.add(subscription);
    return {
      cancel: () => {
        if (this.#subscriptions.delete(subscription)) subscription.unsubscribe();
      },
    };
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === "reconnect") this.#isConnected = true;
      if (type !== "disconnect") continue;
      this.#isConnected = false;
      // What is answered meanwhile does not come here.
      const lost = new DomainError("timeout", "this node was cut off from the others before the answer");
      for (const { failed } of [...this.#questions.values()]) failed(lost);
    }
  }
}

function textOf(content: unknown): string {
  return JSON.stringify(content);
}

/** It ends the subject. */
function senderOf({ subject }: Msg): NodeId {
  return lastPart(subject) as NodeId;
}

function lastPart(subject: string): string {
  return subject.slice(subject.lastIndexOf(".") + 1);
}
