// REST contract 3 and the checklist on API keys: who may have them, what they open, and when they stop.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, text, type RestAnswer, type RestClient } from "../support/rest-client.ts";
import { expectError, NULL_UUID, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";
import { storedBytes } from "../support/stored-bytes.ts";
import { PASSWORD } from "../support/tenant.ts";

const platform = useTestPlatform();
const PAGE = "pageSize=100&page=0";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface CreatedKey {
  readonly id: string;
  readonly value: string;
  readonly shown: Readonly<Record<string, unknown>>;
  /** Calls with the key. */
  readonly client: RestClient;
}

async function createKey(by: RestClient, fields: Readonly<Record<string, unknown>> = {}): Promise<CreatedKey> {
  const shown = await by.post("/api/apiKey", { description: "a key", ...fields });
  const value = text(shown, "value");
  return {
    id: text(shown, "id", "id"),
    value,
    shown: { ...(shown as object) },
    client: by.withAuthorization(`ApiKey ${value}`),
  };
}

const whoAmI = (client: RestClient): Promise<RestAnswer> => client.request("GET", "/api/auth/user");
const idOf = async (client: RestClient): Promise<string> => text(await client.get("/api/auth/user"), "id", "id");

async function keysOf(by: RestClient, userId: string, query = PAGE): Promise<readonly unknown[]> {
  const data = member(await by.get(`/api/apiKeys/${userId}?${query}`), "data");
  return Array.isArray(data) ? (data as readonly unknown[]) : [];
}

async function listed(by: RestClient, userId: string, keyId: string): Promise<unknown> {
  return (await keysOf(by, userId)).find((key) => member(key, "id", "id") === keyId);
}

const create = (by: RestClient, fields: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  by.post("/api/apiKey", { description: "nightly export", ...fields });
const keyIdOf = (shown: unknown): string => text(shown, "id", "id");
const calls = async (value: string): Promise<number> =>
  (await platform().anonymous.withAuthorization(`ApiKey ${value}`).request("GET", "/api/auth/user")).status;

describe("calls with a key", () => {
  test("REST-20: a key in X-Authorization, or in Authorization, calls as its user", async () => {
    const { rest } = platform().tenant;
    const { client, value } = await createKey(rest);
    expect((await whoAmI(client)).text).toBe((await whoAmI(rest)).text);
    const standard = await checkedFetch(`${rest.baseUrl}/api/auth/user`, {
      headers: { authorization: `apikey  ${value}` },
    });
    expect(await standard.text()).toBe((await whoAmI(rest)).text);
  });

  test("REST-38: with a JWT and an API key of different users on one request, the JWT's user is in effect", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const { value } = await createKey(tenant.rest);
    const token = customer.rest.authorization ?? "";
    const combinations: readonly Readonly<Record<string, string>>[] = [
      { "x-authorization": `ApiKey ${value}`, authorization: token },
      { "x-authorization": token, authorization: `ApiKey ${value}` },
      { "x-authorization": `ApiKey ${value}, ${token}` },
    ];
    for (const headers of combinations) {
      const answer = await raw(platform(), "GET", "/api/auth/user", { headers });
      expect(member(answer.body, "id", "id")).toBe(await idOf(customer.rest));
    }
  });

  test("REST §3: a key has exactly the rights of its user", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const { client } = await createKey(customer.rest);
    const device = await tenant.createDevice();
    expectError(await client.request("GET", `/api/device/${device.id}`), 403, 20);
    expectError(await client.request("POST", "/api/device", { name: "mine" }), 403, 20);
    const system = await createKey(platform().sysAdmin);
    expect((await system.client.request("GET", "/api/tenants?pageSize=1&page=0")).status).toBe(200);
  });

  test("REST §2.4: an unknown key answers 401/10, whatever it looks like", async () => {
    const { value } = await createKey(platform().tenant.rest);
    for (const key of ["x", "bh_", `${value}x`, value.slice(0, -1), value.toLowerCase(), "__proto__", "é".repeat(50)]) {
      const headers = { "x-authorization": `ApiKey ${encodeURIComponent(key)}` };
      expectError(await raw(platform(), "GET", "/api/auth/user", { headers }), 401, 10);
    }
  });

  test("REST §3: the list tells when a key was last used", async () => {
    const { tenant, clock } = platform();
    const { id, client } = await createKey(tenant.rest);
    const userId = await idOf(tenant.rest);
    expect(member(await listed(tenant.rest, userId, id), "lastUsedTime")).toBe(null);
    await whoAmI(client);
    const usedAt = clock.now();
    clock.advance(60_000);
    const shown = await platform().until(
      () => listed(tenant.rest, userId, id),
      (key) => member(key, "lastUsedTime") !== null,
    );
    expect(member(shown, "lastUsedTime")).toBe(usedAt);
  });
});

