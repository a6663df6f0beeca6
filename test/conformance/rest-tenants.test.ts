// REST contract 5, rule by rule: tenants and tenant profiles, as far as no line of the checklist is about it.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { NO_CONTACT } from "../support/no-contact.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";
import { TENANT_ADMIN } from "../support/platform.ts";

const platform = useTestPlatform();

const newTitle = (): string => platform().tenant.uniqueName("Plant");

test("REST §5: a title is enough for a tenant; the region is Global, and the name is the title", async () => {
  const { sysAdmin } = platform();
  const title = newTitle();
  const profile = await sysAdmin.get("/api/tenantProfileInfo/default");
  const tenant = await sysAdmin.post("/api/tenant", { title, name: "another", region: "Mars", createdTime: 1 });
  expect(tenant).toEqual({
    id: { entityType: "TENANT", id: expect.any(String) },
    createdTime: platform().clock.now(),
    title,
    name: title,
    region: "Global",
    tenantProfileId: member(profile, "id"),
    ...NO_CONTACT,
    additionalInfo: null,
    version: 1,
  });
  expect(await sysAdmin.get(`/api/tenant/info/${text(tenant, "id", "id")}`)).toEqual({
    ...(tenant as object),
    tenantProfileName: "Default",
  });
});

test("REST §5: an update replaces the whole tenant, and one without a profile means the default profile", async () => {
  const { sysAdmin } = platform();
  const small = await sysAdmin.post("/api/tenantProfile", { name: newTitle() });
  const tenant = await sysAdmin.post("/api/tenant", {
    title: newTitle(),
    city: "Oslo",
    tenantProfileId: member(small, "id"),
  });
  const kept = await sysAdmin.post("/api/tenant", tenant);
  expect(kept).toEqual({ ...(tenant as object), version: 2 });
  const bare = await sysAdmin.post("/api/tenant", { id: member(tenant, "id"), title: text(tenant, "title") });
  const { id: defaultId } = (await sysAdmin.get("/api/tenantProfileInfo/default")) as { readonly id: unknown };
  expect(bare).toEqual({ ...(tenant as object), city: null, tenantProfileId: defaultId, version: 3 });
  expectError(await sysAdmin.request("POST", "/api/tenant", tenant), 409, 35);
});

test("REST §5: a tenant cannot have a profile that does not exist", async () => {
  const body = { title: newTitle(), tenantProfileId: { entityType: "TENANT_PROFILE", id: UNKNOWN_ID } };
  expectError(await platform().sysAdmin.request("POST", "/api/tenant", body), 400, 31);
});

test("REST §5: tenants by id are filtered to those that the caller may read", async () => {
  const { sysAdmin, tenant } = platform();
  const other = await platform().createTenant();
  const customer = await tenant.createCustomer();
  for (const path of ["/api/tenants", "/api/tenants/list"]) {
    const url = `${path}?tenantIds=${other.id},${tenant.id},${UNKNOWN_ID}`;
    const idsOf = (found: unknown): string[] => (found as unknown[]).map((item) => text(item, "id", "id")).sort();
    expect(idsOf(await sysAdmin.get(url))).toEqual([other.id, tenant.id].sort());
    expect(idsOf(await tenant.rest.get(url))).toEqual([tenant.id]);
    expectError(await customer.rest.request("GET", url), 403, 20);
    expectError(await sysAdmin.request("GET", `${path}?tenantIds=`), 400, 31);
  }
  expectError(await tenant.rest.request("GET", "/api/tenants?pageSize=1&page=0"), 403, 20);
});

test("REST §5: deleting a tenant ends the sessions of its users and of its devices", async () => {
  const doomed = await platform().createTenant();
  const device = await doomed.createDevice();
  const customer = await doomed.createCustomer();
  const session = await platform().connect(device.token, 5);
  expect((await platform().sysAdmin.request("DELETE", `/api/tenant/${doomed.id}`)).text).toBe("");
  await session.closed();
  for (const { rest } of [doomed, customer])
    expect((await rest.request("GET", "/api/auth/user")).status, "a token of a deleted user").toBe(401);
  const again = await platform().connect(device.token, 5);
  expect(again.connackCode).not.toBe(0);
  expectError(await platform().sysAdmin.request("DELETE", `/api/tenant/${doomed.id}`), 404, 32);
});

