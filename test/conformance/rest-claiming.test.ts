// REST contract, section 11: claiming a device, and giving it back.
import { expect, test } from "vitest";
import { CLAIM, connectGateway, useTestPlatform } from "../support/conformance.ts";
import { DeviceHttp } from "../support/device-http.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { member, type RestAnswer, type RestClient, text } from "../support/rest-client.ts";
import { expectError, NULL_UUID, raw } from "../support/rest-conformance.ts";
import type { TestDevice } from "../support/tenant.ts";

// Claims are open for a day, so the test's logins have to last longer.
const lifetimes = {
  "security.jwt.tokenExpirationSeconds": 30 * 86_400,
  "security.jwt.refreshTokenExpirationSeconds": 60 * 86_400,
};

const platform = useTestPlatform({ settings: lifetimes });

const claimPath = ({ name }: { readonly name: string }): string =>
  `/api/customer/device/${encodeURIComponent(name)}/claim`;

const claim = (by: RestClient, device: TestDevice, secretKey?: unknown): Promise<RestAnswer> =>
  by.request("POST", claimPath(device), secretKey === undefined ? undefined : { secretKey });

const outcome = ({ status, text: body }: RestAnswer): readonly [number, string] => [status, body];
const FAILURE = [400, '"FAILURE"'];
const CLAIMED = [400, '"CLAIMED"'];

test("REST-101: the right secret makes the device the customer's", async () => {
  const device = await claimable({ secretKey: "abc", durationMs: 60_000 });
  const customer = await platform().tenant.createCustomer();
  const answer = await customer.rest.request("POST", claimPath(device), { secretKey: "abc" });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    response: "SUCCESS",
    device: { id: { entityType: "DEVICE", id: device.id }, customerId: { entityType: "CUSTOMER", id: customer.id } },
  });
  expect((await customer.rest.request("GET", `/api/device/${device.id}`)).status).toBe(200);

  const other = await platform().tenant.createCustomer();
  const again = await other.rest.request("POST", claimPath(device), { secretKey: "abc" });
  expect([again.status, again.text]).toEqual([400, '"CLAIMED"']);
});

test.each([undefined, {}, { secretKey: null }, { secretKey: "" }])(
  "REST-102: the claim body %j stands for an empty secret",
  async (body) => {
    const device = await claimable({});
    const customer = await platform().tenant.createCustomer();
    expect((await customer.rest.request("POST", claimPath(device), body)).body).toMatchObject({ response: "SUCCESS" });
  },
);

test("REST-103: a claim is open for its duration, by default for the time of the setting", async () => {
  const customer = await platform().tenant.createCustomer();
  const short = await claimable({ durationMs: 60_000 });
  const day = await claimable({});
  const late = await claimable({});
  platform().clock.advance(60_001);
  expect((await customer.rest.request("POST", claimPath(short))).text).toBe('"FAILURE"');
  platform().clock.advance(86_400_000 - 60_001);
  const fresh = await platform().tenant.createCustomer();
  expect((await fresh.rest.request("POST", claimPath(day))).status).toBe(200);
  platform().clock.advance(1);
  expect((await fresh.rest.request("POST", claimPath(late))).text).toBe('"FAILURE"');
});

test("REST §11: an assignment ends the open claim, also after the device has been taken back", async () => {
  const { tenant } = platform();
  const device = await claimable({ secretKey: "abc" });
  const first = await tenant.createCustomer();
  const second = await tenant.createCustomer();
  await tenant.rest.post(`/api/customer/${first.id}/device/${device.id}`, {});
  await tenant.rest.request("DELETE", `/api/customer/device/${device.id}`);

  expect(outcome(await claim(second.rest, device, "abc"))).toEqual(FAILURE);
});

