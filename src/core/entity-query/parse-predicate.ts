// The conditions of a query. Source: REST contract 13.
import { DomainError, invalid } from "../errors.ts";
import { BOOLEAN_OPERATIONS, NUMBER_OPERATIONS, TEXT_OPERATIONS, type Predicate } from "./entity-query.ts";
import {
  arrayOf,
  booleanOr,
  isNothing,
  memberOf,
  objectOf,
  oneOfWords,
  show,
  textOf,
  type JsonMembers,
} from "./query-json.ts";

const TYPES = ["STRING", "NUMERIC", "BOOLEAN", "COMPLEX"] as const;
const COMBINATIONS = ["AND", "OR"] as const;

export interface PredicateLimits {
  readonly predicatesMax: number;
  readonly listedMax: number;
}

/** Reads the conditions of one query and counts them. */
export class PredicateParser {
  readonly #limits: PredicateLimits;
  #count = 0;

  constructor(limits: PredicateLimits) {
    this.#limits = limits;
  }

  /** `type` is the one that the value has, null where the query does not say. Throws `invalid`. */
  parse(json: unknown, field: string, type: "STRING" | "NUMERIC" | "BOOLEAN" | null): Predicate {
    this.#requireRoom();
    const sent = objectOf(json, field);
    const found = oneOfWords(memberOf(sent, "type"), TYPES, `${field}.type`);
    if (found === "COMPLEX") {
      const operation = oneOfWords(memberOf(sent, "operation"), COMBINATIONS, `${field}.operation`);
      const predicates = arrayOf(memberOf(sent, "predicates"), `${field}.predicates`);
      if (predicates.length === 0) throw invalid(`${field}.predicates must name at least one`);
      return {
        kind: operation === "AND" ? "all" : "any",
        predicates: predicates.map((each, index) => this.parse(each, `${field}.predicates[${String(index)}]`, type)),
      };
    }
    if (type !== null && found !== type)
      throw invalid(`${field}.type must be ${type} as the valueType says, got ${found}`);
    return found === "STRING" ? this.#text(sent, field) : found === "NUMERIC" ? number(sent, field) : flag(sent, field);
  }

  #text(sent: JsonMembers, field: string): Predicate {
    const operation = oneOfWords(memberOf(sent, "operation"), TEXT_OPERATIONS, `${field}.operation`);
    const ignoreCase = booleanOr(memberOf(sent, "ignoreCase"), false, `${field}.ignoreCase`);
    const text = textOf(valueOf(sent, field), `${field}.value.defaultValue`);
    const isList = operation === "IN" || operation === "NOT_IN";
    const texts = isList ? text.split(",").map((word) => word.trim()) : [text];
    if (texts.length > this.#limits.listedMax)
      throw invalid(
        `${field}.value may list ${String(this.#limits.listedMax)} texts (entityQuery.maxListed), got ${String(texts.length)}`,
      );
    return {
      kind: "text",
      operation,
      ignoreCase,
      texts: new Set(ignoreCase ? texts.map((each) => each.toLowerCase()) : texts),
    };
  }

  #requireRoom(): void {
    const { predicatesMax } = this.#limits;
    if (++this.#count > predicatesMax)
      throw invalid(`a query may have ${String(predicatesMax)} predicates (entityQuery.maxPredicates), this has more`);
  }
}

function number(sent: JsonMembers, field: string): Predicate {
  const operation = oneOfWords(memberOf(sent, "operation"), NUMBER_OPERATIONS, `${field}.operation`);
  const value = valueOf(sent, field);
  if (typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value)))
    return { kind: "number", operation, value };
  throw invalid(`${field}.value.defaultValue must be a number, got ${show(value)}`);
}

function flag(sent: JsonMembers, field: string): Predicate {
  const operation = oneOfWords(memberOf(sent, "operation"), BOOLEAN_OPERATIONS, `${field}.operation`);
  const value = valueOf(sent, field);
  if (typeof value !== "boolean")
    throw invalid(`${field}.value.defaultValue must be true or false, got ${show(value)}`);
  return { kind: "boolean", operation, value };
}

/** The user's own value goes before the default one. */
function valueOf(sent: JsonMembers, field: string): unknown {
  const value = objectOf(memberOf(sent, "value"), `${field}.value`);
  const dynamic = memberOf(value, "dynamicValue");
  if (!isNothing(dynamic) && !isNothing(memberOf(objectOf(dynamic, `${field}.value.dynamicValue`), "sourceType")))
    throw new DomainError("unsupported", `${field}.value.dynamicValue is not supported, send the value itself`);
  const own = memberOf(value, "userValue");
  const found = isNothing(own) ? memberOf(value, "defaultValue") : own;
  if (isNothing(found)) throw invalid(`${field}.value.defaultValue is required`);
  return found;
}
