// Sums against integers of any length: whatever the sizes, the order and the parts in which values are added.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExactSum, exactSumSql, isNotHeld, mergedSql, partsSql, totalsSql } from "./exact-sums.ts";
import { casesOf } from "../../../../test/support/seed.ts";
import { sqlDouble } from "../literals.ts";

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:", { threads: "2" });
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const OF_ALL = {
  by: "g",
  classes: "",
  classNames: "",
  sizes: "all",
  extras: { samples: ["count(x)", "sum"], skipped: ["count(*) - count(x)", "sum"] },
} as const;
const OF_HELD = { ...OF_ALL, sizes: "held" } as const;

async function answer(sql: string): Promise<unknown> {
  return (await connection.runAndReadAll(`SELECT x FROM (${sql})`)).getRows()[0]?.[0];
}

function relationOf(values: readonly (number | null)[]): string {
  const rows = values.map((value) => `(1, ${value === null ? "NULL::DOUBLE" : sqlDouble(value)})`);
  return `SELECT * FROM (VALUES ${rows.join(", ")}) v(g, x)`;
}

/** A double as a whole number of 2^-1074, and the nearest double of such a number. */
function unitsOf(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const power = bits >> 52n;
  const digits = (bits & 0xf_ffff_ffff_ffffn) | (power > 0n ? 1n << 52n : 0n);
  const units = digits << (power > 0n ? power - 1n : 0n);
  return value < 0 ? -units : units;
}

function doubleOf(units: bigint): number {
  const size = units < 0n ? -units : units;
  const drop = BigInt(Math.max(0, size.toString(2).length - 53));
  const half = drop > 0n ? 1n << (drop - 1n) : 0n;
  const kept = size >> drop;
  const rest = size - (kept << drop);
  const rounded = kept + (rest > half || (rest === half && drop > 0n && kept % 2n === 1n) ? 1n : 0n);
  // In two steps, as no double holds the least of these powers.
  const power = Number(drop) - 1074;
  const value = Number(rounded) * 2 ** Math.trunc(power / 2) * 2 ** (power - Math.trunc(power / 2));
  return units < 0n ? -value : value;
}

function drawn(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test.each([
  [[0.1]],
  [[1e-9]],
  [[5e-324]],
  [[-1.7e308]],
  [Array.from({ length: 10 }, () => 0.1)],
  [[1e15, 0.1, -1e15]],
  [[2 ** 45, -(2 ** 45), 2 ** -26, 2 ** 44.99999, -(2 ** -26.00001)]],
])("AN-43: the sum of %j is the nearest double", async (values) => {
  const expected = doubleOf(values.reduce((sum, value) => sum + unitsOf(value), 0n));

  expect(await answer(exactSumSql({ ...OF_ALL, relation: relationOf(values) }))).toBe(expected);
});

test.each([
  ["of measured values", 0, 5],
  ["of values of every size", -300, 300],
  ["around the edges of bands", -28, 48],
])("AN-43: sums %s have one result whatever the order and the parts", async (_sizes, from, to) => {
  for (let seed = 1; seed <= casesOf(20); seed++) {
    const random = drawn(seed);
    const values = Array.from(
      { length: 200 },
      () => (random() - 0.4) * 10 ** (from + Math.floor(random() * (to - from))),
    );
    const [first, ...others] = await Promise.all(
      [values, [...values].sort((one, other) => one - other), [...values].reverse()].map((ordered) =>
        answer(exactSumSql({ ...OF_ALL, relation: relationOf(ordered) })),
      ),
    );
    const cut = Math.floor(random() * values.length);
    const partOf = (part: readonly number[]): string => partsSql({ ...OF_ALL, relation: relationOf(part) });
    const parts = `${partOf(values.slice(0, cut + 1))} UNION ALL ${partOf(values.slice(cut + 1).concat(0))}`;
    const merged: ExactSum = { ...OF_ALL, relation: mergedSql({ ...OF_ALL, relation: parts }) };
    const exact = doubleOf(values.reduce((sum, value) => sum + unitsOf(value), 0n));

    expect([...others, await answer(totalsSql(merged))], `seed ${String(seed)}`).toEqual([first, first, first]);
    expect(Math.abs(Number(first) - exact)).toBeLessThanOrEqual(Math.abs(exact) * 2 ** -51);
  }
});

/** The sum and the count of what was left out. */
async function heldSum(values: readonly (number | null)[]): Promise<readonly [sum: unknown, skipped: number]> {
  const sql = exactSumSql({ ...OF_HELD, relation: relationOf(values) });
  const [row] = (await connection.runAndReadAll(`SELECT x, skipped FROM (${sql})`)).getRows();
  return [row?.[0], Number(row?.[1])];
}

test("AN-43: sums for values that two integers hold say when there are others", async () => {
  for (const values of [[1e-9], [5e-324, 1], [2 ** 45], [-1.7e308, 3], [Infinity], [NaN, 1]])
    expect(isNotHeld((await heldSum(values))[1]), String(values)).toBe(true);
  for (const values of [[0.1], [2 ** -16, 2 ** 44.9], [-1e-4, 5], [0, null], [null]])
    expect((await heldSum(values))[1], String(values)).toBe(values.filter((value) => value === null).length);
});

test("AN-43: both kinds of sums have the same digits where both do", async () => {
  for (let seed = 1; seed <= casesOf(20); seed++) {
    const random = drawn(seed);
    const values = Array.from({ length: 200 }, () => (random() - 0.4) * 2 ** (Math.floor(random() * 50) - 6));

    expect((await heldSum(values))[0], `seed ${String(seed)}`).toBe(
      await answer(exactSumSql({ ...OF_ALL, relation: relationOf(values) })),
    );
  }
});

test("AN §2.11: what is beyond all doubles makes the sum no number, and what is missing takes no part", async () => {
  const sumOf = (values: readonly (number | null)[]): Promise<unknown> =>
    answer(exactSumSql({ ...OF_ALL, relation: relationOf(values) }));

  expect(await sumOf([1.7e308, 1.7e308])).toBe(Infinity);
  expect(await sumOf([Infinity, 1])).toBe(Infinity);
  expect(await sumOf([null, 2])).toBe(2);
  expect(await sumOf([null])).toBeNull();
});
