// Share links of dashboards: what the bearer of one may see, and everything that is closed to them.
import { beforeAll, expect, test } from "vitest";
import { AnalyticsClient } from "../support/analytics-client.ts";
import { createView, goldenDevices, T0 } from "../support/analytics-tenant.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { EventReader } from "../support/event-reader.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import type { TestCustomer, TestDevice, TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();

const HOUR = 3_600_000;
const RANGE = { type: "absolute", startTs: T0, endTs: T0 + 24 * HOUR, timezone: "UTC" };
const FILTER = { type: "attribute", name: "site", key: "building" };

let tenant: TestTenant;
let admin: AnalyticsClient;
let customer: TestCustomer;
let north: TestDevice;
let south: TestDevice;
let viewId: string;

beforeAll(async () => {
  tenant = await platform().createTenant();
  admin = new AnalyticsClient(tenant.rest);
  customer = await tenant.createCustomer();
  [north, , south] = await goldenDevices(tenant);
  await tenant.rest.post(`/api/customer/${customer.id}/device/${north.id}`);
  const fields = [
    { id: "b", label: "Building", source: { type: "attribute", scope: "server", key: "building" } },
    { id: "t", label: "temp", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "avg" } },
  ];
  viewId = await createView(tenant.rest, { name: tenant.uniqueName("view"), fields });
});

const configurationOf = (more: object = {}) => ({
  bridgehead: 1,
  timeRange: RANGE,
  filters: [FILTER],
  panels: [
    { id: "temp", kind: "table", source: { type: "keys", keys: ["temp"], deviceIds: [north.id, south.id] } },
    { id: "view", kind: "table", source: { type: "view", viewId } },
    {
      id: "press",
      kind: "rpcButton",
      source: { type: "keys", deviceIds: [north.id] },
      options: { method: "reboot", params: '{"code":"4711"}' },
    },
  ].map((panel, y) => ({ ...panel, place: { x: 0, y, width: 24, height: 1 } })),
  ...more,
});

async function newDashboard(configuration: object = configurationOf()): Promise<string> {
  const saved = await tenant.rest.post("/api/dashboard", { title: tenant.uniqueName("dashboard"), configuration });
  return text(saved, "id", "id");
}

interface Made {
  readonly id: string;
  readonly linkId: string;
  readonly token: string;
  readonly bearer: AnalyticsClient;
}

async function linked(body: object = {}, id?: string): Promise<Made> {
  const dashboardId = id ?? (await newDashboard());
  const answer = await admin.call("POST", `/dashboards/${dashboardId}/links`, body);
  expect(answer.status, answer.text).toBe(201);
  const token = text(answer.body, "token");
  const bearer = new AnalyticsClient(platform().anonymous, { "x-share-link": token });
  return { id: dashboardId, linkId: text(answer.body, "id"), token, bearer };
}

const codeOf = ({ status, body }: RestAnswer): readonly unknown[] => [status, member(body, "code")];

/** By id of the panel: how many rows it has, or the code of its error. */
async function computed({ bearer, id }: Pick<Made, "bearer" | "id">, body: object = {}) {
  const answer = await bearer.call("POST", `/dashboards/${id}/panels`, body);
  expect(answer.status, answer.text).toBe(200);
  return (member(answer.body, "panels") as readonly unknown[]).map((panel) => {
    const result = member(panel, "result");
    const rows = result === undefined ? text(panel, "error", "code") : (member(result, "rows") as unknown[]).length;
    return [text(panel, "id"), rows];
  });
}

test("REST-126: a link shows the panels of its dashboard, as its creator or as one customer sees them", async () => {
  expect(await computed(await linked())).toEqual([
    ["temp", 2],
    ["view", 1],
  ]);
  // The customer has one device, and the view is not shared with it.
  expect(await computed(await linked({ customerId: customer.id }))).toEqual([
    ["temp", 1],
    ["view", "VIEW_NOT_FOUND"],
  ]);
});

test("REST-126: the bearer learns how panels are drawn, and neither their devices nor what a press would do", async () => {
  const { bearer, id } = await linked({ lockedFilters: { site: ["North"] } });
  const { status, body, text: answer } = await bearer.call("GET", `/dashboards/${id}`);
  expect(status).toBe(200);
  expect(member(body, "configuration")).toMatchObject({
    filters: [],
    panels: [
      { id: "temp", source: { keys: ["temp"], deviceIds: null, filter: null } },
      { id: "view", source: { viewId } },
      { id: "press", source: null, options: {} },
    ],
  });
  expect(member(body, "views")).toMatchObject([{ id: viewId }]);
  for (const secret of [north.id, "reboot", "4711", customer.id]) expect(answer).not.toContain(secret);
});

