import { beforeEach, describe, expect, test } from "vitest";
import {
  deviceClient,
  handle,
  knownDevice,
  messageOf,
  NOW,
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

const reply = (payload: unknown) =>
  handle(messageOf(gateway.client, gateway.mqtt, payload), (message) => api.receiveReply(message));

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

  test("of a device this node has not met is taken", async () => {
    const device = world.add("Device A", "stored");
    await reply({ device: "Device A", id: 7, data: {} });
    expect(world.replies[0]?.[1]).toBe(device.id);
    expect(device.route).toBeNull();
  });

  test("that cannot be stored is refused by name", async () => {
    world.add("Device A");
    world.failure = new DomainError("unavailable", "no store");
    await reply({ device: "Device A", id: 7, data: {} });
    expect(gateway.mqtt.refused).toEqual([["Device A", "unavailable"]]);
  });
});
