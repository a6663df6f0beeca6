import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScratchDevices, TestNode } from "../../../test/support/device-world.ts";
import { trafficFlows } from "../../../test/support/traffic-flows.ts";
import { millis } from "../../lib/clock.ts";
import type { LiveSession } from "../devices/live-session.ts";
import type { DeviceId } from "../ids.ts";
import { newId } from "../ids.ts";
import { GatewayReports } from "./gateway-reports.ts";
import { GatewayService } from "./gateway-service.ts";

/** Of each measurement: processor time is counted in steps of some milliseconds. */
const MEASURED_MICROS = 200_000;

const PAGE = { page: 0, size: 100, textSearch: null, sort: null } as const;
const ALL = { online: null, refused: null };

let devices: ScratchDevices;
beforeAll(async () => {
  devices = await ScratchDevices.open();
});
afterAll(() => devices[Symbol.asyncDispose]());

function world() {
  const node = new TestNode(devices);
  const flows = trafficFlows();
  const online = new Set<DeviceId>();
  const { clock } = node;
  const ofDevice = (id: DeviceId) => (online.has(id) ? [sessionAt(clock.now())] : []);
  const service = new GatewayService({
    store: devices.stores.monitoring,
    sessions: { isOnline: (id) => online.has(id), countOf: (id) => ofDevice(id).length },
    devices: node.registry,
    reports: new GatewayReports({ sessions: { ofDevice }, devices: node.registry, flows, clock }),
    clock,
  });
  return { node, flows, online, clock, service };
}

/** What of a session is looked at. */
function sessionAt(openedAt: number): LiveSession {
  const connection = { protocol: "MQTT 5", transport: "TLS", remoteAddress: "192.0.2.1" } as const;
  return { openedAt: millis(openedAt), connection } as LiveSession;
}

