// Formula text becomes a checked tree: only the node kinds that are listed here pass, every name and function is known, and
// the types fit. Source: analytics contract 2.11.
import { didYouMean } from "../did-you-mean.ts";
import type { BinaryOperator, Expression, UnaryOperator } from "./expression.ts";
import type { ExpressionCode } from "./expression-error.ts";
import { ExpressionError } from "./expression-error.ts";
import type { ParsedFormula, SyntaxNode } from "./formula-parser.ts";
import { parseFormula } from "./formula-parser.ts";
import type { FunctionSignature } from "./functions.ts";
import { ARGUMENTS_MAX, FUNCTIONS } from "./functions.ts";
import type { ExpressionScope } from "./scopes.ts";
import { ATTRIBUTE_SCOPES } from "./scopes.ts";
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

/** Throws `ExpressionError`, a `DomainError` of kind `invalid` with the place in the formula. */
export function parseExpression(text: string, scope: ExpressionScope): Expression {
  return new Checker(parseFormula(text), scope).check();
}

/** As `parseExpression`, and the result is a condition as far as is known before a run. */
export function parseCondition(text: string, scope: ExpressionScope): Expression {
  const expression = parseExpression(text, scope);
  if (expression.type !== null && expression.type !== "boolean")
    throw new ExpressionError("EXPRESSION_TYPE", 0, `a condition is needed, but this is a ${expression.type}`);
  return expression;
}

class Checker {
  readonly #formula: ParsedFormula;
  readonly #scope: ExpressionScope;
  #nodes = 0;

  constructor(formula: ParsedFormula, scope: ExpressionScope) {
    this.#formula = formula;
    this.#scope = scope;
  }

  check(): Expression {
    return this.#expression(this.#formula.root);
  }

