// REST contract, checklist "Attributes and telemetry".
import { expect, test } from "vitest";
import { ATTRIBUTES, connectGateway, useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member } from "../support/rest-client.ts";
import { expectError, neighbours, raw } from "../support/rest-conformance.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

const PT = "/api/plugins/telemetry";
const valuesOf = ({ id }: TestDevice): string => `${PT}/DEVICE/${id}/values/timeseries`;
const T0 = Date.UTC(2026, 0, 1);

async function deviceWith(points: readonly { ts: number; values: object }[]): Promise<TestDevice> {
  const device = await platform().tenant.createDevice();
  if (points.length > 0) await platform().tenant.rest.post(`${PT}/DEVICE/${device.id}/timeseries/ANY`, points);
  return device;
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

test("REST-82: strings stay strings", async () => {
  const device = await deviceWith([{ ts: T0, values: { a: "73", b: "007" } }]);
  expect(await get(`${valuesOf(device)}?useStrictDataTypes=true`)).toEqual({
    a: [{ ts: T0, value: "73" }],
    b: [{ ts: T0, value: "007" }],
  });
});

test("REST-82: with JSON_TYPE_CAST_ENABLED a string that spells a number in its shortest form becomes one", async () => {
  await using casting = await startTestPlatform({ settings: { "values.jsonTypeCast": true } });
  const { id } = await casting.tenant.createDevice();
  await casting.tenant.rest.post(`${PT}/DEVICE/${id}/timeseries/ANY`, { a: "73", b: "007" });
  await casting.tenant.saveAttributes(id, "SHARED_SCOPE", { a: "21.5", b: "1.10" });
  expect(await casting.tenant.latestValues(id)).toEqual({ a: 73, b: "007" });
  expect(await casting.tenant.attributes(id, "SHARED_SCOPE")).toEqual({ a: 21.5, b: "1.10" });
});

test("REST-83: large integers keep every digit, as numbers and as strings, and 42.0 is 42", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const headers = { "content-type": "application/json" };
  const body =
    '{"big":9007199254740993,"low":-9223372036854775808,"whole":42.0,"beyond":9223372036854775808,"json":{"n":9007199254740993}}';
  await raw(platform(), "POST", `${PT}/DEVICE/${id}/timeseries/ANY`, { headers, body });
  await raw(platform(), "POST", `${PT}/DEVICE/${id}/attributes/SHARED_SCOPE`, { headers, body });
  const strict = await raw(platform(), "GET", `${PT}/DEVICE/${id}/values/timeseries?useStrictDataTypes=true`);
  const loose = await raw(platform(), "GET", `${PT}/DEVICE/${id}/values/timeseries`);
  const attributes = await raw(platform(), "GET", `${PT}/DEVICE/${id}/values/attributes/SHARED_SCOPE`);
  for (const [key, digits] of [
    ["big", "9007199254740993"],
    ["low", "-9223372036854775808"],
    ["whole", "42"],
    ["json", '{"n":9007199254740993}'],
  ] as const) {
    expect(strict.text).toMatch(
      new RegExp(`"${key}":\\[\\{"ts":\\d+,"value":${digits.replaceAll(/[{}]/g, "\\$&")}\\}\\]`),
    );
    expect(attributes.text).toContain(`"key":"${key}","value":${digits}}`);
    expect(member(loose.body, key, "0", "value")).toBe(digits);
  }
  expect(strict.text).toContain('"value":"9223372036854775808"');
});

test("REST-84: the latest read of a key that was never sent has the key, with null", async () => {
  const device = await deviceWith([{ ts: T0, values: { a: 1 } }]);
  const now = platform().clock.now();
  expect(await get(`${valuesOf(device)}?keys=a,never`)).toEqual({
    a: [{ ts: T0, value: "1" }],
    never: [{ ts: now, value: null }],
  });
  expect(await get(valuesOf(device))).toEqual({ a: [{ ts: T0, value: "1" }] });
});

