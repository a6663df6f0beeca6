import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryNetwork, type MemoryPeers } from "../../../test/support/memory-peers.ts";
import { settle } from "../../../test/support/session-nodes.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DomainError } from "../errors.ts";
import { newId, type NodeId, type TenantId } from "../ids.ts";
import { PeerWatches, type PeerWatchesOptions } from "./peer-watches.ts";

const OPTIONS: PeerWatchesOptions = { tellMillis: 1_000, patienceMillis: 2_000, sentMax: 100 };
const TENANT = newId<TenantId>();

interface Node {
  readonly peers: MemoryPeers;
  readonly watches: PeerWatches;
  /** What other nodes began and ended to watch, as heard here. */
  readonly heard: string[];
  /** How often what is remembered must be read again. */
  missed: number;
  /** A node that it takes for gone. */
  without?: Node | undefined;
}

class World {
  readonly network = new MemoryNetwork();
  readonly clock = new ManualClock();
  readonly present: Node[] = [];
  readonly #options: PeerWatchesOptions;
  /** Given, a node takes no watch before it is over. */
  hold: Promise<void> | undefined;

  constructor(changes: Partial<PeerWatchesOptions> = {}) {
    this.#options = { ...OPTIONS, ...changes };
  }

  join(): Node {
    const peers = this.network.join();
    const bus = new InProcessBus(silentLogger, peers.nodeId);
    const nodes = (): NodeId[] =>
      this.present.filter((each) => each !== node && each !== node.without).map((each) => each.peers.nodeId);
    const watches = new PeerWatches({ peers, nodes, bus, clock: this.clock, log: silentLogger }, this.#options);
    const node: Node = { peers, watches, heard: [], missed: 0 };
    for (const kind of ["attributes", "traffic"] as const)
      watches.join(kind, {
        begun: async ({ id }) => {
          await this.hold;
          node.heard.push(`+${kind} ${id}`);
        },
        ended: ({ id }) => void node.heard.push(`-${kind} ${id}`),
      });
    bus.subscribe("changes-missed", () => {
      node.missed++;
    });
    watches.start();
    this.present.push(node);
    return node;
  }

  async pass(millis: number): Promise<void> {
    this.clock.advance(millis);
    await settle();
  }
}

const device = (id: string) => ({ id, tenantId: TENANT });

test("a watch has begun when every other node knows of it, and is nobody's any more a moment after it has ended", async () => {
  const world = new World();
  const [one, other, third] = [world.join(), world.join(), world.join()];
  await one.watches.begin("attributes", device("a"));
  await one.watches.begin("attributes", device("a"));
  await other.watches.begin("traffic", device("a"));

  expect([one.heard, other.heard, third.heard]).toEqual([
    ["+traffic a"],
    ["+attributes a"],
    ["+attributes a", "+traffic a"],
  ]);
  const seen = (node: Node) =>
    (["attributes", "traffic"] as const).map((kind) => node.watches.isWatchedElsewhere(kind, "a"));
  expect([one, other, third].map(seen)).toEqual([
    [false, true],
    [true, false],
    [true, true],
  ]);
  one.watches.end("attributes", device("a"));
  one.watches.end("attributes", device("a"));
  await world.pass(1_000);
  expect([one, other, third].map(seen)).toEqual([
    [false, true],
    [false, false],
    [false, true],
  ]);
  expect(one.missed).toBe(0);
});

test("without watches nothing is said, and one that begins later is known as the first one was", async () => {
  const world = new World();
  const [one, other] = [world.join(), world.join()];
  let asked = 0;
  const request = one.peers.request.bind(one.peers);
  one.peers.request = (...question) => {
    asked++;
    return request(...question);
  };
  await one.watches.begin("attributes", device("a"));
  one.watches.end("attributes", device("a"));
  await world.pass(1_000);
  asked = 0;
  await world.pass(10_000);
  expect(asked).toBe(0);
  await one.watches.begin("attributes", device("b"));

  expect(other.heard).toEqual(["+attributes a", "-attributes a", "+attributes b"]);
  expect(one.missed).toBe(0);
});

test("a node that comes later gets everything, and what it has changed by then is read again", async () => {
  const world = new World({ sentMax: 2 });
  const one = world.join();
  for (const id of ["a", "b", "c"]) await one.watches.begin("attributes", device(id));
  const late = world.join();
  await world.pass(1_000);

  expect(late.heard).toEqual(["+attributes a", "+attributes b", "+attributes c"]);
  expect([one.missed, late.missed]).toEqual([1, 0]);
});

test("a node that does not answer holds up a watch for a while only; it is sent again until it has heard, and then it is read again", async () => {
  const world = new World();
  const [one, slow] = [world.join(), world.join()];
  const hold = Promise.withResolvers<void>();
  world.hold = hold.promise;
  let hasBegun = false;
  void one.watches.begin("attributes", device("a")).then(() => (hasBegun = true));
  await world.pass(1_999);
  expect(hasBegun).toBe(false);
  await world.pass(1);
  expect([hasBegun, one.missed]).toEqual([true, 0]);
  hold.resolve();
  await settle();

  expect([slow.heard, one.missed]).toEqual([["+attributes a"], 1]);
});

test("a node that takes another one for gone forgets what that one watches, and hears it again with its next word", async () => {
  const world = new World();
  const [one, other] = [world.join(), world.join()];
  await one.watches.begin("attributes", device("a"));
  other.without = one;
  await world.pass(1_000);
  other.without = undefined;
  await world.pass(1_000);

  expect(other.heard).toEqual(["+attributes a", "-attributes a", "+attributes a"]);
  expect(other.watches.isWatchedElsewhere("attributes", "a")).toBe(true);
  expect(one.missed).toBe(1);
});

test.each([
  { way: "before it was taken", takes: false, heard: ["+attributes b"] },
  { way: "after it was taken, with the answer lost", takes: true, heard: ["+attributes b", "+attributes a"] },
])("a watch that ends while its message is on its way has ended, $way", async ({ takes, heard }) => {
  const world = new World();
  const [one, other] = [world.join(), world.join()];
  await one.watches.begin("attributes", device("b"));
  const lost = loseNext(one.peers, takes);
  void one.watches.begin("attributes", device("a"));
  await settle();
  one.watches.end("attributes", device("a"));
  lost();
  await settle();
  expect(other.heard).toEqual(heard);
  await world.pass(1_000);

  expect(["a", "b"].map((id) => other.watches.isWatchedElsewhere("attributes", id))).toEqual([false, true]);
  one.watches.end("attributes", device("b"));
  await world.pass(1_000);
  expect(other.watches.isWatchedElsewhere("attributes", "b")).toBe(false);
});

test("the last watch that ends while a message without it is on its way has ended, even if that one is lost", async () => {
  const world = new World();
  const [one, other] = [world.join(), world.join()];
  await one.watches.begin("attributes", device("a"));
  const lost = loseNext(one.peers, false);
  await world.pass(1_000);
  one.watches.end("attributes", device("a"));
  lost();
  await settle();
  await world.pass(1_000);

  expect(other.heard).toEqual(["+attributes a", "-attributes a"]);
  expect(other.watches.isWatchedElsewhere("attributes", "a")).toBe(false);
});

/** The next request of this node fails when what it returns is called; until then it is on its way, whether the other node `takes` it or not. */
function loseNext(peers: MemoryPeers, takes: boolean): () => void {
  const request = peers.request.bind(peers);
  const lost = Promise.withResolvers<never>();
  peers.request = async (...question) => {
    peers.request = request;
    if (takes) await request(...question);
    return await lost.promise;
  };
  return () => lost.reject(new DomainError("timeout", "the other node did not answer in time"));
}
