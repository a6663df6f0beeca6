// Reads times, keys and values of imported rows. Each reader returns the value or the reason why it is refused, instead
// of throwing: a file of a million wrong rows is read as fast as one of valid rows.
import { parseLabel } from "../../../core/entity-text.ts";
import { DomainError } from "../../../core/errors.ts";
import type { RefusalReason, RefusedField } from "../../../core/history/import-report.ts";
import { TS_ABS_MAX } from "../../../core/telemetry/telemetry.ts";
import { JsonText, parseValue, requireKey, type Value, type ValueLimits } from "../../../core/values.ts";
import { unguarded } from "../../../lib/csv-guard.ts";
import { JsonError, parseJson } from "../../../lib/json.ts";

/** The reason why part of a row is refused. */
export class Refused {
  readonly field: RefusedField;
  readonly reason: RefusalReason;
  readonly message: string;

  constructor(field: RefusedField, reason: RefusalReason, message: string) {
    this.field = field;
    this.reason = reason;
    this.message = message;
  }
}

export const VALUE_TYPES = ["number", "boolean", "string", "json"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

const MILLIS = /^-?[0-9]{1,16}$/;
/** Date and time with an offset from UTC, without which the text would depend on the time zone. */
const ISO_TIME =
  /^[+-]?[0-9]{4,6}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?(Z|[+-][0-9]{2}:?[0-9]{2})$/i;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const INTEGER = /^-?[0-9]+$/;
const SHOWN_MAX = 64;

/** Milliseconds since 1970, or ISO 8601 with an offset. */
export function readTime(text: string): number | Refused {
  if (MILLIS.test(text)) {
    const ts = Number(text);
    return Math.abs(ts) <= TS_ABS_MAX ? ts : wrongTime(text);
  }
  if (text === "") return new Refused("ts", "missing", "a row needs its time");
  if (!ISO_TIME.test(text)) return wrongTime(text);
  const ts = Date.parse(text.replace(" ", "T").replace(",", ".").toUpperCase());
  return Number.isNaN(ts) ? wrongTime(text) : ts;
}

export function wrongTime(shown: string): Refused {
  return new Refused(
    "ts",
    "invalid",
    `ts must be milliseconds since 1970 or ISO 8601 with an offset, got "${shown.slice(0, SHOWN_MAX)}"`,
  );
}

/** Undefined if the key is valid. Use `KeyCheck` to check each key only once. */
export function refusedKey(key: string): Refused | undefined {
  try {
    requireKey(key);
    parseLabel(key, `the key "${key.slice(0, 32)}"`);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return new Refused("key", "invalid", error.message);
    throw error;
  }
}

/** Remembers valid keys: files have few keys and many rows. */
export class KeyCheck {
  readonly #keysMax = 50_000;
  readonly #passed = new Set<string>();

  refused(key: string): Refused | undefined {
    if (this.#passed.has(key)) return undefined;
    const refused = refusedKey(key);
    if (refused === undefined && this.#passed.size < this.#keysMax) this.#passed.add(key);
    return refused;
  }
}

/** Reads a CSV value by its type column, or without a type by its appearance. */
export function readText(
  text: string,
  type: ValueType | undefined,
  key: string,
  options: ValueLimits,
): Value | Refused {
  switch (type) {
    case "number":
      return NUMBER.test(text)
        ? numberOf(text, key)
        : new Refused("value", "invalid", `the value of "${key}" is no number: "${text.slice(0, SHOWN_MAX)}"`);
    case "boolean":
      return text === "true" || text === "false"
        ? text === "true"
        : new Refused(
            "value",
            "invalid",
            `the value of "${key}" is neither true nor false: "${text.slice(0, SHOWN_MAX)}"`,
          );
    case "json":
      return readJsonText(text, key, options);
    case "string":
      return typed(unguarded(text), key, options);
    case undefined:
      if (NUMBER.test(text)) return numberOf(text, key);
      return text === "true" ? true : text === "false" ? false : typed(unguarded(text), key, options);
  }
}

/** Reads a JSON value; undefined for null. */
export function readJson(json: unknown, key: string, options: ValueLimits): Value | Refused | undefined {
  if (typeof json === "number" && Number.isFinite(json)) return json;
  if (json === null || json === undefined) return undefined;
  return typed(json, key, options);
}

function readJsonText(text: string, key: string, options: ValueLimits): Value | Refused {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return new Refused(
      "value",
      "invalid",
      `the value of "${key}" is not JSON: ${error.message.slice(0, 2 * SHOWN_MAX)}`,
    );
  }
  const value = typed(json, key, options);
  return value instanceof JsonText || value instanceof Refused
    ? value
    : new Refused("value", "invalid", `the value of "${key}" has the type json, which is an object or an array`);
}

/** Integers keep their digits; one beyond 64 bits becomes a string, as everywhere. */
function numberOf(text: string, key: string): Value | Refused {
  const value = Number(text);
  if (!Number.isFinite(value))
    return new Refused("value", "invalid", `the value of "${key}" is beyond the range of a double`);
  if (Number.isSafeInteger(value) || !INTEGER.test(text)) return value;
  const integer = BigInt(text);
  return BigInt.asIntN(64, integer) === integer ? integer : integer.toString();
}

function typed(json: unknown, key: string, options: ValueLimits): Value | Refused {
  try {
    return parseValue(json, key, options) ?? new Refused("value", "missing", `"${key}" has no value`);
  } catch (error) {
    if (error instanceof DomainError) return new Refused("value", "invalid", error.message);
    throw error;
  }
}
