// The log on real servers: one, or three of which any may be killed.
import { cp, rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jetstreamManager, type JetStreamManager } from "@nats-io/jetstream";
import { FramesGone } from "../../core/telemetry/change-log.ts";
import { millis, systemClock } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { NatsTestCluster, until } from "../../../test/support/engines.ts";
import { soakTest } from "../../../test/support/soak-test.ts";
import { connectNats } from "./connect-nats.ts";
import { StreamLog, type StreamLogOptions } from "./stream-log.ts";

const deps = { clock: systemClock, log: silentLogger };
/** Of so many, some are connected to each of three servers. */
const LOGS_ON_ALL_SERVERS = 10;
let streams = 0;

function optionsFor(nats: NatsTestCluster, changes: Partial<StreamLogOptions> = {}): StreamLogOptions {
  return {
    servers: nats.urls,
    stream: `POINTS_${String(streams++)}`,
    replicas: nats.servers.length,
    proof: { kind: "asked", monitors: nats.monitors },
    bytesMax: 64 * 1_048_576,
    messageBytesMax: 4 * 1_048_576,
    patienceMillis: 60_000,
    ...changes,
  };
}

/** Twenty times as fast as that of the wall. */
const hurried = { ...systemClock, now: () => millis(20 * systemClock.now()) };

