// REST contract 2.2: sessions of a public customer, which anybody may open, and which read and change nothing.
import { rm } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { PUBLIC_TITLE } from "../../src/core/customers/customer.ts";
import { writeJson } from "../../src/lib/json.ts";
import { claimsOf, toPair } from "../support/account-calls.ts";
import { AccountPlatform } from "../support/account-platform.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { text, type RestAnswer, type RestClient } from "../support/rest-client.ts";
import { expectError, NULL_UUID, UNKNOWN_ID } from "../support/rest-conformance.ts";
import { scratchFolder } from "../support/scratch-sqlite.ts";
import { storedRows } from "../support/stored-rows.ts";

let server: AccountPlatform;
let publicId: string;
let visitor: RestClient;
beforeAll(async () => {
  server = await AccountPlatform.start();
  publicId = await publicCustomerOf(server);
  visitor = server.anonymous.withToken(toPair((await login(publicId)).body).token);
  return () => server[Symbol.asyncDispose]();
});

const login = (id: unknown, at = server): Promise<RestAnswer> =>
  at.anonymous.request("POST", "/api/auth/login/public", { publicId: id });

/** It comes into being with the first thing that is made public. */
async function publicCustomerOf({ admin }: AccountPlatform): Promise<string> {
  const device = await admin.post("/api/device", { name: "public device", type: "default" });
  const shown = await admin.post(`/api/customer/public/device/${text(device, "id", "id")}`);
  return text(shown, "customerId", "id");
}

test("REST §2.2: the id of a public customer gives a token pair of a customer user who is public", async () => {
  const { token, refreshToken } = toPair((await login(publicId.toUpperCase())).body);
  expect(claimsOf(token)).toMatchObject({
    sub: publicId,
    userId: NULL_UUID,
    scopes: ["CUSTOMER_USER"],
    isPublic: true,
    enabled: true,
    tenantId: server.tenantId,
    customerId: publicId,
  });
  expect(claimsOf(refreshToken)).toMatchObject({ sub: publicId, scopes: ["REFRESH_TOKEN"], isPublic: true });
  const user = await server.anonymous.withToken(token).get("/api/auth/user");
  expect(user).toMatchObject({
    id: { entityType: "USER", id: NULL_UUID },
    authority: "CUSTOMER_USER",
    tenantId: { id: server.tenantId },
    customerId: { id: publicId },
  });
});

test("REST §2.2: everything else answers 401/10", async () => {
  const customer = await server.admin.post("/api/customer", { title: server.uniqueName("customer") });
  const flagged = await server.admin.post("/api/customer", {
    title: server.uniqueName("customer"),
    additionalInfo: { isPublic: true },
  });
  const ids = [UNKNOWN_ID, text(customer, "id", "id"), text(flagged, "id", "id"), "no id", "", 7, null, undefined];
  for (const id of ids) expectError(await login(id), 401, 10);
  expectError(await server.anonymous.request("POST", "/api/auth/login/public", []), 401, 10);
});

test("REST §2.2: a public refresh token gives a new pair, and is nothing but that", async () => {
  const { token, refreshToken } = toPair((await login(publicId)).body);
  const fresh = toPair((await server.refresh(refreshToken)).body);

  expect((await server.check(fresh.token)).status).toBe(200);
  expect(await server.check(refreshToken)).toEqual({ status: 401, errorCode: 10 });
  expectError(await server.refresh(token), 401, 10);
});

test("REST §2.2: the tokens expire like all others", async () => {
  await using other = await AccountPlatform.start();
  const pair = toPair((await login(await publicCustomerOf(other), other)).body);
  const { exp, iat } = claimsOf(pair.token) as { readonly exp: number; readonly iat: number };
  expect(exp - iat).toBe(9000);
  other.clock.advance(9_000_000);

  expect(await other.check(pair.token)).toEqual({ status: 401, errorCode: 11 });
  expect((await other.refresh(pair.refreshToken)).status).toBe(200);
});

test("REST §2.2: the session ends with its customer, at once", async () => {
  await using other = await AccountPlatform.start();
  const id = await publicCustomerOf(other);
  const pair = toPair((await login(id, other)).body);
  expect((await other.check(pair.token)).status).toBe(200);
  await other.admin.delete(`/api/customer/${id}`);

  expect(await other.check(pair.token)).toEqual({ status: 401, errorCode: 11 });
  expectError(await other.refresh(pair.refreshToken), 401, 10);
  expectError(await login(id, other), 401, 10);
});

