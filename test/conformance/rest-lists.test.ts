// REST contract 1.3, list by list: pages, what text search looks at, and what a list can be sorted by.
import { beforeAll, describe, expect, test } from "vitest";
import { AccessWorld, newProfileBody } from "../support/access-world.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type RestClient } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";

const platform = useTestPlatform();
let world: AccessWorld;
beforeAll(async () => {
  world = await AccessWorld.create(platform());
});

interface List {
  readonly path: () => string;
  readonly by: () => RestClient;
  readonly sortable: readonly string[];
  /** A property of the entity that the list cannot be sorted by. */
  readonly unsortable: string;
  /** Default true. */
  readonly searches?: boolean;
}

const CONTACT = ["email", "country", "state", "city", "address", "address2", "zip", "phone"];
const USERS = { sortable: ["createdTime", "firstName", "lastName", "email"], unsortable: "authority" };
const PROFILES = {
  sortable: ["createdTime", "name", "type", "transportType", "description", "isDefault"],
  unsortable: "provisionType",
};
const DEVICES = { sortable: ["createdTime", "name", "type", "label"], unsortable: "customerTitle" };
const INFOS = {
  sortable: ["createdTime", "name", "deviceProfileName", "label", "customerTitle"],
  unsortable: "active",
};
const DASHBOARDS = { sortable: ["createdTime", "title"], unsortable: "image" };
const tenantAdmin = (): RestClient => world.callers.TENANT_ADMIN;
const systemAdmin = (): RestClient => world.callers.SYS_ADMIN;
const ownCustomer = (): string => `/api/customer/${world.places.own.customer.id}`;

const LISTS: Readonly<Record<string, List>> = {
  devices: { path: () => "/api/tenant/devices", by: tenantAdmin, ...DEVICES },
  deviceInfos: { path: () => "/api/tenant/deviceInfos", by: tenantAdmin, ...INFOS },
  "devices of a customer": { path: () => `${ownCustomer()}/devices`, by: tenantAdmin, ...DEVICES },
  "deviceInfos of a customer": { path: () => `${ownCustomer()}/deviceInfos`, by: tenantAdmin, ...INFOS },
  customers: {
    path: () => "/api/customers",
    by: tenantAdmin,
    sortable: ["createdTime", "title", ...CONTACT],
    unsortable: "additionalInfo",
  },
  users: { path: () => "/api/users", by: tenantAdmin, ...USERS },
  "users' infos": { path: () => "/api/users/info", by: tenantAdmin, ...USERS },
  "users of a tenant": { path: () => `/api/tenant/${world.places.own.tenant.id}/users`, by: systemAdmin, ...USERS },
  "users of a customer": { path: () => `${ownCustomer()}/users`, by: tenantAdmin, ...USERS },
  tenants: {
    path: () => "/api/tenants",
    by: systemAdmin,
    sortable: ["createdTime", "title", ...CONTACT],
    unsortable: "tenantProfileName",
  },
  tenantInfos: {
    path: () => "/api/tenantInfos",
    by: systemAdmin,
    sortable: ["createdTime", "title", ...CONTACT, "tenantProfileName"],
    unsortable: "region",
  },
  tenantProfiles: {
    path: () => "/api/tenantProfiles",
    by: systemAdmin,
    sortable: ["createdTime", "name", "description", "isDefault"],
    unsortable: "profileData",
  },
  tenantProfileInfos: {
    path: () => "/api/tenantProfileInfos",
    by: systemAdmin,
    sortable: ["name"],
    unsortable: "createdTime",
  },
  deviceProfiles: { path: () => "/api/deviceProfiles", by: tenantAdmin, ...PROFILES },
  deviceProfileInfos: { path: () => "/api/deviceProfileInfos", by: tenantAdmin, ...PROFILES },
  dashboards: { path: () => "/api/tenant/dashboards", by: tenantAdmin, ...DASHBOARDS },
  "dashboards of a tenant": {
    path: () => `/api/tenant/${world.places.own.tenant.id}/dashboards`,
    by: systemAdmin,
    ...DASHBOARDS,
  },
  "dashboards of a customer": { path: () => `${ownCustomer()}/dashboards`, by: tenantAdmin, ...DASHBOARDS },
  "persistent calls": {
    path: () => `/api/rpc/persistent/device/${world.places.own.device.id}`,
    by: tenantAdmin,
    sortable: ["createdTime", "expirationTime", "request", "response"],
    unsortable: "status",
    searches: false,
  },
};