test("REST-84: an older point does not replace the latest, and values come as strings unless types are asked for", async () => {
  const device = await deviceWith([
    { ts: T0 + 1, values: { a: true, b: 1e-7, c: { x: 1 } } },
    { ts: T0, values: { a: false } },
  ]);
  expect(await get(valuesOf(device))).toEqual({
    a: [{ ts: T0 + 1, value: "true" }],
    b: [{ ts: T0 + 1, value: "0.0000001" }],
    c: [{ ts: T0 + 1, value: '{"x":1}' }],
  });
  expect(await get(`${valuesOf(device)}?keys=a,c&useStrictDataTypes=true`)).toEqual({
    a: [{ ts: T0 + 1, value: true }],
    c: [{ ts: T0 + 1, value: { x: 1 } }],
  });
});

test("REST-85: a range read leaves out a key that was never sent, and without keys is empty", async () => {
  const device = await deviceWith([{ ts: T0, values: { a: 1 } }]);
  const window = `startTs=${String(T0)}&endTs=${String(T0 + 1)}`;
  expect(await get(`${valuesOf(device)}?keys=a,never&${window}`)).toEqual({ a: [{ ts: T0, value: "1" }] });
  expect(await get(`${valuesOf(device)}?${window}`)).toEqual({});
});

test("REST-86: a range begins with its start and ends before its end, on both paths", async () => {
  const device = await deviceWith([10, 20, 30].map((offset) => ({ ts: T0 + offset, values: { a: offset } })));
  for (const path of [valuesOf(device), `${valuesOf(device)}/history`])
    expect(await get(`${path}?keys=a&startTs=${String(T0 + 10)}&endTs=${String(T0 + 30)}&orderBy=ASC`)).toEqual({
      a: [
        { ts: T0 + 10, value: "10" },
        { ts: T0 + 20, value: "20" },
      ],
    });
});

test.each([
  "startTs=1",
  "endTs=1",
  "startTs=2&endTs=1",
  "startTs=x&endTs=1",
  "startTs=1&endTs=2&limit=0",
  "startTs=1&endTs=2&agg=MEDIAN",
  "startTs=1&endTs=2&intervalType=DAY",
  "startTs=1&endTs=2&orderBy=up",
])("REST-86: the window %s answers 400/31", async (query) => {
  const device = await platform().tenant.createDevice();
  expectError(await platform().tenant.rest.request("GET", `${valuesOf(device)}?keys=a&${query}`), 400, 31);
});

test("REST-87: a range has 100 points by default, the newest first", async () => {
  const device = await deviceWith(
    Array.from({ length: 120 }, (_, index) => ({ ts: T0 + index, values: { a: index } })),
  );
  const points = member(
    await get(`${valuesOf(device)}?keys=a&startTs=${String(T0)}&endTs=${String(T0 + 1000)}`),
    "a",
  ) as { ts: number }[];
  expect(points.map(({ ts }) => ts - T0)).toEqual(Array.from({ length: 100 }, (_, index) => 119 - index));
  const all = member(
    await get(`${valuesOf(device)}?keys=a&startTs=${String(T0)}&endTs=${String(T0 + 1000)}&limit=2147483647`),
    "a",
  );
  expect(all).toHaveLength(120);
});

test("REST-88: averages of minutes ascend and stand in the middle of their minute", async () => {
  const device = await deviceWith(
    [
      [0, 1],
      [30_000, 2],
      [60_000, 5],
      [200_000, 9],
    ].map(([offset = 0, value]) => ({ ts: T0 + offset, values: { a: value } })),
  );
  const query = `keys=a,never&startTs=${String(T0)}&endTs=${String(T0 + 210_000)}&agg=AVG&interval=60000&limit=1&orderBy=DESC&useStrictDataTypes=true`;
  expect(await get(`${valuesOf(device)}?${query}`)).toEqual({
    a: [
      { ts: T0 + 30_000, value: 1.5 },
      { ts: T0 + 90_000, value: 5 },
      { ts: T0 + 195_000, value: 9 },
    ],
  });
});