test("REST-126: the bearer does not learn which devices and customers an open filter begins with, and it holds all the same", async () => {
  const filters = [
    { type: "device", name: "device", deviceIds: [north.id] },
    { type: "customer", name: "customer", customerIds: [customer.id] },
  ];
  const made = await linked({}, await newDashboard(configurationOf({ filters })));
  const { text: answer } = await made.bearer.call("GET", `/dashboards/${made.id}`);
  for (const secret of [north.id, customer.id]) expect(answer).not.toContain(secret);
  expect((await computed(made))[0]).toEqual(["temp", 1]);
});

test("REST-126: a filter that a link fixes narrows its panels, and cannot be sent", async () => {
  const made = await linked({ lockedFilters: { site: ["North"] } });
  expect(await computed(made)).toEqual([
    ["temp", 1],
    ["view", 1],
  ]);
  const sent = await made.bearer.call("POST", `/dashboards/${made.id}/panels`, { filters: { site: ["South"] } });
  expect(codeOf(sent)).toEqual([400, "FILTER_LOCKED"]);
});

test("REST-126: a filter that a link fixes is not widened by another one for the same filter of a view", async () => {
  const site = { name: "site", target: { type: "attribute", scope: "server", key: "building" } };
  const fields = [{ id: "t", label: "temp", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "count" } }];
  const filtered = await createView(tenant.rest, {
    name: tenant.uniqueName("view"),
    fields: [{ id: "n", label: "Name", source: { type: "entity", field: "name" } }, ...fields],
    filters: [site],
  });
  const of = (name: string, values: readonly string[] = []) => ({
    type: "view",
    name,
    viewId: filtered,
    filter: "site",
    values,
  });
  const panels = [
    { id: "p", kind: "table", source: { type: "view", viewId: filtered }, place: { x: 0, y: 0, width: 1, height: 1 } },
  ];
  for (const filters of [
    [of("fixed"), of("open")],
    [of("open"), of("fixed")],
    [of("fixed"), of("open", ["South"])],
  ]) {
    const made = await linked(
      { lockedFilters: { fixed: ["North"] } },
      await newDashboard(configurationOf({ filters, panels })),
    );
    const north = (await computed(made, { filters: { open: ["North"] } }))[0]?.[1];
    expect(north).toBeGreaterThan(0);
    expect(await computed(made, { filters: { open: ["South"] } })).toEqual([["p", 0]]);
    expect(await computed(made, { filters: { open: ["North", "South"] } })).toEqual([["p", north]]);
  }
});

test("REST-126: a filter is fixed to values that it has, or the link is refused", async () => {
  const id = await newDashboard();
  for (const lockedFilters of [{ sight: ["North"] }, { site: [] }, { site: [{}] }]) {
    const answer = await admin.call("POST", `/dashboards/${id}/links`, { lockedFilters });
    expect(codeOf(answer), answer.text).toEqual([400, "BODY_INVALID"]);
  }
});

test("REST-126: a link whose fixed filter the dashboard has lost shows nothing, rather than all", async () => {
  const made = await linked({ lockedFilters: { site: ["North"] } });
  await tenant.rest.post("/api/dashboard", {
    id: { entityType: "DASHBOARD", id: made.id },
    title: "x",
    configuration: configurationOf({ filters: [] }),
  });
  for (const [method, path] of [
    ["GET", ""],
    ["POST", "/panels"],
  ] as const)
    expect(
      codeOf(await made.bearer.call(method, `/dashboards/${made.id}${path}`, method === "POST" ? {} : undefined)),
    ).toEqual([403, "LINK_INVALID"]);
});

test("REST-126: a link opens nothing else: no other dashboard, no view of its panels, no configuration of the bearer's", async () => {
  const made = await linked();
  const other = await newDashboard();
  const { bearer, id } = made;
  const refused: readonly RestAnswer[] = [
    await bearer.call("GET", `/dashboards/${other}`),
    await bearer.call("POST", `/dashboards/${other}/panels`, {}),
    await bearer.call("GET", `/dashboards/${other}/live`),
    await bearer.call("POST", `/dashboards/${id}/panels`, { configuration: configurationOf() }),
    await bearer.call("GET", `/dashboards/${id}/links`),
    await bearer.call("POST", `/dashboards/${id}/links`, {}),
    await bearer.call("DELETE", `/dashboards/${id}/links/${made.linkId}`),
    await bearer.call("GET", `/views/${viewId}`),
    await bearer.call("POST", `/views/${viewId}/data`, {}),
    await bearer.call("GET", "/views"),
  ];
  expect(refused.map(codeOf)).toEqual(refused.map(() => [403, "FORBIDDEN"]));
  // Calls of the platform know no links at all.
  const headers = { "x-share-link": made.token };
  for (const path of [`/api/dashboard/${id}`, `/api/device/${north.id}`, "/api/tenant/dashboards?pageSize=1&page=0"])
    expect((await fetch(`${platform().anonymous.baseUrl}${path}`, { headers })).status).toBe(401);
});

