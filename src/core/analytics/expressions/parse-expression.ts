// Parses formula text to a checked tree: every name, function and operator is known, and the types match. Source:
// analytics contract 2.11.
import { didYouMean } from "../../did-you-mean.ts";
import {
  type BinaryOperator,
  type Expression,
  type ExpressionCode,
  ExpressionError,
  type UnaryOperator,
} from "./expression.ts";
import { parseFormula, type SyntaxNode } from "./formula-parser.ts";
import type { FunctionSignature } from "./functions.ts";
import { ARGUMENTS_MAX, FUNCTIONS } from "./functions.ts";
import type { ExpressionScope } from "./scopes.ts";
import { ATTRIBUTE_SCOPES } from "../view/field-schema.ts";
import type { Typed } from "./typing.ts";
import { commonType, typeOfBinary, typeOfCall, typeOfUnary } from "./typing.ts";

const EXPRESSION_NODES_MAX = 500;
const SHOWN_MAX = 64;
const ATTRIBUTE_KEY_MAX = 255;

const BINARY: ReadonlyMap<string, BinaryOperator> = new Map<string, BinaryOperator>([
  ...(["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or"] as const).map(
    (operator): [string, BinaryOperator] => [operator, operator],
  ),
  ["&&", "and"],
  ["||", "or"],
]);
const UNARY: ReadonlyMap<string, UnaryOperator> = new Map<string, UnaryOperator>([
  ["-", "-"],
  ["not", "not"],
  ["!", "not"],
]);
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["===", "=="],
  ["!==", "!="],
  ["**", "pow(x, y)"],
  ["??", "coalesce(x, y)"],
]);

/** Throws `ExpressionError`, a `DomainError` of kind `invalid` with the position in the formula. */
export function parseExpression(text: string, scope: ExpressionScope): Expression {
  return new Checker(scope).expression(parseFormula(text));
}

/** Like `parseExpression`, but the result must be boolean as far as its type is known before a run. */
export function parseCondition(text: string, scope: ExpressionScope): Expression {
  const expression = parseExpression(text, scope);
  if (expression.type !== null && expression.type !== "boolean")
    throw new ExpressionError("EXPRESSION_TYPE", 0, `a condition is needed, but this is a ${expression.type}`);
  return expression;
}

type NodeOf<Kind extends SyntaxNode["kind"]> = SyntaxNode & { readonly kind: Kind };

class Checker {
  readonly #scope: ExpressionScope;
  #nodes = 0;

  constructor(scope: ExpressionScope) {
    this.#scope = scope;
  }

  expression(node: SyntaxNode): Expression {
    if (++this.#nodes > EXPRESSION_NODES_MAX)
      this.#fail(
        node,
        `a formula may have ${String(EXPRESSION_NODES_MAX)} parts, this one has more`,
        "EXPRESSION_LIMIT",
      );
    switch (node.kind) {
      case "literal":
        return this.#literal(node);
      case "name":
        return this.#name(node);
      case "unary":
        return this.#unary(node);
      case "binary":
        return this.#binary(node);
      case "conditional":
        return this.#conditional(node);
      case "call":
        return this.#call(node);
      case "invalid":
        return this.#fail(node, node.problem);
    }
  }