describe("creating", () => {
  test("REST-39: the value is shown once; lists and updates never show it", async () => {
    const { rest } = platform().tenant;
    const expirationTime = platform().clock.now() + DAY;
    const { id, value, shown } = await createKey(rest, { expirationTime, description: "nightly export" });
    const userId = await idOf(rest);
    expect(value).toMatch(/^bh_[A-Za-z0-9_-]{86}$/);
    const key = {
      id: { entityType: "API_KEY", id },
      createdTime: platform().clock.now(),
      tenantId: { entityType: "TENANT", id: platform().tenant.id },
      userId: { entityType: "USER", id: userId },
      expirationTime,
      description: "nightly export",
      enabled: true,
      expired: false,
      valueStart: value.slice(0, 8),
      lastUsedTime: null,
    };
    expect(shown).toEqual({ ...key, value });
    expect(await listed(rest, userId, id)).toEqual(key);
    expect(await rest.post("/api/apiKey", { id: key.id, description: "weekly" })).toEqual({
      ...key,
      description: "weekly",
      value: null,
    });
    const enabled = await rest.request("PUT", `/api/apiKey/${id}/enabled/true`);
    expect(enabled.body).toEqual({ ...key, description: "weekly" });
    const described = await rest.request("PUT", `/api/apiKey/${id}/description`, "daily");
    expect(described.body).toEqual({ ...key, description: "daily" });
  });

  test("REST-40: without enabled the key is active; with false it is not", async () => {
    const { rest } = platform().tenant;
    for (const fields of [{}, { enabled: null }, { enabled: true }]) {
      const { client, shown } = await createKey(rest, fields);
      expect(shown["enabled"]).toBe(true);
      expect((await whoAmI(client)).status).toBe(200);
    }
    expectError(await whoAmI((await createKey(rest, { enabled: false })).client), 401, 10);
  });

  test("REST-41: a key with expirationTime 0, null or none never expires", async () => {
    await using platform = await startTestPlatform();
    const { rest } = platform.tenant;
    const userId = await idOf(rest);
    const keys = [];
    for (const fields of [{ expirationTime: 0 }, { expirationTime: null }, {}])
      keys.push(await createKey(rest, fields));
    platform.clock.advance(2 * DAY);
    for (const { id, client, shown } of keys) {
      expect(shown).toMatchObject({ expirationTime: 0, expired: false });
      expect((await whoAmI(client)).status).toBe(200);
      expect(await listed(client, userId, id)).toMatchObject({ expirationTime: 0, expired: false });
    }
  });

  test("REST §3: a time that is past, no integer or beyond all calendars is refused", async () => {
    const { tenant, clock } = platform();
    for (const expirationTime of [1, clock.now(), -1, 1.5, 9e15, "tomorrow", true])
      expectError(await save(tenant.rest, { description: "a key", expirationTime }), 400, 31);
  });

  test("REST-46: a blank, missing or long description answers 400/31", async () => {
    const { rest } = platform().tenant;
    const { id } = await createKey(rest);
    for (const description of ["", " ", "\t\n", null, undefined, "x".repeat(256), "a\0b", 7, ["x"]]) {
      expectError(await save(rest, { description }), 400, 31);
      expectError(await save(rest, { id: { id }, description }), 400, 31);
    }
    for (const body of ["", " ", "x".repeat(256)]) {
      const headers = { "content-type": "text/plain" };
      expectError(await raw(platform(), "PUT", `/api/apiKey/${id}/description`, { headers, body }), 400, 31);
    }
    expect(member(await listed(rest, await idOf(rest), id), "description")).toBe("a key");
    expect((await save(rest, { description: "x".repeat(255) })).status).toBe(200);
  });

  test("REST-47: a customer user creates keys for himself only", async () => {
    const { tenant, sysAdmin } = platform();
    const customer = await tenant.createCustomer();
    const colleague = await tenant.createUser({
      email: `${tenant.uniqueName("colleague")}@example.com`,
      authority: "CUSTOMER_USER",
      customerId: { id: customer.id },
    });
    const others = [
      [await idOf(colleague), 403, 20],
      [await idOf(tenant.rest), 403, 20],
      [await idOf(sysAdmin), 404, 32],
    ] as const;
    for (const [id, status, code] of others) {
      expectError(await save(customer.rest, { description: "stolen", userId: { id } }), status, code);
      expectError(await customer.rest.request("GET", `/api/apiKeys/${id}?${PAGE}`), status, code);
    }
    const own = await createKey(customer.rest, { userId: { id: await idOf(customer.rest) } });
    expect((await whoAmI(own.client)).status).toBe(200);
  });

  test("REST §3: an administrator creates a key that calls as somebody else", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const userId = { entityType: "USER", id: await idOf(customer.rest) };
    const { client, shown } = await createKey(tenant.rest, { userId });
    expect(shown["userId"]).toEqual(userId);
    expect(member((await whoAmI(client)).body, "id")).toEqual(userId);
    expect(await keysOf(customer.rest, userId.id)).toHaveLength(1);
  });

  test("REST §3: creating a key for somebody else is audited with both names, and without the value", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const [me, owner] = [await tenant.rest.get("/api/auth/user"), await customer.rest.get("/api/auth/user")];
    const description = tenant.uniqueName("audited key");
    const { id, value } = await createKey(tenant.rest, { userId: member(owner, "id"), description });
    await tenant.rest.request("PUT", `/api/apiKey/${id}/enabled/false`);
    await tenant.rest.delete(`/api/apiKey/${id}`);
    const log = await tenant.rest.get(`/api/audit/logs/entity/API_KEY/${id}?${PAGE}&sortProperty=createdTime`);
    const records = member(log, "data");
    const common = { entityName: description, userName: text(me, "email"), actionStatus: "SUCCESS" };
    const ownerName = text(owner, "email");
    expect(records).toEqual([
      expect.objectContaining({
        ...common,
        actionType: "ADDED",
        actionData: expect.objectContaining({ ownerName }) as unknown,
      }),
      expect.objectContaining({ ...common, actionType: "UPDATED" }),
      expect.objectContaining({ ...common, actionType: "DELETED" }),
    ]);
    expect(JSON.stringify(log)).not.toContain(value.slice(0, 9));
  });

  test("REST §3: a key of a system administrator is audited with its name", async () => {
    const { sysAdmin, tenant } = platform();
    const description = tenant.uniqueName("system key");
    const { id } = await createKey(sysAdmin, { description });
    const log = await sysAdmin.get(`/api/audit/logs/entity/API_KEY/${id}?${PAGE}`);
    expect(member(log, "data")).toEqual([expect.objectContaining({ entityName: description, actionType: "ADDED" })]);
  });

  test("REST §3: without userId, or with the null id, the key is the caller's", async () => {
    const { rest } = platform().tenant;
    const me = { entityType: "USER", id: await idOf(rest) };
    for (const userId of [undefined, null, { id: NULL_UUID }, { entityType: "USER", id: me.id }])
      expect((await createKey(rest, { userId })).shown["userId"]).toEqual(me);
    expectError(await save(rest, { description: "a key", userId: { id: UNKNOWN_ID } }), 404, 32);
    expectError(await save(rest, { description: "a key", userId: { entityType: "DEVICE", id: me.id } }), 400, 31);
    expectError(await save(rest, { description: "a key", userId: { id: "me" } }), 400, 31);
  });

  test("REST §3: a user has no more keys than the setting says, however many are asked for at once", async () => {
    await using platform = await startTestPlatform({ settings: { "security.apiKeys.perUserMax": 2 } });
    const { rest } = platform.tenant;
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(rest, { description: "a key" })));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      200,
      ...Array<number>(6).fill(400),
    ]);
    const refused = answers.find(({ status }) => status === 400);
    expect(member(refused?.body, "message")).toMatch(/may have 2 API keys/);
  });

  test("REST §3: values begin with the prefix of the setting", async () => {
    await using platform = await startTestPlatform({ settings: { "security.apiKeys.valuePrefix": "plant-7." } });
    const { client, value } = await createKey(platform.tenant.rest);
    expect(value).toMatch(/^plant-7\.[A-Za-z0-9_-]{86}$/);
    expect((await whoAmI(client)).status).toBe(200);
  });

  test("REST-48: the data folder holds nothing of a value beyond its first characters", async () => {
    await using platform = await startTestPlatform();
    const keys = [];
    for (let count = 0; count < 6; count++) keys.push(await createKey(platform.tenant.rest));
    for (const { client } of keys) await whoAmI(client);
    const stored = await storedBytes(platform.folder);
    for (const { value } of keys) {
      expect(stored.includes(value.slice(0, 8))).toBe(true);
      // Neither any other part of it, as text or as the bytes that it encodes.
      for (let at = 3; at + 12 <= value.length; at++) expect(stored.includes(value.slice(at, at + 12))).toBe(false);
      const bytes = Buffer.from(value.slice(3), "base64url");
      for (let at = 0; at + 8 <= bytes.length; at++) expect(stored.includes(bytes.subarray(at, at + 8))).toBe(false);
    }
    // What stands behind the first characters of one may happen to be its next one; not of all.
    expect(keys.every(({ value }) => stored.includes(value.slice(0, 9)))).toBe(false);
  });
});

