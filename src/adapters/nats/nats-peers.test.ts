// Nodes that talk to each other over a real server.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DomainError } from "../../core/errors.ts";
import type { PeerAnswer, PeerTopic } from "../../core/cluster/peers.ts";
import { newId, type NodeId } from "../../core/ids.ts";
import { systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { noTracer } from "../../lib/tracer.ts";
import { NatsTestCluster, until } from "../../../test/support/engines.ts";
import { NatsPeers } from "./nats-peers.ts";

let nats: NatsTestCluster;
const nodes: NatsPeers[] = [];
beforeAll(async () => void (nats = await NatsTestCluster.start(1)));
afterAll(() => nats.stop());
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});

async function join(answerMillisMax = 20_000): Promise<NatsPeers> {
  const deps = { nodeId: newId<NodeId>(), clock: systemClock, log: silentLogger, tracer: noTracer };
  const node = await NatsPeers.connect(deps, { servers: nats.urls, answerMillisMax });
  nodes.push(node);
  return node;
}

/** Resolves when questions of others find it. */
async function answering(node: NatsPeers, topic: PeerTopic, answer: PeerAnswer): Promise<void> {
  node.handle(topic, answer);
  // The server has read the subscription before it says that somebody else is not there.
  // On a busy machine a question with a short time may end before the answer.
  await expect.poll(() => node.request(newId(), topic, null).catch(kindOf)).toBe("unavailable");
}

const kindOf = (error: unknown): unknown => (error instanceof DomainError ? error.kind : error);

test("all other nodes hear a broadcast, in order and with its sender", async () => {
  const one = await join();
  const others = [await join(), await join()];
  const heard = new Map<NatsPeers, unknown[]>();
  for (const node of [one, ...others]) {
    heard.set(node, []);
    node.subscribe("sessions", (content, from) => heard.get(node)?.push([content, from]));
    await answering(node, "heartbeat", () => Promise.resolve("subscribed"));
  }
  for (const { nodeId } of others) expect(await one.request(nodeId, "heartbeat", null)).toBe("subscribed");
  const contents = [{ n: 1 }, { n: 2 }];
  for (const content of contents) one.broadcast("sessions", content);
  for (const node of others) {
    await until(() => heard.get(node)?.length === 2);
    expect(heard.get(node)).toEqual(contents.map((content) => [content, one.nodeId]));
  }
  expect(heard.get(one)).toEqual([]);
});

test("a question reaches the node that is asked, as it was put, and so does its answer", async () => {
  const [one, two] = [await join(), await join()];
  const hostile = JSON.parse('{"__proto__":1,"constructor":"a","a\\\\":1,"a\\n":2,"10":0,"9":0}') as unknown;
  await answering(two, "sessions", (content, from) => Promise.resolve({ content, from }));
  const answer = await one.request(two.nodeId, "sessions", hostile);
  expect(JSON.stringify(answer)).toBe(JSON.stringify({ content: hostile, from: one.nodeId }));
  expect(Object.getPrototypeOf((answer as { content: object }).content)).toBe(Object.prototype);
});

test("questions come to a node in the order in which they were asked", async () => {
  const [one, two] = [await join(), await join()];
  const asked: unknown[] = [];
  await answering(two, "sessions", (content) => {
    asked.push(content);
    return Promise.resolve(content);
  });
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  expect(await Promise.all(numbers.map((n) => one.request(two.nodeId, "sessions", n)))).toEqual(numbers);
  expect(asked).toEqual(numbers);
});

test("a node that is not there, and one that does not know the topic, are known at once", async () => {
  const [one, two] = [await join(), await join()];
  for (const nodeId of [newId<NodeId>(), two.nodeId])
    expect(await one.request(nodeId, "sessions", null).catch(kindOf)).toBe("unavailable");
  await answering(two, "sessions", () => Promise.resolve(1));
  expect(await one.request(two.nodeId, "sessions", null)).toBe(1);
  await two.stop();
  expect(await one.request(two.nodeId, "sessions", null).catch(kindOf)).toBe("unavailable");
});

test("a node that does not answer in time, or fails to, may have done what it was asked", async () => {
  const [one, two] = [await join(50), await join(50)];
  await answering(two, "sessions", () => new Promise(() => undefined));
  expect(await one.request(two.nodeId, "sessions", null).catch(kindOf)).toBe("timeout");
  await answering(two, "heartbeat", () => Promise.reject(new DomainError("not-found", "nothing")));
  expect(await one.request(two.nodeId, "heartbeat", null).catch(kindOf)).toBe("timeout");
});

test("whoever gives up ends the work of the node that was asked", async () => {
  const [one, two] = [await join(), await join()];
  const begun = Promise.withResolvers<AbortSignal>();
  await answering(two, "sessions", (_content, _from, signal) => {
    begun.resolve(signal);
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null)));
  });
  const caller = new AbortController();
  const answer = one.request(two.nodeId, "sessions", null, caller.signal).catch((error: unknown) => error);
  const signal = await begun.promise;
  caller.abort("given up");
  expect(await answer).toBe("given up");
  await until(() => signal.aborted);
});

test("a question that was given up before the other node has read it is not answered any more", async () => {
  const [one, two] = [await join(), await join()];
  const asked: unknown[] = [];
  await answering(two, "sessions", (content) => {
    asked.push(content);
    return Promise.resolve(null);
  });
  for (let n = 0; n < 20; n++) {
    const caller = new AbortController();
    const answer = one.request(two.nodeId, "sessions", "given up", caller.signal).catch(() => undefined);
    caller.abort();
    await answer;
  }
  expect(await one.request(two.nodeId, "sessions", "asked")).toBe(null);
  expect(asked).toEqual(["asked"]);
});

test("a stop ends the questions that are open, of both sides", async () => {
  const [one, two] = [await join(), await join()];
  const begun = Promise.withResolvers<AbortSignal>();
  await answering(two, "sessions", (_content, _from, signal) => {
    begun.resolve(signal);
    return new Promise(() => undefined);
  });
  const answer = one.request(two.nodeId, "sessions", null).catch(kindOf);
  const signal = await begun.promise;
  await Promise.all([one.stop(), two.stop()]);
  expect(await answer).toBe("unavailable");
  expect(signal.aborted).toBe(true);
  expect(await one.request(two.nodeId, "sessions", null).catch(kindOf)).toBe("unavailable");
  one.broadcast("sessions", null);
});

test("a message that the servers do not take is refused", async () => {
  const [one, two] = [await join(), await join()];
  expect(await one.request(two.nodeId, "sessions", "x".repeat(9 * 1_048_576)).catch(kindOf)).toBe("too-large");
});

test("a node that is cut off learns at once that it cannot ask, and asks again when it is back", async () => {
  const [one, two] = [await join(), await join()];
  await answering(two, "sessions", () => Promise.resolve("here"));
  const [server] = nats.servers;
  await server?.kill();
  await until(async () => (await one.request(two.nodeId, "sessions", null).catch(kindOf)) === "unavailable");
  await server?.start();
  await until(async () => (await one.request(two.nodeId, "sessions", null).catch(kindOf)) === "here");
});
