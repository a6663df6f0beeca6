// Who belongs to another tenant, to another customer, or has a link to another view gets nothing, whatever call of the analytics
// service is made and wherever the id stands in it. The calls with an id in their path come from the description of the service,
// so that a new one is asked, too. Source: analytics contract 6.2.
import { beforeAll, expect, test } from "vitest";
import { parseJson } from "../../../src/lib/json.ts";
import { AnalyticsClient, newViewOf } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { member, text, type Method, type RestAnswer } from "../../support/rest-client.ts";
import type { TestCustomer, TestDevice, TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
const PREFIX = "/apiAnalytics/v1";
const FILTERS = [{ name: "device", target: { type: "entity", field: "name" }, operator: "in", values: [] }];

let tenant: TestTenant;
let stranger: TestTenant;
let customer: TestCustomer;
let device: TestDevice;
/** Of the administrator, shared with nobody; its link and a report of it. */
let ids: Readonly<Record<string, string>>;
let calls: readonly { readonly method: Method; readonly path: string }[];

const as = ({ rest }: Pick<TestCustomer, "rest">): AnalyticsClient => new AnalyticsClient(rest);

beforeAll(async () => {
  ({ tenant } = platform());
  [stranger, customer] = [await platform().createTenant(), await tenant.createCustomer()];
  device = await tenant.createDevice();
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { secret: "of the tenant" });
  const view = await as(tenant).create(newViewOf(tenant, { filters: FILTERS }));
  const link = await as(tenant).call("POST", `/views/${view.id}/links`, {});
  const job = await as(tenant).call("POST", "/reports", { viewId: view.id });
  const dashboard = await tenant.rest.post("/api/dashboard", {
    title: tenant.uniqueName("dashboard"),
    configuration: { bridgehead: 1, timeRange: { type: "preset", preset: "today" } },
  });
  const dashboardId = text(dashboard, "id", "id");
  ids = {
    dashboardId,
    viewId: view.id,
    linkId: text(link.body, "id"),
    jobId: text(job.body, "id"),
    name: "device",
    revision: "1",
  };
  const document = await as(tenant).call("GET", "/openapi.json");
  const paths = member(document.body, "paths");
  calls = Object.entries(typeof paths === "object" && paths !== null ? paths : {}).flatMap(([path, methods]) =>
    path.startsWith(PREFIX) && path.includes("{")
      ? Object.keys(methods as object).map((method) => ({
          method: method.toUpperCase() as Method,
          path: path.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? `no ${name}`),
        }))
      : [],
  );
});

function ask(client: AnalyticsClient, { method, path }: (typeof calls)[number]): Promise<RestAnswer> {
  const body = method === "PUT" ? { ...newViewOf(tenant), revision: 1 } : {};
  return client.call(method, path, method === "POST" || method === "PUT" ? body : undefined);
}

test("AN §6.2: there are calls to ask, and every part of their paths is known", () => {
  expect(calls.length).toBeGreaterThan(18);
  expect(calls.filter(({ path }) => path.includes("no "))).toEqual([]);
});

test("AN-72: every call with the id of another tenant's view, link or report is answered as if there were none", async () => {
  const client = as(stranger);
  for (const call of calls) {
    const answer = await ask(client, call);
    const [, first = ""] = call.path.split("/");
    const what = { reports: "JOB_NOT_FOUND", dashboards: "NOT_FOUND" }[first] ?? "VIEW_NOT_FOUND";
    expect([call, answer.status, answer.body]).toMatchObject([call, 404, { code: what }]);
  }
});

test("AN §6.1: every call with the id of what is not shared is refused to a customer's user", async () => {
  const client = as(customer);
  for (const call of calls)
    expect([403, 404], `${call.method} ${call.path}`).toContain((await ask(client, call)).status);
});

test("AN §6.3: every call with the id of another view or of a report is refused to the bearer of a link", async () => {
  const other = await as(tenant).create(newViewOf(tenant));
  const token = text((await as(tenant).call("POST", `/views/${other.id}/links`, {})).body, "token");
  const bearer = new AnalyticsClient(platform().anonymous, { "x-share-link": token });
  for (const call of calls)
    expect([403, 404], `${call.method} ${call.path}`).toContain((await ask(bearer, call)).status);
});

