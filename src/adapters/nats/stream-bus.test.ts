import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import type { BusEvent, BusEventKind } from "../../core/bus/events.ts";
import { FramesGone, type ChangeLog } from "../../core/telemetry/change-log.ts";
import { DomainError } from "../../core/errors.ts";
import { newId, type DeviceId, type SessionId, type TenantId } from "../../core/ids.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { LogRecorder } from "../../../test/support/log-recorder.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryLog } from "../../../test/support/memory-log.ts";
import { InProcessBus } from "../in-process-bus/in-process-bus.ts";
import { StreamBus } from "./stream-bus.ts";

const RECHECK_MILLIS = 60_000;
const tenantId = newId<TenantId>();

/** A node that notes what its parts hear. */
class Node {
  readonly heard: BusEvent[] = [];
  readonly clock = new ManualClock();
  readonly local = new InProcessBus(silentLogger, newId());
  readonly bus: StreamBus;
  readonly log = new LogRecorder();
  storesAnswer: () => Promise<boolean> = () => Promise.resolve(true);

  constructor(events: ChangeLog, waitingMax = 100) {
    const storesAnswer = (): Promise<boolean> => this.storesAnswer();
    const deps = { local: this.local, events, storesAnswer, clock: this.clock, log: this.log };
    this.bus = new StreamBus(deps, { recheckMillis: RECHECK_MILLIS, waitingMax });
    const kinds: readonly BusEventKind[] = ["device-deleted", "session-opened", "tenant-changed", "changes-missed"];
    for (const kind of kinds) this.bus.subscribe(kind, (event) => this.heard.push(event));
  }

  kinds(): readonly string[] {
    return this.heard.map(({ kind }) => kind);
  }
}

async function nodesOn(log: ChangeLog): Promise<readonly [Node, Node]> {
  const nodes = [new Node(log), new Node(log)] as const;
  for (const { bus } of nodes) await bus.start();
  return nodes;
}

const deleted = (name: string): BusEvent => ({ kind: "device-deleted", tenantId, deviceId: newId<DeviceId>(), name });

test("all nodes hear what one of them publishes, in order and once, with the node that did", async () => {
  const [one, other] = await nodesOn(new MemoryLog());
  const events = ["a", "b", "c"].map(deleted);
  for (const event of events) one.bus.publish(event);
  expect(one.heard).toMatchObject(events);
  await expect.poll(() => other.heard).toMatchObject(events);
  expect(other.heard).toMatchObject(events.map(() => ({ nodeId: one.local.nodeId })));
  expect(one.heard).toHaveLength(3);
  for (const { bus } of [one, other]) await bus.stop();
});

test("what only a newer version knows is passed over: kinds of frames and of events, and further members", async () => {
  const log = new MemoryLog();
  const [one, other] = await nodesOn(log);
  const event = { ...deleted("a"), further: { member: 1 } };
  await log.append(7, [Buffer.from([0xff, 0])]);
  const events = [{ kind: "something-new", deviceId: [] }, event];
  await log.append(1, [Buffer.from(JSON.stringify({ nodeId: newId(), further: true, events }))]);
  for (const { bus, heard } of [one, other]) {
    await bus.caughtUp();
    expect(heard).toMatchObject([event]);
  }
  for (const { bus } of [one, other]) await bus.stop();
});

test("events with much text are several frames, each with no more than the log takes", async () => {
  const sizes: number[] = [];
  const log = new MemoryLog();
  const measured: ChangeLog = {
    id: log.id,
    append: (kind, content) => {
      sizes.push(content.reduce((sum, { length }) => sum + length, 0));
      return log.append(kind, content);
    },
    last: () => log.last(),
    follow: (...following) => log.follow(...following),
    trim: (position) => log.trim(position),
  };
  const [one, other] = await nodesOn(measured);
  const events = ["a", "b", "c", "d", "e"].map((letter) => deleted(letter.repeat(900_000)));
  for (const event of events) one.bus.publish(event);
  await one.bus.published();
  await expect.poll(() => other.heard.length).toBe(events.length);
  expect(other.heard).toMatchObject(events);
  expect(sizes.length).toBe(3);
  expect(Math.max(...sizes)).toBeLessThan(2_000_000);
  for (const { bus } of [one, other]) await bus.stop();
});

