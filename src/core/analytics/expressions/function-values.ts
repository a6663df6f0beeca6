// The result of each function of a formula for the values of one row. Missing operands get here only for functions that
// handle them. Source: analytics contract 2.11.
import { indexOfPart } from "../../../lib/text-search.ts";
import { roundHalfAway } from "./rounding.ts";
import { JsonText } from "../../values.ts";
import type { Cell } from "../report/report-engine.ts";
import { dateText, parseDatePattern } from "./date-pattern.ts";
import type { Expression } from "./expression.ts";
import { writtenText, TEXT_RESULT_MAX } from "./functions.ts";
import { capitalized, lengthOf, lowered, numberOfText, replaceAll, substring } from "./text-values.ts";
import { conversionOf } from "./units.ts";

/** The argument values; none is missing or a bigint. */
export type RowFunction = (values: readonly Cell[]) => Cell;

type OfNumbers = (x: number, y: number, z: number) => number | null;
type OfTexts = (x: string, y: string, z: string) => Cell;

const NUMERIC: Readonly<Record<string, OfNumbers>> = {
  abs: Math.abs,
  ceil: Math.ceil,
  floor: Math.floor,
  trunc: Math.trunc,
  sqrt: Math.sqrt,
  exp: Math.exp,
  ln: Math.log,
  log10: Math.log10,
  sign: Math.sign,
  pow: (x, y) => x ** y,
  clamp: (x, low, high) => (low > high ? null : Math.min(Math.max(x, low), high)),
};

const TEXTUAL: Readonly<Record<string, OfTexts>> = {
  upper: (text) => boundedText(capitalized(text)),
  lower: (text) => boundedText(lowered(text)),
  trim: (text) => text.trim(),
  length: lengthOf,
  contains: (text, part) => indexOfPart(text, part) >= 0,
  startsWith: (text, part) => text.startsWith(part),
  // Doubled, because characters outside the BMP have two units; `boundedText` applies the limit in characters.
  replace: (text, part, by) => boundedText(replaceAll(text, part, by, TEXT_RESULT_MAX * 2)),
};

/**
 * `localTime` gives the local time of an instant as if it were UTC. Undefined for a function that needs more than
 * values.
 */
export function rowFunction(
  fn: string,
  call: readonly Expression[],
  localTime: (ts: number) => number,
): RowFunction | undefined {
  const numeric = Object.hasOwn(NUMERIC, fn) ? NUMERIC[fn] : undefined;
  if (numeric !== undefined) return ofNumbers(([x = NaN, y = NaN, z = NaN]) => numeric(x, y, z));
  const textual = Object.hasOwn(TEXTUAL, fn) ? TEXTUAL[fn] : undefined;
  if (textual !== undefined) return ofTexts(([x = "", y = "", z = ""]) => textual(x, y, z));
  switch (fn) {
    case "round":
      return ofNumbers(([x = NaN, decimals = 0]) => roundHalfAway(x, decimals));
    case "min":
      return ofNumbers((numbers) => Math.min(...numbers));
    case "max":
      return ofNumbers((numbers) => Math.max(...numbers));
    case "number":
      return ([value = null]) => numberOf(value);
    case "text":
      return ([value = null]) => textOf(value);
    case "concat":
      return ofTexts((texts) => boundedText(texts.join("")));
    case "substring":
      return ([text = null, start = null, length = null]) =>
        typeof text === "string" && typeof start === "number" && (length === null || typeof length === "number")
          ? substringOf(boundedText(text), start, length)
          : null;
    case "dateText":
      return dateTextBy(writtenText(call[1]) ?? "", localTime);
    case "convert":
      return convertBy(writtenText(call[1]) ?? "", writtenText(call[2]) ?? "");
    default:
      return undefined;
  }
}

/** Turns NaN and infinities into a missing value, and -0 into 0. */
export function finite(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : value === 0 ? 0 : value;
}

/** A text longer than `TEXT_RESULT_MAX` characters becomes missing. */
export function boundedText(text: string | null): string | null {
  if (text === null || text.length <= TEXT_RESULT_MAX) return text;
  return text.length > TEXT_RESULT_MAX * 2 || lengthOf(text) > TEXT_RESULT_MAX ? null : text;
}

function ofNumbers(compute: (numbers: readonly number[]) => number | null): RowFunction {
  return (values) => {
    const numbers = values.filter((value) => typeof value === "number");
    return numbers.length === values.length ? finite(compute(numbers)) : null;
  };
}

function ofTexts(compute: (texts: readonly string[]) => Cell): RowFunction {
  return (values) => {
    const texts = values.map((value) => (typeof value === "string" ? boundedText(value) : null)).filter(isText);
    return texts.length === values.length ? compute(texts) : null;
  };
}

function substringOf(text: string | null, start: number, length: number | null): string | null {
  return text === null ? null : substring(text, start, length);
}

function isText(text: string | null): text is string {
  return text !== null;
}

function numberOf(value: Cell): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string") return numberOfText(value);
  return typeof value === "number" ? value : null;
}

/** The canonical text: the shortest digits that parse to the same number, `true` and `false`, compact JSON. */
function textOf(value: Cell): string | null {
  if (value === null) return null;
  return value instanceof JsonText ? value.text : String(value);
}

function dateTextBy(pattern: string, localTime: (ts: number) => number): RowFunction {
  const parts = parseDatePattern(pattern);
  if (typeof parts === "string") throw new Error(`a checked formula has the pattern "${pattern}": ${parts}`);
  return ([ts = null]) => (typeof ts === "number" ? dateText(localTime(Math.floor(ts)), parts) : null);
}

function convertBy(from: string, to: string): RowFunction {
  const conversion = conversionOf(from, to);
  if (typeof conversion === "string") throw new Error(`a checked formula converts "${from}" to "${to}": ${conversion}`);
  const { before, multiply, divide, after } = conversion;
  return ([x = null]) => (typeof x === "number" ? finite(((x + before) * multiply) / divide + after) : null);
}
