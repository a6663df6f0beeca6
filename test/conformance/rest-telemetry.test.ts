// REST contract 9.1 to 9.4: telemetry as it is saved, read, aggregated and deleted.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { LogRecorder } from "../support/log-recorder.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member } from "../support/rest-client.ts";
import { expectError, neighbours, raw } from "../support/rest-conformance.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

const PT = "/api/plugins/telemetry";
const valuesOf = ({ id }: TestDevice): string => `${PT}/DEVICE/${id}/values/timeseries`;
const T0 = Date.UTC(2026, 0, 1);
const ALL = "startTs=-9223372036854775808&endTs=9223372036854775807";

async function deviceWith(points: readonly { ts: number; values: object }[]): Promise<TestDevice> {
  const device = await platform().tenant.createDevice();
  if (points.length > 0) await platform().tenant.rest.post(`${PT}/DEVICE/${device.id}/timeseries/ANY`, points);
  return device;
}

const get = (path: string): Promise<unknown> => platform().tenant.rest.get(path);

type Row = readonly [ts: number, values: Readonly<Record<string, unknown>>];

/** The path of a new device's values, with these points. */
async function seriesOf(...rows: readonly Row[]): Promise<string> {
  const { id } = await platform().tenant.createDevice();
  const path = `/api/plugins/telemetry/DEVICE/${id}`;
  if (rows.length > 0)
    await platform().tenant.rest.post(
      `${path}/timeseries/ANY`,
      rows.map(([ts, values]) => ({ ts, values })),
    );
  return path;
}

const read = (path: string, query: string): Promise<unknown> => get(`${path}/values/timeseries?${query}`);
const remove = (path: string, query: string) =>
  platform().tenant.rest.request("DELETE", `${path}/timeseries/delete?${query}`);

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

test("REST-116: a text that spells a number is one in aggregates, and stays the text", async () => {
  const values = ["12.5", " 7 ", 13.5, "n/a"];
  const device = await deviceWith(values.map((a, index) => ({ ts: T0 + index, values: { a } })));
  const window = `keys=a&startTs=${String(T0)}&endTs=${String(T0 + 10)}&useStrictDataTypes=true`;
  const read = async (agg: string): Promise<unknown> =>
    member(await get(`${valuesOf(device)}?${window}&agg=${agg}&interval=1000`), "a", "0", "value");

  expect(await Promise.all(["AVG", "SUM", "MIN", "MAX", "COUNT"].map(read))).toEqual([11, 33, 7, 13.5, 4]);
  expect(await get(`${valuesOf(device)}?${window}&orderBy=ASC`)).toEqual({
    a: values.map((value, index) => ({ ts: T0 + index, value })),
  });
});

