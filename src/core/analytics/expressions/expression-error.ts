// Why a formula is refused, and where. Source: analytics contract 2.14.
import { DomainError } from "../../errors.ts";

export type ExpressionCode = "EXPRESSION_SYNTAX" | "EXPRESSION_TYPE" | "EXPRESSION_CYCLE" | "EXPRESSION_LIMIT";

/** `position` counts characters of the formula from 0; the message counts them from 1. */
export class ExpressionError extends DomainError {
  readonly code: ExpressionCode;
  readonly position: number;

  constructor(code: ExpressionCode, position: number, problem: string) {
    super("invalid", `Expression error at character ${String(position + 1)}: ${problem}`);
    this.code = code;
    this.position = position;
  }
}