test("what one node has published is known at another that has caught up", async () => {
  const log = new MemoryLog();
  const [one, other] = await nodesOn(log);
  log.holdBack();
  one.bus.publish({ kind: "tenant-changed", tenantId });
  await one.bus.published();
  const caughtUp = other.bus.caughtUp().then(() => other.kinds());
  await expect(Promise.race([caughtUp, setImmediate("not yet")])).resolves.toBe("not yet");
  log.showAll();
  await expect(caughtUp).resolves.toEqual(["tenant-changed"]);
  // Nothing has been published since.
  await Promise.all([one.bus.published(), one.bus.caughtUp(), other.bus.published(), other.bus.caughtUp()]);
  for (const { bus } of [one, other]) await bus.stop();
});

test("a node has caught up with a change when its parts have read again what it concerns", async () => {
  const [one, other] = await nodesOn(new MemoryLog());
  const read = Promise.withResolvers<undefined>();
  other.bus.subscribe("tenant-changed", () => read.promise);
  one.bus.publish({ kind: "tenant-changed", tenantId });
  await one.bus.published();
  const caughtUp = other.bus.caughtUp().then(() => "caught up");
  await expect.poll(() => other.kinds()).toEqual(["tenant-changed"]);
  await expect(Promise.race([caughtUp, setImmediate("not yet")])).resolves.toBe("not yet");
  read.resolve(undefined);
  await expect(caughtUp).resolves.toBe("caught up");
  for (const { bus } of [one, other]) await bus.stop();
});

test("nobody waits for a stream that does not answer, but for one second", async () => {
  const log = new MemoryLog();
  const unanswered = Promise.withResolvers<never>();
  let isAway = false;
  let asked = 0;
  const away: ChangeLog = {
    id: log.id,
    append: (...frame) => (isAway ? unanswered.promise : log.append(...frame)),
    last: () => {
      asked++;
      return isAway ? unanswered.promise : log.last();
    },
    follow: (...following) => log.follow(...following),
    trim: (position) => log.trim(position),
  };
  const [node, other] = await nodesOn(away);
  isAway = true;
  asked = 0;
  const first = [node.bus.caughtUp(), other.bus.caughtUp()];
  for (const { clock } of [node, other]) clock.advance(1_000);
  await Promise.all(first);
  for (let calls = 0; calls < 100; calls++) await Promise.all([node.bus.caughtUp(), other.bus.caughtUp()]);
  // Questions do not pile up.
  expect(asked).toBe(2);
  isAway = false;
  unanswered.reject(new DomainError("unavailable", "away"));
  await setImmediate();
  await node.bus.caughtUp();
  await setImmediate();
  log.holdBack();
  await log.append(1, [Buffer.from('{"nodeId":"x","events":[]}')]);
  const caughtUp = node.bus.caughtUp().then(() => "caught up");
  await expect(Promise.race([caughtUp, setImmediate("waits again")])).resolves.toBe("waits again");
  log.showAll();
  await expect(caughtUp).resolves.toBe("caught up");
  for (const { bus } of [node, other]) await bus.stop();
});

