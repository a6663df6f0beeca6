import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryNetwork, type MemoryPeers } from "../../../test/support/memory-peers.ts";
import { newId } from "../ids.ts";
import { OpenElsewhere, type Open } from "./open-elsewhere.ts";

interface Node {
  readonly peers: MemoryPeers;
  readonly elsewhere: OpenElsewhere;
  /** What is open at it. */
  readonly own: Map<string, Open>;
}

class World {
  readonly network = new MemoryNetwork();
  readonly clock = new ManualClock();

  join(nodeId = newId<MemoryPeers["nodeId"]>()): Node {
    const peers = this.network.join(nodeId);
    const own = new Map<string, Open>();
    const elsewhere = new OpenElsewhere(
      { peers, own: () => own, clock: this.clock },
      { sendMillis: 1_000, sentMax: 2 },
    );
    elsewhere.start();
    return { peers, elsewhere, own };
  }

  async second(): Promise<void> {
    this.clock.advance(1_000);
    await Promise.resolve();
  }
}

const open = (sessions: number, subscriptions = 0): Open => ({ sessions, subscriptions });
const seenBy = (nodes: readonly Node[], party: string): Open[] => nodes.map(({ elsewhere }) => elsewhere.of(party));

test("each node knows a second later what is open at the others, and what is no longer", async () => {
  const world = new World();
  const nodes = [world.join(), world.join(), world.join()] as const;
  const [one, other] = nodes;
  one.own.set("a", open(2, 5));
  other.own.set("a", open(1));
  expect(seenBy(nodes, "a")).toEqual([open(0), open(0), open(0)]);
  await world.second();
  expect(seenBy(nodes, "a")).toEqual([open(1), open(2, 5), open(3, 5)]);

  one.own.set("a", open(1, 1));
  other.own.delete("a");
  await world.second();
  expect(seenBy(nodes, "a")).toEqual([open(0), open(1, 1), open(1, 1)]);
});

test("more parties than one message has are several messages, and fewer again are fewer", async () => {
  const world = new World();
  const nodes = [world.join(), world.join()] as const;
  const [one] = nodes;
  const parties = ["a", "b", "c", "d", "e"];
  const seen = (): number[] => parties.map((party) => nodes[1].elsewhere.of(party).sessions);
  for (const [index, party] of parties.entries()) one.own.set(party, open(index + 1));
  await world.second();
  expect(seen()).toEqual([1, 2, 3, 4, 5]);

  for (const party of ["a", "b", "d"]) one.own.delete(party);
  await world.second();
  expect(seen()).toEqual([0, 0, 3, 0, 5]);
});

test("a node that joins, or has lost messages, knows it with the next one", async () => {
  const world = new World();
  const [one, other] = [world.join(), world.join()];
  one.own.set("a", open(1));
  await world.second();
  const joined = world.join();
  await world.second();
  expect(seenBy([other, joined], "a")).toEqual([open(1), open(1)]);

  world.network.loses = () => true;
  one.own.set("a", open(3));
  await world.second();
  expect(seenBy([other, joined], "a")).toEqual([open(1), open(1)]);
  world.network.loses = () => false;
  await world.second();
  expect(seenBy([other, joined], "a")).toEqual([open(3), open(3)]);
});

test("nothing is open any more at a node that has stopped, also if its last message is lost", async () => {
  const world = new World();
  const [one, other, third] = [world.join(), world.join(), world.join()];
  one.own.set("a", open(1));
  await world.second();
  world.network.loses = (_topic, _from, to) => to === third.peers.nodeId;
  one.elsewhere.stop();
  one.elsewhere.stop();
  await Promise.resolve();
  expect(seenBy([other, third], "a")).toEqual([open(0), open(1)]);

  world.network.loses = () => false;
  for (let second = 0; second < 3; second++) await world.second();
  expect(seenBy([other, third], "a")).toEqual([open(0), open(0)]);
});

test("what a node had goes three seconds after it was killed, and comes again with it", async () => {
  const world = new World();
  const [one, other] = [world.join(), world.join()];
  one.own.set("a", open(1));
  await world.second();
  one.peers.isGone = true;
  for (let second = 0; second < 2; second++) await world.second();
  expect(seenBy([other], "a")).toEqual([open(1)]);
  await world.second();
  expect(seenBy([other], "a")).toEqual([open(0)]);

  const { own } = world.join(one.peers.nodeId);
  own.set("a", open(2));
  await world.second();
  expect(seenBy([other], "a")).toEqual([open(2)]);
});

test("a node that is cut off counts for itself, and with the others a second after it is back", async () => {
  const world = new World();
  const nodes = [world.join(), world.join()] as const;
  for (const { own } of nodes) own.set("a", open(1));
  await world.second();
  nodes[0].peers.isFrozen = true;
  for (let second = 0; second < 3; second++) await world.second();
  expect(seenBy(nodes, "a")).toEqual([open(0), open(0)]);

  nodes[0].peers.isFrozen = false;
  await world.second();
  expect(seenBy(nodes, "a")).toEqual([open(1), open(1)]);
});

test("nodes at which nothing is open say nothing, and those that have stopped leave no timer", async () => {
  const world = new World();
  const nodes = [world.join(), world.join()] as const;
  let said = 0;
  world.network.loses = () => {
    said++;
    return false;
  };
  await world.second();
  expect(said).toBe(0);
  nodes[0].own.set("a", open(1));
  await world.second();
  nodes[0].own.delete("a");
  for (let second = 0; second < 3; second++) await world.second();
  expect(said).toBe(2);
  for (const { elsewhere } of nodes) elsewhere.stop();
  expect([said, world.clock.pendingTimers]).toEqual([2, 0]);
});
