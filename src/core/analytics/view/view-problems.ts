// The problems of a view: all of them at once, each with its place, code and message. Source: analytics contract 2.14.
import type { ProblemData } from "../../problem-words.ts";
import { Problems, type Problem } from "../../problems.ts";
import type { ExpressionCode } from "../expressions/expression.ts";

export type ViewCode =
  | ExpressionCode
  | "VIEW_INVALID"
  | "UNKNOWN_PROPERTY"
  | "NAME_REQUIRED"
  | "FIELDS_REQUIRED"
  | "FIELD_ID_INVALID"
  | "LABEL_DUPLICATE"
  | "LABEL_INVALID"
  | "KIND_MISMATCH"
  | "SOURCE_INVALID"
  | "BUCKET_AMOUNT"
  | "AGGREGATION_INVALID"
  | "AGGREGATION_PARAMETER"
  | "RAW_AGGREGATION"
  | "FIELD_RANGE_WITH_TIME"
  | "FIELD_INVALID"
  | "FILTER_NAME"
  | "FILTER_OPERATOR"
  | "FILTER_ARITY"
  | "FILTER_VALUE"
  | "FILTER_TARGET"
  | "SCOPE_EMPTY_LIST"
  | "SCOPE_UNKNOWN"
  | "SCOPE_INVALID"
  | "RANGE_INVALID"
  | "ZONE_UNKNOWN"
  | "ZONE_OF_READER"
  | "GAPS_WITHOUT_BUCKET"
  | "EMPTY_GROUPS_WITHOUT_GAPS"
  | "FIELD_UNKNOWN"
  | "LIMIT_RANGE"
  | "COMPARE_INVALID";

export type ViewProblem = Problem<ViewCode>;

/** The problems of one view. Structural problems are not reported again by later checks. */
export class ViewProblems extends Problems<ViewCode> {
  #structural: ReadonlySet<string> = new Set();

  constructor() {
    super("VIEW_INVALID");
  }

  endOfStructure(): void {
    this.#structural = new Set(this.list.map(({ pointer }) => pointer));
  }

  override add(pointer: string, code: ViewCode, message: string, problem?: ProblemData): void {
    if (!this.#structural.has(pointer)) super.add(pointer, code, message, problem);
  }
}
