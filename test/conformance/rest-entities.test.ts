// REST contract 1.4: what every entity that is saved over REST has in common, kind by kind.
import { describe, expect, test } from "vitest";
import { newProfileBody } from "../support/access-world.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type RestClient } from "../support/rest-client.ts";
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
const unique = (): string => platform().tenant.uniqueName("entity");
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

  test.each(kind.labels)("REST-68: %s holds no HTML and no template", async (name) => {
    for (const wrong of ["<b>bold</b>", "a <script>", "{{name}}"])
      expectError(await save({ ...kind.minimal(), [name]: wrong }), 400, 31);
    expect((await save({ ...kind.minimal(), [name]: `3 < 4 > 2 & {x} ${unique()}` })).status).toBe(200);
  });

  test("REST-68: the name is required and not blank", async () => {
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

test("REST-100: additionalInfo of a call may hold any number", async () => {
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
