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
import { JsonText } from "../../core/values.ts";
import { GatewayAttributes } from "./attributes.ts";

let world: World;
let gateway: TestClient;
let api: GatewayAttributes;

beforeEach(() => {
  world = new World();
  gateway = deviceClient(knownDevice("Gateway", { isGateway: true }));
  api = new GatewayAttributes(world.gatewayDeps, { stringLengthMax: 0 });
});

async function receive(payload: unknown, from = gateway): Promise<void> {
  await handle(messageOf(from.client, from.mqtt, payload), (message) => api.receive(message));
}

describe("attributes of several devices", () => {
  test("are stored as client-side attributes with the time of receipt, in one call", async () => {
    world.add("Device A");
    world.add("Device B");
    await receive({ "Device A": { fw: "1.0", battery: 87, cfg: { a: [1, 2] } }, "Device B": { battery: 92 } });
    expect(world.clientAttributes("Device A")).toEqual({ fw: "1.0", battery: 87, cfg: new JsonText('{"a":[1,2]}') });
    expect(world.clientAttributes("Device B")).toEqual({ battery: 92 });
    expect(world.attributes.every(({ scope, lastUpdateTs }) => scope === "CLIENT_SCOPE" && lastUpdateTs === NOW)).toBe(
      true,
    );
    expect(world.log).toEqual(["saveFromDevice"]);
    expect(gateway.mqtt.log).toEqual(["ok"]);
  });

  test("create all unknown devices in one call, without a route", async () => {
    await receive({ "Device A": { a: 1 }, "Device B": { b: 2 } });
    expect(world.log).toEqual(["findOrCreateAll Device A,Device B", "saveFromDevice"]);
    expect(world.stored.get("Device A")?.route).toBeNull();
    expect(world.clientAttributes("Device B")).toEqual({ b: 2 });
  });

  test("keep their types", async () => {
    await receive(
      '{"Device A":{"serial":"007","big":9007199254740993,"on":true,"huge":123456789012345678901,"__proto__":1}}',
    );
    expect(Object.entries(world.clientAttributes("Device A"))).toEqual([
      ["serial", "007"],
      ["big", 9_007_199_254_740_993n],
      ["on", true],
      ["huge", "123456789012345678901"],
      ["__proto__", 1],
    ]);
  });

  test("count as activity of the gateway and of each device", async () => {
    const device = world.add("Device A");
    await receive({ "Device A": { a: 1 }, "Device B": { a: 1 } });
    expect([
      gateway.client.device.lastActivityAt,
      device.lastActivityAt,
      world.stored.get("Device B")?.lastActivityAt,
    ]).toEqual([NOW, NOW, NOW]);
  });

  test("an entry of a device named __proto__ is an ordinary one", async () => {
    await receive('{"__proto__":{"a":1},"constructor":{"b":2}}');
    expect(world.clientAttributes("__proto__")).toEqual({ a: 1 });
    expect(world.clientAttributes("constructor")).toEqual({ b: 2 });
  });
});

describe("a message with a bad entry", () => {
  test("lists refused entries in the order of the payload, whatever refused them", async () => {
    world.add("Known");
    world.maxDevices = 1;
    await receive('{"New":{"a":1},"Known":5,"10":{"a":1},"2":7}');
    expect(gateway.mqtt.refused).toEqual([
      ["New", "limit-exceeded"],
      ["Known", "invalid"],
      ["10", "limit-exceeded"],
      ["2", "invalid"],
    ]);
  });
});

describe("a message that is wrong as a whole", () => {
  test.each(["", "{", "[]", "5", '"x"', "null", "{}", '{"A":{a:1}}', "\ufeff{}"])("%j is invalid", async (payload) => {
    await receive(payload);
    expect(gateway.mqtt.refused).toEqual([[undefined, "invalid"]]);
  });

  test("says how it is written right", async () => {
    await receive("{temperature:25}");
    expect(gateway.mqtt.refusals[0]?.entries[0].error.message).toContain('{"temperature": 25');
  });

  test("a store that cannot create devices refuses all of it", async () => {
    world.failure = new DomainError("unavailable", "no store");
    await receive({ "Device A": { a: 1 } });
    expect(gateway.mqtt.log).toEqual(["unavailable"]);
  });
});

describe("rate limits", () => {
  test("are charged per device entry, and an entry beyond them is dropped without creating its device", async () => {
    const limited = deviceClient(knownDevice("Gateway", { isGateway: true }), {
      limits: tenantLimits({ gateway: { telemetryMessages: "1:1" } }),
    });
    await receive({ "Device A": { a: 1 }, "Device B": { a: 1 } }, limited);
    expect(limited.mqtt.refused).toEqual([["Device B", "rate-limited"]]);
    expect([...world.stored.keys()]).toEqual(["Device A"]);
  });

  test("charge a gateway that names itself for its own messages", async () => {
    const device = world.add("Gateway", "cached", { isGateway: true });
    const limited = deviceClient(device, { limits: tenantLimits({ gatewayDevice: { telemetryDataPoints: "1:1" } }) });
    await receive({ Gateway: { a: 1, b: 2 }, "Device A": { a: 1, b: 2 } }, limited);
    expect(limited.mqtt.refused).toEqual([["Gateway", "rate-limited"]]);
  });
});
