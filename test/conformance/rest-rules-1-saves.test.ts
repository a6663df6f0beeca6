// REST contract 1.4, sentence by sentence where no other file has it: unique names, names made unique, whose tenant it is.
import { describe, expect, test } from "vitest";
import { newProfileBody } from "../support/access-world.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();
const unique = (word = "name"): string => platform().tenant.uniqueName(word);

describe("unique names", () => {
  test("REST §1.4: names are unique where the contract says so, and 400/31 otherwise", async () => {
    const { sysAdmin, tenant } = platform();
    const other = await platform().createTenant();
    const name = unique();
    const email = `${unique()}@example.com`;
    const profile = { ...newProfileBody(tenant), name };
    const ofTenant = [
      ["/api/device", { name }],
      ["/api/customer", { title: name }],
      ["/api/deviceProfile", profile],
    ] as const;
    for (const [path, body] of ofTenant) {
      expect((await tenant.rest.request("POST", path, body)).status, path).toBe(200);
      expectError(await tenant.rest.request("POST", path, body), 400, 31);
      expect((await other.rest.request("POST", path, body)).status, path).toBe(200);
    }
    expect((await sysAdmin.request("POST", "/api/tenantProfile", { name })).status).toBe(200);
    expectError(await sysAdmin.request("POST", "/api/tenantProfile", { name }), 400, 31);
    const user = { email, authority: "TENANT_ADMIN" };
    expect((await tenant.rest.request("POST", "/api/user", user)).status).toBe(200);
    expectError(await other.rest.request("POST", "/api/user", user), 400, 31);
  });

  test("REST §1.4: a provision key and credentials are unique in the installation", async () => {
    const { tenant } = platform();
    const other = await platform().createTenant();
    const provisionDeviceKey = unique("key");
    const withKey = (): object => ({
      ...newProfileBody(tenant),
      name: unique(),
      provisionType: "ALLOW_CREATE_NEW_DEVICES",
      provisionDeviceKey,
      profileData: {
        configuration: { type: "DEFAULT" },
        transportConfiguration: { type: "DEFAULT" },
        provisionConfiguration: { type: "ALLOW_CREATE_NEW_DEVICES", provisionDeviceSecret: "secret" },
      },
    });
    expect((await tenant.rest.request("POST", "/api/deviceProfile", withKey())).status).toBe(200);
    expectError(await other.rest.request("POST", "/api/deviceProfile", withKey()), 400, 31);
    const accessToken = unique("token");
    expect(
      (await tenant.rest.request("POST", `/api/device?accessToken=${accessToken}`, { name: unique() })).status,
    ).toBe(200);
    const taken = unique();
    expectError(await other.rest.request("POST", `/api/device?accessToken=${accessToken}`, { name: taken }), 400, 31);
    expect(await other.device(taken)).toBeUndefined();
  });

  test("REST §1.4: a name that is freed can be taken, and a rename to a taken one is refused", async () => {
    const { rest } = platform().tenant;
    const first = await platform().tenant.createDevice();
    const second = await platform().tenant.createDevice();
    expectError(await rest.request("POST", "/api/device", { id: { id: second.id }, name: first.name }), 400, 31);
    await platform().tenant.deleteDevice(first.id);
    expect((await rest.request("POST", "/api/device", { id: { id: second.id }, name: first.name })).status).toBe(200);
  });
});

