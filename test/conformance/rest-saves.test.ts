// REST contract, section 1.4: what every entity that is saved has in common, kind by kind; unique names, and names made unique.
import { describe, expect, test } from "vitest";
import { newProfileBody } from "../support/access-world.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { member, type RestAnswer, type RestClient, text } from "../support/rest-client.ts";
import { expectError, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

interface EntityKind {
  readonly type: string;
  readonly path: string;
  /** Where all of them are listed. */
  readonly list: string;
  readonly admin: () => RestClient;
  /** The least that creates one; new at each call. */
  readonly minimal: () => Record<string, unknown>;
  /** Text members with at most 255 characters, the required one first. */
  readonly texts: readonly string[];
  /** Those that must not hold HTML or `{{...}}`. */
  readonly labels: readonly string[];
  /** The member that holds free JSON, and the JSON around it. */
  readonly free: (json: string) => string;
  readonly hasVersion: boolean;
}

const ADDRESS = ["country", "state", "city", "address", "address2", "zip", "phone"];
const unique = (word = "entity"): string => platform().tenant.uniqueName(word);
const tenantAdmin = (): RestClient => platform().tenant.rest;
const systemAdmin = (): RestClient => platform().sysAdmin;
const additionalInfo = (json: string): string => `"additionalInfo":${json}`;

const KINDS: readonly EntityKind[] = [
  {
    type: "DEVICE",
    path: "/api/device",
    list: "/api/tenant/devices",
    admin: tenantAdmin,
    minimal: () => ({ name: unique() }),
    texts: ["name", "label", "type"],
    labels: ["name", "label", "type"],
    free: additionalInfo,
    hasVersion: true,
  },
  {
    type: "CUSTOMER",
    path: "/api/customer",
    list: "/api/customers",
    admin: tenantAdmin,
    minimal: () => ({ title: unique() }),
    texts: ["title", ...ADDRESS],
    labels: ["title"],
    free: additionalInfo,
    hasVersion: true,
  },
  {
    type: "DASHBOARD",
    path: "/api/dashboard",
    list: "/api/tenant/dashboards",
    admin: tenantAdmin,
    minimal: () => ({ title: unique() }),
    texts: ["title"],
    labels: ["title"],
    free: (json) => `"configuration":${json}`,
    hasVersion: true,
  },
  {
    type: "TENANT",
    path: "/api/tenant",
    list: "/api/tenants",
    admin: systemAdmin,
    minimal: () => ({ title: unique() }),
    texts: ["title", ...ADDRESS],
    labels: ["title"],
    free: additionalInfo,
    hasVersion: true,
  },
  {
    type: "USER",
    path: "/api/user",
    list: "/api/users",
    admin: tenantAdmin,
    minimal: () => ({ email: `${unique()}@example.com`, authority: "TENANT_ADMIN" }),
    texts: ["email", "firstName", "lastName", "phone"],
    labels: ["firstName", "lastName"],
    free: additionalInfo,
    hasVersion: true,
  },
  {
    type: "DEVICE_PROFILE",
    path: "/api/deviceProfile",
    list: "/api/deviceProfiles",
    admin: tenantAdmin,
    minimal: () => ({ ...newProfileBody(platform().tenant) }),
    texts: ["name", "description", "provisionDeviceKey"],
    labels: ["name"],
    free: (json) => `"profileData":${json}`,
    hasVersion: true,
  },
  {
    type: "TENANT_PROFILE",
    path: "/api/tenantProfile",
    list: "/api/tenantProfiles",
    admin: systemAdmin,
    minimal: () => ({ name: unique() }),
    texts: ["name", "description"],
    labels: ["name"],
    free: (json) => `"profileData":{"configuration":{"type":"DEFAULT","ofALaterVersion":${json}}}`,
    hasVersion: false,
  },
];

const LATER = { ofALaterVersion: 1, createdTime: 1, tenantId: { entityType: "TENANT", id: UNKNOWN_ID } };

describe.each(KINDS.map((kind) => [kind.type, kind] as const))("%s", (type, kind) => {
  const save = (fields: Readonly<Record<string, unknown>>) => kind.admin().request("POST", kind.path, fields);
  const create = async (fields: Readonly<Record<string, unknown>> = {}): Promise<Record<string, unknown>> => {
    const created = await kind.admin().post(kind.path, { ...kind.minimal(), ...fields });
    return { ...(created as object) };
  };
  const read = (saved: unknown): Promise<unknown> => kind.admin().get(`${kind.path}/${text(saved, "id", "id")}`);

  test("REST-10: what is read and sent back stays as it is, whatever else the body says", async () => {
    const created = await create();
    const shown = (await read(created)) as Record<string, unknown>;
    const { tenantId, ...later } = LATER;
    const foreign = type === "TENANT" || type === "TENANT_PROFILE" ? {} : { tenantId };
    expect((await save({ ...shown, ...later, ...foreign })).status).toBe(200);
    expect(await read(created)).toEqual(kind.hasVersion ? { ...shown, version: 2 } : shown);
  });

  test("REST-10: a free object is shown as it was sent, and does not disturb the list it is in", async () => {
    const { profileData: _left, ...fields } = kind.minimal();
    const free = kind.free('{"__proto__":{"a":1},"constructor":null,"big":90071992547409933,"list":[1.5,"x"]}');
    const headers = { "content-type": "application/json", "x-authorization": kind.admin().authorization ?? "" };
    const body = `${JSON.stringify(fields).slice(0, -1)},${free}}`;
    const saved = await raw(platform(), "POST", kind.path, { headers, body });
    expect(saved.status, saved.text).toBe(200);
    const shown = await kind.admin().getText(`${kind.path}/${text(saved.body, "id", "id")}`);
    for (const each of [saved.text, shown]) {
      expect(each).toContain('"__proto__":{"a":1},"constructor":null,"big":9007199254740993');
      expect(each).toContain('"list":[1.5,"x"]');
    }
    expect((await kind.admin().request("GET", `${kind.list}?pageSize=1000&page=0`)).status).toBe(200);
  });

  test("REST-67: an update replaces the whole, an unknown one answers 404/32", async () => {
    const [, ...optional] = kind.texts;
    const texts = Object.fromEntries(optional.filter((name) => name !== "type").map((name) => [name, "text"]));
    const created = await create(texts);
    expect(created).toMatchObject(texts);
    const { id, ...rest } = created;
    const nulls = Object.fromEntries(Object.keys(texts).map((name) => [name, null]));
    const bare = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in texts) && name !== "version"));
    expect((await save({ ...bare, id })).body).toMatchObject(nulls);
    expectError(await save({ ...bare, id: { entityType: type, id: UNKNOWN_ID } }), 404, 32);
    expectError(await save({ ...bare, id: { entityType: type, id: "none" } }), 400, 31);
    expectError(await save({ ...bare, id: { entityType: "RPC", id: UNKNOWN_ID } }), 400, 31);
  });

  test("REST-67: a version is checked where it is sent", async () => {
    const created = await create();
    expect(created["version"]).toBe(kind.hasVersion ? 1 : undefined);
    const again = await save({ ...created, version: 7 });
    if (kind.hasVersion) expectError(again, 409, 35);
    else expect(again.status).toBe(200);
    expect((await save({ ...created, version: null })).status).toBe(200);
  });

  test.each(kind.texts)("REST-68: %s has 255 characters at most, and no U+0000", async (name) => {
    const at255 = name === "email" ? `${unique().padEnd(250, "a")}@b.ch` : unique().padEnd(255, "a");
    expect((await save({ ...kind.minimal(), [name]: at255 })).status).toBe(200);
    expectError(await save({ ...kind.minimal(), [name]: `a${at255}` }), 400, 31);
    expectError(await save({ ...kind.minimal(), [name]: "a\u0000b" }), 400, 31);
    expectError(await save({ ...kind.minimal(), [name]: 5 }), 400, 31);
  });

  test.each(kind.labels)("REST §1: %s holds no HTML and no template", async (name) => {
    for (const wrong of ["<b>bold</b>", "a <script>", "{{name}}"])
      expectError(await save({ ...kind.minimal(), [name]: wrong }), 400, 31);
    expect((await save({ ...kind.minimal(), [name]: `3 < 4 > 2 & {x} ${unique()}` })).status).toBe(200);
  });

  test("REST §1: the name is required and not blank", async () => {
    const [required = ""] = kind.texts;
    const { [required]: _left, ...without } = kind.minimal();
    for (const wrong of [{}, { [required]: null }, { [required]: "" }, { [required]: " \t" }])
      expectError(await save({ ...without, ...wrong }), 400, 31);
  });
});