test("a node on which a part is slow does not wait for it, and still waits for what it publishes", async () => {
  const log = new MemoryLog();
  const appending = Promise.withResolvers<void>();
  const slow: ChangeLog = {
    id: log.id,
    append: async (...frame) => {
      await appending.promise;
      return await log.append(...frame);
    },
    last: () => log.last(),
    follow: (...following) => log.follow(...following),
    trim: (position) => log.trim(position),
  };
  const [one, other] = [new Node(slow), new Node(log)];
  for (const { bus } of [one, other]) await bus.start();
  const read = Promise.withResolvers<void>();
  one.bus.subscribe("tenant-changed", () => read.promise);
  other.bus.publish({ kind: "tenant-changed", tenantId });
  await expect.poll(() => one.kinds()).toEqual(["tenant-changed"]);
  const caughtUp = one.bus.caughtUp();
  await setImmediate();
  one.clock.advance(1_000);
  await caughtUp;
  expect(one.log.events).toEqual(["nobody waits for changes of other nodes, as they are not handled in time"]);

  one.bus.publish(deleted("a"));
  const published = one.bus.published().then(() => "published");
  await expect(Promise.race([published, setImmediate("waits")])).resolves.toBe("waits");
  appending.resolve();
  await expect(published).resolves.toBe("published");
  // The part is still slow.
  await one.bus.caughtUp();
  read.resolve();
  for (const { bus } of [one, other]) await bus.stop();
});

test("a node that cannot publish does not wait for that, and still waits for what others publish", async () => {
  const log = new MemoryLog();
  let isFull = true;
  const full: ChangeLog = {
    id: log.id,
    append: (...frame) => (isFull ? Promise.reject(new DomainError("unavailable", "full")) : log.append(...frame)),
    last: () => log.last(),
    follow: (...following) => log.follow(...following),
    trim: (position) => log.trim(position),
  };
  const [one, other] = [new Node(full), new Node(log)];
  for (const { bus } of [one, other]) await bus.start();
  one.bus.publish(deleted("a"));
  const published = one.bus.published();
  await setImmediate();
  one.clock.advance(1_000);
  await published;
  const line = "nobody waits until other nodes can read changes, as the stream does not take them";
  expect(one.log.events).toContain(line);
  await one.bus.published();

  log.holdBack();
  other.bus.publish({ kind: "tenant-changed", tenantId });
  await other.bus.published();
  const caughtUp = one.bus.caughtUp().then(() => "caught up");
  await expect(Promise.race([caughtUp, setImmediate("waits")])).resolves.toBe("waits");
  log.showAll();
  await expect(caughtUp).resolves.toBe("caught up");
  isFull = false;
  await expect
    .poll(() => {
      one.clock.advance(1_000);
      return other.kinds();
    })
    .toEqual(["tenant-changed", "device-deleted"]);
  expect(one.log.events.filter((event) => event === line)).toHaveLength(1);
  for (const { bus } of [one, other]) await bus.stop();
});

test("a node that waits for more than a stream that was made again has does not wait for that", async () => {
  const [former, made] = [new MemoryLog(), new MemoryLog()];
  const broken = Promise.withResolvers<never>();
  let present = former;
  const log: ChangeLog = {
    id: former.id,
    append: (...frame) => present.append(...frame),
    last: () => present.last(),
    follow: (...following) => (present === former ? broken.promise : made.follow(...following)),
    trim: (position) => present.trim(position),
  };
  const [node] = await nodesOn(log);
  for (let frames = 0; frames < 3; frames++) await former.append(7, []);
  const caughtUp = node.bus.caughtUp().then(() => "goes on");
  await expect(Promise.race([caughtUp, setImmediate("waits")])).resolves.toBe("waits");
  present = made;
  broken.reject(new FramesGone("the stream was made again"));
  await expect.poll(() => node.kinds()).toEqual(["changes-missed"]);
  await expect(Promise.race([caughtUp, setImmediate("waits")])).resolves.toBe("goes on");
  await node.bus.stop();
});

test("what concerns the sessions of a node stays there", async () => {
  const [one, other] = await nodesOn(new MemoryLog());
  one.bus.publish({
    kind: "session-opened",
    deviceId: newId<DeviceId>(),
    sessionId: newId<SessionId>(),
    openedAt: millis(1),
  });
  one.bus.publish({ kind: "tenant-changed", tenantId });
  await expect.poll(() => other.kinds()).toEqual(["tenant-changed"]);
  expect(one.kinds()).toEqual(["session-opened", "tenant-changed"]);
  for (const { bus } of [one, other]) await bus.stop();
});

