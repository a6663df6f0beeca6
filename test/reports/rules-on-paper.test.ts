// Small data whose results were worked out by hand: rules of time, of carried values and of results that are no numbers, through
// the report service and the engine. Source: analytics contract 2.4 to 2.11, 3.3 to 3.6.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Report } from "../../src/core/analytics/report/report.ts";
import type { Value } from "../../src/core/values.ts";
import { parsedView } from "./reference/parsed-view.ts";
import type { Cell, ReferenceDevice } from "./reference/reference-input.ts";
import { NO_ATTRIBUTES } from "./reference/reference-input.ts";
import { ReportsUnderTest } from "./reports-under-test.ts";

const T0 = Date.parse("2026-01-01T00:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let reports: ReportsUnderTest;
let count = 0;

beforeAll(async () => {
  reports = await ReportsUnderTest.start({ threads: 2 });
});
afterAll(async () => {
  await reports.stop();
});

/** Samples by key, each a time and a value. */
type Samples = Readonly<Record<string, readonly (readonly [number, Value])[]>>;

async function device(name: string, samples: Samples, fields: Partial<ReferenceDevice> = {}): Promise<ReferenceDevice> {
  const made: ReferenceDevice = {
    id: `30000000-0000-4000-8000-${String(++count).padStart(12, "0")}`,
    name,
    label: "",
    profileId: "40000000-0000-4000-8000-000000000001",
    profile: "Meter",
    customer: null,
    gatewayId: null,
    createdTime: T0,
    active: true,
    lastActivityTime: null,
    attributes: NO_ATTRIBUTES,
    samples: new Map(Object.entries(samples).map(([key, list]) => [key, list.map(([ts, value]) => ({ ts, value }))])),
    ...fields,
  };
  await reports.write([made]);
  return made;
}

interface Asked {
  readonly from?: number;
  readonly to?: number;
  readonly zone?: string;
  readonly now?: number;
  readonly more?: object;
}

async function report(devices: readonly ReferenceDevice[], fields: readonly object[], asked: Asked): Promise<Report> {
  const { from = T0, to = T0 + 2 * HOUR, zone = "UTC", now = to, more = {} } = asked;
  const view = await parsedView({
    name: "On paper",
    timeRange: { type: "absolute", startTs: from, endTs: to, timezone: zone },
    fields: fields.map((field, index) => ({ id: `f${String(index)}`, label: `Field ${String(index)}`, ...field })),
    ...more,
  });
  return await reports.run({ view, devices, now }, AbortSignal.timeout(120_000));
}

async function rows(
  devices: readonly ReferenceDevice[],
  fields: readonly object[],
  asked: Asked = {},
): Promise<readonly (readonly Cell[])[]> {
  return (await report(devices, fields, asked)).rows;
}

/** A measure of a key. */
function of(key: string, fn: string, parameters: object = {}, field: object = {}): object {
  return { kind: "measure", source: { type: "telemetry", key }, aggregation: { fn, ...parameters }, ...field };
}

function bucket(unit: string, amount = 1): object {
  return { source: { type: "timeBucket", bucket: unit, amount } };
}

const at = (text: string): number => Date.parse(text);

test("AN §3.5 results that no double holds are missing, and end no report", async () => {
  const a = await device("A", {
    big: [
      [T0, 1.5e308],
      [T0 + 1, 1.5e308],
      [T0 + 2, -1.5e308],
      [T0 + HOUR, 1.5e308],
    ],
  });
  const functions = ["sum", "avg", "range", "median", "stddev", "variance", "delta", "increase", "rate", "integral"];
  const cells = await rows(
    [a],
    [...functions.map((fn) => of("big", fn)), of("big", "max"), of("big", "timeWeightedAvg")],
  );

  expect(cells).toHaveLength(1);
  for (const cell of cells[0] ?? [])
    expect(typeof cell === "number" ? Number.isFinite(cell) : cell === null).toBe(true);
  expect(cells[0]?.[10]).toBe(1.5e308);
});

test("AN §2.4 a range of its own has the wall time of its own days", async () => {
  // 07:30 in Berlin in winter is 06:30Z; in summer 07:30 is 05:30Z.
  const a = await device("A", {
    n: [
      [at("2026-01-10T06:30:00Z"), 1],
      [at("2026-01-10T07:30:00Z"), 2],
      [at("2028-07-10T05:30:00Z"), 4],
      [at("2028-07-10T06:30:00Z"), 8],
    ],
  });
  const range = (date: string, end: string): object => ({
    range: { type: "absolute", startDate: date, endDate: end, timezone: "Europe/Berlin" },
  });
  const cells = await rows(
    [a],
    [
      of("n", "sum", {}, { where: "hour >= 8", ...range("2026-01-10", "2026-01-11") }),
      of("n", "sum", {}, { where: "hour >= 8", ...range("2028-07-10", "2028-07-11") }),
    ],
    {
      from: at("2026-01-10T00:00:00Z"),
      to: at("2026-01-11T00:00:00Z"),
      now: at("2028-08-01T00:00:00Z"),
      zone: "Europe/Berlin",
    },
  );

  expect(cells).toEqual([[2, 8]]);
});

test("AN §2.8 filters without case look at texts of any script alike, whether dimensions or samples", async () => {
  const a = await device(
    "A",
    {
      s: [
        [T0, "ΟΔΟΣ 5"],
        [T0 + 1, "İSTANBUL"],
        [T0 + 2, "ODOS"],
      ],
    },
    { label: "ΟΔΟΣΑ" },
  );
  const filtered = async (target: object, operator: string, value: string): Promise<unknown> =>
    (
      await rows([a], [of("s", "list")], { more: { filters: [{ name: "f", target, operator, values: [value] }] } })
    )[0]?.[0];
  const samples = { type: "telemetry", key: "s" };

  expect(await filtered(samples, "contains", "ΟΔΟΣ")).toBe("ΟΔΟΣ 5");
  expect(await filtered(samples, "contains", "οδοσ")).toBe("ΟΔΟΣ 5");
  expect(await filtered(samples, "matches", "İst*")).toBe("İSTANBUL");
  expect(await filtered({ type: "entity", field: "label" }, "startsWith", "ΟΔΟΣ")).toBe("ODOS, İSTANBUL, ΟΔΟΣ 5");
});

test("AN §3.5 rate, with now inside the bucket, divides by what has passed", async () => {
  const a = await device("A", {
    c: [
      [T0 - HOUR, 10],
      [T0 + 10 * MINUTE, 30],
      [T0 + 20 * MINUTE, 5],
      [T0 + 70 * MINUTE, 8],
    ],
  });
  // Steps: 20, a reset to 5, then 3 after now; 25 in half an hour. A sample after now counts, though no time has passed.
  expect(
    await rows([a], [bucket("hour"), of("c", "rate"), of("c", "increase"), of("c", "delta")], {
      now: T0 + 30 * MINUTE,
    }),
  ).toEqual([
    [T0, 50, 25, -5],
    [T0 + HOUR, null, 3, 3],
  ]);
});

test("AN §3.6 a sample exactly at the edge of the lookback is carried in, one millisecond before is not", async () => {
  const [a, b] = [
    await device("A", {
      c: [
        [T0 - HOUR, 1],
        [T0 + MINUTE, 4],
      ],
    }),
    await device("B", {
      c: [
        [T0 - HOUR - 1, 1],
        [T0 + MINUTE, 4],
      ],
    }),
  ];
  const carried = { lookbackMs: HOUR };
  const name = { source: { type: "entity", field: "name" } };
  expect(
    await rows(
      [a, b],
      [name, of("c", "delta", carried), of("c", "timeWeightedAvg", carried), of("c", "lastKnown", carried)],
      { to: T0 + 2 * MINUTE },
    ),
  ).toEqual([
    ["A", 3, 2.5, 4],
    ["B", null, 4, 4],
  ]);
});

test("AN §3.3 half-hour clock changes of Lord Howe begin buckets of their own", async () => {
  const every = Array.from({ length: 16 }, (_, index): readonly [number, Value] => [
    at("2026-04-04T13:00:00Z") + index * 15 * MINUTE,
    1,
  ]);
  const a = await device("A", { n: every });
  // At 15:00Z the clock goes from 02:00 back to 01:30.
  expect(
    await rows([a], [bucket("hour"), of("n", "count")], {
      zone: "Australia/Lord_Howe",
      from: at("2026-04-04T13:00:00Z"),
      to: at("2026-04-04T17:00:00Z"),
    }),
  ).toEqual([
    [at("2026-04-04T13:00:00Z"), 4],
    [at("2026-04-04T14:00:00Z"), 4],
    [at("2026-04-04T15:00:00Z"), 2],
    [at("2026-04-04T15:30:00Z"), 4],
    [at("2026-04-04T16:30:00Z"), 2],
  ]);
});

test("AN §3.3 Sao Paulo: a day that starts at 01:00, hours and quarters of days around it, and a date of 25 hours", async () => {
  const n = (from: string, hours: number): readonly (readonly [number, Value])[] =>
    Array.from({ length: hours }, (_, index) => [at(from) + index * HOUR, 1]);
  const a = await device("A", { n: [...n("2018-02-17T00:00:00Z", 72), ...n("2018-11-03T00:00:00Z", 72)] });
  const asked = { zone: "America/Sao_Paulo", from: at("2018-11-03T03:00:00Z"), to: at("2018-11-05T02:00:00Z") };

  expect(await rows([a], [bucket("day"), of("n", "count")], asked)).toEqual([
    [at("2018-11-03T03:00:00Z"), 24],
    [at("2018-11-04T03:00:00Z"), 23],
  ]);
  expect((await rows([a], [bucket("hour", 6), of("n", "count")], asked)).slice(3, 6)).toEqual([
    [at("2018-11-03T21:00:00Z"), 6],
    [at("2018-11-04T03:00:00Z"), 5],
    [at("2018-11-04T08:00:00Z"), 6],
  ]);
  expect(
    await rows([a], [bucket("day"), of("n", "count")], {
      ...asked,
      from: at("2018-02-17T02:00:00Z"),
      to: at("2018-02-19T03:00:00Z"),
    }),
  ).toEqual([
    [at("2018-02-17T02:00:00Z"), 25],
    [at("2018-02-18T03:00:00Z"), 24],
  ]);
});

test("AN §3.3 Apia had no 2011-12-30; Kathmandu's hours start at a quarter past", async () => {
  const hours = Array.from({ length: 72 }, (_, index): readonly [number, Value] => [
    at("2011-12-29T00:00:00Z") + index * HOUR,
    1,
  ]);
  const a = await device("A", {
    n: hours,
    k: [
      [T0, 1],
      [T0 + 15 * MINUTE, 2],
    ],
  });
  expect(
    await rows([a], [bucket("day"), of("n", "count")], {
      zone: "Pacific/Apia",
      from: at("2011-12-29T10:00:00Z"),
      to: at("2011-12-31T10:00:00Z"),
    }),
  ).toEqual([
    [at("2011-12-29T10:00:00Z"), 24],
    [at("2011-12-30T10:00:00Z"), 24],
  ]);
  expect(await rows([a], [bucket("hour"), of("k", "sum")], { zone: "Asia/Kathmandu" })).toEqual([
    [T0 - 45 * MINUTE, 1],
    [T0 + 15 * MINUTE, 2],
  ]);
});

test("AN §3.6 lines: the mean under a line, cut at an edge and at now; a gap of just maxGapMs has none", async () => {
  const a = await device("A", {
    n: [
      [T0 - 30 * MINUTE, 0],
      [T0 + 30 * MINUTE, 60],
      [T0 + 90 * MINUTE, 0],
    ],
  });
  const linear = { method: "linear" };
  // Up from 30 to 60 in the first half of the hour and down to 30: 45; then down from 30 to 0 in half an hour: 15.
  expect(await rows([a], [bucket("hour"), of("n", "timeWeightedAvg", linear), of("n", "integral", linear)])).toEqual([
    [T0, 45, 45],
    [T0 + HOUR, 15, 7.5],
  ]);
  expect(await rows([a], [of("n", "timeWeightedAvg", { ...linear, maxGapMs: HOUR })])).toEqual([[null]]);
  expect(await rows([a], [of("n", "timeWeightedAvg", { ...linear, maxGapMs: HOUR + 1 })], { now: T0 + HOUR })).toEqual([
    [45],
  ]);
});

test("AN §3.6 lastKnown with maxGapMs: what has expired at the end of the interval is missing", async () => {
  const a = await device("A", {
    n: [
      [T0 - 10 * MINUTE, 1],
      [T0 + 30 * MINUTE, 2],
    ],
    other: [
      [T0 + 5 * MINUTE, 1],
      [T0 + 65 * MINUTE, 1],
      [T0 + 125 * MINUTE, 1],
    ],
  });
  const fields = [bucket("hour"), of("n", "lastKnown", { maxGapMs: 60 * MINUTE }), of("other", "count")];
  expect(await rows([a], fields, { to: T0 + 3 * HOUR })).toEqual([
    [T0, 2, 1],
    [T0 + HOUR, null, 1],
    [T0 + 2 * HOUR, null, 1],
  ]);
  // Asked at 01:20 the value is 50 minutes old.
  expect((await rows([a], fields, { to: T0 + 3 * HOUR, now: T0 + 80 * MINUTE }))[1]).toEqual([T0 + HOUR, 2, 1]);
});

test("AN §3.6 states over several keys: known from when all are, to when one is no longer", async () => {
  const a = await device("A", {
    mode: [
      [T0 - 30 * MINUTE, "run"],
      [T0 + 60 * MINUTE, "idle"],
    ],
    load: [
      [T0 + 15 * MINUTE, 5],
      [T0 + 30 * MINUTE, 0],
      [T0 + 45 * MINUTE, 7],
    ],
  });
  const state = {
    state: "m == 'run' and l > 0",
    inputs: { m: { type: "telemetry", key: "mode" }, l: { type: "telemetry", key: "load" } },
    durationUnit: "minute",
  };
  const { durationUnit: _unit, ...plain } = state;
  // Known 15 to 120; true 15 to 30 and 45 to 60; the turn at 15 comes after unknown time.
  expect(
    await rows(
      [a],
      [
        of("mode", "duration", state),
        of("mode", "durationPercent", plain),
        of("mode", "durationPercent", { ...plain, of: "bucket" }),
        of("mode", "transitions", plain),
      ],
    ),
  ).toEqual([[30, expect.closeTo((100 * 30) / 105, 9), 25, 1]]);
  // Each held for 10 minutes at most: mode has ended when load begins.
  expect(await rows([a], [of("mode", "duration", { ...state, maxGapMs: 10 * MINUTE })])).toEqual([]);
});

test("AN §3.5 the weight of an average of averages is the time that is known", async () => {
  const [a, b] = [await device("A", { n: [[T0, 10]] }), await device("B", { n: [[T0 + 90 * MINUTE, 50]] })];
  const run = { state: "value > 20" };
  expect(
    await rows(
      [a, b],
      [
        of("n", "timeWeightedAvg"),
        of("n", "timeWeightedAvg", { combine: "avg" }),
        of("n", "durationPercent", run),
        of("n", "durationPercent", { ...run, of: "bucket" }),
        of("n", "completeness", { expectedEveryMs: HOUR }),
      ],
    ),
  ).toEqual([[18, 30, 20, 12.5, 50]]);
});

test('AN §3.5 canonical values: 5 and "5" are one, and what all share has a type only when all have it', async () => {
  const a = await device("A", {
    v: [
      [T0, 5],
      [T0 + 1, "5"],
      [T0 + 2, 5],
      [T0 + 3, true],
      [T0 + 4, "true"],
      [T0 + 5, "b"],
    ],
    same: [
      [T0, 5],
      [T0 + 1, "5"],
    ],
    n: [
      [T0, 10],
      [T0 + 1, 9],
      [T0 + 2, -1],
    ],
  });
  expect(
    await rows(
      [a],
      [
        of("v", "count"),
        of("v", "countDistinct"),
        of("v", "mode"),
        of("v", "list"),
        of("same", "onlyValue"),
        of("v", "sum"),
        of("v", "min"),
        of("n", "list"),
      ],
    ),
  ).toEqual([[6, 3, "5", "5, b, true", "5", 16, 1, "-1, 9, 10"]]);
});

test("AN §3.6 integers beyond 2^53 keep their digits through window functions, comparison, order and top-n", async () => {
  const big = 9_007_199_254_740_993n;
  const [a, b] = [
    await device("A", { n: [[T0, big]] }),
    await device("B", {
      n: [
        [T0, big + 2n],
        [T0 - DAY, 1],
      ],
    }),
  ];
  const name = { source: { type: "entity", field: "name" } };
  const cells = await rows([a, b], [name, of("n", "latest"), { source: { type: "expression", expr: "rank(f1)" } }], {
    more: {
      sort: [{ field: "f1", direction: "desc" }],
      limit: { top: { n: 1, by: "f1" } },
      compare: { to: "previousDay", fields: ["f1"], show: ["value", "delta"] },
    },
  });
  expect(cells).toEqual([["B", big + 2n, 1, 9_007_199_254_740_996, 1]]);
});

test("AN §3.4 totals are of samples: the mean of all, not of the means; each device once", async () => {
  const [a, b] = [
    await device("A", {
      n: [
        [T0, 1],
        [T0 + 1, 3],
      ],
    }),
    await device("B", { n: [[T0, 11]] }),
  ];
  const found = await report(
    [a, b],
    [{ source: { type: "entity", field: "name" } }, of("n", "avg"), of("n", "median")],
    { more: { grouping: { totals: "grand" } } },
  );
  expect(found.rows).toEqual([
    ["A", 2, 2],
    ["B", 11, 11],
  ]);
  expect(found.totals.map(({ cells }) => cells)).toEqual([[null, 5, 3]]);
});

test("AN §3.5 telemetry dimensions: a carried-in value counts where the dimension is in force at the start", async () => {
  const a = await device("A", {
    status: [
      [T0 - HOUR, "run"],
      [T0 + 30 * MINUTE, "idle"],
    ],
    n: [
      [T0 - 10 * MINUTE, 4],
      [T0 + 20 * MINUTE, 8],
      [T0 + 40 * MINUTE, 2],
    ],
  });
  const fields = [
    { kind: "dimension", source: { type: "telemetry", key: "status" } },
    of("n", "sum"),
    of("n", "delta"),
    of("n", "timeWeightedAvg"),
  ];
  // 4 for 20 minutes and 8 for 20, distinguished at the beginning of each piece; 2 for 20 minutes.
  expect(await rows([a], fields, { to: T0 + HOUR })).toEqual([
    ["idle", 2, -6, 2],
    ["run", 8, 4, 6],
  ]);
});

test("AN §3.4 raw rows with locf: the newest earlier value within the tolerance, the edge included", async () => {
  const a = await device("A", {
    x: [
      [T0 - 10 * MINUTE, 1],
      [T0 + 20 * MINUTE, 3],
    ],
    y: [
      [T0, 7],
      [T0 + MINUTE, 8],
      [T0 + 30 * MINUTE, 9],
    ],
  });
  const raw = (key: string): object => ({ kind: "measure", source: { type: "telemetry", key } });
  const more = { grouping: { mode: "raw", align: "locf", toleranceMs: 10 * MINUTE } };
  expect(await rows([a], [{ source: { type: "timestamp" } }, raw("x"), raw("y")], { more })).toEqual([
    [T0, 1, 7],
    [T0 + MINUTE, null, 8],
    [T0 + 20 * MINUTE, 3, null],
    [T0 + 30 * MINUTE, 3, 9],
  ]);
});

test("AN §3.6 comparison stands by the calendar across a clock change", async () => {
  // Berlin, 29 March: 02:00 is skipped. compared with 30 March, hour by hour.
  const hours = Array.from({ length: 48 }, (_, index): readonly [number, Value] => [
    at("2026-03-28T23:00:00Z") + index * HOUR,
    index,
  ]);
  const a = await device("A", { n: hours });
  const found = await rows([a], [bucket("hour"), of("n", "sum")], {
    zone: "Europe/Berlin",
    from: at("2026-03-29T22:00:00Z"),
    to: at("2026-03-30T03:00:00Z"),
    more: { compare: { to: "previousDay", fields: ["f1"], show: ["value"] } },
  });
  // 00:00, 01:00, 02:00, 03:00 and 04:00 in summer time; the day before 00:00 and 01:00 were in winter time.
  expect(found.map(([, value, earlier]) => [value, earlier])).toEqual([
    [23, 0],
    [24, 1],
    [25, null],
    [26, 2],
    [27, 3],
  ]);
});

test("AN §2.10 the rest of the groups: computed from its samples, its share that of the whole", async () => {
  const devices = [
    await device("A", { n: [[T0, 50]] }),
    await device("B", {
      n: [
        [T0, 20],
        [T0 + 1, 10],
      ],
    }),
    await device("C", { n: [[T0, 20]] }),
  ];
  const fields = [
    { source: { type: "entity", field: "name" } },
    of("n", "sum"),
    of("n", "avg"),
    { source: { type: "expression", expr: "shareOfTotal(f1)" } },
    { source: { type: "expression", expr: "rank(f1)" } },
  ];
  expect(await rows(devices, fields, { more: { limit: { top: { n: 1, by: "f1", others: true } } } })).toEqual([
    ["A", 50, 50, 0.5, 1],
    ["Others", 50, expect.closeTo(50 / 3, 9), 0.5, 1],
  ]);
});

test("AN §3.6 of one time the least device id counts; a value held up to the end of the interval is known there", async () => {
  const devices = [
    await device("B", { n: [[T0 + 30 * MINUTE, 2]] }),
    await device("A", { n: [[T0 + 30 * MINUTE, 1]] }),
  ];
  const held = of("n", "lastKnown", { maxGapMs: 30 * MINUTE });
  const cells = [of("n", "latest"), of("n", "first"), of("n", "current"), held];
  expect(await rows(devices, cells, { to: T0 + HOUR })).toEqual([[2, 2, 2, 2]]);
  expect(await rows(devices, [held], { to: T0 + HOUR + 1 })).toEqual([[null]]);
});

test("AN §2.7 a text that spells a number is one for what counts numbers, over time and over devices, and for filters", async () => {
  const a = await device("A", {
    n: [
      [T0, "10"],
      [T0 + 30 * MINUTE, " 20 "],
      [T0 + HOUR, "n/a"],
      [T0 + 90 * MINUTE, 8],
    ],
    limit: [[T0 + 20 * MINUTE, "007"]],
  });
  const b = await device("B", { n: [[T0, "2"]] });
  const fns = ["increase", "delta", "timeWeightedAvg", "median", "range", "stddev"];

  expect(
    await rows(
      [a],
      fns.map((fn) => of("n", fn)),
    ),
  ).toEqual([[18, -2, (10 * 30 + 20 * 60 + 8 * 30) / 120, 10, 12, Math.sqrt(124 / 3)]]);
  expect(await rows([a, b], [of("n", "first", { combine: "sum" }), of("n", "first"), of("n", "mode")])).toEqual([
    [12, "10", " 20 "],
  ]);
  const above = { name: "f", target: { type: "telemetry", key: "n" }, operator: "gt", values: [9] };
  expect(await rows([a], [of("n", "list")], { more: { filters: [above] } })).toEqual([[" 20 , 10"]]);
  const limit = { ...above, target: { type: "telemetry", key: "limit" }, operator: "between", values: [5, 9] };
  expect(await rows([a], [of("n", "count")], { more: { filters: [{ ...limit, apply: "aligned" }] } })).toEqual([[3]]);
  expect(await rows([a, b], [of("n", "count")], { more: { filters: [{ ...limit, apply: "latest" }] } })).toEqual([[4]]);
});

test("AN §2.7 formulas take texts as they are, also those that spell a number", async () => {
  const a = await device("A", { n: [[T0, "10"]] });
  const inputs = { n: { type: "telemetry", key: "n" } };
  const derived = (id: string, expr: string) => ({
    ...{ id, label: id, aggregation: { fn: "sum" } },
    source: { type: "expression", stage: "row", expr, inputs },
  });

  expect(await rows([a], [derived("a", "n * 2"), derived("b", "number(n) * 2")])).toEqual([[null, 20]]);
});

test("AN §3.6 a counter that stands still is no reset; what is no number is counted, and makes no step", async () => {
  const a = await device("A", {
    n: [
      [T0, 5],
      [T0 + MINUTE, 5],
      [T0 + 2 * MINUTE, "offline"],
      [T0 + 3 * MINUTE, 7],
      [T0 + 4 * MINUTE, 7],
    ],
  });
  const found = await report([a], [of("n", "increase"), of("n", "delta")], {});

  expect(found.rows).toEqual([[2, 2]]);
  expect([...found.meta.skippedValues]).toEqual([
    ["f0", 1],
    ["f1", 1],
  ]);
});

test("AN §3.5 functions over time of several series: combined as the view says, and not added up first", async () => {
  const a = await device("A", {
    n: [
      [T0, 10],
      [T0 + 2 * HOUR - 1, 20],
    ],
    on: [[T0, true]],
  });
  const b = await device("B", {
    n: [
      [T0, 2],
      [T0 + 2 * HOUR - 1, 6],
    ],
    on: [
      [T0, true],
      [T0 + HOUR, false],
    ],
  });
  const each = (key: string, fn: string, more: object = {}): readonly object[] =>
    ["sum", "avg", "min", "max"].map((combine) => of(key, fn, { combine, ...more }, { decimals: 9, round: true }));
  const constant = { maxGapMs: HOUR };

  expect(await rows([a, b], each("n", "increase"))).toEqual([[14, 7, 4, 10]]);
  expect(await rows([a, b], each("n", "delta"))).toEqual([[14, 7, 4, 10]]);
  expect(await rows([a, b], each("n", "rate"))).toEqual([[7, 3.5, 2, 5]]);
  expect(await rows([a, b], each("on", "durationPercent"))).toEqual([[150, 75, 50, 100]]);
  expect(await rows([a, b], each("on", "durationPercent", { of: "bucket" }))).toEqual([[150, 75, 50, 100]]);
  expect(await rows([a, b], each("on", "duration"))).toEqual([[10_800, 5_400, 3_600, 7_200]]);
  expect(await rows([a, b], each("n", "timeWeightedAvg", constant), { to: T0 + HOUR })).toEqual([[12, 6, 2, 10]]);
});

test("AN §3.6 what is later than now has not happened: values hold up to now, and nothing turns afterwards", async () => {
  const a = await device("A", {
    on: [
      [T0, false],
      [T0 + 30 * MINUTE, true],
      [T0 + 45 * MINUTE, false],
      [T0 + HOUR, true],
      [T0 + 90 * MINUTE, false],
      [T0 + 100 * MINUTE, true],
    ],
    n: [
      [T0, 4],
      [T0 + 90 * MINUTE, 400],
    ],
  });
  const fields = [
    of("on", "duration", { durationUnit: "minute" }),
    of("on", "durationPercent"),
    of("on", "transitions"),
    of("n", "timeWeightedAvg"),
    of("n", "integral", { per: "minute" }),
  ];

  expect(await rows([a], fields, { now: T0 + HOUR })).toEqual([[15, 25, 1, 4, 240]]);
});

test("AN §3.6 a state turns where the held value still touches the next, and at the first and last instant of the range", async () => {
  const a = await device("A", {
    on: [
      [T0 - 10 * MINUTE, false],
      [T0, true],
      [T0 + 10 * MINUTE, false],
      [T0 + 20 * MINUTE, true],
      [T0 + 30 * MINUTE, false],
      [T0 + 40 * MINUTE + 1, true],
      [T0 + 50 * MINUTE, false],
      [T0 + HOUR, true],
    ],
  });
  const turns = (maxGapMs?: number): object => of("on", "transitions", maxGapMs === undefined ? {} : { maxGapMs });

  expect(await rows([a], [turns(), turns(10 * MINUTE)], { to: T0 + HOUR })).toEqual([[3, 2]]);
});

test("AN §2.11 a formula over samples with locf: a value is carried for seven days, the edge included", async () => {
  const a = await device("A", {
    a: [
      [T0, 1],
      [T0 + HOUR, 2],
    ],
    b: [[T0 - 7 * DAY, 100]],
  });
  const formula = (fn: string, align: string): object => ({
    kind: "measure",
    source: {
      type: "expression",
      stage: "row",
      expr: "a + b",
      inputs: { a: { type: "telemetry", key: "a" }, b: { type: "telemetry", key: "b" } },
      align,
    },
    aggregation: { fn },
  });

  expect(await rows([a], [formula("sum", "locf"), formula("count", "locf")])).toEqual([[101, 1]]);
  expect(await rows([a], [formula("sum", "exact")])).toEqual([]);
});

test("AN §3.6 states over several keys: each key is known to its own end, and one that is sent again just then goes on", async () => {
  const every = (minutes: readonly number[], value: Value): readonly (readonly [number, Value])[] =>
    minutes.map((minute) => [T0 + minute * MINUTE, value]);
  const a = await device("A", { mode: every([0, 10], "run"), load: every([0, 10, 20, 30], 5) });
  const b = await device("B", { mode: every([-10], "run"), load: every([0, 30], 5) });
  const state = {
    state: "m == 'run' and l > 0",
    inputs: { m: { type: "telemetry", key: "mode" }, l: { type: "telemetry", key: "load" } },
  };
  const duration = (more: object): object => of("mode", "duration", { ...state, durationUnit: "ms", ...more });

  expect(await rows([a], [duration({ maxGapMs: 10 * MINUTE })])).toEqual([[20 * MINUTE]]);
  expect(await rows([a], [duration({ maxGapMs: 10 * MINUTE - 1 })])).toEqual([[20 * MINUTE - 2]]);
  // What is carried in holds on, however old it becomes.
  expect(await rows([b], [duration({ lookbackMs: 10 * MINUTE })])).toEqual([[2 * HOUR]]);
  expect(await rows([b], [duration({ lookbackMs: 10 * MINUTE - 1 })])).toEqual([]);
  expect(await rows([b], [duration({ carryIn: false })])).toEqual([]);
});

test("AN §3.6 without carryIn nothing before the range counts", async () => {
  const a = await device("A", {
    n: [
      [T0 - MINUTE, 5],
      [T0 + HOUR, 8],
    ],
  });
  const both = (fn: string, more: object = {}): readonly object[] => [
    of("n", fn, more),
    of("n", fn, { ...more, carryIn: false }),
  ];

  expect(
    await rows(
      [a],
      [
        ...both("increase"),
        ...both("timeWeightedAvg"),
        ...both("duration", { state: "value > 0", durationUnit: "minute" }),
      ],
    ),
  ).toEqual([[3, null, 6.5, 8, 120, 60]]);
});
