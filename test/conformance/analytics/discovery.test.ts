// Analytics contract 4.3, 6.2, checklist 9.7: what there is to report on, and what a report would cost, with the eyes of
// administrators and users of customers.
import { beforeAll, expect, test } from "vitest";
import { buildReport, createView, goldenDevices, GOLDEN_RANGE, rowsOf, V1 } from "../../support/analytics-tenant.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { member, type RestAnswer, type RestClient } from "../../support/rest-client.ts";
import type { TestCustomer, TestDevice, TestTenant } from "../../support/tenant.ts";

const platform = useTestPlatform();
let tenant: TestTenant;
let customer: TestCustomer;
let a: TestDevice;
let viewId: string;

const BUILDING = { type: "attribute", scope: "server", key: "building" };
const VIEW = {
  sharing: { visibility: "customers", allCustomers: true },
  fields: [
    { id: "building", label: "Building", source: BUILDING },
    { id: "temp", label: "temp", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "count" } },
  ],
  filters: [
    { name: "building", target: BUILDING },
    { name: "device/1", target: { type: "entity", field: "name" } },
  ],
};

/** Device A belongs to the customer, B and C do not. */
beforeAll(async () => {
  ({ tenant } = platform());
  [a] = await goldenDevices(tenant);
  customer = await tenant.createCustomer();
  await tenant.rest.post(`/api/customer/${customer.id}/device/${a.id}`);
  viewId = await createView(tenant.rest, { name: "discovery", ...VIEW });
});

async function keysOf(rest: RestClient, query = ""): Promise<unknown[]> {
  const keys = await rest.get(`${V1}/discovery/keys?${query}`);
  return Array.isArray(keys) ? keys.map((each) => member(each, "key")) : [];
}

function suggest(rest: RestClient, name: string, body: unknown = {}): Promise<RestAnswer> {
  return rest.request("POST", `${V1}/views/${viewId}/filters/${encodeURIComponent(name)}/values`, body);
}

test("AN-76: discovery lists only keys of devices that the caller may see", async () => {
  expect(await keysOf(tenant.rest, "kind=telemetry")).toEqual(["door", "kwh", "status", "temp"]);
  expect(await keysOf(customer.rest, "kind=telemetry")).toEqual(["kwh", "status", "temp"]);
  const stranger = await platform().createTenant();
  expect(await keysOf(stranger.rest)).toEqual([]);
});

test("AN §4.3: a key comes with its types, devices, newest time and samples; the answer says whether it is whole", async () => {
  const answer = await tenant.rest.request("GET", `${V1}/discovery/keys?kind=telemetry&q=STAT`);
  expect(answer.headers.get("x-report-truncated")).toBe("false");
  expect(answer.body).toEqual([
    {
      ...{ key: "status", kind: "telemetry", scope: null, types: { text: 1 }, devices: 1 },
      ...{ lastTs: GOLDEN_RANGE.rangeStartTs + 75 * 60_000, samples: ["idle"] },
    },
  ]);
  const cut = await tenant.rest.request("GET", `${V1}/discovery/keys?kind=telemetry&limit=1`);
  expect(cut.headers.get("x-report-truncated")).toBe("true");
});

test("AN §4.3: keys of one device, one profile, one scope", async () => {
  const ofA = `deviceId=${a.id}`;
  expect(await keysOf(tenant.rest, `kind=attribute&scope=server&q=a&${ofA}`)).toContain("area");
  expect(await keysOf(tenant.rest, `kind=attribute&scope=client&${ofA}`)).toEqual([]);
  expect(await keysOf(customer.rest, `kind=telemetry&profileId=01990000-0000-7000-8000-000000000000`)).toEqual([]);
});