test("now and then everybody looks again, for changes that were never published", async () => {
  const [one, other] = await nodesOn(new MemoryLog());
  one.clock.advance(RECHECK_MILLIS);
  await expect.poll(() => [one.kinds(), other.kinds()]).toEqual([["changes-missed"], []]);
  for (const { bus } of [one, other]) await bus.stop();
});

test("nobody forgets what cannot be read again: while the stores do not answer, nobody looks", async () => {
  const [one, other] = await nodesOn(new MemoryLog());
  const asked: string[] = [];
  const answers = [() => Promise.resolve(false), () => Promise.reject(new Error("away")), () => Promise.resolve(true)];
  one.storesAnswer = () => {
    asked.push(one.kinds().join());
    return answers[asked.length - 1]?.() ?? Promise.resolve(false);
  };
  for (const _ of answers) one.clock.advance(RECHECK_MILLIS);
  await expect.poll(() => one.kinds()).toEqual(["changes-missed"]);
  expect(asked).toEqual(["", "", ""]);
  for (const { bus } of [one, other]) await bus.stop();
});

test("a node that was cut off for too long looks again, and hears what comes next", async () => {
  const log = new MemoryLog();
  const [one, other] = [new Node(log), new Node(log)];
  await one.bus.start();
  log.holdBack();
  await other.bus.start();
  one.bus.publish({ kind: "tenant-changed", tenantId });
  await expect.poll(() => log.last()).toBe(1);
  await log.trim(1);
  log.showAll();
  await expect.poll(() => other.kinds()).toEqual(["changes-missed"]);
  one.bus.publish(deleted("a"));
  await expect.poll(() => other.kinds()).toEqual(["changes-missed", "device-deleted"]);
  for (const { bus } of [one, other]) await bus.stop();
});

test("events wait while the stream does not take them; where they become too many, the other nodes look again", async () => {
  const log = new MemoryLog();
  let isAway = true;
  const append: ChangeLog["append"] = (kind, content) =>
    isAway ? Promise.reject(new DomainError("unavailable", "away")) : log.append(kind, content);
  const away: ChangeLog = {
    id: log.id,
    append,
    last: () => log.last(),
    follow: (...following) => log.follow(...following),
    trim: (position) => log.trim(position),
  };
  const [one, other] = [new Node(away, 3), new Node(log)];
  for (const { bus } of [one, other]) await bus.start();
  for (const name of ["a", "b", "c"]) one.bus.publish(deleted(name));
  isAway = false;
  await expect
    .poll(() => {
      one.clock.advance(1_000);
      return other.kinds();
    })
    .toEqual(["device-deleted", "device-deleted", "device-deleted"]);

  isAway = true;
  for (const name of ["d", "e", "f", "g", "h"]) one.bus.publish(deleted(name));
  isAway = false;
  await expect
    .poll(() => {
      one.clock.advance(1_000);
      return other.kinds().slice(3);
    })
    .toEqual(["changes-missed", "device-deleted"]);
  for (const { bus } of [one, other]) await bus.stop();
});

test("a stop does not wait for a stream that is away", async () => {
  const log = new MemoryLog();
  const never: ChangeLog = {
    id: log.id,
    append: () => new Promise(() => undefined),
    last: () => log.last(),
    follow: (...following) => log.follow(...following),
    trim: (position) => log.trim(position),
  };
  const node = new Node(never);
  await node.bus.start();
  node.bus.publish(deleted("a"));
  let isStopped = false;
  void node.bus.stop().then(() => (isStopped = true));
  await expect
    .poll(() => {
      node.clock.advance(1_000);
      return isStopped;
    })
    .toBe(true);
});
