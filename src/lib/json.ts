// Strict JSON without loss: integers outside the safe range of a double become bigints, and nested objects keep the
// order of their members. JSON.parse does the work; slower code runs only for texts that need it.
import { isUtf8 } from "node:buffer";
import { namesInOrder, parseInOrder, parseNamed } from "./json-names.ts";
import { depthOf } from "./json-text.ts";

/**
 * A run of digits that may exceed a double's precision, or a fraction that an exponent may turn into such a run. Runs are
 * tried from their beginning only.
 */
const LONG_INTEGER = /(?<![0-9])[0-9]{16}|[0-9]\.[0-9]+[eE]/;
/** A member name that JavaScript treats as an index and moves before all others. */
const INDEX_NAME = /"(?:0|[1-9][0-9]{0,9})"[ \t\r\n]*:/;
const INTEGER_LITERAL = /^-?[0-9]+$/;
const EXPONENT_LITERAL = /^(-?)([0-9]+)(?:\.([0-9]+))?[eE]([+-]?[0-9]+)$/;

export const JSON_DEPTH_MAX = 64;

/**
 * Stands for NaN and the infinities, which JSON lacks, in a repaired text. No client writes this number. It has enough
 * digits to trigger the exact parse, which turns it into NaN.
 */
export const NAN_LITERAL = "1e0000000000000400";

export class JsonError extends Error {}

/** Decodes UTF-8 or throws. A byte order mark stays in the text, where JSON does not allow it. */
export function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  // Invalid bytes decode to a replacement character. In a one-byte string the search ends at once.
  if (text.includes("\ufffd") && !isUtf8(bytes)) throw new JsonError("the payload is not valid UTF-8");
  return text;
}

/** Whether a text may contain an integer that a double would round. */
export function hasLongInteger(text: string): boolean {
  return LONG_INTEGER.test(text);
}

/** Whether an object in the text may lose the order of its members when parsed. */
export function hasIndexName(text: string): boolean {
  return INDEX_NAME.test(text);
}

export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = parseNamed(text);
  } catch (error) {
    throw new JsonError(`the payload is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const isNested = typeof value === "object" && value !== null;
  if (isNested && depthOf(text, JSON_DEPTH_MAX) > JSON_DEPTH_MAX) throw tooDeep(JSON_DEPTH_MAX);
  if (hasLongInteger(text)) return parseExactly(text);
  return isNested && hasIndexName(text) ? parseInOrder(text) : value;
}

/**
 * Like `JSON.parse`, but integers beyond ±(2^53-1) become bigints (with an exponent only if they are within int64), and
 * the order of members is kept for `writeInOrder`. A number beyond the range of a double is infinite, however it is
 * written. Does not check the depth. Ten times as fast as a reviver of JSON.parse.
 */
export function parseExactly(text: string): unknown {
  // Called for its errors, because `parseInOrder` only accepts valid texts.
  JSON.parse(text);
  return parseInOrder(text, scalarExactly);
}

function scalarExactly(text: string): unknown {
  if (text === NAN_LITERAL) return NaN;
  const value: unknown = JSON.parse(text);
  return typeof value === "number" && !Number.isSafeInteger(value) ? exactly(value, text) : value;
}

function exactly(value: number, source: string): number | bigint {
  // Beyond 309 digits; making a bigint of millions of digits would take minutes.
  if (!Number.isFinite(value)) return value;
  if (INTEGER_LITERAL.test(source)) return BigInt(source);
  if (!Number.isInteger(value) || Math.abs(value) > 2 ** 63) return value;
  const [, sign = "", whole = "", fraction = "", exponent = ""] = EXPONENT_LITERAL.exec(source) ?? [];
  // Integer digits shifted by a small exponent: the value is within int64.
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (exponent === "" || /[1-9]/.test(digits.slice(Math.max(0, point)))) return value;
  const integer = BigInt(sign + digits.slice(0, point).padEnd(point, "0"));
  return BigInt.asIntN(64, integer) === integer ? integer : value;
}

/** Whether a value is or contains NaN. This happens only in repaired texts. */
export function hasNaN(json: unknown): boolean {
  if (typeof json === "object" && json !== null) return Object.values(json).some(hasNaN);
  return Number.isNaN(json);
}

/** Writes what `parseJson` parses; bigints are written with every digit. */
export function writeJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  try {
    return JSON.stringify(value);
  } catch (error) {
    // The value contains a bigint, and only such values pay for a slower writer.
    if (!(error instanceof TypeError)) throw error;
    return writeWithBigints(value) ?? "null";
  }
}

/** Undefined for what JSON leaves out. With many bigints a replacer of JSON.stringify takes seven times as long. */
function writeWithBigints(value: unknown): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "null";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const element of value) text += `${text === "" ? "" : ","}${writeWithBigints(element) ?? "null"}`;
    return `[${text}]`;
  }
  for (const [name, member] of Object.entries(value)) {
    const written = writeWithBigints(member);
    if (written !== undefined) text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${written}`;
  }
  return `{${text}}`;
}

/** Like `writeJson`, with members in the order in which they were parsed. */
export function writeInOrder(value: unknown): string {
  const names = typeof value === "object" && value !== null ? namesInOrder(value) : undefined;
  if (names === undefined) return writeJson(value);
  if (Array.isArray(value)) return `[${value.map(writeInOrder).join(",")}]`;
  const members = value as Readonly<Record<string, unknown>>;
  return `{${Array.from(names, (name) => `${JSON.stringify(name)}:${writeInOrder(members[name])}`).join(",")}}`;
}

/** The JSON type of a value, for error messages. */
export function jsonKind(json: unknown): string {
  if (json === null) return "null";
  return Array.isArray(json) ? "an array" : typeof json === "object" ? "an object" : `a ${typeof json}`;
}

/** Checks no deeper than the limit, so that hostile nesting cannot exhaust the stack. */
export function requireDepth(value: object): void {
  if (isDeeper(value, JSON_DEPTH_MAX)) throw tooDeep(JSON_DEPTH_MAX);
}

function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const child of children)
    if (typeof child === "object" && child !== null && isDeeper(child, levels - 1)) return true;
  return false;
}

function tooDeep(depthMax: number): JsonError {
  return new JsonError(`the payload is nested deeper than ${String(depthMax)} levels`);
}