test("REST §9.2: a sum is a long unless a double is among the values; an integer in a text has all of its digits", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const points = ["9007199254740993", "1", "007"].map((a, index) => ({ ts: T0 + index, values: { a, b: `${a}.0` } }));
  await tenant.rest.post(`${PT}/DEVICE/${id}/timeseries/ANY`, points);
  const sum = (key: string): Promise<string> =>
    tenant.rest.getText(
      `${PT}/DEVICE/${id}/values/timeseries?keys=${key}&startTs=${String(T0)}&endTs=${String(T0 + 10)}&agg=SUM&interval=1000`,
    );

  expect(await sum("a")).toContain('"value":"9007199254741001"}');
  expect(await sum("b")).toContain('"value":"9007199254741000"}');
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
    expectError(await platform().anonymous.request("GET", `${base}/${path}`), 401, 10);
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
    expectError(await platform().anonymous.request(method, path, body), 401, 10);
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

test("REST §9.1: without keys every key has one point, with keys each of them, null where there is none", async () => {
  const path = await seriesOf([T0, { a: 1, b: "x" }], [T0 + 1, { a: 2 }]);
  const a = [{ ts: T0 + 1, value: "2" }];
  const b = [{ ts: T0, value: "x" }];
  expect(await read(path, "")).toEqual({ a, b });
  expect(await read(path, "keys=")).toEqual({ a, b });
  const none = [{ ts: platform().clock.now(), value: null }];
  expect(await read(path, "keys=a,zz,a")).toEqual({ a, zz: none });
  expect(await read(path, "keys=zz&useStrictDataTypes=true")).toEqual({ zz: none });
  expect(((await get(`${path}/keys/timeseries`)) as string[]).sort()).toEqual(["a", "b"]);
  expect(await get(`${await seriesOf()}/values/timeseries`)).toEqual({});
  expect(await get(`${await seriesOf()}/keys/timeseries`)).toEqual([]);
});

test("REST §9.1: values are strings in their shortest form, or have their types where that is asked for", async () => {
  const path = await seriesOf();
  const body =
    '{"one":42.0,"real":0.1,"yes":true,"json":{"b":[1.50,null],"a":"x"},"big":1e21,"small":-1.5e-7,"id":9007199254740993,"text":"007","zero":-0.0,"none":null}';
  await raw(platform(), "POST", `${path}/timeseries/ANY`, { headers: { "content-type": "application/json" }, body });
  const now = platform().clock.now();
  const values = {
    one: "42",
    real: "0.1",
    yes: "true",
    big: "1000000000000000000000",
    small: "-0.00000015",
    id: "9007199254740993",
    text: "007",
    zero: "0",
  };
  const points = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [{ ts: now, value }]]));
  const answer = (await read(path, "")) as Record<string, unknown>;
  expect(answer).toMatchObject(points);
  expect(Object.keys(answer).sort()).toEqual([...Object.keys(values), "json"].sort());
  const strict = (await raw(platform(), "GET", `${path}/values/timeseries?useStrictDataTypes=true`)).text;
  for (const text of [
    '"one":[{"ts":%,"value":42}]',
    '"yes":[{"ts":%,"value":true}]',
    '"id":[{"ts":%,"value":9007199254740993}]',
    '"text":[{"ts":%,"value":"007"}]',
    '"json":[{"ts":%,"value":{"b":[1.5,null],"a":"x"}}]',
  ])
    expect(strict).toContain(text.replace("%", String(now)));
  expectError(
    await platform().tenant.rest.request("GET", `${path}/values/timeseries?useStrictDataTypes=maybe`),
    400,
    31,
  );
});

test("REST §9.1: a point older than the latest does not take its place, one of the same time does", async () => {
  const path = await seriesOf([T0, { a: 1 }], [T0 - 1, { a: 0 }]);
  expect(await read(path, "keys=a")).toEqual({ a: [{ ts: T0, value: "1" }] });
  await platform().tenant.rest.post(`${path}/timeseries/ANY`, { ts: T0, values: { a: 2 } });
  expect(await read(path, "keys=a")).toEqual({ a: [{ ts: T0, value: "2" }] });
});

test("REST §9.2: a range needs both its ends in order; without keys it is empty", async () => {
  const path = await seriesOf([T0, { a: 1 }]);
  for (const end of ["values/timeseries", "values/timeseries/history"]) {
    const window = `startTs=${String(T0)}&endTs=${String(T0 + 1)}`;
    expect(await get(`${path}/${end}?${window}`)).toEqual({});
    expect(await get(`${path}/${end}?${window}&keys=a,zz`)).toEqual({ a: [{ ts: T0, value: "1" }] });
    expect(await get(`${path}/${end}?keys=a&startTs=${String(T0)}&endTs=${String(T0)}`)).toEqual({});
    for (const wrong of [
      `startTs=${String(T0)}`,
      `endTs=${String(T0)}`,
      "startTs=2&endTs=1",
      "startTs=a&endTs=1",
      "startTs=1.5&endTs=2",
    ])
      expectError(await platform().tenant.rest.request("GET", `${path}/${end}?keys=a&${wrong}`), 400, 31);
  }
  expectError(await platform().tenant.rest.request("GET", `${path}/values/timeseries/history?keys=a`), 400, 31);
});

test("REST §9.2: the widest window that a client can name holds every point", async () => {
  const ends = [-8.64e15, 0, 8.64e15];
  const path = await seriesOf(...ends.map((ts): Row => [ts, { a: ts }]));
  const points = ends.map((ts) => ({ ts, value: ts }));
  expect(await read(path, `keys=a&${ALL}&orderBy=ASC&useStrictDataTypes=true`)).toEqual({ a: points });
  expect(await read(path, "keys=a&startTs=9000000000000000&endTs=9223372036854775807")).toEqual({});
  expect((await remove(path, `keys=a&${ALL}`)).status).toBe(200);
  expect(await read(path, "")).toEqual({});
});

