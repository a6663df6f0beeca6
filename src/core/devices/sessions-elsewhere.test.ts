// Nodes that know of each other's sessions, over peers in memory.
import { expect, test } from "vitest";
import { GONE, HEARTBEAT, pass, SessionNode, sessionNodes, settle } from "../../../test/support/session-nodes.ts";
import { millis } from "../../lib/clock.ts";
import { newId, type DeviceId } from "../ids.ts";

const id = (): DeviceId => newId<DeviceId>();

test("every node knows whether a device is connected, wherever that is", async () => {
  const { clock, join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  const session = one.open(device);
  await settle();
  expect(two.sessions.isOnline(device)).toBe(true);
  one.sessions.close(session);
  await settle();
  expect([one, two].map(({ sessions }) => sessions.isOnline(device))).toEqual([false, false]);
  expect([one.witnessed, two.witnessed]).toEqual([[`opened ${device}`, `closed ${device}`], []]);
  await pass(clock, 10 * GONE);
  expect(one.reachable).toEqual([]);
});

test("a node that joins learns of all sessions, page by page, and that calls may be sent to them", async () => {
  const { join } = sessionNodes();
  const one = await join();
  const devices = Array.from({ length: 20 }, id);
  for (const device of devices) one.open(device);
  const two = await join();
  await settle();
  expect(devices.map((device) => two.sessions.isOnline(device))).toEqual(devices.map(() => true));
  expect(new Set(two.reachable)).toEqual(new Set(devices));
});

test("a message that is lost costs one question: sessions that were opened and closed meanwhile are known", async () => {
  const { network, clock, join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const [closed, opened] = [id(), id()];
  const session = one.open(closed);
  await settle();
  network.loses = (topic) => topic === "sessions";
  one.sessions.close(session);
  one.open(opened);
  one.bus.publish({ kind: "rpc-reachable", deviceId: opened });
  await settle();
  network.loses = () => false;
  expect([closed, opened].map((device) => two.sessions.isOnline(device))).toEqual([true, false]);
  await pass(clock, HEARTBEAT);
  expect([closed, opened].map((device) => two.sessions.isOnline(device))).toEqual([false, true]);
  expect(two.reachable).toEqual([opened]);
});

test("what is told while the pages are read is not undone by them", async () => {
  const { network, clock, join } = sessionNodes();
  const one = await join();
  const sessions = Array.from({ length: 12 }, () => one.open(id()));
  const two = new SessionNode(network, clock);
  clock.advance(HEARTBEAT);
  const opened: DeviceId[] = [];
  for (const session of sessions.slice(0, 6)) {
    await new Promise((resolve) => setImmediate(resolve));
    one.sessions.close(session);
    opened.push(id());
    one.open(opened.at(-1) ?? expect.fail());
  }
  await pass(clock, HEARTBEAT);
  const isOnline = (device: DeviceId): boolean => two.sessions.isOnline(device);
  expect(sessions.map(({ device }) => isOnline(device.id))).toEqual(sessions.map((_, index) => index >= 6));
  expect(opened.map(isOnline)).toEqual(opened.map(() => true));
});

test("a new session ends that of the same client on another node, which keeps counting as connected", async () => {
  const { join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  const first = one.open(device);
  await settle();
  const second = two.open(device);
  await settle();
  expect([first.closed, second.closed]).toEqual(["taken-over", undefined]);
  expect(one.witnessed).toEqual([`opened ${device}`]);
  expect(two.witnessed).toEqual([`replaced ${device}`, `opened ${device}`]);
});

test("the later session stays, although the clock of its node is a minute behind", async () => {
  const { clock, join } = sessionNodes();
  const [one, two, three] = [await join(), await join(), await join()];
  const device = id();
  const first = one.open(device, millis(clock.now() + 60_000));
  await settle();
  const second = two.open(device);
  await settle();
  const third = three.open(device, millis(clock.now() - 60_000));
  await settle();
  expect([first, second, third].map(({ closed }) => closed)).toEqual(["taken-over", "taken-over", undefined]);
});

test("of two sessions that open on two nodes at once, one stays, and all nodes agree which", async () => {
  const { join } = sessionNodes();
  const nodes = [await join(), await join(), await join()] as const;
  for (let round = 0; round < 10; round++) {
    const device = id();
    const opened = [nodes[round % 2]?.open(device), nodes[(round + 1) % 2]?.open(device)];
    await settle();
    expect(opened.filter((session) => session?.closed === undefined)).toHaveLength(1);
    const places = nodes.map(({ sessions, devices }) => sessions.placesFor(devices.of(device), "rpc"));
    const stays = opened.find((session) => session?.closed === undefined);
    expect(
      places.map((found) => found.map((place) => (place.session === undefined ? place.remote.id : place.session.id))),
    ).toEqual(nodes.map(() => [stays?.id]));
  }
});

test("a node that stops says so, and its sessions are closed at once", async () => {
  const { join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  one.open(device);
  await settle();
  await one.stop();
  await settle();
  expect(two.sessions.isOnline(device)).toBe(false);
  expect(two.witnessed).toEqual([]);
  expect(one.witnessed).toEqual([`opened ${device}`, `closed ${device} SERVER_STOPPED`]);
});

test("a node that dies is gone with its sessions, and one of the others notes that its devices are not connected", async () => {
  const { clock, join } = sessionNodes();
  const [one, two, three] = [await join(), await join(), await join()];
  const [lost, moved] = [id(), id()];
  for (const device of [lost, moved]) one.open(device);
  await settle();
  one.peers.isGone = true;
  two.open(moved);
  await pass(clock, GONE + HEARTBEAT);
  expect([two, three].map(({ sessions }) => sessions.isOnline(lost))).toEqual([false, false]);
  expect(three.sessions.isOnline(moved)).toBe(true);
  expect([...two.witnessed, ...three.witnessed].sort()).toEqual(
    [`closed ${lost} SERVER_STOPPED`, `replaced ${moved}`, `opened ${moved}`].sort(),
  );
});

test("a node that stood still comes back with its sessions, except those that another node has taken over", async () => {
  const { clock, join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const [kept, moved] = [id(), id()];
  const [session, old] = [one.open(kept), one.open(moved)];
  await settle();
  one.peers.isFrozen = true;
  await pass(clock, GONE + HEARTBEAT);
  const taken = two.open(moved);
  await settle();
  expect(two.sessions.isOnline(kept)).toBe(false);
  one.peers.isFrozen = false;
  await pass(clock, 2 * HEARTBEAT);
  expect([session.closed, old.closed, taken.closed]).toEqual([undefined, "taken-over", undefined]);
  expect([two.sessions.isOnline(kept), one.sessions.isOnline(moved)]).toEqual([true, true]);
  // Its disconnect was noted, so is that it is connected again.
  expect(two.witnessed).toContain(`closed ${kept} SERVER_STOPPED`);
  expect(one.witnessed.filter((what) => what === `opened ${kept}`)).toHaveLength(2);
});

test("a node that was cut off does not take the others for gone", async () => {
  const { clock, join } = sessionNodes();
  const [one, two] = [await join(), await join()];
  const device = id();
  two.open(device);
  await settle();
  one.peers.isFrozen = true;
  await pass(clock, 4 * GONE);
  expect(one.sessions.isOnline(device)).toBe(true);
  one.peers.isFrozen = false;
  await pass(clock, GONE);
  expect(one.sessions.isOnline(device)).toBe(true);
});
