// Views over HTTP: saving, revisions, sharing and share links. Source: analytics contract 2, 4.3, 6, 9.
import { beforeAll, expect, test } from "vitest";
import { useTestPlatform } from "../../support/conformance.ts";
import { AnalyticsClient, COUNT_VIEW, newViewOf, type SavedView } from "../../support/analytics-client.ts";
import { text } from "../../support/rest-client.ts";
import type { TestCustomer, TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
let admin: AnalyticsClient;
let tenant: TestTenant;
beforeAll(() => {
  ({ tenant } = platform());
  admin = new AnalyticsClient(tenant.rest);
});

const newView = (fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => newViewOf(tenant, fields);

/** Two devices with readings of `temp`: one of the customer, one of the tenant alone. */
async function plant(): Promise<{ readonly customer: TestCustomer; readonly own: string; readonly other: string }> {
  const customer = await tenant.createCustomer();
  const own = await tenant.createDevice({ customerId: customer.id });
  const other = await tenant.createDevice();
  for (const [device, temp] of [
    [own, 10],
    [other, 30],
  ] as const)
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, {
      ts: platform().clock.now() - 60_000,
      values: { temp },
    });
  return { customer, own: own.name, other: other.name };
}

function names(rows: readonly (readonly unknown[])[]): readonly unknown[] {
  return rows.map(([name]) => name);
}

test("AN §2.1 (P3): a saved view has every default written out, and can be sent back as it was read", async () => {
  const created = await admin.call("POST", "/views", newView());
  expect(created.status).toBe(201);
  const view = created.body as SavedView;
  expect(created.headers.get("location")).toBe(`/apiAnalytics/v1/views/${view.id}`);
  expect(created.headers.get("etag")).toBe('"1"');
  expect(view).toMatchObject({
    schemaVersion: 1,
    revision: 1,
    timeRange: { type: "rolling", amount: 7, unit: "d", timezone: "UTC" },
    sharing: { visibility: "private", customerIds: [], allCustomers: false },
    grouping: { mode: "grouped" },
    limit: { rows: 10_000 },
    fields: [{ id: "n" }, { id: "t", aggregation: { fn: "avg" } }],
    owner: { tenantId: tenant.id, customerId: null },
  });
  const saved = await admin.call("PUT", `/views/${view.id}`, view);
  expect([saved.status, saved.body]).toEqual([200, { ...view, revision: 2 }]);
});

test("AN §4.3: links of a view end with its id", async () => {
  const { id, links } = await admin.create(newView());
  expect(links.editor).toBe(`${platform().anonymous.baseUrl}/views/${id}`);
  expect(links.show).toBe(`${platform().anonymous.baseUrl}/show/${id}`);
  expect(links.embed).toBe(`${platform().anonymous.baseUrl}/embed/${id}`);
});

test("AN-42: saving two fields with one label returns 400 LABEL_DUPLICATE", async () => {
  const fields = [
    { id: "a", label: "Same", source: { type: "entity", field: "name" } },
    { id: "b", label: "Same", source: { type: "telemetry", key: "temp" } },
  ];
  const answer = await admin.call("POST", "/views", newView({ fields }));
  expect([answer.status, answer.body]).toMatchObject([
    400,
    { code: "LABEL_DUPLICATE", errorCode: 31, errors: [{ pointer: "/fields/1/label", code: "LABEL_DUPLICATE" }] },
  ]);
});

test("AN §2.14: all that is wrong is listed in one answer, and an unknown property with what was meant", async () => {
  const fields = [{ id: "1", label: "", source: { type: "telemetry" } }];
  const answer = await admin.call("POST", "/views", { name: "", fields, fitlers: [] });
  expect(answer.status).toBe(400);
  const { errors } = answer.body as { errors: { code: string; message: string }[] };
  expect(errors.map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      "NAME_REQUIRED",
      "FIELD_ID_INVALID",
      "LABEL_INVALID",
      "SOURCE_INVALID",
      "UNKNOWN_PROPERTY",
    ]),
  );
  expect(errors.find(({ code }) => code === "UNKNOWN_PROPERTY")?.message).toContain('"filters"');
  for (const body of ["[]", '"x"', "null"])
    expect((await admin.callText("POST", "/views", body)).status, body).toBe(400);
});

