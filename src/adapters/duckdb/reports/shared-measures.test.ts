// Measures of one statement have the rows that each has alone.
import { describe, expect, test } from "vitest";
import { useEngineWorld, type EngineWorld, type MeasureOptions } from "../../../../test/support/engine-world.ts";
import type { MeasureQuery, MeasureRows, Samples } from "../../../core/analytics/report/report-engine.ts";
import type { Aggregation } from "../../../core/analytics/view/table-view.ts";
import { JsonText, type Value } from "../../../core/values.ts";
import { sharedMeasures } from "./shared-measures.ts";

const HOUR = 3_600_000;
const world = useEngineWorld();
const FUNCTIONS = ["count", "sum", "avg", "min", "max", "range"] as const;
const BY_HOUR: Partial<MeasureOptions> = {
  ...{ startTs: 0, endTs: 4 * HOUR, edges: [0, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR] },
  groups: { A: 0, B: 1, C: 1 },
};

type Asked = readonly (readonly [key: string, aggregation: Aggregation])[];

/** As a report asks for measures of one window. */
function queries(engine: EngineWorld, asked: Asked, options: Partial<MeasureOptions>): readonly MeasureQuery[] {
  const { keys } = engine.query("", { fn: "count" }, options);
  const samples = new Map<string, Samples>();
  return asked.map(([key, aggregation]) => {
    const query = engine.query(key, aggregation, options);
    const known = samples.get(key) ?? query.samples;
    samples.set(key, known);
    return { ...query, samples: known, keys };
  });
}

async function store(
  engine: EngineWorld,
  key: string,
  values: Readonly<Record<string, readonly Value[]>>,
): Promise<void> {
  for (const [device, ofDevice] of Object.entries(values))
    await engine.store(
      device,
      key,
      ofDevice.map((value, at) => [at * 0.5 * HOUR, value] as const),
    );
}

/** Rows in the order of their keys, which an answer does not have. */
function sorted({ length, groups, buckets, parts, locf, cells, skippedValues }: MeasureRows): unknown {
  const rows = Array.from({ length }, (_none, row) => [
    ...[groups[row], buckets[row], parts.map((part) => part[row])],
    ...[locf.map(({ text, cells: shown }) => [text[row], shown[row]]), cells[row]],
  ]);
  return { rows: rows.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)), skippedValues };
}

async function expectAsAlone(engine: EngineWorld, asked: readonly MeasureQuery[], statements: number): Promise<void> {
  expect(sharedMeasures(asked)).toHaveLength(statements);
  const shared = await engine.measures(asked);
  const alone = await Promise.all(asked.map((query) => engine.measures([query])));
  expect(shared.some(({ length }) => length > 0)).toBe(true);
  expect(shared.map(sorted)).toEqual(alone.flat().map(sorted));
}

async function mixed(engine: EngineWorld): Promise<EngineWorld> {
  await store(engine, "numbers", { A: [1, 2.5, 0.1, 0.2, -0, 3], B: [7, 8], C: [9, -9, 1e9, 4] });
  await store(engine, "words", { A: ["b", "a", "7", " 8 ", "x", 9], B: ["n/a", "z"], C: [true, false, "", "c"] });
  await store(engine, "others", { A: [new JsonText("{}"), 2n ** 60n, 1], C: [new JsonText("[1]")] });
  await store(engine, "tiny", { A: [1e-9, 1, 1e300], B: [1e-12, 0] });
  await store(engine, "mode", { A: ["on", "off", "on"], B: [1, true] });
  return engine;
}

const of = (...keys: readonly string[]): Asked => keys.flatMap((key) => FUNCTIONS.map((fn) => [key, { fn }] as const));