test("REST §11: a claim that succeeds answers with the device, is over, removes what steered it, and is audited", async () => {
  const { tenant, clock } = platform();
  const device = await tenant.createDevice();
  const customer = await tenant.createCustomer();
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", {
    claimingAllowed: true,
    claimingData: { secretKey: "other", expirationTime: clock.now() + 60_000 },
    kept: 1,
  });
  // No digits of a UUID, which the log is full of.
  const secretKey = "a secret of the device";
  expect(await open(device, { secretKey })).toBe(200);
  const answer = await claim(customer.rest, device, secretKey);
  expect([answer.status, answer.body]).toEqual([
    200,
    { device: await customer.rest.get(`/api/device/${device.id}`), response: "SUCCESS" },
  ]);
  expect(member(answer.body, "device", "customerId")).toEqual({ entityType: "CUSTOMER", id: customer.id });
  const attributes = Object.keys(await tenant.attributes(device.id, "SERVER_SCOPE"));
  expect(attributes).toContain("kept");
  expect(attributes).not.toContain("claimingAllowed");
  expect(attributes).not.toContain("claimingData");
  const logs = await tenant.rest.get(
    `/api/audit/logs/entity/DEVICE/${device.id}?pageSize=10&page=0&actionTypes=ASSIGNED_TO_CUSTOMER`,
  );
  expect(member(logs, "data")).toMatchObject([{ entityName: device.name, actionStatus: "SUCCESS" }]);
  expect(JSON.stringify(logs)).not.toContain(secretKey);
});

test("REST §11: a claim that fails is audited as a failure", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const customer = await tenant.createCustomer();
  expect(outcome(await claim(customer.rest, device, "abc"))).toEqual(FAILURE);
  const logs = await tenant.rest.get(
    `/api/audit/logs/entity/DEVICE/${device.id}?pageSize=10&page=0&actionTypes=ASSIGNED_TO_CUSTOMER`,
  );
  expect(member(logs, "data")).toMatchObject([{ actionStatus: "FAILURE" }]);
});

test("REST-101: who may claim, and what each gets when no claim is open", async () => {
  const { tenant, sysAdmin } = platform();
  const customer = await tenant.createCustomer();
  const [free, owned] = [
    await tenant.createDevice({ name: tenant.uniqueName("a/b") }),
    await tenant.createDevice({ customerId: customer.id }),
  ];
  const other = await tenant.createCustomer();
  for (const { rest } of [customer, other]) {
    expect(outcome(await claim(rest, free, ""))).toEqual(FAILURE);
    expect(outcome(await claim(rest, owned, ""))).toEqual(CLAIMED);
  }
  expectError(await customer.rest.request("POST", claimPath({ name: "nobody" }), {}), 404, 32);
  expectError(await claim(customer.rest, free, 5), 400, 31);
  for (const caller of [tenant.rest, sysAdmin]) expectError(await claim(caller, free, ""), 403, 20);
  expectError(await claim(platform().anonymous, free, ""), 401, 10);
  const foreign = await (await platform().createTenant()).createCustomer();
  expectError(await claim(foreign.rest, free, ""), 404, 32);
  const text = {
    headers: { "x-authorization": customer.rest.authorization ?? "", "content-type": "text/plain" },
    body: "{}",
  };
  expectError(await raw(platform(), "POST", claimPath(free), text), 415, 31);
});

test("REST §11: a newer claim of the device takes the place of the pending one", async () => {
  const device = await platform().tenant.createDevice();
  const customer = await platform().tenant.createCustomer();
  await open(device, { secretKey: "old", durationMs: 1_000_000 });
  await open(device, { secretKey: "new" });
  expect((await claim(customer.rest, device, "new")).status).toBe(200);
});

test("REST-101: a wrong secret answers FAILURE and uses a device-side claim up", async () => {
  const device = await platform().tenant.createDevice();
  const customer = await platform().tenant.createCustomer();
  await open(device, { secretKey: "abc" });
  expect(outcome(await claim(customer.rest, device, "ab"))).toEqual(FAILURE);
  expect(outcome(await claim(customer.rest, device, "abc"))).toEqual(FAILURE);
  await open(device, { secretKey: "abc" });
  expect((await claim(customer.rest, device, "abc")).status).toBe(200);
});

test("REST §11: a device with an owner cannot open a claim", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const device = await tenant.createDevice({ customerId: customer.id });
  expect(await open(device, {})).toBe(400);
  expect((await customer.rest.request("DELETE", claimPath(device))).status).toBe(200);
  expect(await open(device, {})).toBe(200);
});

