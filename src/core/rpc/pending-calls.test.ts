import { expect, test } from "vitest";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { DeviceChannel } from "../devices/device-channel.ts";
import type { GatewayRoute, KnownDevice } from "../devices/known-device.ts";
import { newId, type DeviceId, type DeviceProfileId, type TenantId } from "../ids.ts";
import { PendingCalls } from "./pending-calls.ts";
import { RequestIds } from "./request-ids.ts";

const SECOND = 1000;
const MANY = 2000;
const TENANT = newId<TenantId>();

/** A device that counts how often somebody looks at its route. */
class WatchedDevice implements KnownDevice {
  readonly id = newId<DeviceId>();
  readonly tenantId = TENANT;
  readonly series = new Map();
  readonly profileId = newId<DeviceProfileId>();
  readonly name = "device";
  readonly customerId = null;
  readonly isGateway = false;
  readonly overwriteActivityTime = false;
  readonly connectsOnUplink = false;
  readonly disconnectedBy = [];
  readonly sentThrough = null;
  readonly deleted = false;
  readonly lastActivityAt = millis(0);
  readonly active = false;
  readonly castsStrings = null;
  looks = 0;
  stored: GatewayRoute | null = null;

  get route(): GatewayRoute | null {
    this.looks++;
    return this.stored;
  }
}

function world() {
  const bus = new InProcessBus(silentLogger);
  const clock = new ManualClock();
  const ids = new RequestIds(
    { reserveRequestIds: () => Promise.resolve(1), returnRequestIds: () => Promise.resolve() },
    { blockIds: 8, blocksMax: 2 * MANY },
  );
  const offered: DeviceId[] = [];
  const channel: Pick<DeviceChannel, "deliver"> = {
    deliver(deviceId) {
      offered.push(deviceId);
      return Promise.resolve({ kind: "unreachable" });
    },
  };
  const calls = new PendingCalls(
    { ids, channel, bus, clock },
    {
      defaultTimeoutMillis: 10 * SECOND,
      minTimeoutMillis: 5 * SECOND,
      waitMillisMax: 300 * SECOND,
      payloadBytesMax: 65_536,
      pendingMax: 2 * MANY,
      tenantPendingMax: 2 * MANY,
    },
  );
  calls.start();
  const waiting: Promise<unknown>[] = [];
  const call = async (device: KnownDevice): Promise<void> => {
    const before = offered.length;
    const request = { method: "toggle", params: "{}", oneWay: true };
    waiting.push(calls.call(device, request, new AbortController().signal).catch(() => undefined));
    for (let turn = 0; turn < 20 && offered.length === before; turn++) await Promise.resolve();
  };
  const route = (device: WatchedDevice, gatewayId: DeviceId | null): void => {
    device.stored = gatewayId === null ? null : { gatewayId, connectedAt: clock.now() };
    bus.publish({ kind: "route-changed", deviceId: device.id, gatewayId, connectedAt: clock.now() });
  };
  /** Whom an event of this device has offered its calls again. */
  const reach = async (deviceId: DeviceId): Promise<DeviceId[]> => {
    offered.length = 0;
    bus.publish({ kind: "rpc-reachable", deviceId });
    const result = [...offered];
    // The channel answers that it could not reach them.
    await Promise.resolve();
    return result;
  };
  const end = async (): Promise<void> => {
    calls.stop();
    await Promise.all(waiting);
  };
  return { bus, calls, call, route, reach, end };
}

test("that a plain device can be reached costs no look at the calls of others", async () => {
  const { call, reach, end } = world();
  const others = Array.from({ length: MANY }, () => new WatchedDevice());
  for (const other of others) await call(other);
  const polling = new WatchedDevice();
  await call(polling);
  for (const other of others) other.looks = 0;
  expect(await reach(polling.id)).toEqual([polling.id]);
  expect(await reach(newId<DeviceId>())).toEqual([]);
  expect(others.reduce((looks, other) => looks + other.looks, 0)).toBe(0);
  await end();
});

test("that a gateway can be reached offers the calls of the devices that are routed through it by then, and no others", async () => {
  const { bus, calls, call, route, reach, end } = world();
  const [gateway, otherGateway] = [newId<DeviceId>(), newId<DeviceId>()];
  const [before, after, leaving, elsewhere] = [
    new WatchedDevice(),
    new WatchedDevice(),
    new WatchedDevice(),
    new WatchedDevice(),
  ];
  route(before, gateway);
  route(leaving, gateway);
  route(elsewhere, otherGateway);
  for (const device of [before, after, leaving, elsewhere, before]) await call(device);
  route(after, gateway);
  route(leaving, otherGateway);
  expect((await reach(gateway)).toSorted()).toEqual([before.id, before.id, after.id].toSorted());
  expect((await reach(otherGateway)).toSorted()).toEqual([leaving.id, elsewhere.id].toSorted());
  route(leaving, null);
  expect(await reach(otherGateway)).toEqual([elsewhere.id]);
  bus.publish({ kind: "device-deleted", tenantId: TENANT, deviceId: elsewhere.id, name: "device" });
  expect(await reach(otherGateway)).toEqual([]);
  await end();
  expect(calls.count).toBe(0);
  expect([...(await reach(gateway)), ...(await reach(after.id))]).toEqual([]);
});
