// Attributes and telemetry in the bodies of REST calls, parsed into typed values. Source: REST contract 9 and 9.3.
import { Type } from "typebox";
import { parseLabel } from "../../core/entity-text.ts";
import { invalid } from "../../core/errors.ts";
import { TS_ABS_MAX } from "../../core/telemetry/telemetry.ts";
import { castNumeric, parseValue, requireKey, type Value, type ValueLimits } from "../../core/values.ts";
import { millis, type EpochMillis } from "../../lib/clock.ts";
import { jsonKind } from "../../lib/json.ts";
import { EXAMPLE_TIME } from "./example-values.ts";
import { parseJsonBody } from "./json-body.ts";
import { isObject } from "../../lib/members.ts";

/** Values by key. */
export const AttributeValues = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: "object",
  title: "AttributeValues",
  description: "Values by their keys. Members that are null are skipped.",
  additionalProperties: true,
  examples: [{ mode: "eco", limit: 42 }],
});

/**
 * The forms of REST contract 9.3. No type is generated: a union of them would be useless to callers who know which form
 * they send.
 */
export const TelemetryInput = Type.Unknown({
  description:
    "Values by their keys, at the time of receipt; or with their time, as `ts` and `values`; or an array of either.",
  examples: [{ ts: EXAMPLE_TIME, values: { temperature: 21.5, mode: "eco" } }],
});

export interface ValueBodyOptions extends ValueLimits {
  /** Converts strings that spell a number into that number. */
  readonly castStrings: boolean;
}

export type NamedValue = readonly [key: string, value: Value];

export interface SentPoint {
  readonly ts: EpochMillis;
  readonly values: readonly NamedValue[];
}

/**
 * The attributes in a body `{"key":value,...}`; null members are left out. Throws `invalid`, also if no attribute is
 * left.
 */
export function parseAttributesBody(text: string, options: ValueBodyOptions): readonly NamedValue[] {
  const values = parseMembers(membersOf(parseJsonBody(text), "the body", "a JSON object"), options);
  if (values.length === 0) throw invalid("the body must name at least one attribute with a value");
  return values;
}

/**
 * The points in a telemetry body; `now` is the time of those without one. Throws `invalid`, in which case nothing may
 * be stored.
 */
export function parseTelemetryBody(text: string, now: EpochMillis, options: ValueLimits): readonly SentPoint[] {
  const body = parseJsonBody(text);
  const points = Array.isArray(body)
    ? body.map((entry: unknown) => parsePoint(entry, now, options))
    : [parsePoint(body, now, options)];
  const filled = points.filter((point) => point.values.length > 0);
  if (filled.length === 0) throw invalid("the body must hold at least one telemetry value");
  return filled;
}

function parsePoint(entry: unknown, now: EpochMillis, options: ValueLimits): SentPoint {
  const members = membersOf(entry, "a telemetry entry", "an object");
  // Without "values" an object is all values, and "ts" is an ordinary key.
  if (!Object.hasOwn(members, "ts") || !Object.hasOwn(members, "values"))
    return { ts: now, values: parseMembers(members, options) };
  return {
    ts: parseTs(members["ts"]),
    values: parseMembers(membersOf(members["values"], '"values"', "an object"), options),
  };
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown, what: string, wanted: string): Members {
  if (!isObject(value)) throw invalid(`${what} must be ${wanted}, got ${jsonKind(value)}`);
  return value;
}

function parseTs(ts: unknown): EpochMillis {
  if (typeof ts !== "number" || !Number.isInteger(ts))
    throw invalid(
      `"ts" must be milliseconds since 1970 as an integer, got ${typeof ts === "number" ? String(ts) : jsonKind(ts)}`,
    );
  if (Math.abs(ts) > TS_ABS_MAX) throw invalid(`"ts" must lie within ±${String(TS_ABS_MAX)} ms, got ${String(ts)}`);
  return millis(ts);
}

// A body may have a million members, so no list of pairs is made of them. Each is an own member, including `__proto__`.
function parseMembers(members: Members, options: ValueLimits & { readonly castStrings?: boolean }): NamedValue[] {
  const values: NamedValue[] = [];
  for (const key of Object.keys(members)) {
    if (!PLAIN_KEY.test(key)) {
      requireKey(key);
      parseLabel(key, `the key "${key.slice(0, 32)}"`);
    }
    const value = parseValue(members[key], key, options);
    if (value !== undefined)
      values.push([key, typeof value === "string" && options.castStrings === true ? castNumeric(value) : value]);
  }
  return values;
}

/** Matches nearly all keys; a match satisfies every rule for keys. */
const PLAIN_KEY = /^[A-Za-z0-9_][A-Za-z0-9_.: -]{0,254}$/;