test("REST-101: claimingData claims like the device, within its time, for five wrong tries in 15 minutes", async () => {
  const { tenant, clock } = platform();
  const customer = await tenant.createCustomer();
  const prepared = async (claimingData: unknown): Promise<TestDevice> => {
    const device = await tenant.createDevice();
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { claimingData });
    return device;
  };
  const later = clock.now() + 3_600_000;
  const late = await prepared({ secretKey: "abc", expirationTime: clock.now() - 1 });
  expect(outcome(await claim(customer.rest, late, "abc"))).toEqual(FAILURE);
  for (const data of [{ secretKey: "abc" }, "no JSON", 5, { secretKey: 5, expirationTime: later }])
    expect(outcome(await claim(customer.rest, await prepared(data), "abc"))).toEqual(FAILURE);
  const device = await prepared({ secretKey: "abc", expirationTime: later });
  for (let tries = 0; tries < 5; tries++) expect(outcome(await claim(customer.rest, device, "wrong"))).toEqual(FAILURE);
  const refused = await claim(customer.rest, device, "abc");
  expectError(refused, 429, 33);
  expect(refused.headers.get("retry-after")).toBe("900");
  clock.advance(900_000);
  const again = await platform().anonymous.login(
    text(await customer.rest.get("/api/auth/user"), "email"),
    "A-password-of-a-test-1",
  );
  expect((await claim(again, device, "abc")).status).toBe(200);
});

test("REST-104: re-claiming is for the own customer and the administrator, and answers 200 with nothing, to an administrator also for a device without an owner", async () => {
  const { tenant, sysAdmin } = platform();
  const [customer, other] = [await tenant.createCustomer(), await tenant.createCustomer()];
  const device = await tenant.createDevice({ customerId: customer.id, name: tenant.uniqueName("line 1/pump ä?#") });
  const reclaim = (by: RestClient): Promise<RestAnswer> => by.request("DELETE", claimPath(device));
  expectError(await reclaim(other.rest), 403, 20);
  expectError(await reclaim(sysAdmin), 403, 20);
  expectError(await reclaim((await platform().createTenant()).rest), 404, 32);
  expect(outcome(await reclaim(customer.rest))).toEqual([200, ""]);
  expect(member(await tenant.rest.get(`/api/device/${device.id}`), "customerId", "id")).toBe(NULL_UUID);
  // It is not the own customer's any more.
  expectError(await reclaim(customer.rest), 403, 20);
  expect(outcome(await reclaim(tenant.rest))).toEqual([200, ""]);
  expectError(await tenant.rest.request("DELETE", claimPath({ name: "nobody" })), 404, 32);
});

test("REST §11: where claiming is not allowed by default, a device needs claimingAllowed, which re-claiming sets again", async () => {
  await using strict = await startTestPlatform({ settings: { "device.claim.allowClaimingByDefault": false } });
  const { tenant } = strict;
  const device = await tenant.createDevice();
  const customer = await tenant.createCustomer();
  expect(await open(device, {}, strict)).toBe(400);
  for (const claimingAllowed of [false, "true", 1]) {
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { claimingAllowed });
    expect(await open(device, {}, strict)).toBe(400);
  }
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { claimingAllowed: true });
  expect(await open(device, {}, strict)).toBe(200);
  expect((await claim(customer.rest, device)).status).toBe(200);
  expect(await tenant.attributes(device.id, "SERVER_SCOPE")).not.toHaveProperty("claimingAllowed");
  await customer.rest.delete(claimPath(device));
  expect(await tenant.attributes(device.id, "SERVER_SCOPE")).toMatchObject({ claimingAllowed: true });
  expect(await open(device, {}, strict)).toBe(200);
});

/** A connected device that has opened a claim. */
async function claimable(claim: Readonly<Record<string, unknown>>): Promise<TestDevice> {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  expect(await gateway.publish(CLAIM, { [device.name]: claim })).toBe(0);
  return device;
}

/** What a device-side claim over HTTP is answered with. */
async function open(device: TestDevice, body: object, at: TestPlatform = platform()): Promise<number> {
  return (await new DeviceHttp(at.anonymous, device.token).post("/claim", body)).status;
}
