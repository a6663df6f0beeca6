// Reports in the background and views that are watched, over HTTP. Source: analytics contract 4.3, 7 (no. 5).
import { expect, test } from "vitest";
import { AnalyticsClient, newViewOf } from "../../support/analytics-client.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { EventReader } from "../../support/event-reader.ts";
import type { TestDevice } from "../../support/tenant.ts";

const platform = useTestPlatform();
const admin = (): AnalyticsClient => new AnalyticsClient(platform().tenant.rest);

async function report(device: TestDevice, temp: number): Promise<void> {
  await platform().tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, {
    ts: platform().clock.now() - 60_000 + temp,
    values: { temp },
  });
}

/** A view over one device of its own. */
async function plant() {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await report(device, 10);
  const view = await admin().create(newViewOf(tenant, { scope: { deviceIds: [device.id] } }));
  return { device, view };
}

async function events(client: AnalyticsClient, path: string): Promise<EventReader> {
  return EventReader.open(`${platform().anonymous.baseUrl}/apiAnalytics/v1${path}`, {
    ...(client.rest.authorization === undefined ? {} : { "x-authorization": client.rest.authorization }),
  });
}

interface Job {
  readonly id: string;
  readonly state: string;
  readonly rows: number | null;
}

/** The job once it has ended, as its events tell. */
async function ended(client: AnalyticsClient, id: string): Promise<Job> {
  const reader = await events(client, `/reports/${id}/events`);
  let last: Job | undefined;
  for (;;) {
    const event = await reader.next();
    if (event === undefined) break;
    expect(event.event).toBe("state");
    last = event.data as Job;
  }
  if (last === undefined) throw new Error("the report sent no event");
  return last;
}

