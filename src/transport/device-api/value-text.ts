// Stored values as JSON text, each with the type and every digit it was sent with. Text instead of objects, because a
// JavaScript object would reorder names that look like numbers and round large integers inside stored JSON.
import { writeJson } from "../../lib/json.ts";
import { JsonText, type Value } from "../../core/values.ts";

export function writeValue(value: Value): string {
  return value instanceof JsonText ? value.text : writeJson(value);
}

/** `{"key":value,…}` in the order given. */
export function writeValues(values: Iterable<readonly [string, Value]>): string {
  let text = "{";
  for (const [key, value] of values) text += `${text.length > 1 ? "," : ""}${JSON.stringify(key)}:${writeValue(value)}`;
  return text + "}";
}

/** What a client is sent when attributes were deleted. Source: MQTT contract 4.6 and 8. */
export function writeDeletedKeys(keys: readonly string[]): string {
  return `{"deleted":${JSON.stringify(keys)}}`;
}