test("REST-88: each aggregation takes the values it is meant for", async () => {
  const values = [3, 4, "x", true];
  const device = await deviceWith(
    values.map((value, index) => ({
      ts: T0 + index,
      values: { a: value, text: ["b", "a", "c", "b"][index], real: index + 0.5 },
    })),
  );
  const read = async (agg: string, key: string): Promise<unknown> => {
    const query = `keys=${key}&startTs=${String(T0)}&endTs=${String(T0 + 10)}&agg=${agg}&interval=1000&useStrictDataTypes=true`;
    return member(await get(`${valuesOf(device)}?${query}`), key, "0", "value");
  };
  expect([await read("MIN", "a"), await read("MAX", "a"), await read("SUM", "a"), await read("COUNT", "a")]).toEqual([
    3, 4, 7, 4,
  ]);
  expect([await read("MIN", "text"), await read("MAX", "text"), await read("COUNT", "text")]).toEqual(["a", "c", 4]);
  expect([await read("SUM", "real"), await read("AVG", "real")]).toEqual([8, 2]);
});

test("REST-88: an aggregation without an interval gives the points as they are", async () => {
  const device = await deviceWith([
    { ts: T0, values: { a: 1 } },
    { ts: T0 + 1, values: { a: 2 } },
  ]);
  const query = `keys=a&startTs=${String(T0)}&endTs=${String(T0 + 10)}&agg=SUM`;
  expect(await get(`${valuesOf(device)}?${query}`)).toEqual({
    a: [
      { ts: T0 + 1, value: "2" },
      { ts: T0, value: "1" },
    ],
  });
});

test("REST-89: weeks of Kyiv end at its midnight before Monday", async () => {
  const monday = Date.UTC(2026, 0, 11, 22);
  const device = await deviceWith([
    { ts: monday - 1, values: { a: 1 } },
    { ts: monday, values: { a: 10 } },
    { ts: monday + 1, values: { a: 100 } },
  ]);
  const [startTs, endTs] = [monday - 3_600_000, monday + 7_200_000];
  const query = `keys=a&startTs=${String(startTs)}&endTs=${String(endTs)}&agg=SUM&intervalType=WEEK_ISO&timeZone=Europe%2FKyiv&useStrictDataTypes=true`;
  expect(await get(`${valuesOf(device)}?${query}`)).toEqual({
    a: [
      { ts: monday - 1_800_000, value: 1 },
      { ts: monday + 3_600_000, value: 110 },
    ],
  });
});

test("REST-90: more than 700 intervals answer 400/31", async () => {
  const device = await platform().tenant.createDevice();
  const window = (buckets: number): string =>
    `${valuesOf(device)}?keys=a&startTs=0&endTs=${String(buckets * 60_000)}&agg=AVG&interval=60000`;
  expect((await platform().tenant.rest.request("GET", window(700))).status).toBe(200);
  expectError(await platform().tenant.rest.request("GET", window(701)), 400, 31);
  expectError(
    await platform().tenant.rest.request(
      "GET",
      `${valuesOf(device)}?keys=a&startTs=0&endTs=8640000000000000&agg=AVG&intervalType=MONTH`,
    ),
    400,
    31,
  );
});

const READS = [
  "keys/attributes",
  "keys/attributes/SHARED_SCOPE",
  "values/attributes",
  "values/attributes/SERVER_SCOPE",
  "keys/timeseries",
  "values/timeseries",
  "values/timeseries?keys=a&startTs=0&endTs=9999999999999",
  "values/timeseries/history?keys=a&startTs=0&endTs=9999999999999",
];

test("REST-91: the values of a device are its customer's and its tenant's, on every path", async () => {
  const { device, owner, otherCustomer, otherTenant } = await neighbours(platform());
  const base = `${PT}/DEVICE/${device.id}`;
  for (const path of READS) {
    expect((await owner.rest.request("GET", `${base}/${path}`)).status).toBe(200);
    expectError(await otherCustomer.request("GET", `${base}/${path}`), 403, 20);
    expectError(await otherTenant.rest.request("GET", `${base}/${path}`), 404, 32);
    expectError(await platform().sysAdmin.request("GET", `${base}/${path}`), 403, 20);
    expectError(await platform().anybody.request("GET", `${base}/${path}`), 401, 10);
  }
});

