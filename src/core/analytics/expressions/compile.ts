// One of the two back ends of formulas: compiles a checked tree to closures over rows in memory. It defines how missing
// values propagate. The other back end does the same in SQL, and test/support/expression-cases.ts tests both. Source:
// analytics contract 2.11.
import { JsonText } from "../../values.ts";
import type { Cell } from "../report/report-engine.ts";
import type { BinaryOperator, Expression, Name } from "./expression.ts";
import { boundedText, finite, rowFunction } from "./function-values.ts";
import { FUNCTIONS } from "./functions.ts";
import { compareTexts } from "./text-values.ts";

export type Evaluate<Row> = (row: Row) => Cell;
export type CallExpression = Extract<Expression, { readonly kind: "call" }>;

/** How a formula reads the values that it names. */
export interface Bindings<Row> {
  read(name: Name): Evaluate<Row>;
  /** The local time of an instant in the report's zone, in milliseconds as if it were UTC. */
  localTime(ts: number): number;
  /** The finished column of a window function call (windows.ts); absent if there are none. */
  window?(call: CallExpression): Evaluate<Row>;
}

/**
 * Computes a formula for each row. Integers beyond ±2^53 are converted to the nearest double. A value whose type does
 * not fit an operator is treated as missing, because the types of samples and attributes are only known here.
 */
export function compile<Row>(expression: Expression, bindings: Bindings<Row>): Evaluate<Row> {
  switch (expression.kind) {
    case "literal": {
      const { value } = expression;
      return () => value;
    }
    case "missing":
      return () => null;
    case "name": {
      const read = bindings.read(expression.name);
      return (row) => plain(read(row));
    }
    case "unary": {
      const operand = compile(expression.operand, bindings);
      return expression.operator === "-" ? negative(operand) : opposite(operand);
    }
    case "binary":
      return binary(expression.operator, compile(expression.left, bindings), compile(expression.right, bindings));
    case "conditional":
      return choice(
        compile(expression.test, bindings),
        compile(expression.then, bindings),
        compile(expression.otherwise, bindings),
      );
    case "call":
      return call(expression, bindings);
  }
}

/** Whether a condition holds for a row; a missing result counts as false. */
export function compileCondition<Row>(expression: Expression, bindings: Bindings<Row>): (row: Row) => boolean {
  const evaluate = compile(expression, bindings);
  return (row) => evaluate(row) === true;
}

function plain(cell: Cell): Cell {
  if (typeof cell === "bigint") return Number(cell);
  return typeof cell === "number" ? finite(cell) : cell;
}

function negative<Row>(operand: Evaluate<Row>): Evaluate<Row> {
  return (row) => {
    const value = operand(row);
    return typeof value === "number" ? finite(-value) : null;
  };
}

function opposite<Row>(operand: Evaluate<Row>): Evaluate<Row> {
  return (row) => {
    const value = operand(row);
    return typeof value === "boolean" ? !value : null;
  };
}

function choice<Row>(test: Evaluate<Row>, then: Evaluate<Row>, otherwise: Evaluate<Row>): Evaluate<Row> {
  return (row) => (test(row) === true ? then(row) : otherwise(row));
}

function binary<Row>(operator: BinaryOperator, left: Evaluate<Row>, right: Evaluate<Row>): Evaluate<Row> {
  switch (operator) {
    case "and":
      return (row) => both(left(row), right(row));
    case "or":
      return (row) => either(left(row), right(row));
    case "==":
      return (row) => isSame(left(row), right(row));
    case "!=":
      return (row) => !isSame(left(row), right(row));
    case "<":
      return compared(left, right, (order) => order < 0);
    case "<=":
      return compared(left, right, (order) => order <= 0);
    case ">":
      return compared(left, right, (order) => order > 0);
    case ">=":
      return compared(left, right, (order) => order >= 0);
    case "+":
      return (row) => sum(left(row), right(row));
    case "-":
      return arithmetic(left, right, (x, y) => x - y);
    case "*":
      return arithmetic(left, right, (x, y) => x * y);
    case "/":
      return arithmetic(left, right, (x, y) => (y === 0 ? null : x / y));
    case "%":
      return arithmetic(left, right, (x, y) => (y === 0 ? null : x % y));
  }
}

/** False if one operand is false, even if the other is missing. */
function both(left: Cell, right: Cell): Cell {
  if (left === false || right === false) return false;
  return left === true && right === true ? true : null;
}

function either(left: Cell, right: Cell): Cell {
  if (left === true || right === true) return true;
  return left === false && right === false ? false : null;
}

/** Never missing: missing equals only missing, and values of different types are unequal. */
function isSame(left: Cell, right: Cell): boolean {
  if (left instanceof JsonText || right instanceof JsonText)
    return left instanceof JsonText && right instanceof JsonText && left.text === right.text;
  return left === right;
}

function compared<Row>(left: Evaluate<Row>, right: Evaluate<Row>, holds: (order: number) => boolean): Evaluate<Row> {
  return (row) => {
    const [one, other] = [left(row), right(row)];
    if (typeof one === "number" && typeof other === "number") return holds(one < other ? -1 : one > other ? 1 : 0);
    return typeof one === "string" && typeof other === "string" ? holds(compareTexts(one, other)) : null;
  };
}

function sum(left: Cell, right: Cell): Cell {
  if (typeof left === "number" && typeof right === "number") return finite(left + right);
  return typeof left === "string" && typeof right === "string" ? boundedText(left + right) : null;
}

function arithmetic<Row>(
  left: Evaluate<Row>,
  right: Evaluate<Row>,
  compute: (x: number, y: number) => number | null,
): Evaluate<Row> {
  return (row) => {
    const [x, y] = [left(row), right(row)];
    return typeof x === "number" && typeof y === "number" ? finite(compute(x, y)) : null;
  };
}

function call<Row>(expression: CallExpression, bindings: Bindings<Row>): Evaluate<Row> {
  const { fn, arguments: operands } = expression;
  const compute = rowFunction(fn, operands, (ts) => bindings.localTime(ts));
  if (compute !== undefined) {
    const values = operands.map((operand) => compile(operand, bindings));
    return (row) => {
      const found = values.map((value) => value(row));
      return found.includes(null) ? null : compute(found);
    };
  }
  const window = FUNCTIONS.get(fn)?.window === true ? bindings.window?.(expression) : undefined;
  if (window !== undefined) return (row) => plain(window(row));
  const [first, second, third] = operands.map((operand) => compile(operand, bindings));
  if (fn === "if" && first && second && third) return choice(first, second, third);
  if (fn === "isMissing" && first) return (row) => first(row) === null;
  if (fn === "coalesce") return firstPresent(operands.map((operand) => compile(operand, bindings)));
  throw new Error(`a checked formula calls "${fn}", which needs other rows`);
}

function firstPresent<Row>(values: readonly Evaluate<Row>[]): Evaluate<Row> {
  return (row) => {
    for (const value of values) {
      const found = value(row);
      if (found !== null) return found;
    }
    return null;
  };
}
