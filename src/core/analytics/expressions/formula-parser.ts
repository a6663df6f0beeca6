// Parses formula text to a syntax tree by precedence climbing; every node has its position. What names, functions and
// operators mean is left to the checker (parse-expression.ts).
import { ExpressionError } from "./expression.ts";

const EXPRESSION_LENGTH_MAX = 2_000;
const EXPRESSION_DEPTH_MAX = 32;

export type SyntaxNode = { /** Position of its first character, from 0. */ readonly start: number } & (
  | { readonly kind: "literal"; readonly value: number | string | boolean }
  /** Plain names joined by dots. */
  | { readonly kind: "name"; readonly path: readonly string[] }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: SyntaxNode }
  | { readonly kind: "binary"; readonly operator: string; readonly left: SyntaxNode; readonly right: SyntaxNode }
  | {
      readonly kind: "conditional";
      readonly test: SyntaxNode;
      readonly then: SyntaxNode;
      readonly otherwise: SyntaxNode;
    }
  | { readonly kind: "call"; readonly callee: SyntaxNode; readonly arguments: readonly SyntaxNode[] }
  /** Well-formed but not part of the language; rejected once the rest has been parsed. */
  | { readonly kind: "invalid"; readonly problem: string }
);

/**
 * By precedence, loosest first. Operators of other languages are parsed too, so that the checker can suggest a
 * replacement.
 */
const BINARY: ReadonlyMap<string, number> = new Map(
  [
    ["or", "||", "??"],
    ["and", "&&"],
    // The precedence of `not`.
    [],
    ["|"],
    ["^"],
    ["&"],
    ["==", "!=", "===", "!=="],
    ["<", ">", "<=", ">="],
    ["<<", ">>", ">>>"],
    ["+", "-"],
    ["*", "/", "%"],
    ["**"],
  ].flatMap((operators, precedence) => operators.map((operator): [string, number] => [operator, precedence])),
);
const LOOSEST = 0;
/** `not a == b` means `not (a == b)`; `!` binds as tightly as a sign. */
const NOT = 2;
const TIGHTEST = 12;
const UNARY: ReadonlySet<string> = new Set(["not", "-", "+", "!", "~"]);
const OPERATOR_LENGTH_MAX = 3;

const NUMBER = /\d*\.?\d*(?:[eE][+-]?\d*)?/y;
const NAME = /[A-Za-z$_\u0080-\uffff][A-Za-z$_\u0080-\uffff\d]*/y;
const SPACES = /[ \t\n\r]*/y;
const NAME_START = /^[A-Za-z$_\u0080-\uffff]/;
const NAME_PART = /^[A-Za-z$_\u0080-\uffff\d]/;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
]);

const NO_PLAIN_NAME = "only names joined by dots are part of formulas";

/**
 * Throws `ExpressionError`: EXPRESSION_LIMIT if the formula is too long or nested too deeply, otherwise
 * EXPRESSION_SYNTAX.
 */
export function parseFormula(text: string): SyntaxNode {
  if (text.length > EXPRESSION_LENGTH_MAX)
    throw new ExpressionError(
      "EXPRESSION_LIMIT",
      EXPRESSION_LENGTH_MAX,
      `a formula may have ${String(EXPRESSION_LENGTH_MAX)} characters, got ${String(text.length)}`,
    );
  if (text.trim() === "") throw new ExpressionError("EXPRESSION_SYNTAX", 0, "a formula is needed");
  return new FormulaParser(text).formula();
}