describe("changing", () => {
  test("REST-43: disabling a key makes the next call 401/10; enabling restores it", async () => {
    const { rest } = platform().tenant;
    const { id, client } = await createKey(rest);
    const ways: readonly ((enabled: boolean) => Promise<RestAnswer>)[] = [
      (enabled) => rest.request("PUT", `/api/apiKey/${id}/enabled/${String(enabled)}`),
      (enabled) => save(rest, { id: { id }, description: "a key", enabled }),
    ];
    for (const change of ways) {
      expect((await whoAmI(client)).status).toBe(200);
      expect(member((await change(false)).body, "enabled")).toBe(false);
      expectError(await whoAmI(client), 401, 10);
      expect(member((await change(true)).body, "enabled")).toBe(true);
      expect((await whoAmI(client)).status).toBe(200);
    }
  });

  test("REST §3: an update that leaves enabled out does not bring a disabled key back", async () => {
    const { rest } = platform().tenant;
    const { id, client } = await createKey(rest, { enabled: false });
    expect(member((await save(rest, { id: { id }, description: "renamed" })).body, "enabled")).toBe(false);
    expectError(await whoAmI(client), 401, 10);
  });

  test("REST-44: deleting a key makes the next call 401/10 and a second delete 404/32", async () => {
    const { rest } = platform().tenant;
    const { id, client } = await createKey(rest);
    expect((await whoAmI(client)).status).toBe(200);
    const deleted = await rest.request("DELETE", `/api/apiKey/${id}`);
    expect([deleted.status, deleted.text]).toEqual([200, ""]);
    expectError(await whoAmI(client), 401, 10);
    expectError(await rest.request("DELETE", `/api/apiKey/${id}`), 404, 32);
    expectError(await rest.request("PUT", `/api/apiKey/${id}/enabled/true`), 404, 32);
    expectError(await save(rest, { id: { id }, description: "a key" }), 404, 32);
    expect(await listed(rest, await idOf(rest), id)).toBeUndefined();
  });

  test("REST-45: expirationTime and userId of an existing key do not change", async () => {
    const { tenant, clock } = platform();
    const { rest } = tenant;
    const customer = await tenant.createCustomer();
    const expirationTime = clock.now() + DAY;
    const ending = await createKey(rest, { expirationTime });
    const endless = await createKey(rest);
    const update = (key: CreatedKey, fields: object) => save(rest, { id: { id: key.id }, description: "b", ...fields });
    for (const changed of [expirationTime + 1, 0, 1])
      expectError(await update(ending, { expirationTime: changed }), 400, 31);
    expectError(await update(endless, { expirationTime }), 400, 31);
    expectError(await update(endless, { userId: { id: await idOf(customer.rest) } }), 400, 31);
    for (const key of [ending, endless])
      expect(member(await listed(rest, await idOf(rest), key.id), "description")).toBe("a key");
    for (const repeated of [{ expirationTime }, { expirationTime: null }, {}])
      expect((await update(ending, repeated)).status).toBe(200);
    expect((await update(endless, { expirationTime: 0, userId: { id: await idOf(rest) } })).status).toBe(200);
  });

  test("REST-10: what is read, edited and sent back is taken", async () => {
    const { rest } = platform().tenant;
    const { id } = await createKey(rest, { expirationTime: platform().clock.now() + DAY });
    const read = { ...((await listed(rest, await idOf(rest), id)) as object) };
    const sent = { ...read, description: "edited", value: "mine", expired: true, createdTime: 1, later: 1 };
    expect(await rest.post("/api/apiKey", sent)).toEqual({ ...read, description: "edited", value: null });
  });

  test("REST-50: PUT enabled ignores any body", async () => {
    const { rest } = platform().tenant;
    const { id } = await createKey(rest);
    const bodies = [
      { "content-type": "application/json", body: '{"enabled":true' },
      { "content-type": "application/json", body: '"true"' },
      { "content-type": "text/plain", body: "true" },
      { "content-type": "application/xml", body: "<enabled/>" },
    ];
    for (const { body, ...headers } of bodies) {
      const answer = await raw(platform(), "PUT", `/api/apiKey/${id}/enabled/false`, { headers, body });
      expect([answer.status, member(answer.body, "enabled")]).toEqual([200, false]);
      await rest.request("PUT", `/api/apiKey/${id}/enabled/true`);
    }
    expectError(await rest.request("PUT", `/api/apiKey/${id}/enabled/maybe`), 400, 31);
  });

  test("REST §3: a description comes as bare text, or as a JSON string that is unquoted", async () => {
    const { rest } = platform().tenant;
    const { id } = await createKey(rest);
    const put = (contentType: string, body: string) =>
      raw(platform(), "PUT", `/api/apiKey/${id}/description`, { headers: { "content-type": contentType }, body });
    const taken = [
      ["text/plain", "nightly export", "nightly export"],
      ["text/plain; charset=utf-8", '"quoted" Zürich', '"quoted" Zürich'],
      ["application/json", '"a \\"JSON\\" string"', 'a "JSON" string'],
      ["application/json; charset=utf-8", '"Zürich"', "Zürich"],
    ] as const;
    for (const [type, body, description] of taken)
      expect(member((await put(type, body)).body, "description")).toBe(description);
    for (const body of ["{}", "7", "null", "bare", '"', '""', '" "'])
      expectError(await put("application/json", body), 400, 31);
    expectError(await put("application/xml", "<a/>"), 415, 31);
    expectError(await raw(platform(), "PUT", `/api/apiKey/${id}/description`), 400, 31);
    expectError(await put("text/plain", "x".repeat(2_000_000)), 413, 31);
  });
});

