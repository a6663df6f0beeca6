// The table of cases against closures, and what only this back end has.
import { expect, test } from "vitest";
import { JsonText } from "../../values.ts";
import type { Cell } from "../report/report-engine.ts";
import { compile, compileCondition } from "./compile.ts";
import type { Name } from "./expression.ts";
import { CASE_OFFSET_MILLIS, CASE_TS, EXPRESSION_CASES } from "../../../../test/support/expression-cases.ts";
import { parseCondition, parseExpression } from "./parse-expression.ts";
import { groupScope, rowScope } from "./scopes.ts";

/** Of 2026-01-01 02:30, a Thursday. */
const PARTS = new Map<string, Cell>([
  ["minuteOfHour", 30],
  ["hourOfDay", 2],
  ["dayOfWeek", 4],
  ["dayOfMonth", 1],
  ["weekOfYear", 1],
  ["monthOfYear", 1],
  ["quarterOfYear", 1],
  ["year", 2026],
  ["isWeekend", false],
]);

test.each(EXPRESSION_CASES)("AN §2.11 $text", ({ text, inputs, expected }) => {
  expectCell(run(text, inputs), expected);
});

test("the cases are many and each is written once", () => {
  const written = EXPRESSION_CASES.map(({ text }) => text);

  expect(written.filter((text, index) => written.indexOf(text) !== index)).toEqual([]);
  expect(written.length).toBeGreaterThan(200);
});

test("AN-61: x / 0 in an expression is missing", () => {
  expect(run("x / 0", { x: 5 })).toBeNull();
  expect(run("x / y", { x: 5, y: 0 })).toBeNull();
});

test("AN §2.11 a text that grows without end is missing, and takes no memory", () => {
  const doubling = "concat(concat(x, x, x, x), concat(x, x, x, x))";

  expect(run(doubling, { x: "a".repeat(65_536) })).toBeNull();
  expect(run("x + x", { x: "a".repeat(65_536) })).toBeNull();
  expect(run("replace(x, 'a', y)", { x: "a".repeat(60_000), y: "b".repeat(60_000) })).toBeNull();
  expect(run("length(x + 'b')", { x: "a".repeat(65_535) })).toBe(65_536);
  // Two units each: the bound counts characters.
  expect(run("length(x + x)", { x: "🦆".repeat(32_768) })).toBe(65_536);
});

test("a condition that is missing does not hold", () => {
  const holds = compileCondition(parseCondition("x > 3", rowScope(new Map([["x", null]]))), bindings({ x: null }));

  expect(holds({})).toBe(false);
});

test("names of ordinary words are names, whatever they mean to JavaScript", () => {
  const inputs = new Map<string, Cell>([
    ["__proto__", 2],
    ["constructor", 3],
  ]);
  const scope = rowScope(new Map([...inputs.keys()].map((name) => [name, null])));
  const evaluate = compile(parseExpression("__proto__ * constructor", scope), {
    read: (name) => () => (name.kind === "input" ? (inputs.get(name.input) ?? null) : null),
    localTime: (ts) => ts,
  });

  expect(evaluate({})).toBe(6);
});

test("a call that looks at other rows needs their column", () => {
  const scope = groupScope(["f"], () => "number", false);

  expect(() => compile(parseExpression("previous(f)", scope), bindings({}))).toThrow("needs other rows");
});

function run(text: string, inputs: Readonly<Record<string, Cell>>): Cell {
  const scope = rowScope(new Map(Object.keys(inputs).map((name) => [name, null])));
  return compile(parseExpression(text, scope), bindings(inputs))({});
}

function bindings(inputs: Readonly<Record<string, Cell>>): {
  read: (name: Name) => () => Cell;
  localTime: (ts: number) => number;
} {
  const valueOf = (name: Name): Cell => {
    if (name.kind === "input") return inputs[name.input] ?? null;
    if (name.kind === "part") return PARTS.get(name.part) ?? null;
    return name.kind === "ts" ? CASE_TS : null;
  };
  return { read: (name) => () => valueOf(name), localTime: (ts) => ts + CASE_OFFSET_MILLIS };
}

/** Within the tolerance of contract 3.11. */
function expectCell(found: Cell, expected: Cell): void {
  if (typeof found === "number" && typeof expected === "number")
    expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(found), Math.abs(expected)));
  else if (found instanceof JsonText && expected instanceof JsonText) expect(found.text).toBe(expected.text);
  else expect(found).toBe(expected);
}