test("REST-91: taking a device back ends its customer's access at once, giving it begins it", async () => {
  const { device, owner } = await neighbours(platform());
  const { rest } = platform().tenant;
  const path = `${PT}/DEVICE/${device.id}/values/timeseries`;
  for (let round = 0; round < 3; round++) {
    expect((await owner.rest.request("GET", path)).status).toBe(200);
    await rest.delete(`/api/customer/device/${device.id}`);
    expectError(await owner.rest.request("GET", path), 403, 20);
    await rest.post(`/api/customer/${owner.id}/device/${device.id}`);
  }
});

test("REST-91: so is writing and deleting them", async () => {
  const { device, owner, otherCustomer, otherTenant } = await neighbours(platform());
  const base = `${PT}/DEVICE/${device.id}`;
  const calls = [
    ["POST", `${base}/attributes/SERVER_SCOPE`, { a: 1 }],
    ["POST", `${base}/SHARED_SCOPE`, { a: 1 }],
    ["POST", `${PT}/${device.id}/SERVER_SCOPE`, { a: 1 }],
    ["POST", `${base}/timeseries/ANY`, { a: 1 }],
    ["POST", `${base}/timeseries/ANY/3600`, { a: 1 }],
    ["DELETE", `${base}/SERVER_SCOPE?keys=a`, undefined],
    ["DELETE", `${PT}/${device.id}/SERVER_SCOPE?keys=a`, undefined],
    ["DELETE", `${base}/timeseries/delete?keys=a&deleteAllDataForKeys=true`, undefined],
  ] as const;
  for (const [method, path, body] of calls) {
    expectError(await otherCustomer.request(method, path, body), 403, 20);
    expectError(await otherTenant.rest.request(method, path, body), 404, 32);
    expectError(await platform().sysAdmin.request(method, path, body), 403, 20);
    expectError(await platform().anybody.request(method, path, body), 401, 10);
  }
  expect(await platform().tenant.latest(device.id)).toEqual({});
  for (const [method, path, body] of calls)
    expect((await owner.rest.request(method, path, body)).status, path).toBe(200);
});

test("REST-92: a key with a comma is named by key", async () => {
  const device = await deviceWith([{ ts: T0, values: { "a,b": 1, a: 2 } }]);
  expect(await get(`${valuesOf(device)}?key=a%2Cb&keys=a`)).toEqual({ "a,b": [{ ts: T0, value: "1" }] });
  expect(await get(`${valuesOf(device)}?key=a%2Cb&key=a&startTs=${String(T0)}&endTs=${String(T0 + 1)}`)).toEqual({
    "a,b": [{ ts: T0, value: "1" }],
    a: [{ ts: T0, value: "2" }],
  });
});

test("REST-92: telemetry comes in each of its forms", async () => {
  const { tenant, clock } = platform();
  const { id } = await tenant.createDevice();
  const save = (body: unknown): Promise<unknown> => tenant.rest.post(`${PT}/DEVICE/${id}/timeseries/ANY`, body);
  await save({ now: 1, skipped: null });
  await save([{ ts: T0, values: { given: 2 } }, { also: 3 }]);
  await save({ ts: 7, flat: 4 });
  const now = clock.now();
  expect(await tenant.latest(id)).toEqual({
    now: { ts: now, value: 1 },
    given: { ts: T0, value: 2 },
    also: { ts: now, value: 3 },
    ts: { ts: now, value: 7 },
    flat: { ts: now, value: 4 },
  });
  expect(await get(`${PT}/DEVICE/${id}/keys/timeseries`)).toEqual(
    expect.arrayContaining(["now", "given", "also", "ts", "flat"]),
  );
});