test.each(["kind=other", "scope=any", "deviceId=x", "limit=0", "limit=1001", "limit=x"])(
  "AN §4.3: discovery with %s is refused",
  async (query) => {
    const answer = await tenant.rest.request("GET", `${V1}/discovery/keys?${query}`);
    expect([answer.status, member(answer.body, "code")]).toEqual([400, "PARAMETER_INVALID"]);
  },
);

test("AN-73: a customer user gets figures, values and suggestions of the own devices only", async () => {
  const report = await buildReport(customer.rest, viewId);
  expect(rowsOf(report)).toEqual([{ Building: "North", temp: 3 }]);
  expect(rowsOf(await buildReport(tenant.rest, viewId))).toEqual([{ Building: "North", temp: 5 }]);

  const values = `${V1}/discovery/values?kind=attribute&scope=server&key=building`;
  expect(await tenant.rest.get(values)).toEqual([
    { value: "North", devices: 2 },
    { value: "South", devices: 1 },
  ]);
  expect(await customer.rest.get(values)).toEqual([{ value: "North", devices: 1 }]);
  expect((await suggest(customer.rest, "building")).body).toEqual([{ value: "North", devices: 1 }]);
  expect((await suggest(customer.rest, "device/1")).body).toEqual([{ value: a.name, devices: 1 }]);
});

test("AN-73: explain counts the devices of the caller only", async () => {
  const devicesOf = async (rest: RestClient) => {
    const explanation = await rest.post(`${V1}/views/${viewId}/explain`, GOLDEN_RANGE);
    return [member(explanation, "devices"), member(explanation, "series")];
  };
  expect(await devicesOf(tenant.rest)).toEqual([3, 2]);
  expect(await devicesOf(customer.rest)).toEqual([1, 1]);
});

test("AN §6.2: a device that is taken from a customer is gone from the customer's reports at once", async () => {
  const [other] = await goldenDevices(tenant);
  await tenant.rest.post(`/api/customer/${customer.id}/device/${other.id}`);
  expect((await suggest(customer.rest, "device/1")).body).toHaveLength(2);
  await tenant.rest.delete(`/api/customer/device/${other.id}`);
  expect((await suggest(customer.rest, "device/1")).body).toHaveLength(1);
});

test("AN §4.3: suggestions are narrowed by the other filters and by text; bodies of another form are refused", async () => {
  const narrowed = await suggest(tenant.rest, "building", { filters: { "device/1": [a.name] } });
  expect(narrowed.body).toEqual([{ value: "North", devices: 1 }]);
  expect((await suggest(tenant.rest, "building", { q: "sou" })).body).toMatchObject([{ value: "South" }]);
  const codeOf = async (name: string, body: unknown) => member((await suggest(tenant.rest, name, body)).body, "code");
  expect(await codeOf("nowhere", {})).toBe("FILTER_UNKNOWN");
  expect(await codeOf("building", { filters: { "device/1": "x" } })).toBe("FILTER_VALUES");
  expect(await codeOf("building", { limit: 101 })).toBe("LIMIT_RANGE");
  expect(await codeOf("building", { filter: {} })).toBe("UNKNOWN_PROPERTY");
});

test("AN §7 no. 6: explain of a saved view and of one that is being edited tell the same, within a factor of 3", async () => {
  const saved = await tenant.rest.post(`${V1}/views/${viewId}/explain`, GOLDEN_RANGE);
  const unsaved = await tenant.rest.post(`${V1}/views/explain`, { view: { name: "new", ...VIEW }, ...GOLDEN_RANGE });

  expect(member(saved, "estimatedSamples")).toBe(member(unsaved, "estimatedSamples"));
  const samples = Number(member(saved, "estimatedSamples"));
  expect(samples).toBeGreaterThanOrEqual(Math.floor(5 / 3));
  expect(samples).toBeLessThanOrEqual(15);
  expect(member(saved, "limits", "samples")).toBe(500_000_000);
  expect(member(saved, "plan")).toEqual(expect.arrayContaining([expect.stringContaining('count of "temp"')]));
});
