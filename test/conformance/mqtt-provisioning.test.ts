// MQTT contract, section 6.6, row by row: what a session opened as `provision` may do, and what it is given.
import { expect, test } from "vitest";
import { byVersion, pubackCode, TELEMETRY, useTestPlatform, VERSIONS, type Protocol } from "../support/conformance.ts";
import { freshCertificateBody } from "../support/certificates.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { member, text } from "../support/rest-client.ts";

const platform = useTestPlatform();

const REQUEST = "/provision/request";
const RESPONSE = "/provision/response";
const KEYS = { provisionDeviceSecret: "secret" };

test.each(VERSIONS)("MQTT §6.6 topics (%s): any other publish ends the session", async (_version, protocol) => {
  for (const topic of [TELEMETRY, "v1/devices/me/telemetry", "provision/request", RESPONSE])
    for (const qos of [0, 1] as const) {
      const client = await platform().connect("provision", protocol);
      client.startPublish(topic, { a: 1 }, { qos, packetId: 7 });
      await client.closed();
      expect([
        topic,
        qos,
        client.received.slice(1).map((packet) => [packet.cmd, member(packet, "reasonCode")]),
      ]).toEqual([
        topic,
        qos,
        byVersion(protocol, [], [...(qos === 1 ? [["puback", 0x90]] : []), ["disconnect", 0x90]]),
      ]);
    }
});

test("MQTT §6.6 topics: the session subscribes to its answer and to nothing else", async () => {
  const client = await platform().connect("provision", 5);
  const { granted } = await client.subscribe([RESPONSE, "v1/devices/me/attributes", "#", "provision/response"]);
  expect(granted).toEqual([1, 0x8f, 0x8f, 0x8f]);
});

test("MQTT §6.6: the client id `provision` opens such a session too, whatever the user name", async () => {
  const client = await platform().connect("somebody", 5, { connect: { clientId: "provision" } });
  expect(client.connackCode).toBe(0);
  expect(pubackCode(await client.publish(REQUEST, { provisionDeviceKey: "k", provisionDeviceSecret: "s" }))).toBe(0);
});

test.each(VERSIONS)(
  "MQTT §6.6 success (%s): PUBACK, then the credentials, and the session ends 60 s later",
  async (_version, protocol) => {
    const { tenant } = platform();
    const { key } = await tenant.createProvisioningProfile();
    const client = await provisioning(protocol);
    const deviceName = tenant.uniqueName("Device");
    const token = tenant.uniqueName("token");
    client.startPublish(
      REQUEST,
      { ...KEYS, provisionDeviceKey: key, deviceName, gateway: true, credentialsType: "ACCESS_TOKEN", token },
      { packetId: 9 },
    );
    expect(await client.nextJson(RESPONSE)).toEqual({
      status: "SUCCESS",
      credentialsType: "ACCESS_TOKEN",
      credentialsValue: token,
    });
    expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack", "suback", "puback", "publish"]);
    const provisioned = await platform().connect(token, protocol);
    expect(pubackCode(await provisioned.publish(TELEMETRY, { [tenant.uniqueName("Device")]: [] }))).toBe(0);
    platform().clock.advance(59_000);
    await client.ping();
    platform().clock.advance(1_000);
    await client.closed();
  },
);

test("MQTT §6.6 request: the name, the gateway flag, the kind and the token may be left out", async () => {
  const { tenant } = platform();
  const { key, name } = await tenant.createProvisioningProfile();
  const answer = await ask(await provisioning(), { ...KEYS, provisionDeviceKey: key });
  expect(answer).toMatchObject({ status: "SUCCESS", credentialsType: "ACCESS_TOKEN" });
  const token = text(answer, "credentialsValue");
  expect(token).toMatch(/^[A-Za-z0-9]{20}$/);
  const devices = member(await tenant.rest.get(`/api/tenant/devices?pageSize=1&page=0&type=${name}`), "data");
  const [device] = devices as unknown[];
  expect(text(device, "name")).toMatch(/^[A-Za-z0-9]{20}$/);
  expect(member(device, "additionalInfo", "gateway")).not.toBe(true);
  const client = await platform().connect(token, 5);
  expect(pubackCode(await client.publish(TELEMETRY, { x: [] }))).toBe(0x87);
});

