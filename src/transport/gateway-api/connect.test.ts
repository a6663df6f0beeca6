import { beforeEach, describe, expect, test } from "vitest";
import {
  deviceClient,
  handle,
  knownDevice,
  messageOf,
  NOW,
  tenantLimits,
  type TestClient,
} from "../../../test/support/recording-session.ts";
import { World } from "../../../test/support/topic-api-world.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { DomainError } from "../../core/errors.ts";
import { silentLogger } from "../../lib/logger.ts";
import { GatewayConnect } from "./connect.ts";

let world: World;
let gateway: TestClient;
let api: GatewayConnect;

beforeEach(() => {
  world = new World();
  gateway = deviceClient(world.add("Gateway", "cached", { isGateway: true }));
  const bus = new InProcessBus(silentLogger);
  bus.subscribe("rpc-reachable", ({ deviceId }) => {
    gateway.mqtt.log.push(`reachable ${nameOf(deviceId)}`);
  });
  api = new GatewayConnect({ ...world.gatewayDeps, bus });
});

const nameOf = (id: string) => [...world.stored.values()].find((device) => device.id === id)?.name ?? "?";
const connect = (payload: unknown, from = gateway) =>
  handle(messageOf(from.client, from.mqtt, payload), (message) => api.connect(message));
const disconnect = (payload: unknown, from = gateway) =>
  handle(messageOf(from.client, from.mqtt, payload), (message) => api.disconnect(message));

describe("connect", () => {
  test("creates an unknown device with its profile and routes it", async () => {
    await connect({ device: "Device A", type: "Sensor A" });
    expect(world.log).toEqual(["findOrCreateAll Device A", "connect Device A Sensor A", "connected Device A"]);
    expect(world.stored.get("Device A")?.route).toEqual({ gatewayId: gateway.client.device.id, connectedAt: NOW });
    expect(gateway.mqtt.log).toEqual(["ok"]);
  });

  test.each([{}, { type: null }, { type: "" }, { type: "  " }])(
    "with the type in %j uses the default profile",
    async (members) => {
      await connect({ device: "Device A", ...members });
      expect(world.log).toContain("connect Device A -");
    },
  );

  test("lets calls that wait follow its PUBACK where the gateway takes calls", async () => {
    gateway.mqtt.subscriptions.set("v1/gateway/rpc", 1);
    await connect({ device: "Device A" });
    expect(gateway.mqtt.log).toEqual(["ok", "reachable Device A"]);
  });

  test("counts as activity of the gateway and the device", async () => {
    const device = world.add("Device A");
    await connect({ device: "Device A" });
    expect([gateway.client.device.lastActivityAt, device.lastActivityAt]).toEqual([NOW, NOW]);
  });

  test("of a gateway's own name is acknowledged and changes nothing", async () => {
    await connect({ device: "Gateway" });
    expect(gateway.mqtt.log).toEqual(["ok"]);
    expect(world.log).toEqual([]);
    expect(gateway.client.device.route).toBeNull();
  });

  test.each([
    "",
    "[]",
    "5",
    "{}",
    '{"device":null}',
    '{"device":5}',
    '{"device":""}',
    '{"device":" "}',
    `{"device":"${"x".repeat(256)}"}`,
    '{"device":"a\\u0000b"}',
    '{"device":"A","type":5}',
    '{"device":"A","type":{}}',
    `{"device":"A","type":"${"x".repeat(256)}"}`,
    `{"device":"A","type":"${" ".repeat(256)}"}`,
  ])("%j is invalid and creates nothing", async (payload) => {
    await connect(payload);
    expect(gateway.mqtt.log).toEqual(["invalid"]);
    expect(world.stored.size).toBe(1);
  });

  test("at the device limit is refused by name, with the limit", async () => {
    world.maxDevices = 1;
    await connect({ device: "Device A" });
    expect(gateway.mqtt.refused).toEqual([["Device A", "limit-exceeded"]]);
    expect(gateway.mqtt.refusals[0]?.entries[0].error.details.limit).toEqual({ name: "maxDevices", value: 1 });
    expect(world.stored.has("Device A")).toBe(false);
  });

  test("that cannot be stored is refused", async () => {
    world.failure = new DomainError("unavailable", "no store");
    await connect({ device: "Device A" });
    expect(gateway.mqtt.log).toEqual(["unavailable"]);
  });

  test("beyond a rate limit is refused and creates nothing", async () => {
    const limited = deviceClient(gateway.client.device, { limits: tenantLimits({ gateway: { messages: "1:1" } }) });
    await connect({ device: "Device A" }, limited);
    await connect({ device: "Device B" }, limited);
    expect(limited.mqtt.log).toEqual(["ok", "rate-limited"]);
    expect(world.stored.has("Device B")).toBe(false);
    expect([...limited.client.breached]).toEqual(["Device B"]);
  });
});

describe("disconnect", () => {
  test("ends the route of a connected device", async () => {
    await connect({ device: "Device A" });
    await disconnect({ device: "Device A" });
    expect(world.stored.get("Device A")?.route).toBeNull();
    expect(world.log).toContain("disconnected Device A");
    expect(gateway.mqtt.log).toEqual(["ok", "ok"]);
  });

  test("of an unknown device is acknowledged and creates nothing", async () => {
    await disconnect({ device: "nobody" });
    expect(gateway.mqtt.log).toEqual(["ok"]);
    expect(world.stored.has("nobody")).toBe(false);
  });

  test("of a device this node has not met ends its route all the same", async () => {
    const device = world.add("Device A", "stored", {
      route: { gatewayId: gateway.client.device.id, connectedAt: NOW },
    });
    await disconnect({ device: "Device A" });
    expect(device.route).toBeNull();
  });

  test("of another gateway's device is acknowledged and cuts nothing", async () => {
    await connect({ device: "Device A" });
    const other = deviceClient(knownDevice("Other", { isGateway: true }));
    await disconnect({ device: "Device A" }, other);
    expect(other.mqtt.log).toEqual(["ok"]);
    expect(world.stored.get("Device A")?.route?.gatewayId).toBe(gateway.client.device.id);
    expect(world.log).not.toContain("disconnected Device A");
  });

  test.each(["", "{}", '{"device":5}', '"Device A"'])("%j is invalid", async (payload) => {
    await disconnect(payload);
    expect(gateway.mqtt.log).toEqual(["invalid"]);
  });
});