describe("listing", () => {
  test("REST §1.3: keys are searched by description and sorted", async () => {
    const { tenant, clock } = platform();
    const customer = await tenant.createCustomer();
    const userId = await idOf(customer.rest);
    const ends = [clock.now() + 3 * DAY, clock.now() + DAY, clock.now() + 2 * DAY];
    for (const [index, description] of ["b_ÄRZTE", "A%", "c"].entries())
      await createKey(customer.rest, { description, expirationTime: ends[index], enabled: index !== 0 });
    const found = async (query: string) =>
      (await keysOf(customer.rest, userId, `${PAGE}&${query}`)).map((key) => text(key, "description"));
    expect(await found("")).toEqual(["b_ÄRZTE", "A%", "c"]);
    expect(await found("textSearch=ärz")).toEqual(["b_ÄRZTE"]);
    expect(await found("textSearch=_")).toEqual(["b_ÄRZTE"]);
    expect(await found("sortProperty=expirationTime&sortOrder=DESC")).toEqual(["b_ÄRZTE", "c", "A%"]);
    expect(await found("sortProperty=description")).toEqual(["A%", "b_ÄRZTE", "c"]);
    expect(await found("sortProperty=enabled")).toEqual(["b_ÄRZTE", "A%", "c"]);
    expect(await found("sortProperty=createdTime&sortOrder=desc")).toHaveLength(3);
    for (const query of ["pageSize=1", "pageSize=0&page=0", `${PAGE}&sortProperty=value`, `${PAGE}&sortOrder=up`])
      expectError(await customer.rest.request("GET", `/api/apiKeys/${userId}?${query}`), 400, 31);
    expectError(await customer.rest.request("GET", `/api/apiKeys/me?${PAGE}`), 400, 31);
    expectError(await tenant.rest.request("GET", `/api/apiKeys/${UNKNOWN_ID}?${PAGE}`), 404, 32);
  });
});

