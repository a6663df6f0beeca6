// Rules of the engine one by one: casts, conditions, keys, functions, raw mode, estimates, and how queries end. Source: analytics
// contract 2.6 to 2.8, 3.4 to 3.6, 5.
import { describe, expect, test } from "vitest";
import { parseCondition, parseExpression } from "../../../core/analytics/expressions/parse-expression.ts";
import { rowScope, sampleScope, stateScope } from "../../../core/analytics/expressions/scopes.ts";
import { cellTest } from "../../../core/analytics/report/filters.ts";
import { valuesProblem } from "../../../core/analytics/view/filter-values.ts";
import type { Aggregation, FilterOperator, FilterValue } from "../../../core/analytics/view/table-view.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { JsonText, type Value } from "../../../core/values.ts";
import {
  isOnAnotherStore,
  useEngineWorld,
  type EngineWorld,
  type MeasureOptions,
} from "../../../../test/support/engine-world.ts";
import { someOf } from "../../../../test/support/seed.ts";

/** A Thursday: 2026-01-01T00:00:00Z. */
const T0 = 1_767_225_600_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const HOSTILE = `'); DROP TABLE points; -- "$1" \\ % _ * {{x}}`;

const world = useEngineWorld();

function hourly(...values: readonly Value[]): readonly (readonly [number, Value])[] {
  return values.map((value, hour) => [T0 + hour * HOUR, value]);
}

async function one(engine: EngineWorld, key: string, aggregation: Aggregation, options: Partial<MeasureOptions> = {}) {
  const rows = await engine.measure(key, aggregation, { groups: { A: 0 }, startTs: T0, endTs: T0 + DAY, ...options });
  return rows.cells[0];
}

test("AN §3.6 integers beyond 2^53 keep their digits for first, latest, lastKnown and current", async () => {
  const engine = world();
  await engine.store("A", "n", hourly(9_007_199_254_740_993n, 5));

  expect(await one(engine, "n", { fn: "first" })).toBe(9_007_199_254_740_993n);
  expect(await one(engine, "n", { fn: "latest" }, { endTs: T0 + HOUR })).toBe(9_007_199_254_740_993n);
  expect(await one(engine, "n", { fn: "lastKnown", lookbackMs: DAY }, { endTs: T0 + HOUR })).toBe(
    9_007_199_254_740_993n,
  );
  expect(await one(engine, "n", { fn: "current" })).toBe(5);
  expect(await one(engine, "n", { fn: "sum" }, { endTs: T0 + HOUR })).toBe(9_007_199_254_740_992);
});

test("AN §2.7 casts", async () => {
  const engine = world();
  await engine.store("A", "v", hourly(" 2.5 ", "05", true, 3, "TRUE", new JsonText('{"a":1}')));

  expect(await one(engine, "v", { fn: "sum" })).toBe(11.5);
  expect(await one(engine, "v", { fn: "sum" }, { cast: "number" })).toBe(6.5);
  expect(await one(engine, "v", { fn: "list" }, { cast: "text" })).toBe(' 2.5 , 05, 3, TRUE, true, {"a":1}');
  expect(await one(engine, "v", { fn: "sum" }, { cast: "boolean" })).toBe(3);
});

test("AN §2.7 a text in JSON that spells a number is one", async () => {
  const engine = world();
  await engine.store("A", "j", hourly(new JsonText('{"p":" 7 "}'), new JsonText('{"p":5}'), new JsonText('{"p":"x"}')));
  const filter = { operator: "gt", values: [6], valueType: "auto", caseSensitive: true } as const;
  const conditions = { own: [{ path: ["p"], cast: "auto", filter } as const] };

  expect(await one(engine, "j", { fn: "avg" }, { path: ["p"] })).toBe(6);
  expect(await one(engine, "j", { fn: "latest" }, { path: ["p"], conditions })).toBe(" 7 ");
});