describe("AN §3.4 measures that share a statement are as each alone", () => {
  test.each([
    ["functions of one key", of("numbers")],
    ["functions of several keys", of("numbers", "words", "others")],
    [
      "one function of several keys",
      [
        ["numbers", { fn: "avg" }],
        ["words", { fn: "avg" }],
      ],
    ],
    ["keys that some have no samples of", of("others", "unknown", "mode")],
    ["sums that need values of every size", of("numbers", "tiny")],
  ] satisfies [string, Asked][])("%s", async (_what, asked) => {
    const engine = await mixed(world());

    await expectAsAlone(engine, queries(engine, asked, BY_HOUR), 1);
    await expectAsAlone(engine, queries(engine, asked, { ...BY_HOUR, edges: null }), 1);
  });

  test("with groups by calendar and by telemetry, one statement for each key", async () => {
    const engine = await mixed(world());

    await expectAsAlone(engine, queries(engine, of("numbers", "words"), { ...BY_HOUR, parts: ["hourOfDay"] }), 2);
    await expectAsAlone(engine, queries(engine, of("numbers", "words"), { ...BY_HOUR, locf: ["mode"] }), 2);
  });

  test("beside others that are computed by themselves", async () => {
    const engine = await mixed(world());
    const others: Asked = [
      ["numbers", { fn: "median" }],
      ["numbers", { fn: "latest" }],
      ["numbers", { fn: "increase" }],
      ["numbers", { fn: "avg", perSeries: true, combine: "avg" }],
    ];

    await expectAsAlone(engine, queries(engine, [...others, ...of("numbers", "words")], BY_HOUR), 1 + others.length);
  });
});

test("measures with a path, a cast or conditions, or of another window, are read by themselves", async () => {
  const engine = await mixed(world());
  const [plain, other] = queries(engine, of("numbers").slice(0, 2), BY_HOUR);
  const [cast] = queries(engine, [["numbers", { fn: "avg" }]], { ...BY_HOUR, cast: "number" });
  const conditions = { parts: [{ part: "hourOfDay", filter: HOUR_ONE } as const] };
  const [conditional] = queries(engine, [["numbers", { fn: "avg" }]], { ...BY_HOUR, conditions });
  if (plain === undefined || other === undefined || cast === undefined || conditional === undefined)
    throw new Error("a query is missing");
  const { keys } = plain;

  expect(sharedMeasures([plain, other, { ...cast, keys }, { ...conditional, keys }])).toHaveLength(3);
  expect(sharedMeasures([plain, { ...other, keys: { ...keys } }])).toHaveLength(2);
});

test("a statement has at most as many groups as an answer may have rows", async () => {
  const engine = await mixed(world());
  const asked = of("numbers", "words", "others");
  // Two groups in four buckets for each key.
  const statements = (rowsMax: number): number =>
    sharedMeasures(queries(engine, asked, { ...BY_HOUR, rowsMax })).length;

  expect([24, 23, 16, 15, 1].map(statements)).toEqual([1, 2, 2, 3, 3]);
  await expectAsAlone(engine, queries(engine, asked, { ...BY_HOUR, rowsMax: 16 }), 2);
});

test("extremes, which may be long texts, are computed only for keys that are asked for them", async () => {
  const engine = await mixed(world());
  const asked: Asked = [...of("numbers", "tiny"), ["words", { fn: "count" }], ["others", { fn: "avg" }]];
  const statements = sharedMeasures(queries(engine, asked, BY_HOUR));

  expect(statements.map(({ sources }) => sources.length)).toEqual([2, 2]);
  await expectAsAlone(engine, queries(engine, asked, BY_HOUR), 2);
});

test("answers of a statement are cut after one row more than may be, as those of one measure", async () => {
  const engine = await mixed(world());
  const asked = queries(engine, of("numbers"), { ...BY_HOUR, parts: ["hourOfDay"], rowsMax: 2 });

  expect((await engine.measures(asked)).map(({ length }) => length)).toEqual(FUNCTIONS.map(() => 3));
});

test("AN-68: measures of one statement end with their signal", async () => {
  const engine = await mixed(world());
  const reason = new Error("the caller is gone");
  const answers = engine.measures(queries(engine, of("numbers", "words"), BY_HOUR), AbortSignal.abort(reason));

  await expect(answers).rejects.toBe(reason);
});

const HOUR_ONE = { operator: "eq", values: [1], valueType: "auto", caseSensitive: true } as const;