class FormulaParser {
  readonly #text: string;
  #at = 0;
  #expressionDepth = 0;
  #operandDepth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  formula(): SyntaxNode {
    const node = this.#required();
    return this.#at < this.#text.length ? this.#unexpected() : node;
  }

  #required(): SyntaxNode {
    return this.#expression() ?? this.#unexpected();
  }

  /** Undefined if no expression begins here. */
  #expression(): SyntaxNode | undefined {
    this.#requireDepth(++this.#expressionDepth);
    const test = this.#binary(LOOSEST);
    this.#skipSpaces();
    const node = test !== undefined && this.#char === "?" ? this.#conditional(test) : test;
    this.#expressionDepth--;
    return node;
  }

  #conditional(test: SyntaxNode): SyntaxNode {
    this.#at++;
    const then = this.#expression() ?? this.#fail("Expected expression");
    if (!this.#skip(":")) this.#fail("Expected :");
    const otherwise = this.#expression() ?? this.#fail("Expected expression");
    return { kind: "conditional", start: test.start, test, then, otherwise };
  }

  /** Parses operators of this precedence or tighter, which are left-associative. */
  #binary(loosest: number): SyntaxNode | undefined {
    let left = this.#operand(loosest);
    if (left === undefined) return undefined;
    for (;;) {
      this.#skipSpaces();
      const operator = this.#operator(BINARY);
      const precedence = BINARY.get(operator ?? "") ?? -1;
      if (operator === undefined || precedence < loosest) return left;
      this.#at += operator.length;
      // Only `**` is right-associative.
      const right = this.#binary(operator === "**" ? precedence : precedence + 1);
      if (right === undefined) return this.#fail(`Expected expression after ${operator}`);
      left = { kind: "binary", start: left.start, operator, left, right };
    }
  }

  /** A value with its signs, members and calls; undefined if none begins here. */
  #operand(loosest: number): SyntaxNode | undefined {
    this.#skipSpaces();
    this.#requireDepth(++this.#operandDepth);
    const start = this.#at;
    const operator = this.#operator(UNARY);
    const node = operator === undefined ? this.#value(start) : this.#unary(start, operator, loosest);
    this.#operandDepth--;
    return node;
  }

  #unary(start: number, operator: string, loosest: number): SyntaxNode {
    this.#at += operator.length;
    const operand = this.#binary(operator === "not" ? Math.max(loosest, NOT) : TIGHTEST);
    return { kind: "unary", start, operator, operand: operand ?? this.#fail("a value is needed here") };
  }

  #value(start: number): SyntaxNode | undefined {
    const char = this.#char;
    if (/^[\d.]/.test(char)) return { kind: "literal", start, value: this.#number() };
    if (char === "'" || char === '"')
      return this.#members(start, { kind: "literal", start, value: this.#string(char) });
    if (char === "(") return this.#members(start, this.#group(start));
    if (char === "[") {
      this.#at++;
      this.#fail("lists are no part of formulas");
    }
    if (!NAME_START.test(char)) return undefined;
    const name = this.#name();
    if (name === "true" || name === "false")
      return this.#members(start, { kind: "literal", start, value: name === "true" });
    if (name === "this")
      return this.#members(start, { kind: "invalid", start, problem: '"this" is no part of formulas' });
    return this.#members(start, { kind: "name", start, path: [name] });
  }

  #group(start: number): SyntaxNode {
    this.#at++;
    const node = this.#required();
    if (!this.#skip(")")) this.#fail("Unclosed (");
    return node.kind === "binary" || node.kind === "conditional" ? { ...node, start } : node;
  }

  /** Parses the members and calls that follow a value. */
  #members(start: number, value: SyntaxNode): SyntaxNode {
    let node = value;
    for (;;) {
      const isOptional = this.#skip("?.");
      if (this.#skip("(")) node = { kind: "call", start, callee: node, arguments: this.#arguments() };
      else if (this.#skip("[")) {
        if (this.#expression() === undefined) this.#fail(`Unexpected "${this.#char}"`);
        if (!this.#skip("]")) this.#fail("Unclosed [");
        node = { kind: "invalid", start, problem: NO_PLAIN_NAME };
      } else if (isOptional || this.#skip(".")) {
        const name = this.#name();
        if (isOptional) node = { kind: "invalid", start, problem: NO_PLAIN_NAME };
        else if (node.kind === "name") node = { kind: "name", start, path: [...node.path, name] };
        else if (node.kind !== "invalid" || node.problem !== NO_PLAIN_NAME)
          node = { kind: "invalid", start, problem: "values have no members" };
      } else return node;
    }
  }

  #arguments(): readonly SyntaxNode[] {
    if (this.#skip(")")) return [];
    const found = [this.#required()];
    while (this.#skip(",")) found.push(this.#required());
    return this.#skip(")") ? found : this.#unexpected();
  }

  #number(): number {
    const written = this.#match(NUMBER);
    const char = this.#char;
    if (/[eE][+-]?$/.test(written)) this.#fail(`Expected exponent (${written}${char})`);
    if (NAME_START.test(char)) this.#fail(`Variable names cannot start with a number (${written}${char})`);
    if (char === "." || written === ".") this.#fail("Unexpected period");
    return Number(written);
  }

  #string(quote: string): string {
    this.#at++;
    let value = "";
    while (this.#at < this.#text.length) {
      let char = this.#text.charAt(this.#at++);
      if (char === quote) return value;
      if (char === "\\") {
        const escaped = this.#text.charAt(this.#at++);
        char = ESCAPES.get(escaped) ?? escaped;
      }
      value += char;
    }
    return this.#fail(`Unclosed quote after "${value}"`);
  }

  #name(): string {
    this.#skipSpaces();
    const name = this.#match(NAME);
    return name === "" ? this.#fail(`Unexpected ${this.#char}`) : name;
  }

  /**
   * The longest operator at this position; a word counts only if it is followed by something that cannot continue a
   * name.
   */
  #operator(operators: { has(operator: string): boolean }): string | undefined {
    for (let length = OPERATOR_LENGTH_MAX; length > 0; length--) {
      const written = this.#text.slice(this.#at, this.#at + length);
      if (!operators.has(written)) continue;
      const next = this.#text.charAt(this.#at + length);
      if (!NAME_START.test(written) || (next !== "" && !NAME_PART.test(next))) return written;
    }
    return undefined;
  }

  get #char(): string {
    return this.#text.charAt(this.#at);
  }

  #skipSpaces(): void {
    this.#match(SPACES);
  }

  /** Advances past the token and returns true if it comes next. */
  #skip(token: string): boolean {
    this.#skipSpaces();
    const follows = this.#text.startsWith(token, this.#at);
    if (follows) this.#at += token.length;
    return follows;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #requireDepth(depth: number): void {
    if (depth > EXPRESSION_DEPTH_MAX)
      throw new ExpressionError(
        "EXPRESSION_LIMIT",
        this.#at,
        `a formula may be nested ${String(EXPRESSION_DEPTH_MAX)} levels deep, this one is deeper`,
      );
  }

  #unexpected(): never {
    if (this.#at >= this.#text.length) this.#fail("the formula ends too early");
    const hint = this.#char === "=" ? "; == compares, and formulas assign nothing" : "";
    return this.#fail(`unexpected "${this.#char}"${hint}`);
  }

  #fail(problem: string): never {
    throw new ExpressionError("EXPRESSION_SYNTAX", Math.min(this.#at, this.#text.length), problem);
  }
}