test.each([
  "agg=MEDIAN",
  "agg=avg",
  "intervalType=DAY",
  "interval=-1",
  "interval=x",
  "limit=0",
  "limit=-1",
  "limit=x",
  "orderBy=UP",
])("REST §9.2: %s answers 400/31", async (query) => {
  const path = await seriesOf();
  expectError(
    await platform().tenant.rest.request("GET", `${path}/values/timeseries?keys=a&startTs=0&endTs=1&${query}`),
    400,
    31,
  );
});

test("REST §9.2: without agg there are 100 points, the newest first, or as limit and orderBy say", async () => {
  const path = await seriesOf(...Array.from({ length: 120 }, (_, index): Row => [T0 + index, { a: index }]));
  const window = `keys=a&startTs=${String(T0)}&endTs=${String(T0 + 1_000)}`;
  const valuesOf = async (query: string): Promise<unknown[]> => {
    const { a } = (await read(path, `${window}${query}`)) as { readonly a: readonly { readonly value: unknown }[] };
    return a.map(({ value }) => value);
  };
  const newest = await valuesOf("");
  expect([newest.length, newest[0], newest.at(-1)]).toEqual([100, "119", "20"]);
  expect(await valuesOf("&agg=NONE&interval=1000")).toEqual(newest);
  for (const query of ["&agg=SUM", "&agg=AVG&interval=0", "&agg=COUNT&intervalType=MILLISECONDS"])
    expect(await valuesOf(query)).toEqual(newest);
  expect(await valuesOf("&limit=2&orderBy=asc")).toEqual(["0", "1"]);
  expect(await valuesOf("&limit=2147483647&orderBy=DESC")).toHaveLength(120);
});

test("REST §9.2: a read gives no more points of a key than the setting allows, whatever its limit", async () => {
  await using small = await startTestPlatform({ settings: { "telemetry.pointsPerKeyMax": 3 } });
  const { id } = await small.tenant.createDevice();
  const path = `/api/plugins/telemetry/DEVICE/${id}`;
  await small.tenant.rest.post(
    `${path}/timeseries/ANY`,
    [1, 2, 3, 4, 5].map((ts) => ({ ts, values: { a: ts } })),
  );
  expect(await small.tenant.rest.get(`${path}/values/timeseries?keys=a&startTs=0&endTs=9&limit=50000`)).toEqual({
    a: [5, 4, 3].map((ts) => ({ ts, value: String(ts) })),
  });
});

test("REST §9.2: buckets begin at the start, the last is cut at the end, and a point stands in the middle of its own", async () => {
  const path = await seriesOf([T0, { a: 1 }], [T0 + 9_999, { a: 2 }], [T0 + 10_000, { a: 4 }], [T0 + 30_000, { a: 8 }]);
  const window = `keys=a,none&startTs=${String(T0)}&endTs=${String(T0 + 30_001)}&agg=SUM&interval=10000&useStrictDataTypes=true`;
  // The third bucket is empty, the fourth one millisecond long; limit and order are of no account.
  const a = [
    { ts: T0 + 5_000, value: 3 },
    { ts: T0 + 15_000, value: 4 },
    { ts: T0 + 30_000, value: 8 },
  ];
  expect(await read(path, window)).toEqual({ a });
  expect(await read(path, `${window}&limit=1&orderBy=DESC`)).toEqual({ a });
});

test("REST §9.2: each aggregation takes the values that it can", async () => {
  const path = await seriesOf(
    [T0, { long: 3, real: 1.5, text: "b", mixed: "zzz", flag: true, json: { a: 1 } }],
    [T0 + 1, { long: 4, real: 2, text: "a", mixed: 5, flag: false, json: [2] }],
  );
  const aggregated = async (agg: string): Promise<unknown> => {
    const query = `keys=long,real,text,mixed,flag,json&startTs=${String(T0)}&endTs=${String(T0 + 1_000)}&agg=${agg}&interval=1000`;
    const found = (await read(path, `${query}&useStrictDataTypes=true`)) as Record<
      string,
      readonly { readonly ts: number; readonly value: unknown }[]
    >;
    return Object.fromEntries(
      Object.entries(found).map(([key, points]) => {
        expect(points.map(({ ts }) => ts)).toEqual([T0 + 500]);
        return [key, points[0]?.value];
      }),
    );
  };
  expect(await aggregated("MIN")).toEqual({ long: 3, real: 1.5, text: "a", mixed: 5 });
  expect(await aggregated("MAX")).toEqual({ long: 4, real: 2, text: "b", mixed: 5 });
  expect(await aggregated("SUM")).toEqual({ long: 7, real: 3.5, mixed: 5 });
  expect(await aggregated("AVG")).toEqual({ long: 3.5, real: 1.75, mixed: 5 });
  expect(await aggregated("COUNT")).toEqual({ long: 2, real: 2, text: 2, mixed: 2, flag: 2, json: 2 });
});