test("AN §2.7 a path leads into objects by any name, and never into arrays", async () => {
  const engine = world();
  const json =
    '{"a/b":{"~\\"x":7},"0":"zero","list":[1,2],"big":9007199254740993,"none":null,"__proto__":{"constructor":true}}';
  await engine.store("A", "j", hourly(new JsonText(json), "no JSON"));
  const at = (...path: readonly string[]) => one(engine, "j", { fn: "latest" }, { path });

  expect(await at("a/b", '~"x')).toBe(7);
  expect(await at("0")).toBe("zero");
  expect(await at("list", "0")).toBeUndefined();
  expect(await at("none")).toBeUndefined();
  expect(await at("big")).toBe(9_007_199_254_740_993n);
  expect(await at("__proto__", "constructor")).toBe(true);
  expect(await at("list")).toEqual(new JsonText("[1,2]"));
});

test("AN §3.11 what users wrote never becomes SQL", async () => {
  const engine = world();
  await engine.store("A", "text", hourly(HOSTILE, "other", HOSTILE));
  const filter = { operator: "eq", values: [HOSTILE], valueType: "auto", caseSensitive: true } as const;
  const conditions = { own: [{ path: null, cast: "auto", filter } as const] };
  const where = parseCondition(`value == ${JSON.stringify(HOSTILE)}`, sampleScope(null));

  expect(await one(engine, "text", { fn: "count" }, { conditions })).toBe(2);
  expect(await one(engine, "text", { fn: "count" }, { conditions: { where } })).toBe(2);
  expect(await one(engine, "text", { fn: "mode" })).toBe(HOSTILE);
  expect(await one(engine, "text", { fn: "latest" }, { path: [HOSTILE] })).toBeUndefined();
  expect(await one(engine, "text", { fn: "count" })).toBe(3);
});

test.each([
  ["contains", ["B%"], ["aB%c"]],
  ["startsWith", ["A_"], ["A_1"]],
  ["endsWith", ["\\"], ["x\\"]],
  ["matches", ["a?%*"], ["aB%c"]],
  ["in", ["5", true], [5, true]],
  ["notIn", [5, "aB%c"], [true, "A_1", "x\\"]],
  ["gt", [4], [5]],
  ["between", [5, 6], [5]],
  ["isPresent", [], [5, true, "aB%c", "A_1", "x\\"]],
] as const)("AN §2.8 filter %s %j keeps %j", async (operator, values, kept) => {
  const engine = world();
  await engine.store("A", "v", hourly(5, true, "aB%c", "A_1", "x\\"));
  const filter = { operator, values, valueType: "auto", caseSensitive: true } as const;

  const rows = await engine.raw(["v"], {
    fields: [
      {
        samples: { kind: "series", source: engine.source("v") },
        conditions: { where: null, own: [{ path: null, cast: "auto", filter }], aligned: [], parts: [] },
      },
    ],
  });
  expect(rows.cells[0]).toEqual(kept);
});

const TEXTS = [
  "ΟΔΟΣ",
  "οδός",
  "οδος 5",
  "ΟΔΟΣΑ",
  "İzmir",
  "izmir",
  "STRASSE",
  "straße",
  "Ǆ",
  "ǆ",
  "5",
  "05",
  " 5",
  " 5.25 ",
  "-1e2",
  "0x10",
  "4,5",
  "true",
  "TRUE",
  "",
];
const STORED: readonly Value[] = [...TEXTS, 5, 5.5, true, false, 9_007_199_254_740_993n, new JsonText('{"A":5}')];
const BOUNDS: Readonly<Record<FilterOperator, readonly (readonly FilterValue[])[]>> = {
  ...{ in: [[...TEXTS, 5, true]], notIn: [["ΟΔΟΣ", 5, null]], eq: [["οδος 5"], [5], ["5"]], ne: [["İZMİR"], [true]] },
  ...{
    contains: [["ΟΔΟΣ"], ["ς"], ["İ", "ß"], ["ǅ"], ["a"]],
    startsWith: [["ΟΔΟΣ"], ["İZ"]],
    endsWith: [["ΟΣ"], ["IR"]],
  },
  ...{
    matches: [["ΟΔΟΣ*"], ["?zmir"], ["*5"]],
    gt: [[4]],
    gte: [[5]],
    lt: [[5]],
    lte: [[5]],
    between: [
      [5, 5.5],
      [5, 5],
    ],
  },
  ...{ isMissing: [[]], isPresent: [[]] },
};

