// MQTT contract, checklist "Claiming and the rest": claims, the device API, provisioning, activity, rates and refusals.
import { expect, test } from "vitest";
import {
  byVersion,
  CLAIM,
  CONNECT,
  connectGateway,
  DISCONNECT,
  ERRORS,
  pubackCode,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { member, text, type RestAnswer, type RestClient } from "../support/rest-client.ts";

const platform = useTestPlatform();

const MINUTE = 60_000;

test("MQTT-95: a claim by the gateway and then by a user with the right secret gives the device to the customer", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const customer = await gateway.tenant.createCustomer();
  expect(await gateway.publish(CLAIM, { [device.name]: { secretKey: "s", durationMs: MINUTE } })).toBe(0);
  const { status, body } = await claim(customer.rest, device.name, "s");
  expect([status, member(body, "response"), member(body, "device", "customerId", "id")]).toEqual([
    200,
    "SUCCESS",
    customer.id,
  ]);
  expect(await gateway.tenant.device(device.name)).toMatchObject({
    customerId: { entityType: "CUSTOMER", id: customer.id },
  });
});

test("MQTT-96: a wrong secret fails and uses the claim up", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const { rest } = await gateway.tenant.createCustomer();
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } });
  expect(outcome(await claim(rest, device.name, "wrong"))).toEqual([400, "FAILURE"]);
  expect(outcome(await claim(rest, device.name, "s"))).toEqual([400, "FAILURE"]);
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } });
  expect((await claim(rest, device.name, "s")).status).toBe(200);
});

test("MQTT-97: a claim whose time has passed fails", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const { rest } = await gateway.tenant.createCustomer();
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s", durationMs: 1 } });
  platform().clock.advance(1_000);
  expect(outcome(await claim(rest, device.name, "s"))).toEqual([400, "FAILURE"]);
});

test("MQTT-98: an owned device is CLAIMED, and an omitted secret equals the user's empty one", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const first = await gateway.tenant.createCustomer();
  const second = await gateway.tenant.createCustomer();
  await gateway.publish(CLAIM, { [device.name]: {} });
  expect((await claim(first.rest, device.name, "")).status).toBe(200);
  expect(outcome(await claim(second.rest, device.name, ""))).toEqual([400, "CLAIMED"]);
  expect(await gateway.publish(CLAIM, { [device.name]: {} })).toBe(0);
  expect(outcome(await claim(second.rest, device.name, ""))).toEqual([400, "CLAIMED"]);
});

test("MQTT-99: a device that asks with {} gets all client-side and all shared attributes", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const client = await platform().connect(device.token, 5);
  await client.publish("v1/devices/me/attributes", { fw: "1.0", battery: 87 });
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 2 });
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { secret: 3 });
  await client.publish("v1/devices/me/attributes/request/7", {});
  expect(await client.nextJson("v1/devices/me/attributes/response/7")).toEqual({
    client: { fw: "1.0", battery: 87 },
    shared: { target: 2 },
  });
});

test.each(VERSIONS)(
  "MQTT-100 (%s): a provisioning session is given credentials that work for a good key, NOT_FOUND for a wrong one",
  async (_version, protocol) => {
    const { tenant } = platform();
    const key = tenant.uniqueName("key");
    await tenant.rest.post("/api/deviceProfile", {
      name: tenant.uniqueName("profile"),
      type: "DEFAULT",
      transportType: "DEFAULT",
      provisionType: "ALLOW_CREATE_NEW_DEVICES",
      provisionDeviceKey: key,
      profileData: {
        configuration: { type: "DEFAULT" },
        transportConfiguration: { type: "DEFAULT" },
        provisionConfiguration: { type: "ALLOW_CREATE_NEW_DEVICES", provisionDeviceSecret: "secret" },
        alarms: null,
      },
    });
    const client = await platform().connect("provision", protocol);
    await client.subscribe("/provision/response");
    const request = {
      provisionDeviceKey: key,
      provisionDeviceSecret: "secret",
      deviceName: tenant.uniqueName("Device"),
      gateway: true,
    };
    const ask = async (fields: object): Promise<unknown> => {
      expect(pubackCode(await client.publish("/provision/request", { ...request, ...fields }))).toBe(0);
      return await client.nextJson("/provision/response");
    };
    expect(await ask({ provisionDeviceKey: "no such key" })).toMatchObject({ status: "NOT_FOUND" });
    const answer = await ask({});
    expect(answer).toMatchObject({ status: "SUCCESS", credentialsType: "ACCESS_TOKEN" });
    const provisioned = await platform().connect(text(answer, "credentialsValue"), protocol);
    expect(provisioned.connackCode).toBe(0);
    expect(pubackCode(await provisioned.publish(TELEMETRY, { [tenant.uniqueName("Device")]: [] }))).toBe(0);
  },
);

