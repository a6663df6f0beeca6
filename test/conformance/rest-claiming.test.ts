// REST contract, checklist "Claiming" and "Health".
import { expect, test } from "vitest";
import { CLAIM, connectGateway, useTestPlatform } from "../support/conformance.ts";
import { member } from "../support/rest-client.ts";
import { expectError, NULL_UUID, raw } from "../support/rest-conformance.ts";
import type { TestDevice } from "../support/tenant.ts";

// Claims are open for a day, so the test's logins have to last longer.
const lifetimes = {
  "security.jwt.tokenExpirationSeconds": 30 * 86_400,
  "security.jwt.refreshTokenExpirationSeconds": 60 * 86_400,
};
const platform = useTestPlatform({ settings: lifetimes });

const claimPath = ({ name }: TestDevice): string => `/api/customer/device/${encodeURIComponent(name)}/claim`;

/** A connected device that has opened a claim. */
async function claimable(claim: Readonly<Record<string, unknown>>): Promise<TestDevice> {
  const gateway = await connectGateway(platform());
  const device = await gateway.connectDevice();
  expect(await gateway.publish(CLAIM, { [device.name]: claim })).toBe(0);
  return device;
}

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

test("REST-101: a wrong secret answers FAILURE and uses the claim up", async () => {
  const device = await claimable({ secretKey: "abc" });
  const customer = await platform().tenant.createCustomer();
  for (const secretKey of ["wrong", "abc"]) {
    const answer = await customer.rest.request("POST", claimPath(device), { secretKey });
    expect([answer.status, answer.text]).toEqual([400, '"FAILURE"']);
  }
});

test("REST-101: claiming is for customer users and devices of their tenant; names may hold slashes", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice({ name: tenant.uniqueName("a/b") });
  const customer = await tenant.createCustomer();
  expect((await customer.rest.request("POST", claimPath(device), { secretKey: "" })).text).toBe('"FAILURE"');
  expectError(await customer.rest.request("POST", "/api/customer/device/nobody/claim", {}), 404, 32);
  expectError(await tenant.rest.request("POST", claimPath(device), {}), 403, 20);
  expectError(await platform().anybody.request("POST", claimPath(device), {}), 401, 10);
  const foreign = await (await platform().createTenant()).createCustomer();
  expectError(await foreign.rest.request("POST", claimPath(device), {}), 404, 32);
});

test("REST-101: a claim can be opened by the server attribute claimingData, for five tries", async () => {
  const { tenant, clock } = platform();
  const device = await tenant.createDevice();
  const customer = await tenant.createCustomer();
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", {
    claimingData: { secretKey: "abc", expirationTime: clock.now() + 1e9 },
  });
  for (let tries = 0; tries < 5; tries++)
    expect((await customer.rest.request("POST", claimPath(device), { secretKey: "wrong" })).text).toBe('"FAILURE"');
  expectError(await customer.rest.request("POST", claimPath(device), { secretKey: "abc" }), 429, 33);
  clock.advance(16 * 60_000);
  expect((await customer.rest.request("POST", claimPath(device), { secretKey: "abc" })).status).toBe(200);
  expect(Object.keys(await tenant.attributes(device.id, "SERVER_SCOPE"))).not.toContain("claimingData");
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

test("REST-104: re-claiming is for the own customer and the administrator", async () => {
  const { tenant } = platform();
  const [customer, other] = [await tenant.createCustomer(), await tenant.createCustomer()];
  const device = await tenant.createDevice({ customerId: customer.id });
  expectError(await other.rest.request("DELETE", claimPath(device)), 403, 20);
  const foreign = await platform().createTenant();
  expectError(await foreign.rest.request("DELETE", claimPath(device)), 404, 32);
  for (const caller of [customer.rest, tenant.rest]) {
    const answer = await caller.request("DELETE", claimPath(device));
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(member(await tenant.rest.get(`/api/device/${device.id}`), "customerId", "id")).toBe(NULL_UUID);
  }
});

test("REST-114: health, metrics and what the system says of itself", async () => {
  const { anybody, tenant } = platform();
  for (const path of ["/api/health/live", "/api/health/ready", "/actuator/health"])
    expect(await anybody.get(path)).toEqual({ status: "UP" });
  expect(await anybody.get("/actuator/info")).toEqual({});
  expect(await anybody.getText("/metrics")).toContain("process_cpu_seconds_total");
  expect(await tenant.rest.get("/api/system/info")).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    artifact: "bridgehead",
    name: "Bridgehead",
    type: "CE",
  });
  expect(await tenant.rest.get("/api/system/params")).toMatchObject({
    userTokenAccessEnabled: false,
    maxDatapointsLimit: 50_000,
  });
  expectError(await raw(platform(), "GET", "/api/system/info", { headers: { "x-authorization": "" } }), 401, 10);
});
