import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryNetwork, type MemoryPeers } from "../../../test/support/memory-peers.ts";
import type { Count } from "../shared-counts.ts";
import { PeerCounts, type PeerCountsOptions } from "./peer-counts.ts";

const OPTIONS: PeerCountsOptions = { sendMillis: 1_000, sentMax: 100, keptMax: 100 };

interface Node {
  readonly peers: MemoryPeers;
  readonly counts: PeerCounts;
  readonly count: Count;
  readonly heard: (readonly [key: string, count: number])[];
}

/** Three nodes that count calls, and the passing of a second. */
function nodes(changes: Partial<PeerCountsOptions> = {}) {
  const [network, clock] = [new MemoryNetwork(), new ManualClock()];
  const node = (): Node => {
    const peers = network.join();
    const counts = new PeerCounts({ peers, clock }, { ...OPTIONS, ...changes });
    const heard: Node["heard"] = [];
    const count = counts.join("calls", (...counted) => heard.push(counted));
    counts.start();
    return { peers, counts, count, heard };
  };
  const second = async (): Promise<void> => {
    clock.advance(1_000);
    await Promise.resolve();
  };
  return { all: [node(), node(), node()] as const, clock, second };
}

test("each node tells the others once a second what it has counted since", async () => {
  const { all, clock, second } = nodes();
  const [one, other, third] = all;
  for (const count of [1, 2]) one.count("a", count);
  other.count("a", 5);
  clock.advance(999);
  await Promise.resolve();
  expect(third.heard).toEqual([]);
  await second();
  expect([one, other, third].map(({ heard }) => heard)).toEqual([
    [["a", 5]],
    [["a", 3]],
    [
      ["a", 3],
      ["a", 5],
    ],
  ]);
  expect(third.counts.counters).toEqual({ heard: 8 });
  one.count("b", 1);
  await second();
  expect(third.heard.slice(2)).toEqual([["b", 1]]);
});

test("counts beyond those sent at a time follow the next time, the oldest first", async () => {
  const { all, second } = nodes({ sentMax: 2 });
  const [one, other] = all;
  for (const key of ["a", "b", "c"]) one.count(key, 1);
  await second();
  one.count("a", 1);
  one.count("d", 1);
  expect(other.heard.map(([key]) => key)).toEqual(["a", "b"]);
  await second();
  await second();
  expect(other.heard.map(([key]) => key)).toEqual(["a", "b", "c", "a", "d"]);
});

test("counts beyond those kept push out the oldest", async () => {
  const { all, second } = nodes({ keptMax: 2 });
  const [one, other] = all;
  for (const key of ["a", "b", "c"]) one.count(key, 1);
  await second();
  expect(other.heard.map(([key]) => key)).toEqual(["b", "c"]);
});

test("what was counted while a node was cut off is not sent later", async () => {
  const { all, second } = nodes();
  const [one, other] = all;
  one.peers.isFrozen = true;
  one.count("a", 1);
  await second();
  one.peers.isFrozen = false;
  one.count("b", 1);
  await second();
  expect(other.heard).toEqual([["b", 1]]);
});

test("what another version counts is passed over, and a node that has stopped leaves no timer", async () => {
  const { all, clock, second } = nodes();
  const [one, other] = all;
  one.counts.join("password resets", () => undefined)("a", 1);
  await second();
  expect(other.heard).toEqual([]);
  for (const { counts } of all) counts.stop();
  expect(clock.pendingTimers).toBe(0);
});
