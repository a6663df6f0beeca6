// Panels of dashboards: what is computed for them together, over which range and filters, and for whom.
import { beforeAll, describe, expect, test } from "vitest";
import { createView, goldenDevices, T0, V1 } from "../support/analytics-tenant.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type RestAnswer, type RestClient } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";
import type { TestCustomer, TestDevice, TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RANGE = { type: "absolute", startTs: T0, endTs: T0 + 2 * HOUR, timezone: "UTC" };

let tenant: TestTenant;
let customer: TestCustomer;
let north: TestDevice;
let south: TestDevice;
/** The average of `temp` by building, shared with the customer, and one that is not. */
let shared: string;
let unshared: string;

beforeAll(async () => {
  tenant = await platform().createTenant();
  customer = await tenant.createCustomer();
  [north, south] = await goldenDevices(tenant);
  await tenant.rest.post(`/api/customer/${customer.id}/device/${north.id}`);
  const fields = [
    { id: "b", label: "Building", source: { type: "attribute", scope: "server", key: "building" } },
    { id: "t", label: "temp", source: { type: "telemetry", key: "temp" }, aggregation: { fn: "avg" } },
  ];
  const filters = [{ name: "site", target: { type: "attribute", scope: "server", key: "building" } }];
  const sharing = { visibility: "customers", customerIds: [customer.id] };
  shared = await createView(tenant.rest, { name: tenant.uniqueName("view"), fields, filters, sharing });
  unshared = await createView(tenant.rest, { name: tenant.uniqueName("view"), fields });
});

const view = (viewId: string) => ({ type: "view", viewId });
const keys = (names: readonly string[], more: object = { deviceIds: [north.id, south.id] }) => ({
  type: "keys",
  keys: names,
  ...more,
});

interface SentPanel {
  readonly id: string;
  readonly kind?: string;
  readonly source: object | null;
  readonly overrides?: object;
}

/** A dashboard that the customer has, its panels one below the other. */
async function dashboardOf(panels: readonly SentPanel[], more: object = {}): Promise<string> {
  const configuration = {
    bridgehead: 1,
    timeRange: RANGE,
    panels: panels.map((panel, y) => ({
      kind: "table",
      place: { x: 0, y, width: 24, height: 1 },
      ...panel,
    })),
    ...more,
  };
  const saved = await tenant.rest.post("/api/dashboard", { title: tenant.uniqueName("dashboard"), configuration });
  const id = text(saved, "id", "id");
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  return id;
}

interface Computed {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

const compute = (rest: RestClient, id: string, body: object = {}): Promise<RestAnswer> =>
  rest.request("POST", `/api/dashboard/${id}/panels`, body);

/** By id of the panel: the labels of the columns and the rows, or the code of the error. */
async function computed(rest: RestClient, id: string, body: object = {}): Promise<Record<string, Computed | string>> {
  const answer = await compute(rest, id, body);
  expect(answer.status, answer.text).toBe(200);
  const panels = member(answer.body, "panels") as readonly unknown[];
  return Object.fromEntries(
    panels.map((panel): [string, Computed | string] => {
      const result = member(panel, "result");
      if (result === undefined) return [text(panel, "id"), text(panel, "error", "code")];
      const columns = (member(result, "columns") as readonly unknown[]).map((column) => text(column, "label"));
      return [text(panel, "id"), { columns, rows: member(result, "rows") as Computed["rows"] }];
    }),
  );
}

describe("what is computed", () => {
  test("REST-120: a panel of a view has the typed answer of running it over the range of the dashboard", async () => {
    const id = await dashboardOf([{ id: "a", source: view(shared) }]);
    const alone = await tenant.rest.post(`${V1}/views/${shared}/data`, {
      rangeStartTs: RANGE.startTs,
      rangeEndTs: RANGE.endTs,
    });

    const answer = await compute(tenant.rest, id);
    const [panel] = member(answer.body, "panels") as readonly unknown[];
    const result = member(panel, "result") as object;
    expect(result).toEqual({
      ...(alone as object),
      meta: { ...(member(alone, "meta") as object), durationMs: expect.any(Number) as number },
    });
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test("REST-120: panels of keys have a row for each device, or for each device and interval, and a column for each key", async () => {
    const id = await dashboardOf([
      { id: "figure", kind: "figure", source: keys(["temp", "status"], { deviceIds: [north.id] }) },
      { id: "series", kind: "timeSeries", source: keys(["kwh"], { deviceIds: [north.id], aggregation: "max" }) },
      { id: "states", kind: "stateTimeline", source: keys(["status"], { deviceIds: [north.id] }) },
      { id: "mean", kind: "gauge", source: keys(["temp"], { deviceIds: [north.id], aggregation: "avg" }) },
      { id: "text", kind: "text", source: null },
    ]);

    expect(await computed(tenant.rest, id)).toEqual({
      figure: { columns: ["device", "name", "temp", "status"], rows: [[north.id, north.name, 99, "idle"]] },
      series: {
        columns: ["device", "name", "time", "kwh"],
        rows: [20, 50, 80, 110].map((minute, at) => [
          north.id,
          north.name,
          T0 + minute * MINUTE,
          [110, 130, 160, 5][at],
        ]),
      },
      states: {
        columns: ["device", "name", "time", "status"],
        rows: [15, 75].map((minute, at) => [north.id, north.name, T0 + minute * MINUTE, ["run", "idle"][at]]),
      },
      mean: { columns: ["device", "name", "temp"], rows: [[north.id, north.name, 24]] },
    });
  });

  test("REST-120: a time series and a figure with its trend have a former period beside each key", async () => {
    const compared = (more: object) => keys(["kwh"], { compare: "previousPeriod", aggregation: "max", ...more });
    const id = await dashboardOf(
      [
        { id: "series", kind: "timeSeries", source: compared({ deviceIds: [north.id] }) },
        { id: "figure", kind: "figure", source: compared({ deviceIds: [north.id], trend: true }) },
        { id: "newest", kind: "figure", source: compared({ deviceIds: [north.id] }) },
      ],
      { timeRange: { ...RANGE, startTs: T0 + HOUR } },
    );
    const series = {
      columns: ["device", "name", "time", "kwh", "kwh (previous period)"],
      rows: [
        [north.id, north.name, T0 + 80 * MINUTE, 160, 110],
        [north.id, north.name, T0 + 110 * MINUTE, 5, 130],
      ],
    };
    expect(await computed(tenant.rest, id)).toEqual({
      series,
      figure: series,
      newest: { columns: ["device", "name", "kwh"], rows: [[north.id, north.name, 160]] },
    });
  });

  test("REST-120: the former period has its values where the range has none; a device without a value in the range is left out", async () => {
    const [present, gone] = [await tenant.createDevice(), await tenant.createDevice()];
    const start = Math.floor(platform().clock.now() / HOUR) * HOUR - HOUR;
    const send = (device: TestDevice, minute: number, values: object) =>
      tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, {
        ...{ ts: start + minute * MINUTE, values },
      });
    await send(present, -50, { kwh: 1 });
    await send(gone, -50, { kwh: 2 });
    await send(present, 20, { kwh: 3 });
    await send(gone, 20, { temp: 4 });
    const compared = (key: string) => ({
      ...{ id: key, kind: "timeSeries" },
      source: keys([key], { deviceIds: [present.id, gone.id], compare: "previousPeriod" }),
    });
    const timeRange = { ...RANGE, startTs: start, endTs: start + HOUR };

    const id = await dashboardOf([compared("kwh"), compared("temp")], { timeRange });
    expect(await computed(tenant.rest, id)).toMatchObject({
      kwh: {
        rows: [
          [present.id, present.name, start + 10 * MINUTE, null, 1],
          [present.id, present.name, start + 20 * MINUTE, 3, null],
        ],
      },
      temp: { rows: [[gone.id, gone.name, start + 20 * MINUTE, 4, null]] },
    });
  });

  test("REST-120: devices are named, or chosen by a filter as in entity queries, and one without a value has a row", async () => {
    const id = await dashboardOf([
      {
        id: "named",
        source: keys(["door"], { filter: { type: "entityName", entityType: "DEVICE", entityNameFilter: south.name } }),
      },
      { id: "typed", source: keys(["door"], { filter: { type: "deviceType", deviceTypes: ["nothing"] } }) },
      { id: "customers", source: keys(["door"], { filter: { type: "entityType", entityType: "CUSTOMER" } }) },
      { id: "both", source: keys(["door"]) },
    ]);

    expect(await computed(tenant.rest, id)).toMatchObject({
      named: { rows: [[south.id, south.name, false]] },
      typed: { rows: [] },
      customers: "BODY_INVALID",
      both: {
        rows: [
          [north.id, north.name, null],
          [south.id, south.name, false],
        ],
      },
    });
  });

  test("REST-120: a chosen range takes the place of that of the dashboard, and not of a panel's own", async () => {
    const own = { ...RANGE, endTs: T0 + HOUR };
    const gauge = keys(["temp"], { deviceIds: [north.id], aggregation: "avg" });
    const id = await dashboardOf([
      { id: "usual", kind: "gauge", source: gauge },
      { id: "own", kind: "gauge", source: gauge, overrides: { timeRange: own } },
    ]);

    expect(await computed(tenant.rest, id, { range: { ...RANGE, startTs: T0 + HOUR } })).toMatchObject({
      usual: { rows: [[north.id, north.name, 30]] },
      own: { rows: [[north.id, north.name, 21]] },
    });
  });

  test("REST-120: the filter bar narrows every panel that follows it", async () => {
    const id = await dashboardOf(
      [
        { id: "keys", source: keys(["temp"]) },
        { id: "view", source: view(shared) },
        { id: "own", source: view(unshared) },
        {
          id: "free",
          source: keys(["temp"]),
          overrides: { filtersIgnored: ["device", "building", "customer", "site"] },
        },
      ],
      {
        filters: [
          { type: "device", name: "device" },
          { type: "customer", name: "customer" },
          { type: "attribute", name: "building", scope: "server", key: "building" },
          { type: "view", name: "site", viewId: shared, filter: "site" },
        ],
      },
    );
    const found = async (filters: object) => {
      const panels = await computed(tenant.rest, id, { filters });
      return ["keys", "view", "own", "free"].map((name) => (member(panels[name], "rows") as unknown[]).length);
    };

    expect(await found({})).toEqual([2, 1, 1, 2]);
    expect(await found({ device: [south.id] })).toEqual([1, 1, 1, 2]);
    expect(await found({ customer: [customer.id] })).toEqual([1, 1, 1, 2]);
    expect(await found({ building: ["South"] })).toEqual([0, 0, 0, 2]);
    expect(await found({ site: ["South"] })).toEqual([2, 0, 1, 2]);
  });

  test("REST-120: only panels that are named are computed, and one that cannot be does not keep the others from it", async () => {
    const id = await dashboardOf([
      { id: "gone", source: view(UNKNOWN_ID) },
      { id: "hidden", source: keys(["temp"]) },
      { id: "good", source: keys(["temp"], { deviceIds: [south.id] }) },
    ]);

    expect(await computed(tenant.rest, id, { panels: ["good", "gone"] })).toEqual({
      gone: "VIEW_NOT_FOUND",
      good: { columns: ["device", "name", "temp"], rows: [[south.id, south.name, 24]] },
    });
  });

  test.each<[string, object, string]>([
    [
      "a panel that there is not",
      { panels: ["temprature"] },
      'panels: the dashboard has no panel "temprature". Did you mean "temperature"?',
    ],
    ["a filter that there is not", { filters: { x: [] } }, 'filters: the dashboard has no filter "x".'],
    ["a value that is no device", { filters: { device: ["x"] } }, "filters/device: An entry must be a UUID"],
    [
      "a range that ends before it starts",
      { range: { ...RANGE, endTs: 0 } },
      "range/endTs: The range must end after its start",
    ],
    ["a member that there is not", { pannels: [] }, 'pannels: Unknown property "pannels". Did you mean "panels"?'],
  ])("REST-120: is refused with the reason: %s", async (_what, body, message) => {
    const id = await dashboardOf([{ id: "temperature", source: keys(["temp"]) }], {
      filters: [{ type: "device", name: "device" }],
    });

    const answer = await compute(tenant.rest, id, body);
    expectError(answer, 400, 31);
    expect(text(answer.body, "message")).toContain(message);
  });

  test("REST-120: panels of a configuration that is not saved are computed in place of those that are", async () => {
    const id = await dashboardOf([{ id: "saved", source: keys(["temp"]) }]);
    const place = { x: 0, y: 0, width: 4, height: 4 };
    const unsaved = { id: "unsaved", kind: "figure", place, source: keys(["door"], { deviceIds: [south.id] }) };
    const configuration = { bridgehead: 1, timeRange: RANGE, panels: [unsaved] };

    expect(await computed(tenant.rest, id, { configuration })).toEqual({
      unsaved: { columns: ["device", "name", "door"], rows: [[south.id, south.name, false]] },
    });
    expect(Object.keys(await computed(tenant.rest, id))).toEqual(["saved"]);
    expectError(await compute(tenant.rest, id, { configuration: { bridgehead: 1 } }), 400, 31);
    const live = `/api/dashboard/${id}/live?request=${encodeURIComponent(JSON.stringify({ configuration }))}`;
    expectError(await tenant.rest.request("GET", live), 400, 31);
  });

  test("REST-120: a dashboard of another platform has no panels that could be computed", async () => {
    const saved = await tenant.rest.post("/api/dashboard", { title: "x", configuration: { widgets: {} } });

    expectError(await compute(tenant.rest, text(saved, "id", "id")), 400, 31);
  });
});

describe("for whom", () => {
  test("REST-121: a configuration that is not saved is computed for those who may save it", async () => {
    const id = await dashboardOf([]);
    const configuration = { bridgehead: 1, timeRange: RANGE, panels: [] };
    const other = await platform().createTenant();

    expect((await compute(tenant.rest, id, { configuration })).status).toBe(200);
    expectError(await compute(customer.rest, id, { configuration }), 403, 20);
    expectError(await compute(other.rest, id, { configuration }), 403, 20);
  });

  test("REST-121: a dashboard shows users of a customer no view and no device that is not theirs", async () => {
    const foreign = await (await platform().createTenant()).createDevice();
    const id = await dashboardOf([
      { id: "shared", source: view(shared) },
      { id: "unshared", source: view(unshared) },
      { id: "named", source: keys(["temp"], { deviceIds: [north.id, south.id, foreign.id] }) },
      { id: "all", source: keys(["temp"], { filter: { type: "entityType", entityType: "DEVICE" } }) },
      { id: "series", kind: "timeSeries", source: keys(["temp"], { deviceIds: [south.id, foreign.id] }) },
      {
        ...{ id: "compared", kind: "timeSeries" },
        source: keys(["temp"], { deviceIds: [south.id, foreign.id], compare: "previousDay" }),
      },
    ]);

    const mine = [[north.id, north.name, 99]];
    expect(await computed(customer.rest, id)).toMatchObject({
      shared: { rows: [["North", 24]] },
      unshared: "VIEW_NOT_FOUND",
      named: { rows: mine },
      all: { rows: mine },
      series: { rows: [] },
      compared: { rows: [] },
    });
    const filtered = await computed(tenant.rest, id, { panels: ["named"] });
    expect(member(filtered["named"], "rows")).toHaveLength(2);
  });

  test("REST-121: values of the filter bar open nothing", async () => {
    const id = await dashboardOf(
      [{ id: "a", source: keys(["temp"], { filter: { type: "entityType", entityType: "DEVICE" } }) }],
      {
        filters: [
          { type: "device", name: "device" },
          { type: "customer", name: "customer" },
        ],
      },
    );
    const other = await tenant.createCustomer();

    for (const filters of [{ device: [south.id] }, { customer: [other.id] }])
      expect(await computed(customer.rest, id, { filters })).toMatchObject({ a: { rows: [] } });
  });

  test("REST-121: anybody computes those of a public dashboard, and sees the devices that are public", async () => {
    const open = await tenant.createDevice();
    await tenant.rest.post(`/api/customer/public/device/${open.id}`);
    const id = await dashboardOf([
      { id: "a", source: keys(["temp"], { deviceIds: [north.id, open.id] }) },
      { id: "b", source: view(shared) },
    ]);
    const assigned = await tenant.rest.post(`/api/customer/public/dashboard/${id}`);
    const customers = member(assigned, "assignedCustomers") as readonly unknown[];
    const publicId = text(
      customers.find((each) => member(each, "public")),
      "customerId",
      "id",
    );
    const login = await platform().anonymous.post("/api/auth/login/public", { publicId });
    const visitor = platform().anonymous.withToken(text(login, "token"));

    expect(await computed(visitor, id)).toMatchObject({
      a: { rows: [[open.id, open.name, null]] },
      b: "VIEW_NOT_FOUND",
    });
  });

  test("REST-121: whoever may not read the dashboard computes none of its panels", async () => {
    const id = await dashboardOf([{ id: "a", source: keys(["temp"]) }]);
    const stranger = await platform().createTenant();
    const other = await tenant.createCustomer();

    for (const rest of [stranger.rest, other.rest]) expectError(await compute(rest, id), 403, 20);
    expectError(await compute(platform().anonymous, id), 401, 10);
    expectError(await compute(tenant.rest, UNKNOWN_ID), 404, 32);
    await tenant.rest.delete(`/api/customer/${customer.id}/dashboard/${id}`);
    expectError(await compute(customer.rest, id), 403, 20);
  });
});
