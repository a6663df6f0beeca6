// Runs checked formulas, node by node. Source: analytics contract 2.11 and what `docs/contracts/analytics-readings.md`
// says of it.
import type { Expression, Name } from "../../../src/core/analytics/expressions/expression.ts";
import { canonical, compareTexts, finite, numberInText } from "./values.ts";
import type { Cell } from "./reference-input.ts";
import { JsonText } from "../../../src/core/values.ts";

export interface Surroundings {
  read(name: Name): Cell;
  /** Functions over rows. */
  window?(fn: string, operand: Expression, more: readonly Expression[]): Cell;
}

export function evaluate(expression: Expression, around: Surroundings): Cell {
  switch (expression.kind) {
    case "missing":
      return null;
    case "literal":
      return clean(expression.value);
    case "name":
      return clean(around.read(expression.name));
    case "unary": {
      const operand = evaluate(expression.operand, around);
      if (expression.operator === "not") return typeof operand === "boolean" ? !operand : null;
      const number = arithmetic(operand);
      return number === null ? null : finite(-number);
    }
    case "binary":
      return binary(expression.operator, evaluate(expression.left, around), evaluate(expression.right, around));
    case "conditional":
      return evaluate(evaluate(expression.test, around) === true ? expression.then : expression.otherwise, around);
    case "call":
      return call(expression.fn, expression.arguments, around);
  }
}

export function holds(condition: Expression | null, around: Surroundings): boolean {
  return condition === null || evaluate(condition, around) === true;
}

/** There is one zero, and an integer beyond ±2^53 counts as the nearest double. */
function clean(value: Cell): Cell {
  if (typeof value === "bigint") return Number(value);
  return Object.is(value, -0) ? 0 : value;
}

function arithmetic(value: Cell | undefined): number | null {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" ? value : null;
}

function binary(operator: string, left: Cell, right: Cell): Cell {
  switch (operator) {
    case "and":
      if (left === false || right === false) return false;
      return left === true && right === true ? true : null;
    case "or":
      if (left === true || right === true) return true;
      return left === false && right === false ? false : null;
    case "==":
      return same(left, right);
    case "!=":
      return !same(left, right);
  }
  if (typeof left === "string" && typeof right === "string") {
    const order = compareTexts(left, right);
    switch (operator) {
      case "+":
        return left + right;
      case "<":
        return order < 0;
      case "<=":
        return order <= 0;
      case ">":
        return order > 0;
      case ">=":
        return order >= 0;
      default:
        return null;
    }
  }
  const [a, b] = [arithmetic(left), arithmetic(right)];
  if (a === null || b === null) return null;
  switch (operator) {
    case "+":
      return finite(a + b);
    case "-":
      return finite(a - b);
    case "*":
      return finite(a * b);
    case "/":
      return b === 0 ? null : finite(a / b);
    case "%":
      return b === 0 ? null : finite(a % b);
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
    default:
      throw new Error(`the reference has no operator ${operator}`);
  }
}

function same(left: Cell, right: Cell): boolean {
  if (left === null || right === null) return left === right;
  const [a, b] = [arithmetic(left), arithmetic(right)];
  if (a !== null && b !== null) return a === b;
  if (left instanceof JsonText && right instanceof JsonText) return left.text === right.text;
  return left === right;
}

function call(fn: string, given: readonly Expression[], around: Surroundings): Cell {
  const [first, ...more] = given;
  if (first === undefined) throw new Error(`${fn} has no argument`);
  if (WINDOWS.has(fn)) {
    if (around.window === undefined) throw new Error(`${fn} has no rows here`);
    return around.window(fn, first, more);
  }
  if (fn === "if") {
    const [then, otherwise] = more;
    if (then === undefined || otherwise === undefined) throw new Error("if needs three arguments");
    return evaluate(evaluate(first, around) === true ? then : otherwise, around);
  }
  const values = given.map((argument) => evaluate(argument, around));
  if (fn === "isMissing") return values[0] === null;
  if (fn === "coalesce") return values.find((value) => value !== null) ?? null;
  if (values.some((value) => value === null)) return null;
  return ofKnown(fn, values);
}

export const WINDOWS: ReadonlySet<string> = new Set([
  ...["previous", "next", "cumulativeSum", "movingAvg", "shareOfTotal", "rank"],
]);

function ofKnown(fn: string, values: readonly Cell[]): Cell {
  const [x = null, y = null, z = null] = values;
  const plain = PLAIN.get(fn);
  const n = arithmetic(x);
  if (plain !== undefined) return n === null ? null : finite(plain(n));
  switch (fn) {
    case "round":
      return n === null ? null : roundTo(n, arithmetic(y) ?? 0);
    case "pow": {
      const exponent = arithmetic(y);
      return n === null || exponent === null ? null : finite(n ** exponent);
    }
    case "min":
    case "max": {
      const numbers = values.map(arithmetic).filter((value) => value !== null);
      return numbers.length < values.length ? null : finite(fn === "min" ? Math.min(...numbers) : Math.max(...numbers));
    }
    case "clamp": {
      const [low, high] = [arithmetic(y), arithmetic(z)];
      return n === null || low === null || high === null || low > high
        ? null
        : finite(Math.max(low, Math.min(high, n)));
    }
    case "number":
      if (typeof x === "boolean") return x ? 1 : 0;
      return typeof x === "string" ? numberInText(x) : n;
    case "text":
      return x === null ? null : canonical(x);
    case "upper":
      return typeof x === "string" ? x.toUpperCase() : null;
    case "lower":
      return typeof x === "string" ? x.toLowerCase() : null;
    case "trim":
      return typeof x === "string" ? x.trim() : null;
    case "length":
      return typeof x === "string" ? Array.from(x).length : null;
    case "concat":
      return values.every((value) => typeof value === "string") ? values.join("") : null;
    case "contains":
      return typeof x === "string" && typeof y === "string" ? x.includes(y) : null;
    case "startsWith":
      return typeof x === "string" && typeof y === "string" ? x.startsWith(y) : null;
    default:
      throw new Error(`the reference has no function ${fn}`);
  }
}

const PLAIN: ReadonlyMap<string, (x: number) => number> = new Map([
  ["abs", Math.abs],
  ["ceil", Math.ceil],
  ["floor", Math.floor],
  ["trunc", Math.trunc],
  ["sqrt", Math.sqrt],
  ["exp", Math.exp],
  ["ln", (x) => (x > 0 ? Math.log(x) : Number.NaN)],
  ["log10", (x) => (x > 0 ? Math.log10(x) : Number.NaN)],
  ["sign", Math.sign],
]);

/** Half away from zero. */
export function roundTo(value: number, decimals: number): number {
  const factor = 10 ** Math.abs(decimals);
  const scaled = decimals >= 0 ? Math.abs(value) * factor : Math.abs(value) / factor;
  if (!Number.isFinite(scaled)) return value;
  const whole = Math.floor(scaled);
  const rounded = scaled - whole >= 0.5 ? whole + 1 : whole;
  const result = (decimals >= 0 ? rounded / factor : rounded * factor) * Math.sign(value);
  return finite(result) ?? value;
}