  #expression(node: SyntaxNode): Expression {
    if (++this.#nodes > EXPRESSION_NODES_MAX)
      this.#fail(
        node,
        `a formula may have ${String(EXPRESSION_NODES_MAX)} parts, this one has more`,
        "EXPRESSION_LIMIT",
      );
    switch (node.type) {
      case "Literal":
        return this.#literal(node, node.value);
      case "Identifier":
        return node.name === "missing" ? { kind: "missing", type: null } : this.#name(node, [node.name]);
      case "MemberExpression":
        return this.#name(node, this.#path(node));
      case "UnaryExpression":
        return this.#unary(node, node.operator, node.argument as SyntaxNode);
      case "BinaryExpression":
        return this.#binary(node);
      case "ConditionalExpression":
        return this.#conditional(node);
      case "CallExpression":
        return this.#call(node);
      case "ArrayExpression":
        return this.#fail(node, "lists are no part of formulas");
      case "Compound":
      case "SequenceExpression":
        return this.#fail(node, "a formula is one expression");
      case "ThisExpression":
        return this.#fail(node, '"this" is no part of formulas');
      default:
        return this.#fail(node, `this is no part of formulas`);
    }
  }

  #literal(node: SyntaxNode, value: unknown): Expression {
    if (typeof value === "string") return { kind: "literal", value, type: "text" };
    if (typeof value === "boolean") return { kind: "literal", value, type: "boolean" };
    if (typeof value === "number" && Number.isFinite(value)) return { kind: "literal", value, type: "number" };
    return this.#fail(node, "this number is beyond the range of a double");
  }

  #name(node: SyntaxNode, path: readonly string[]): Expression {
    const found = this.#scope.resolve(path);
    if (found !== undefined) return { kind: "name", ...found };
    const written = path.join(".");
    if (path[0] === "attr" && this.#scope.attributes)
      this.#fail(node, `an attribute is written attr.scope.key, with the scope ${ATTRIBUTE_SCOPES.join(", ")}`);
    const hint = written === "null" ? ' No value is written "missing".' : didYouMean(written, this.#scope.names);
    return this.#fail(node, `unknown name "${cut(written)}".${hint}`);
  }

  /** Only plain names joined by dots: members of values do not exist here. */
  #path(node: SyntaxNode): readonly string[] {
    const path: string[] = [];
    let at = node;
    while (at.type === "MemberExpression") {
      const property = at.property as SyntaxNode;
      if (at.computed || at.optional === true || property.type !== "Identifier")
        return this.#fail(node, "only names joined by dots are part of formulas");
      path.unshift(property.name);
      at = at.object as SyntaxNode;
    }
    if (at.type !== "Identifier") return this.#fail(node, "values have no members");
    return [at.name, ...path];
  }

  #unary(node: SyntaxNode, written: string, argument: SyntaxNode): Expression {
    const operator = UNARY.get(written);
    if (operator === undefined) return this.#fail(node, `"${written}" is no operator of formulas`);
    const operand = this.#expression(argument);
    return { kind: "unary", operator, operand, type: this.#typed(node, typeOfUnary(operator, operand)) };
  }

  #binary(node: SyntaxNode & { readonly type: "BinaryExpression" }): Expression {
    const operator = BINARY.get(node.operator);
    if (operator === undefined) {
      const instead = INSTEAD.get(node.operator);
      const hint = instead === undefined ? "" : `; use ${instead}`;
      return this.#fail(node, `"${node.operator}" is no operator of formulas${hint}`);
    }
    // The word binds looser than comparisons, as it is read: `not a == b` asks whether they differ.
    const negated = isLogical(node) ? undefined : this.#withoutLeadingNot(node);
    if (negated !== undefined) return this.#unary(node, "not", negated);
    const left = this.#expression(node.left as SyntaxNode);
    const right = this.#expression(node.right as SyntaxNode);
    return { kind: "binary", operator, left, right, type: this.#typed(node, typeOfBinary(operator, left, right)) };
  }

  /** The node without the `not` that it begins with, unless that stands in parentheses. */
  #withoutLeadingNot(node: SyntaxNode): SyntaxNode | undefined {
    if (node.type === "UnaryExpression") return node.operator === "not" ? (node.argument as SyntaxNode) : undefined;
    if (node.type !== "BinaryExpression" || isLogical(node)) return undefined;
    const first = node.left as SyntaxNode;
    const left = this.#formula.isGrouped(first) ? undefined : this.#withoutLeadingNot(first);
    return left === undefined ? undefined : { ...node, left };
  }

  #conditional(node: SyntaxNode & { readonly type: "ConditionalExpression" }): Expression {
    const test = this.#expression(node.test as SyntaxNode);
    const then = this.#expression(node.consequent as SyntaxNode);
    const otherwise = this.#expression(node.alternate as SyntaxNode);
    if (test.type !== null && test.type !== "boolean")
      this.#fail(node, `"?" needs a condition before it, but here is a ${test.type}`, "EXPRESSION_TYPE");
    return { kind: "conditional", test, then, otherwise, type: this.#typed(node, commonType([then, otherwise])) };
  }

  #call(node: SyntaxNode & { readonly type: "CallExpression" }): Expression {
    const callee = node.callee as SyntaxNode;
    if (callee.type !== "Identifier") return this.#fail(node, "only the listed functions can be called");
    const fn = callee.name;
    if (fn === "attr" && this.#scope.attributes) return this.#attribute(node);
    const signature = FUNCTIONS.get(fn);
    if (signature === undefined)
      return this.#fail(node, `unknown function "${cut(fn)}".${didYouMean(fn, [...FUNCTIONS.keys()])}`);
    if (signature.window === true && !this.#scope.windows)
      return this.#fail(node, `"${fn}" looks at other rows, which there are none of before grouping`);
    this.#requireCount(node, fn, signature);
    const found = node.arguments.map((argument) => this.#expression(argument as SyntaxNode));
    const type = this.#typed(node, typeOfCall(fn, signature, found));
    const problem = signature.check?.(found);
    if (problem !== undefined) this.#fail(node, problem, "EXPRESSION_TYPE");
    return { kind: "call", fn, arguments: found, type };
  }

  /** `attr("scope", "key")`, for keys that cannot be written with dots. */
  #attribute(node: SyntaxNode & { readonly type: "CallExpression" }): Expression {
    const [scope, key, ...rest] = node.arguments.map((argument) =>
      argument.type === "Literal" && typeof argument["value"] === "string" ? argument["value"] : undefined,
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

  #requireCount(node: SyntaxNode, fn: string, { parameters, required, repeats }: FunctionSignature): void {
    const least = required ?? parameters.length;
    const most = repeats === true ? ARGUMENTS_MAX : parameters.length;
    const count = (node as SyntaxNode & { readonly type: "CallExpression" }).arguments.length;
    if (count >= least && count <= most) return;
    const wanted = least === most ? String(least) : `${String(least)} to ${String(most)}`;
    this.#fail(node, `"${fn}" takes ${wanted} ${wanted === "1" ? "argument" : "arguments"}, got ${String(count)}`);
  }

  #typed(node: SyntaxNode, typed: Typed): Expression["type"] {
    return "problem" in typed ? this.#fail(node, typed.problem, "EXPRESSION_TYPE") : typed.type;
  }

  #fail(node: SyntaxNode, problem: string, code: ExpressionCode = "EXPRESSION_SYNTAX"): never {
    throw new ExpressionError(code, this.#formula.positionOf(node), problem);
  }
}

function isLogical(node: SyntaxNode & { readonly type: "BinaryExpression" }): boolean {
  const operator = BINARY.get(node.operator);
  return operator === "and" || operator === "or";
}

function cut(text: string): string {
  return text.slice(0, SHOWN_MAX);
}
