// The value of an attribute or telemetry point, with its JSON type as sent.
import { hasNaN, JsonError, requireDepth, writeInOrder } from "../lib/json.ts";
import { DomainError, invalid } from "./errors.ts";

/** An object or array, stored as compact JSON text. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** `bigint` only for integers within int64 that a double cannot hold; any other integer is a `number`. */
export type Value = boolean | number | bigint | string | JsonText;

/** A value as plain data, which is the same after it was written as JSON and read: for what nodes say to each other. */
export type PlainValue = boolean | number | string | { readonly integer: string } | { readonly json: string };

export function plainOf(value: Value): PlainValue {
  if (typeof value === "bigint") return { integer: value.toString() };
  return value instanceof JsonText ? { json: value.text } : value;
}

export function valueOf(plain: PlainValue): Value {
  if (typeof plain !== "object") return plain;
  return "integer" in plain ? BigInt(plain.integer) : new JsonText(plain.json);
}

export interface ValueLimits {
  /** Maximum string length in characters; 0 means no limit other than the packet size. */
  readonly stringLengthMax: number;
}

/** Converts a string that is the shortest form of a number to that number: "21.5" and "7", but not "007" or "1e5". */
export function castNumeric(text: string): Value {
  if (!SHORT_NUMBER.test(text)) return text;
  const number = Number(text);
  if (String(number) === text) return number;
  if (text.includes(".") || text === "-0") return text;
  const integer = BigInt(text);
  return integer > INT64_MAX || integer < INT64_MIN ? text : integer;
}

const SHORT_NUMBER = /^-?(0|[1-9][0-9]{0,18})(\.[0-9]{1,17})?$/;

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/**
 * Converts a parsed JSON value; `undefined` for null, which is skipped everywhere. `key` names the member in errors.
 * The rules are in MQTT contract, section 5.2: an integer beyond int64 becomes the string of its digits, a magnitude
 * beyond double range is refused, and so is NaN, with the reason "not-a-number".
 */
export function parseValue(json: unknown, key: string, limits: ValueLimits): Value | undefined {
  switch (typeof json) {
    case "number":
      if (!Number.isFinite(json)) throw Number.isNaN(json) ? notANumber([key]) : beyondDouble(key);
      return json;
    case "boolean":
      return json;
    case "string":
      if (limits.stringLengthMax > 0 && json.length > limits.stringLengthMax)
        throw invalid(
          `the value of "${key}" may have ${String(limits.stringLengthMax)} characters, got ${String(json.length)}`,
        );
      // An unpaired surrogate has no UTF-8 encoding, so a different character than was sent would be stored.
      if (!json.isWellFormed()) throw invalid(`the value of "${key}" must be well-formed Unicode text`);
      return json;
    case "bigint":
      return json > INT64_MAX || json < INT64_MIN ? json.toString() : json;
    case "object":
      if (json === null) return undefined;
      try {
        requireDepth(json);
      } catch (error) {
        if (error instanceof JsonError) throw invalid(`the value of "${key}": ${error.message}`);
        throw error;
      }
      if (!isFiniteThroughout(json)) throw hasNaN(json) ? notANumber([key]) : beyondDouble(key);
      return new JsonText(writeInOrder(json));
    default:
      throw invalid(`the value of "${key}" is not JSON`);
  }
}

/** Whether all numbers inside are finite: one too large for a double would be written as null. */
function isFiniteThroughout(json: object): boolean {
  return (Object.values(json) as unknown[]).every((member) =>
    typeof member === "object" && member !== null
      ? isFiniteThroughout(member)
      : typeof member !== "number" || Number.isFinite(member),
  );
}

function beyondDouble(key: string): Error {
  return invalid(`the value of "${key}" is beyond the range of a double`);
}

const KEYS_SHOWN_MAX = 20;

/** The error for NaN or infinite values of these keys. The other values of their entry may be accepted. */
export function notANumber(keys: readonly string[]): DomainError {
  const names = keys.slice(0, KEYS_SHOWN_MAX).map((key) => `"${key}"`);
  const others = keys.length - names.length;
  const shown = `${names.join(", ")}${others > 0 ? ` and ${String(others)} more` : ""}`;
  return new DomainError("invalid", `NaN and the infinities are no numbers of JSON: ${shown} not stored`, {
    reason: "not-a-number",
  });
}

/** The result of `parse`. Only values that are NaN or infinite are left out; their keys are added to `leftOut`. */
export function finiteOrLeftOut(
  json: unknown,
  { key, leftOut }: { readonly key: string; readonly leftOut: string[] },
  parse: () => Value | undefined,
): Value | undefined {
  // Checked first, because throwing an error for each of thousands of values would be slow.
  if (!hasNaN(json)) return parse();
  leftOut.push(key);
  return undefined;
}

const KEY_LENGTH_MAX = 255;

/**
 * Validates a key of an attribute or of telemetry: 1 to 255 characters of well-formed Unicode text, not blank, no
 * U+0000. Source: MQTT contract 5.3. Unpaired surrogates would make two keys equal when stored.
 */
export function requireKey(key: string): void {
  if (!isKey(key)) throw invalidKey(key);
}

export function isKey(key: string): boolean {
  // Nearly all keys begin with a visible character, which proves "not blank" without a search.
  return (
    key.length > 0 &&
    key.length <= KEY_LENGTH_MAX &&
    (key.charCodeAt(0) > 0x20 && key.charCodeAt(0) < 0x7f ? true : key.trim() !== "") &&
    !key.includes("\0") &&
    key.isWellFormed()
  );
}

export function invalidKey(key: string): Error {
  if (key.length > KEY_LENGTH_MAX)
    return invalid(
      `a key may have 1 to ${String(KEY_LENGTH_MAX)} characters, got ${String(key.length)}: "${key.slice(0, 32)}…"`,
    );
  const rule = key.isWellFormed() ? "not be blank or contain U+0000" : "be well-formed Unicode text";
  return invalid(`a key must ${rule}, got ${JSON.stringify(key)}`);
}
