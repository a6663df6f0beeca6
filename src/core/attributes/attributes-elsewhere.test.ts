import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryNetwork } from "../../../test/support/memory-peers.ts";
import { settle } from "../../../test/support/session-nodes.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { BusEvent } from "../bus/events.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { PeerWatches } from "../cluster/peer-watches.ts";
import { newId, type CustomerId, type DeviceId, type NodeId, type TenantId } from "../ids.ts";
import { JsonText, type Value } from "../values.ts";
import { AttributesElsewhere } from "./attributes-elsewhere.ts";

const OPTIONS = { tellMillis: 1_000, patienceMillis: 1_000, sentMax: 100 };
const ATTRIBUTE_EVENTS = [
  "attributes-saved",
  "attributes-deleted",
  "other-attributes-saved",
  "other-attributes-deleted",
  "attributes-missed",
] as const;

class World {
  readonly network = new MemoryNetwork();
  readonly clock = new ManualClock();
  readonly ids: NodeId[] = [];
  readonly buses: InProcessBus[] = [];
  /** Facts that went from node to node. */
  facts = 0;

  node() {
    const peers = this.network.join();
    const local = new InProcessBus(silentLogger, peers.nodeId);
    this.buses.push(local);
    this.ids.push(peers.nodeId);
    const nodes = (): NodeId[] => this.ids.filter((id) => id !== peers.nodeId);
    const bus: MessageBus = {
      publish: (event) => {
        local.publish(event);
        if (event.kind !== "watched-attributes-changed") return;
        this.facts++;
        // As it comes out of a stream.
        const plain = JSON.parse(JSON.stringify(event)) as BusEvent;
        for (const other of this.buses) if (other !== local) other.deliver({ ...plain, nodeId: peers.nodeId });
      },
      subscribe: (kind, handle) => local.subscribe(kind, handle),
    };
    const watches = new PeerWatches({ peers, nodes, bus, clock: this.clock, log: silentLogger }, OPTIONS);
    const seen: BusEvent[] = [];
    for (const kind of ATTRIBUTE_EVENTS)
      local.subscribe(kind, ({ nodeId: _, ...event }) => void seen.push(event as BusEvent));
    const writersPublished = new Set<string>();
    const attributes = {
      publishWrites: ({ id }: { readonly id: string }) => void writersPublished.add(id),
      withholdWrites: (id: string) => void writersPublished.delete(id),
    };
    new AttributesElsewhere({ watches, attributes, bus, local }).start();
    watches.start();
    return { bus, watches, seen, writersPublished };
  }
}

const DEVICE = { id: newId<DeviceId>(), tenantId: newId<TenantId>() };
const CUSTOMER = { id: newId<CustomerId>(), tenantId: null };
const scope = "SERVER_SCOPE" as const;

const saved = (values: readonly (readonly [string, Value])[]): BusEvent => ({
  kind: "attributes-saved",
  tenantId: DEVICE.tenantId,
  deviceId: DEVICE.id,
  scope,
  values,
  ts: millis(5),
});

test("changes of watched attributes are published on the node that watches as they were made, of every kind of value", async () => {
  const world = new World();
  const [watching, writing, third] = [world.node(), world.node(), world.node()];
  for (const owner of [DEVICE, CUSTOMER]) await watching.watches.begin("attributes", owner);
  const events: readonly BusEvent[] = [
    saved([
      ["integer", 9_007_199_254_740_993n],
      ["json", new JsonText('{"a":[1]}')],
      ["text", "ü"],
      ["flag", false],
      ["number", 1e-9],
    ]),
    { kind: "attributes-deleted", tenantId: DEVICE.tenantId, deviceId: DEVICE.id, scope, keys: ["text"] },
    { kind: "other-attributes-saved", ownerId: CUSTOMER.id, scope, values: [["plan", "large"]], ts: millis(6) },
    { kind: "other-attributes-deleted", ownerId: CUSTOMER.id, scope, keys: ["plan"] },
  ];
  for (const event of events) writing.bus.publish(event);

  expect(watching.seen).toEqual(events);
  expect(third.seen).toEqual([]);
  expect(world.facts).toBe(events.length);
});

test("what nobody watches, or whoever has changed it, costs the other nodes nothing", async () => {
  const world = new World();
  const [watching, writing] = [world.node(), world.node()];
  writing.bus.publish(saved([["a", 1]]));
  await watching.watches.begin("attributes", DEVICE);
  watching.bus.publish(saved([["a", 2]]));
  watching.watches.end("attributes", DEVICE);
  world.clock.advance(1_000);
  await settle();
  writing.bus.publish(saved([["a", 3]]));

  expect(world.facts).toBe(0);
  expect([watching.seen, writing.seen].map(({ length }) => length)).toEqual([1, 2]);
});

test("of a change with much text only the fact travels, and the attributes are read", async () => {
  const world = new World();
  const [watching, writing] = [world.node(), world.node()];
  await watching.watches.begin("attributes", DEVICE);
  writing.bus.publish(saved([["a", "x".repeat(10_000)]]));

  expect(watching.seen).toEqual([{ kind: "attributes-missed", ownerId: DEVICE.id }]);
});

test("a device that is watched on another node has what it writes itself published here, as long as it is watched", async () => {
  const world = new World();
  const [watching, writing] = [world.node(), world.node()];
  await watching.watches.begin("attributes", DEVICE);
  expect([...writing.writersPublished]).toEqual([DEVICE.id]);
  watching.watches.end("attributes", DEVICE);
  world.clock.advance(1_000);
  await settle();

  expect([...writing.writersPublished]).toEqual([]);
});