describe.each([
  ["/api/device", "name"],
  ["/api/customer", "title"],
] as const)("a taken name in %s", (path, field) => {
  const save = (name: string, query: string): Promise<RestAnswer> =>
    platform().tenant.rest.request("POST", `${path}?${query}`, { [field]: name });
  const nameOf = async (answer: Promise<RestAnswer>): Promise<string> => text((await answer).body, field);

  test("REST §1.4: FAIL is the default; UNIQUIFY adds an underscore and six letters or digits", async () => {
    const name = unique();
    expect(await nameOf(save(name, "nameConflictPolicy=UNIQUIFY"))).toBe(name);
    expectError(await save(name, ""), 400, 31);
    expectError(await save(name, "nameConflictPolicy=FAIL"), 400, 31);
    expectError(await save(name, "uniquifyStrategy=INCREMENTAL"), 400, 31);
    const suffixed = await nameOf(save(name, "nameConflictPolicy=UNIQUIFY"));
    expect(suffixed.startsWith(`${name}_`)).toBe(true);
    expect(suffixed.slice(name.length + 1)).toMatch(/^[A-Za-z0-9]{6}$/);
    expect((await nameOf(save(name, "nameConflictPolicy=UNIQUIFY&uniquifyStrategy=RANDOM"))).length).toBe(
      name.length + 7,
    );
  });

  test("REST §1.4: INCREMENTAL counts 1, 2, 3, with the separator that was asked for", async () => {
    const name = unique();
    const query = "nameConflictPolicy=UNIQUIFY&uniquifyStrategy=INCREMENTAL";
    await save(name, "");
    expect(await nameOf(save(name, query))).toBe(`${name}_1`);
    expect(await nameOf(save(name, query))).toBe(`${name}_2`);
    expect(await nameOf(save(name, query))).toBe(`${name}_3`);
    expect(await nameOf(save(name, `${query}&uniquifySeparator=%20%23`))).toBe(`${name} #1`);
    expect(await nameOf(save(name, `${query}&uniquifySeparator=`))).toBe(`${name}1`);
  });

  test("REST §1.4: what a taken name becomes keeps to the rules of names", async () => {
    const name = unique().padEnd(255, "x");
    await save(name, "");
    const answer = await save(name, "nameConflictPolicy=UNIQUIFY");
    if (answer.status === 200) expect(text(answer.body, field).length).toBeLessThanOrEqual(255);
    else expectError(answer, 400, 31);
    const short = unique();
    await save(short, "");
    expectError(await save(short, "nameConflictPolicy=UNIQUIFY&uniquifySeparator=%3Cb%3E"), 400, 31);
    expectError(await save(short, "nameConflictPolicy=UNIQUIFY&uniquifySeparator=%00"), 400, 31);
  });

  test.each(["nameConflictPolicy=OVERWRITE", "nameConflictPolicy=UNIQUIFY&uniquifyStrategy=ALPHABET"])(
    "REST §1.4: %s answers 400/31",
    async (query) => {
      expectError(await save(unique(), query), 400, 31);
    },
  );
});