test("REST §9.2: calendar buckets end where the zone's unit does; the zone is UTC where none, or an unknown one, is named", async () => {
  const sum = async (path: string, from: number, to: number, query: string): Promise<unknown> =>
    (
      (await read(
        path,
        `keys=a&startTs=${String(from)}&endTs=${String(to)}&agg=SUM&useStrictDataTypes=true&${query}`,
      )) as { readonly a: unknown }
    ).a;
  const sunday = Date.UTC(2026, 0, 4);
  const week = await seriesOf([sunday - 1, { a: 1 }], [sunday, { a: 2 }], [sunday + 86_400_000, { a: 4 }]);
  const [from, to] = [sunday - 1_000, sunday + 2 * 86_400_000];
  const hour = 3_600_000;
  expect(await sum(week, from, to, "intervalType=WEEK")).toEqual([
    { ts: sunday - 500, value: 1 },
    { ts: sunday + 24 * hour, value: 6 },
  ]);
  expect(await sum(week, from, to, "intervalType=WEEK_ISO&timeZone=Nowhere/None")).toEqual([
    { ts: sunday + 12 * hour - 500, value: 3 },
    { ts: sunday + 36 * hour, value: 4 },
  ]);
  const april = Date.UTC(2026, 3, 1);
  const spring = await seriesOf([april - 1, { a: 1 }], [april, { a: 2 }], [april + 4 * hour, { a: 4 }]);
  for (const unit of ["MONTH", "QUARTER"]) {
    expect(await sum(spring, april - 2, april + 10 * hour, `intervalType=${unit}&interval=5`)).toEqual([
      { ts: april - 1, value: 1 },
      { ts: april + 5 * hour, value: 6 },
    ]);
    // New York is four hours behind, so that its April begins later.
    expect(await sum(spring, april - 2, april + 10 * hour, `intervalType=${unit}&timeZone=America/New_York`)).toEqual([
      { ts: april + 2 * hour - 1, value: 3 },
      { ts: april + 7 * hour, value: 4 },
    ]);
  }
});

test("REST §9.2: 700 intervals are allowed, 701 are not, and none is shorter than a second", async () => {
  const path = await seriesOf([T0, { a: 1 }]);
  const window = (millis: number, interval: number): string =>
    `${path}/values/timeseries?keys=a&startTs=${String(T0)}&endTs=${String(T0 + millis)}&agg=COUNT&interval=${String(interval)}`;
  expect(await get(window(700_000, 1_000))).toEqual({ a: [{ ts: T0 + 500, value: "1" }] });
  expect(await get(window(700_000, 1))).toEqual({ a: [{ ts: T0 + 500, value: "1" }] });
  expectError(await platform().tenant.rest.request("GET", window(701_000, 1_000)), 400, 31);
  expectError(await platform().tenant.rest.request("GET", window(701_000, 1)), 400, 31);
  const years = `${path}/values/timeseries?keys=a&${ALL}&agg=COUNT&intervalType=QUARTER`;
  expectError(await platform().tenant.rest.request("GET", years), 400, 31);
});

