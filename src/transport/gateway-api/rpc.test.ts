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
import { DomainError } from "../../core/errors.ts";
import { GatewayRpc } from "./rpc.ts";

let world: World;
let gateway: TestClient;
let api: GatewayRpc;

beforeEach(() => {
  world = new World();
  gateway = deviceClient(knownDevice("Gateway", { isGateway: true }));
  api = new GatewayRpc(world.gatewayDeps);
});

const reply = (payload: unknown, from = gateway) =>
  handle(messageOf(from.client, from.mqtt, payload), (message) => api.receiveReply(message));

describe("a reply", () => {
  test.each([
    ['{"success":true}', '{"success":true}'],
    ['"{\\"a\\":1}"', '"{\\"a\\":1}"'],
    ["null", "null"],
    ["12345678901234567890", "12345678901234567890"],
    ['[1,"x"]', '[1,"x"]'],
  ])("with the data %s reaches the call unchanged", async (data, expected) => {
    const device = world.add("Device A");
    await reply(`{"device":"Device A","id":7,"data":${data}}`);
    expect(world.replies).toEqual([[gateway.client.device.id, device.id, 7, { kind: "json", json: expected }]]);
    expect(gateway.mqtt.log).toEqual(["ok"]);
    expect(device.lastActivityAt).toBe(NOW);
  });

  test("of an unknown device is ignored, and creates none", async () => {
    await reply({ device: "nobody", id: 7, data: {} });
    expect(gateway.mqtt.log).toEqual(["ok"]);
    expect(world.replies).toEqual([]);
    expect(world.stored.size).toBe(0);
  });

  test("of a device this node has not met is taken", async () => {
    const device = world.add("Device A", "stored");
    await reply({ device: "Device A", id: 7, data: {} });
    expect(world.replies[0]?.[1]).toBe(device.id);
    expect(device.route).toBeNull();
  });

  test.each([
    "[]",
    "{}",
    '{"device":"Device A","id":7}',
    '{"device":"Device A","data":{}}',
    '{"id":7,"data":{}}',
    '{"device":5,"id":7,"data":{}}',
    '{"device":"Device A","id":"7","data":{}}',
    '{"device":"Device A","id":1.5,"data":{}}',
  ])("%s is invalid", async (payload) => {
    world.add("Device A");
    await reply(payload);
    expect(gateway.mqtt.log).toEqual(["invalid"]);
    expect(world.replies).toEqual([]);
  });

  test("that cannot be stored is refused by name", async () => {
    world.add("Device A");
    world.failure = new DomainError("unavailable", "no store");
    await reply({ device: "Device A", id: 7, data: {} });
    expect(gateway.mqtt.refused).toEqual([["Device A", "unavailable"]]);
  });

  test("beyond a rate limit is refused", async () => {
    world.add("Device A");
    const limited = deviceClient(knownDevice("Gateway", { isGateway: true }), {
      limits: tenantLimits({ gateway: { messages: "1:1" } }),
    });
    await reply({ device: "Device A", id: 7, data: {} }, limited);
    await reply({ device: "Device A", id: 8, data: {} }, limited);
    expect(limited.mqtt.log).toEqual(["ok", "rate-limited"]);
  });
});
