// Compiles formulas over samples to SQL: a checked tree becomes layers of SELECT, one for each height of the tree, so
// that every value is written once however often it is used. Values mean the same as in the closures of
// core/analytics/expressions/compile.ts; one table of test cases covers both. Source: analytics contract 2.11.
import type { Expression, Name } from "../../../core/analytics/expressions/expression.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import { callSql, type CallContext } from "./function-sql.ts";
import {
  asBoolean,
  asNumber,
  asText,
  asValue,
  boundedConcat,
  finiteSql,
  presentSql,
  type Operand,
} from "./operand-sql.ts";
import { sqlDouble } from "../literals.ts";
import type { ValueSql } from "./value-sql.ts";

export interface ExpressionContext extends CallContext {
  /** The columns of the relation that hold the value of a name. */
  column(name: Name): Operand;
}

export interface ExpressionRelation {
  /** The relation with columns for the formula. */
  readonly relation: string;
  readonly value: Operand;
}

const NUMBER = String(ValueKind.NUMBER);
const TEXT = String(ValueKind.STRING);

/** The value of a formula for each row of a relation. The names of the new columns begin with `prefix`. */
export function withExpression(
  relation: string,
  expression: Expression,
  context: ExpressionContext,
  prefix: string,
): ExpressionRelation {
  const builder = new LayerBuilder(context, prefix);
  const { operand } = builder.add(expression);
  return { relation: builder.over(relation), value: operand };
}

/** A condition as SQL; a missing one is false. */
export function isTrue(operand: Operand): string {
  return `coalesce(${asBoolean(operand)}, false)`;
}

const WRITTEN_OUT: ReadonlySet<string> = new Set(["convert", "dateText", "round"]);

interface Node {
  readonly operand: Operand;
  readonly height: number;
  /** The new columns that hold it; none for a leaf. */
  readonly columns: readonly string[];
}

function leaf(operand: Operand): Node {
  return { operand, height: 0, columns: [] };
}

/** The columns of one height. */
interface Layer {
  readonly made: string[];
  /** Columns of lower layers whose only use is here. */
  readonly used: string[];
}

class LayerBuilder {
  readonly #context: ExpressionContext;
  readonly #prefix: string;
  /** Indexed by height; height 0 has no layer, because leaves are columns and constants. */
  readonly #layers: Layer[] = [];
  #columns = 0;

  constructor(context: ExpressionContext, prefix: string) {
    this.#context = context;
    this.#prefix = prefix;
  }

  /** Drops used columns at once: planning takes longer with more columns in the layers. */
  over(relation: string): string {
    let sql = relation;
    for (const { made, used } of this.#layers) {
      const kept = used.length > 0 ? `* EXCLUDE (${used.join(", ")})` : "*";
      sql = `SELECT ${kept}, ${made.join(", ")} FROM (${sql})`;
    }
    return sql;
  }

  add(expression: Expression): Node {
    switch (expression.kind) {
      case "literal":
        return leaf(this.#literal(expression.value));
      case "missing":
        return leaf({ type: "any", kind: "NULL::UTINYINT", num: "NULL::DOUBLE", text: "NULL::VARCHAR" });
      case "name":
        return leaf(this.#context.column(expression.name));
      case "unary": {
        const node = this.add(expression.operand);
        return this.#keep(
          expression.operator === "-"
            ? { type: "number", sql: finiteSql(`-(${asNumber(node.operand)})`) }
            : { type: "boolean", sql: `NOT ${asBoolean(node.operand)}` },
          [node],
        );
      }
      case "binary": {
        const left = this.add(expression.left);
        const right = this.add(expression.right);
        return this.#keep(binarySql(expression.operator, left.operand, right.operand), [left, right]);
      }
      case "conditional":
        return this.#choice(this.add(expression.test), this.add(expression.then), this.add(expression.otherwise));
      case "call":
        return this.#call(expression);
    }
  }

  #literal(value: number | string | boolean): Operand {
    if (typeof value === "number") return { type: "number", sql: sqlDouble(value + 0) };
    if (typeof value === "boolean") return { type: "boolean", sql: String(value) };
    return { type: "text", sql: this.#context.bind(value) };
  }

  #call(expression: Extract<Expression, { readonly kind: "call" }>): Node {
    // Arguments that must be constants, such as units and patterns, determine the SQL and are not values in it.
    const values = WRITTEN_OUT.has(expression.fn) ? expression.arguments.slice(0, 1) : expression.arguments;
    const nodes = values.map((argument) => this.add(argument));
    const operands = nodes.map(({ operand }) => operand);
    const [first, second, third] = nodes;
    if (expression.fn === "if" && first && second && third) return this.#choice(first, second, third);
    if (expression.fn === "isMissing" && first)
      return this.#keep({ type: "boolean", sql: `${presentSql(first.operand)} IS NULL` }, nodes);
    if (expression.fn === "coalesce") return this.#keep(firstPresent(operands), nodes);
    return this.#keep(callSql(expression.fn, expression.arguments, operands, this.#context), nodes);
  }

