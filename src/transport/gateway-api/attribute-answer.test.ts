import { beforeEach, describe, expect, test } from "vitest";
import {
  deviceClient,
  handle,
  knownDevice,
  messageOf,
  tenantLimits,
  type TestClient,
} from "../../../test/support/recording-session.ts";
import { World } from "../../../test/support/topic-api-world.ts";
import { DomainError } from "../../core/errors.ts";
import { JsonText } from "../../core/values.ts";
import { ATTRIBUTES_RESPONSE_TOPIC, GatewayAttributeRequests } from "./attribute-answer.ts";

const TOPIC = ATTRIBUTES_RESPONSE_TOPIC;
let world: World;
let gateway: TestClient;
let api: GatewayAttributeRequests;

beforeEach(() => {
  world = new World();
  gateway = deviceClient(knownDevice("Gateway", { isGateway: true }));
  gateway.mqtt.subscriptions.set(TOPIC, 1);
  api = new GatewayAttributeRequests(world.gatewayDeps);
  const device = world.add("Device A");
  world.set(device, "CLIENT_SCOPE", "fw", "1.0");
  world.set(device, "CLIENT_SCOPE", "both", 1);
  world.set(device, "SHARED_SCOPE", "target", 21.5);
  world.set(device, "SHARED_SCOPE", "both", 2);
  world.set(device, "SERVER_SCOPE", "secret", 1);
});

async function request(members: object, from = gateway): Promise<void> {
  const message = messageOf(from.client, from.mqtt, { id: 1, device: "Device A", ...members });
  await handle(message, (each) => api.answer(each));
}

async function answerTo(members: object): Promise<unknown> {
  await request(members);
  return gateway.mqtt.published[0]?.payload;
}

const HEAD = { id: 1, device: "Device A" };

describe("the answer to an older request", () => {
  test.each([
    [
      { client: true, key: "fw" },
      { ...HEAD, value: "1.0" },
    ],
    [
      { client: false, key: "target" },
      { ...HEAD, value: 21.5 },
    ],
    [{ client: true, key: "missing" }, HEAD],
    [{ client: false, key: "fw" }, HEAD],
    [{ client: true, key: "secret" }, HEAD],
    [
      { client: true, keys: ["fw"] },
      { ...HEAD, value: "1.0" },
    ],
    [
      { client: true, keys: ["fw", "missing"] },
      { ...HEAD, values: { fw: "1.0" } },
    ],
    [{ client: true, keys: ["x", "missing"] }, HEAD],
    [
      { client: false, keys: [] },
      { ...HEAD, values: { target: 21.5, both: 2 } },
    ],
    [
      { client: true, keys: [], device: "Device B" },
      { id: 1, device: "Device B", values: {} },
    ],
  ])("%j is %j", async (members, expected) => {
    expect(await answerTo(members)).toEqual(expected);
  });
});

describe("the answer to a request by scope", () => {
  test.each([
    [
      { client: ["fw"], shared: ["target"] },
      { ...HEAD, client: { fw: "1.0" }, shared: { target: 21.5 }, values: { fw: "1.0", target: 21.5 } },
    ],
    [{ client: ["fw"] }, { ...HEAD, client: { fw: "1.0" }, values: { fw: "1.0" } }],
    [{ shared: ["missing"] }, { ...HEAD, shared: {}, values: {} }],
    [
      { client: ["both"], shared: ["both"] },
      { ...HEAD, client: { both: 1 }, shared: { both: 2 }, values: { both: 2 } },
    ],
    [{ client: [] }, { ...HEAD, client: { fw: "1.0", both: 1 }, values: { fw: "1.0", both: 1 } }],
    [
      {},
      {
        ...HEAD,
        client: { fw: "1.0", both: 1 },
        shared: { target: 21.5, both: 2 },
        values: { fw: "1.0", both: 2, target: 21.5 },
      },
    ],
    [{ clientKeys: "fw,missing" }, { ...HEAD, client: { fw: "1.0" }, values: { fw: "1.0" } }],
    [
      { id: "12", client: ["x"] },
      { id: 12, device: "Device A", client: {}, values: {} },
    ],
  ])("%j is %j", async (members, expected) => {
    expect(await answerTo(members)).toEqual(expected);
  });

  test("keeps every digit, and the order of what is stored", async () => {
    const device = world.add("Device B");
    world.set(device, "CLIENT_SCOPE", "10", 9_007_199_254_740_993n);
    world.set(device, "CLIENT_SCOPE", "2", new JsonText('{"z":12345678901234567890,"1":2}'));
    world.set(device, "CLIENT_SCOPE", "__proto__", "x");
    await request({ device: "Device B", client: [] });
    const values = '{"10":9007199254740993,"2":{"z":12345678901234567890,"1":2},"__proto__":"x"}';
    expect(gateway.mqtt.texts).toEqual([`{"id":1,"device":"Device B","client":${values},"values":${values}}`]);
  });
});

describe("a request", () => {
  test("is acknowledged before it is answered, at the QoS of the subscription", async () => {
    gateway.mqtt.subscriptions.set(TOPIC, 0);
    await request({});
    expect(gateway.mqtt.log).toEqual(["ok", TOPIC]);
    expect(gateway.mqtt.published[0]?.qos).toBe(0);
  });

  test("without a subscription is acknowledged and not answered", async () => {
    gateway.mqtt.subscriptions.clear();
    await request({});
    expect(gateway.mqtt.log).toEqual(["ok"]);
  });

  test("creates an unknown device and finds nothing", async () => {
    expect(await answerTo({ device: "Device B" })).toEqual({
      id: 1,
      device: "Device B",
      client: {},
      shared: {},
      values: {},
    });
    expect(world.stored.get("Device B")?.route).toBeNull();
  });

  test("at the device limit is refused by name", async () => {
    world.maxDevices = 1;
    await request({ device: "Device B" });
    expect(gateway.mqtt.refused).toEqual([["Device B", "limit-exceeded"]]);
    expect(gateway.mqtt.published).toEqual([]);
  });

  test("that cannot be read is refused and not answered", async () => {
    world.failure = new DomainError("unavailable", "no store");
    await request({});
    expect(gateway.mqtt.log).toEqual(["unavailable"]);
  });

  test("beyond a rate limit is refused, and the gateway will get a notice", async () => {
    const limited = deviceClient(knownDevice("Gateway", { isGateway: true }), {
      limits: tenantLimits({ gateway: { messages: "1:1" } }),
    });
    await request({}, limited);
    await request({}, limited);
    expect(limited.mqtt.log).toEqual(["ok", "rate-limited"]);
    expect([...limited.client.breached]).toEqual(["Device A"]);
  });

  test("without an id is invalid and not answered", async () => {
    await request({ id: undefined });
    expect(gateway.mqtt.log).toEqual(["invalid"]);
  });
});
