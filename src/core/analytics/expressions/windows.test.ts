// Functions over rows: what they give inside a partition, and that partitions do not see each other.
import { expect, test } from "vitest";
import type { Cell } from "../report/report-engine.ts";
import { parseExpression } from "./parse-expression.ts";
import { groupScope } from "./scopes.ts";
import type { WindowRows } from "./windows.ts";
import { columnTurns, computeColumn } from "./windows.ts";

const scope = groupScope(["f", "g"], (field) => (["f", "g"].includes(field) ? null : undefined), true);

test.each<[string, readonly Cell[]]>([
  ["previous(f)", [null, 1, null, 4]],
  ["next(f)", [null, 4, 5, null]],
  ["cumulativeSum(f)", [1, 1, 5, 10]],
  ["movingAvg(f, 2)", [1, 1, 4, 4.5]],
  ["movingAvg(f, 1)", [1, null, 4, 5]],
  ["shareOfTotal(f)", [0.1, null, 0.4, 0.5]],
  ["rank(f)", [3, null, 2, 1]],
  ["f - previous(f)", [null, null, null, 1]],
  ["coalesce(f, previous(f))", [1, 1, 4, 5]],
  ["cumulativeSum(f) / cumulativeSum(1)", [1, 0.5, 5 / 3, 2.5]],
  ["previous(previous(f))", [null, null, 1, null]],
  ["next(f) + 0", [null, 4, 5, null]],
])("AN §2.11 %s over ordered rows", async (text, expected) => {
  expect(await column(text, [1, null, 4, 5], { length: 4, partitions: [[0, 1, 2, 3]] })).toEqual(expected);
});

test("AN §2.11 rows of one group key do not see those of another", async () => {
  const rows: WindowRows = {
    length: 5,
    partitions: [
      [0, 2, 4],
      [3, 1],
    ],
  };

  expect(await column("previous(f)", [1, 2, 3, 4, 5], rows)).toEqual([null, 4, 1, null, 3]);
  expect(await column("cumulativeSum(f)", [1, 2, 3, 4, 5], rows)).toEqual([1, 6, 4, 4, 9]);
  expect(await column("rank(f)", [1, 2, 3, 4, 5], rows)).toEqual([3, 2, 2, 1, 1]);
});

test("AN §2.11 equal values share a rank, and the next counts them all", async () => {
  expect(await column("rank(f)", [7, 9, 7, 1], { length: 4, partitions: [[0, 1, 2, 3]] })).toEqual([2, 1, 2, 4]);
});

test("AN §2.11 a share of nothing is missing, and texts take no part in sums", async () => {
  const rows = { length: 3, partitions: [[0, 1, 2]] };

  expect(await column("shareOfTotal(f)", [1, -1, 0], rows)).toEqual([null, null, null]);
  expect(await column("cumulativeSum(f)", ["a", 2, "b"], rows)).toEqual([null, 2, 2]);
  expect(await column("previous(f)", ["a", 2, true], rows)).toEqual([null, "a", 2]);
});

test("a moving mean equals the sum by hand at every row, also after a very large value", async () => {
  const values = Array.from({ length: 100 }, (_, index) =>
    index === 20 ? 1e17 : index % 7 === 3 ? null : index * 0.1,
  );
  const found = await column("movingAvg(f, 7)", values, { length: 100, partitions: [values.map((_, index) => index)] });

  for (const [index, cell] of found.entries()) {
    const known = values.slice(Math.max(0, index - 6), index + 1).filter((value) => value !== null);
    expect(cell).toBeCloseTo(known.reduce((sum, value) => sum + value, 0) / known.length, index > 26 ? 9 : -10);
  }
});

test("a hundred thousand rows are a matter of milliseconds, whatever the width", async () => {
  const values = Array.from({ length: 100_000 }, (_, index) => index);
  const partitions = [values];

  const cells = await column("movingAvg(f, 10000)", values, { length: values.length, partitions });

  expect(cells.at(-1)).toBe(94_999.5);
});

test.each([
  ["one long formula", 1, 200, 2_000],
  ["many formulas of few rows", 50, 200, 100],
  ["short formulas of many rows", 10, 2, 50_000],
])("others have their turn by the values that are computed: %s", async (_name, formulas, terms, length) => {
  const rows: WindowRows = { length, partitions: [] };
  const text = Array<string>(terms).fill("f").join(" + ");
  let isOver = false;
  let others = 0;
  const other = (): void => {
    others++;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const turns = columnTurns();
  const bindings = { read: () => () => 1, localTime: (ts: number) => ts };
  for (let formula = 0; formula < formulas; formula++)
    await computeColumn(parseExpression(text, scope), rows, bindings, turns);
  isOver = true;

  const values = formulas * (2 * terms - 1) * length;
  expect(others).toBeGreaterThanOrEqual(Math.floor(values / 60_000));
});

function column(text: string, values: readonly Cell[], rows: WindowRows): Promise<readonly Cell[]> {
  return computeColumn(parseExpression(text, scope), rows, {
    read: () => (row) => values[row] ?? null,
    localTime: (ts) => ts,
  });
}
