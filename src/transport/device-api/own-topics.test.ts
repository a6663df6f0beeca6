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
import { DEFERRED } from "../../core/acknowledgement.ts";
import { DomainError } from "../../core/errors.ts";
import type { TenantLimits } from "../../core/tenants/tenant-limits.ts";
import { TopicRouter } from "../mqtt/topic-router.ts";
import { DeviceAttributes } from "./attributes.ts";
import { DeviceClaims } from "./claims.ts";
import type { Client } from "./client.ts";
import { deviceRoutes } from "./routes.ts";
import { DeviceRpc } from "./rpc.ts";

let world: World;
let device: TestClient;
let router: TopicRouter<Client>;
const telemetry: string[] = [];

beforeEach(() => {
  world = new World();
  telemetry.length = 0;
  connect();
  router = new TopicRouter(
    deviceRoutes({
      telemetry: {
        receive: (message) => {
          telemetry.push(message.topic);
          message.session.settle(message.slot, undefined);
          return DEFERRED;
        },
      },
      attributes: new DeviceAttributes(world.attributeService, world.activity, { stringLengthMax: 3 }),
      rpc: new DeviceRpc(world.rpcService, world.activity, { maxPayloadSize: 65_536, maxInflightMessages: 100 }),
      claims: new DeviceClaims(world.claimService, world.activity),
    }),
  );
});

function connect(limits?: TenantLimits, isGateway = false): void {
  device = deviceClient(world.add("Device", "cached", { isGateway }), limits === undefined ? {} : { limits });
}

async function publish(topic: string, payload: unknown): Promise<void> {
  const match = router.find(topic);
  if (match === undefined) throw new Error(`no route for ${topic}`);
  const message = messageOf<Client>(device.client, device.mqtt, payload, { topic, id: match.id });
  await handle(message, (each) => match.route.handle(each));
}

describe("attributes of the device itself", () => {
  test.each(["v1/devices/me/attributes", "v2/a", "v2/a/j"])("on %s are stored as client-side ones", async (topic) => {
    await publish(topic, { fw: "1.0", n: null });
    expect(world.clientAttributes("Device")).toEqual({ fw: "1.0" });
    expect(device.mqtt.log).toEqual(["ok"]);
    expect(device.client.device.lastActivityAt).toBe(NOW);
  });

  test("none at all is accepted", async () => {
    await publish("v2/a", {});
    expect(device.mqtt.log).toEqual(["ok"]);
  });

  test.each(["[]", "[{}]", "", "5", '{"":1}', '{"a":1e400}', '{"a":"long"}'])(
    "%s is invalid and stores nothing",
    async (payload) => {
      await publish("v2/a", payload);
      expect(device.mqtt.log).toEqual(["invalid"]);
      expect(world.attributes).toEqual([]);
    },
  );

  test("beyond a rate limit are refused", async () => {
    connect(tenantLimits({ device: { telemetryDataPoints: "2:1" } }));
    await publish("v2/a", { a: 1, b: 2, c: 3 });
    await publish("v2/a", { a: 1, b: 2 });
    expect(device.mqtt.log).toEqual(["rate-limited", "ok"]);
  });
});

describe("an attribute request of the device itself", () => {
  beforeEach(() => {
    const self = device.client.device;
    world.set(self, "CLIENT_SCOPE", "a", 1);
    world.set(self, "CLIENT_SCOPE", "b", 2);
    world.set(self, "SHARED_SCOPE", "c", 3);
    world.set(self, "SERVER_SCOPE", "d", 4);
  });

  test.each([
    [
      { clientKeys: "a,b", sharedKeys: "c" },
      { client: { a: 1, b: 2 }, shared: { c: 3 } },
    ],
    [{ clientKeys: "a" }, { client: { a: 1 } }],
    [{}, { client: { a: 1, b: 2 }, shared: { c: 3 } }],
    [{ clientKeys: "x", sharedKeys: "c" }, { shared: { c: 3 } }],
    [{ clientKeys: "x" }, {}],
    [
      { clientKeys: ["a"], sharedKeys: [] },
      { client: { a: 1 }, shared: { c: 3 } },
    ],
    [{ clientKeys: "" }, { client: { a: 1, b: 2 } }],
    [{ clientKeys: "d", sharedKeys: "d" }, {}],
  ])("%j is answered with %j", async (request, expected) => {
    await publish("v1/devices/me/attributes/request/5", request);
    expect(device.mqtt.published).toEqual([
      { topic: "v1/devices/me/attributes/response/5", payload: expected, qos: 1 },
    ]);
    expect(device.mqtt.log[0]).toBe("ok");
  });

  test.each([
    ["v1/devices/me/attributes/request/7", "v1/devices/me/attributes/response/7"],
    ["v2/a/req/7", "v2/a/res/7"],
    ["v2/a/req/j/7", "v2/a/res/j/7"],
  ])("on %s is answered on %s", async (topic, answer) => {
    await publish(topic, {});
    expect(device.mqtt.published[0]?.topic).toBe(answer);
  });

  test("is answered at the QoS of the subscription where there is one", async () => {
    device.mqtt.subscriptions.set("v2/a/res/+", 0);
    await publish("v2/a/req/7", {});
    expect(device.mqtt.published[0]?.qos).toBe(0);
  });

  test.each(["", "[]", "5", '{"clientKeys":5}'])("%s is invalid and not answered", async (payload) => {
    await publish("v2/a/req/7", payload);
    expect(device.mqtt.log).toEqual(["invalid"]);
  });

  test("that cannot be read is refused", async () => {
    world.failure = new DomainError("unavailable", "no store");
    await publish("v2/a/req/7", {});
    expect(device.mqtt.log).toEqual(["unavailable"]);
  });

  test.each(["x", "-1", "1.5", "2147483648", ""])("with the id %j has no topic", (id) => {
    expect(router.find(`v2/a/req/${id}`)).toBeUndefined();
  });
});