// The conditions of a statement are the same on each store.
const tried: typeof someOf = isOnAnotherStore() ? someOf : (all) => all;

test("AN §3.7 a filter keeps the same values whether they are samples or cells of rows, in each type and case", async () => {
  const engine = world();
  await engine.store("A", "v", hourly(...STORED));
  for (const [name, lists] of Object.entries(BOUNDS)) {
    const every = lists
      .flatMap((values) => [
        ...(["auto", "number", "text", "boolean", "time"] as const).map((valueType) => ({
          values,
          valueType,
          caseSensitive: true,
        })),
        { values, valueType: "auto", caseSensitive: false } as const,
      ])
      .map((filter) => ({ operator: name as FilterOperator, ...filter }))
      .filter((filter) => valuesProblem(filter, filter.values) === undefined);
    const filters = tried(every);
    // A column for each filter, which is empty where the filter keeps nothing of the row.
    const rows = await engine.raw(["v"], {
      fields: filters.map((filter) => ({
        samples: { kind: "series", source: engine.source("v") },
        conditions: { where: null, own: [{ path: null, cast: "auto", filter }], aligned: [], parts: [] },
      })),
    });
    for (const [column, filter] of filters.entries())
      expect(
        rows.cells[column]?.filter((cell) => cell !== null),
        JSON.stringify(filter),
      ).toEqual(STORED.filter(cellTest(filter)));
  }
});

test("AN §2.8 a pattern with many runs takes no longer over a long text", async () => {
  const engine = world();
  await engine.store("A", "text", hourly("a".repeat(60), `${"a".repeat(60)}.b`, `${"a".repeat(60)}xb`));
  const filter = {
    operator: "matches",
    values: [`${"*a".repeat(20)}*.b`],
    valueType: "auto",
    caseSensitive: true,
  } as const;
  const conditions = { own: [{ path: null, cast: "auto", filter } as const] };

  expect(await one(engine, "text", { fn: "count" }, { conditions })).toBe(1);
});

test("AN §2.8 aligned filters keep what was sampled while another key had a value", async () => {
  const engine = world();
  await engine.store("A", "n", hourly(1, 2, 4, 8));
  await engine.store("A", "mode", [
    [T0 - HOUR, "off"],
    [T0 + HOUR, "on"],
    [T0 + 3 * HOUR, "off"],
  ]);
  const filter = { operator: "eq", values: ["on"], valueType: "auto", caseSensitive: true } as const;
  const aligned = [{ source: engine.source("mode"), lookbackMs: WEEK, filter }];

  expect(await one(engine, "n", { fn: "sum" }, { conditions: { aligned } })).toBe(6);
});

test("AN §3.4 calendar parts and telemetry in force as further keys", async () => {
  const engine = world();
  await engine.store("A", "n", hourly(1, 2, 4, 8));
  await engine.store("A", "mode", [[T0 + HOUR, "on"]]);
  const byHour = await engine.measure(
    "n",
    { fn: "sum" },
    { groups: { A: 0 }, parts: ["hourOfDay"], offsetMillis: 2 * HOUR },
  );
  const byMode = await engine.measure("n", { fn: "sum" }, { groups: { A: 0 }, locf: ["mode"] });
  const dropped = await engine.measure("n", { fn: "sum" }, { groups: { A: 0 }, locf: ["mode"], missingGroup: "drop" });

  expect([...(byHour.parts[0] ?? [])].sort()).toEqual([2, 3, 4, 5]);
  expect(new Map(byMode.locf[0]?.cells.map((cell, row) => [cell, byMode.cells[row]]))).toEqual(
    new Map<unknown, unknown>([
      [null, 1],
      ["on", 14],
    ]),
  );
  expect(dropped.cells).toEqual([14]);
});