test("REST §5: the default profile is the only one, has every limit at zero, and names its flag default", async () => {
  const { sysAdmin } = platform();
  const info = await sysAdmin.get("/api/tenantProfileInfo/default");
  expect(info).toEqual({ id: { entityType: "TENANT_PROFILE", id: expect.any(String) }, name: "Default" });
  expect(await sysAdmin.get(`/api/tenantProfileInfo/${text(info, "id", "id")}`)).toEqual(info);
  const profile = await sysAdmin.get(`/api/tenantProfile/${text(info, "id", "id")}`);
  expect(profile).toEqual({
    id: member(info, "id"),
    createdTime: expect.any(Number),
    name: "Default",
    description: null,
    default: true,
    isolatedTbRuleEngine: false,
    profileData: { configuration: expect.objectContaining({ type: "DEFAULT" }), queueConfiguration: null },
  });
  const { type: _type, ...limits } = member(profile, "profileData", "configuration") as Record<string, unknown>;
  expect(new Set(Object.values(limits))).toEqual(new Set([0, ""]));
  expect(limits).toMatchObject({ maxDevices: 0, maxWsSessionsPerTenant: 0, tenantServerRestLimitsConfiguration: "" });
  // Neither a new profile nor another one takes its place by a save, and it does not give it up by one.
  expect(await sysAdmin.post("/api/tenantProfile", { ...(profile as object), default: false })).toEqual(profile);
  const name = newTitle();
  expectError(await sysAdmin.request("POST", "/api/tenantProfile", { name, default: true }), 400, 31);
  const other = (await sysAdmin.post("/api/tenantProfile", { name })) as object;
  expectError(await sysAdmin.request("POST", "/api/tenantProfile", { ...other, default: true }), 400, 31);
});

test("REST §5: the default can be given to another profile, whose call answers with it", async () => {
  const { sysAdmin } = platform();
  const former = text(await sysAdmin.get("/api/tenantProfileInfo/default"), "id", "id");
  const profile = await sysAdmin.post("/api/tenantProfile", { name: newTitle() });
  const path = (id: string): string => `/api/tenantProfile/${id}/default`;
  const id = text(profile, "id", "id");
  expect(await sysAdmin.post(path(id))).toEqual({ ...(profile as object), default: true });
  expect(member(await sysAdmin.get(`/api/tenantProfile/${former}`), "default")).toBe(false);
  expect(await sysAdmin.post(path(former))).toMatchObject({ default: true });
  expectError(await sysAdmin.request("POST", path(UNKNOWN_ID)), 404, 32);
});

test("REST §5: unknown members of a profile are stored and echoed; unsound limits are refused", async () => {
  const { sysAdmin } = platform();
  const profileData = {
    configuration: {
      type: "DEFAULT",
      maxDevices: 7,
      maxRuleChains: 3,
      cassandraReadQueryTenantCoreRateLimits: "9:1",
      own: { a: [1] },
    },
    queueConfiguration: [{ name: "Main" }],
  };
  const saved = await sysAdmin.post("/api/tenantProfile", { name: newTitle(), profileData });
  expect(await sysAdmin.get(`/api/tenantProfile/${text(saved, "id", "id")}`)).toMatchObject({ profileData });
  for (const configuration of [
    { maxDevices: -1 },
    { maxDevices: "5" },
    { maxUsers: 1.5 },
    { rpcTtlDays: true },
    { warnThreshold: 2 },
    { transportDeviceMsgRateLimit: "x" },
    5,
  ]) {
    const body = { name: newTitle(), profileData: { configuration } };
    expectError(await sysAdmin.request("POST", "/api/tenantProfile", body), 400, 31);
  }
});

