// Attributes as a client writes them, `{"key":value,…}`, parsed into typed values. Source: MQTT contract 4.4, 5.2, 5.3.
import type { AttributeValues } from "../../core/attributes/attribute.ts";
import { isKey, invalidKey, parseValue, type Value, type ValueLimits } from "../../core/values.ts";
import { requireObject } from "./payload.ts";

/** Members that are null are left out. Throws `invalid` for the first bad key or value, or when `json` is no object. */
export function parseAttributeValues(json: unknown, what: string, limits: ValueLimits): AttributeValues {
  const values: (readonly [string, Value])[] = [];
  for (const [key, member] of Object.entries(requireObject(json, what)) as [string, unknown][]) {
    if (!isKey(key)) throw invalidKey(key);
    const value = parseValue(member, key, limits);
    if (value !== undefined) values.push([key, value]);
  }
  return values;
}
