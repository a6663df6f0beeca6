// REST contract 3, sentence by sentence where no other file has it: API keys.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type RestAnswer, type RestClient } from "../support/rest-client.ts";
import { expectError, NULL_UUID, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";
import { storedBytes } from "../support/stored-bytes.ts";

const platform = useTestPlatform();
const PAGE = "pageSize=100&page=0";

const create = (by: RestClient, fields: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  by.post("/api/apiKey", { description: "nightly export", ...fields });
const idOf = (shown: unknown): string => text(shown, "id", "id");
const calls = async (value: string): Promise<number> =>
  (await platform().anybody.withAuthorization(`ApiKey ${value}`).request("GET", "/api/auth/user")).status;
const selfOf = async (rest: RestClient): Promise<string> => text(await rest.get("/api/auth/user"), "id", "id");

test("REST §3: a new key has every member of the contract, and its value the prefix and 86 characters", async () => {
  const { rest, id } = platform().tenant;
  const expirationTime = platform().clock.now() + 86_400_000;
  const userId = { entityType: "USER", id: await selfOf(rest) };
  const key = await create(rest, { userId, enabled: true, expirationTime });
  expect(key).toMatchObject({
    id: { entityType: "API_KEY", id: expect.any(String) },
    createdTime: platform().clock.now(),
    tenantId: { entityType: "TENANT", id },
    userId,
    expirationTime,
    description: "nightly export",
    enabled: true,
    expired: false,
  });
  expect(text(key, "value")).toMatch(/^bh_[A-Za-z0-9_-]{86}$/);
});

test("REST §3: the value is shown once: no list, update or switch has it, nor its member where the contract has none", async () => {
  const { rest } = platform().tenant;
  const key = await create(rest);
  const value = text(key, "value");
  const update = await rest.post("/api/apiKey", { id: member(key, "id"), description: "other", enabled: true });
  expect(member(update, "value")).toBeNull();
  const described = await raw(platform(), "PUT", `/api/apiKey/${idOf(key)}/description`, {
    headers: { "content-type": "text/plain" },
    body: "third",
  });
  const answers = [
    await rest.get(`/api/apiKeys/${await selfOf(rest)}?${PAGE}`),
    (await rest.request("PUT", `/api/apiKey/${idOf(key)}/enabled/true`)).body,
    described.body,
  ];
  for (const answer of answers) {
    expect(JSON.stringify(answer)).not.toContain(value);
    expect(JSON.stringify(answer)).not.toContain('"value"');
  }
  expect(described.body).toMatchObject({ description: "third" });
});

test("REST §3: the value is kept as its SHA-256 and nothing else", async () => {
  const value = text(await create(platform().tenant.rest), "value");
  const stored = await storedBytes(platform().folder);
  expect(stored.includes(createHash("sha256").update(value).digest())).toBe(true);
  expect(stored.includes(value.slice(0, 8))).toBe(true);
  expect(stored.includes(value.slice(8))).toBe(false);
});

describe("for whom", () => {
  test("REST §3: each creates and lists for those whom he may write to, and for nobody else", async () => {
    const { sysAdmin, tenant } = platform();
    const other = await platform().createTenant();
    const customer = await tenant.createCustomer();
    const colleague = await tenant.createUser({
      email: `${tenant.uniqueName("user")}@example.com`,
      authority: "CUSTOMER_USER",
      customerId: { entityType: "CUSTOMER", id: customer.id },
    });
    const people = {
      system: await selfOf(sysAdmin),
      admin: await selfOf(tenant.rest),
      user: await selfOf(customer.rest),
      colleague: await selfOf(colleague),
      foreign: await selfOf(other.rest),
    };
    const may: Readonly<Record<string, readonly [RestClient, readonly (keyof typeof people)[]]>> = {
      SYS_ADMIN: [sysAdmin, ["system", "admin", "foreign"]],
      TENANT_ADMIN: [tenant.rest, ["admin", "user", "colleague"]],
      CUSTOMER_USER: [customer.rest, ["user"]],
    };
    for (const [role, [rest, allowed]] of Object.entries(may))
      for (const [name, id] of Object.entries(people)) {
        const list = await rest.request("GET", `/api/apiKeys/${id}?${PAGE}`);
        const made = await rest.request("POST", "/api/apiKey", { userId: { id }, description: `${role} for ${name}` });
        const isAllowed = allowed.some((each) => each === name);
        for (const answer of [list, made])
          if (isAllowed) expect(answer.status, `${role} for ${name}`).toBe(200);
          else expectError(answer, 403, 20);
      }
  });

  test("REST §3: the key of somebody else is his: it calls as him, and he may end it", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const userId = { entityType: "USER", id: await selfOf(customer.rest) };
    const key = await create(tenant.rest, { userId });
    const asUser = platform().anybody.withAuthorization(`ApiKey ${text(key, "value")}`);
    expect(member(await asUser.get("/api/auth/user"), "id")).toEqual(userId);
    expectError(await asUser.request("POST", "/api/device", { name: "x" }), 403, 20);
    expect((await customer.rest.request("DELETE", `/api/apiKey/${idOf(key)}`)).text).toBe("");
    expect(await calls(text(key, "value"))).toBe(401);
  });

  test("REST §3: a user or a key that does not exist answers 404/32", async () => {
    const { rest } = platform().tenant;
    const unknown = { id: UNKNOWN_ID };
    expectError(await rest.request("POST", "/api/apiKey", { userId: unknown, description: "x" }), 404, 32);
    expectError(await rest.request("POST", "/api/apiKey", { id: unknown, description: "x" }), 404, 32);
    expectError(await rest.request("GET", `/api/apiKeys/${UNKNOWN_ID}?${PAGE}`), 404, 32);
    expectError(await rest.request("PUT", `/api/apiKey/${UNKNOWN_ID}/enabled/true`), 404, 32);
    expectError(await rest.request("DELETE", `/api/apiKey/${UNKNOWN_ID}`), 404, 32);
    for (const path of ["not-an-id", "1"]) expectError(await rest.request("DELETE", `/api/apiKey/${path}`), 400, 31);
  });

  test("REST §3: userId null, missing or reserved is the caller", async () => {
    const { rest } = platform().tenant;
    const self = await selfOf(rest);
    for (const fields of [{}, { userId: null }, { userId: { entityType: "USER", id: NULL_UUID } }])
      expect(text(await create(rest, fields), "userId", "id")).toBe(self);
  });
});

describe("what is checked", () => {
  const refused = (fields: Readonly<Record<string, unknown>>): Promise<RestAnswer> =>
    platform().tenant.rest.request("POST", "/api/apiKey", { description: "x", ...fields });

  test.each([
    { expirationTime: 1 },
    { expirationTime: -1 },
    { expirationTime: 1.5 },
    { expirationTime: "never" },
    { expirationTime: 1e300 },
    { enabled: "true" },
    { enabled: 1 },
    { description: null },
    { description: "" },
    { description: "\t " },
    { description: 5 },
    { description: "x".repeat(256) },
    { description: "a\u0000b" },
  ])("REST §3: %j answers 400/31", async (fields) => {
    expectError(await refused(fields), 400, 31);
  });

  test("REST §3: the present moment is past, the next one is not, and ends the key exactly then", async () => {
    const now = platform().clock.now();
    expectError(await refused({ expirationTime: now }), 400, 31);
    const value = text((await refused({ expirationTime: now + 1 })).body, "value");
    expect(await calls(value)).toBe(200);
    platform().clock.advance(1);
    expect(await calls(value)).toBe(401);
  });

  test.each(["maybe", "1", "yes", ""])("REST §3: enabled/%s answers an error and changes nothing", async (word) => {
    const { rest } = platform().tenant;
    const key = await create(rest);
    const answer = await rest.request("PUT", `/api/apiKey/${idOf(key)}/enabled/${word}`);
    expectError(answer, 400, 31);
    expect(await calls(text(key, "value"))).toBe(200);
  });

  test.each([
    ["text/plain", "a plain text", "a plain text"],
    ["text/plain", '"quoted"', '"quoted"'],
    ["application/json", '"quoted"', "quoted"],
    ["application/json; charset=utf-8", '"a\\u00e4\\n"', "aä\n"],
    [undefined, "no type", "no type"],
  ])("REST §3: a description as %s %j is taken", async (type, body, description) => {
    const key = await create(platform().tenant.rest);
    const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
    const answer = await raw(platform(), "PUT", `/api/apiKey/${idOf(key)}/description`, { headers, body });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ description });
  });

  test.each([
    ["text/plain", "", 400],
    ["text/plain", "  ", 400],
    ["text/plain", "x".repeat(256), 400],
    ["application/json", "bare", 400],
    ["application/json", '{"description":"x"}', 400],
    ["application/json", '""', 400],
    ["application/json", "null", 400],
    ["application/xml", "<a/>", 415],
    ["text/plain", "x".repeat(100_000), 400],
  ])("REST §3: a description as %s is refused: %#", async (type, body, status) => {
    const key = await create(platform().tenant.rest);
    const headers = { "content-type": type };
    expectError(await raw(platform(), "PUT", `/api/apiKey/${idOf(key)}/description`, { headers, body }), status, 31);
  });

  test("REST §3: an update leaves what may not change, and refuses to change it", async () => {
    const { rest } = platform().tenant;
    const expirationTime = platform().clock.now() + 60_000;
    const key = await create(rest, { expirationTime });
    const { value: _value, ...shown } = key as Record<string, unknown>;
    const other = await platform().tenant.createCustomer();
    for (const change of [
      { expirationTime: expirationTime + 1 },
      { expirationTime: 0 },
      { userId: { id: await selfOf(other.rest) } },
    ])
      expectError(await rest.request("POST", "/api/apiKey", { ...shown, ...change }), 400, 31);
    const saved = await rest.post("/api/apiKey", { ...shown, enabled: false, description: "renamed", expired: true });
    expect(saved).toMatchObject({ expirationTime, enabled: false, description: "renamed", expired: false });
  });
});

test("REST §3: a disabled user's keys are suspended, a deleted one's gone", async () => {
  const { tenant } = platform();
  const email = `${tenant.uniqueName("user")}@example.com`;
  const rest = await tenant.createUser({ email, authority: "TENANT_ADMIN" });
  const id = await selfOf(rest);
  const key = await create(rest);
  const value = text(key, "value");
  expect(await calls(value)).toBe(200);
  await tenant.rest.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`);
  expect(await calls(value)).toBe(401);
  await tenant.rest.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=true`);
  expect(await calls(value)).toBe(200);
  await tenant.rest.delete(`/api/user/${id}`);
  expect(await calls(value)).toBe(401);
  expectError(await tenant.rest.request("DELETE", `/api/apiKey/${idOf(key)}`), 404, 32);
});
