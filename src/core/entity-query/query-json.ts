// Reads the JSON of a query member by member. An invalid member is refused, naming its place, the allowed values and
// the value found. Null counts as missing, because clients write unset members so.
import { invalid } from "../errors.ts";

export type JsonMembers = ReadonlyMap<string, unknown>;

const SHOWN_CHARS_MAX = 64;

export function isNothing(json: unknown): json is null | undefined {
  return json === null || json === undefined;
}

export function objectOf(json: unknown, field: string): JsonMembers {
  if (isNothing(json)) throw invalid(`${field} is required`);
  if (typeof json !== "object" || Array.isArray(json)) throw invalid(`${field} must be an object, got ${show(json)}`);
  return new Map(Object.entries(json));
}

export function memberOf(object: JsonMembers, name: string): unknown {
  return object.get(name);
}

/** An empty array if it is missing. */
export function arrayOf(json: unknown, field: string): readonly unknown[] {
  if (isNothing(json)) return [];
  if (!Array.isArray(json)) throw invalid(`${field} must be an array, got ${show(json)}`);
  return json;
}

export function textOf(json: unknown, field: string): string {
  if (isNothing(json)) throw invalid(`${field} is required`);
  if (typeof json !== "string") throw invalid(`${field} must be a text, got ${show(json)}`);
  return json;
}

export function textOrEmpty(json: unknown, field: string): string {
  return isNothing(json) ? "" : textOf(json, field);
}

export function booleanOr(json: unknown, otherwise: boolean, field: string): boolean {
  if (isNothing(json)) return otherwise;
  if (typeof json !== "boolean") throw invalid(`${field} must be true or false, got ${show(json)}`);
  return json;
}

export function integerOf(json: unknown, least: number, most: number, field: string): number {
  if (isNothing(json)) throw invalid(`${field} is required`);
  if (typeof json !== "number" || !Number.isInteger(json) || json < least || json > most)
    throw invalid(`${field} must be an integer from ${String(least)} to ${String(most)}, got ${show(json)}`);
  return json;
}

export function oneOfWords<const Word extends string>(json: unknown, words: readonly Word[], field: string): Word {
  if (isNothing(json)) throw invalid(`${field} is required`);
  const found = words.find((word) => word === json);
  if (found === undefined) throw invalid(`${field} must be one of ${words.join(", ")}, got ${show(json)}`);
  return found;
}

export function show(json: unknown): string {
  if (typeof json === "string") return `"${json.slice(0, SHOWN_CHARS_MAX)}"`;
  if (typeof json === "object" && json !== null) return Array.isArray(json) ? "an array" : "an object";
  return String(json);
}