  #literal(node: NodeOf<"literal">): Expression {
    const { value } = node;
    if (typeof value === "string") return { kind: "literal", value, type: "text" };
    if (typeof value === "boolean") return { kind: "literal", value, type: "boolean" };
    if (Number.isFinite(value)) return { kind: "literal", value, type: "number" };
    return this.#fail(node, "this number is beyond the range of a double");
  }

  #name(node: NodeOf<"name">): Expression {
    const { path } = node;
    if (path.length === 1 && path[0] === "missing") return { kind: "missing", type: null };
    const found = this.#scope.resolve(path);
    if (found !== undefined) return { kind: "name", ...found };
    const written = path.join(".");
    if (path[0] === "attr" && this.#scope.attributes)
      this.#fail(node, `an attribute is written attr.scope.key, with the scope ${ATTRIBUTE_SCOPES.join(", ")}`);
    const hint = written === "null" ? ' No value is written "missing".' : didYouMean(written, this.#scope.names);
    return this.#fail(node, `unknown name "${cut(written)}".${hint}`);
  }

  #unary(node: NodeOf<"unary">): Expression {
    const operator = UNARY.get(node.operator);
    if (operator === undefined) return this.#fail(node, `"${node.operator}" is no operator of formulas`);
    const operand = this.expression(node.operand);
    return { kind: "unary", operator, operand, type: this.#typed(node, typeOfUnary(operator, operand)) };
  }

  #binary(node: NodeOf<"binary">): Expression {
    const operator = BINARY.get(node.operator);
    if (operator === undefined) {
      const instead = INSTEAD.get(node.operator);
      const hint = instead === undefined ? "" : `; use ${instead}`;
      return this.#fail(node, `"${node.operator}" is no operator of formulas${hint}`);
    }
    const left = this.expression(node.left);
    const right = this.expression(node.right);
    return { kind: "binary", operator, left, right, type: this.#typed(node, typeOfBinary(operator, left, right)) };
  }

  #conditional(node: NodeOf<"conditional">): Expression {
    const test = this.expression(node.test);
    const then = this.expression(node.then);
    const otherwise = this.expression(node.otherwise);
    if (test.type !== null && test.type !== "boolean")
      this.#fail(node, `"?" needs a condition before it, but here is a ${test.type}`, "EXPRESSION_TYPE");
    return { kind: "conditional", test, then, otherwise, type: this.#typed(node, commonType([then, otherwise])) };
  }

  #call(node: NodeOf<"call">): Expression {
    const [fn, ...members] = node.callee.kind === "name" ? node.callee.path : [];
    if (fn === undefined || members.length > 0) return this.#fail(node, "only the listed functions can be called");
    if (fn === "attr" && this.#scope.attributes) return this.#attribute(node);
    const signature = FUNCTIONS.get(fn);
    if (signature === undefined)
      return this.#fail(node, `unknown function "${cut(fn)}".${didYouMean(fn, [...FUNCTIONS.keys()])}`);
    if (signature.window === true && !this.#scope.windows)
      return this.#fail(node, `"${fn}" looks at other rows, which there are none of before grouping`);
    this.#requireCount(node, fn, signature);
    const found = node.arguments.map((argument) => this.expression(argument));
    const type = this.#typed(node, typeOfCall(fn, signature, found));
    const problem = signature.check?.(found);
    if (problem !== undefined) this.#fail(node, problem, "EXPRESSION_TYPE");
    return { kind: "call", fn, arguments: found, type };
  }

  /** `attr("scope", "key")`, for keys that cannot be written with dots. */
  #attribute(node: NodeOf<"call">): Expression {
    const [scope, key, ...rest] = node.arguments.map((argument) =>
      argument.kind === "literal" && typeof argument.value === "string" ? argument.value : undefined,
    );
    const isKey = key !== undefined && key.length >= 1 && key.length <= ATTRIBUTE_KEY_MAX;
    const found =
      scope === undefined || !isKey || rest.length > 0 ? undefined : this.#scope.resolve(["attr", scope, key]);
    if (found === undefined)
      return this.#fail(
        node,
        `an attribute is written attr("scope", "key"), with the scope ${ATTRIBUTE_SCOPES.join(", ")}`,
      );
    return { kind: "name", ...found };
  }

  #requireCount(node: NodeOf<"call">, fn: string, { parameters, required, repeats }: FunctionSignature): void {
    const least = required ?? parameters.length;
    const most = repeats === true ? ARGUMENTS_MAX : parameters.length;
    const count = node.arguments.length;
    if (count >= least && count <= most) return;
    const wanted = least === most ? String(least) : `${String(least)} to ${String(most)}`;
    this.#fail(node, `"${fn}" takes ${wanted} ${wanted === "1" ? "argument" : "arguments"}, got ${String(count)}`);
  }

  #typed(node: SyntaxNode, typed: Typed): Expression["type"] {
    return "problem" in typed ? this.#fail(node, typed.problem, "EXPRESSION_TYPE") : typed.type;
  }

  #fail(node: SyntaxNode, problem: string, code: ExpressionCode = "EXPRESSION_SYNTAX"): never {
    throw new ExpressionError(code, node.start, problem);
  }
}

function cut(text: string): string {
  return text.slice(0, SHOWN_MAX);
}
