// MQTT contract, section 9: opening a claim by a gateway or a device, and what the claiming user learns; and the end of the
// checklist: the device API, provisioning, activity, rates and refusals.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  byVersion,
  CLAIM,
  CONNECT,
  connectGateway,
  DISCONNECT,
  ERRORS,
  pubackCode,
  RPC,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, type RestAnswer, type RestClient, text } from "../support/rest-client.ts";

// Claims last for a day; users have to outlive them.
const platform = useTestPlatform({ settings: { "security.jwt.tokenExpirationSeconds": 6 * 86_400 } });

const MINUTE = 60_000;
const DAY = 86_400_000;

test("MQTT-95: a claim by the gateway and then by a user with the right secret gives the device to the customer", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const customer = await gateway.tenant.createCustomer();
  expect(await gateway.publish(CLAIM, { [device.name]: { secretKey: "s", durationMs: MINUTE } })).toBe(0);
  const { status, body } = await claim(customer.rest, device.name, { secretKey: "s" });
  expect([status, member(body, "response"), member(body, "device", "customerId", "id")]).toEqual([
    200,
    "SUCCESS",
    customer.id,
  ]);
  expect(await gateway.tenant.device(device.name)).toMatchObject({
    customerId: { entityType: "CUSTOMER", id: customer.id },
  });
});

test("MQTT-120: a secret that was sent as a number is claimed with its text", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const { rest } = await gateway.tenant.createCustomer();
  expect(await gateway.publish(CLAIM, { [device.name]: { secretKey: 123456 } })).toBe(0);
  expect((await claim(rest, device.name, { secretKey: "123456" })).status).toBe(200);
});

test("MQTT-96: a wrong secret fails and uses the claim up", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const { rest } = await gateway.tenant.createCustomer();
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } });
  expect(outcome(await claim(rest, device.name, { secretKey: "wrong" }))).toEqual([400, "FAILURE"]);
  expect(outcome(await claim(rest, device.name, { secretKey: "s" }))).toEqual([400, "FAILURE"]);
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } });
  expect((await claim(rest, device.name, { secretKey: "s" })).status).toBe(200);
});

test("MQTT-97: a claim whose time has passed fails", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const { rest } = await gateway.tenant.createCustomer();
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s", durationMs: 1 } });
  platform().clock.advance(1_000);
  expect(outcome(await claim(rest, device.name, { secretKey: "s" }))).toEqual([400, "FAILURE"]);
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } });
  expect((await claim(rest, device.name, { secretKey: "s" })).status).toBe(200);
});

test("MQTT-98: an owned device is CLAIMED, and an omitted secret equals the user's empty one", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const first = await gateway.tenant.createCustomer();
  const second = await gateway.tenant.createCustomer();
  await gateway.publish(CLAIM, { [device.name]: {} });
  expect((await claim(first.rest, device.name, { secretKey: "" })).status).toBe(200);
  expect(outcome(await claim(second.rest, device.name, { secretKey: "" }))).toEqual([400, "CLAIMED"]);
  expect(await gateway.publish(CLAIM, { [device.name]: {} })).toBe(0);
  expect(outcome(await claim(second.rest, device.name, { secretKey: "" }))).toEqual([400, "CLAIMED"]);
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

test.each(VERSIONS)(
  "MQTT §9.1 (%s): several devices in one message; a missing secret is the empty one",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol });
    const [one, other, third] = [
      await gateway.knownDevice(),
      await gateway.connectDevice(),
      await gateway.knownDevice(),
    ];
    expect(
      await gateway.publish(CLAIM, {
        [one.name]: { secretKey: "s", durationMs: 60_000 },
        [other.name]: {},
        [third.name]: { secretKey: null, durationMs: null },
      }),
    ).toBe(0);
    const { rest } = await gateway.tenant.createCustomer();
    expect((await claim(rest, one.name, { secretKey: "s" })).status).toBe(200);
    expect((await claim(rest, other.name, {})).status).toBe(200);
    expect((await claim(rest, third.name, { secretKey: "" })).status).toBe(200);
  },
);

test.each([
  ["absent", {}, DAY],
  ["null", { durationMs: null }, DAY],
  ["zero", { durationMs: 0 }, DAY],
  ["negative", { durationMs: -5 }, DAY],
  ["a number", { durationMs: 60_000 }, 60_000],
  ["a digit string", { durationMs: "60000" }, 60_000],
  ["a fraction", { durationMs: 1500.9 }, 1_500],
  ["a fraction in a text", { durationMs: "1500.9" }, 1_500],
  ["a text with an exponent and blanks", { durationMs: " 6e4 " }, 60_000],
])("MQTT §9.1 durationMs: %s", async (_kind, fields, lasts) => {
  const gateway = await connectGateway(platform());
  const [inTime, late] = [await gateway.knownDevice(), await gateway.knownDevice()];
  expect(await gateway.publish(CLAIM, { [inTime.name]: fields, [late.name]: fields })).toBe(0);
  const { rest } = await gateway.tenant.createCustomer();
  platform().clock.advance(lasts - 1);
  expect((await claim(rest, inTime.name)).status).toBe(200);
  platform().clock.advance(2);
  expect(outcome(await claim(rest, late.name))).toEqual([400, "FAILURE"]);
});