test("AN §6.1: a customer's user learns from a view that is shared neither of other customers nor what it said before", async () => {
  const other = await tenant.createCustomer();
  const sharing = { visibility: "customers", customerIds: [customer.id, other.id] };
  const { id } = await as(tenant).create(newViewOf(tenant, { description: "for the board", sharing: {} }));
  const shared = { ...newViewOf(tenant), description: "", sharing, revision: 1 };
  expect((await as(tenant).call("PUT", `/views/${id}`, shared)).status).toBe(200);

  const seen = { sharing: { ...sharing, customerIds: [customer.id] } };
  expect((await as(customer).call("GET", `/views/${id}`)).body).toMatchObject(seen);
  const list = (await as(customer).call("GET", "/views?pageSize=10&page=0")).body;
  expect(member(list, "data")).toMatchObject([{ id, ...seen }]);
  const history = await as(customer).call("GET", `/views/${id}/revisions`);
  expect([history.status, history.body]).toMatchObject([403, { code: "FORBIDDEN" }]);
  expect((await as(tenant).call("GET", `/views/${id}`)).body).toMatchObject({ sharing });
  expect((await as(tenant).call("GET", `/views/${id}/revisions`)).body).toHaveLength(2);
});

test("AN §4.3: users of a customer have no more background reports than the tenant has left", async () => {
  const place = await platform().createTenant();
  const user = await place.createCustomer();
  const { id } = await as(user).create(newViewOf(place));
  for (let count = 0; count < 50; count++)
    expect((await as(user).call("POST", "/reports", { viewId: id })).status, String(count)).toBe(202);
  const refused = await as(user).call("POST", "/reports", { viewId: id });
  expect([refused.status, refused.body]).toMatchObject([429, { code: "JOBS_MAX" }]);
  expect(member(refused.body, "message")).toContain("as many reports in the background as the tenant has left");
  expect((await as(place).call("POST", "/reports", { viewId: id })).status).toBe(202);
});

test("AN §6.2: none of these calls has changed anything", async () => {
  const { viewId = "", jobId = "" } = ids;
  expect((await as(tenant).call("GET", `/views/${viewId}`)).body).toMatchObject({ id: viewId, revision: 1 });
  expect((await as(tenant).call("GET", `/views/${viewId}/links`)).body).toMatchObject([{ id: ids["linkId"] }]);
  expect((await as(tenant).call("GET", `/reports/${jobId}`)).status).toBe(200);
});

test("AN §6.2: an id of another tenant in a body is unknown, in reports and in links", async () => {
  const { viewId } = ids;
  const client = as(stranger);
  for (const answer of [
    await client.call("POST", "/reports", { viewId }),
    await client.buildReport({ viewConfigId: viewId }),
    await as(customer).call("POST", "/reports", { viewId }),
    await as(customer).buildReport({ viewConfigId: viewId }),
  ])
    expect([answer.status, answer.body]).toMatchObject([404, { code: "VIEW_NOT_FOUND" }]);
  const own = await client.create(newViewOf(stranger));
  const link = await client.call("POST", `/views/${own.id}/links`, { customerId: customer.id });
  expect([400, 404]).toContain(link.status);
});

test("AN §6.2: devices, profiles, customers and gateways of another tenant give a view nothing to show", async () => {
  const client = as(stranger);
  const profiles = await tenant.rest.get("/api/deviceProfiles?pageSize=1&page=0");
  const profile = text(member(profiles, "data", "0"), "id", "id");
  for (const scope of [
    { deviceIds: [device.id] },
    { profiles: [{ id: profile }] },
    { customerIds: [customer.id] },
    { gatewayIds: [device.id] },
  ]) {
    const view = newViewOf(stranger, { scope });
    const saved = await client.call("POST", "/views", view);
    expect([scope, saved.status, saved.body]).toMatchObject([scope, 400, { errors: [{ code: "SCOPE_UNKNOWN" }] }]);
    for (const path of ["/views/preview", "/views/explain"]) {
      const answer = await client.call("POST", path, { view });
      expect(answer.text, path).not.toContain(device.name);
      expect([400, 404], `${path} ${JSON.stringify(scope)}`).toContain(answer.status);
    }
  }
});

test("AN §6.2: discovery tells nothing of devices and profiles of others, named or not", async () => {
  for (const client of [as(stranger), as(customer)])
    for (const query of [
      `keys?deviceId=${device.id}`,
      "keys?q=secret",
      "values?kind=attribute&scope=server&key=secret",
      `values?kind=entity&key=name&q=${encodeURIComponent(device.name)}`,
    ]) {
      const answer = await client.call("GET", `/discovery/${query}`);
      expect([query, answer.status, parseJson(answer.text)]).toEqual([query, 200, []]);
    }
});