describe("the end of keys", () => {
  test("REST-42: a key past its expiration answers 401/10 and lists with expired true", async () => {
    const { tenant, clock } = platform();
    const { rest } = tenant;
    const { id, client } = await createKey(rest, { expirationTime: clock.now() + 10_000 });
    clock.advance(9_999);
    expect((await whoAmI(client)).status).toBe(200);
    clock.advance(1);
    expectError(await whoAmI(client), 401, 10);
    expect(await listed(rest, await idOf(rest), id)).toMatchObject({ expired: true, enabled: true });
  });

  test("REST §3: a key expired for longer than the retention is deleted, and no other", async () => {
    await using platform = await startTestPlatform({
      settings: { "security.apiKeys.retentionMillis": 86_400_000, "security.jwt.tokenExpirationSeconds": 3 * 86_400 },
    });
    const { tenant, clock } = platform;
    const end = clock.now() + 1_000;
    const endless = await createKey(tenant.rest);
    const expired = await createKey(tenant.rest, { expirationTime: end });
    const later = await createKey(tenant.rest, { expirationTime: end + DAY });
    const userId = await idOf(tenant.rest);
    const ids = async () => (await keysOf(endless.client, userId)).map((key) => text(key, "id", "id"));
    clock.advance(DAY);
    expect(await ids()).toEqual([endless.id, expired.id, later.id]);
    // A round of the sweep is due some time after the one before has ended, and that takes as long as the store takes.
    const left = await platform.until(
      async () => {
        clock.advance(HOUR / 12);
        return await ids();
      },
      (found) => found.length < 3,
    );
    expect(left).toEqual([endless.id, later.id]);
  });

  test("REST-53: disabling a user ends his keys at once; enabling brings them back", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const userId = await idOf(customer.rest);
    const { client } = await createKey(customer.rest);
    expect((await whoAmI(client)).status).toBe(200);
    const enable = (enabled: boolean) =>
      tenant.rest.post(`/api/user/${userId}/userCredentialsEnabled?userCredentialsEnabled=${String(enabled)}`);
    await enable(false);
    expectError(await whoAmI(client), 401, 10);
    await enable(true);
    expect((await whoAmI(client)).status).toBe(200);
  });

  test("REST §3: deleting the user, the customer or the tenant deletes the keys", async () => {
    const { tenant, sysAdmin } = platform();
    const [one, two, other] = [
      await tenant.createCustomer(),
      await tenant.createCustomer(),
      await platform().createTenant(),
    ];
    const keys = [await createKey(one.rest), await createKey(two.rest), await createKey(other.rest)];
    for (const { client } of keys) expect((await whoAmI(client)).status).toBe(200);
    await tenant.rest.delete(`/api/user/${await idOf(one.rest)}`);
    await tenant.rest.delete(`/api/customer/${two.id}`);
    await sysAdmin.delete(`/api/tenant/${other.id}`);
    for (const { client, id } of keys) {
      expectError(await whoAmI(client), 401, 10);
      expectError(await sysAdmin.request("DELETE", `/api/apiKey/${id}`), 404, 32);
    }
  });

  test("REST §3: keys of a user who has not been activated wait for the activation", async () => {
    const { tenant } = platform();
    const user = await tenant.rest.post("/api/user?sendActivationMail=false", {
      email: `${tenant.uniqueName("invited")}@example.com`,
      authority: "TENANT_ADMIN",
    });
    const userId = text(user, "id", "id");
    const { client } = await createKey(tenant.rest, { userId: { id: userId } });
    expectError(await whoAmI(client), 401, 10);
    const link = new URL(await tenant.rest.getText(`/api/user/${userId}/activationLink`));
    await platform().anonymous.post("/api/noauth/activate?sendActivationMail=false", {
      activateToken: link.searchParams.get("activateToken"),
      password: PASSWORD,
    });
    expect((await whoAmI(client)).status).toBe(200);
  });

  test("REST §3: a key survives the change of its user's password", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const { client } = await createKey(customer.rest);
    await customer.rest.post("/api/auth/changePassword", { currentPassword: PASSWORD, newPassword: `${PASSWORD}x` });
    expect((await whoAmI(client)).status).toBe(200);
  });
});

