// What goes when a tenant, a customer or a user goes: everything that was kept of them, looked for in the database itself.
import { expect, test } from "vitest";
import { ATTRIBUTES, CLAIM, connectGateway, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import { member, text } from "../support/rest-client.ts";
import { storedRows, storedTables } from "../support/stored-rows.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();

test("nothing of a deleted tenant is left", async () => {
  await platform().settle();
  const before = await contents();
  const { tenant, profileId } = await furnishedTenant();
  const during = await contents();
  for (const table of ["tenant", "customer", "user_account", "login_session", "device", "device_profile", "relation"])
    expect([table, rowCount(during, table) > rowCount(before, table)]).toEqual([table, true]);
  for (const table of ["device_credentials", "device_route", "attribute", "series", "rpc", "claim", "device_activity"])
    expect([table, rowCount(during, table) > rowCount(before, table)]).toEqual([table, true]);
  for (const table of ["view", "view_share", "view_revision", "view_link", "report_job", "connection_event"])
    expect([table, rowCount(during, table) > rowCount(before, table)]).toEqual([table, true]);
  for (const table of ["dashboard", "dashboard_customer", "dashboard_revision", "dashboard_count"])
    expect([table, rowCount(during, table) > rowCount(before, table)]).toEqual([table, true]);
  expect((await auditedOf(tenant.id)).records).toBeGreaterThan(0);

  await platform().sysAdmin.delete(`/api/tenant/${tenant.id}`);
  await platform().sysAdmin.delete(`/api/tenantProfile/${profileId}`);
  // Points of deleted devices are removed a little later; then their series are forgotten.
  await platform().until(async () => {
    platform().clock.advance(1000);
    return rowCount(await contents(), "retired_series");
  }, isNone);
  expect(await contents()).toEqual(before);
  expect(await auditedOf(tenant.id)).toEqual({ records: 0, days: 0, detached: 0 });
});

test("attributes of a customer and of a user go with them", async () => {
  const { tenant } = platform();
  await platform().settle();
  const before = await contents();
  const { id } = await tenant.createCustomer();
  const [user] = rowsOf(await tenant.rest.get(`/api/customer/${id}/users?pageSize=10&page=0`));
  const userId = text(user, "id", "id");
  for (const owner of [`CUSTOMER/${id}`, `USER/${userId}`])
    await tenant.rest.post(`/api/plugins/telemetry/${owner}/SERVER_SCOPE`, { floor: 3 });
  expect(rowCount(await contents(), "attribute")).toBe(rowCount(before, "attribute") + 2);

  await tenant.rest.delete(`/api/user/${userId}`);
  expect(rowCount(await contents(), "attribute")).toBe(rowCount(before, "attribute") + 1);
  await tenant.rest.delete(`/api/customer/${id}`);
  expect(await contents()).toEqual(before);
});

/** A tenant that has something of everything. */
async function furnishedTenant(): Promise<{ readonly tenant: TestTenant; readonly profileId: string }> {
  const tenant = await platform().createTenant();
  const { id: customerId } = await tenant.createCustomer();
  const users = rowsOf(await tenant.rest.get(`/api/customer/${customerId}/users?pageSize=10&page=0`));
  const gateway = await connectGateway(platform(), { tenant });
  const device = await gateway.connectDevice("pump");
  await gateway.publish(TELEMETRY, { [device.name]: [{ values: { t: 1, s: "text" } }] });
  await gateway.publish(ATTRIBUTES, { [device.name]: { serial: "1" } });
  await gateway.publish(CLAIM, { [device.name]: { secretKey: "s" } });
  await tenant.call(device.id, {
    method: "later",
    persistent: true,
    expirationTime: platform().clock.now() + 3_600_000,
  });
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  await platform().sysAdmin.post(`/api/plugins/telemetry/TENANT/${tenant.id}/SERVER_SCOPE`, { plan: "gold" });
  for (const owner of [`CUSTOMER/${customerId}`, `USER/${text(users[0], "id", "id")}`])
    await tenant.rest.post(`/api/plugins/telemetry/${owner}/SERVER_SCOPE`, { plan: "gold" });
  await tenant.createDevice({ customerId });
  await saveView(tenant, customerId);
  const dashboard = await tenant.rest.post("/api/dashboard", { title: "Boiler room", configuration: {} });
  await tenant.rest.post(`/api/customer/${customerId}/dashboard/${text(dashboard, "id", "id")}`);
  await gateway.client.disconnect();
  await platform().settle();
  const profileId = text(await platform().sysAdmin.get(`/api/tenant/${tenant.id}`), "tenantProfileId", "id");
  return { tenant, profileId };
}

/** A view that a customer may see, with an earlier revision, a link and a report in the background. */
async function saveView(tenant: TestTenant, customerId: string): Promise<void> {
  const view = {
    name: "Devices",
    sharing: { visibility: "customers", customerIds: [customerId] },
    fields: [{ id: "device", label: "Device", source: { type: "entity", field: "name" } }],
  };
  const send = async (method: "POST" | "PUT", path: string, body: unknown): Promise<unknown> => {
    const answer = await tenant.rest.request(method, `/apiAnalytics/v1${path}`, body);
    expect([path, answer.status, answer.status < 300 ? "" : answer.text]).toEqual([path, expect.any(Number), ""]);
    return answer.body;
  };
  const viewId = text(await send("POST", "/views", view), "id");
  await send("PUT", `/views/${viewId}`, { ...view, revision: 1, description: "All of them." });
  await send("POST", `/views/${viewId}/links`, { name: "Wall" });
  await send("POST", "/reports", { viewId, format: "csv" });
}

type Contents = ReadonlyMap<string, readonly string[]>;

/** What only counts, and the log of what has been done, which outlives what it was done to. */
const LEFT_OUT = ["sqlite_sequence", "device_count", "audit_record", "audit_detail", "audit_day"];

/** The keys of all rows by table; of tables without keys, the rows themselves. */
async function contents(): Promise<Contents> {
  const { folder } = platform();
  const all = new Map<string, readonly string[]>();
  for (const [name, keys] of await storedTables(folder)) {
    if (LEFT_OUT.includes(name)) continue;
    const columns = keys.length === 0 ? "*" : keys.map((key) => `"${key}"`).join(", ");
    const rows = await storedRows(folder, `SELECT ${columns} FROM "${name}"`);
    all.set(name, rows.map((row) => Object.values(row).join(" ")).sort());
  }
  return all;
}

/** The audit log of a tenant, and what is left of records that are gone. */
async function auditedOf(tenantId: string): Promise<Record<"records" | "days" | "detached", number>> {
  const count = async (from: string, ...parameters: string[]): Promise<number> => {
    const [row] = await storedRows(platform().folder, `SELECT count(*) AS n FROM ${from}`, ...parameters);
    return Number(row?.["n"]);
  };
  return {
    records: await count("audit_record WHERE tenant_id = $1", tenantId),
    days: await count("audit_day WHERE tenant_id = $1", tenantId),
    detached: await count("audit_detail WHERE number NOT IN (SELECT number FROM audit_record)"),
  };
}

function rowCount(all: Contents, table: string): number {
  return all.get(table)?.length ?? 0;
}

function rowsOf(page: unknown): readonly unknown[] {
  const rows = member(page, "data");
  if (!Array.isArray(rows)) throw new Error("a page has rows");
  return rows;
}

const isNone = (count: number): boolean => count === 0;