test("AN §4.3: a view is checked without being saved", async () => {
  const good = await admin.call("POST", "/views/validate", newView({ name: "Only checked" }));
  expect(good.body).toMatchObject({ valid: true, errors: [], normalized: { name: "Only checked", schemaVersion: 1 } });
  const bad = await admin.call("POST", "/views/validate", newView({ fields: [] }));
  expect(bad.body).toMatchObject({ valid: false, errors: [{ code: "FIELDS_REQUIRED" }], normalized: null });
  const listed = await admin.call("GET", "/views?pageSize=10&page=0&textSearch=Only%20checked");
  expect(listed.body).toMatchObject({ totalElements: 0 });
});

test("AN §2.14: a name is taken once in a folder, without regard to case", async () => {
  const view = newView({ folder: "a/b" });
  await admin.create(view);
  const again = await admin.call("POST", "/views", { ...view, name: String(view["name"]).toUpperCase() });
  expect([again.status, again.body]).toMatchObject([409, { code: "NAME_TAKEN", errorCode: 35 }]);
  await admin.create({ ...view, folder: "a" });
});

test("AN-74: PUT with an old revision returns 409, whether in If-Match or in the body", async () => {
  const view = newView();
  const { id } = await admin.create(view);
  const put = (body: unknown, headers = {}) => admin.call("PUT", `/views/${id}`, body, headers);
  expect((await put(view, { "if-match": '"1"' })).status).toBe(200);

  const old = await put(view, { "if-match": '"1"' });
  expect([old.status, old.body]).toMatchObject([409, { code: "REVISION_MISMATCH", errorCode: 35 }]);
  expect((await put({ ...view, revision: 1 })).status).toBe(409);
  expect((await put({ ...view, revision: 2 })).headers.get("etag")).toBe('"3"');
  expect((await put(view, { "if-match": "*" })).headers.get("etag")).toBe('"4"');
  expect((await put(view)).body).toMatchObject({ code: "REVISION_REQUIRED" });
  expect((await put(view, { "if-match": "W/x" })).body).toMatchObject({ code: "REVISION_REQUIRED" });
  expect((await put({ ...view, revision: 4 }, { "if-match": '"3"' })).body).toMatchObject({
    code: "REVISION_REQUIRED",
  });
  expect((await put({ ...view, id: "0198a1c0-0000-7000-8000-0000000000b0", revision: 4 })).status).toBe(400);
});