test("REST §9.3: a body has values at the time of receipt, or with their own, or both in an array", async () => {
  const path = await seriesOf();
  const send = (body: unknown, segment = "ANY"): Promise<unknown> =>
    platform().tenant.rest.post(`${path}/timeseries/${segment}`, body);
  const now = platform().clock.now();
  await send({ plain: 1, skipped: null });
  await send({ ts: T0, values: { timed: 2 } }, "SERVER_SCOPE");
  await send([{ mixed: 3 }, { ts: T0, values: { mixed: 4 } }], "whatever");
  await send({ ts: 5 });
  await send({ values: { a: 1 } });
  expect(await read(path, `keys=plain,timed,mixed,ts,values,skipped&${ALL}`)).toEqual({
    plain: [{ ts: now, value: "1" }],
    timed: [{ ts: T0, value: "2" }],
    mixed:
      now > T0
        ? [
            { ts: now, value: "3" },
            { ts: T0, value: "4" },
          ]
        : [
            { ts: T0, value: "4" },
            { ts: now, value: "3" },
          ],
    ts: [{ ts: now, value: "5" }],
    values: [{ ts: now, value: '{"a":1}' }],
  });
});

test.each([
  "",
  " ",
  "[]",
  "{}",
  "5",
  '"x"',
  "null",
  "[5]",
  "[[]]",
  "{",
  '{"a":1',
  '{"":1}',
  '{" ":1}',
  '{"a":null}',
  '{"a":-1e400}',
  `{"${"k".repeat(256)}":1}`,
  '{"ts":"1","values":{"b":1}}',
  '{"ts":1.5,"values":{"b":1}}',
  '{"ts":null,"values":{"b":1}}',
  '{"ts":9e15,"values":{"b":1}}',
  '{"ts":1,"values":5}',
  '{"ts":1,"values":{"":5}}',
])("REST §9.3: the body %s answers 400/31 on each path, and stores nothing of it", async (body) => {
  const path = await seriesOf();
  const isEntry = body.startsWith("{") && body.endsWith("}") && body !== "{}" && body !== '{"a":null}';
  for (const segment of ["ANY", "ANY/60"])
    for (const sent of isEntry ? [body, `[{"ts":1,"values":{"good":1}},${body}]`] : [body]) {
      const answer = await raw(platform(), "POST", `${path}/timeseries/${segment}`, {
        headers: { "content-type": "text/plain" },
        body: sent,
      });
      expectError(answer, 400, 31);
    }
  expect(await get(`${path}/keys/timeseries`)).toEqual([]);
});

test("REST §9.3: a time to live is whole seconds from 0, which means that of the profile", async () => {
  const path = await seriesOf();
  for (const ttl of ["0", "60"])
    expect((await platform().tenant.rest.request("POST", `${path}/timeseries/ANY/${ttl}`, { a: 1 })).text).toBe("");
  for (const ttl of ["-1", "1.5", "x", "99999999999"])
    expectError(await platform().tenant.rest.request("POST", `${path}/timeseries/ANY/${ttl}`, { b: 1 }), 400, 31);
  expect(await get(`${path}/keys/timeseries`)).toEqual(["a"]);
});

test("REST §9: a key whose points are all deleted is no longer listed, until it has one again", async () => {
  const path = await seriesOf([T0, { a: 1, b: 1 }], [T0 + 1, { a: 2 }]);
  await remove(path, `keys=b&deleteAllDataForKeys=true`);
  // Its latest value is gone, and another point is left.
  await remove(path, `keys=a&startTs=${String(T0 + 1)}&endTs=${String(T0 + 2)}`);
  expect(await get(`${path}/keys/timeseries`)).toEqual(["a"]);
  await platform().tenant.rest.post(`${path}/timeseries/ANY`, { b: 2 });
  expect(((await get(`${path}/keys/timeseries`)) as string[]).sort()).toEqual(["a", "b"]);
});

test("REST §9.4: a deletion takes its start and spares its end; the latest goes where its time is in between", async () => {
  const rows = [0, 1, 2, 3].map((offset): Row => [T0 + offset, { a: offset, b: offset }]);
  const path = await seriesOf(...rows);
  const window = (from: number, to: number): string => `startTs=${String(T0 + from)}&endTs=${String(T0 + to)}`;
  expect((await remove(path, `keys=a&${window(1, 3)}`)).text).toBe("");
  expect(await read(path, `keys=a&${ALL}`)).toEqual({
    a: [3, 0].map((offset) => ({ ts: T0 + offset, value: String(offset) })),
  });
  expect(await read(path, "keys=a,b")).toMatchObject({ a: [{ ts: T0 + 3 }], b: [{ ts: T0 + 3 }] });
  await remove(path, `keys=a&${window(3, 4)}`);
  expect(await read(path, "")).toEqual({ b: [{ ts: T0 + 3, value: "3" }] });
  expect(await read(path, `keys=a&${ALL}`)).toEqual({ a: [{ ts: T0, value: "0" }] });
  // Latest that is to be rewritten becomes the newest before the window, or stays empty.
  await remove(path, `keys=b&${window(2, 4)}&rewriteLatestIfDeleted=true`);
  expect(await read(path, "keys=b")).toEqual({ b: [{ ts: T0 + 1, value: "1" }] });
  await remove(path, `keys=b&${window(-9, 9)}&rewriteLatestIfDeleted=true&deleteLatest=true`);
  expect(await read(path, "")).toEqual({});
});