test("MQTT §9.1: device.claim.duration sets the default", async () => {
  await using short = await startTestPlatform({ settings: { "device.claim.duration": 10_000 } });
  const gateway = await connectGateway(short);
  const [inTime, late] = [await gateway.knownDevice(), await gateway.knownDevice()];
  await gateway.publish(CLAIM, { [inTime.name]: {}, [late.name]: {} });
  const { rest } = await gateway.tenant.createCustomer();
  short.clock.advance(9_999);
  expect((await claim(rest, inTime.name)).status).toBe(200);
  short.clock.advance(2);
  expect(outcome(await claim(rest, late.name))).toEqual([400, "FAILURE"]);
});

test("MQTT §9.1: a member of another type fails the entry, and no other", async () => {
  const gateway = await connectGateway(platform());
  const { rest } = await gateway.tenant.createCustomer();
  for (const entry of [
    { durationMs: "abc" },
    { durationMs: true },
    { durationMs: {} },
    { durationMs: "" },
    { secretKey: {} },
    { secretKey: ["s"] },
    [],
    "s",
    null,
    5,
  ]) {
    const [bad, good] = [await gateway.knownDevice(), await gateway.knownDevice()];
    expect([entry, await gateway.publish(CLAIM, { [bad.name]: entry, [good.name]: {} })]).toEqual([entry, 0x99]);
    expect(outcome(await claim(rest, bad.name))).toEqual([400, "FAILURE"]);
    expect((await claim(rest, good.name)).status).toBe(200);
  }
});

test("MQTT §9.1: a device claims for itself with the inner object", async () => {
  const { tenant } = platform();
  const { rest } = await tenant.createCustomer();
  const device = await tenant.createDevice();
  const client = await platform().connect(device.token, 5);
  for (const payload of ["[]", "x", "5", '{"secretKey":{}}', '{"durationMs":"x"}'])
    expect([payload, pubackCode(await client.publish("v1/devices/me/claim", payload))]).toEqual([payload, 0x99]);
  expect(pubackCode(await client.publish("v1/devices/me/claim", { secretKey: "s", durationMs: 60_000 }))).toBe(0);
  expect((await claim(rest, device.name, { secretKey: "s" })).status).toBe(200);
});

test("MQTT §9.1: an unknown device is created with the profile default, without a route", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const name = gateway.newName();
  expect(await gateway.publish(CLAIM, { [name]: { secretKey: "s" } })).toBe(0);
  expect(await gateway.tenant.device(name)).toMatchObject({ type: "default" });
  const { id } = await gateway.tenant.existing(name);
  await gateway.tenant.saveAttributes(id, "SHARED_SCOPE", { a: 1 });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
});

test("MQTT §9.1: a new claim message replaces secret and window of the pending one", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const { rest } = await gateway.tenant.createCustomer();
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "old", durationMs: 1_000 } });
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "new", durationMs: 60_000 } });
  platform().clock.advance(30_000);
  expect((await claim(rest, device.name, { secretKey: "new" })).status).toBe(200);
  const other = await gateway.connectDevice();
  await gateway.publish(CLAIM, { [other.name]: { secretKey: "old" } });
  await gateway.publish(CLAIM, { [other.name]: { secretKey: "new" } });
  expect(outcome(await claim(rest, other.name, { secretKey: "old" }))).toEqual([400, "FAILURE"]);
});

test("MQTT §9.1: PUBACK 0x00 for an owned device too, and nothing is sent back", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [RPC, ATTRIBUTES] });
  const device = await gateway.connectDevice();
  const customer = await gateway.tenant.createCustomer();
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } });
  expect((await claim(customer.rest, device.name, { secretKey: "s" })).status).toBe(200);
  expect(await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } })).toBe(0);
  expect(outcome(await claim(customer.rest, device.name, { secretKey: "s" }))).toEqual([400, "CLAIMED"]);
  expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
  // The route is as it was.
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { a: 1 });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([{ device: device.name, data: { a: 1 } }]);
});

test("MQTT §9.2: an unknown name is 404; without a claim an unowned device is FAILURE, an owned one CLAIMED", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  expect((await claim(customer.rest, tenant.uniqueName("nobody"))).status).toBe(404);
  const free = await tenant.createDevice();
  expect(outcome(await claim(customer.rest, free.name))).toEqual([400, "FAILURE"]);
  const owned = await tenant.createDevice({ customerId: (await tenant.createCustomer()).id });
  expect(outcome(await claim(customer.rest, owned.name))).toEqual([400, "CLAIMED"]);
});