describe("whose it is", () => {
  test("REST §1.4: tenantId of a body is overwritten by the caller's tenant", async () => {
    const other = await platform().createTenant();
    const foreign = { tenantId: { entityType: "TENANT", id: other.id } };
    const { rest, id } = platform().tenant;
    for (const [path, body] of [
      ["/api/device", { name: unique() }],
      ["/api/customer", { title: unique() }],
      ["/api/deviceProfile", newProfileBody(platform().tenant)],
      ["/api/user", { email: `${unique()}@example.com`, authority: "TENANT_ADMIN" }],
      ["/api/apiKey", { description: "own" }],
    ] as const) {
      const saved = await rest.post(path, { ...body, ...foreign });
      expect(member(saved, "tenantId"), path).toEqual({ entityType: "TENANT", id });
      const again = await rest.request("POST", path, { ...(saved as object), ...foreign });
      expect(again.status, again.text).toBe(200);
      expect(member(again.body, "tenantId"), path).toEqual({ entityType: "TENANT", id });
    }
  });

  test("REST §1.4: creating and updating answer 200 with the stored object", async () => {
    const { rest } = platform().tenant;
    const created = await rest.request("POST", "/api/customer", { title: unique(), city: "Oslo" });
    expect(created.status).toBe(200);
    const id = text(created.body, "id", "id");
    expect(await rest.get(`/api/customer/${id}`)).toEqual(created.body);
    const updated = await rest.request("POST", "/api/customer", { id: { id }, title: unique() });
    expect(updated.status).toBe(200);
    expect(updated.body).toMatchObject({ city: null, version: 2 });
    expect(await rest.get(`/api/customer/${id}`)).toEqual(updated.body);
  });

  test("REST §1.4: device credentials carry a version that is checked where it is sent", async () => {
    const { rest } = platform().tenant;
    const { id } = await platform().tenant.createDevice();
    const shown = (await rest.get(`/api/device/${id}/credentials`)) as object;
    expect(shown).toMatchObject({ version: 1 });
    const saved = await rest.post("/api/device/credentials", { ...shown, credentialsId: unique("token") });
    expect(saved).toMatchObject({ version: 2 });
    expectError(await rest.request("POST", "/api/device/credentials", shown), 409, 35);
    expect((await rest.request("POST", "/api/device/credentials", { ...shown, version: null })).status).toBe(200);
  });

  test("REST §1.4: of two saves with the same version, at the same time, one is refused with 409/35", async () => {
    const { rest } = platform().tenant;
    const { id, name } = await platform().tenant.createDevice();
    const save = (label: string): Promise<RestAnswer> =>
      rest.request("POST", "/api/device", { id: { id }, name, label, version: 1 });
    const answers = await Promise.all([save("a"), save("b"), save("c")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const answer of answers) if (answer.status === 409) expectError(answer, 409, 35);
  });

  test("REST §1.4: a version that is no integer answers 400/31", async () => {
    const { rest } = platform().tenant;
    const { id, name } = await platform().tenant.createDevice();
    for (const version of ["1", 1.5, true, {}])
      expectError(await rest.request("POST", "/api/device", { id: { id }, name, version }), 400, 31);
    expectError(await rest.request("POST", "/api/device", { id: { id }, name, version: -1 }), 409, 35);
  });

  test("REST §1.4: an update of an unknown id answers 404/32, and creates nothing", async () => {
    const { rest } = platform().tenant;
    expectError(await rest.request("POST", "/api/apiKey", { id: { id: UNKNOWN_ID }, description: "x" }), 404, 32);
    const title = unique();
    expectError(await rest.request("POST", "/api/customer", { id: { id: UNKNOWN_ID }, title }), 404, 32);
    expectError(await rest.request("GET", `/api/tenant/customers?customerTitle=${title}`), 404, 32);
  });
});

describe("texts", () => {
  test("REST §1.4: keys of attributes and telemetry have 1 to 255 characters, and no HTML, templates or U+0000", async () => {
    const { rest } = platform().tenant;
    const { id } = await platform().tenant.createDevice();
    const values = `/api/plugins/telemetry/DEVICE/${id}`;
    const post = (path: string, body: unknown): Promise<RestAnswer> => rest.request("POST", values + path, body);
    for (const path of ["/SERVER_SCOPE", "/timeseries/ANY"]) {
      expect((await post(path, { ["k".repeat(255)]: 1, "a < b": 1 })).status).toBe(200);
      for (const key of ["k".repeat(256), "", " ", "<b>x</b>", "{{x}}", "a\u0000b"])
        expectError(await post(path, { good: 1, [key]: 1 }), 400, 31);
    }
    expect((await post("/SERVER_SCOPE", { html: "<b>{{x}}</b>" })).status).toBe(200);
    expect(await platform().tenant.attributes(id, "SERVER_SCOPE")).toMatchObject({ html: "<b>{{x}}</b>" });
    expect(await platform().tenant.attributes(id, "SERVER_SCOPE")).not.toHaveProperty("good");
  });

  test.each(["text", 5, [], true])("REST §1.4: additionalInfo is an object or null, not %j", async (additionalInfo) => {
    for (const [path, body] of [
      ["/api/device", { name: unique() }],
      ["/api/customer", { title: unique() }],
      ["/api/user", { email: `${unique()}@example.com`, authority: "TENANT_ADMIN" }],
    ] as const)
      expectError(await platform().tenant.rest.request("POST", path, { ...body, additionalInfo }), 400, 31);
  });
});
