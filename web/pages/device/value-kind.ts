// The kind of value that a text of the platform spells: live values arrive as text whatever their type, which is known
// from elsewhere or guessed.
import { parseJson } from "../../api/json.ts";

export type ValueKind = "number" | "boolean" | "json" | "text";

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The kind of a value that came with its type. */
export function kindOfTyped(value: unknown): ValueKind {
  switch (typeof value) {
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "string":
      return "text";
    default:
      return "json";
  }
}

/** `known` applies if the text can be such a value: a key may change its type at any time. */
export function kindOfText(text: string, known: ValueKind | undefined): ValueKind {
  if (known === "text" || (known !== undefined && spells(text, known))) return known;
  return (["number", "boolean", "json"] as const).find((kind) => spells(text, kind)) ?? "text";
}

function spells(text: string, kind: ValueKind): boolean {
  switch (kind) {
    case "number":
      return NUMBER.test(text);
    case "boolean":
      return text === "true" || text === "false";
    case "json":
      return /^[[{]/.test(text) && isJson(text);
    case "text":
      return true;
  }
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
}