test("MQTT §6.6 MQTT_BASIC: the value is an object with clientId, userName and password, and they work", async () => {
  const { tenant } = platform();
  const { key } = await tenant.createProvisioningProfile();
  const clientId = tenant.uniqueName("client");
  const answer = await ask(await provisioning(), {
    ...KEYS,
    provisionDeviceKey: key,
    credentialsType: "MQTT_BASIC",
    clientId,
    username: "u",
    password: "p",
  });
  expect(answer).toEqual({
    status: "SUCCESS",
    credentialsType: "MQTT_BASIC",
    credentialsValue: { clientId, userName: "u", password: "p" },
  });
  const connect = (password: string): Promise<RawMqttClient> =>
    platform().connect("u", 5, { connect: { clientId, password: Buffer.from(password) } });
  expect((await connect("p")).connackCode).toBe(0);
  expect((await connect("q")).connackCode).toBe(0x86);
});

test("MQTT §6.6 X509_CERTIFICATE: the hash is the certificate", async () => {
  const { tenant } = platform();
  const { key } = await tenant.createProvisioningProfile();
  const hash = freshCertificateBody();
  const deviceName = tenant.uniqueName("Device");
  const request = { ...KEYS, provisionDeviceKey: key, deviceName, credentialsType: "X509_CERTIFICATE" };
  const answer = await ask(await provisioning(), { ...request, hash });
  expect(answer).toMatchObject({ status: "SUCCESS", credentialsType: "X509_CERTIFICATE" });
  const { id } = await tenant.existing(deviceName);
  expect(await tenant.rest.get(`/api/device/${id}/credentials`)).toMatchObject({ credentialsType: "X509_CERTIFICATE" });
  const other = { ...request, deviceName: tenant.uniqueName("Device"), hash: "nocertificate" };
  expect(await ask(await provisioning(), other)).toMatchObject({ status: "FAILURE" });
  const { status } = await tenant.rest.request("GET", `/api/tenant/devices?deviceName=${other.deviceName}`);
  expect(status).toBe(404);
});

test("MQTT §6.6 failure: NOT_FOUND for an unknown key or a wrong secret, FAILURE for a name that is taken", async () => {
  const { tenant } = platform();
  const { key } = await tenant.createProvisioningProfile();
  const client = await provisioning();
  const deviceName = tenant.uniqueName("Device");
  const request = { ...KEYS, provisionDeviceKey: key, deviceName };
  expect(await ask(client, { ...request, provisionDeviceKey: "none" })).toEqual({
    status: "NOT_FOUND",
    errorMsg: expect.any(String) as unknown,
  });
  expect(await ask(client, { ...request, provisionDeviceSecret: "none" })).toMatchObject({ status: "NOT_FOUND" });
  expect(await tenant.device(deviceName)).toBeUndefined();
  expect(await ask(client, request)).toMatchObject({ status: "SUCCESS" });
  expect(await ask(client, request)).toEqual({ status: "FAILURE", errorMsg: expect.any(String) as unknown });
});

test("MQTT §6.6 failure: FAILURE for what has been provisioned already", async () => {
  const { tenant } = platform();
  const { key, name } = await tenant.createProvisioningProfile("CHECK_PRE_PROVISIONED_DEVICES");
  const device = await tenant.createDevice({ type: name });
  const client = await provisioning();
  const request = { ...KEYS, provisionDeviceKey: key, deviceName: device.name };
  expect(await ask(client, request)).toMatchObject({ status: "SUCCESS", credentialsValue: device.token });
  expect(await ask(client, request)).toMatchObject({ status: "FAILURE" });
});

test("MQTT §6.6 failure: FAILURE where the device cannot be created", async () => {
  const tenant = await platform().createTenant({ maxDevices: 1 });
  const { key } = await tenant.createProvisioningProfile();
  await tenant.createDevice();
  const client = await provisioning();
  expect(await ask(client, { ...KEYS, provisionDeviceKey: key })).toMatchObject({ status: "FAILURE" });
});

test.each(VERSIONS)(
  "MQTT §6.6 (%s): without key or secret, or no object, the request is invalid",
  async (_version, protocol) => {
    const client = await provisioning(protocol);
    for (const payload of [
      "",
      "[]",
      "x",
      "{}",
      '{"provisionDeviceKey":"k"}',
      '{"provisionDeviceSecret":"s"}',
      '{"provisionDeviceKey":5,"provisionDeviceSecret":"s"}',
    ])
      expect([payload, pubackCode(await client.publish(REQUEST, payload))]).toEqual([
        payload,
        byVersion(protocol, 0x00, 0x99),
      ]);
    expect(await client.unreadAfterPing("publish")).toEqual([]);
  },
);

async function provisioning(protocol: Protocol = 5): Promise<RawMqttClient> {
  const client = await platform().connect("provision", protocol);
  await client.subscribe(RESPONSE);
  return client;
}

async function ask(client: RawMqttClient, request: object): Promise<unknown> {
  expect(pubackCode(await client.publish(REQUEST, request))).toBe(0);
  return await client.nextJson(RESPONSE);
}
