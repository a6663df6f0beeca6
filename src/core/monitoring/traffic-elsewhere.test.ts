import { expect, test } from "vitest";
import {
  pass,
  sessionNodes,
  settle,
  type SessionNode,
  type SessionNodes,
} from "../../../test/support/session-nodes.ts";
import { silentLogger } from "../../lib/logger.ts";
import { PeerWatches } from "../cluster/peer-watches.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import type { DomainError } from "../errors.ts";
import { newId, type DeviceId, type TenantId } from "../ids.ts";
import type { TrafficObserver } from "../traffic-observer.ts";
import { TrafficElsewhere } from "./traffic-elsewhere.ts";
import { TrafficInspector } from "./traffic-inspector.ts";
import type { TrafficUpdate } from "./traffic-watch.ts";

const PER_SECOND = 3;
const TOPIC = "v1/gateway/telemetry";

interface InspectingNode {
  readonly node: SessionNode;
  readonly inspector: TrafficInspector;
  readonly watches: PeerWatches;
}

async function inspecting({ join, clock }: SessionNodes): Promise<InspectingNode> {
  const node = await join();
  const { peers, bus, sessions, devices, elsewhere } = node;
  const watches = new PeerWatches(
    { peers, nodes: () => elsewhere.nodes, bus, clock, log: silentLogger },
    { tellMillis: 1_000, patienceMillis: 1_000, sentMax: 100 },
  );
  const refreshed = (): Promise<void> => Promise.resolve();
  const deps = { sessions, devices: { refreshed }, bus, watches, clock };
  const inspector = new TrafficInspector(deps, { perSecondMax: PER_SECOND });
  inspector.start();
  new TrafficElsewhere({ inspector, watches, devices, peers, log: silentLogger }).start();
  watches.start();
  return { node, inspector, watches };
}

class Watcher {
  readonly updates: TrafficUpdate[] = [];
  isAllowed = true;
  end: DomainError | undefined;

  mayRead(_device: KnownDevice): boolean {
    return this.isAllowed;
  }

  updated(update: TrafficUpdate): boolean {
    this.updates.push(update);
    return true;
  }

  ended(reason: DomainError): void {
    this.end = reason;
  }

  /** What it was shown since the last call. */
  take(): readonly string[] {
    return this.updates
      .splice(0)
      .flatMap(({ messages, dropped }) => [
        ...messages.map(({ id, payload, verdict }) => `${String(id)} ${payload} ${verdict}`),
        ...(dropped > 0 ? [`dropped ${String(dropped)}`] : []),
      ]);
  }
}

/** Sends a message on the session, and has it acknowledged. */
function sends(world: SessionNodes, observer: TrafficObserver | undefined, payload: string): void {
  observer?.received(1, { topic: TOPIC, qos: 1, payload, ts: world.clock.now() });
  observer?.settled(1, undefined);
}

test("a watcher sees the messages of a session on another node, and goes on when it moves to a third and to its own", async () => {
  const world = sessionNodes();
  const [watching, second, third] = [await inspecting(world), await inspecting(world), await inspecting(world)];
  const id = newId<DeviceId>();
  const watcher = new Watcher();
  const watch = await watching.inspector.watch(watching.node.devices.of(id), watcher);
  expect(watcher.updates.splice(0)).toEqual([{ messages: [], dropped: 0 }]);
  for (const [index, { node }] of [second, third, watching, second].entries()) {
    const session = node.open(id);
    await settle();
    sends(world, session.observer, `"${String(index)}"`);
    await pass(world.clock, 500);
    expect(watcher.take()).toEqual([`${String(index + 1)} "${String(index)}" stored`]);
  }
  watch.cancel();
  await pass(world.clock, 1_000);
  expect(second.inspector.watchCount + third.inspector.watchCount).toBe(0);
});

test("a message that comes again with its verdict keeps its id, and each node keeps to the bound of a second", async () => {
  const world = sessionNodes();
  const [watching, other] = [await inspecting(world), await inspecting(world)];
  const id = newId<DeviceId>();
  const watcher = new Watcher();
  await watching.inspector.watch(watching.node.devices.of(id), watcher);
  watcher.updates.splice(0);
  const { observer } = other.node.open(id);
  const acknowledged = observer?.sent("v1/gateway/attributes", 1, "down");
  await pass(world.clock, 500);
  expect(watcher.take()).toEqual(["1 down waiting"]);
  acknowledged?.();
  for (const payload of ["1", "2", "3", "4"]) sends(world, observer, payload);
  await pass(world.clock, 500);
  expect(watcher.take()).toEqual(["1 down sent", "2 1 stored", "3 2 stored", "dropped 2"]);
});

test("messages that do not arrive count as left out", async () => {
  const world = sessionNodes();
  const [watching, other] = [await inspecting(world), await inspecting(world)];
  const id = newId<DeviceId>();
  const watcher = new Watcher();
  await watching.inspector.watch(watching.node.devices.of(id), watcher);
  watcher.updates.splice(0);
  const { observer } = other.node.open(id);
  watching.node.peers.isGone = true;
  sends(world, observer, "lost");
  world.clock.advance(200);
  await settle();
  watching.node.peers.isGone = false;
  sends(world, observer, "shown");
  world.clock.advance(200);
  await settle();
  expect(watcher.take()).toEqual(["1 shown stored", "dropped 1"]);
});

test("a watcher that may no longer see the device is ended where it is, and shown nothing of what comes from elsewhere", async () => {
  const world = sessionNodes();
  const [watching, other] = [await inspecting(world), await inspecting(world)];
  const id = newId<DeviceId>();
  const watcher = new Watcher();
  await watching.inspector.watch(watching.node.devices.of(id), watcher);
  watcher.updates.splice(0);
  const { observer } = other.node.open(id);
  watcher.isAllowed = false;
  sends(world, observer, "secret");
  world.clock.advance(200);
  await settle();
  expect([watcher.take(), watcher.end?.kind]).toEqual([[], "forbidden"]);
});

test("a node shows nothing of a device to a node that takes it for another tenant's", async () => {
  const world = sessionNodes();
  const [watching, other] = [await inspecting(world), await inspecting(world)];
  const device = other.node.devices.of(newId<DeviceId>());
  await watching.watches.begin("traffic", { id: device.id, tenantId: newId<TenantId>() });
  expect(other.inspector.watchCount).toBe(0);
  await watching.watches.begin("traffic", device);
  expect(other.inspector.watchCount).toBe(1);
});