test.each([
  "5",
  '"a"',
  "",
  "[]",
  "{}",
  "[1",
  '[{"ts":1,"values":5}]',
  '{"ts":"x","values":{"a":1}}',
  '{"ts":1.5,"values":{"a":1}}',
  '{"ts":9e15,"values":{"a":1}}',
  '{"a":null}',
  '{" ":1}',
  `{"${"k".repeat(256)}":1}`,
  '[{"a":1},{"":2}]',
])("REST-92: the telemetry %j answers 400/31 and stores nothing", async (body) => {
  const { id } = await platform().tenant.createDevice();
  const headers = { "content-type": "application/json" };
  expectError(await raw(platform(), "POST", `${PT}/DEVICE/${id}/timeseries/ANY`, { headers, body }), 400, 31);
  expect(await platform().tenant.latest(id)).toEqual({});
});

test("REST-93: after a deletion with rewriteLatestIfDeleted the latest is the newest point before the window", async () => {
  const device = await deviceWith([1, 2, 3].map((offset) => ({ ts: T0 + offset, values: { a: offset } })));
  const window = `startTs=${String(T0 + 2)}&endTs=${String(T0 + 10)}`;
  const answer = await platform().tenant.rest.request(
    "DELETE",
    `${PT}/DEVICE/${device.id}/timeseries/delete?keys=a&${window}&rewriteLatestIfDeleted=true`,
  );
  expect([answer.status, answer.text]).toEqual([200, ""]);
  expect(await platform().tenant.latest(device.id)).toEqual({ a: { ts: T0 + 1, value: 1 } });
  expect(await platform().tenant.history(device.id, "a")).toEqual([{ ts: T0 + 1, value: 1 }]);
});

test("REST-93: without it the latest is gone where its time lies in the window; all data of a key include the future's", async () => {
  const device = await deviceWith([1, 2].map((offset) => ({ ts: T0 + offset, values: { a: offset, b: offset } })));
  const future = platform().clock.now() + 1e9;
  await platform().tenant.rest.post(`${PT}/DEVICE/${device.id}/timeseries/ANY`, { ts: future, values: { b: 9 } });
  const remove = (query: string): Promise<unknown> =>
    platform().tenant.rest.delete(`${PT}/DEVICE/${device.id}/timeseries/delete?${query}`);
  await remove(`keys=a,b&startTs=${String(T0 + 2)}&endTs=${String(T0 + 3)}`);
  expect(await get(`${valuesOf(device)}?keys=a`)).toMatchObject({ a: [{ value: null }] });
  expect(await platform().tenant.history(device.id, "a")).toEqual([{ ts: T0 + 1, value: 1 }]);
  await remove("keys=b&deleteAllDataForKeys=true");
  expect(await platform().tenant.history(device.id, "b")).toEqual([]);
});

test("REST-94: a deletion with deleteLatest=false leaves the latest value", async () => {
  const device = await deviceWith([{ ts: T0, values: { a: 1 } }]);
  await platform().tenant.rest.delete(
    `${PT}/DEVICE/${device.id}/timeseries/delete?keys=a&startTs=${String(T0)}&endTs=${String(T0 + 1)}&deleteLatest=false`,
  );
  expect(await platform().tenant.history(device.id, "a")).toEqual([]);
  expect(await platform().tenant.latest(device.id)).toEqual({ a: { ts: T0, value: 1 } });
});

test.each([
  "",
  "keys=",
  "keys=a",
  "keys=a&startTs=1",
  "keys=a&endTs=1",
  "keys=a&deleteAllDataForKeys=false",
  "keys=a&deleteAllDataForKeys=perhaps",
])("REST-95: a deletion with %j answers 400/31", async (query) => {
  const { id } = await platform().tenant.createDevice();
  expectError(await platform().tenant.rest.request("DELETE", `${PT}/DEVICE/${id}/timeseries/delete?${query}`), 400, 31);
});

test("REST-96: saving a shared attribute of a connected device tells the gateway", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [ATTRIBUTES] });
  const device = await gateway.connectDevice();
  await platform().tenant.saveAttributes(device.id, "SHARED_SCOPE", { mode: "eco" });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { mode: "eco" } });
  await platform().tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["mode"]);
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { deleted: ["mode"] } });
});
