// MQTT contract 6.1 with decision 0110: devices whose profile has topics of its own.
import { expect, test } from "vitest";
import { byVersion, pubackCode, useTestPlatform, VERSIONS, type Protocol } from "../support/conformance.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { text } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

const OWN = {
  deviceTelemetryTopic: "plant/+/values",
  deviceAttributesTopic: "plant/state/#",
  deviceAttributesSubscribeTopic: "plant/settings",
};

const UNKNOWN_TOPIC = 0x90;

interface Connected {
  readonly device: TestDevice;
  readonly client: RawMqttClient;
}

function profileOf(transportConfiguration: object, name = platform().tenant.uniqueName("profile")): object {
  return {
    name,
    type: "DEFAULT",
    transportType: "MQTT",
    profileData: { transportConfiguration: { type: "MQTT", ...transportConfiguration } },
  };
}

const save = (body: object) => platform().tenant.rest.request("POST", "/api/deviceProfile", body);

async function profile(transportConfiguration: object): Promise<object> {
  const { status, body } = await save(profileOf(transportConfiguration));
  expect(status).toBe(200);
  return body as object;
}

async function connected(protocol: Protocol, type: string): Promise<Connected> {
  const device = await platform().tenant.createDevice({ type });
  return { device, client: await platform().connect(device.token, protocol) };
}

async function ownDevice(protocol: Protocol, transportConfiguration: object): Promise<Connected> {
  return await connected(protocol, text(await profile(transportConfiguration), "name"));
}

test.each(VERSIONS)(
  "MQTT §6.1 (%s) a profile's own topics take telemetry and attributes, and those of the platform still do",
  async (_version, protocol) => {
    const { tenant } = platform();
    const { client, device } = await ownDevice(protocol, OWN);
    const publish = async (topic: string, payload: unknown): Promise<number> =>
      pubackCode(await client.publish(topic, payload));
    expect(await publish("plant/3/values", { a: 1 })).toBe(0);
    expect(await publish("plant/4/values", [{ ts: 1_000, values: { b: 2 } }])).toBe(0);
    expect(await publish("plant/state", { c: 3 })).toBe(0);
    expect(await publish("plant/state/of/pump", { d: 4 })).toBe(0);
    // Attributes come first where both filters match.
    expect(await publish("plant/state/values", { e: 5 })).toBe(0);
    expect(await publish("v1/devices/me/telemetry", { f: 6 })).toBe(0);
    expect(await publish("v2/a", { g: 7 })).toBe(0);
    expect(await tenant.latestValues(device.id)).toEqual({ a: 1, b: 2, f: 6 });
    expect(await tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({ c: 3, d: 4, e: 5, g: 7 });
    for (const topic of ["plant/3", "plant/3/4/values", "plant", "Plant/state", "plant/stateful", "$plant/3/values"])
      expect([topic, await publish(topic, { lost: 1 })]).toEqual([topic, byVersion(protocol, 0, UNKNOWN_TOPIC)]);
    expect(await tenant.latestValues(device.id)).not.toHaveProperty("lost");
  },
);

test.each(VERSIONS)(
  "MQTT §6.1 (%s) a bad payload on an own topic is refused as on the platform's",
  async (_version, protocol) => {
    const { client, device } = await ownDevice(protocol, OWN);
    for (const topic of ["plant/3/values", "plant/state"])
      for (const payload of ["5", "{", '"x"', '{"":1}'])
        expect([topic, payload, pubackCode(await client.publish(topic, payload))]).toEqual([
          topic,
          payload,
          byVersion(protocol, 0, 0x99),
        ]);
    expect(await platform().tenant.latestValues(device.id)).toEqual({});
  },
);

test.each(VERSIONS)(
  "MQTT §6.1 (%s) shared updates arrive on the profile's own topic, on the one subscribed last",
  async (_version, protocol) => {
    const { tenant } = platform();
    const { client, device } = await ownDevice(protocol, OWN);
    const refused = byVersion(protocol, 0x80, 0x8f);
    const { granted } = await client.subscribe([
      "plant/settings",
      "plant/settings/a",
      "plant/#",
      "$share/g/plant/settings",
    ]);
    expect(granted).toEqual([1, refused, refused, byVersion(protocol, 0x80, 0x9e)]);
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    expect(await client.nextJson("plant/settings")).toEqual({ target: 1 });
    await tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["target"]);
    expect(await client.nextJson("plant/settings")).toEqual({ deleted: ["target"] });
    await client.subscribe("v1/devices/me/attributes", 0);
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 2 });
    expect(await client.next("publish")).toMatchObject({ topic: "v1/devices/me/attributes", qos: 0 });
    await client.unsubscribe("v1/devices/me/attributes");
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 3 });
    expect(await client.next("publish")).toMatchObject({ topic: "plant/settings", qos: 1 });
    await client.unsubscribe("plant/settings");
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 4 });
    expect(await client.unreadAfterPing("publish")).toEqual([]);
  },
);

