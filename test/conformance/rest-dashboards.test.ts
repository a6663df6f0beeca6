// Dashboards: what is stored, who reads and changes it, whom it is assigned to, and which one is shown first.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type Method, type RestClient } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";
import type { TestCustomer, TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform({ settings: { "dashboards.revisionsMax": 3 } });

const PAGE = "pageSize=100&page=0";
const ref = (entityType: string, id: string) => ({ entityType, id });

async function dashboardOf(tenant: TestTenant, fields: object = {}): Promise<string> {
  return text(
    await tenant.rest.post("/api/dashboard", { title: tenant.uniqueName("dashboard"), ...fields }),
    "id",
    "id",
  );
}

/** A tenant with two customers and a dashboard, which the first of them has. */
async function place() {
  const tenant = await platform().createTenant();
  const [customer, other] = [await tenant.createCustomer(), await tenant.createCustomer()];
  const id = await dashboardOf(tenant);
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  return { tenant, rest: tenant.rest, customer, other, id };
}

const idsOf = (page: unknown): readonly string[] =>
  (member(page, "data") as readonly unknown[]).map((each) => text(each, "id", "id"));
const assignedTo = (dashboard: unknown): readonly string[] =>
  (member(dashboard, "assignedCustomers") as readonly unknown[]).map((each) => text(each, "customerId", "id")).sort();

describe("saving", () => {
  test("a dashboard is stored and read with the members of the API it is compatible with", async () => {
    const tenant = await platform().createTenant();
    const configuration = { widgets: { b: 1, a: [null, 1.5] }, "10": {}, "2": {} };
    const created = (await tenant.rest.post("/api/dashboard", {
      title: "Boiler room",
      image: "data:image/png;base64,AAAA",
      mobileHide: true,
      mobileOrder: 3,
      assignedCustomers: [{ customerId: ref("CUSTOMER", UNKNOWN_ID), title: "x", public: true }],
      configuration,
    })) as object;
    const id = text(created, "id", "id");

    const head = {
      id: ref("DASHBOARD", id),
      createdTime: platform().clock.now(),
      tenantId: ref("TENANT", tenant.id),
      title: "Boiler room",
      name: "Boiler room",
      image: "data:image/png;base64,AAAA",
      assignedCustomers: [],
      mobileHide: true,
      mobileOrder: 3,
      externalId: null,
      version: 1,
    };
    expect(created).toEqual({ ...head, configuration });
    expect(await tenant.rest.get(`/api/dashboard/${id}`)).toEqual({ ...head, configuration });
    expect(await tenant.rest.get(`/api/dashboard/info/${id}`)).toEqual(head);
    expect(member(await tenant.rest.get(`/api/tenant/dashboards?${PAGE}`), "data")).toEqual([head]);
  });

  test("REST-118: a configuration is kept as it was sent; one of our own form is checked, and one of another form refused", async () => {
    const { rest } = await platform().createTenant();
    const configuration = '{"b":{"z":1,"a":2},"__proto__":{"a":[]},"n":9007199254740993,"e":"Ä\\u0000"}';
    const created = await fetch(`${rest.baseUrl}/api/dashboard`, {
      method: "POST",
      headers: { "x-authorization": rest.authorization ?? "", "content-type": "application/json" },
      body: `{"title":"x","configuration":${configuration}}`,
    });
    const id = text(await created.json(), "id", "id");

    expect((await rest.request("GET", `/api/dashboard/${id}`)).text).toContain(`"configuration":${configuration}`);
    const save = async (own: object) => {
      const answer = await rest.request("POST", "/api/dashboard", { title: "x", configuration: own });
      return [answer.status, member(answer.body, "configuration") ?? text(answer.body, "message")];
    };
    const own = { bridgehead: 1, timeRange: { type: "preset", preset: "today" } };
    expect(await save(own)).toEqual([200, own]);
    expect(await save({ ...own, panel: [] })).toEqual([
      400,
      'configuration/panel: Unknown property "panel". Did you mean "panels"?',
    ]);
    expect((await save({ ...own, bridgehead: 2 }))[0]).toBe(400);
  });

  test("a save replaces everything but the customers, and an older version is a conflict", async () => {
    const { rest, customer, id } = await place();
    const body = { id: ref("DASHBOARD", id), title: "second", image: "x", configuration: { a: 1 } };

    expect(await rest.post("/api/dashboard", { ...body, version: 1 })).toMatchObject({ version: 2, title: "second" });
    expectError(await rest.request("POST", "/api/dashboard", { ...body, version: 1 }), 409, 35);
    const third = await rest.post("/api/dashboard", { id: ref("DASHBOARD", id), title: "third" });
    expect(third).toMatchObject({ version: 3, image: null, configuration: null, mobileHide: false });
    expect(assignedTo(third)).toEqual([customer.id]);
    expect(await rest.post("/api/dashboard", { ...body, version: null })).toMatchObject({ version: 4 });
    expectError(await rest.request("POST", "/api/dashboard", { ...body, id: ref("DASHBOARD", UNKNOWN_ID) }), 404, 32);
  });

  test.each<[string, object, string]>([
    ["no title", {}, "title"],
    ["a blank title", { title: " " }, "title must not be blank"],
    ["a title with tags", { title: "<b>x</b>" }, "title must not contain HTML tags"],
    ["a long image", { image: "x".repeat(65_537) }, "image may have 65536 characters, got 65537"],
    ["a configuration that is a list", { configuration: [] }, "configuration"],
    ["a form of a later version", { configuration: { bridgehead: 2 } }, "configuration.bridgehead must be 1"],
    [
      "a panel that does not fit",
      {
        configuration: { bridgehead: 1, timeRange: { type: "preset", preset: "today" }, panels: [{ kind: "alarms" }] },
      },
      'configuration/panels/0/kind: "kind" must be one of timeSeries',
    ],
    ["another type in its id", { id: ref("DEVICE", UNKNOWN_ID) }, "id.entityType must be DASHBOARD"],
  ])("is refused with the reason: %s", async (_what, fields, message) => {
    const { rest } = platform().tenant;
    const titled = Object.keys(fields).length === 0 ? {} : { title: "x", ...fields };
    const answer = await rest.request("POST", "/api/dashboard", titled);

    expectError(answer, 400, 31);
    expect(text(answer.body, "message")).toContain(message);
  });

  test("there are no more than maxDashboards, and usage and limits count them", async () => {
    const tenant = await platform().createTenant({ maxDashboards: 2 });
    const id = await dashboardOf(tenant);
    await dashboardOf(tenant);

    const refused = await tenant.rest.request("POST", "/api/dashboard", { title: "third" });
    expectError(refused, 403, 41, { entityType: "DASHBOARD", limit: 2 });
    expect(await tenant.rest.get("/api/usage")).toMatchObject({ dashboards: 2, maxDashboards: 2 });
    const limits = member(await tenant.rest.get("/api/limits"), "entities");
    expect(limits).toContainEqual({ name: "maxDashboards", limit: 2, used: 2 });
    await tenant.rest.delete(`/api/dashboard/${id}`);
    expect(await tenant.rest.get("/api/usage")).toMatchObject({ dashboards: 1 });
    await dashboardOf(tenant);
  });
});

describe("lists", () => {
  test("are searched and sorted by title, in pages", async () => {
    const tenant = await platform().createTenant();
    const [first, second] = [
      await dashboardOf(tenant, { title: "b Energy" }),
      await dashboardOf(tenant, { title: "a" }),
    ];
    const list = async (query: string) => idsOf(await tenant.rest.get(`/api/tenant/dashboards?${query}`));

    expect(await list(PAGE)).toEqual([first, second]);
    expect(await list(`${PAGE}&sortProperty=title`)).toEqual([second, first]);
    expect(await list(`${PAGE}&sortProperty=createdTime&sortOrder=DESC`)).toEqual([first, second]);
    expect(await list(`${PAGE}&textSearch=ENERGY`)).toEqual([first]);
    expect(await list("pageSize=1&page=1")).toEqual([second]);
    const refused = await tenant.rest.request("GET", `/api/tenant/dashboards?${PAGE}&sortProperty=image`);
    expectError(refused, 400, 31);
  });

  test("those named by id are shown as far as the caller may read them", async () => {
    const { tenant, rest, customer, id } = await place();
    const [unassigned, foreign] = [await dashboardOf(tenant), (await place()).id];
    const get = async (by: RestClient) =>
      ((await by.get(`/api/dashboards?dashboardIds=${foreign},${unassigned},${id},${UNKNOWN_ID}`)) as unknown[]).map(
        (each) => text(each, "id", "id"),
      );

    expect(await get(rest)).toEqual([id, unassigned]);
    expect(await get(customer.rest)).toEqual([id]);
    expectError(await rest.request("GET", "/api/dashboards?dashboardIds=x"), 400, 31);
  });

  test("those of a tenant are shown to the operator, without what other tenants have", async () => {
    const { tenant, id } = await place();
    await place();

    expect(idsOf(await platform().sysAdmin.get(`/api/tenant/${tenant.id}/dashboards?${PAGE}`))).toEqual([id]);
    expectError(await platform().sysAdmin.request("GET", `/api/tenant/${UNKNOWN_ID}/dashboards?${PAGE}`), 404, 32);
  });
});

/** All calls that read a dashboard, with whether the answer shows it. */
async function readsOf(by: RestClient, { id, customer }: { readonly id: string; readonly customer: TestCustomer }) {
  const one = async (path: string) => (await by.request("GET", path)).status;
  const shown = async (path: string) => (await by.request("GET", path)).text.includes(id);
  return {
    dashboard: await one(`/api/dashboard/${id}`),
    info: await one(`/api/dashboard/info/${id}`),
    ofCustomer: await shown(`/api/customer/${customer.id}/dashboards?${PAGE}`),
    byId: await shown(`/api/dashboards?dashboardIds=${id}`),
    home: await shown("/api/dashboard/home"),
    homeInfo: await shown("/api/dashboard/home/info"),
  };
}
const NOTHING = { dashboard: 403, info: 403, ofCustomer: false, byId: false, home: false, homeInfo: false };
const ALL = { dashboard: 200, info: 200, ofCustomer: true, byId: true, home: true, homeInfo: true };

/** All calls that change it. */
const CHANGES: readonly (readonly [
  Method,
  (id: string, customerId: string) => string,
  body?: (id: string) => unknown,
])[] = [
  ["POST", () => "/api/dashboard", (id) => ({ id: ref("DASHBOARD", id), title: "taken over" })],
  ["DELETE", (id) => `/api/dashboard/${id}`],
  ["POST", (id, customerId) => `/api/customer/${customerId}/dashboard/${id}`],
  ["DELETE", (id, customerId) => `/api/customer/${customerId}/dashboard/${id}`],
  ["POST", (id) => `/api/customer/public/dashboard/${id}`],
  ["DELETE", (id) => `/api/customer/public/dashboard/${id}`],
  ["POST", (id) => `/api/dashboard/${id}/customers`, () => []],
  ["POST", (id) => `/api/dashboard/${id}/customers/add`, () => []],
  ["POST", (id) => `/api/dashboard/${id}/customers/remove`, () => []],
  ["GET", (id) => `/api/dashboard/${id}/revisions`],
  ["GET", (id) => `/api/dashboard/${id}/revisions/1`],
  ["POST", (id) => `/api/dashboard/${id}/revisions/1/restore`],
  ["POST", () => "/api/tenant/dashboard/home/info", (id) => ({ dashboardId: ref("DASHBOARD", id) })],
];

describe("who reads and changes it", () => {
  const home = (rest: RestClient, id: string) =>
    rest.post("/api/tenant/dashboard/home/info", { dashboardId: ref("DASHBOARD", id) });

  test("REST-117: users of a customer read it on every route, from when it is assigned until it is taken back", async () => {
    const { rest, customer, other, id } = await place();
    await home(rest, id);

    expect(await readsOf(customer.rest, { id, customer })).toEqual(ALL);
    expect(await readsOf(other.rest, { id, customer: other })).toEqual(NOTHING);
    await rest.post(`/api/customer/${other.id}/dashboard/${id}`);
    expect(await readsOf(other.rest, { id, customer: other })).toEqual(ALL);
    await rest.delete(`/api/customer/${customer.id}/dashboard/${id}`);
    expect(await readsOf(customer.rest, { id, customer })).toEqual(NOTHING);
    expect(await readsOf(other.rest, { id, customer: other })).toEqual(ALL);
  });

  test("another tenant reads it on no route, even as the home of its own", async () => {
    const { customer, id } = await place();
    const stranger = await place();
    const user = await stranger.tenant.createCustomer();
    const tenantBody = (await platform().sysAdmin.get(`/api/tenant/${stranger.tenant.id}`)) as object;
    await platform().sysAdmin.post("/api/tenant", { ...tenantBody, additionalInfo: { homeDashboardId: id } });

    expect(await readsOf(stranger.rest, { id, customer })).toEqual(NOTHING);
    expect(await readsOf(user.rest, { id, customer })).toEqual(NOTHING);
    expect(await readsOf(user.rest, { id, customer: user })).toEqual(NOTHING);
  });

  test("nobody reads it without credentials", async () => {
    const { customer, id } = await place();
    const anonymous = platform().anonymous;

    for (const path of [`/api/dashboard/${id}`, `/api/dashboard/info/${id}`, "/api/dashboard/home"])
      expectError(await anonymous.request("GET", path), 401, 10);
    expectError(await anonymous.request("GET", `/api/customer/${customer.id}/dashboards?${PAGE}`), 401, 10);
  });

  test("neither users of its customer nor another tenant change anything", async () => {
    const { rest, customer, id } = await place();
    const stranger = await place();
    const before = await rest.get(`/api/dashboard/${id}`);

    for (const by of [customer.rest, stranger.rest, stranger.customer.rest, platform().sysAdmin])
      for (const [method, pathOf, bodyOf] of CHANGES)
        for (const customerId of [customer.id, stranger.customer.id])
          expectError(await by.request(method, pathOf(id, customerId), bodyOf?.(id)), 403, 20);
    expectError(await customer.rest.request("POST", "/api/dashboard", { title: "own" }), 403, 20);
    expectError(await customer.rest.request("GET", `/api/tenant/dashboards?${PAGE}`), 403, 20);
    expect(await rest.get(`/api/dashboard/${id}`)).toEqual(before);
    expect(await rest.get("/api/tenant/dashboard/home/info")).toEqual({
      dashboardId: null,
      hideDashboardToolbar: true,
    });
  });

  test("a user of a customer does not learn who else has it", async () => {
    const { rest, customer, other, id } = await place();
    await rest.post(`/api/customer/${other.id}/dashboard/${id}`);

    expect(assignedTo(await rest.get(`/api/dashboard/${id}`))).toEqual([customer.id, other.id].sort());
    for (const path of [`/api/dashboard/${id}`, `/api/dashboard/info/${id}`])
      expect(assignedTo(await customer.rest.get(path))).toEqual([customer.id]);
    const listed = await customer.rest.get(`/api/customer/${customer.id}/dashboards?${PAGE}`);
    expect((member(listed, "data") as readonly unknown[]).map(assignedTo)).toEqual([[customer.id]]);
  });

  test("what does not exist is not found, and an id that is none is refused", async () => {
    const { rest, customer } = await place();

    for (const [method, pathOf, bodyOf] of CHANGES) {
      expectError(await rest.request(method, pathOf(UNKNOWN_ID, customer.id), bodyOf?.(UNKNOWN_ID)), 404, 32);
      if (pathOf("x", customer.id).includes("/x"))
        expectError(await rest.request(method, pathOf("x", customer.id), bodyOf?.(UNKNOWN_ID)), 400, 31);
    }
    expectError(await rest.request("GET", `/api/customer/${UNKNOWN_ID}/dashboards?${PAGE}`), 404, 32);
  });
});

describe("assigning", () => {
  test("gives it to customers of the tenant only", async () => {
    const { rest, customer, id } = await place();
    const foreign = (await place()).customer.id;
    const before = await rest.get(`/api/dashboard/${id}`);

    for (const [customerId, status] of [
      [foreign, 403],
      [randomUUID(), 404],
    ] as const) {
      const path = `/api/customer/${customerId}/dashboard/${id}`;
      for (const method of ["POST", "DELETE"] as const) expect((await rest.request(method, path)).status).toBe(status);
      for (const end of ["customers", "customers/add", "customers/remove"])
        expect((await rest.request("POST", `/api/dashboard/${id}/${end}`, [customer.id, customerId])).status).toBe(
          status,
        );
    }
    expect(await rest.get(`/api/dashboard/${id}`)).toEqual(before);
  });

  test("adds, removes and replaces customers, and answers with the dashboard", async () => {
    const { rest, customer, other, id } = await place();
    const change = async (end: string, ...ids: readonly string[]) => {
      const answer = await rest.post(`/api/dashboard/${id}/${end}`, ids);
      expect(answer).toEqual(await rest.get(`/api/dashboard/${id}`));
      return assignedTo(answer);
    };
    const both = [customer.id, other.id].sort();

    expect(await change("customers/add", other.id, other.id)).toEqual(both);
    expect(await change("customers/add", customer.id)).toEqual(both);
    expect(await change("customers/remove", customer.id)).toEqual([other.id]);
    expect(await change("customers/remove", customer.id)).toEqual([other.id]);
    expect(await change("customers", customer.id)).toEqual([customer.id]);
    expect(await change("customers")).toEqual([]);
    expectError(await rest.request("POST", `/api/dashboard/${id}/customers`, ["x"]), 400, 31);
    const many = Array.from({ length: 1_001 }, () => randomUUID());
    expectError(await rest.request("POST", `/api/dashboard/${id}/customers`, many), 400, 31);
  });

  test("REST-119: writes an audit entry for each customer whose assignment changes, and none if nothing does", async () => {
    const { rest, customer, other, id } = await place();
    const third = (await (await platform().createTenant()).createCustomer()).id;
    const entries = async () => {
      const page = await rest.get(`/api/audit/logs/entity/DASHBOARD/${id}?${PAGE}`);
      return (member(page, "data") as readonly unknown[]).map((each) => [
        text(each, "actionType"),
        text(each, "actionStatus"),
        text(each, "customerId", "id"),
        member(each, "actionData"),
      ]);
    };
    const added = await entries();
    expect(added).toContainEqual(["ASSIGNED_TO_CUSTOMER", "SUCCESS", customer.id, { customerId: customer.id }]);
    expect(added).toHaveLength(2);

    await rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
    await rest.post(`/api/dashboard/${id}/customers/remove`, [other.id]);
    await rest.delete(`/api/customer/public/dashboard/${id}`);
    expect(await entries()).toHaveLength(2);
    await rest.post(`/api/dashboard/${id}/customers`, [other.id]);
    const replaced = await entries();
    expect(replaced).toContainEqual(["ASSIGNED_TO_CUSTOMER", "SUCCESS", other.id, { customerId: other.id }]);
    expect(replaced).toContainEqual(["UNASSIGNED_FROM_CUSTOMER", "SUCCESS", customer.id, { customerId: customer.id }]);
    expect(replaced).toHaveLength(4);
    await rest.request("POST", `/api/customer/${third}/dashboard/${id}`);
    const failed = (await entries()).filter(([, status]) => status === "FAILURE");
    expect(failed.map(([action]) => action)).toEqual(["ASSIGNED_TO_CUSTOMER"]);
  });

  test("to the public customer lets anybody read it, and nothing else", async () => {
    const { tenant, rest, id } = await place();
    const hidden = await dashboardOf(tenant);
    const assigned = await rest.post(`/api/customer/public/dashboard/${id}`);
    const open = (member(assigned, "assignedCustomers") as readonly unknown[]).find((each) => member(each, "public"));
    expect(open).toMatchObject({ title: "Public", public: true });
    const publicId = text(open, "customerId", "id");
    const login = await platform().anonymous.post("/api/auth/login/public", { publicId });
    const visitor = platform().anonymous.withToken(text(login, "token"));

    expect(assignedTo(await visitor.get(`/api/dashboard/${id}`))).toEqual([publicId]);
    expect(idsOf(await visitor.get(`/api/customer/${publicId}/dashboards?${PAGE}`))).toEqual([id]);
    expectError(await visitor.request("GET", `/api/dashboard/${hidden}`), 403, 20);
    for (const [method, pathOf, bodyOf] of CHANGES)
      expectError(await visitor.request(method, pathOf(id, publicId), bodyOf?.(id)), 403, 20);
    await rest.delete(`/api/customer/public/dashboard/${id}`);
    expectError(await visitor.request("GET", `/api/dashboard/${id}`), 403, 20);
  });

  test("ends with the customer, and the dashboard stays", async () => {
    const { rest, customer, other, id } = await place();
    await rest.post(`/api/customer/${other.id}/dashboard/${id}`);
    await rest.delete(`/api/customer/${customer.id}`);

    expect(assignedTo(await rest.get(`/api/dashboard/${id}`))).toEqual([other.id]);
  });
});

describe("the dashboard that is shown first", () => {
  const info = (id: string, hideDashboardToolbar = true) => ({
    dashboardId: ref("DASHBOARD", id),
    hideDashboardToolbar,
  });
  const homeOf = async (by: RestClient) => {
    const [dashboard, seen] = [
      await by.request("GET", "/api/dashboard/home"),
      await by.request("GET", "/api/dashboard/home/info"),
    ];
    expect([dashboard.status, seen.status]).toEqual([200, 200]);
    if (seen.text !== "") {
      const { id } = member(seen.body, "dashboardId") as { readonly id: string };
      const own = (await by.get(`/api/dashboard/${id}`)) as object;
      expect(dashboard.body).toEqual({ ...own, hideDashboardToolbar: member(seen.body, "hideDashboardToolbar") });
    } else expect(dashboard.text).toBe("");
    return seen.text === "" ? undefined : seen.body;
  };

  test("is the user's, else the customer's, else the tenant's, as far as it may be read", async () => {
    const { tenant, rest, customer, id } = await place();
    const [ofCustomer, ofUser] = [await dashboardOf(tenant), await dashboardOf(tenant)];
    const save = async (type: string, path: string, additionalInfo: object) =>
      rest.post(`/api/${type}`, { ...((await rest.get(path)) as object), additionalInfo });
    expect(await homeOf(customer.rest)).toBeUndefined();

    expect(
      (await rest.request("POST", "/api/tenant/dashboard/home/info", { dashboardId: ref("DASHBOARD", id) })).text,
    ).toBe("");
    expect(await rest.get("/api/tenant/dashboard/home/info")).toEqual(info(id));
    expect(await homeOf(rest)).toEqual(info(id));
    expect(await homeOf(customer.rest)).toEqual(info(id));

    await save("customer", `/api/customer/${customer.id}`, {
      homeDashboardId: ofCustomer,
      homeDashboardHideToolbar: false,
    });
    // Not assigned yet: what may not be read is passed over.
    expect(await homeOf(customer.rest)).toEqual(info(id));
    await rest.post(`/api/customer/${customer.id}/dashboard/${ofCustomer}`);
    expect(await homeOf(customer.rest)).toEqual(info(ofCustomer, false));

    const userId = text(await customer.rest.get("/api/auth/user"), "id", "id");
    await rest.post(`/api/customer/${customer.id}/dashboard/${ofUser}`);
    await save("user", `/api/user/${userId}`, { homeDashboardId: ofUser });
    expect(await homeOf(customer.rest)).toEqual(info(ofUser));
    await rest.delete(`/api/dashboard/${ofUser}`);
    expect(await homeOf(customer.rest)).toEqual(info(ofCustomer, false));
    expect(await homeOf(rest)).toEqual(info(id));
  });

  test("of the tenant is chosen among its own, and removed with null; the rest of its info stays", async () => {
    const { tenant, rest, id } = await place();
    const stranger = await place();
    const tenantBody = (await platform().sysAdmin.get(`/api/tenant/${tenant.id}`)) as object;
    await platform().sysAdmin.post("/api/tenant", { ...tenantBody, additionalInfo: { description: "kept" } });
    const choose = (body: object) => rest.request("POST", "/api/tenant/dashboard/home/info", body);

    expectError(await choose({ dashboardId: ref("DASHBOARD", stranger.id) }), 403, 20);
    expectError(await choose({ dashboardId: ref("DASHBOARD", UNKNOWN_ID) }), 404, 32);
    expectError(await choose({ dashboardId: ref("DEVICE", id) }), 400, 31);
    await choose({ ...info(id, false) });
    expect(await rest.get("/api/tenant/dashboard/home/info")).toEqual(info(id, false));
    const stored = async () => member(await platform().sysAdmin.get(`/api/tenant/${tenant.id}`), "additionalInfo");
    expect(await stored()).toEqual({
      description: "kept",
      homeDashboardId: id,
      homeDashboardHideToolbar: false,
    });
    await choose({ dashboardId: null });
    expect(await rest.get("/api/tenant/dashboard/home/info")).toEqual({
      dashboardId: null,
      hideDashboardToolbar: true,
    });
    expect(await stored()).toEqual({ description: "kept" });
  });

  test("is none where somebody wrote something else there", async () => {
    const { tenant, rest } = await place();
    const tenantBody = (await platform().sysAdmin.get(`/api/tenant/${tenant.id}`)) as object;
    await platform().sysAdmin.post("/api/tenant", { ...tenantBody, additionalInfo: { homeDashboardId: { id: "x" } } });

    expect(await homeOf(rest)).toBeUndefined();
  });
});

describe("revisions", () => {
  test("are kept as many as the bound says, and one is read, and restored as the newest", async () => {
    const { rest, customer, id } = await place();
    const userId = text(await rest.get("/api/auth/user"), "id", "id");
    for (const title of ["second", "third", "fourth"])
      await rest.post("/api/dashboard", { id: ref("DASHBOARD", id), title, image: title, configuration: { title } });
    const revisions = async () => (await rest.get(`/api/dashboard/${id}/revisions`)) as readonly unknown[];

    expect(await revisions()).toEqual(
      [
        [4, "fourth"],
        [3, "third"],
        [2, "second"],
      ].map(([revision, title]) => ({
        revision,
        title,
        savedTime: platform().clock.now(),
        savedBy: ref("USER", userId),
      })),
    );
    expect(await rest.get(`/api/dashboard/${id}/revisions/2`)).toEqual({
      revision: 2,
      title: "second",
      savedTime: platform().clock.now(),
      savedBy: ref("USER", userId),
      configuration: { title: "second" },
    });
    const restored = await rest.post(`/api/dashboard/${id}/revisions/2/restore`);
    expect(restored).toMatchObject({
      title: "second",
      configuration: { title: "second" },
      image: "fourth",
      version: 5,
    });
    expect(assignedTo(restored)).toEqual([customer.id]);
    expect((await revisions()).map((each) => member(each, "revision"))).toEqual([5, 4, 3]);
    expectError(await rest.request("POST", `/api/dashboard/${id}/revisions/2/restore`), 404, 32);
    expectError(await rest.request("GET", `/api/dashboard/${id}/revisions/2`), 404, 32);
    expectError(await rest.request("GET", `/api/dashboard/${id}/revisions/second`), 400, 31);
  });
});

test("a save, a deletion and a restored revision are recorded, without the configuration", async () => {
  const { tenant, rest } = await place();
  const id = await dashboardOf(tenant, { title: "recorded", configuration: { hidden: "text" } });
  await rest.post("/api/dashboard", { id: ref("DASHBOARD", id), title: "renamed", configuration: { hidden: "text" } });
  await rest.post(`/api/dashboard/${id}/revisions/1/restore`);
  await rest.delete(`/api/dashboard/${id}`);

  const page = await rest.get(`/api/audit/logs/entity/DASHBOARD/${id}?${PAGE}&sortProperty=createdTime`);
  const seen = (member(page, "data") as readonly unknown[]).map((each) => [
    text(each, "actionType"),
    text(each, "entityName"),
  ]);
  expect(seen.toSorted()).toEqual(
    [
      ["ADDED", "recorded"],
      ["UPDATED", "renamed"],
      ["UPDATED", "renamed"],
      ["DELETED", "recorded"],
    ].toSorted(),
  );
  expect(JSON.stringify(page)).not.toContain("hidden");
});

test("a deleted tenant leaves no dashboards behind", async () => {
  const { tenant, id } = await place();
  await platform().sysAdmin.delete(`/api/tenant/${tenant.id}`);

  expectError(await platform().tenant.rest.request("GET", `/api/dashboard/${id}`), 404, 32);
});