test("AN §2.11 derived series, on the same instant and carried forward", async () => {
  const engine = world();
  await engine.store("A", "u", hourly(10, 20, 30));
  await engine.store("A", "i", [
    [T0, 2],
    [T0 + HOUR + 1, 3],
  ]);
  const inputs = { u: "u", i: "i" };
  const expression = parseExpression(
    "u * i + floor",
    rowScope(
      new Map([
        ["u", null],
        ["i", null],
        ["floor", null],
      ]),
    ),
  );
  const dimensions = { "input.floor": [100] };

  expect(await one(engine, "u", { fn: "list" }, { derived: { inputs, align: "exact", expression }, dimensions })).toBe(
    "120",
  );
  expect(await one(engine, "u", { fn: "list" }, { derived: { inputs, align: "locf", expression }, dimensions })).toBe(
    "120, 140, 160, 190",
  );
});

test("AN §3.6 states over several keys are unknown while a key is", async () => {
  const engine = world();
  await engine.store("A", "pump", hourly(true, true, false));
  await engine.store("A", "valve", [[T0 + HOUR / 2, "open"]]);
  const inputs = new Map([
    ["pump", null],
    ["valve", null],
  ] as const);
  const state = parseExpression("pump and valve == 'open'", stateScope(inputs, null));
  const options = { state, stateInputs: { pump: "pump", valve: "valve" }, endTs: T0 + 4 * HOUR };

  expect(await one(engine, "pump", { fn: "duration", durationUnit: "minute", lookbackMs: DAY }, options)).toBe(90);
  expect(await one(engine, "pump", { fn: "durationPercent", lookbackMs: DAY }, options)).toBeCloseTo(
    100 * (90 / 210),
    9,
  );
  // A value holds for an hour at most: after half past one the valve is unknown.
  expect(
    await one(engine, "pump", { fn: "duration", durationUnit: "minute", maxGapMs: HOUR, lookbackMs: DAY }, options),
  ).toBe(60);
});

test("AN §3.6 segments: lines, gaps, cuts at edges, and now", async () => {
  const engine = world();
  await engine.store("A", "n", hourly(0, 10));
  const linear = { fn: "timeWeightedAvg", method: "linear", lookbackMs: DAY } as const;

  expect(await one(engine, "n", linear)).toBe(5);
  expect(await one(engine, "n", { fn: "integral", per: "hour", lookbackMs: DAY }, { endTs: T0 + 3 * HOUR })).toBe(20);
  expect(await one(engine, "n", { fn: "integral", per: "hour", lookbackMs: DAY }, { now: T0 + 2 * HOUR })).toBe(10);
  expect(await one(engine, "n", { fn: "integral", per: "hour", maxGapMs: HOUR / 2, lookbackMs: DAY })).toBe(5);
  const halves = await engine.measure("n", linear, {
    groups: { A: 0 },
    startTs: T0,
    endTs: T0 + HOUR,
    edges: [T0, T0 + HOUR / 2, T0 + HOUR],
  });
  // The second sample lies at the end, outside of the window: no line leads there.
  expect(halves.cells).toEqual([null]);
});

test("AN §3.5 transitions and completeness", async () => {
  const engine = world();
  await engine.store("A", "on", hourly(false, true, false, true, true));
  await engine.store("B", "on", []);
  const planned = { fn: "completeness", expectedEveryMs: HOUR } as const;

  expect(await one(engine, "on", { fn: "transitions", lookbackMs: DAY })).toBe(2);
  expect(await one(engine, "on", planned, { endTs: T0 + 10 * HOUR })).toBe(50);
  // A silent device of the group counts.
  expect(await one(engine, "on", planned, { endTs: T0 + 10 * HOUR, groups: { A: 0, B: 0 } })).toBe(25);
});

test("AN-57: buckets of uneven length, as days around a change of the clock", async () => {
  const engine = world();
  await engine.store("A", "n", hourly(...Array.from({ length: 73 }, () => 1)));
  const edges = [T0, T0 + 23 * HOUR, T0 + 47 * HOUR, T0 + 72 * HOUR];
  const rows = await engine.measure(
    "n",
    { fn: "count" },
    { groups: { A: 0 }, startTs: T0, endTs: T0 + 72 * HOUR, edges },
  );

  expect(new Map([...rows.buckets].map((bucket, row) => [bucket, rows.cells[row]]))).toEqual(
    new Map([
      [0, 23],
      [1, 24],
      [2, 25],
    ]),
  );
});

