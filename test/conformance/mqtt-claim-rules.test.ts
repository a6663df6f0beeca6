// MQTT contract, section 9, row by row: opening a claim by a gateway or a device, and what the claiming user is told.
import { expect, test } from "vitest";
import {
  CLAIM,
  connectGateway,
  pubackCode,
  RPC,
  ATTRIBUTES,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, type RestAnswer, type RestClient } from "../support/rest-client.ts";

// Claims last for a day; users have to outlive them.
const platform = useTestPlatform({ settings: { "security.jwt.tokenExpirationSeconds": 6 * 86_400 } });

const DAY = 86_400_000;

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
    { durationMs: 1.5 },
    { durationMs: {} },
    { durationMs: "" },
    { secretKey: 5 },
    { secretKey: false },
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
  for (const payload of ["[]", "x", "5", '{"secretKey":5}', '{"durationMs":"x"}'])
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

test("MQTT §9.2: what is discarded by a wrong secret or a late try stays discarded", async () => {
  const gateway = await connectGateway(platform());
  const { rest } = await gateway.tenant.createCustomer();
  const device = await gateway.connectDevice();
  await gateway.publish(CLAIM, { [device.name]: { durationMs: 1_000 } });
  platform().clock.advance(1_001);
  expect(outcome(await claim(rest, device.name))).toEqual([400, "FAILURE"]);
  await gateway.publish(CLAIM, { [device.name]: {} });
  expect((await claim(rest, device.name)).status).toBe(200);
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

function pathOf(device: string): string {
  return `/api/customer/device/${encodeURIComponent(device)}/claim`;
}

function claim(rest: RestClient, device: string, body?: object): Promise<RestAnswer> {
  return rest.request("POST", pathOf(device), body);
}

function outcome({ status, body }: RestAnswer): unknown[] {
  return [status, body];
}
