// What a source takes of a stored value: the whole, or the part of its JSON that a path names, as the type that is asked
// for. The engine says the same of samples in its own words. Source: analytics contract 2.5, 2.7.
import { memberText } from "../../../lib/json-member.ts";
import { parseExactly } from "../../../lib/json.ts";
import { JsonText, type Value } from "../../values.ts";
import { numberOfText } from "../expressions/text-values.ts";
import type { Cast } from "../view/table-view.ts";
import type { Cell } from "./report-engine.ts";
import { canonicalText } from "./filters/cell-filter.ts";

/** Missing where the JSON has nothing at the path, or the value is none of the type. `path`: names joined by dots. */
export function addressedValue(value: Value, path: string | null, cast: Cast = "auto"): Cell {
  const addressed = path === null ? value : memberAt(value, path.split("."));
  return addressed === null ? null : castTo(addressed, cast);
}

function memberAt(value: Value, path: readonly string[]): Cell {
  if (!(value instanceof JsonText)) return null;
  let { text } = value;
  for (const name of path) {
    // Members have names; places in arrays have none.
    if (!text.startsWith("{")) return null;
    const member = memberText(text, name);
    if (member === undefined) return null;
    text = member;
  }
  if (text.startsWith("{") || text.startsWith("[")) return new JsonText(text);
  const scalar = parseExactly(text);
  switch (typeof scalar) {
    case "string":
    case "number":
    case "bigint":
    case "boolean":
      return scalar;
    default:
      return null;
  }
}

function castTo(value: Value, cast: Cast): Cell {
  switch (cast) {
    case "auto":
      return value;
    case "text":
      return canonicalText(value);
    case "number":
      if (typeof value === "string") return numberOfText(value);
      return value instanceof JsonText ? null : typeof value === "boolean" ? Number(value) : value;
    case "boolean": {
      if (value instanceof JsonText) return null;
      if (typeof value !== "string") return Boolean(value);
      const word = value.toLowerCase();
      return word === "true" ? true : word === "false" ? false : null;
    }
  }
}