test("REST-126: the bearer of a link learns nothing of which other dashboards exist", async () => {
  const { bearer } = await linked();
  const stranger = await platform().createTenant();
  const foreign = text(
    await stranger.rest.post("/api/dashboard", { title: "x", configuration: configurationOf() }),
    "id",
    "id",
  );
  const answers = await Promise.all(
    [await newDashboard(), foreign, "0198a1c0-0000-7000-8000-0000000000d0"].map((id) =>
      bearer.call("GET", `/dashboards/${id}`),
    ),
  );
  expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "FORBIDDEN"]));
});

test("REST-126: a link of a view opens no dashboard", async () => {
  const answer = await admin.call("POST", `/views/${viewId}/links`, {});
  const bearer = new AnalyticsClient(platform().anonymous, { "x-share-link": text(answer.body, "token") });
  expect(codeOf(await bearer.call("GET", `/dashboards/${await newDashboard()}`))).toEqual([403, "FORBIDDEN"]);
});

test("REST-126: a link that was revoked, has expired, or whose dashboard was deleted is refused", async () => {
  const invalid = [403, "LINK_INVALID"];
  const [revoked, deleted, expired] = [
    await linked(),
    await linked(),
    await linked({ expiresTime: platform().clock.now() + HOUR }),
  ];
  expect((await admin.call("DELETE", `/dashboards/${revoked.id}/links/${revoked.linkId}`)).status).toBe(204);
  await tenant.rest.request("DELETE", `/api/dashboard/${deleted.id}`);
  expect(codeOf(await revoked.bearer.call("GET", `/dashboards/${revoked.id}`))).toEqual(invalid);
  expect(codeOf(await deleted.bearer.call("GET", `/dashboards/${deleted.id}`))).toEqual(invalid);
  expect((await expired.bearer.call("GET", `/dashboards/${expired.id}`)).status).toBe(200);
  platform().clock.advance(HOUR);
  expect(codeOf(await expired.bearer.call("GET", `/dashboards/${expired.id}`))).toEqual(invalid);
});

test("REST-126: a link with a password opens with that and no other", async () => {
  const { id, token } = await linked({ password: "rain on tin roofs" });
  const open = async (password: Readonly<Record<string, string>>) =>
    codeOf(
      await new AnalyticsClient(platform().anonymous, { "x-share-link": token, ...password }).call(
        "GET",
        `/dashboards/${id}`,
      ),
    );
  expect(await open({})).toEqual([403, "LINK_PASSWORD"]);
  expect(await open({ "x-share-password": "sun on tin roofs" })).toEqual([403, "LINK_PASSWORD"]);
  expect(await open({ "x-share-password": "rain on tin roofs" })).toEqual([200, undefined]);
});

test("REST-126: links are made, listed and revoked by administrators of the tenant alone", async () => {
  const { id, linkId } = await linked({ name: "Lobby" });
  const listed = await admin.call("GET", `/dashboards/${id}/links`);
  expect([listed.status, listed.body]).toMatchObject([200, [{ id: linkId, dashboardId: id, name: "Lobby" }]]);
  expect(listed.text).not.toContain("token");
  const stranger = new AnalyticsClient((await platform().createTenant()).rest);
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  const customersUser = new AnalyticsClient(customer.rest);
  for (const [client, codes] of [
    [stranger, [404, "NOT_FOUND"]],
    [customersUser, [403, "FORBIDDEN"]],
  ] as const)
    for (const [method, path] of [
      ["GET", ""],
      ["POST", ""],
      ["DELETE", `/${linkId}`],
    ] as const)
      expect(
        codeOf(await client.call(method, `/dashboards/${id}/links${path}`, method === "POST" ? {} : undefined)),
      ).toEqual(codes);
  expect((await admin.call("GET", `/dashboards/${id}/links`)).body).toHaveLength(1);
});

test("REST-126: a link watches its dashboard until it is revoked", async () => {
  const { id, linkId, token } = await linked();
  const reader = await EventReader.open(
    `${platform().anonymous.baseUrl}/apiAnalytics/v1/dashboards/${id}/live?request=${encodeURIComponent('{"panels":["temp"]}')}`,
    { "x-share-link": token },
  );
  expect(await reader.next()).toMatchObject({ event: "panel", data: { id: "temp" } });
  await admin.call("DELETE", `/dashboards/${id}/links/${linkId}`);
  let last;
  for (let event = await reader.next(); event !== undefined; event = await reader.next()) last = event;
  expect(last).toMatchObject({ event: "end", data: { code: "LINK_INVALID" } });
});