test("MQTT §6.1: a pattern names no topic: its updates arrive on the platform's, those of a topic that matches on that one", async () => {
  const { tenant } = platform();
  const { client, device } = await ownDevice(5, { deviceAttributesSubscribeTopic: "plant/+/settings" });
  expect((await client.subscribe("plant/+/settings")).granted).toEqual([1]);
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await client.nextJson("v1/devices/me/attributes")).toEqual({ target: 1 });
  expect((await client.subscribe("plant/7/settings")).granted).toEqual([1]);
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 2 });
  expect(await client.nextJson("plant/7/settings")).toEqual({ target: 2 });
});

test.each(VERSIONS)(
  "MQTT §2.1 (%s) the hundred and first filter of a session is refused",
  async (_version, protocol) => {
    const { client } = await ownDevice(protocol, { deviceAttributesSubscribeTopic: "plant/#" });
    const filters = Array.from({ length: 101 }, (_, index) => `plant/${String(index)}`);
    const { granted } = await client.subscribe(filters);
    expect(granted).toEqual([...filters.slice(1).map(() => 1), byVersion(protocol, 0x80, 0x97)]);
    expect((await client.subscribe("plant/0")).granted).toEqual([1]);
  },
);

test("MQTT §6.1: a session keeps the topics that its profile had at CONNECT, the next one has the new ones", async () => {
  const { tenant } = platform();
  const saved = await profile(OWN);
  const { client, device } = await connected(5, text(saved, "name"));
  expect(pubackCode(await client.publish("plant/1/values", { a: 1 }))).toBe(0);
  const changed = {
    ...profileOf({ deviceTelemetryTopic: "works/values" }, text(saved, "name")),
    id: (saved as { id: object }).id,
  };
  expect((await save(changed)).status).toBe(200);
  expect(pubackCode(await client.publish("works/values", { b: 2 }))).toBe(UNKNOWN_TOPIC);
  expect(pubackCode(await client.publish("plant/1/values", { c: 3 }))).toBe(0);
  const next = await platform().connect(device.token, 5);
  expect(pubackCode(await next.publish("works/values", { d: 4 }))).toBe(0);
  expect(pubackCode(await next.publish("plant/1/values", { e: 5 }))).toBe(UNKNOWN_TOPIC);
  expect(await tenant.latestValues(device.id)).toEqual({ a: 1, c: 3, d: 4 });
});

test("MQTT §6.1: the topics of a profile are those of its tenant's devices alone, and a gateway may have them too", async () => {
  const name = platform().tenant.uniqueName("profile");
  expect((await save(profileOf(OWN, name))).status).toBe(200);
  const other = await platform().createTenant();
  const foreign = await other.createDevice({ type: name });
  const stranger = await platform().connect(foreign.token, 5);
  expect(pubackCode(await stranger.publish("plant/1/values", { a: 1 }))).toBe(UNKNOWN_TOPIC);
  const gateway = await platform().tenant.createGateway({ type: name });
  const client = await platform().connect(gateway.token, 5);
  expect(pubackCode(await client.publish("plant/1/values", { a: 1 }))).toBe(0);
  expect(pubackCode(await client.publish("v1/gateway/telemetry", { [`${gateway.name} 1`]: [{ b: 2 }] }))).toBe(0);
  expect(await platform().tenant.latestValues(gateway.id)).toEqual({ a: 1 });
});

test.each([
  ["deviceTelemetryTopic", "plant/v+"],
  ["deviceTelemetryTopic", "plant/#/values"],
  ["deviceTelemetryTopic", "plant#"],
  ["deviceTelemetryTopic", "v1/devices/me/attributes"],
  ["deviceTelemetryTopic", "v2/t"],
  ["deviceTelemetryTopic", "v1/gateway/telemetry"],
  ["deviceTelemetryTopic", 5],
  ["deviceTelemetryTopic", "a\u0000b"],
  ["deviceTelemetryTopic", "\ud800"],
  ["deviceTelemetryTopic", "x".repeat(1025)],
  ["deviceAttributesTopic", "plant/values"],
  ["deviceAttributesTopic", "/provision/request"],
  ["deviceAttributesSubscribeTopic", "+plant"],
  ["deviceAttributesSubscribeTopic", "v1/devices/me/rpc/request/+"],
])("REST §8: an MQTT profile whose %s is %j answers 400 with the field", async (field, topic) => {
  const answer = await save(profileOf({ deviceTelemetryTopic: "plant/values", [field]: topic }));
  expectError(answer, 400, 31);
  expect(text(answer.body, "message")).toContain(`profileData.transportConfiguration.${field}`);
});

test.each(["#", "+", "+/values", "plant/#", "/plant//values/", "Werk/größe", " ", "", null])(
  "REST §8: an MQTT profile may have the telemetry topic %j, and shows it as it was sent",
  async (deviceTelemetryTopic) => {
    expect(await profile({ deviceTelemetryTopic })).toMatchObject({
      profileData: { transportConfiguration: { deviceTelemetryTopic } },
    });
  },
);
