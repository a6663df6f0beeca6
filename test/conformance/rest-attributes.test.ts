// REST contract 9: attributes, and whose values may be read and written.
import { expect, test } from "vitest";
import { ATTRIBUTES, connectGateway, useTestPlatform } from "../support/conformance.ts";
import { member, type RestClient } from "../support/rest-client.ts";
import { expectError, neighbours, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

const PT = "/api/plugins/telemetry";
const SCOPES = ["CLIENT_SCOPE", "SERVER_SCOPE", "SHARED_SCOPE"] as const;

async function newDevice(): Promise<{ readonly id: string; readonly path: string; readonly token: string }> {
  const { id, token } = await platform().tenant.createDevice();
  return { id, token, path: `${PT}/DEVICE/${id}` };
}

/** The names among the keys that no part of the platform writes. */
async function ownKeys(path: string): Promise<string[]> {
  const keys = (await platform().tenant.rest.get(path)) as string[];
  const platforms = new Set([
    "active",
    "inactivityAlarmTime",
    "lastActivityTime",
    "lastConnectTime",
    "lastDisconnectTime",
  ]);
  return keys.filter((key) => !platforms.has(key)).sort();
}

const get = (path: string): Promise<unknown> => platform().tenant.rest.get(path);

test("REST-79: client attributes cannot be written over REST", async () => {
  const { rest } = platform().tenant;
  const { id } = await platform().tenant.createDevice();
  for (const path of [`DEVICE/${id}/attributes/CLIENT_SCOPE`, `DEVICE/${id}/CLIENT_SCOPE`, `${id}/CLIENT_SCOPE`])
    expectError(await rest.request("POST", `${PT}/${path}`, { a: 1 }), 400, 31);
});

test.each([
  "[]",
  "{}",
  '{"a":null}',
  '{"":1}',
  '{"  ":1}',
  "5",
  '"a"',
  "{a:1}",
  "",
  '{"<b>x</b>":1}',
  '{"{{x}}":1}',
  `{"${"k".repeat(256)}":1}`,
  '{"a":1e999}',
])("REST-79: the attributes %j answer 400/31 and store nothing", async (body) => {
  const { id } = await platform().tenant.createDevice();
  const headers = { "content-type": "application/json" };
  expectError(await raw(platform(), "POST", `${PT}/DEVICE/${id}/attributes/SERVER_SCOPE`, { headers, body }), 400, 31);
  expectError(
    await raw(platform(), "POST", `${PT}/DEVICE/${id}/attributes/OTHER_SCOPE`, { headers, body: '{"a":1}' }),
    400,
    31,
  );
  expect(Object.keys(await platform().tenant.attributes(id, "SERVER_SCOPE"))).not.toContain("a");
});

test("REST-80: attributes may come as text/plain and on each of the three paths", async () => {
  const { id } = await platform().tenant.createDevice();
  const paths = [`DEVICE/${id}/attributes/SERVER_SCOPE`, `DEVICE/${id}/SERVER_SCOPE`, `${id}/SERVER_SCOPE`];
  for (const [index, path] of paths.entries()) {
    const answer = await raw(platform(), "POST", `${PT}/${path}`, {
      headers: { "content-type": "text/plain" },
      body: `{"k${String(index)}":1}`,
    });
    expect([answer.status, answer.text]).toEqual([200, ""]);
  }
  expect(await platform().tenant.attributes(id, "SERVER_SCOPE")).toMatchObject({ k0: 1, k1: 1, k2: 1 });
});

test("REST-81: attributes read back with their types and the time of their last write", async () => {
  const { tenant, clock } = platform();
  const { id } = await tenant.createDevice();
  await tenant.saveAttributes(id, "SHARED_SCOPE", {
    text: "eco",
    flag: true,
    long: 42,
    double: 21.5,
    json: { a: [1, null] },
  });
  const read = async (query: string): Promise<unknown> =>
    get(`${PT}/DEVICE/${id}/values/attributes/SHARED_SCOPE${query}`);
  const lastUpdateTs = clock.now();
  expect(await read("?keys=text,flag,nothing")).toEqual(
    expect.arrayContaining([
      { lastUpdateTs, key: "text", value: "eco" },
      { lastUpdateTs, key: "flag", value: true },
    ]),
  );
  expect(await read("?keys=nothing")).toEqual([]);
  expect(await tenant.attributes(id, "SHARED_SCOPE")).toEqual({
    text: "eco",
    flag: true,
    long: 42,
    double: 21.5,
    json: { a: [1, null] },
  });
});

test("REST-81: names and values of all scopes come together, a name of two scopes twice", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  await tenant.saveAttributes(id, "SHARED_SCOPE", { both: 1 });
  await tenant.saveAttributes(id, "SERVER_SCOPE", { both: 2, one: 3 });
  const keys = await get(`${PT}/DEVICE/${id}/keys/attributes`);
  expect(keys).toEqual(expect.arrayContaining(["both", "one"]));
  expect(new Set(keys as string[]).size).toBe((keys as string[]).length);
  expect(await get(`${PT}/DEVICE/${id}/keys/attributes/SHARED_SCOPE`)).toEqual(["both"]);
  const values = (await get(`${PT}/DEVICE/${id}/values/attributes?keys=both`)) as { value: unknown }[];
  expect(values.map(({ value }) => value).sort()).toEqual([1, 2]);
});

