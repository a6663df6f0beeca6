// REST contract 6, rule by rule: customers, as far as no line of the checklist is about it.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { NO_CONTACT } from "../support/no-contact.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

test("REST §6: a title is enough for a customer, whose tenant is the caller's whatever the body says", async () => {
  const { tenant, clock } = platform();
  const title = tenant.uniqueName("Acme");
  const other = await platform().createTenant();
  const sent = {
    title,
    name: "another",
    tenantId: { entityType: "TENANT", id: other.id },
  };
  expect(await tenant.rest.post("/api/customer", sent)).toEqual({
    id: { entityType: "CUSTOMER", id: expect.any(String) },
    createdTime: clock.now(),
    tenantId: { entityType: "TENANT", id: tenant.id },
    title,
    name: title,
    externalId: null,
    ...NO_CONTACT,
    additionalInfo: null,
    version: 1,
  });
});

test("REST §6: externalId is kept, replaced by a save, and null when a save leaves it out", async () => {
  const { rest } = platform().tenant;
  const title = platform().tenant.uniqueName("Acme");
  const externalId = { entityType: "CUSTOMER", id: UNKNOWN_ID };
  const { id } = (await rest.post("/api/customer", { title, externalId: { id: UNKNOWN_ID } })) as {
    id: { id: string };
  };
  const shown = (await rest.get(`/api/customer/${id.id}`)) as object;
  expect(shown).toMatchObject({ externalId });
  expect(await rest.post("/api/customer", shown)).toEqual({ ...shown, version: 2 });
  const other = { entityType: "CUSTOMER", id: id.id };
  expect(await rest.post("/api/customer", { id, title, externalId: other })).toMatchObject({ externalId: other });
  for (const wrong of [UNKNOWN_ID, 5, [], {}, { id: "x" }, { id: 5 }, { entityType: "DEVICE", id: UNKNOWN_ID }])
    expectError(await rest.request("POST", "/api/customer", { id, title, externalId: wrong }), 400, 31);
  expect(await rest.get(`/api/customer/${id.id}`)).toMatchObject({ externalId: other, version: 3 });
  expect(await rest.post("/api/customer", { id, title })).toMatchObject({ externalId: null });
});

test("REST §6: a taken title gets six letters and digits behind an underline, or what the call asks for", async () => {
  const { tenant } = platform();
  const title = tenant.uniqueName("Acme");
  const save = (query: string): Promise<unknown> => tenant.rest.post(`/api/customer?${query}`, { title });
  await save("");
  expect(text(await save("nameConflictPolicy=UNIQUIFY"), "title")).toMatch(new RegExp(`^${title}_[A-Za-z0-9]{6}$`));
  const counted = "nameConflictPolicy=UNIQUIFY&uniquifyStrategy=INCREMENTAL&uniquifySeparator=-";
  expect(text(await save(counted), "title")).toBe(`${title}-1`);
  expect(text(await save(counted), "title")).toBe(`${title}-2`);
  for (const query of [
    "",
    "nameConflictPolicy=FAIL",
    "nameConflictPolicy=OTHER",
    "nameConflictPolicy=UNIQUIFY&uniquifyStrategy=OTHER",
  ])
    expectError(await tenant.rest.request("POST", `/api/customer?${query}`, { title }), 400, 31);
});

test("REST §6: the short forms of a customer are for its tenant and its own users", async () => {
  const { tenant, sysAdmin } = platform();
  const [own, other] = [await tenant.createCustomer(), await tenant.createCustomer()];
  const title = text(await tenant.rest.get(`/api/customer/${own.id}`), "title");
  for (const caller of [tenant.rest, own.rest]) {
    expect(await caller.get(`/api/customer/${own.id}/shortInfo`)).toEqual({ title, isPublic: false });
    const answer = await caller.request("GET", `/api/customer/${own.id}/title`);
    expect([answer.text, answer.headers.get("content-type")]).toEqual([title, "application/text; charset=utf-8"]);
  }
  for (const path of [`/api/customer/${own.id}`, `/api/customer/${own.id}/shortInfo`, `/api/customer/${own.id}/title`])
    for (const caller of [other.rest, sysAdmin, (await platform().createTenant()).rest])
      expectError(await caller.request("GET", path), 403, 20);
});