test("REST §9.4: deleteLatest=false leaves the latest, deleteAllDataForKeys takes the future too, and keys are required", async () => {
  const future = platform().clock.now() + 86_400_000;
  const path = await seriesOf([T0, { a: 1, "b,c": 1 }], [future, { a: 2 }]);
  await remove(path, `keys=a&${ALL}&deleteLatest=false`);
  const [latest] = [T0, future].sort((one, other) => other - one);
  expect(await read(path, "keys=a")).toMatchObject({ a: [{ ts: latest }] });
  expect(await read(path, `keys=a&${ALL}`)).toEqual({});
  await platform().tenant.rest.post(`${path}/timeseries/ANY`, { ts: future, values: { a: 2 } });
  expect((await remove(path, "key=a&key=b%2Cc&key=unknown&deleteAllDataForKeys=true&startTs=0&endTs=1")).status).toBe(
    200,
  );
  expect(await read(path, `keys=a&${ALL}`)).toEqual({});
  expect(await read(path, "")).toEqual({});
  for (const query of [
    "",
    "keys=",
    ALL,
    "deleteAllDataForKeys=true",
    "keys=a",
    "keys=a&startTs=1",
    "keys=a&deleteAllDataForKeys=false",
    "keys=a&startTs=2&endTs=1",
    `keys=a&${ALL}&deleteLatest=x`,
  ])
    expectError(await remove(path, query), 400, 31);
});

test("REST §9.1: the latest of thousands of keys are read in turns, between which others are served, by one call of a tenant at a time", async () => {
  const values = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${String(index)}`, index]));
  const device = await deviceWith([{ ts: T0, values }]);
  const rest = platform().tenant.rest;
  await rest.getText(valuesOf(device));
  let answered = 0;
  const reads = Array.from({ length: 24 }, async () => {
    const text = await rest.getText(valuesOf(device));
    answered++;
    return text;
  });

  // Twenty calls, one after the other: with a turn of each read in between they would come after most reads.
  for (let call = 0; call < 20; call++) await platform().sysAdmin.get("/api/auth/user");
  const answeredMeanwhile = answered;
  const texts = await Promise.all(reads);

  expect(answeredMeanwhile).toBeLessThan(12);
  const [first = ""] = texts;
  expect(new Set(texts).size).toBe(1);
  expect(first.startsWith(`{"key 0":[{"ts":${String(T0)},"value":"0"}],"key 1":`)).toBe(true);
  expect(first.endsWith(`"key 19999":[{"ts":${String(T0)},"value":"19999"}]}`)).toBe(true);
});

test("REST §9.1: callers who leave while the latest of thousands of keys are read are no failures of the platform", async () => {
  const log = new LogRecorder();
  await using own = await startTestPlatform({ log });
  const device = await own.tenant.createDevice();
  const values = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key ${String(index)}`, index]));
  await own.tenant.rest.post(`${PT}/DEVICE/${device.id}/timeseries/ANY`, [{ ts: T0, values }]);
  const all = await own.tenant.rest.getText(valuesOf(device));
  expect(all.length).toBeGreaterThan(5_000);
  const leaving = new AbortController();
  const headers = { "X-Authorization": own.tenant.rest.authorization ?? "" };
  const url = `${own.tenant.rest.baseUrl}${valuesOf(device)}`;

  const calls = Array.from({ length: 10 }, () =>
    fetch(url, { headers, signal: leaving.signal }).then((answer) => answer.text()),
  );
  await Promise.race(calls);
  leaving.abort();
  await Promise.allSettled(calls);
  await own.tenant.rest.getText(valuesOf(device));

  expect(log.records.filter(({ level }) => level === "error")).toEqual([]);
});
