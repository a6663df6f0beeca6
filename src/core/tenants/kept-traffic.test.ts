import { afterEach, beforeEach, expect, test } from "vitest";
import { ScratchDevices } from "../../../test/support/device-world.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import { MINUTE_MILLIS } from "../../lib/units.ts";
import { newId, type DeviceId, type NodeId } from "../ids.ts";
import { KeptTraffic, type KeptTrafficDeps } from "./kept-traffic.ts";
import { TrafficFlows } from "./traffic-flow.ts";

let devices: ScratchDevices;
let clock: ManualClock;
let gatewayId: DeviceId;
beforeEach(async () => {
  devices = await ScratchDevices.open();
  clock = new ManualClock();
  gatewayId = devices.add({ isGateway: true });
});
afterEach(() => devices[Symbol.asyncDispose]());

async function run(fields: Partial<KeptTrafficDeps> = {}) {
  const flows = new TrafficFlows(new InProcessBus(silentLogger), clock);
  const deps = { store: devices.stores.traffic, flows, nodeId: newId<NodeId>(), clock, log: silentLogger };
  const kept = new KeptTraffic({ ...deps, ...fields });
  await kept.start();
  const flow = flows.ofGateway(gatewayId);
  const lastHour = () => {
    const { messages, refused, reasons } = flow.figures(clock.now());
    const sum = (minutes: readonly number[]) => minutes.reduce((total, count) => total + count, 0);
    const byReason = Object.fromEntries(reasons.map(([kind, { minutes }]) => [kind, sum(minutes)]));
    return { messages: sum(messages.minutes), refused: sum(refused.minutes), reasons: byReason };
  };
  return { kept, flow, lastHour, nodeId: deps.nodeId };
}

/** Until the writes of a minute are done. */
const minutePassed = async (): Promise<void> => {
  clock.advance(MINUTE_MILLIS);
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    await devices.stores.traffic.forgetBefore(0);
  }
};

test("the last hour is counted on after a restart, and each minute leaves it when its hour is over", async () => {
  const first = await run();
  first.flow.message(1, clock.now());
  await minutePassed();
  first.flow.message(1, clock.now());
  first.flow.refused("invalid", clock.now());
  await first.kept.stop();
  const second = await run();
  expect(second.lastHour()).toEqual({ messages: 2, refused: 1, reasons: { invalid: 1 } });
  second.flow.message(1, clock.now());
  await second.kept.stop();
  clock.advance(59 * MINUTE_MILLIS);
  expect((await run()).lastHour()).toEqual({ messages: 2, refused: 1, reasons: { invalid: 1 } });
  clock.advance(61 * MINUTE_MILLIS);
  expect((await run()).lastHour()).toMatchObject({ messages: 0, refused: 0 });
});

test("a crash loses the last minute", async () => {
  const first = await run();
  first.flow.message(1, clock.now());
  await minutePassed();
  first.flow.message(1, clock.now());
  expect((await run()).lastHour()).toMatchObject({ messages: 1 });
});

test("in a cluster the holder of the lease counts for nodes that are gone, and for no others", async () => {
  const lease = { isHeld: true };
  const present: NodeId[] = [];
  const cluster = { nodes: () => present, lease };
  const gone = await run({ cluster });
  gone.flow.message(1, clock.now());
  await gone.kept.stop();
  const there = await run({ cluster: { nodes: () => [], lease: { isHeld: false } } });
  present.push(there.nodeId);
  there.flow.message(1, clock.now());
  await there.kept.stop();
  const holder = await run({ cluster });
  expect(holder.lastHour()).toMatchObject({ messages: 0 });
  for (let minute = 0; minute < 5; minute++) await minutePassed();
  expect(holder.lastHour()).toMatchObject({ messages: 1 });
  await holder.kept.stop();
});

test("without its store a node counts from now on", async () => {
  const store = {
    save: () => Promise.reject(new Error("away")),
    takeOver: () => Promise.reject(new Error("away")),
    forgetBefore: () => Promise.resolve(),
  };
  const node = await run({ store });
  node.flow.message(1, clock.now());
  await node.kept.stop();
  expect(node.lastHour()).toMatchObject({ messages: 1 });
});
