// The shared table of cases against SQL, on an engine of its own. Source: analytics contract 2.11.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CASE_OFFSET_MILLIS, CASE_TS, EXPRESSION_CASES } from "../../../../test/support/expression-cases.ts";
import { parseExpression } from "../../../core/analytics/expressions/parse-expression.ts";
import { rowScope } from "../../../core/analytics/expressions/scopes.ts";
import type { Cell, WallClock } from "../../../core/analytics/report/report-engine.ts";
import { JsonText } from "../../../core/values.ts";
import { withExpression } from "./expression-sql.ts";
import { asValue } from "./operand-sql.ts";
import { momentOperand, valueOperand } from "./sample-formulas.ts";
import { localSql } from "./time-sql.ts";
import { SHORTEST_TEXT, VALUE_FUNCTIONS } from "./value-functions.ts";
import { sqlDouble, sqlInteger } from "../literals.ts";
import { cellOf } from "./value-sql.ts";

const CLOCK: WallClock = {
  offsets: { fromTs: [0], offsetMillis: [CASE_OFFSET_MILLIS] },
  weekStart: "monday",
  fiscalStartMonth: 1,
};

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  connection = await instance.connect();
  for (const definition of VALUE_FUNCTIONS) await connection.run(definition);
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

test.each(EXPRESSION_CASES)("AN §2.11 $text", async ({ text, inputs, expected }) => {
  const found = await run(text, inputs);
  if (typeof found === "number" && typeof expected === "number")
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(found), Math.abs(expected)));
  else if (found instanceof JsonText && expected instanceof JsonText) expect(found.text).toBe(expected.text);
  else expect(found).toBe(expected);
});

test("AN §2.11 a text that grows without end is missing", async () => {
  expect(await run("concat(concat(x, x, x, x), concat(x, x, x, x))", { x: "a".repeat(65_536) })).toBeNull();
  expect(await run("replace(x, 'a', y)", { x: "a".repeat(60_000), y: "b".repeat(60_000) })).toBeNull();
  expect(await run("length(x + x)", { x: "🦆".repeat(32_768) })).toBe(65_536);
});

test("AN-62: what users write is bound, never SQL", async () => {
  const hostile = "'; DROP TABLE points; -- \" \\ $1 {{x}} \u0001";

  expect(await run("x + y", { x: hostile, y: hostile })).toBe(hostile + hostile);
  expect(await run("replace(x, y, '')", { x: hostile, y: hostile })).toBe("");
});

test.each([
  ["a name", "a"],
  ["a long sum", `${"b + ".repeat(249)}a`],
  ["calls in calls", `${"abs(".repeat(30)}a + b${")".repeat(30)}`],
  ["a choice", "if(a > b, a + b, -b) * (a - b)"],
])("%s: no value goes further than where it is used, as planning takes time by columns", async (_name, text) => {
  const inputs = new Map(["a", "b"].map((name) => [name, null]));
  const values: string[] = [];
  const bind = (text: string): string => `$${String(values.push(text))}::VARCHAR`;
  const { relation } = withExpression(
    "SELECT 0::UTINYINT AS ak, 1::DOUBLE AS an, NULL::VARCHAR AS as_, 0::UTINYINT AS bk, 1::DOUBLE AS bn, NULL::VARCHAR AS bs_",
    parseExpression(text, rowScope(inputs)),
    {
      bind,
      local: (ts) => ts,
      column: (name) => {
        const input = name.kind === "input" ? name.input : "";
        return valueOperand(`${input}k`, `${input}n`, `${input}s_`);
      },
    },
    "x",
  );
  const found = await connection.runAndReadAll(relation, values);
  const made = found.columnNames().filter((name) => name.startsWith("x"));

  expect(made.length).toBeLessThanOrEqual(3);
});