test("REST-81: attributes can be deleted, again too", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  await tenant.saveAttributes(id, "SERVER_SCOPE", { a: 1, b: 2, "c,d": 3 });
  for (const path of [
    `DEVICE/${id}/SERVER_SCOPE?keys=a,nothing`,
    `DEVICE/${id}/SERVER_SCOPE?keys=a`,
    `${id}/SERVER_SCOPE?key=c%2Cd`,
  ]) {
    const answer = await tenant.rest.request("DELETE", `${PT}/${path}`);
    expect([answer.status, answer.text]).toEqual([200, ""]);
  }
  expect(await get(`${PT}/DEVICE/${id}/values/attributes/SERVER_SCOPE?keys=a,b&key=b&key=c%2Cd`)).toMatchObject([
    { key: "b" },
  ]);
  expectError(await tenant.rest.request("DELETE", `${PT}/DEVICE/${id}/SERVER_SCOPE`), 400, 31);
});

test("REST-81: tenants, customers and users have attributes too", async () => {
  const { tenant, sysAdmin } = platform();
  const customer = await tenant.createCustomer();
  const path = (type: string, id: string): string => `${PT}/${type}/${id}/attributes/SERVER_SCOPE`;
  await tenant.rest.post(path("CUSTOMER", customer.id), { contract: 7 });
  expect(await customer.rest.get(`${PT}/CUSTOMER/${customer.id}/values/attributes`)).toMatchObject([
    { key: "contract", value: 7 },
  ]);
  expectError(await customer.rest.request("POST", path("CUSTOMER", customer.id), { contract: 8 }), 403, 20);
  await sysAdmin.post(path("TENANT", tenant.id), { plan: "large" });
  expect(await get(`${PT}/TENANT/${tenant.id}/values/attributes/SERVER_SCOPE`)).toMatchObject([
    { key: "plan", value: "large" },
  ]);
  expectError(await tenant.rest.request("POST", path("TENANT", tenant.id), { plan: "larger" }), 403, 20);
  const foreign = await platform().createTenant();
  expectError(await foreign.rest.request("GET", `${PT}/CUSTOMER/${customer.id}/values/attributes`), 403, 20);
  expectError(await foreign.rest.request("GET", `${PT}/TENANT/${tenant.id}/values/attributes`), 403, 20);
  expectError(await tenant.rest.request("GET", `${PT}/SPACESHIP/${tenant.id}/values/attributes`), 400, 31);
  expectError(await tenant.rest.request("GET", `${PT}/ASSET/${tenant.id}/values/attributes`), 400, 31);
});

test("REST-96: saving a shared attribute of a connected device tells the gateway", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await platform().tenant.saveAttributes(device.id, "SHARED_SCOPE", { mode: "eco" });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { mode: "eco" } });
  await platform().tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["mode"]);
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { deleted: ["mode"] } });
});