test("REST §5: profiles by id come as an array, infos can be sorted by name alone, and all of it is the system's", async () => {
  const { sysAdmin, tenant } = platform();
  const id = text(await sysAdmin.get("/api/tenantProfileInfo/default"), "id", "id");
  for (const path of ["/api/tenantProfiles", "/api/tenantProfiles/list"])
    expect(await sysAdmin.get(`${path}?ids=${id},${UNKNOWN_ID}`)).toMatchObject([{ id: { id } }]);
  const infos = "/api/tenantProfileInfos?pageSize=1&page=0";
  expect(await sysAdmin.get(`${infos}&sortProperty=name`)).toMatchObject({
    data: [{ id: {}, name: expect.any(String) }],
  });
  expectError(await sysAdmin.request("GET", `${infos}&sortProperty=createdTime`), 400, 31);
  for (const path of [
    infos,
    `/api/tenantProfile/${id}`,
    `/api/tenantProfileInfo/${id}`,
    `/api/tenantProfiles?ids=${id}`,
  ])
    expectError(await tenant.rest.request("GET", path), 403, 20);
});

test("REST §5: another profile applies to a tenant at once", async () => {
  const { sysAdmin } = platform();
  const [tenant, other] = [await platform().createTenant(), await platform().createTenant({ maxDevices: 1 })];
  await tenant.createDevice();
  const [saved, small] = (await Promise.all([tenant, other].map(({ id }) => sysAdmin.get(`/api/tenant/${id}`)))) as {
    readonly tenantProfileId: unknown;
  }[];
  await sysAdmin.post("/api/tenant", { ...saved, tenantProfileId: small?.tenantProfileId });
  expectError(await tenant.rest.request("POST", "/api/device", { name: "second" }), 403, 41, {
    entityType: "DEVICE",
    limit: 1,
  });
});

test("REST §5: a save of a profile applies at once to all its tenants", async () => {
  const { sysAdmin } = platform();
  const limited = await platform().createTenant();
  const { tenantProfileId } = (await sysAdmin.get(`/api/tenant/${limited.id}`)) as {
    readonly tenantProfileId: unknown;
  };
  const profile = (await sysAdmin.get(`/api/tenantProfile/${text(tenantProfileId, "id")}`)) as object;
  const limits = { type: "DEFAULT", maxDevices: 1, maxCustomers: 2, maxUsers: 1 };
  await sysAdmin.post("/api/tenantProfile", { ...profile, profileData: { configuration: limits } });
  await limited.createDevice();
  const device = await limited.rest.request("POST", "/api/device", { name: "second" });
  expectError(device, 403, 41, { entityType: "DEVICE", limit: 1 });
  await limited.rest.post("/api/customer", { title: "first" });
  await limited.rest.post("/api/customer", { title: "second" });
  const customer = await limited.rest.request("POST", "/api/customer", { title: "third" });
  expectError(customer, 403, 41, { entityType: "CUSTOMER", limit: 2 });
  const user = { email: `${newTitle()}@example.com`, authority: "TENANT_ADMIN" };
  expectError(await limited.rest.request("POST", "/api/user?sendActivationMail=false", user), 403, 41, {
    entityType: "USER",
    limit: 1,
  });
});

test("REST §5: the tenant of the first start reads itself, and no customer user reads a tenant", async () => {
  const { tenant, anonymous } = platform();
  const admin = await anonymous.login(TENANT_ADMIN.email, TENANT_ADMIN.password);
  expect(await admin.get(`/api/tenant/${tenant.id}`)).toMatchObject({ title: "Default" });
  expect(await admin.get(`/api/tenant/info/${tenant.id}`)).toMatchObject({ tenantProfileName: "Default" });
  const customer = await tenant.createCustomer();
  expectError(await customer.rest.request("GET", `/api/tenant/${tenant.id}`), 403, 20);
  expectError(await admin.request("GET", `/api/tenant/${UNKNOWN_ID}`), 403, 20);
});