test.each(["1e400", "[-1e400]", `${"9".repeat(400)}.5`, "9".repeat(310)])(
  "REST-9: a number beyond the range of a double answers 400/31: %s",
  async (number) => {
    const headers = { "content-type": "application/json" };
    const body = (info: string): string => `{"name":"${unique()}","additionalInfo":{"note":"1e400","a":${info}}}`;
    expectError(await raw(platform(), "POST", "/api/device", { headers, body: body(number) }), 400, 31);
    expect((await raw(platform(), "POST", "/api/device", { headers, body: body("1e308") })).status).toBe(200);
  },
);

test("REST §1: additionalInfo of a call may hold any number", async () => {
  const device = await platform().tenant.createDevice();
  const { rest } = platform().tenant;
  const answer = await raw(platform(), "POST", `/api/rpc/oneway/${device.id}`, {
    body: '{"method":"wait","persistent":true,"additionalInfo":{"ticket":12345678901234567890}}',
  });
  expect(answer.status).toBe(200);
  expect((await rest.request("GET", `/api/rpc/persistent/${text(answer.body, "rpcId")}`)).status).toBe(200);
  expect((await rest.request("GET", `/api/rpc/persistent/device/${device.id}?pageSize=1&page=0`)).status).toBe(200);
});

test("REST-59: with maxDevices 1 the second device answers 403/41 with DEVICE and 1, until the limit is raised", async () => {
  const tenant = await platform().createTenant({ maxDevices: 1 });
  await tenant.createDevice();
  const create = () => tenant.rest.request("POST", "/api/device", { name: tenant.uniqueName("device") });
  expectError(await create(), 403, 41, { entityType: "DEVICE", limit: 1 });
  const credentials = { credentialsType: "ACCESS_TOKEN", credentialsId: tenant.uniqueName("token") };
  expectError(
    await tenant.rest.request("POST", "/api/device-with-credentials", { device: { name: unique() }, credentials }),
    403,
    41,
    { entityType: "DEVICE", limit: 1 },
  );

  const { tenantProfileId } = (await platform().sysAdmin.get(`/api/tenant/${tenant.id}`)) as Record<string, unknown>;
  const profile = (await platform().sysAdmin.get(`/api/tenantProfile/${text(tenantProfileId, "id")}`)) as object;
  const configuration = { ...(member(profile, "profileData", "configuration") as object), maxDevices: 2 };
  await platform().sysAdmin.post("/api/tenantProfile", { ...profile, profileData: { configuration } });
  expect((await create()).status).toBe(200);
  expectError(await create(), 403, 41, { entityType: "DEVICE", limit: 2 });
});

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