test("REST §9: the keys of all scopes are merged, those of one scope are its own", async () => {
  const { path, id } = await newDevice();
  await platform().tenant.saveAttributes(id, "SERVER_SCOPE", { both: 1, server: 1 });
  await platform().tenant.saveAttributes(id, "SHARED_SCOPE", { both: 2, shared: 1 });
  expect(await ownKeys(`${path}/keys/attributes`)).toEqual(["both", "server", "shared"]);
  expect(await ownKeys(`${path}/keys/attributes/SHARED_SCOPE`)).toEqual(["both", "shared"]);
  expect(await ownKeys(`${path}/keys/attributes/CLIENT_SCOPE`)).toEqual([]);
  const both = await platform().tenant.rest.get(`${path}/values/attributes?keys=both,unknown`);
  expect(both).toHaveLength(2);
  expect(both).toEqual(
    expect.arrayContaining([1, 2].map((value) => ({ lastUpdateTs: platform().clock.now(), key: "both", value }))),
  );
  expect(await platform().tenant.rest.get(`${path}/values/attributes/SHARED_SCOPE?keys=unknown`)).toEqual([]);
  expect(await platform().tenant.rest.get(`${path}/values/attributes/CLIENT_SCOPE`)).toEqual([]);
});

test("REST §9: another scope, or another type of entity, answers 400/31 on every path", async () => {
  const { path, id } = await newDevice();
  const { rest } = platform().tenant;
  for (const scope of ["OTHER_SCOPE", "server_scope"]) {
    expectError(await rest.request("GET", `${path}/keys/attributes/${scope}`), 400, 31);
    expectError(await rest.request("GET", `${path}/values/attributes/${scope}`), 400, 31);
    expectError(await rest.request("POST", `${path}/${scope}`, { a: 1 }), 400, 31);
    expectError(await rest.request("POST", `${path}/attributes/${scope}`, { a: 1 }), 400, 31);
    expectError(await rest.request("POST", `${PT}/${id}/${scope}`, { a: 1 }), 400, 31);
    expectError(await rest.request("DELETE", `${path}/${scope}?keys=a`), 400, 31);
  }
  for (const type of ["OTHER", "ASSET", "RULE_CHAIN"])
    for (const end of ["keys/attributes", "values/attributes", "keys/timeseries", "values/timeseries"])
      expectError(await rest.request("GET", `${PT}/${type}/${id}/${end}`), 400, 31);
});

test.each([
  "",
  "[]",
  '[{"a":1}]',
  "5",
  '"text"',
  "null",
  "{}",
  '{"a":null}',
  '{"":1}',
  '{" ":1}',
  '{"a":1e400}',
  '{"a":1',
  '{"<b>x</b>":1}',
  '{"{{x}}":1}',
  '{"a\\u0000":1}',
  `{"${"k".repeat(256)}":1}`,
])("REST §9: the attributes %s answer 400/31, and none is stored", async (body) => {
  const { path, id } = await newDevice();
  const whole =
    body.startsWith('{"') && body.endsWith("}") && !body.includes("null") ? `{"good":1,${body.slice(1)}` : body;
  for (const url of [`${path}/SERVER_SCOPE`, `${path}/attributes/SERVER_SCOPE`, `${PT}/${id}/SERVER_SCOPE`])
    expectError(
      await raw(platform(), "POST", url, { headers: { "content-type": "application/json" }, body: whole }),
      400,
      31,
    );
  expect(await ownKeys(`${path}/keys/attributes`)).toEqual([]);
});

test("REST §9: values keep type and digits, nulls are skipped, and every name is an ordinary one", async () => {
  const { path } = await newDevice();
  const body =
    '{"none":null,"__proto__":1,"constructor":true,"s":"007","j":{"b":[1,null],"a":1.0},"i":9223372036854775807,"o":9223372036854775808,"d":4.20e1}';
  const sent = await raw(platform(), "POST", `${path}/SERVER_SCOPE`, {
    headers: { "content-type": "text/plain" },
    body,
  });
  expect([sent.status, sent.text]).toEqual([200, ""]);
  const answer = await raw(
    platform(),
    "GET",
    `${path}/values/attributes/SERVER_SCOPE?keys=none,__proto__,constructor,s,j,i,o,d`,
  );
  for (const part of [
    '"key":"__proto__","value":1}',
    '"key":"constructor","value":true}',
    '"key":"s","value":"007"}',
    '"value":9223372036854775807}',
    '"key":"o","value":"9223372036854775808"}',
    '"key":"d","value":42}',
    '"value":{"b":[1,null],"a":',
  ])
    expect(answer.text).toContain(part);
  expect(answer.text).not.toContain('"none"');
  expect(await ownKeys(`${path}/keys/attributes/SERVER_SCOPE`)).toEqual([
    "__proto__",
    "constructor",
    "d",
    "i",
    "j",
    "o",
    "s",
  ]);
});

