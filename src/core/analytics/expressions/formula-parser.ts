// The one place that knows the parsing library: formula text becomes its tree, with the place of each node. The library is
// lenient in what it takes (lists without commas, empty parts, any depth); here it is made strict.
import jsep from "jsep";
import { ExpressionError } from "./expression-error.ts";

export const EXPRESSION_LENGTH_MAX = 2_000;
const EXPRESSION_DEPTH_MAX = 32;

export type SyntaxNode = jsep.CoreExpression | jsep.ConditionalExpression;

export interface ParsedFormula {
  readonly root: SyntaxNode;
  /** Where a node begins, from 0. */
  positionOf(node: SyntaxNode): number;
  /** Whether a node stands in parentheses. */
  isGrouped(node: SyntaxNode): boolean;
}

// The library keeps its operators in one place for the whole process. They are set here once, and nothing else uses it.
jsep.addBinaryOp("or", 1);
jsep.addBinaryOp("and", 2);
jsep.addUnaryOp("not");
jsep.removeLiteral("null");

const CLOSING = ")".charCodeAt(0);
const COMMA = ",".charCodeAt(0);

/** Throws `ExpressionError`, with EXPRESSION_LIMIT for a formula too long or too deep, else EXPRESSION_SYNTAX. */
export function parseFormula(text: string): ParsedFormula {
  if (text.length > EXPRESSION_LENGTH_MAX)
    throw new ExpressionError(
      "EXPRESSION_LIMIT",
      EXPRESSION_LENGTH_MAX,
      `a formula may have ${String(EXPRESSION_LENGTH_MAX)} characters, got ${String(text.length)}`,
    );
  if (text.trim() === "") throw new ExpressionError("EXPRESSION_SYNTAX", 0, "a formula is needed");
  const parser = new StrictParser(text);
  const root = parser.parse();
  return {
    root,
    positionOf: (node) => parser.positionOf(node),
    isGrouped: (node) => parser.grouped.has(node),
  };
}

/** What the library's class has, of which its types tell only a part. */
interface LibraryParser {
  readonly expr: string;
  index: number;
  readonly char: string;
  readonly code: number;
  parse(): SyntaxNode;
  gobbleSpaces(): void;
  gobbleToken(): SyntaxNode | false | undefined;
  gobbleExpression(): SyntaxNode | false | undefined;
  gobbleExpressions(untilCode?: number): SyntaxNode[];
  gobbleArguments(terminationCode: number): SyntaxNode[];
  gobbleGroup(): SyntaxNode | false;
  throwError(message: string): never;
}

const { Jsep } = jsep as unknown as { readonly Jsep: new (text: string) => LibraryParser };

class StrictParser extends Jsep {
  readonly grouped = new Set<SyntaxNode>();
  readonly #positions = new Map<SyntaxNode, number>();
  #tokenDepth = 0;
  #expressionDepth = 0;

  positionOf(node: SyntaxNode): number {
    const known = this.#positions.get(node);
    if (known !== undefined) return known;
    // Nodes that the library puts together begin where their first part does.
    if (node.type === "BinaryExpression") return this.positionOf(node.left as SyntaxNode);
    if (node.type === "ConditionalExpression") return this.positionOf(node.test as SyntaxNode);
    return 0;
  }

  override gobbleToken(): SyntaxNode | false | undefined {
    this.gobbleSpaces();
    const start = this.index;
    this.#requireDepth(++this.#tokenDepth);
    const node = super.gobbleToken();
    this.#tokenDepth--;
    if (node && !this.#positions.has(node)) this.#positions.set(node, start);
    return node;
  }

  override gobbleExpression(): SyntaxNode | false | undefined {
    this.#requireDepth(++this.#expressionDepth);
    const node = super.gobbleExpression();
    this.#expressionDepth--;
    return node;
  }

  /** One, where the library would take several, and skip stray commas and semicolons. */
  override gobbleExpressions(untilCode?: number): SyntaxNode[] {
    const node = this.#required();
    if (untilCode === undefined && this.index < this.expr.length) this.#unexpected();
    return [node];
  }

  override gobbleArguments(terminationCode: number): SyntaxNode[] {
    if (terminationCode !== CLOSING) this.throwError("lists are no part of formulas");
    this.gobbleSpaces();
    const found: SyntaxNode[] = [];
    if (this.code === CLOSING) {
      this.index++;
      return found;
    }
    for (;;) {
      found.push(this.#required());
      this.gobbleSpaces();
      const { code } = this;
      if (code !== COMMA && code !== CLOSING) this.#unexpected();
      this.index++;
      if (code === CLOSING) return found;
    }
  }

  override gobbleGroup(): SyntaxNode | false {
    const node = super.gobbleGroup();
    if (node) this.grouped.add(node);
    return node;
  }

  override throwError(message: string): never {
    const problem = message === "missing unaryOp argument" ? "a value is needed here" : message;
    throw new ExpressionError("EXPRESSION_SYNTAX", Math.min(this.index, this.expr.length), problem);
  }

  #required(): SyntaxNode {
    const node = this.gobbleExpression();
    if (node) return node;
    return this.#unexpected();
  }

  #unexpected(): never {
    if (this.index >= this.expr.length) this.throwError("the formula ends too early");
    const hint = this.char === "=" ? "; == compares, and formulas assign nothing" : "";
    return this.throwError(`unexpected "${this.char}"${hint}`);
  }

  #requireDepth(depth: number): void {
    if (depth > EXPRESSION_DEPTH_MAX)
      throw new ExpressionError(
        "EXPRESSION_LIMIT",
        this.index,
        `a formula may be nested ${String(EXPRESSION_DEPTH_MAX)} levels deep, this one is deeper`,
      );
  }
}
