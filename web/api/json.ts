// Reading JSON that may be anything.
import { parseNamed } from "../../src/lib/json-names.ts";

/** Undefined for a text that is no JSON, which is no value of JSON. */
export function parseJson(text: string): unknown {
  try {
    return parseNamed(text);
  } catch {
    return undefined;
  }
}