test("MQTT-102: active follows telemetry and its absence; lastDisconnectTime follows the gateway's session", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const state = () => gateway.tenant.attributes(device.id, "SERVER_SCOPE");
  await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
  const sentAt = platform().clock.now();
  const active = await platform().until(state, (attributes) => attributes["active"] === true);
  expect(active).toMatchObject({ lastActivityTime: sentAt, lastConnectTime: sentAt });
  platform().clock.advance(9 * MINUTE);
  expect(await state()).toMatchObject({ active: true });
  const minuteLater = () => {
    platform().clock.advance(MINUTE);
    return state();
  };
  const inactive = await platform().until(minuteLater, (attributes) => attributes["active"] === false);
  expect(inactive["inactivityAlarmTime"]).toSatisfy(
    (time) => Number(time) >= sentAt + 10 * MINUTE && Number(time) <= platform().clock.now(),
  );
  await gateway.client.disconnect();
  const left = await platform().until(
    state,
    (attributes) => "lastDisconnectTime" in attributes && attributes["lastDisconnectTime"] !== 0,
  );
  expect(left["lastDisconnectTime"]).toBe(platform().clock.now());
});

test("MQTT-103 (v5): a device behind a gateway that exceeds a rate gets 0x97 and the gateway a notice with reason 150", async () => {
  const tenant = await platform().createTenant({ transportGatewayTelemetryMsgRateLimit: "2:3600" });
  const gateway = await connectGateway(platform(), { tenant });
  const device = gateway.newName();
  expect(await gateway.publish(TELEMETRY, { [device]: [{ a: 1 }] })).toBe(0);
  expect(await gateway.publish(TELEMETRY, { [device]: [{ a: 2 }] })).toBe(0);
  expect(await gateway.publish(TELEMETRY, { [device]: [{ a: 3 }] })).toBe(0x97);
  expect(await gateway.client.nextJson(DISCONNECT)).toEqual({ device, reason: 150 });
  await gateway.client.ping();
  expect(await tenant.latestValues((await tenant.existing(device)).id)).toEqual({ a: 2 });
});

test.each(VERSIONS)(
  "MQTT-104 (%s): at the device limit the gateway gets one error message naming device, limit and value",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ maxDevices: 1 });
    const gateway = await connectGateway(platform(), { protocol, tenant, subscribe: [ERRORS] });
    const device = gateway.newName();
    const packetId = 777;
    gateway.client.startPublish(CONNECT, { device }, { packetId });
    expect(pubackCode(await gateway.client.next("puback"))).toBe(byVersion(protocol, 0x00, 0x97));
    expect(await gateway.client.nextJson(ERRORS)).toEqual({
      ts: platform().clock.now(),
      topic: CONNECT,
      device,
      packetId,
      code: 151,
      error: "device-limit",
      message: expect.any(String) as unknown,
      limit: { name: "maxDevices", value: 1 },
    });
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  },
);

test.each(VERSIONS)(
  "MQTT-105 (%s): of a valid and an invalid device in one message only the invalid one is reported",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    const [valid, wrong] = [gateway.newName(), gateway.newName()];
    await gateway.publish(TELEMETRY, { [valid]: [{ a: 1 }], [wrong]: [{ "": 1 }] });
    expect(await gateway.client.nextJson(ERRORS)).toMatchObject({
      topic: TELEMETRY,
      device: wrong,
      code: 153,
      error: "invalid-payload",
    });
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  },
);

function claim(rest: RestClient, device: string, secretKey: string): Promise<RestAnswer> {
  return rest.request("POST", `/api/customer/device/${encodeURIComponent(device)}/claim`, { secretKey });
}

function outcome({ status, body }: RestAnswer): unknown[] {
  return [status, body];
}