test("buckets of which one is tiny are sought among the edges", async () => {
  const engine = world();
  await engine.store("A", "n", hourly(...Array.from({ length: 48 }, () => 1)));
  const edges = [T0, T0 + 1, T0 + 10 * HOUR, T0 + 400 * DAY];
  const rows = await engine.measure(
    "n",
    { fn: "count" },
    { groups: { A: 0 }, startTs: T0, endTs: T0 + 400 * DAY, edges },
  );

  expect(new Map([...rows.buckets].map((bucket, row) => [bucket, rows.cells[row]]))).toEqual(
    new Map([
      [0, 1],
      [1, 9],
      [2, 38],
    ]),
  );
});

test("AN-56: raw mode has a row per device and instant, keys joined on equal ts, or carried forward", async () => {
  const engine = world();
  await engine.store("A", "x", [
    [T0, 1],
    [T0 + 2, 3],
  ]);
  await engine.store("A", "y", [
    [T0 - 1, 10],
    [T0 + 1, 20],
    [T0 + 2, 30],
  ]);
  const window = { startTs: T0, endTs: T0 + 10 };
  const exact = await engine.raw(["x", "y"], { window });
  const held = await engine.raw(["x", "y"], { window, align: "locf" });
  const newest = await engine.raw(["x"], { window, order: "newestFirst", rowsMax: 1 });

  expect([...exact.ts]).toEqual([T0, T0 + 1, T0 + 2]);
  expect(exact.cells).toEqual([
    [1, null, 3],
    [null, 20, 30],
  ]);
  expect(held.cells).toEqual([
    [1, 1, 3],
    [10, 20, 30],
  ]);
  expect([newest.length, newest.cells[0]?.[0]]).toEqual([1, 3]);
});

test("an answer is cut after one row more than may be", async () => {
  const engine = world();
  await engine.store("A", "n", hourly(1, 2, 3, 4, 5));
  const rows = await engine.measure("n", { fn: "avg" }, { groups: { A: 0 }, parts: ["hourOfDay"], rowsMax: 2 });

  expect(rows.length).toBe(3);
});

test("AN-68, AN-70: a query ends with its signal, and leaves nothing behind", async () => {
  const engine = world();
  const values = Array.from({ length: 200_000 }, (_none, index): readonly [number, Value] => [T0 + index, index]);
  await engine.store("A", "n", values);
  const reason = new Error("the caller is gone");
  /** What becomes of one that runs and of others behind it, which a machine that is busy may let end before the signal comes. */
  const stopped = async (): Promise<Set<unknown>> => {
    const stop = new AbortController();
    const asked = { groups: { A: 0 }, signal: stop.signal };
    const queries = Array.from({ length: 4 }, () => engine.measure("n", { fn: "mode" }, asked));
    setImmediate(() => {
      stop.abort(reason);
    });
    return new Set(await Promise.all(queries.map((query) => query.catch((error: unknown) => error))));
  };

  await expect.poll(stopped).toEqual(new Set([reason]));
  expect(await one(engine, "n", { fn: "count" })).toBe(200_000);
  await expect(engine.measure("n", { fn: "avg" }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

describe("in a store of its own", () => {
  const world = useEngineWorld({ storePer: "test" });

  test("the estimate is near the number of samples", async () => {
    const engine = world();
    await engine.store("A", "n", hourly(...Array.from({ length: 100 }, (_none, index) => index)));
    await engine.store("A", "other", hourly(1, 2));
    const [series] = engine.source("n").series.series;
    const window = { startTs: T0, endTs: T0 + 50 * HOUR };

    expect(
      await engine.telemetry.reports.estimate(
        series === undefined ? [] : [series],
        window,
        new AbortController().signal,
      ),
    ).toBe(50);
    expect(await engine.telemetry.reports.estimate([99 as SeriesNumber], window, new AbortController().signal)).toBe(0);
  });

  test("a store that stops ends reports, and one that has stopped refuses them", async () => {
    const engine = world();
    await engine.store("A", "n", hourly(1));
    await engine.telemetry.stop();

    await expect(one(engine, "n", { fn: "avg" })).rejects.toThrow("telemetry store");
  });
});
