import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScratchDevices, TestNode } from "../../../test/support/device-world.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DAY_MILLIS, HOUR_MILLIS, SECOND_MILLIS } from "../../lib/units.ts";
import type { KnownDevice } from "./known-device.ts";
import { ConnectivityService } from "./connectivity-service.ts";

const EVENTS_MAX = 4;

let devices: ScratchDevices;
beforeAll(async () => {
  devices = await ScratchDevices.open();
});
afterAll(() => devices[Symbol.asyncDispose]());

function world() {
  const node = new TestNode(devices);
  const { clock } = node;
  const service = new ConnectivityService(
    { store: devices.stores.connectivity, devices: node.registry, bus: node.bus, clock, log: silentLogger },
    {
      inactivityTimeoutMillis: 600 * SECOND_MILLIS,
      flushMillis: 10 * SECOND_MILLIS,
      sweepMillis: 60 * SECOND_MILLIS,
      batchMax: 100,
      eventsMax: EVENTS_MAX,
      eventsMillis: DAY_MILLIS,
    },
  );
  service.start();
  const page = { page: 0, size: 100, textSearch: null, sort: null } as const;
  const read = (device: KnownDevice, request: Partial<typeof page> | { textSearch: string } = {}) =>
    devices.stores.connectionHistory.list(device.id, { ...page, ...request });
  const eventsOf = async (device: KnownDevice): Promise<readonly string[]> => {
    await node.idle();
    const { items } = await read(device);
    return items.map(({ kind, end, gatewayName }) =>
      [kind, end, gatewayName].filter((word) => word !== null).join(" "),
    );
  };
  return { node, clock, service, eventsOf, read };
}

describe("the history of a device's connections", () => {
  test("has connects and disconnects with the reason, the newest first, with their times", async () => {
    const { node, clock, service, eventsOf, read } = world();
    const device = await node.device();
    const opened = clock.now();
    service.sessionOpened(device, opened);
    clock.advance(SECOND_MILLIS);
    service.lastSessionClosed(device, clock.now(), "KEEP_ALIVE_MISSED");
    expect(await eventsOf(device)).toEqual(["DISCONNECTED KEEP_ALIVE_MISSED", "CONNECTED"]);
    expect((await read(device)).items.map(({ at }) => at)).toEqual([opened + SECOND_MILLIS, opened]);
  });

  test("tells of a session in whose place a newer one came", async () => {
    const { node, clock, service, eventsOf } = world();
    const device = await node.device();
    service.sessionReplaced(device, clock.now());
    service.sessionOpened(device, clock.now());
    expect(await eventsOf(device)).toEqual(["CONNECTED", "DISCONNECTED REPLACED"]);
  });

  test("has when the device became active and inactive", async () => {
    const { node, clock, service, eventsOf } = world();
    const device = await node.device();
    service.touch(device, clock.now());
    await node.idle();
    clock.advance(600 * SECOND_MILLIS);
    await service.sweep();
    expect(await eventsOf(device)).toEqual(["INACTIVE", "ACTIVE"]);
  });

  test("of a device behind a gateway names the gateway, and that it is connected once however often it is said", async () => {
    const { node, clock, service, eventsOf } = world();
    const [gateway, routed] = [await node.device({ isGateway: true, name: "gw" }), await node.device()];
    await node.registry.connectRoutes(gateway, [routed], clock.now());
    service.routeConnected(routed, clock.now());
    service.sessionOpened(gateway, clock.now());
    await node.idle();
    service.routeConnected(routed, clock.now());
    service.lastSessionClosed(gateway, clock.now(), "CONNECTION_LOST");
    await node.idle();
    service.routeDisconnected(routed, clock.now(), gateway);
    expect(await eventsOf(routed)).toEqual([
      "DISCONNECTED GATEWAY_SAID_SO gw",
      "DISCONNECTED GATEWAY_GONE gw",
      "CONNECTED gw",
    ]);
    expect(await eventsOf(gateway)).toEqual(["DISCONNECTED CONNECTION_LOST", "CONNECTED"]);
  });

  test("keeps the newest events of each device", async () => {
    const { node, clock, service, eventsOf, read } = world();
    const [device, other] = [await node.device(), await node.device()];
    service.sessionOpened(other, clock.now());
    for (let count = 0; count < 3; count++) {
      service.sessionOpened(device, clock.now());
      service.lastSessionClosed(device, clock.now(), "CLIENT_DISCONNECTED");
      await node.idle();
    }
    expect((await eventsOf(device)).length).toBe(EVENTS_MAX);
    expect((await read(device)).total).toBe(EVENTS_MAX);
    expect(await eventsOf(other)).toEqual(["CONNECTED"]);
  });

  test("forgets what is too old, and not why the last connection ended", async () => {
    const { node, clock, service, eventsOf } = world();
    const gateway = await node.device({ isGateway: true });
    service.sessionOpened(gateway, clock.now());
    service.lastSessionClosed(gateway, clock.now(), "NOT_READING");
    const ended = clock.now();
    await node.idle();
    clock.advance(DAY_MILLIS - HOUR_MILLIS);
    await service.sweep();
    expect((await eventsOf(gateway)).length).toBe(2);
    clock.advance(2 * HOUR_MILLIS);
    await service.sweep();
    expect(await eventsOf(gateway)).toEqual([]);
    expect(await devices.stores.monitoring.gateways(devices.tenantId, [gateway.id])).toMatchObject([
      { lastEnd: "NOT_READING", lastDisconnectAt: ended },
    ]);
  });

  test("is searched by word and by gateway, and goes with its device", async () => {
    const { node, clock, service, eventsOf, read } = world();
    const device = await node.device();
    service.sessionOpened(device, clock.now());
    service.lastSessionClosed(device, clock.now(), "PROTOCOL_ERROR");
    await node.idle();
    expect((await read(device, { textSearch: "protocol" })).total).toBe(1);
    expect((await read(device, { textSearch: "nothing of the kind" })).total).toBe(0);
    devices.delete(device.id);
    service.sessionOpened(device, clock.now());
    expect(await eventsOf(device)).toEqual([]);
  });
});
