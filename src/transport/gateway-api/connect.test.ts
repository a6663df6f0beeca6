import { beforeEach, describe, expect, test } from "vitest";
import {
  deviceClient,
  handle,
  messageOf,
  NOW,
  tenantLimits,
  type TestClient,
} from "../../../test/support/recording-session.ts";
import { World } from "../../../test/support/topic-api-world.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import type { MessageBus, SharedFacts } from "../../core/bus/message-bus.ts";
import { DomainError } from "../../core/errors.ts";
import { silentLogger } from "../../lib/logger.ts";
import { GatewayConnect } from "./connect.ts";

let world: World;
let gateway: TestClient;
let api: GatewayConnect;

beforeEach(() => {
  world = new World();
  gateway = deviceClient(world.add("Gateway", "cached", { isGateway: true }));
  api = new GatewayConnect({ ...world.gatewayDeps, bus: new InProcessBus(silentLogger) });
});

const connect = (payload: unknown, from = gateway) =>
  handle(messageOf(from.client, from.mqtt, payload), (message) => api.connect(message));

describe("connect", () => {
  test("creates an unknown device with its profile and routes it", async () => {
    await connect({ device: "Device A", type: "Sensor A" });
    expect(world.log).toEqual(["findOrCreateAll Device A", "connect Device A Sensor A", "connected Device A"]);
    expect(world.stored.get("Device A")?.route).toEqual({ gatewayId: gateway.client.device.id, connectedAt: NOW });
    expect(gateway.mqtt.log).toEqual(["ok"]);
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
  });
});

test("disconnect of a device this node has not met ends its route all the same", async () => {
  const device = world.add("Device A", "stored", { route: { gatewayId: gateway.client.device.id, connectedAt: NOW } });
  await handle(messageOf(gateway.client, gateway.mqtt, { device: "Device A" }), (message) => api.disconnect(message));
  expect(device.route).toBeNull();
});

test("with other nodes, a message is acknowledged when they can read its route, and those behind it are handled meanwhile", async () => {
  const published = Promise.withResolvers<void>();
  const local = new InProcessBus(silentLogger);
  const shared: SharedFacts = {
    publishedCount: 0,
    published: () => published.promise,
    caughtUp: () => Promise.resolve(),
  };
  const bus: MessageBus = {
    publish: (event) => local.publish(event),
    subscribe: (kind, handler) => local.subscribe(kind, handler),
    shared,
  };
  api = new GatewayConnect({ ...world.gatewayDeps, bus });
  await connect({ device: "Device A" });
  await connect({ device: "Device B" });
  expect([...world.stored.keys()]).toEqual(expect.arrayContaining(["Device A", "Device B"]));
  expect(gateway.mqtt.log).toEqual([]);
  published.resolve();
  await expect.poll(() => gateway.mqtt.log).toEqual(["ok", "ok"]);
});
