// What is wrong with a view: all of it at once, each with its place, a code and a sentence. Source: analytics contract 2.14.
import type { ExpressionCode } from "../expressions/expression-error.ts";

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

export interface ViewProblem {
  /** JSON pointer into the view; "/" is the view itself. */
  readonly pointer: string;
  readonly code: ViewCode;
  readonly message: string;
}

/** Problems told of one view; a view with more has so much wrong with it that the rest says nothing new. */
const VIEW_PROBLEMS_MAX = 100;
const QUOTED_MAX = 100;

export class ViewProblems {
  readonly #found: ViewProblem[] = [];
  #more = 0;

  add(pointer: string, code: ViewCode, message: string): void {
    if (this.#found.length < VIEW_PROBLEMS_MAX) this.#found.push({ pointer: pointer || "/", code, message });
    else this.#more++;
  }

  get isFull(): boolean {
    return this.#found.length >= VIEW_PROBLEMS_MAX;
  }

  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** In the order of finding; the last one counts those that are not listed. */
  get list(): readonly ViewProblem[] {
    if (this.#more === 0) return this.#found;
    const message = `${String(this.#more)} more problems are not listed.`;
    return [...this.#found, { pointer: "/", code: "VIEW_INVALID", message }];
  }
}

/** A value as messages show it: in quotes, cut at 100 characters. */
export function quote(json: unknown): string {
  switch (typeof json) {
    case "string":
      return `"${json.length > QUOTED_MAX ? `${json.slice(0, QUOTED_MAX).toWellFormed()}…` : json}"`;
    case "number":
    case "bigint":
    case "boolean":
      return String(json).slice(0, QUOTED_MAX);
    case "undefined":
      return "nothing";
    default:
      return json === null ? "null" : Array.isArray(json) ? "a list" : "an object";
  }
}