test("AN-74: of two saves at the same time one wins, and the other gets a conflict", async () => {
  const view = newView();
  const { id } = await admin.create(view);
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => admin.call("PUT", `/views/${id}`, { ...view, revision: 1 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test("AN §4.3: revisions are listed, and an old one is brought back without its sharing", async () => {
  const view = newView({ sharing: { visibility: "customers", allCustomers: true } });
  const { id } = await admin.create(view);
  await admin.call("PUT", `/views/${id}`, { ...view, sharing: undefined, description: "second", revision: 1 });
  const list = async () => (await admin.call("GET", `/views/${id}/revisions`)).body;
  expect(await list()).toMatchObject([
    { revision: 2, definition: { description: "second" } },
    { revision: 1, definition: { description: "" } },
  ]);
  const restored = await admin.call("POST", `/views/${id}/revisions/1/restore`);
  expect(restored.body).toMatchObject({ revision: 3, description: "", sharing: { visibility: "private" } });
  expect((await admin.call("POST", `/views/${id}/revisions/9/restore`)).body).toMatchObject({
    code: "REVISION_NOT_FOUND",
  });
});

test("AN §4.3: a copy is private, has the definition, and a name of its own", async () => {
  const view = newView({ sharing: { visibility: "customers", allCustomers: true }, folder: "x" });
  const { id, name } = await admin.create(view);
  const copy = async (body = {}) => (await admin.call("POST", `/views/${id}/copy`, body)).body;
  expect(await copy()).toMatchObject({ name: `${name} (copy)`, folder: "x", sharing: { visibility: "private" } });
  expect(await copy()).toMatchObject({ name: `${name} (copy 2)` });
  expect(await copy({ name: `${name} named`, folder: "y" })).toMatchObject({ name: `${name} named`, folder: "y" });
  expect(await copy({ name: `${name} named`, folder: "y" })).toMatchObject({ code: "NAME_TAKEN" });
});

test("AN §4.3: a deleted view is gone", async () => {
  const { id } = await admin.create(newView());
  const gone = await admin.call("DELETE", `/views/${id}`);
  expect([gone.status, gone.text]).toEqual([204, ""]);
  expect((await admin.call("GET", `/views/${id}`)).body).toMatchObject({ code: "VIEW_NOT_FOUND", errorCode: 32 });
  expect((await admin.call("DELETE", `/views/${id}`)).status).toBe(404);
});

test("AN §4.3: views are listed by folder, tag and text, in pages", async () => {
  const [a, b] = [
    await admin.create(newView({ folder: "list/one", tags: ["of the list"] })),
    await admin.create(newView({ folder: "list" })),
  ];
  const list = async (query: string) =>
    (await admin.call("GET", `/views?pageSize=10&page=0&${query}`)).body as {
      data: SavedView[];
      totalElements: number;
    };
  expect((await list("folder=list&sortProperty=folder&sortOrder=DESC")).data.map(({ id }) => id)).toEqual([a.id, b.id]);
  expect((await list(`tag=${encodeURIComponent("of the list")}`)).data.map(({ id }) => id)).toEqual([a.id]);
  expect((await list(`textSearch=${encodeURIComponent(b.name.toUpperCase())}`)).data).toMatchObject([
    { id: b.id, visualization: { type: "table" } },
  ]);
  expect((await list("folder=li")).totalElements).toBe(0);
});

test("AN-72: a view of another tenant returns 404, whatever is asked of it", async () => {
  const { id } = await admin.create(newView({ sharing: { visibility: "customers", allCustomers: true } }));
  const stranger = new AnalyticsClient((await platform().createTenant()).rest);
  const calls = [
    stranger.call("GET", `/views/${id}`),
    stranger.call("PUT", `/views/${id}`, { ...newView(), revision: 1 }),
    stranger.call("DELETE", `/views/${id}`),
    stranger.call("POST", `/views/${id}/copy`, {}),
    stranger.call("GET", `/views/${id}/revisions`),
    stranger.call("POST", `/views/${id}/revisions/1/restore`),
    stranger.call("GET", `/views/${id}/links`),
    stranger.call("POST", `/views/${id}/links`, {}),
    stranger.call("POST", `/views/${id}/data`, {}),
    stranger.buildReport({ viewConfigId: id }),
  ];
  for (const answer of await Promise.all(calls))
    expect([answer.status, answer.body]).toMatchObject([404, { code: "VIEW_NOT_FOUND" }]);
  expect((await admin.call("GET", `/views/${id}`)).status).toBe(200);
});

test("AN §6.1: a user of a customer sees shared and own views, and changes own ones only", async () => {
  const { customer } = await plant();
  const user = new AnalyticsClient(customer.rest);
  const sharing = { visibility: "customers", customerIds: [customer.id] };
  const shared = await admin.create(newView({ sharing }));
  const hidden = await admin.create(newView({ sharing: { visibility: "tenant" } }));
  const own = await user.create(newView());

  expect((await user.call("GET", `/views/${hidden.id}`)).status).toBe(404);
  expect((await user.call("GET", `/views/${shared.id}`)).status).toBe(200);
  for (const answer of [
    await user.call("PUT", `/views/${shared.id}`, { ...newView(), revision: 1 }),
    await user.call("DELETE", `/views/${shared.id}`),
    await user.call("POST", `/views/${own.id}/links`, {}),
    await user.call("PUT", `/views/${own.id}`, { ...newView({ sharing }), revision: 1 }),
  ])
    expect([answer.status, answer.body]).toMatchObject([403, { code: "FORBIDDEN", errorCode: 20 }]);
  expect((await user.call("PUT", `/views/${own.id}`, { ...newView(), revision: 1 })).status).toBe(200);
  const listed = (await user.call("GET", "/views?pageSize=100&page=0")).body as { data: SavedView[] };
  const ids = listed.data.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([shared.id, own.id]));
  expect(ids).not.toContain(hidden.id);
  expect((await admin.call("GET", `/views/${own.id}`)).status).toBe(200);
});

test("AN-73: a customer user gets figures of the own devices only, also in totals", async () => {
  const { customer, own, other } = await plant();
  const { id } = await admin.create(
    newView({
      sharing: { visibility: "customers", customerIds: [customer.id] },
      scope: { where: `entity.name == "${own}" or entity.name == "${other}"` },
      grouping: { totals: "grand" },
    }),
  );
  const all = await admin.data(id);
  expect([names(all.rows), all.totals]).toMatchObject([[own, other].sort(), [{ cells: [null, 20] }]]);
  const theirs = await new AnalyticsClient(customer.rest).data(id);
  expect([theirs.rows, theirs.totals]).toMatchObject([[[own, 10]], [{ cells: [null, 10] }]]);
});

test("AN-80: an empty range says when the newest value was measured, of the devices of the caller only", async () => {
  const { customer, own, other } = await plant();
  const now = platform().clock.now();
  const scope = { where: `entity.name == "${own}" or entity.name == "${other}"` };
  const sharing = { visibility: "customers", customerIds: [customer.id] };
  const { id } = await admin.create(newView({ sharing, scope }));
  const lateId = text(await tenant.rest.get(`/api/tenant/devices?deviceName=${other}`), "id", "id");
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${lateId}/timeseries/ANY`, {
    ts: now - 30_000,
    values: { temp: 31, unread: 1 },
  });
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${lateId}/timeseries/ANY`, {
    ts: now - 10_000,
    values: { unread: 2 },
  });
  const empty = { rangeStartTs: now - 86_400_000, rangeEndTs: now - 3_600_000 };
  const user = new AnalyticsClient(customer.rest);
  const newestOf = async (client: AnalyticsClient, request: object): Promise<unknown> =>
    (await client.data(id, request)).meta["newestTs"];

  expect(await newestOf(admin, empty)).toBe(now - 30_000);
  expect(await newestOf(user, empty)).toBe(now - 60_000);
  expect([await newestOf(admin, {}), await newestOf(user, {})]).toEqual([null, null]);

  const link = await admin.call("POST", `/views/${id}/links`, { customerId: customer.id });
  const bearer = new AnalyticsClient(platform().anonymous, { "x-share-link": text(link.body, "token") });
  expect(await newestOf(bearer, empty)).toBe(now - 60_000);

  // Another tenant has the same key, and a device of the same name.
  const stranger = await platform().createTenant();
  await stranger.rest.post("/api/device", { name: other });
  const preview = await new AnalyticsClient(stranger.rest).call("POST", "/views/preview", {
    view: newViewOf(stranger, { scope }),
    ...empty,
  });
  expect([preview.status, preview.body]).toMatchObject([200, { rows: [], meta: { devices: 1, newestTs: null } }]);
});

test("AN §6.1: a system administrator has no views", async () => {
  const answer = await new AnalyticsClient(platform().sysAdmin).call("GET", "/views?pageSize=1&page=0");
  expect([answer.status, answer.body]).toMatchObject([403, { code: "NO_TENANT" }]);
});

test("AN-75: preview of an unsaved view equals the report after saving it", async () => {
  await plant();
  const view = newView();
  const preview = await admin.call("POST", "/views/preview", { view });
  const { id } = await admin.create(view);
  const saved = await admin.data(id);
  expect(preview.body).toMatchObject({ columns: saved.columns, rows: saved.rows });
});

test("AN-75: a preview has no rows that the view does not give; a part that is asked for is no report that fails", async () => {
  const { own, other } = await plant();
  const where = `entity.name == "${own}" or entity.name == "${other}"`;
  const small = { ...newView({ scope: { where } }), limit: { rows: 1 } };
  const preview = async (view: unknown, rows?: number) => {
    const answer = await admin.call("POST", "/views/preview", { view, ...(rows === undefined ? {} : { rows }) });
    const { rows: shown, meta } = answer.body as { rows?: unknown[]; meta?: { truncation: unknown } };
    return [answer.status, shown?.length, meta?.truncation];
  };
  const cut = [200, 1, { reason: "rows", limit: 1 }];
  expect([await preview(small), await preview(small, 10)]).toEqual([cut, cut]);

  const failing = (rows: number) => ({ ...small, limit: { rows, onExceed: "fail" } });
  expect(await preview(failing(2), 1)).toEqual(cut);
  expect((await preview(failing(1)))[0]).toBe(400);
  const { id } = await admin.create(failing(2));
  expect((await admin.data(id, { limit: 1 })).rows).toHaveLength(1);
});

test("AN-64: changing visualization changes no cell", async () => {
  await plant();
  const view = newView();
  const { id } = await admin.create(view);
  const before = await admin.buildReport({ viewConfigId: id });
  const changed = { ...view, visualization: { type: "bar", x: "n", y: ["t"] }, revision: 1 };
  expect((await admin.call("PUT", `/views/${id}`, changed)).status).toBe(200);
  expect((await admin.buildReport({ viewConfigId: id })).text).toBe(before.text);
});

test("AN §4.2: a stored view that no longer fits returns 400 VIEW_INVALID, and can still be read", async () => {
  const name = tenant.uniqueName("profile");
  const profile = await tenant.rest.post("/api/deviceProfile", {
    name,
    type: "DEFAULT",
    transportType: "DEFAULT",
    profileData: {},
  });
  const { id } = await admin.create(newView({ scope: { profiles: [{ name }] } }));
  await tenant.rest.delete(`/api/deviceProfile/${text(profile, "id", "id")}`);
  const run = await admin.buildReport({ viewConfigId: id });
  expect([run.status, run.body]).toMatchObject([
    400,
    { code: "VIEW_INVALID", errors: [{ pointer: "/scope/profiles/0", code: "SCOPE_UNKNOWN" }] },
  ]);
  expect((await admin.call("GET", `/views/${id}`)).status).toBe(200);
});

test("AN §2.3: devices of a saved view that are deleted are dropped silently", async () => {
  const [kept, gone] = [await tenant.createDevice(), await tenant.createDevice()];
  const { id } = await admin.create(newView({ ...COUNT_VIEW, scope: { deviceIds: [kept.id, gone.id] } }));
  expect((await admin.data(id)).rows).toEqual([[2]]);
  await tenant.rest.delete(`/api/device/${gone.id}`);
  expect((await admin.data(id)).rows).toEqual([[1]]);
});

async function link(
  id: string,
  body: unknown = {},
): Promise<{ readonly id: string; readonly token: string; readonly url: string }> {
  const answer = await admin.call("POST", `/views/${id}/links`, body);
  expect([answer.status, answer.text]).toMatchObject([201, expect.anything()]);
  return answer.body as { id: string; token: string; url: string };
}

test("AN-78: a revoked share link returns 403; a locked filter of a link cannot be changed", async () => {
  const { own, other } = await plant();
  const filters = [{ name: "device", target: { type: "entity", field: "name" }, operator: "in", values: [] }];
  const view = await admin.create(
    newView({ filters, scope: { where: `entity.name == "${own}" or entity.name == "${other}"` } }),
  );
  const { id, token, url } = await link(view.id, { lockedFilters: { device: [own] } });
  expect(url).toBe(`${platform().anonymous.baseUrl}/embed/${view.id}?link=${token}`);
  const bearer = new AnalyticsClient(platform().anonymous, { "x-share-link": token });

  expect((await bearer.data(view.id)).rows).toEqual([[own, 10]]);
  const changed = await bearer.call("POST", `/views/${view.id}/data`, { filters: { device: [other] } });
  expect([changed.status, changed.body]).toMatchObject([400, { code: "FILTER_LOCKED" }]);
  expect((await bearer.call("POST", `/views/${view.id}/filters/device/values`, {})).status).toBe(403);

  expect((await admin.call("DELETE", `/views/${view.id}/links/${id}`)).status).toBe(204);
  const revoked = await bearer.call("POST", `/views/${view.id}/data`, {});
  expect([revoked.status, revoked.body]).toMatchObject([403, { code: "LINK_INVALID" }]);
});

test("AN §6.3: the bearer of a link sees its view and nothing else", async () => {
  const view = await admin.create(newView({ scope: { where: 'entity.name != "secret"' } }));
  const other = await admin.create(newView());
  const { token } = await link(view.id);
  const bearer = new AnalyticsClient(platform().anonymous, { "x-share-link": token });

  const shown = await bearer.call("GET", `/views/${view.id}`);
  expect(shown.body).toMatchObject({ id: view.id, name: view.name, fields: [{ id: "n" }, { id: "t" }] });
  for (const member of ["owner", "sharing", "scope", "updatedBy"]) expect(shown.body).not.toHaveProperty(member);
  expect((await platform().anonymous.request("GET", `/apiAnalytics/v1/views/${view.id}?link=${token}`)).status).toBe(
    200,
  );
  for (const path of [
    `/views/${other.id}`,
    "/views?pageSize=1&page=0",
    `/views/${view.id}/links`,
    `/views/${view.id}/revisions`,
  ])
    expect([403, 404], path).toContain((await bearer.call("GET", path)).status);
  expect((await bearer.call("PUT", `/views/${view.id}`, { ...newView(), revision: 1 })).status).toBe(403);
  expect((await bearer.call("POST", "/views/preview", { view: newView() })).status).toBe(403);
  expect((await bearer.buildReport({ viewConfigId: view.id })).status).toBe(403);
  expect((await platform().anonymous.request("GET", "/api/auth/user")).status).toBe(401);
});

test("AN §6.3: a link reads as its customer, and ends with its time", async () => {
  const { customer, own, other } = await plant();
  const view = await admin.create(
    newView({ scope: { where: `entity.name == "${own}" or entity.name == "${other}"` } }),
  );
  const expiresTime = platform().clock.now() + 1_000;
  const { token } = await link(view.id, { customerId: customer.id, expiresTime });
  const bearer = new AnalyticsClient(platform().anonymous, { "x-share-link": token });
  expect((await bearer.data(view.id)).rows).toEqual([[own, 10]]);
  platform().clock.advance(1_000);
  expect((await bearer.call("POST", `/views/${view.id}/data`, {})).status).toBe(403);
});

test("AN §6.3: a link asks for its password, and is for the pages of its sites", async () => {
  const { id } = await admin.create(newView());
  const { token } = await link(id, { password: "rain on tin roofs", origins: ["https://www.example.com/"] });
  const call = async (headers: Readonly<Record<string, string>>) => {
    const bearer = new AnalyticsClient(platform().anonymous, { "x-share-link": token, ...headers });
    const { status, body } = await bearer.call("GET", `/views/${id}`);
    return [status, (body as { code?: string }).code];
  };
  const password = { "x-share-password": "rain on tin roofs" };
  expect(await call({})).toEqual([403, "LINK_PASSWORD"]);
  expect(await call({ "x-share-password": "sun" })).toEqual([403, "LINK_PASSWORD"]);
  expect(await call(password)).toEqual([200, undefined]);
  expect(await call({ ...password, origin: "https://www.example.com" })).toEqual([200, undefined]);
  expect(await call({ ...password, origin: "https://evil.example.com" })).toEqual([403, "FORBIDDEN"]);
  const listed = await admin.call("GET", `/views/${id}/links`);
  expect(listed.body).toMatchObject([{ hasPassword: true, origins: ["https://www.example.com"] }]);
  expect(listed.text).not.toContain(token);
});

test("AN §6.3: what is wrong with a link is listed with its place", async () => {
  const { id } = await admin.create(newView());
  const now = platform().clock.now();
  const wrong = {
    expiresTime: now,
    lockedFilters: { nobody: ["x"] },
    origins: ["www.example.com"],
    password: "short",
    who: 1,
  };
  const answer = await admin.call("POST", `/views/${id}/links`, wrong);
  expect([
    answer.status,
    (answer.body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer),
  ]).toEqual([400, ["/lockedFilters/nobody", "/origins", "/password", "/who"]]);
  for (const body of [{ expiresTime: now }, { expiresTime: now + 367 * 86_400_000 }, { customerId: tenant.id }])
    expect((await admin.call("POST", `/views/${id}/links`, body)).body).toMatchObject({ code: "BODY_INVALID" });
});

test("AN §6.2: changes of views and links are in the audit log, without tokens", async () => {
  const view = newView();
  const { id } = await admin.create(view);
  await admin.call("PUT", `/views/${id}`, { ...view, revision: 1 });
  const made = await link(id, { name: "lobby" });
  const bearer = new AnalyticsClient(platform().anonymous, { "x-share-link": made.token });
  for (let call = 0; call < 2; call++) await bearer.call("GET", `/views/${id}`);
  await admin.call("DELETE", `/views/${id}/links/${made.id}`);
  await admin.call("DELETE", `/views/${id}`);
  const ofEntity = async (type: string, of: string) =>
    await tenant.rest.getText(`/api/audit/logs/entity/${type}/${of}?pageSize=10&page=0`);
  const log = await ofEntity("TABLE_VIEW", id);
  for (const action of ["ADDED", "UPDATED", "DELETED"]) expect(log).toContain(`"${action}"`);
  const ofLink = await ofEntity("VIEW_LINK", made.id);
  expect(ofLink).toContain('"lobby"');
  expect(ofLink.split('"LINK_USED"')).toHaveLength(2);
  expect(ofLink).not.toContain(made.token);
});