  #choice(test: Node, then: Node, otherwise: Node): Node {
    const condition = asBoolean(test.operand);
    const pick = (one: string, other: string): string => `CASE WHEN ${condition} THEN ${one} ELSE ${other} END`;
    const nodes = [test, then, otherwise];
    const [one, other] = [then.operand, otherwise.operand];
    if (one.type !== "any" && other.type === one.type)
      return this.#keep({ type: one.type, sql: pick(one.sql, other.sql) }, nodes);
    const [left, right] = [asValue(one), asValue(other)];
    return this.#keep(
      {
        type: "any",
        kind: pick(left.kind, right.kind),
        num: pick(left.num, right.num),
        text: pick(left.text, right.text),
      },
      nodes,
    );
  }

  /** Writes a value into the layer above its operands and returns its columns. In a tree, each value is used once. */
  #keep(operand: Operand, operands: readonly Node[]): Node {
    const below = Math.max(0, ...operands.map(({ height }) => height));
    const name = `${this.#prefix}${String(this.#columns++)}`;
    const layer = (this.#layers[below] ??= { made: [], used: [] });
    layer.used.push(...operands.flatMap(({ columns }) => columns));
    const height = below + 1;
    if (operand.type !== "any") {
      layer.made.push(`${operand.sql} AS ${name}`);
      return { operand: { type: operand.type, sql: name }, height, columns: [name] };
    }
    const [kind, num, text] = [`${name}k`, `${name}n`, `${name}s`];
    layer.made.push(`${operand.kind} AS ${kind}`, `${operand.num} AS ${num}`, `${operand.text} AS ${text}`);
    return { operand: { type: "any", kind, num, text }, height, columns: [kind, num, text] };
  }
}

type BinaryOperator = Extract<Expression, { readonly kind: "binary" }>["operator"];

function binarySql(operator: BinaryOperator, left: Operand, right: Operand): Operand {
  const numbers = (sql: (x: string, y: string) => string): Operand => ({
    type: "number",
    sql: sql(asNumber(left), asNumber(right)),
  });
  switch (operator) {
    case "and":
    case "or":
      return { type: "boolean", sql: `(${asBoolean(left)}) ${operator} (${asBoolean(right)})` };
    case "==":
      return { type: "boolean", sql: sameSql(left, right) };
    case "!=":
      return { type: "boolean", sql: `NOT ${sameSql(left, right)}` };
    case "<":
    case "<=":
    case ">":
    case ">=":
      return { type: "boolean", sql: comparedSql(operator, left, right) };
    case "+":
      return sumSql(left, right);
    case "-":
    case "*":
      return numbers((x, y) => finiteSql(`(${x}) ${operator} (${y})`));
    case "/":
    case "%":
      return numbers((x, y) => finiteSql(`(${x}) ${operator} nullif(${y}, 0)`));
  }
}

/** Never missing: missing equals only missing, and values of different types differ. */
function sameSql(left: Operand, right: Operand): string {
  if (left.type !== "any" && left.type === right.type) return `(${left.sql} IS NOT DISTINCT FROM ${right.sql})`;
  const [one, other] = [asValue(left), asValue(right)];
  return `(${one.kind} IS NOT DISTINCT FROM ${other.kind} AND ${one.num} IS NOT DISTINCT FROM ${other.num}
    AND ${one.text} IS NOT DISTINCT FROM ${other.text})`;
}

function comparedSql(operator: string, left: Operand, right: Operand): string {
  const numbers = `(${asNumber(left)}) ${operator} (${asNumber(right)})`;
  if (left.type === "number" || right.type === "number") return numbers;
  const texts = `(${asText(left)}) ${operator} (${asText(right)})`;
  if (left.type === "text" || right.type === "text") return texts;
  return `coalesce(${numbers}, ${texts})`;
}

function sumSql(left: Operand, right: Operand): Operand {
  const number = finiteSql(`(${asNumber(left)}) + (${asNumber(right)})`);
  if (left.type === "number" || right.type === "number") return { type: "number", sql: number };
  const text = boundedConcat([asText(left), asText(right)]);
  if (left.type === "text" || right.type === "text") return { type: "text", sql: text };
  return {
    type: "any",
    kind: `CASE WHEN ${number} IS NOT NULL THEN ${NUMBER} WHEN ${text} IS NOT NULL THEN ${TEXT} END`,
    num: number,
    text,
  };
}

function firstPresent(operands: readonly Operand[]): Operand {
  const [first] = operands;
  if (first !== undefined && first.type !== "any" && operands.every(({ type }) => type === first.type))
    return {
      type: first.type,
      sql: `coalesce(${operands.map((operand) => (operand.type === "any" ? "NULL" : operand.sql)).join(", ")})`,
    };
  const values = operands.map(asValue);
  const pick = (column: keyof ValueSql): string =>
    `CASE ${values.map((value) => `WHEN ${value.kind} IS NOT NULL THEN ${value[column]}`).join(" ")} END`;
  return { type: "any", kind: pick("kind"), num: pick("num"), text: pick("text") };
}