function save(by: RestClient, fields: Readonly<Record<string, unknown>>): Promise<RestAnswer> {
  return by.request("POST", "/api/apiKey", fields);
}

test("REST §3: a new key has every member of the contract, and its value the prefix and 86 characters", async () => {
  const { rest, id } = platform().tenant;
  const expirationTime = platform().clock.now() + 86_400_000;
  const userId = { entityType: "USER", id: await idOf(rest) };
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
  const described = await raw(platform(), "PUT", `/api/apiKey/${keyIdOf(key)}/description`, {
    headers: { "content-type": "text/plain" },
    body: "third",
  });
  const answers = [
    await rest.get(`/api/apiKeys/${await idOf(rest)}?${PAGE}`),
    (await rest.request("PUT", `/api/apiKey/${keyIdOf(key)}/enabled/true`)).body,
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
      system: await idOf(sysAdmin),
      admin: await idOf(tenant.rest),
      user: await idOf(customer.rest),
      colleague: await idOf(colleague),
      foreign: await idOf(other.rest),
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
          else if (rest !== sysAdmin && ["system", "foreign"].includes(name)) expectError(answer, 404, 32);
          else expectError(answer, 403, 20);
      }
  });

  test("REST §3: the key of somebody else is his: it calls as him, and he may end it", async () => {
    const { tenant } = platform();
    const customer = await tenant.createCustomer();
    const userId = { entityType: "USER", id: await idOf(customer.rest) };
    const key = await create(tenant.rest, { userId });
    const asUser = platform().anonymous.withAuthorization(`ApiKey ${text(key, "value")}`);
    expect(member(await asUser.get("/api/auth/user"), "id")).toEqual(userId);
    expectError(await asUser.request("POST", "/api/device", { name: "x" }), 403, 20);
    expect((await customer.rest.request("DELETE", `/api/apiKey/${keyIdOf(key)}`)).text).toBe("");
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
    const self = await idOf(rest);
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
    const answer = await rest.request("PUT", `/api/apiKey/${keyIdOf(key)}/enabled/${word}`);
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
    const answer = await raw(platform(), "PUT", `/api/apiKey/${keyIdOf(key)}/description`, { headers, body });
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
    expectError(await raw(platform(), "PUT", `/api/apiKey/${keyIdOf(key)}/description`, { headers, body }), status, 31);
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
      { userId: { id: await idOf(other.rest) } },
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
  const id = await idOf(rest);
  const key = await create(rest);
  const value = text(key, "value");
  expect(await calls(value)).toBe(200);
  await tenant.rest.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`);
  expect(await calls(value)).toBe(401);
  await tenant.rest.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=true`);
  expect(await calls(value)).toBe(200);
  await tenant.rest.delete(`/api/user/${id}`);
  expect(await calls(value)).toBe(401);
  expectError(await tenant.rest.request("DELETE", `/api/apiKey/${keyIdOf(key)}`), 404, 32);
});