describe("gateways of a tenant", () => {
  test("are found by name and label, sorted by what this node knows, and those of others are not", async () => {
    const { online, service } = world();
    const tenantId = devices.tenantId;
    const b = devices.add({ name: "b", isGateway: true, label: "Hall 3" });
    const a = devices.add({ name: "a", isGateway: true });
    devices.add({ name: "no gateway" });
    devices.add({ name: "c", isGateway: true, tenantId: newId() });
    online.add(b);
    const names = async (request: object, isOnline: boolean | null = null) =>
      (await service.list(tenantId, { ...ALL, online: isOnline }, { ...PAGE, ...request })).items.map(
        ({ name }) => name,
      );
    expect(await names({ sort: { property: "name", order: "ASC" } })).toEqual(["a", "b"]);
    expect(await names({ sort: { property: "online", order: "DESC" } })).toEqual(["b", "a"]);
    expect(await names({ textSearch: "hall" })).toEqual(["b"]);
    expect(await names({}, false)).toEqual(["a"]);
    expect(await names({ page: 1, size: 1, sort: { property: "name", order: "ASC" } })).toEqual(["b"]);
    expect((await service.list(tenantId, ALL, { ...PAGE, size: 1 })).total).toBe(2);
    devices.delete(a);
    devices.delete(b);
  });

  test("are found and sorted by what was refused of them, and no others with it", async () => {
    const { flows, clock, service } = world();
    const { tenantId } = devices;
    const [some, most] = [
      devices.add({ name: "some", isGateway: true }),
      devices.add({ name: "most", isGateway: true }),
    ];
    const ids = [some, most, devices.add({ name: "none", isGateway: true })];
    const stranger = devices.add({ name: "stranger", isGateway: true, tenantId: newId() });
    for (const id of [some, most, most, stranger]) flows.ofGateway(id).refused("too-large", clock.now());
    const found = async (refused: boolean | null, order: "ASC" | "DESC") => {
      const request = { ...PAGE, sort: { property: "refused", order } } as const;
      const { items, total } = await service.list(tenantId, { ...ALL, refused }, request);
      expect(items.length).toBe(total);
      return items.map(({ name, lastHour }) => [name, lastHour.refused, lastHour.reason]);
    };
    const refusedOnly = [
      ["most", 2, "too-large"],
      ["some", 1, "too-large"],
    ];
    expect(await found(true, "DESC")).toEqual(refusedOnly);
    expect(await found(null, "DESC")).toEqual([...refusedOnly, ["none", 0, null]]);
    expect(await found(false, "ASC")).toEqual([["none", 0, null]]);
    for (const id of ids) devices.delete(id);
  });

  test("show their connection, their devices and what came through them in the last minute", async () => {
    const { node, flows, online, clock, service } = world();
    const gateway = await node.device({ isGateway: true, name: "shown" });
    const [routed, sends] = [await node.device(), devices.add({ name: "sends", lastGatewayId: gateway.id })];
    await node.registry.connectRoutes(gateway, [routed], clock.now());
    online.add(gateway.id);
    flows.ofGateway(gateway.id).message(5, clock.now());
    const details = await service.details(gateway);
    expect(details).toMatchObject({
      name: "shown",
      devices: 1,
      sessions: 1,
      connection: { since: clock.now(), protocol: "MQTT 5", transport: "TLS", remoteAddress: "192.0.2.1" },
      lastMinute: { messages: 1, points: 5, refused: 0 },
      acknowledgements: null,
    });
    const behind = await service.devices(gateway, { ...PAGE, sort: { property: "connected", order: "DESC" } });
    expect(
      behind.items.map(({ id, connected, routedSince, neverConnected }) => [
        id,
        connected,
        routedSince,
        neverConnected,
      ]),
    ).toEqual([
      [routed.id, true, clock.now(), false],
      [sends, false, null, true],
    ]);
    online.delete(gateway.id);
    expect((await service.devices(gateway, PAGE)).items.map(({ connected }) => connected)).toEqual([false, false]);
  });

  test("of a thousand are listed in steps that grow with their number, and not with its square", async () => {
    const { service } = world();
    const microsOfOne = async (count: number): Promise<number> => {
      const tenantId = newId<typeof devices.tenantId>();
      devices.addProfile("default", tenantId);
      const profileId = devices.addProfile("many", tenantId);
      devices.addAll(
        Array.from({ length: count }, (_none, index) => ({
          name: `gateway ${String(index).padStart(4, "0")}`,
          isGateway: true,
          tenantId,
          profileId,
        })),
      );
      const last = { ...PAGE, page: count / 50 - 1, size: 50, sort: { property: "name", order: "ASC" } } as const;
      const began = spentMicros();
      for (let times = 1; ; times++) {
        const { items, total } = await service.list(tenantId, ALL, last);
        expect([items.at(-1)?.name, total]).toEqual([`gateway ${String(count - 1).padStart(4, "0")}`, count]);
        const spent = spentMicros() - began;
        if (spent >= MEASURED_MICROS) return spent / times;
      }
    };
    const few = await microsOfOne(50);
    const twentyTimes = await microsOfOne(1_000);
    expect(twentyTimes / few).toBeLessThan(20 * 4);
  });
});

/** Processor time of this thread, so that what else the machine does is not counted. */
function spentMicros(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

describe("counts of devices", () => {
  test("are those of the installation, of a tenant and of a customer", async () => {
    const store = devices.stores.monitoring;
    const tenantId = await devices.addTenant();
    const profileId = devices.addProfile("counted", tenantId);
    const customerId = devices.addCustomer("Acme", tenantId);
    const before = await store.countDevices(null, null);
    devices.add({ tenantId, profileId, isGateway: true });
    const own = devices.add({ tenantId, profileId, customerId });
    await devices.stores.connectivity.save([{ deviceId: own, activated: true }], millis(1));
    expect(await store.countDevices(tenantId, null)).toEqual({ gateways: 1, devices: 1, devicesActive: 1 });
    expect(await store.countDevices(tenantId, customerId)).toEqual({ gateways: 0, devices: 1, devicesActive: 1 });
    expect(await store.countDevices(null, null)).toEqual({
      gateways: before.gateways + 1,
      devices: before.devices + 1,
      devicesActive: before.devicesActive + 1,
    });
  });
});
