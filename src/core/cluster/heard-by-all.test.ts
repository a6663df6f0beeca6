import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { silentLogger } from "../../lib/logger.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryNetwork, type MemoryPeers } from "../../../test/support/memory-peers.ts";
import { HeardByAll } from "./heard-by-all.ts";

/** A node whose part in the stream of events is this test's. */
class Node {
  readonly clock = new ManualClock();
  readonly peers: MemoryPeers;
  readonly all: HeardByAll;
  count = 0;
  /** How often others have asked whether it has caught up. */
  asked = 0;
  published = Promise.resolve();
  caughtUp = Promise.resolve();

  constructor(network: MemoryNetwork) {
    this.peers = network.join();
    const count = (): number => this.count;
    this.all = new HeardByAll({
      facts: {
        get publishedCount() {
          return count();
        },
        published: () => this.published,
        caughtUp: () => {
          this.asked++;
          return this.caughtUp;
        },
      },
      others: {
        peers: this.peers,
        nodes: () =>
          [...network.nodes()].filter(({ nodeId }) => nodeId !== this.peers.nodeId).map(({ nodeId }) => nodeId),
        log: silentLogger,
      },
      clock: this.clock,
    });
    this.all.start();
  }
}

function nodes(): readonly [Node, Node, Node] {
  const network = new MemoryNetwork();
  return [new Node(network), new Node(network), new Node(network)];
}

const PENDING = "pending";
const stateOf = (work: Promise<void>): Promise<string> =>
  Promise.race([work.then(() => "heard"), setImmediate(PENDING)]);

test("what a node has published is heard when each of the others has caught up with it", async () => {
  const [node, second, third] = nodes();
  const [inStream, caughtUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  node.published = inStream.promise;
  third.caughtUp = caughtUp.promise;
  node.count = 1;
  const heard = node.all.heard();
  expect(await stateOf(heard)).toBe(PENDING);
  // They would not find it yet.
  expect([second.asked, third.asked]).toEqual([0, 0]);
  inStream.resolve();
  await expect.poll(() => [second.asked, third.asked]).toEqual([1, 1]);
  expect(await stateOf(heard)).toBe(PENDING);
  caughtUp.resolve();
  await heard;
});

test("what a node has published is heard when it has handled that itself", async () => {
  const [node, second] = nodes();
  const caughtUp = Promise.withResolvers<void>();
  node.caughtUp = caughtUp.promise;
  node.count = 1;
  const heard = node.all.heard();
  await expect.poll(() => second.asked).toBe(1);
  expect(await stateOf(heard)).toBe(PENDING);
  caughtUp.resolve();
  await heard;
});

test("nobody is asked about nothing, or twice about the same", async () => {
  const [node, second] = nodes();
  await node.all.heard();
  expect(second.asked).toBe(0);
  node.count = 3;
  await Promise.all([node.all.heard(), node.all.heard()]);
  await node.all.heard();
  expect(second.asked).toBe(1);
});

test("a round of questions is not about what is published after it has begun", async () => {
  const [node, second] = nodes();
  const caughtUp = Promise.withResolvers<void>();
  second.caughtUp = caughtUp.promise;
  node.count = 1;
  const first = node.all.heard();
  await expect.poll(() => second.asked).toBe(1);
  node.count = 2;
  const later = node.all.heard();
  caughtUp.resolve();
  await first;
  await later;
  expect(second.asked).toBe(2);
});

test("a node that stands still is waited for for a second", async () => {
  const [node, second] = nodes();
  second.peers.isFrozen = true;
  node.count = 1;
  const heard = node.all.heard();
  await setImmediate();
  node.clock.advance(999);
  expect(await stateOf(heard)).toBe(PENDING);
  node.clock.advance(1);
  await heard;
});

test("a node that has ended, or one of a version that does not know the question, holds nobody up", async () => {
  const [node, second, third] = nodes();
  second.peers.isGone = true;
  third.all.stop();
  node.count = 1;
  await node.all.heard();
});