test("MQTT §9.2: a claim that meets an owner is CLAIMED and used up", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const [owner, other] = [await gateway.tenant.createCustomer(), await gateway.tenant.createCustomer()];
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } });
  await gateway.tenant.rest.post(`/api/customer/${owner.id}/device/${device.id}`);
  expect(outcome(await claim(other.rest, device.name, { secretKey: "s" }))).toEqual([400, "CLAIMED"]);
  await gateway.tenant.rest.delete(`/api/customer/device/${device.id}`);
  expect(outcome(await claim(other.rest, device.name, { secretKey: "s" }))).toEqual([400, "FAILURE"]);
});

test("MQTT §9.2: success removes the server attributes of claiming", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const { rest } = await gateway.tenant.createCustomer();
  const expirationTime = platform().clock.now() + DAY;
  await gateway.tenant.saveAttributes(device.id, "SERVER_SCOPE", {
    claimingAllowed: true,
    claimingData: { secretKey: "server", expirationTime },
  });
  // A pending claim message goes before what the server has prepared.
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "device" } });
  const { status, body } = await claim(rest, device.name, { secretKey: "device" });
  expect([status, member(body, "response"), member(body, "device", "name")]).toEqual([200, "SUCCESS", device.name]);
  const left = await gateway.tenant.attributes(device.id, "SERVER_SCOPE");
  expect([left["claimingAllowed"], left["claimingData"]]).toEqual([undefined, undefined]);
});

test("MQTT §9.2 claimingData: used when no claim message is pending, until its time", async () => {
  const { tenant } = platform();
  const { rest } = await tenant.createCustomer();
  const [inTime, late] = [await tenant.createDevice(), await tenant.createDevice()];
  const expirationTime = platform().clock.now() + 60_000;
  for (const { id } of [inTime, late])
    await tenant.saveAttributes(id, "SERVER_SCOPE", { claimingData: { secretKey: "s", expirationTime } });
  expect(outcome(await claim(rest, inTime.name, { secretKey: "wrong" }))).toEqual([400, "FAILURE"]);
  expect((await claim(rest, inTime.name, { secretKey: "s" })).status).toBe(200);
  platform().clock.advance(60_001);
  expect(outcome(await claim(rest, late.name, { secretKey: "s" }))).toEqual([400, "FAILURE"]);
});

test("MQTT §9.2 re-claim: unassigns the device and clears the claim; a new claim message is needed", async () => {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  const { rest } = await gateway.tenant.createCustomer();
  for (const by of [rest, gateway.tenant.rest]) {
    await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } });
    expect((await claim(rest, device.name, { secretKey: "s" })).status).toBe(200);
    expect((await by.request("DELETE", pathOf(device.name))).status).toBe(200);
    expect(outcome(await claim(rest, device.name, { secretKey: "s" }))).toEqual([400, "FAILURE"]);
  }
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } });
  await gateway.tenant.rest.delete(pathOf(device.name));
  expect(outcome(await claim(rest, device.name, { secretKey: "s" }))).toEqual([400, "FAILURE"]);
});

test("MQTT §9.2 allowClaimingByDefault off: the device needs claimingAllowed, which re-claim sets again", async () => {
  await using strict = await startTestPlatform({ settings: { "device.claim.allowClaimingByDefault": false } });
  const gateway = await connectGateway(strict);
  const device = await gateway.connectDevice();
  const { rest } = await gateway.tenant.createCustomer();
  const open = async (): Promise<void> => {
    expect(await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } })).toBe(0);
  };
  const tryClaim = (): Promise<RestAnswer> => claim(rest, device.name, { secretKey: "s" });
  for (const value of [undefined, false, "true"]) {
    if (value !== undefined) await gateway.tenant.saveAttributes(device.id, "SERVER_SCOPE", { claimingAllowed: value });
    await open();
    expect(outcome(await tryClaim())).toEqual([400, "FAILURE"]);
  }
  await gateway.tenant.saveAttributes(device.id, "SERVER_SCOPE", { claimingAllowed: true });
  await open();
  expect((await tryClaim()).status).toBe(200);
  await gateway.tenant.rest.delete(pathOf(device.name));
  expect((await gateway.tenant.attributes(device.id, "SERVER_SCOPE"))["claimingAllowed"]).toBe(true);
  await open();
  expect((await tryClaim()).status).toBe(200);
});

test("MQTT §9.2: a device created by a customer's gateway is the customer's, so claiming it yields CLAIMED", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const gateway = await connectGateway(platform(), {
    gateway: await tenant.createGateway({ customerId: customer.id }),
  });
  const name = gateway.newName();
  expect(await gateway.publish(CLAIM, { [name]: { secretKey: "s" } })).toBe(0);
  expect(outcome(await claim(customer.rest, name, { secretKey: "s" }))).toEqual([400, "CLAIMED"]);
});

function outcome({ status, body }: RestAnswer): unknown[] {
  return [status, body];
}

function pathOf(device: string): string {
  return `/api/customer/device/${encodeURIComponent(device)}/claim`;
}

function claim(rest: RestClient, device: string, body?: object): Promise<RestAnswer> {
  return rest.request("POST", pathOf(device), body);
}
