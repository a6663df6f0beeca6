// Reads and writes values. In: attributes as a client writes them, `{"key":value,…}` (MQTT contract 4.4, 5.2, 5.3).
// Out: JSON text with the type and every digit that was sent; a JavaScript object would reorder names that look like
// integers and round large integers inside stored JSON.
import type { AttributeValues } from "../../core/attributes/attribute.ts";
import {
  invalidKey,
  isKey,
  JsonText,
  parseValue,
  finiteOrLeftOut,
  type Value,
  type ValueLimits,
} from "../../core/values.ts";
import { writeJson } from "../../lib/json.ts";
import { requireObject } from "./payload.ts";

interface AttributeRules extends ValueLimits {
  /**
   * Collects the keys of NaN and infinite values, which are then left out; without it they are refused like any bad
   * value.
   */
  readonly leftOut?: string[];
}

/** Leaves out null members. Throws `invalid` for the first bad key or value, or if `json` is not an object. */
export function parseAttributeValues(json: unknown, what: string, rules: AttributeRules): AttributeValues {
  const values: (readonly [string, Value])[] = [];
  for (const [key, member] of Object.entries(requireObject(json, what)) as [string, unknown][]) {
    if (!isKey(key)) throw invalidKey(key);
    const parse = (): Value | undefined => parseValue(member, key, rules);
    const value =
      rules.leftOut === undefined ? parse() : finiteOrLeftOut(member, { key, leftOut: rules.leftOut }, parse);
    if (value !== undefined) values.push([key, value]);
  }
  return values;
}

export function writeValue(value: Value): string {
  return value instanceof JsonText ? value.text : writeJson(value);
}

/** `{"key":value,…}` in the order given. */
export function writeValues(values: Iterable<readonly [string, Value]>): string {
  let text = "{";
  for (const [key, value] of values) text += `${text.length > 1 ? "," : ""}${JSON.stringify(key)}:${writeValue(value)}`;
  return text + "}";
}

/** The message to a client about deleted attributes. Source: MQTT contract 4.6 and 8. */
export function writeDeletedKeys(keys: readonly string[]): string {
  return `{"deleted":${JSON.stringify(keys)}}`;
}