test("REST §6: a customer is found by its exact title", async () => {
  const { tenant } = platform();
  const customer = await tenant.rest.post("/api/customer", { title: tenant.uniqueName("Ünïque & co") });
  const title = text(customer, "title");
  const find = (wanted: string) =>
    tenant.rest.request("GET", `/api/tenant/customers?customerTitle=${encodeURIComponent(wanted)}`);
  expect((await find(title)).body).toEqual(customer);
  expectError(await find(title.toLowerCase()), 404, 32);
  expectError(await tenant.rest.request("GET", "/api/tenant/customers"), 400, 31);
});

test("REST §6: customers by id are those of the tenant, in an array", async () => {
  const { tenant } = platform();
  const [own, foreign] = [await tenant.createCustomer(), await (await platform().createTenant()).createCustomer()];
  for (const path of ["/api/customers", "/api/customers/list"]) {
    expect(await tenant.rest.get(`${path}?customerIds=${foreign.id},${own.id},${UNKNOWN_ID}`)).toMatchObject([
      { id: { id: own.id } },
    ]);
    expectError(await tenant.rest.request("GET", `${path}?customerIds=`), 400, 31);
    expectError(await own.rest.request("GET", `${path}?customerIds=${own.id}`), 403, 20);
  }
});

test("REST §6: customers of other tenants are forbidden, those that do not exist are not found", async () => {
  const { tenant } = platform();
  const foreign = await (await platform().createTenant()).createCustomer();
  for (const [id, status, code] of [
    [foreign.id, 403, 20],
    [UNKNOWN_ID, 404, 32],
  ] as const) {
    expectError(await tenant.rest.request("GET", `/api/customer/${id}`), status, code);
    expectError(await tenant.rest.request("DELETE", `/api/customer/${id}`), status, code);
    expectError(await tenant.rest.request("POST", "/api/customer", { id: { id }, title: "taken over" }), status, code);
  }
});

test("REST §6: the public customer keeps its title, and its mark until a save says otherwise", async () => {
  const other = await platform().createTenant();
  const device = await other.createDevice();
  const share = `/api/customer/public/device/${device.id}`;
  await other.rest.post(share);
  const { id } = (await other.rest.get("/api/tenant/customers?customerTitle=Public")) as { readonly id: unknown };
  const save = (additionalInfo: object | null): Promise<unknown> =>
    other.rest.post("/api/customer", { id, title: "Public", additionalInfo });
  const isPublic = async (): Promise<unknown> =>
    member(await other.rest.get(`/api/device/info/${device.id}`), "customerIsPublic");
  expect(await save({ note: "x" })).toMatchObject({ additionalInfo: { note: "x", isPublic: true }, version: 2 });
  expect(await save(null)).toMatchObject({ additionalInfo: { isPublic: true } });
  expect(await isPublic()).toBe(true);
  expectError(await other.rest.request("POST", "/api/customer", { id, title: "Other" }), 400, 31);
  expect(await save({ isPublic: false })).toMatchObject({ additionalInfo: { isPublic: false } });
  expect(await isPublic()).toBe(false);
  expectError(await other.rest.request("POST", share), 400, 31);
  await save({ isPublic: true });
  expect((await other.rest.request("POST", share)).status).toBe(200);
  expect(await isPublic()).toBe(true);
});

test("REST §6: the mark in a free object does not make another customer public", async () => {
  const { tenant } = platform();
  const { id } = (await tenant.rest.post("/api/customer", {
    title: tenant.uniqueName("Acme"),
    additionalInfo: { isPublic: true },
  })) as { id: { id: string } };
  expect(await tenant.rest.get(`/api/customer/${id.id}/shortInfo`)).toMatchObject({ isPublic: false });
  const device = await tenant.createDevice({ customerId: id.id });
  expect(await tenant.rest.get(`/api/device/info/${device.id}`)).toMatchObject({ customerIsPublic: false });
  expect(await platform().anonymous.request("POST", "/api/auth/login/public", { publicId: id.id })).toMatchObject({
    status: 401,
  });
});
