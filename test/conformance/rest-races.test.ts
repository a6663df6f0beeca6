// REST contract 1.4, 5, 7, 8 and 11: what holds for one save holds for many at the same time.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

const MANY = 12;

function atOnce(send: (index: number) => Promise<RestAnswer>): Promise<RestAnswer[]> {
  return Promise.all(Array.from({ length: MANY }, (_, index) => send(index)));
}

/** How many answers have each status and errorCode. */
function tally(answers: readonly RestAnswer[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { status, body } of answers) {
    const outcome = status === 200 ? "200" : `${String(status)}/${String(member(body, "errorCode"))}`;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

test("REST §7: of many saves of one new name a single one gets it; with UNIQUIFY each has a name of its own", async () => {
  const { tenant } = platform();
  const name = tenant.uniqueName("device");
  const save = (query: string) => () => tenant.rest.request("POST", `/api/device${query}`, { name });
  expect(tally(await atOnce(save("")))).toEqual({ 200: 1, "400/31": MANY - 1 });
  const copies = await atOnce(save("?nameConflictPolicy=UNIQUIFY&uniquifyStrategy=INCREMENTAL"));
  expect(new Set(copies.map(({ body }) => text(body, "name")))).toEqual(
    new Set(copies.map((_, index) => `${name}_${String(index + 1)}`)),
  );
});

test("REST §7: many devices of a new type make one profile of that name", async () => {
  const { tenant } = platform();
  const type = tenant.uniqueName("profile");
  const answers = await atOnce(() =>
    tenant.rest.request("POST", "/api/device", { name: tenant.uniqueName("device"), type }),
  );
  expect(new Set(answers.map(({ body }) => text(body, "deviceProfileId", "id"))).size).toBe(1);
  expect((await tenant.profileNames()).filter((name) => name === type)).toHaveLength(1);
});

test("REST §7: a credentials id goes to one of many", async () => {
  const { tenant } = platform();
  const token = tenant.uniqueName("token");
  const answers = await atOnce(() =>
    tenant.rest.request("POST", `/api/device?accessToken=${token}`, { name: tenant.uniqueName("device") }),
  );
  expect(tally(answers)).toEqual({ 200: 1, "400/31": MANY - 1 });
});

test("REST §14: a device that was registered beforehand is handed over to one of many that ask for it", async () => {
  const { tenant } = platform();
  const { key, name } = await tenant.createProvisioningProfile("CHECK_PRE_PROVISIONED_DEVICES");
  const device = await tenant.createDevice({ type: name });
  const request = { provisionDeviceKey: key, provisionDeviceSecret: "secret", deviceName: device.name };
  const answers = await atOnce(() => tenant.rest.request("POST", "/api/v1/provision", request));
  expect(answers.map(({ body }) => member(body, "status")).toSorted()).toEqual([
    ...Array.from({ length: MANY - 1 }, () => "FAILURE"),
    "SUCCESS",
  ]);
});

test("REST §5: maxDevices, maxCustomers and maxDashboards hold for many at once", async () => {
  const limited = await platform().createTenant({ maxDevices: 5, maxCustomers: 3, maxDashboards: 4 });
  const devices = await atOnce(() =>
    limited.rest.request("POST", "/api/device", { name: limited.uniqueName("device") }),
  );
  expect(tally(devices)).toEqual({ 200: 5, "403/41": MANY - 5 });
  const customers = await atOnce(() =>
    limited.rest.request("POST", "/api/customer", { title: limited.uniqueName("customer") }),
  );
  expect(tally(customers)).toEqual({ 200: 3, "403/41": MANY - 3 });
  const dashboards = await atOnce(() => limited.rest.request("POST", "/api/dashboard", { title: "one of many" }));
  expect(tally(dashboards)).toEqual({ 200: 4, "403/41": MANY - 4 });
});

test("REST §1.4: of many saves of one version a single one is stored, for each kind of entity", async () => {
  const { tenant, sysAdmin } = platform();
  const device = await tenant.rest.post("/api/device", { name: tenant.uniqueName("device") });
  const entities = [
    ["/api/device", tenant.rest, device],
    [
      "/api/device/credentials",
      tenant.rest,
      await tenant.rest.get(`/api/device/${text(device, "id", "id")}/credentials`),
    ],
    ["/api/customer", tenant.rest, await tenant.rest.post("/api/customer", { title: tenant.uniqueName("customer") })],
    [
      "/api/deviceProfile",
      tenant.rest,
      await tenant.rest.post("/api/deviceProfile", {
        name: tenant.uniqueName("profile"),
        type: "DEFAULT",
        transportType: "DEFAULT",
        profileData: {},
      }),
    ],
    ["/api/dashboard", tenant.rest, await tenant.rest.post("/api/dashboard", { title: "one of many" })],
    ["/api/tenant", sysAdmin, await sysAdmin.post("/api/tenant", { title: tenant.uniqueName("tenant") })],
  ] as const;
  for (const [path, by, entity] of entities) {
    const answers = await atOnce(() => by.request("POST", path, entity));
    expect([path, tally(answers)]).toEqual([path, { 200: 1, "409/35": MANY - 1 }]);
    const forced = await atOnce(() => by.request("POST", path, { ...(entity as object), version: null }));
    const versions = forced.map(({ body }) => Number(member(body, "version"))).sort((one, other) => one - other);
    expect([path, versions]).toEqual([path, forced.map((_, index) => 3 + index)]);
  }
});

test("REST §8: however often the default changes, there is one", async () => {
  const other = await platform().createTenant();
  const ids: string[] = [];
  for (let count = 0; count < 3; count++) {
    const profile = { name: other.uniqueName("profile"), type: "DEFAULT", transportType: "DEFAULT", profileData: {} };
    ids.push(text(await other.rest.post("/api/deviceProfile", profile), "id", "id"));
  }
  await atOnce((index) => other.rest.request("POST", `/api/deviceProfile/${ids[index % ids.length] ?? ""}/default`));
  const page = await other.rest.get("/api/deviceProfiles?pageSize=9&page=0");
  const defaults = (member(page, "data") as unknown[]).filter((profile) => member(profile, "default") === true);
  expect(defaults).toHaveLength(1);
});

test("REST §11: one of many claims with the right secret gets the device", async () => {
  const { tenant, clock } = platform();
  const device = await tenant.createDevice();
  const claimingData = { secretKey: "s", expirationTime: clock.now() + 60_000 };
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { claimingData });
  const customers = [await tenant.createCustomer(), await tenant.createCustomer(), await tenant.createCustomer()];
  const claims = await Promise.all(
    customers.map(({ rest }) => rest.request("POST", `/api/customer/device/${device.name}/claim`, { secretKey: "s" })),
  );
  const won = claims.flatMap(({ status }, index) => (status === 200 ? [customers[index]?.id] : []));
  expect(won).toHaveLength(1);
  expect([member(await tenant.rest.get(`/api/device/${device.id}`), "customerId", "id")]).toEqual(won);
  expect(claims.filter(({ status }) => status === 400).map(({ text: word }) => word)).toEqual([
    '"CLAIMED"',
    '"CLAIMED"',
  ]);
});

test("REST §7: a device that is assigned and deleted at the same time is gone, and belongs to nobody", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const { id } = await tenant.createDevice();
  const answers = await Promise.all([
    tenant.rest.request("POST", `/api/customer/${customer.id}/device/${id}`),
    tenant.rest.request("DELETE", `/api/device/${id}`),
    tenant.rest.request("POST", `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { a: 1 }),
    tenant.rest.request("POST", `/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`, { a: 1 }),
  ]);
  expect(answers[1].status).toBe(200);
  for (const { status } of answers) expect([200, 404]).toContain(status);
  expect((await tenant.rest.request("GET", `/api/device/${id}`)).status).toBe(404);
  const page = await tenant.rest.get(`/api/customer/${customer.id}/devices?pageSize=9&page=0`);
  expect(member(page, "totalElements")).toBe(0);
});

test("REST §5: a tenant is deleted while its users create devices and profiles, and nothing of it stays", async () => {
  const { anonymous, sysAdmin } = platform();
  const other = await platform().createTenant();
  const tokens = Array.from({ length: MANY }, () => other.uniqueName("token"));
  const create = (token: string): Promise<RestAnswer> =>
    other.rest.request("POST", `/api/device?accessToken=${token}`, { name: token, type: token });
  const [first, second] = [tokens.slice(0, MANY / 2).map(create), tokens.slice(MANY / 2)];
  const deletion = sysAdmin.request("DELETE", `/api/tenant/${other.id}`);
  const created = await Promise.all([...first, ...second.map(create)]);
  expect((await deletion).status).toBe(200);
  for (const { status } of created) expect([200, 401, 404]).toContain(status);
  expectError(await sysAdmin.request("GET", `/api/tenant/${other.id}`), 404, 32);
  for (const token of tokens)
    expect((await anonymous.request("POST", `/api/v1/${token}/telemetry`, { a: 1 })).status).toBe(401);
});
