// REST contract 4: settings of users, sessions of other users, and what lists tell about users.
import { describe, expect, test } from "vitest";
import { claimsOf } from "../support/account-calls.ts";
import { AccountPlatform } from "../support/account-platform.ts";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type RestClient } from "../support/rest-client.ts";
import { expectError, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";

const PATH = "/api/user/settings";
const platform = useTestPlatform();

const newUser = (): Promise<RestClient> => {
  const { tenant } = platform();
  return tenant.createUser({ email: `${tenant.uniqueName("user")}@example.com`, authority: "TENANT_ADMIN" });
};

describe("user settings", () => {
  test("REST §4: nothing saved is {}; a POST replaces all and gives it back", async () => {
    const user = await newUser();
    expect(await user.get(PATH)).toEqual({});
    const settings = { theme: "dark", table: { columns: ["name"], pageSize: 20 }, long: 12345678901234567890n };
    expect(await user.post(PATH, settings)).toEqual(settings);
    expect(await user.get(PATH)).toEqual(settings);
    await user.post(PATH, { theme: "light" });
    expect(await user.get(PATH)).toEqual({ theme: "light" });
  });

  test("REST §4: a PUT merges, also with dotted paths, and its answer is empty", async () => {
    const user = await newUser();
    await user.post(PATH, { theme: "dark", table: { columns: ["name"], pageSize: 20 } });
    const answer = await user.request("PUT", PATH, { "table.pageSize": 50, "map.zoom.level": 3, theme: null });
    expect([answer.status, answer.text]).toEqual([200, ""]);

    expect(await user.get(PATH)).toEqual({
      theme: null,
      table: { columns: ["name"], pageSize: 50 },
      map: { zoom: { level: 3 } },
    });
    await user.request("PUT", PATH, { table: { pageSize: 10 } });
    expect(await user.get(PATH)).toMatchObject({ table: { pageSize: 10 } });
    expect(member(await user.get(PATH), "table", "columns")).toBeUndefined();
  });

  test("REST §4: a DELETE removes what its paths name, and nothing else", async () => {
    const user = await newUser();
    await user.post(PATH, { theme: "dark", table: { columns: ["name"], pageSize: 20 }, map: { zoom: { level: 3 } } });
    const answer = await user.request("DELETE", `${PATH}/theme,table.columns,map.zoom.none,no.such.path,theme.x`);
    expect([answer.status, answer.text]).toEqual([200, ""]);
    expect(await user.get(PATH)).toEqual({ table: { pageSize: 20 }, map: { zoom: { level: 3 } } });
    expectError(await user.request("DELETE", `${PATH}/,`), 400, 31);
    await (await newUser()).delete(`${PATH}/theme`);
  });

  test("REST §4: /settings/general is the same", async () => {
    const user = await newUser();
    await user.request("PUT", `${PATH}/general`, { "a.b": 1 });

    expect(await user.get(PATH)).toEqual({ a: { b: 1 } });
    expect(await user.get(`${PATH}/general`)).toEqual({ a: { b: 1 } });
    expectError(await user.request("POST", `${PATH}/general`, {}), 405, 31);
  });

  test("REST §4: they belong to one user, and go with the user", async () => {
    const [first, second] = [await newUser(), await newUser()];
    await first.post(PATH, { mine: 1 });
    expect(await second.get(PATH)).toEqual({});
    const id = text(await first.get("/api/auth/user"), "id", "id");
    await platform().tenant.rest.delete(`/api/user/${id}`);
    expectError(await first.request("GET", PATH), 401, 11);
  });

  test("REST §4: changes of the same user at a time are all kept", async () => {
    const user = await newUser();
    const names = Array.from({ length: 20 }, (_value, index) => `key${String(index)}`);
    await Promise.all(names.map((name) => user.request("PUT", PATH, { [`open.${name}`]: true })));

    expect(member(await user.get(PATH), "open")).toEqual(Object.fromEntries(names.map((name) => [name, true])));
  });

  test("REST §4: __proto__ and constructor are names like any other", async () => {
    const body = '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}}}';
    const headers = { "content-type": "application/json" };
    expect((await raw(platform(), "POST", PATH, { headers, body })).text).toBe(body);
    const change = '{"__proto__.c":3,"constructor.prototype.d":4}';
    expect((await raw(platform(), "PUT", PATH, { headers, body: change })).status).toBe(200);

    const merged = '{"__proto__":{"a":1,"c":3},"constructor":{"prototype":{"b":2,"d":4}}}';
    expect((await raw(platform(), "GET", PATH)).text).toBe(merged);
    expect(Object.hasOwn(Object.prototype, "d")).toBe(false);
  });

  test.each([
    ["an array", []],
    ["a text", "theme"],
    ["null", null],
    ["a path through a value", { "theme.dark": true }],
    ["a path with an empty part", { "a..b": 1 }],
    ["an empty name", { "": 1 }],
    ["more than 65536 characters", { long: "x".repeat(65_536) }],
    ["a path of a thousand parts", { [`${"a.".repeat(1000)}a`]: 1 }],
  ])("REST §4: %s is refused with 400/31 and changes nothing", async (_what, change) => {
    const user = await newUser();
    await user.post(PATH, { theme: "dark" });

    expectError(await user.request("PUT", PATH, change), 400, 31);
    expect(await user.get(PATH)).toEqual({ theme: "dark" });
  });

  test("REST §4: merging does not get past the bound", async () => {
    const user = await newUser();
    await user.post(PATH, { a: "x".repeat(40_000) });

    expectError(await user.request("PUT", PATH, { b: "x".repeat(40_000) }), 400, 31);
    expectError(await user.request("POST", PATH, { b: "x".repeat(65_536) }), 400, 31);
    expect(await user.get(PATH)).toEqual({ a: "x".repeat(40_000) });
  });
});

describe("sessions of other users", () => {
  test("REST §4: they are not to be had unless the operator allows it", async () => {
    await using server = await AccountPlatform.start();
    const user = await server.createUser(server.admin);

    expect(await server.admin.get("/api/user/tokenAccessEnabled")).toBe(false);
    expectError(await server.admin.request("GET", `/api/user/${user.id}/token`), 403, 20);
  });

  test("REST §4: where they are, an administrator acts as the user, and no login is counted", async () => {
    await using server = await AccountPlatform.start({ settings: { "security.userTokenAccessEnabled": true } });
    const user = await server.createUser(server.admin);
    const before = await server.admin.get(`/api/user/${user.id}`);
    server.clock.advance(1000);
    expect(await server.admin.get("/api/user/tokenAccessEnabled")).toBe(true);
    const pair = await server.admin.get(`/api/user/${user.id}/token`);

    const token = text(pair, "token");
    expect(claimsOf(token)).toMatchObject({ sub: user.email, userId: user.id });
    expect(await server.anonymous.withToken(token).get("/api/auth/user")).toMatchObject({ email: user.email });
    expect(await server.admin.get(`/api/user/${user.id}`)).toEqual(before);
    expect((await server.refresh(text(pair, "refreshToken"))).status).toBe(200);

    const path = `/api/user/${user.id}/userCredentialsEnabled?userCredentialsEnabled=`;
    await server.admin.post(`${path}false`);
    expect(await server.check(token)).toEqual({ status: 401, errorCode: 11 });
    expectError(await server.admin.request("GET", `/api/user/${user.id}/token`), 400, 31);
    expectError(await server.admin.request("GET", `/api/user/${UNKNOWN_ID}/token`), 404, 32);
    expectError(await user.rest.request("GET", "/api/user/no-id/token"), 401, 11);
    const stranger = await server.createUser(server.sysAdmin, {
      tenantId: member(await server.sysAdmin.post("/api/tenant", { title: "stranger" }), "id"),
    });
    expectError(await stranger.rest.request("GET", `/api/user/${user.id}/token`), 404, 32);
  });
});

test("REST-53: disabling a user ends his keys at once too", async () => {
  const { tenant, anonymous } = platform();
  const user = await newUser();
  const id = text(await user.get("/api/auth/user"), "id", "id");
  const key = text(await user.post("/api/apiKey", { description: "a key" }), "value");
  const call = () =>
    checkedFetch(`${anonymous.baseUrl}/api/auth/user`, { headers: { "x-authorization": `ApiKey ${key}` } }).then(
      ({ status }) => status,
    );
  expect(await call()).toBe(200);
  await tenant.rest.post(`/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`);

  expect(await call()).toBe(401);
  expectError(await user.request("GET", "/api/auth/user"), 401, 11);
});