test("AN §4.3: a report in the background is asked for, watched, fetched and removed", async () => {
  const { device, view } = await plant();
  const made = await admin().call("POST", "/reports", { viewId: view.id, format: "csv" });
  expect(made.status).toBe(202);
  const { id } = made.body as Job;
  expect(made.headers.get("location")).toBe(`/apiAnalytics/v1/reports/${id}`);
  expect(await ended(admin(), id)).toMatchObject({
    state: "done",
    progress: 100,
    rows: 1,
    truncated: false,
    error: null,
  });

  const result = await admin().call("GET", `/reports/${id}/result`);
  expect([result.status, result.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(result.headers.get("content-disposition")).toContain(".csv");
  expect(result.text.split("\r\n").slice(0, 2)).toEqual(["Device,temp", `${device.name},10`]);

  const stranger = new AnalyticsClient((await platform().createTenant()).rest);
  for (const path of [`/reports/${id}`, `/reports/${id}/result`, `/reports/${id}/events`])
    expect((await stranger.call("GET", path)).body).toMatchObject({ code: "JOB_NOT_FOUND" });
  expect((await stranger.call("DELETE", `/reports/${id}`)).status).toBe(404);
  expect((await admin().call("DELETE", `/reports/${id}`)).status).toBe(204);
  expect((await admin().call("GET", `/reports/${id}`)).status).toBe(404);
});

test("AN §4.3: every format of a report in the background can be read", async () => {
  const { view } = await plant();
  for (const [format, type] of [
    ["json", "application/json; charset=utf-8"],
    ["ndjson", "application/x-ndjson"],
    ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ] as const) {
    const { body } = await admin().call("POST", "/reports", { viewId: view.id, format });
    const { id, state } = await ended(admin(), (body as Job).id);
    expect([format, state]).toEqual([format, "done"]);
    const result = await admin().call("GET", `/reports/${id}/result`);
    expect([result.status, result.headers.get("content-type")]).toEqual([200, type]);
  }
});

test("AN §4.3: a report that cannot be run is refused or tells why it failed", async () => {
  const { view } = await plant();
  const post = (body: unknown) => admin().call("POST", "/reports", body);
  expect((await post({})).body).toMatchObject({ code: "VIEW_ID_REQUIRED" });
  expect((await post({ viewId: "0198a1c0-0000-7000-8000-0000000000b0" })).body).toMatchObject({
    code: "VIEW_NOT_FOUND",
  });
  expect((await post({ viewId: view.id, fromat: "csv" })).body).toMatchObject({ code: "UNKNOWN_PROPERTY" });
  const { body } = await post({ viewId: view.id, filters: { nobody: ["x"] } });
  expect(await ended(admin(), (body as Job).id)).toMatchObject({ state: "failed", error: { code: "FILTER_UNKNOWN" } });
});

test("AN §7.5: a watched view gives its result, then the rows that have changed, once for all who watch the same", async () => {
  const { device, view } = await plant();
  const [one, two] = [await events(admin(), `/views/${view.id}/live`), await events(admin(), `/views/${view.id}/live`)];
  for (const reader of [one, two])
    expect(await reader.next()).toMatchObject({ event: "result", data: { rows: [[device.name, 10]] } });

  await report(device, 30);
  platform().clock.advance(2_000);
  for (const reader of [one, two])
    expect(await reader.next()).toMatchObject({ event: "rows", data: { length: 1, rows: [[0, [device.name, 20]]] } });
  platform().clock.advance(15_000);
  await one.close();
  await two.close();
});

test("AN §7.5: the bearer of a share link may watch, until the link is revoked", async () => {
  const { view } = await plant();
  const { id, token } = (await admin().call("POST", `/views/${view.id}/links`, {})).body as {
    id: string;
    token: string;
  };
  const reader = await events(new AnalyticsClient(platform().anonymous), `/views/${view.id}/live?link=${token}`);
  expect(await reader.next()).toMatchObject({ event: "result" });
  await admin().call("DELETE", `/views/${view.id}/links/${id}`);
  expect(await reader.next()).toMatchObject({ event: "end", data: { code: "LINK_INVALID" } });
  expect(await reader.next()).toBeUndefined();
});

test("AN §7.5: a view that is deleted ends for those who watch it", async () => {
  const { view } = await plant();
  const reader = await events(admin(), `/views/${view.id}/live`);
  await reader.next();
  await admin().call("DELETE", `/views/${view.id}`);
  platform().clock.advance(2_000);
  expect(await reader.next()).toMatchObject({ event: "end", data: { code: "VIEW_NOT_FOUND" } });
});

test("AN §7.5: a parameter that means nothing is refused, so that a misspelt one does not show other figures", async () => {
  const { view } = await plant();
  for (const query of ["fitlers={}", "rangeStartTs=1"]) {
    const answer = await admin().call("GET", `/views/${view.id}/live?${query}`);
    expect([answer.status, answer.body]).toMatchObject([400, { code: "UNKNOWN_PROPERTY" }]);
  }
});

test("AN §6.2: a user of a customer from whom a view is taken sees no more of it, though others watch it still", async () => {
  const { tenant, clock } = platform();
  const customer = await tenant.createCustomer();
  const colleague = await tenant.createUser({
    email: `${tenant.uniqueName("user")}@example.com`,
    authority: "CUSTOMER_USER",
    customerId: { entityType: "CUSTOMER", id: customer.id },
  });
  const author = new AnalyticsClient(customer.rest);
  const sent = newViewOf(tenant);
  const view = await author.create(sent);
  const shared = { ...sent, sharing: { visibility: "customers", customerIds: [customer.id] }, revision: 1 };
  expect((await admin().call("PUT", `/views/${view.id}`, shared)).status).toBe(200);

  const path = `/views/${view.id}/live`;
  const own = await events(author, path);
  const other = await events(new AnalyticsClient(colleague), path);
  for (const reader of [own, other]) expect(await reader.next()).toMatchObject({ event: "result" });
  expect((await admin().call("PUT", `/views/${view.id}`, { ...sent, revision: 2 })).status).toBe(200);
  clock.advance(2_000);
  expect(await other.next()).toMatchObject({ event: "end", data: { code: "VIEW_NOT_FOUND" } });
  expect(await own.next()).toMatchObject({ event: "result", data: { meta: { revision: 3 } } });
  await own.close();
});
