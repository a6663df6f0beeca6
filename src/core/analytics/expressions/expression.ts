// A checked formula: a tree of a few kinds of nodes, with every name resolved and every type known. Two back ends run
// it: closures over finished rows, and SQL with bound values. Formulas are never evaluated as JavaScript. Source:
// analytics contract 2.11.
import { DomainError } from "../../errors.ts";

export type ValueType = "number" | "text" | "boolean" | "time";

/** What a name refers to; which kinds are available depends on the formula's context. */
export type Name =
  /** Another field of the view, in a formula over finished rows. */
  | { readonly kind: "field"; readonly field: string }
  /** A named input of a formula over samples. */
  | { readonly kind: "input"; readonly input: string }
  /** The sample that a condition tests. */
  | { readonly kind: "value" }
  | { readonly kind: "ts" }
  /** A calendar part of the sample's local time, such as `hourOfDay`. */
  | { readonly kind: "part"; readonly part: string }
  | { readonly kind: "entity"; readonly field: string }
  | { readonly kind: "attribute"; readonly scope: string; readonly key: string }
  | { readonly kind: "range"; readonly member: "startMs" | "endMs" | "days" }
  | { readonly kind: "bucket"; readonly member: "startMs" | "endMs" };

export type UnaryOperator = "-" | "not";
export type BinaryOperator = "+" | "-" | "*" | "/" | "%" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "and" | "or";

/** `type` is null if it is only known at run time: an attribute or a sample may hold any type. */
export type Expression =
  | { readonly kind: "literal"; readonly value: number | string | boolean; readonly type: ValueType }
  | { readonly kind: "missing"; readonly type: null }
  | { readonly kind: "name"; readonly name: Name; readonly type: ValueType | null }
  | {
      readonly kind: "unary";
      readonly operator: UnaryOperator;
      readonly operand: Expression;
      readonly type: ValueType | null;
    }
  | {
      readonly kind: "binary";
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly type: ValueType | null;
    }
  | {
      readonly kind: "conditional";
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
      readonly type: ValueType | null;
    }
  | {
      readonly kind: "call";
      readonly fn: string;
      readonly arguments: readonly Expression[];
      readonly type: ValueType | null;
    };

export type ExpressionCode = "EXPRESSION_SYNTAX" | "EXPRESSION_TYPE" | "EXPRESSION_CYCLE" | "EXPRESSION_LIMIT";

/** `position` counts the formula's characters from 0; the message counts them from 1. */
export class ExpressionError extends DomainError {
  readonly code: ExpressionCode;
  readonly position: number;

  constructor(code: ExpressionCode, position: number, problem: string) {
    super("invalid", `Expression error at character ${String(position + 1)}: ${problem}`);
    this.code = code;
    this.position = position;
  }
}