describe.each(Object.entries(LISTS))("%s", (_name, { path, by, sortable, unsortable, searches = true }) => {
  const read = (query: string) => by().request("GET", `${path()}?${query}`);

  test("REST-1: without pageSize or page, or with bad ones, it answers 400/31", async () => {
    for (const query of [
      "",
      "page=0",
      "pageSize=10",
      "pageSize=0&page=0",
      "pageSize=ten&page=0",
      "pageSize=1.5&page=0",
      "pageSize=1&page=-1",
      "pageSize=2147483648&page=0",
      "pageSize=1&pageSize=2&page=0",
    ])
      expectError(await read(query), 400, 31);
  });

  test("REST-2: past the end it is empty and knows the total", async () => {
    const total = member((await read("pageSize=1000&page=0")).body, "totalElements");
    expect(Number(total)).toBeGreaterThan(0);
    expect((await read("pageSize=3&page=2147483647")).body).toEqual({
      data: [],
      totalPages: Math.ceil(Number(total) / 3),
      totalElements: total,
      hasNext: false,
    });
  });

  test("REST-3: the largest page size gives everything", async () => {
    const { body } = await read("pageSize=2147483647&page=0");
    expect(body).toMatchObject({ totalPages: 1, hasNext: false });
    expect(member(body, "data")).toHaveLength(Number(member(body, "totalElements")));
  });

  test("REST-4: it can be sorted by its properties, in any letter case of the order, and by nothing else", async () => {
    for (const property of ["id", ...sortable])
      for (const order of ["ASC", "desc"])
        expect((await read(`pageSize=10&page=0&sortProperty=${property}&sortOrder=${order}`)).status).toBe(200);
    for (const bad of [`sortProperty=${unsortable}`, "sortProperty=a%3Bb", "sortOrder=sideways"])
      expectError(await read(`pageSize=10&page=0&${bad}`), 400, 31);
  });

  test("REST-4: ids ascend without a property, and descend where that is asked for", async () => {
    const idsOf = async (query: string): Promise<string[]> => {
      const data = member((await read(`pageSize=1000&page=0${query}`)).body, "data");
      return Array.isArray(data) ? data.map((each) => text(each, "id", "id")) : [];
    };
    const ids = await idsOf("");
    expect(ids).toEqual(ids.toSorted());
    expect(await idsOf("&sortOrder=DESC")).toEqual(ids.toReversed());
  });

  test("REST-5: % and _ of a search are ordinary characters; a list that cannot be searched ignores it", async () => {
    const all = member((await read("pageSize=10&page=0")).body, "totalElements");
    for (const search of ["%25", "a_b_c"])
      expect(member((await read(`pageSize=10&page=0&textSearch=${search}`)).body, "totalElements")).toBe(
        searches ? 0 : all,
      );
  });
});

describe("text search", () => {
  const found = async (client: RestClient, path: string, search: string): Promise<number> =>
    Number(
      member(await client.get(`${path}?pageSize=10&page=0&textSearch=${encodeURIComponent(search)}`), "totalElements"),
    );

  test("REST-5: of devices looks at name and label; of infos at type and customer too", async () => {
    const tenant = await platform().createTenant();
    const customer = await tenant.rest.post("/api/customer", { title: "Kunde Süd" });
    const fields = { name: "Boiler", label: "Cellar", type: "Heating", customerId: member(customer, "id") };
    await tenant.rest.post("/api/device", fields);
    const of = async (path: string) => {
      const counts = [];
      for (const search of ["BOIL", "cell", "heat", "SÜD"]) counts.push(await found(tenant.rest, path, search));
      return counts;
    };
    expect(await of("/api/tenant/devices")).toEqual([1, 1, 0, 0]);
    expect(await of("/api/tenant/deviceInfos")).toEqual([1, 1, 1, 1]);
  });

  test("REST-5: of customers and tenants looks at the title alone", async () => {
    const fields = { title: "Värmeverket", city: "Uppsala", email: "info@example.com" };
    await world.callers.TENANT_ADMIN.post("/api/customer", fields);
    await world.callers.SYS_ADMIN.post("/api/tenant", fields);
    for (const [client, path] of [
      [world.callers.TENANT_ADMIN, "/api/customers"],
      [world.callers.SYS_ADMIN, "/api/tenants"],
      [world.callers.SYS_ADMIN, "/api/tenantInfos"],
    ] as const) {
      expect(await found(client, path, "vÄRME")).toBe(1);
      expect(await found(client, path, "uppsala")).toBe(0);
      expect(await found(client, path, "info@")).toBe(0);
    }
  });

  test("REST-5: of users looks at the email; of their infos at the names too", async () => {
    const user = { email: "grace@example.com", authority: "TENANT_ADMIN", firstName: "Rear", lastName: "Admiral" };
    await world.callers.TENANT_ADMIN.post("/api/user", user);
    for (const [path, search, count] of [
      ["/api/users", "GRACE", 1],
      ["/api/users", "admiral", 0],
      ["/api/users/info", "grace@", 1],
      ["/api/users/info", "rear", 1],
      ["/api/users/info", "ADMIRAL", 1],
    ] as const)
      expect(await found(world.callers.TENANT_ADMIN, path, search)).toBe(count);
  });

  test("REST-5: of profiles looks at the name", async () => {
    const description = "unmistakable";
    const body = { ...newProfileBody(platform().tenant), name: "Chillers", description };
    await world.callers.TENANT_ADMIN.post("/api/deviceProfile", body);
    await world.callers.SYS_ADMIN.post("/api/tenantProfile", { name: "Chillers", description });
    for (const [client, path] of [
      [world.callers.TENANT_ADMIN, "/api/deviceProfiles"],
      [world.callers.TENANT_ADMIN, "/api/deviceProfileInfos"],
      [world.callers.SYS_ADMIN, "/api/tenantProfiles"],
      [world.callers.SYS_ADMIN, "/api/tenantProfileInfos"],
    ] as const) {
      expect(await found(client, path, "CHILL")).toBe(1);
      expect(await found(client, path, description)).toBe(0);
    }
  });
});
