// REST contract 5 to 8: arrays by id, what the devices of a profile have, and public devices.
import { beforeAll, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { newPackage } from "../support/packages.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();
let tenant: TestTenant;
beforeAll(() => {
  ({ tenant } = platform());
});

async function newProfile(of: TestTenant = tenant): Promise<{ readonly id: string; readonly name: string }> {
  const name = of.uniqueName("profile");
  const profile = await of.rest.post("/api/deviceProfile", {
    name,
    type: "DEFAULT",
    transportType: "DEFAULT",
    profileData: {},
  });
  return { id: text(profile, "id", "id"), name };
}

const KEYS = "/api/deviceProfile/devices/keys";

test("REST §8: the keys of a profile are those of its devices, each once and sorted, in whatever scope", async () => {
  const other = await platform().createTenant();
  const [profile, empty, foreign] = [await newProfile(), await newProfile(), await newProfile(other)];
  const { name: type } = profile;
  for (const values of [
    { temperature: 1, __proto__x: 2 },
    { temperature: 2, constructor: 3 },
  ]) {
    const { id } = await tenant.createDevice({ type });
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values);
    await tenant.saveAttributes(id, "SERVER_SCOPE", { mode: "eco" });
    await tenant.saveAttributes(id, "SHARED_SCOPE", { limit: 1, mode: "day" });
  }
  const outside = await tenant.createDevice();
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${outside.id}/timeseries/ANY`, { pressure: 1 });
  const theirs = await other.createDevice({ type });
  await other.rest.post(`/api/plugins/telemetry/DEVICE/${theirs.id}/timeseries/ANY`, { theirs: 1 });

  const keys = (kind: string, query = "") => tenant.rest.get(`${KEYS}/${kind}${query}`);
  const ofProfile = `?deviceProfileId=${profile.id}`;
  expect(await keys("timeseries", ofProfile)).toEqual(["__proto__x", "constructor", "temperature"]);
  expect(await keys("attributes", ofProfile)).toEqual(["active", "limit", "mode"]);
  expect(await keys("timeseries", `?deviceProfileId=${empty.id}`)).toEqual([]);
  expect(await keys("timeseries")).toEqual(expect.arrayContaining(["pressure", "temperature"]));
  expect(await keys("timeseries")).not.toContain("theirs");
  for (const kind of ["timeseries", "attributes"]) {
    const of = (id: string) => tenant.rest.request("GET", `${KEYS}/${kind}?deviceProfileId=${id}`);
    expectError(await of(foreign.id), 403, 20);
    expectError(await of(UNKNOWN_ID), 404, 32);
    expectError(await of("x"), 400, 31);
  }
});

test("REST §8: a key whose points are all deleted is named by no list of keys", async () => {
  const { name: type, id: profileId } = await newProfile();
  const [one, two] = [await tenant.createDevice({ type }), await tenant.createDevice({ type })];
  const values = (id: string, query: string): Promise<unknown> =>
    tenant.rest.request("DELETE", `/api/plugins/telemetry/DEVICE/${id}/timeseries/delete?${query}`);
  for (const { id } of [one, two])
    for (const ts of [1000, 2000])
      await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, {
        ts,
        values: { gone: 1, ofOne: 1, latestGone: 1, kept: 1 },
      });
  for (const { id } of [one, two]) await values(id, "keys=gone&deleteAllDataForKeys=true");
  await values(two.id, "keys=ofOne&deleteAllDataForKeys=true");
  for (const { id } of [one, two]) {
    await values(id, "keys=latestGone&startTs=2000&endTs=2001&deleteLatest=true&rewriteLatestIfDeleted=false");
  }
  const keys = ["kept", "latestGone", "ofOne"];
  expect(await tenant.rest.get(`${KEYS}/timeseries?deviceProfileId=${profileId}`)).toEqual(keys);
  const entityFilter = { type: "deviceType", deviceTypes: [type] };
  const query = { entityFilter, pageLink: { pageSize: 10, page: 0 } };
  const found = await tenant.rest.post("/api/entitiesQuery/find/keys?timeseries=true&attributes=false", query);
  expect(found).toEqual({ entityTypes: ["DEVICE"], timeseries: keys, attribute: [] });
  const ofTwo = await tenant.rest.get(`/api/plugins/telemetry/DEVICE/${two.id}/keys/timeseries`);
  expect(ofTwo).toEqual(["latestGone", "kept"]);
});

test("REST §8: an answer that leaves out keys of a profile's devices says so", async () => {
  await using small = await startTestPlatform({ settings: { "rest.pageRowsMax": 3 } });
  const { rest } = small.tenant;
  const { id } = await small.tenant.createDevice();
  await rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { a: 1, b: 1, c: 1 });
  expect(await rest.get(`${KEYS}/timeseries`)).toEqual(["a", "b", "c"]);
  await rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { d: 1 });
  const refused = await rest.request("GET", `${KEYS}/timeseries`);
  expectError(refused, 400, 31);
  expect(text(refused.body, "message")).toContain("more than 3 different keys");
});

test("REST §7: the devices of a profile without a package of their own are counted", async () => {
  const { id, name } = await newProfile();
  for (let count = 0; count < 3; count++) await tenant.createDevice({ type: name });
  for (const packageType of ["FIRMWARE", "SOFTWARE"])
    expect(await tenant.rest.get(`/api/devices/count/${packageType}/${id}`)).toBe(3);
  const firmwareId = { id: await newPackage(tenant.rest, id, { url: "https://example.com" }) };
  const { id: deviceId } = (await tenant.rest.post("/api/device", {
    name: tenant.uniqueName("device"),
    type: name,
    firmwareId,
  })) as { readonly id: object };
  expect(await tenant.rest.get(`/api/devices/count/FIRMWARE/${id}`)).toBe(3);
  expect(await tenant.rest.get(`/api/devices/count/SOFTWARE/${id}`)).toBe(4);
  await tenant.rest.post("/api/device", { id: deviceId, name: tenant.uniqueName("device"), type: name });
  expect(await tenant.rest.get(`/api/devices/count/FIRMWARE/${id}`)).toBe(4);
  const customer = await tenant.createCustomer();
  expect(await customer.rest.get(`/api/devices/count/FIRMWARE/${id}`)).toBe(0);
  await tenant.createDevice({ type: name, customerId: customer.id });
  expect(await customer.rest.get(`/api/devices/count/FIRMWARE/${id}`)).toBe(1);
  expectError(await tenant.rest.request("GET", `/api/devices/count/HARDWARE/${id}`), 400, 31);
  expectError(await tenant.rest.request("GET", `/api/devices/count/FIRMWARE/${UNKNOWN_ID}`), 404, 32);
});

test("REST §8: profile infos by id leave out what is not of the tenant", async () => {
  const other = await platform().createTenant();
  const [a, b, foreign] = [await newProfile(), await newProfile(), await newProfile(other)];
  const query = `deviceProfileIds=${b.id},${foreign.id},${a.id},${UNKNOWN_ID}`;
  for (const path of ["/api/deviceProfileInfos", "/api/deviceProfileInfos/list"]) {
    const found = await tenant.rest.get(`${path}?${query}`);
    expect(found).toMatchObject([{ name: a.name }, { name: b.name }]);
    expectError(await tenant.rest.request("GET", `${path}?deviceProfileIds=`), 400, 31);
    expectError(await tenant.rest.request("GET", `${path}?deviceProfileIds=x`), 400, 31);
  }
  expectError(await tenant.rest.request("GET", "/api/deviceProfileInfos"), 400, 31);
});

test.each([
  ["/api/devices", "deviceIds"],
  ["/api/telemetry/export", "deviceIds"],
  ["/api/customers", "customerIds"],
  ["/api/customers/list", "customerIds"],
  ["/api/deviceProfileInfos", "deviceProfileIds"],
  ["/api/deviceProfileInfos/list", "deviceProfileIds"],
  ["/api/users", "userIds"],
  ["/api/users/list", "userIds"],
  ["/api/tenants", "tenantIds"],
  ["/api/tenants/list", "tenantIds"],
  ["/api/tenantProfiles", "ids"],
  ["/api/tenantProfiles/list", "ids"],
])("REST §1: %s takes ids with commas between them, and in a parameter for each", async (path, name) => {
  const caller = path.startsWith("/api/tenant") ? platform().sysAdmin : tenant.rest;
  const [first, second] = await idsOf(name);
  const joined = await caller.getText(`${path}?${name}=${first},${second}`);
  for (const id of [first, second]) expect(joined).toContain(id);
  expect(await caller.getText(`${path}?${name}=${first}&${name}=${second}`)).toBe(joined);
  expect(await caller.getText(`${path}?${name}=${first},&${name}=%20${second}`)).toBe(joined);
  const wrong = await caller.request("GET", `${path}?${name}=${first}&${name}=x`);
  expectError(wrong, 400, 31);
  expect(member(wrong.body, "message")).toContain(name);
  expectError(await caller.request("GET", `${path}?${name}=&${name}=`), 400, 31);
});

/** Two that the caller may read. */
async function idsOf(name: string): Promise<readonly [string, string]> {
  const created = async (): Promise<string> => {
    switch (name) {
      case "deviceIds":
        return await newDevice();
      case "customerIds":
        return (await tenant.createCustomer()).id;
      case "deviceProfileIds":
        return (await newProfile()).id;
      case "tenantIds":
        return (await platform().createTenant()).id;
      case "userIds":
        return text(await (await tenant.createCustomer()).rest.get("/api/auth/user"), "id", "id");
      default:
        return await newTenantProfile();
    }
  };
  return [await created(), await created()];
}

/** With its id as a value, for exports. */
async function newDevice(): Promise<string> {
  const { id } = await tenant.createDevice();
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { id });
  return id;
}

async function newTenantProfile(): Promise<string> {
  const profileData = { configuration: { type: "DEFAULT" }, queueConfiguration: null };
  const body = { name: tenant.uniqueName("profile"), profileData };
  return text(await platform().sysAdmin.post("/api/tenantProfile", body), "id", "id");
}

test("REST §6: making a device public creates the public customer once, and unassigning makes it private again", async () => {
  const other = await platform().createTenant();
  const [a, b] = [await other.createDevice(), await other.createDevice()];
  const share = (id: string) => other.rest.post(`/api/customer/public/device/${id}`);
  const made = await Promise.all([share(a.id), share(b.id), share(a.id)]);
  const ids = new Set(made.map((device) => text(device, "customerId", "id")));
  expect(ids.size).toBe(1);
  const [publicId = ""] = ids;
  expect(await other.rest.get(`/api/customer/${publicId}`)).toMatchObject({
    title: "Public",
    additionalInfo: { isPublic: true },
  });
  expect(await other.rest.get(`/api/customer/${publicId}/shortInfo`)).toEqual({ title: "Public", isPublic: true });
  expect(await other.rest.get(`/api/device/info/${a.id}`)).toMatchObject({
    customerTitle: "Public",
    customerIsPublic: true,
  });
  const session = platform().anonymous.withToken(
    text(await platform().anonymous.post("/api/auth/login/public", { publicId }), "token"),
  );
  expect((await session.request("GET", `/api/device/${a.id}`)).status).toBe(200);
  await other.rest.delete(`/api/customer/device/${a.id}`);
  expectError(await session.request("GET", `/api/device/${a.id}`), 403, 20);
});

test("REST §6: a device that does not exist makes no public customer", async () => {
  const other = await platform().createTenant();
  expectError(await other.rest.request("POST", `/api/customer/public/device/${UNKNOWN_ID}`), 404, 32);
  expect(member(await other.rest.get("/api/customers?pageSize=10&page=0"), "totalElements")).toBe(0);
});

test("REST §6: the public customer counts against maxCustomers", async () => {
  const full = await platform().createTenant({ maxCustomers: 1 });
  await full.rest.post("/api/customer", { title: "Acme" });
  const device = await full.createDevice();
  const answer = await full.rest.request("POST", `/api/customer/public/device/${device.id}`);
  expectError(answer, 403, 41, { entityType: "CUSTOMER", limit: 1 });
});
