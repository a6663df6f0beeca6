// The example of a schema: its own, or one put together from those of its parts.
import { isObject } from "./json.ts";

/** Undefined where some part has none, so that a half example is never shown. */
export function exampleOf(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  const { examples, enum: words, const: constant, anyOf, items, properties, type } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown;
  if (constant !== undefined) return constant;
  if (Array.isArray(words)) return words[0] as unknown;
  if (Array.isArray(anyOf)) return anyOf.map(exampleOf).find((example) => example !== undefined);
  if (Array.isArray(type) && type.includes("null")) return null;
  if (type === "array") {
    const item = exampleOf(items);
    return item === undefined ? undefined : [item];
  }
  if (type !== "object" || !isObject(properties)) return undefined;
  const members = Object.entries(properties).map(([name, member]) => [name, exampleOf(member)] as const);
  return members.some(([, example]) => example === undefined) ? undefined : Object.fromEntries(members);
}