test("REST §9: key may be repeated, then keys is ignored; it alone can name a key with a comma", async () => {
  const { path, id } = await newDevice();
  await platform().tenant.saveAttributes(id, "SERVER_SCOPE", { "a,b": 1, a: 2, b: 3 });
  const keysOf = async (query: string): Promise<unknown[]> =>
    ((await platform().tenant.rest.get(`${path}/values/attributes/SERVER_SCOPE?${query}`)) as unknown[])
      .map((row) => member(row, "key"))
      .sort();
  expect(await keysOf("keys=a,b")).toEqual(["a", "b"]);
  expect(await keysOf("key=a%2Cb&key=b&keys=a")).toEqual(["a,b", "b"]);
  await platform().tenant.rest.delete(`${path}/SERVER_SCOPE?key=a%2Cb&keys=a`);
  expect(await ownKeys(`${path}/keys/attributes/SERVER_SCOPE`)).toEqual(["a", "b"]);
});

test("REST §9: deleting takes all three scopes, is repeatable, and needs keys", async () => {
  const { path, id, token } = await newDevice();
  const session = await platform().connect(token, 5);
  await session.publish("v1/devices/me/attributes", { a: 1 });
  await platform().tenant.saveAttributes(id, "SERVER_SCOPE", { a: 1 });
  await platform().tenant.saveAttributes(id, "SHARED_SCOPE", { a: 1 });
  for (const scope of SCOPES) {
    expect(await ownKeys(`${path}/keys/attributes/${scope}`)).toEqual(["a"]);
    for (const url of [`${path}/${scope}`, `${PT}/${id}/${scope}`]) {
      const answer = await platform().tenant.rest.request("DELETE", `${url}?keys=a,unknown`);
      expect([answer.status, answer.text]).toEqual([200, ""]);
      expectError(await platform().tenant.rest.request("DELETE", url), 400, 31);
    }
    expect(await ownKeys(`${path}/keys/attributes/${scope}`)).toEqual([]);
  }
});

test("REST §9: the device's session and its gateway are notified of a shared attribute that is saved or deleted", async () => {
  const { tenant } = platform();
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const child = await gateway.connectDevice();
  const own = await tenant.createDevice();
  const session = await platform().connect(own.token, 5);
  await session.subscribe("v1/devices/me/attributes");
  for (const { id } of [child, own]) {
    await tenant.saveAttributes(id, "SERVER_SCOPE", { silent: 1 });
    await tenant.saveAttributes(id, "SHARED_SCOPE", { mode: "eco" });
    await tenant.deleteAttributes(id, "SHARED_SCOPE", ["mode"]);
  }
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: child.name, data: { mode: "eco" } });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: child.name, data: { deleted: ["mode"] } });
  expect(await session.nextJson("v1/devices/me/attributes")).toEqual({ mode: "eco" });
  expect(await session.nextJson("v1/devices/me/attributes")).toEqual({ deleted: ["mode"] });
});

