// Evaluates conditions on values. Text conditions compare the text shown in answers; number conditions compare numbers,
// and texts that spell one. A missing value only satisfies negative text conditions. Source: REST contract 13.
import { plainDecimal } from "../../lib/plain-decimal.ts";
import { spelledExactly } from "../../lib/spelled-number.ts";
import { indexOfPart } from "../../lib/text-search.ts";
import { JsonText, type Value } from "../values.ts";
import type { EntityValue, NumberOperation, Predicate } from "./entity-query.ts";

type TextPredicate = Extract<Predicate, { kind: "text" }>;

export function meets(entityValue: EntityValue | null, predicate: Predicate): boolean {
  switch (predicate.kind) {
    case "text":
      return meetsText(entityValue, predicate);
    case "number": {
      const found = entityValue === null ? null : numberOf(entityValue.value);
      return found !== null && compareNumber(found, predicate.operation, predicate.value);
    }
    case "boolean":
      return (
        entityValue !== null &&
        typeof entityValue.value === "boolean" &&
        (entityValue.value === predicate.value) === (predicate.operation === "EQUAL")
      );
    case "all":
      return predicate.predicates.every((each) => meets(entityValue, each));
    case "any":
      return predicate.predicates.some((each) => meets(entityValue, each));
  }
}

/** The number of comparisons needed to evaluate it. */
export function comparisonsIn(predicate: Predicate): number {
  if (predicate.kind !== "all" && predicate.kind !== "any") return 1;
  return predicate.predicates.reduce((count, each) => count + comparisonsIn(each), 0);
}

/**
 * A value as shown in answers: numbers in plain decimals, booleans as words, JSON as its text. Source: REST contract
 * 13.
 */
export function textOfValue(value: Value): string {
  if (typeof value === "string") return value;
  if (value instanceof JsonText) return value.text;
  return typeof value === "number" ? plainDecimal(value) : String(value);
}

function numberOf(value: Value): number | bigint | null {
  if (typeof value === "string") return spelledExactly(value);
  return typeof value === "number" || typeof value === "bigint" ? value : null;
}

function meetsText(entityValue: EntityValue | null, predicate: TextPredicate): boolean {
  const { operation, texts, ignoreCase } = predicate;
  if (entityValue === null) return operation === "NOT_EQUAL" || operation === "NOT_CONTAINS" || operation === "NOT_IN";
  const plain = textOfValue(entityValue.value);
  const found = ignoreCase ? plain.toLowerCase() : plain;
  if (operation === "IN" || operation === "EQUAL") return texts.has(found);
  if (operation === "NOT_IN" || operation === "NOT_EQUAL") return !texts.has(found);
  for (const text of texts) if (!meetsPart(found, operation, text)) return false;
  return true;
}

function meetsPart(
  found: string,
  operation: Exclude<TextPredicate["operation"], "IN" | "NOT_IN" | "EQUAL" | "NOT_EQUAL">,
  text: string,
): boolean {
  switch (operation) {
    case "STARTS_WITH":
      return found.startsWith(text);
    case "ENDS_WITH":
      return found.endsWith(text);
    case "CONTAINS":
      return indexOfPart(found, text) >= 0;
    case "NOT_CONTAINS":
      return indexOfPart(found, text) < 0;
  }
}

/** Integers beyond 2^53 are bigint on either side; JavaScript compares the two types exactly. */
function compareNumber(found: number | bigint, operation: NumberOperation, wanted: number | bigint): boolean {
  const isLess = found < wanted;
  const isGreater = found > wanted;
  switch (operation) {
    case "EQUAL":
      return !isLess && !isGreater;
    case "NOT_EQUAL":
      return isLess || isGreater;
    case "GREATER":
      return isGreater;
    case "LESS":
      return isLess;
    case "GREATER_OR_EQUAL":
      return !isLess;
    case "LESS_OR_EQUAL":
      return !isGreater;
  }
}
