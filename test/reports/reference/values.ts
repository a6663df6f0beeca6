// What values are to each other: canonical text, numbers, casts, parts of JSON, order. Source: analytics contract 2.7, 3.7.
import type { Cast } from "../../../src/core/analytics/view/table-view.ts";
import type { Value } from "../../../src/core/values.ts";
import { JsonText } from "../../../src/core/values.ts";
import { parseNamed } from "../../../src/lib/json-names.ts";
import type { Cell } from "./reference-input.ts";

const JSON_NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
const DECIMAL = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

export function canonical(value: Value): string {
  if (value instanceof JsonText) return value.text;
  return Object.is(value, -0) ? "0" : String(value);
}

/** As a number of arithmetic; null for texts and JSON. */
export function numeric(value: Cell): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" ? value : null;
}

/** Where a number is asked for: a text is the one that it spells, all other values stay. */
export function withNumber(value: Value): Value {
  if (typeof value !== "string" || !DECIMAL.test(value.trim())) return value;
  return finite(Number(value)) ?? value;
}

export function numbersOf(values: readonly Cell[]): number[] {
  return values.map(numeric).filter((value) => value !== null);
}

/** A number as a cell. */
export function finite(value: number | null): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  return value === 0 ? 0 : value;
}

export function numberInText(text: string): number | null {
  const trimmed = text.trim();
  return JSON_NUMBER.test(trimmed) ? finite(Number(trimmed)) : null;
}

/** Null where the value has to be skipped. There is one zero. */
export function castTo(value: Value, cast: Cast): Cell {
  const cell = castCell(value, cast);
  return Object.is(cell, -0) ? 0 : cell;
}

function castCell(value: Value, cast: Cast): Cell {
  switch (cast) {
    case "auto":
      return value;
    case "number":
      if (typeof value === "string") return numberInText(value);
      return value instanceof JsonText ? null : typeof value === "boolean" ? Number(value) : value;
    case "text":
      return canonical(value);
    case "boolean":
      if (typeof value === "boolean") return value;
      if (typeof value === "string")
        return value.toLowerCase() === "true" ? true : value.toLowerCase() === "false" ? false : null;
      return value instanceof JsonText ? null : Number(value) !== 0;
  }
}

/** Undefined where there is no value at the path. */
export function atPath(value: Value, path: string | null): Value | undefined {
  if (path === null) return value;
  if (!(value instanceof JsonText)) return undefined;
  let json: unknown = parseNamed(value.text);
  for (const name of path.split(".")) {
    if (typeof json !== "object" || json === null || Array.isArray(json) || !Object.hasOwn(json, name))
      return undefined;
    json = new Map<string, unknown>(Object.entries(json)).get(name);
  }
  if (typeof json === "string" || typeof json === "number" || typeof json === "boolean") return json;
  return json === null || json === undefined ? undefined : new JsonText(JSON.stringify(json));
}

/** By code point. */
export function compareTexts(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/** Numbers, then booleans, then texts, then JSON. */
export function compareValues(left: Value, right: Value): number {
  const [rank, other] = [rankOf(left), rankOf(right)];
  if (rank !== other) return rank - other;
  if (rank <= 1) return left < right ? -1 : left > right ? 1 : 0;
  return compareTexts(canonical(left), canonical(right));
}

function rankOf(value: Value): number {
  if (typeof value === "number" || typeof value === "bigint") return 0;
  if (typeof value === "boolean") return 1;
  return typeof value === "string" ? 2 : 3;
}

/** One cell for values of one canonical text: the value when all are of one type, else the text. */
export function sharedCell(values: readonly Value[]): Cell {
  const [first] = values;
  if (first === undefined) return null;
  const isOneType = values.every((value) => rankOf(value) === rankOf(first));
  return isOneType ? (Object.is(first, -0) ? 0 : first) : canonical(first);
}