async function onServer<Result>(nats: NatsTestCluster, work: (manager: JetStreamManager) => Promise<Result>) {
  const connection = await connectNats(nats.urls, systemClock);
  try {
    return await work(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}

const text = (value: string): readonly Uint8Array[] => [Buffer.from(value)];

/** The texts of all frames behind `after`, up to the last one. */
async function read(log: StreamLog, after = 0): Promise<readonly string[]> {
  const found: string[] = [];
  const last = await log.last();
  const enough = new AbortController();
  if (last <= after) return [];
  await log.follow(
    after,
    ({ position, content }) => {
      found.push(content.toString());
      if (position >= last) enough.abort();
      return Promise.resolve();
    },
    enough.signal,
  );
  return found;
}

describe("one server", () => {
  let nats: NatsTestCluster;
  beforeAll(async () => void (nats = await NatsTestCluster.start(1)));
  afterAll(() => nats.stop());

  test("frames have one order for all nodes, and whoever asks knows the last one", async () => {
    const options = optionsFor(nats);
    const [one, other] = [await StreamLog.open(deps, options), await StreamLog.open(deps, options)];
    expect(await one.last()).toBe(0);
    expect(await one.append(1, text("a"))).toBe(1);
    expect(await other.append(2, text("b"))).toBe(2);
    const positions = await Promise.all([one.append(1, text("c")), one.append(1, text("d"))]);
    expect(positions).toEqual([3, 4]);
    expect(await Promise.all([other.last(), other.last(), other.last()])).toEqual([4, 4, 4]);
    expect(other.id).toBe(one.id);
    expect(await read(other)).toEqual(["a", "b", "c", "d"]);
    expect(await read(one, 2)).toEqual(["c", "d"]);
    await one.stop();
    await other.stop();
  });

  test("nodes that start at once create one stream, with one id", async () => {
    for (let round = 0; round < 5; round++) {
      const options = optionsFor(nats);
      const logs = await Promise.all(Array.from({ length: 4 }, () => StreamLog.open(deps, options)));
      expect(new Set(logs.map(({ id }) => id)).size).toBe(1);
      for (const log of logs) await log.stop();
    }
  });

  test("a log says what the stream lacks since somebody has changed it", async () => {
    const options = optionsFor(nats);
    const log = await StreamLog.open(deps, options);
    expect(await log.lacks()).toBeUndefined();
    await onServer(nats, ({ streams }) => streams.update(options.stream, { max_age: 600_000_000_000 }));
    expect(await log.lacks()).toContain("it forgets messages by age (max_age)");
    expect(log.serverVersion).toMatch(/^\d+\.\d+\.\d+/);
    await log.stop();
  });

  test("a log says how full it is", async () => {
    const log = await StreamLog.open(deps, optionsFor(nats, { bytesMax: 1_048_576 }));
    expect(await log.fullness()).toBe(0);
    for (let frame = 0; frame < 6; frame++) await log.append(1, [Buffer.alloc(104_857)]);
    expect(await log.fullness()).toBeCloseTo(0.6, 2);
    await log.trim(3);
    expect(await log.fullness()).toBeCloseTo(0.3, 2);
    await log.stop();
  });

  test("a trimmed log goes on, and says so to whoever follows from before", async () => {
    const log = await StreamLog.open(deps, optionsFor(nats));
    for (const value of ["a", "b", "c"]) await log.append(1, text(value));
    await log.trim(2);
    await expect(read(log)).rejects.toThrow(FramesGone);
    expect(await read(log, 2)).toEqual(["c"]);
    await log.trim(3);
    expect(await log.last()).toBe(3);
    expect(await log.append(1, text("d"))).toBe(4);
    expect(await read(log, 3)).toEqual(["d"]);
    await log.stop();
  });

  test("what a follower throws ends its following", async () => {
    const log = await StreamLog.open(deps, optionsFor(nats));
    await log.append(1, text("a"));
    const failing = log.follow(0, () => Promise.reject(new Error("no room")), new AbortController().signal);
    await expect(failing).rejects.toThrow("no room");
    await log.stop();
  });

  // Until its consumer is there, a follower has several questions on their way.
  test("following ends at once at whatever moment it is given up", async () => {
    const log = await StreamLog.open(deps, optionsFor(nats));
    const giveUpAfter = async (millis: number): Promise<void> => {
      const given = new AbortController();
      const following = log.follow(0, () => Promise.resolve(), given.signal);
      await new Promise((resolve) => setTimeout(resolve, millis));
      given.abort();
      await following;
    };
    for (let millis = 0; millis < 30; millis++) await giveUpAfter(millis);
    await Promise.all(Array.from({ length: 100 }, (_, index) => giveUpAfter(index)));
    await log.stop();
  });

  test("a frame that does not fit into a message is refused, and the next one is stored", async () => {
    const log = await StreamLog.open(deps, optionsFor(nats, { messageBytesMax: 65_536 }));
    await expect(log.append(1, [Buffer.alloc(65_000)])).rejects.toMatchObject({ kind: "too-large" });
    expect(await log.append(1, text("a"))).toBe(1);
    await log.stop();
  });

  test("a full log takes nothing until it is trimmed", async () => {
    const options = optionsFor(nats, { bytesMax: 1_048_576, patienceMillis: 300 });
    const log = await StreamLog.open(deps, options);
    let stored = 0;
    const fill = async (): Promise<void> => {
      for (;;) stored = await log.append(1, [Buffer.alloc(100_000)]);
    };
    await expect(fill()).rejects.toMatchObject({ kind: "unavailable" });
    expect(log.isAnswering).toBe(false);
    expect(await log.last()).toBe(stored);
    await log.trim(stored);
    expect(await log.append(1, text("a"))).toBe(stored + 1);
    expect(log.isAnswering).toBe(true);
    await log.stop();
  });

  test("a stream that promises less than is set is refused, with all that it lacks", async () => {
    const options = optionsFor(nats);
    const { stream } = options;
    await onServer(nats, ({ streams }) =>
      streams.add({ name: stream, subjects: [`${stream}.*`], storage: "memory", max_age: 60_000_000_000 }),
    );
    await expect(StreamLog.open(deps, { ...options, replicas: 3 })).rejects.toThrow(
      /1 replicas, 3 are set; its storage is memory, not file; when full it discards old .* by age/,
    );
  });

  test.each([
    ["asks", (log: StreamLog) => log.last()],
    ["writes", (log: StreamLog) => log.append(1, text("c"))],
  ])("a stream that was created again is not used by a node that knew the former one: it %s", async (_what, use) => {
    const options = optionsFor(nats);
    const log = await StreamLog.open(deps, options);
    for (const value of ["a", "b"]) await log.append(1, text(value));
    await onServer(nats, ({ streams }) => streams.delete(options.stream));
    const other = await StreamLog.open(deps, options);

    await expect(use(log)).rejects.toThrow(/has lost what it had acknowledged/);
    await expect(log.append(1, text("d"))).rejects.toMatchObject({ kind: "unavailable" });
    await expect(log.last()).rejects.toMatchObject({ kind: "unavailable" });
    expect(log.isAnswering).toBe(false);
    expect(await log.lacks()).toContain("has lost");
    await log.stop();
    await other.stop();
  });

  test("a log of news goes on with a stream that was created again", async () => {
    const options = optionsFor(nats, { forgets: true });
    const log = await StreamLog.open(deps, options);
    for (const value of ["a", "b"]) await log.append(1, text(value));
    await onServer(nats, ({ streams }) => streams.delete(options.stream));
    const other = await StreamLog.open(deps, options);
    await expect(log.follow(2, () => Promise.resolve(), new AbortController().signal)).rejects.toThrow(FramesGone);
    expect(await log.last()).toBe(0);
    expect(await log.append(1, text("c"))).toBe(1);
    expect(await read(other)).toEqual(["c"]);
    await log.stop();
    await other.stop();
  });

  test("a stream that is missing is not created where it must exist", async () => {
    const opening = StreamLog.open({ ...deps, clock: hurried }, optionsFor(nats, { creates: false }));
    await expect(opening).rejects.toThrow(/is not there, and it had what was acknowledged last/);
  });

  test("servers of which it is not known that they sync are refused, unless the operator vouches for them", async () => {
    const options = optionsFor(nats);
    const proof = { kind: "asked", monitors: [] } as const;
    await expect(StreamLog.open(deps, { ...options, proof })).rejects.toThrow(/no monitoring endpoint/);
    await (await StreamLog.open(deps, { ...options, proof: { kind: "declared" } })).stop();
  });
});

test("servers that do not sync each message are refused", async () => {
  const nats = await NatsTestCluster.start(1, { syncInterval: "2m" });
  try {
    await expect(StreamLog.open(deps, optionsFor(nats))).rejects.toThrow(/nats-1 does not sync each message/);
  } finally {
    await nats.stop();
  }
});

test("a stream that went back to an earlier state is not used by a node that knew what it had since", async () => {
  const nats = await NatsTestCluster.start(1);
  try {
    const options = optionsFor(nats);
    const [server] = nats.servers;
    const opened = await StreamLog.open(deps, options);
    await opened.append(1, text("a"));
    await opened.stop();
    await server?.kill();
    const copy = `${server?.folder ?? ""} earlier`;
    await cp(server?.folder ?? "", copy, { recursive: true });
    await server?.start();
    await nats.ready();
    const log = await StreamLog.open(deps, options);
    const followed: string[] = [];
    const following = log.follow(
      0,
      ({ content }) => Promise.resolve(void followed.push(content.toString())),
      new AbortController().signal,
    );
    following.catch(() => undefined);
    await log.append(1, text("lost"));
    await until(() => followed.includes("lost"));

    await server?.kill();
    await rm(server?.folder ?? "", { recursive: true });
    await cp(copy, server?.folder ?? "", { recursive: true });
    await server?.start();
    await nats.ready();
    await expect(log.last()).rejects.toMatchObject({ kind: "unavailable" });
    const other = await StreamLog.open(deps, options);
    for (const value of ["b", "c"]) await other.append(1, text(value));

    await expect(following).rejects.toThrow(/has lost what it had acknowledged/);
    expect(followed).toEqual(["a", "lost"]);
    await expect(log.append(1, text("d"))).rejects.toThrow(/must be started again/);
    await expect(log.last()).rejects.toMatchObject({ kind: "unavailable" });
    await log.stop();
    await other.stop();
  } finally {
    await nats.stop();
  }
});

describe("three servers", () => {
  let nats: NatsTestCluster;
  beforeAll(async () => void (nats = await NatsTestCluster.start(3)));
  afterAll(() => nats.stop());

  test("the leader is killed again and again: each acknowledged frame is there once, in the order of its node", async () => {
    const options = optionsFor(nats);
    const nodes = [await StreamLog.open(deps, options), await StreamLog.open(deps, options)];
    const acknowledged: string[][] = nodes.map(() => []);
    const isDone = new AbortController();
    const writing = nodes.map(async (log, node) => {
      for (let frame = 0; !isDone.signal.aborted; frame++) {
        const value = `${String(node)}:${String(frame)}`;
        await log.append(1, text(value));
        acknowledged[node]?.push(value);
      }
    });
    const followed: string[] = [];
    const following = nodes[0]?.follow(
      0,
      ({ content }) => Promise.resolve(void followed.push(content.toString())),
      isDone.signal,
    );
    for (let round = 0; round < 3; round++) {
      const before = acknowledged.map(({ length }) => length);
      await until(() => acknowledged.every(({ length }, node) => length > (before[node] ?? 0) + 20));
      const leader = await nats.leaderOf(options.stream);
      await leader?.kill();
      const killed = acknowledged.map(({ length }) => length);
      await until(() => acknowledged.every(({ length }, node) => length > (killed[node] ?? 0) + 20));
      await leader?.start();
      await nats.ready();
    }
    isDone.abort();
    await Promise.all(writing);
    await following;

    const stored = await read(nodes[1] ?? expect.fail());
    for (const [node, values] of acknowledged.entries())
      expect(stored.filter((value) => value.startsWith(`${String(node)}:`))).toEqual(values);
    expect(followed).toEqual(stored.slice(0, followed.length));
    for (const log of nodes) await log.stop();
  });

  soakTest(
    "all servers are away for a while: whoever follows goes on when they are back, before a read gives up",
    async () => {
      const log = await StreamLog.open(deps, optionsFor(nats));
      await log.append(1, text("before"));
      const followed: string[] = [];
      const isDone = new AbortController();
      const following = log.follow(
        0,
        ({ content }) => Promise.resolve(void followed.push(content.toString())),
        isDone.signal,
      );
      await until(() => followed.includes("before"));
      await Promise.all(nats.servers.map((server) => server.kill()));
      await expect(log.last()).rejects.toMatchObject({ kind: "unavailable" });
      await Promise.all(nats.servers.map((server) => server.start()));
      await log.append(1, text("after"));
      await until(() => followed.includes("after"), 10_000);
      isDone.abort();
      await following;
      await log.stop();
    },
  );

  test("a leader that the others no longer answer does not say what the last frame is", async () => {
    const options = optionsFor(nats);
    const log = await StreamLog.open(deps, options);
    const last = await log.append(1, text("a"));
    const leader = await nats.leaderOf(options.stream);
    const followers = nats.servers.filter((server) => server !== leader);
    for (const server of followers) server.freeze();
    await until(() =>
      log.last().then(
        () => false,
        () => true,
      ),
    );
    for (const server of followers) server.thaw();
    await nats.ready();
    // The servers may still be finding a leader of the stream.
    await expect.poll(() => log.last().catch(() => "nothing")).toBe(last);
    await log.stop();
  });

  soakTest(
    "a server that has been cut off from the others is left: frames are taken, and read, while it is",
    async () => {
      const options = optionsFor(nats);
      // Each is connected to a server that chance chooses.
      const logs = await Promise.all(Array.from({ length: LOGS_ON_ALL_SERVERS }, () => StreamLog.open(deps, options)));
      await Promise.all(logs.map((log) => log.append(1, text("before"))));
      const leader = (await nats.leaderOf(options.stream)) ?? expect.fail();
      const links = nats.routesOf(leader);
      for (const link of links) link.cut();
      await Promise.all(logs.map((log) => log.append(1, text("after"))));
      for (const log of logs) expect((await read(log)).filter((each) => each === "after")).toHaveLength(logs.length);
      for (const link of links) link.mend();
      await nats.ready();
      for (const log of logs) await log.stop();
    },
  );

  test("while one server is away, the log is opened with the others, and says which is away", async () => {
    const options = optionsFor(nats);
    await (await StreamLog.open(deps, options)).stop();
    const [, , third] = nats.servers;
    await third?.kill();
    let log: StreamLog | undefined;
    await until(async () => (log = await StreamLog.open(deps, options).catch(() => undefined)) !== undefined);
    expect(await log?.append(1, text("a"))).toBe(1);
    expect(await log?.lacks()).toBe("NATS server nats-3 is away");
    await log?.stop();

    // The new leader has never heard of the one that is away.
    const others = nats.servers.slice(0, 2);
    for (const server of others) await server.kill();
    await Promise.all(others.map((server) => server.start()));
    await until(async () => (log = await StreamLog.open(deps, options).catch(() => undefined)) !== undefined);
    expect(await log?.append(1, text("b"))).toBe(2);
    expect(await log?.lacks()).toMatch(/^NATS server .* is away$/);
    await third?.start();
    await nats.ready();
    await until(async () => (await log?.lacks()) === undefined);
    await log?.stop();
  });

  test("no majority: a frame waits, is refused in time, and is in the log once or not at all", async () => {
    const options = optionsFor(nats, { patienceMillis: 6_000 });
    const log = await StreamLog.open(deps, options);
    await log.append(1, text("before"));
    const [, second, third] = nats.servers;
    second?.freeze();
    third?.freeze();
    await expect(log.append(1, text("given up"))).rejects.toMatchObject({ kind: "unavailable" });
    const waiting = log.append(1, text("held"));
    second?.thaw();
    third?.thaw();
    const again = await waiting.catch(() => log.append(1, text("held again")));
    const stored = await read(log);
    expect(await log.last()).toBe(again);
    expect(stored.filter((value) => value.startsWith("held")).length).toBeGreaterThan(0);
    expect(new Set(stored).size).toBe(stored.length);
    expect([...stored]).toEqual(stored.toSorted((one, other) => rank(one) - rank(other)));
    await log.stop();
  });
});

function rank(value: string): number {
  return ["before", "given up", "held", "held again"].indexOf(value);
}
