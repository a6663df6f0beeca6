// Reading JSON that may be anything.
import { parseNamed } from "../../src/lib/json-names.ts";

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined for a text that is no JSON, which is no value of JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseNamed(text);
  } catch {
    return undefined;
  }
}
