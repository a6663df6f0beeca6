import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryNetwork } from "../../../test/support/memory-peers.ts";
import { knownDevice, tenantLimits } from "../../../test/support/recording-session.ts";
import { trafficFlows } from "../../../test/support/traffic-flows.ts";
import { PeerCounts } from "../cluster/peer-counts.ts";
import { bucketSource, type BucketSource } from "./bucket-source.ts";
import { parseRateLimit, type RateLimit } from "./rate-limits.ts";
import { TrafficMeter } from "./traffic-meter.ts";

const STEP_MILLIS = 10;

class Nodes {
  readonly clock = new ManualClock();
  readonly network = new MemoryNetwork();
  readonly sources: readonly BucketSource[];

  constructor(count: number, keptMax = 100) {
    const options = { sendMillis: 1_000, sentMax: 100, keptMax };
    this.sources = Array.from({ length: count }, () => {
      const counts = new PeerCounts({ peers: this.network.join(), clock: this.clock }, options);
      counts.start();
      // They do not tell each other at the same moments.
      this.clock.advance(300);
      return bucketSource(counts, this.clock, "calls");
    });
  }

  take(node: number, limit: RateLimit, count = 1): boolean {
    const now = this.clock.now();
    return this.sources[node]?.of("party", limit, now).tryTake(count, now) ?? expect.fail();
  }

  async pass(spanMillis: number): Promise<void> {
    this.clock.advance(spanMillis);
    await Promise.resolve();
  }

  /** How much passes at all nodes where each of them is asked for one so often, for as long. */
  async passed(limit: RateLimit, { perSecond, seconds }: { perSecond: number; seconds: number }): Promise<number> {
    let [due, passed] = [0, 0];
    for (let step = 0; step < (seconds * 1000) / STEP_MILLIS; step++) {
      due += (perSecond * STEP_MILLIS) / 1000;
      for (; due >= 1; due--) for (const node of this.sources.keys()) if (this.take(node, limit)) passed++;
      await this.pass(STEP_MILLIS);
    }
    return passed;
  }
}

function limitOf(text: string): RateLimit {
  return parseRateLimit(text, "limit") ?? expect.fail();
}

