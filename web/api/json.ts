// Reading JSON that may be anything.
import { parseNamed } from "../../src/lib/json-names.ts";

/** Undefined if the text is not JSON; undefined is not a JSON value. */
export function parseJson(text: string): unknown {
  try {
    return parseNamed(text);
  } catch {
    return undefined;
  }
}