test("REST §9: whose values each role reads and writes", async () => {
  const { sysAdmin, tenant } = platform();
  const { device, owner, otherCustomer, otherTenant } = await neighbours(platform());
  const user = member(await owner.rest.get("/api/auth/user"), "id", "id") as string;
  const admin = member(await tenant.rest.get("/api/auth/user"), "id", "id") as string;
  const rows: readonly (readonly [string, RestClient, string, number, number])[] = [
    ["S of a tenant", sysAdmin, `TENANT/${tenant.id}`, 200, 200],
    ["S of an administrator", sysAdmin, `USER/${admin}`, 200, 200],
    ["S of a device", sysAdmin, `DEVICE/${device.id}`, 403, 403],
    ["S of a customer", sysAdmin, `CUSTOMER/${owner.id}`, 403, 403],
    ["T of the own tenant", tenant.rest, `TENANT/${tenant.id}`, 200, 403],
    ["T of a customer", tenant.rest, `CUSTOMER/${owner.id}`, 200, 200],
    ["T of a user", tenant.rest, `USER/${user}`, 200, 200],
    ["T of a device", tenant.rest, `DEVICE/${device.id}`, 200, 200],
    ["another T of the tenant", otherTenant.rest, `TENANT/${tenant.id}`, 403, 403],
    ["another T of the customer", otherTenant.rest, `CUSTOMER/${owner.id}`, 403, 403],
    ["another T of the device", otherTenant.rest, `DEVICE/${device.id}`, 404, 404],
    ["C of the own customer", owner.rest, `CUSTOMER/${owner.id}`, 200, 403],
    ["C of the device", owner.rest, `DEVICE/${device.id}`, 200, 200],
    ["C of the tenant", owner.rest, `TENANT/${tenant.id}`, 403, 403],
    ["another C of the customer", otherCustomer, `CUSTOMER/${owner.id}`, 403, 403],
    ["another C of the device", otherCustomer, `DEVICE/${device.id}`, 403, 403],
  ];
  for (const [who, caller, entity, reads, writes] of rows) {
    const range = "values/timeseries?keys=a&startTs=0&endTs=9000000000000";
    for (const end of [
      "keys/attributes",
      "keys/attributes/SERVER_SCOPE",
      "values/attributes",
      "values/attributes/SERVER_SCOPE",
      "keys/timeseries",
      "values/timeseries?keys=a",
      range,
      range.replace("?", "/history?"),
      `${range}&agg=SUM&interval=9000000000000`,
    ])
      expect((await caller.request("GET", `${PT}/${entity}/${end}`)).status, `${who} reads ${end}`).toBe(reads);
    for (const end of ["SERVER_SCOPE", "attributes/SERVER_SCOPE", "timeseries/ANY", "timeseries/ANY/60"])
      expect((await caller.request("POST", `${PT}/${entity}/${end}`, { a: 1 })).status, `${who} writes ${end}`).toBe(
        writes,
      );
    for (const end of ["SERVER_SCOPE?keys=a", "timeseries/delete?keys=a&deleteAllDataForKeys=true"])
      expect((await caller.request("DELETE", `${PT}/${entity}/${end}`)).status, `${who} deletes ${end}`).toBe(writes);
  }
});

test("REST §9: entities that do not exist are not found, ids that are none are refused", async () => {
  const { rest } = platform().tenant;
  for (const end of ["values/attributes", "values/timeseries", "keys/timeseries"]) {
    expectError(await rest.request("GET", `${PT}/DEVICE/${UNKNOWN_ID}/${end}`), 404, 32);
    expectError(await rest.request("GET", `${PT}/CUSTOMER/${UNKNOWN_ID}/${end}`), 404, 32);
    expectError(await rest.request("GET", `${PT}/DEVICE/no-id/${end}`), 400, 31);
  }
  expectError(await rest.request("POST", `${PT}/${UNKNOWN_ID}/SERVER_SCOPE`, { a: 1 }), 404, 32);
  expectError(await platform().sysAdmin.request("POST", `${PT}/${UNKNOWN_ID}/SERVER_SCOPE`, { a: 1 }), 403, 20);
});

/** So many that they are read in several turns, in their order. */
function many(): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: 9_000 }, (_, index) => [`key ${String(index).padStart(4, "0")}`, index]),
  );
}

test("REST §9: thousands of attributes are read in turns, between which others are served, by one call of a tenant at a time", async () => {
  const { id, path, token } = await newDevice();
  await platform().tenant.saveAttributes(id, "SHARED_SCOPE", many());
  const { rest } = platform().tenant;
  let answered = 0;
  const counted = async <Answer>(read: Promise<Answer>): Promise<Answer> => {
    const answer = await read;
    answered++;
    return answer;
  };
  const reads = Promise.all(
    Array.from({ length: 12 }, () => counted(rest.getText(`${path}/values/attributes/SHARED_SCOPE`))),
  );
  const ofDevice = Promise.all(
    Array.from({ length: 12 }, () => counted(platform().anonymous.getText(`/api/v1/${token}/attributes`))),
  );

  // Twenty calls, one after the other: with a turn of each read in between they would come after most reads.
  for (let call = 0; call < 20; call++) await platform().sysAdmin.get("/api/auth/user");
  const answeredMeanwhile = answered;
  const [[first = "", ...others], [toDevice = "", ...othersToDevice]] = [await reads, await ofDevice];

  expect(answeredMeanwhile).toBeLessThan(12);
  expect((JSON.parse(first) as { key: string; value: number }[]).map(({ key, value }) => [key, value])).toEqual(
    Object.entries(many()),
  );
  expect(JSON.parse(toDevice)).toEqual({ shared: many() });
  expect([new Set([first, ...others]).size, new Set([toDevice, ...othersToDevice]).size]).toEqual([1, 1]);
});