describe("a limit that nodes share", () => {
  test.each([
    { text: "1000:10", perSecond: 200, nodes: 2, seconds: 10, allowed: 2_000 },
    { text: "1000:10", perSecond: 200, nodes: 3, seconds: 10, allowed: 2_000 },
    { text: "100:60", perSecond: 20, nodes: 3, seconds: 10, allowed: 116 },
    // However short its time is, it is kept in the long run.
    { text: "100:1", perSecond: 200, nodes: 3, seconds: 30, allowed: 3_100 },
    { text: "100:1,1000:20", perSecond: 90, nodes: 3, seconds: 30, allowed: 2_500 },
  ])("$text at $nodes nodes lets pass what it allows, and at most a second of the other nodes more", async (given) => {
    const passed = await new Nodes(given.nodes).passed(limitOf(given.text), given);
    expect(passed).toBeLessThanOrEqual(given.allowed + (given.nodes - 1) * given.perSecond);
    expect(passed).toBeGreaterThanOrEqual(0.95 * given.allowed);
  });

  test.each(["100:1", "1000:10", "100:1,5000:60"])(
    "%s refuses nothing while all of it together is below it",
    async (text) => {
      const [perSecond, seconds] = [80 / 3, 30];
      const passed = await new Nodes(3).passed(limitOf(text), { perSecond, seconds });
      expect(passed).toBe(Math.floor(perSecond * seconds) * 3);
    },
  );

  test("is used up at a node that has not been asked before, and whoever took it can see it", async () => {
    const nodes = new Nodes(3);
    const limit = limitOf("10:60");
    expect(nodes.take(0, limit, 10)).toBe(true);
    await nodes.pass(1_000);
    const now = nodes.clock.now();
    const states = nodes.sources.map((source) => source.of("party", limit, now).state(now)[0]?.remaining);
    expect(states).toEqual([0, 0, 0]);
    expect(nodes.take(2, limit)).toBe(false);
    await nodes.pass(6_000);
    expect(nodes.take(2, limit)).toBe(true);
  });

  test("that all have used up at once is paid back, and a refusal says when it is", async () => {
    const nodes = new Nodes(3);
    const limit = limitOf("60:60");
    for (const node of [0, 1, 2]) expect(nodes.take(node, limit, 60)).toBe(true);
    await nodes.pass(1_000);
    const now = nodes.clock.now();
    const buckets = nodes.sources[0]?.of("party", limit, now) ?? expect.fail();
    expect(buckets.has(1, now)).toBe(false);
    expect(buckets.refusal(1).details.retryAfterSeconds).toBe(120);
    expect(buckets.state(now)).toEqual([{ count: 60, seconds: 60, remaining: 0, nextInSeconds: 120 }]);
    await nodes.pass(120_000);
    expect(nodes.take(0, limit)).toBe(true);
  });

  test("that is changed starts full, also where others still count against the old one", async () => {
    const nodes = new Nodes(2);
    nodes.take(0, limitOf("10:60"), 10);
    await nodes.pass(1_000);
    expect(nodes.take(1, limitOf("20:60"), 20)).toBe(true);
    expect(nodes.take(1, limitOf("10:60"))).toBe(false);
  });

  test("counts for each node while they do not hear each other, and goes on when they do", async () => {
    const nodes = new Nodes(2);
    const limit = limitOf("10:60");
    nodes.network.loses = () => true;
    for (const node of [0, 1]) {
      expect(nodes.take(node, limit, 10)).toBe(true);
      expect(nodes.take(node, limit)).toBe(false);
    }
    await nodes.pass(60_000);
    nodes.network.loses = () => false;
    nodes.take(0, limit, 10);
    await nodes.pass(1_000);
    expect(nodes.take(1, limit)).toBe(false);
  });

  test("owes sixteen times its count at most, whatever is told", async () => {
    const nodes = new Nodes(2);
    const limit = limitOf("10:10");
    const now = nodes.clock.now();
    nodes.sources[0]?.of("party", limit, now).take(1_000_000);
    await nodes.pass(1_000);
    await nodes.pass(160_000);
    expect(nodes.take(1, limit)).toBe(false);
    await nodes.pass(1_000);
    expect(nodes.take(1, limit)).toBe(true);
  });

  test("of the party used longest ago starts afresh beyond the bound", () => {
    const nodes = new Nodes(1, 2);
    const limit = limitOf("1:60");
    const now = nodes.clock.now();
    const [source = expect.fail()] = nodes.sources;
    const taken = (id: string): boolean => source.of(id, limit, now).tryTake(1, now);
    expect(["a", "b", "c"].map(taken)).toEqual([true, true, true]);
    expect(["c", "b", "a"].map(taken)).toEqual([false, false, true]);
  });
});

test("a device that goes to another node finds its limits as it left them, and so does its tenant", async () => {
  const nodes = new Nodes(2);
  const [device, another] = [knownDevice("Device"), knownDevice("Another")];
  const limits = tenantLimits({ tenant: { messages: "3:60" }, device: { messages: "2:60" } });
  const connects = parseRateLimit("2:60", "mqtt.connectRateLimit");
  const meters = nodes.sources.map(
    (source) =>
      new TrafficMeter({ connects, absentDevicesMax: 10 }, trafficFlows(), { tenants: source, devices: source }),
  );
  const refused = (node: number, of = device): readonly (string | undefined)[] => {
    const now = nodes.clock.now();
    const traffic = meters[node]?.of(of, false, limits, now) ?? expect.fail();
    return [traffic.admit(now), traffic.message(false, now)].map((refusal) => refusal?.details.limit?.name);
  };
  expect(refused(0)).toEqual([undefined, undefined]);
  await nodes.pass(1_000);
  expect(refused(1)).toEqual([undefined, undefined]);
  await nodes.pass(1_000);
  expect(refused(0)).toEqual(["mqtt.connectRateLimit", "deviceMessages"]);
  expect(refused(1, another)).toEqual([undefined, undefined]);
  expect(refused(1, another)).toEqual(["tenantMessages", "tenantMessages"]);
});
