// The port to the other nodes of a cluster: what is said to them now, and is kept nowhere. Whatever must not be lost is stored.
// Contents are plain data.
import type { Subscription } from "../bus/message-bus.ts";
import type { NodeId } from "../ids.ts";

/** What is talked about; each topic has one subscriber or one answerer on a node. */
export type PeerTopic =
  | "caught-up" // asked: to answer once it has handled what the stream has
  | "counts" // against limits
  | "open" // connections of live values, and their subscriptions
  | "heartbeat"
  | "sessions" // what happens to them; asked: all of them
  | "downlink" // asked: to send one
  | "takes-calls" // asked: whether a session does
  | "reply" // of a device, to a call
  | "undeliverable" // asked: to tell a gateway why nothing can be sent to a device
  | "watches" // asked: to send what this node watches
  | "traffic" // asked: to show these messages to those who watch them
  | "gateways" // asked: what it knows of them
  | "overview"; // asked: its part

export interface Peers {
  readonly nodeId: NodeId;
  /** To all other nodes that are there now, in order; may be lost. */
  broadcast(topic: PeerTopic, content: unknown): void;
  subscribe(topic: PeerTopic, handle: (content: unknown, from: NodeId) => void): Subscription;
  /**
   * Asks one node; it gets the requests of this node in order. Rejects with `unavailable` if that node has certainly not got it,
   * with `timeout` if that is not known, as it did not answer in time or failed, with `too-large`, and with the signal's reason.
   */
  request(node: NodeId, topic: PeerTopic, content: unknown, signal?: AbortSignal): Promise<unknown>;
  /**
   * The signal ends when the asking node no longer waits; if it no longer does when the question is read, there is no call. An
   * answer that rejects is logged here.
   */
  handle(topic: PeerTopic, answer: PeerAnswer): Subscription;
}

export type PeerAnswer = (content: unknown, from: NodeId, signal: AbortSignal) => Promise<unknown>;
