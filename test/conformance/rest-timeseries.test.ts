// REST contract 9.1 to 9.4, rule by rule: telemetry as it is saved, read, aggregated and deleted.
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { expectError, raw } from "../support/rest-conformance.ts";
import { startTestPlatform } from "../support/platform.ts";

const platform = useTestPlatform();

const T0 = Date.UTC(2026, 0, 1);
const ALL = "startTs=-9223372036854775808&endTs=9223372036854775807";

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

const get = (path: string): Promise<unknown> => platform().tenant.rest.get(path);
const read = (path: string, query: string): Promise<unknown> => get(`${path}/values/timeseries?${query}`);
const remove = (path: string, query: string) =>
  platform().tenant.rest.request("DELETE", `${path}/timeseries/delete?${query}`);

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
])(
  "REST §9.3: the body %s answers 400/31 on each path, and stores nothing, nor what stands beside it",
  async (body) => {
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
  },
);

test("REST §9.3: a time to live is whole seconds from 0, which means that of the profile", async () => {
  const path = await seriesOf();
  for (const ttl of ["0", "60"])
    expect((await platform().tenant.rest.request("POST", `${path}/timeseries/ANY/${ttl}`, { a: 1 })).text).toBe("");
  for (const ttl of ["-1", "1.5", "x", "99999999999"])
    expectError(await platform().tenant.rest.request("POST", `${path}/timeseries/ANY/${ttl}`, { b: 1 }), 400, 31);
  expect(await get(`${path}/keys/timeseries`)).toEqual(["a"]);
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
