// Free JSON that people keep with entities: whatever they like, up to a length. Lists show it with each of their rows, so
// that without a bound a page of a thousand entities could be larger than memory.
import { writeJson } from "../lib/json.ts";
import { invalid } from "./errors.ts";

/** Characters of the JSON text of `additionalInfo` and its like. */
export const FREE_JSON_LENGTH_MAX = 65_536;
/** The same for the data of profiles, of which there are few and which hold tables of rules. */
export const PROFILE_DATA_LENGTH_MAX = 262_144;

/** The value itself. Throws `invalid` where its text is longer than `lengthMax` characters. */
export function parseFreeJson<Json extends object | null>(
  value: Json,
  field: string,
  lengthMax: number = FREE_JSON_LENGTH_MAX,
): Json {
  if (value === null) return value;
  const { length } = writeJson(value);
  if (length > lengthMax)
    throw invalid(`${field} may have ${String(lengthMax)} characters as JSON, got ${String(length)}`);
  return value;
}