describe("a reply to a call", () => {
  test.each(["v1/devices/me/rpc/response/9", "v2/r/res/9", "v2/r/res/j/9"])("on %s reaches it", async (topic) => {
    await publish(topic, { done: true });
    const { id } = device.client.device;
    expect(world.replies).toEqual([[id, id, 9, { kind: "json", json: '{"done":true}' }]]);
    expect(device.mqtt.log).toEqual(["ok"]);
  });

  test("that is not JSON reaches it as an error", async () => {
    await publish("v2/r/res/9", "done!");
    expect(world.replies[0]?.[3]).toMatchObject({ kind: "error" });
    expect(device.mqtt.log).toEqual(["ok"]);
  });
});

describe("a call of the device", () => {
  const request = { method: "getSessionLimits", params: {} };

  test.each([
    ["v1/devices/me/rpc/request/1", "v1/devices/me/rpc/response/1"],
    ["v2/r/req/1", "v2/r/res/1"],
    ["v2/r/req/j/1", "v2/r/res/j/1"],
  ])("on %s is answered on %s, after its PUBACK", async (topic, answer) => {
    await publish(topic, request);
    expect(device.mqtt.log).toEqual(["ok", answer]);
  });

  test("getSessionLimits tells a device its own limits", async () => {
    connect(tenantLimits({ device: { messages: "20:1,600:60" }, gateway: { messages: "5:5" } }));
    await publish("v2/r/req/1", request);
    expect(device.mqtt.published[0]?.payload).toEqual({
      maxPayloadSize: 65_536,
      maxInflightMessages: 100,
      rateLimits: { messages: "20:1,600:60", telemetryMessages: null, telemetryDataPoints: null },
    });
  });

  test("getSessionLimits tells a gateway those of the devices behind it too", async () => {
    connect(
      tenantLimits({ gatewayDevice: { telemetryMessages: "1:1" }, gateway: { telemetryDataPoints: "5:5" } }),
      true,
    );
    await publish("v2/r/req/1", request);
    expect(device.mqtt.published[0]?.payload).toMatchObject({
      rateLimits: { messages: null, telemetryMessages: "1:1", telemetryDataPoints: null },
      gatewayRateLimits: { messages: null, telemetryMessages: null, telemetryDataPoints: "5:5" },
    });
  });

  test("of an unknown method is answered with an error", async () => {
    await publish("v2/r/req/1", { method: "fly" });
    expect(device.mqtt.published[0]?.payload).toEqual({ error: "unsupported method" });
  });

  test.each(["", "[]", "{}", '{"method":5}'])("%s is invalid", async (payload) => {
    await publish("v2/r/req/1", payload);
    expect(device.mqtt.log).toEqual(["invalid"]);
  });
});

describe("a claim of the device itself", () => {
  test.each(["v1/devices/me/claim", "v2/c"])("on %s is opened, from an empty payload too", async (topic) => {
    await publish(topic, { secretKey: "s", durationMs: 5 });
    await publish(topic, "");
    expect(world.claims.map(({ request }) => request)).toEqual([
      { secretKey: "s", durationMillis: 5 },
      { secretKey: "", durationMillis: null },
    ]);
    expect(device.mqtt.log).toEqual(["ok", "ok"]);
  });

  test.each(["[]", "x", '{"secretKey":5}', '{"durationMs":{}}'])("%s is invalid", async (payload) => {
    await publish("v2/c", payload);
    expect(device.mqtt.log).toEqual(["invalid"]);
  });
});

test.each(["v1/devices/me/telemetry", "v2/t", "v2/t/j"])("telemetry comes on %s", async (topic) => {
  await publish(topic, { t: 1 });
  expect(telemetry).toEqual([topic]);
});

test("a gateway that speaks for all behind it keeps them active", async () => {
  connect(undefined, true);
  const gateway = device.client.device;
  const behind = world.add("Behind", "cached", { route: { gatewayId: gateway.id, connectedAt: NOW } });
  await publish("v2/a", {});
  expect(behind.lastActivityAt).toBe(0);
  gateway.overwriteActivityTime = true;
  await publish("v2/a", {});
  expect(behind.lastActivityAt).toBe(NOW);
});

test("a message of a device that a provisioning session were given is a fault, not a crash of types", () => {
  const route = router.find("v2/c")?.route;
  const { mqtt } = deviceClient(knownDevice("D"));
  expect(() =>
    route?.handle(messageOf<Client>({ kind: "provisioning", session: null, closing: null }, mqtt, "")),
  ).toThrow(/provisioning session/);
});
