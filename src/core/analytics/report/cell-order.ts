// The order of cells: numbers, then truth values, then texts by code point, then JSON by its text. Missing cells stand where
// the caller says, whatever the direction. Source: analytics contract 3.10.
import { JsonText } from "../../values.ts";
import { compareTexts } from "../expressions/text-values.ts";
import type { Cell } from "./report-engine.ts";

type Present = Exclude<Cell, null>;

/** Negative, zero or positive, as `left` comes before, with, or after `right`. */
export function compareCells(left: Cell, right: Cell, direction: "asc" | "desc", missing: "first" | "last"): number {
  if (left === null || right === null) {
    if (left === right) return 0;
    return (left === null) === (missing === "first") ? -1 : 1;
  }
  const order = comparePresent(left, right);
  return direction === "asc" ? order : -order;
}

function comparePresent(left: Present, right: Present): number {
  const [one, other] = [rankOf(left), rankOf(right)];
  if (one !== other) return one - other;
  if (left instanceof JsonText && right instanceof JsonText) return compareTexts(left.text, right.text);
  if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

function rankOf(cell: Present): number {
  if (cell instanceof JsonText) return 3;
  if (typeof cell === "string") return 2;
  return typeof cell === "boolean" ? 1 : 0;
}