test("REST §2.2: a customer that is public no more is so within a minute", async () => {
  await using other = await AccountPlatform.start();
  const id = await publicCustomerOf(other);
  const pair = toPair((await login(id, other)).body);
  expect((await other.check(pair.token)).status).toBe(200);
  await other.admin.post("/api/customer", { id: { id }, title: PUBLIC_TITLE, additionalInfo: { isPublic: false } });
  other.clock.advance(60_000);

  expect(await other.check(pair.token)).toEqual({ status: 401, errorCode: 11 });
  expectError(await other.refresh(pair.refreshToken), 401, 10);
});

test("REST §2.2: nothing is stored for a public session, and logging out of one answers 200", async () => {
  const answer = await visitor.request("POST", "/api/auth/logout");
  expect([answer.status, answer.text]).toEqual([200, ""]);
  const { userId } = claimsOf(visitor.authorization?.replace("Bearer ", "") ?? "");
  expect(userId).toBe(NULL_UUID);
});

test("REST §2.2: a public session sees the own customer, and neither people nor keys nor what belongs to administrators", async () => {
  const customer = await server.admin.post("/api/customer", { title: server.uniqueName("customer") });

  expect(await visitor.get(`/api/customer/${publicId}`)).toMatchObject({ title: PUBLIC_TITLE });
  expect(await visitor.get(`/api/customer/${publicId}/shortInfo`)).toEqual({ title: PUBLIC_TITLE, isPublic: true });
  expect(await visitor.get("/api/user/settings")).toEqual({});
  const admin = text(await server.admin.get("/api/auth/user"), "id", "id");
  for (const path of [
    `/api/customer/${text(customer, "id", "id")}`,
    "/api/users?pageSize=10&page=0",
    "/api/users/info?pageSize=10&page=0",
    `/api/users/list?userIds=${admin}`,
    `/api/user/${admin}`,
    `/api/apiKeys/${admin}?pageSize=10&page=0`,
    `/api/apiKeys/${NULL_UUID}?pageSize=10&page=0`,
    "/api/customers?pageSize=10&page=0",
    "/api/admin/securitySettings",
    `/api/user/${admin}/activationLink`,
  ])
    expectError(await visitor.request("GET", path), 403, 20);
});

/** A platform whose tenant has a public customer, and a visitor. */
async function openToThePublic(dataDir: string): Promise<{ readonly platform: TestPlatform; readonly id: string }> {
  const first = await startTestPlatform({ settings: { dataDir } });
  const { id } = await first.tenant.createCustomer();
  await first.stop();
  await storedRows(
    dataDir,
    "UPDATE customer SET title = $2, additional_info = $3 WHERE id = $1",
    ...[id, PUBLIC_TITLE, writeJson({ isPublic: true })],
  );
  return { platform: await startTestPlatform({ settings: { dataDir } }), id };
}

test("REST §2.2: a public session reads the customer's devices without their secrets, and no call of it changes anything", async () => {
  const dataDir = await scratchFolder();
  // Declared before the platform, and so removed when that has stopped.
  await using _folder = { [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true }) };
  const { platform: opened, id } = await openToThePublic(dataDir);
  await using platform = opened;
  const { tenant, anonymous } = platform;
  const device = await tenant.createDevice({ customerId: id });
  const foreign = await tenant.createDevice();
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { shown: 1 });
  const pair = await anonymous.post("/api/auth/login/public", { publicId: id });
  const guest = anonymous.withToken(text(pair, "token"));

  expect(await guest.get(`/api/device/${device.id}`)).toMatchObject({ name: device.name });
  expect(await guest.get(`/api/plugins/telemetry/DEVICE/${device.id}/values/attributes?keys=shown`)).toMatchObject([
    { key: "shown", value: 1 },
  ]);
  expectError(await guest.request("GET", `/api/device/${device.id}/credentials`), 403, 20);
  expectError(await guest.request("GET", `/api/device/${foreign.id}`), 403, 20);

  const writing = platform.routes.filter(
    ({ method, access, readsOnly }) => method !== "GET" && access !== "open" && readsOnly !== true,
  );
  expect(writing.length).toBeGreaterThan(40);
  for (const { method, path } of writing) {
    const filled = path
      .replaceAll(":entityType", "DEVICE")
      .replaceAll(/:(deviceId|entityId)\b/g, device.id)
      .replaceAll(/:\w*[iI]d\b/g, id)
      .replaceAll(/:\w+/g, device.name);
    const answer = await guest.request(method, filled, method === "DELETE" ? undefined : {});
    expect([`${method} ${path}`, answer.status]).toEqual([`${method} ${path}`, 403]);
  }
});