test("a formula of the greatest depth and breadth is written once, not once for each use", async () => {
  const deep = `${"(x + ".repeat(30)}x${")".repeat(30)}`;
  const broad = Array.from({ length: 240 }, () => "x").join(" + ");

  expect(await run(deep, { x: 1 })).toBe(31);
  expect(await run(broad.slice(0, broad.indexOf("+", 100) - 1), { x: 1 })).toBeGreaterThan(20);
});

test.each([
  0,
  -0,
  0.1,
  0.1 + 0.2,
  1 / 3,
  1e21,
  1e20,
  123456789012345680000,
  1e-6,
  1e-7,
  1.5e-7,
  0.00001234,
  5e-324,
  1.7976931348623157e308,
  2 ** 53,
  -(2 ** 53) - 2,
  1e15,
  1e16,
  12345678901234567,
  -1.5,
  100,
  1e100,
  -1e-10,
  4.35,
  1234.5678,
])("AN §2.7 the canonical text of %d is that of JavaScript", async (number) => {
  const rows = (
    await connection.runAndReadAll(`SELECT ${SHORTEST_TEXT}(x) FROM (SELECT ${sqlDouble(number)} AS x)`)
  ).getRows();

  expect(rows[0]?.[0]).toBe(String(number));
});

test("AN §2.7 canonical texts of random doubles are those of JavaScript", async () => {
  let state = 12_345;
  const random = (): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  const numbers = Array.from({ length: 5_000 }, () => {
    const power = Math.floor(random() * 60) - 30;
    return Number(((random() - 0.5) * 10 ** power).toPrecision(1 + Math.floor(random() * 17)));
  });
  const list = numbers.map(sqlDouble).join(", ");
  const rows = (
    await connection.runAndReadAll(`SELECT ${SHORTEST_TEXT}(x) FROM (SELECT unnest([${list}]) AS x)`)
  ).getRows();

  expect(rows.map(([text]) => text)).toEqual(numbers.map(String));
});

async function run(text: string, inputs: Readonly<Record<string, Cell>>): Promise<Cell> {
  const names = Object.keys(inputs);
  const expression = parseExpression(text, rowScope(new Map(names.map((name) => [name, null]))));
  const values: string[] = [];
  const bind = (text: string): string => `$${String(values.push(text))}::VARCHAR`;
  const columns = names.map((name, index) => columnsOf(inputs[name] ?? null, String(index), bind));
  const row = [`${sqlInteger(CASE_TS)}::BIGINT AS ts`, ...columns].join(", ");
  const { relation, value } = withExpression(
    `SELECT ${row}`,
    expression,
    {
      bind,
      local: (ts) => localSql(CLOCK.offsets, ts),
      column: (name) => {
        const index = name.kind === "input" ? String(names.indexOf(name.input)) : "";
        return momentOperand(name, CLOCK) ?? valueOperand(`i${index}k`, `i${index}n`, `i${index}s`);
      },
    },
    "x",
  );
  const { kind, num, text: shown } = asValue(value);
  const found = await connection.runAndReadAll(`SELECT ${kind}, ${num}, ${shown} FROM (${relation})`, values);
  const [k, n, s] = found.getRows()[0] ?? [];
  return cellOf(k, n, s);
}

function columnsOf(cell: Cell, index: string, bind: (text: string) => string): string {
  const column = (kind: string, num: string, text: string): string =>
    `${kind}::UTINYINT AS i${index}k, ${num}::DOUBLE AS i${index}n, ${text}::VARCHAR AS i${index}s`;
  if (cell === null) return column("NULL", "NULL", "NULL");
  if (typeof cell === "number") return column("0", sqlDouble(cell), "NULL");
  if (typeof cell === "boolean") return column("1", cell ? "1" : "0", "NULL");
  if (typeof cell === "bigint") return column("4", sqlDouble(Number(cell)), bind(cell.toString()));
  return typeof cell === "string" ? column("2", "NULL", bind(cell)) : column("3", "NULL", bind(cell.text));
}
