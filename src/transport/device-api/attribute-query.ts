// Which attributes are requested, by the names of the device API: `clientKeys` and `sharedKeys`, each a comma-separated
// list or an array. Source: MQTT contract 6.3, and shape N of 4.5.
import { invalid } from "../../core/errors.ts";
import type { Members } from "./payload.ts";
import { asText } from "../../lib/scalars.ts";

/** "none": the scope was not requested. */
export type WantedKeys = readonly string[] | "all" | "none";

export interface AttributeQuery {
  readonly client: WantedKeys;
  readonly shared: WantedKeys;
}

/**
 * Without either list, requests all attributes of both scopes. Throws `invalid` if a list is neither text nor an array
 * of texts.
 */
export function parseAttributeQuery(members: Members): AttributeQuery {
  return bothUnlessOne({
    client: parseKeyList(members.get("clientKeys"), "clientKeys"),
    shared: parseKeyList(members.get("sharedKeys"), "sharedKeys"),
  });
}

/** A request for no scope at all means both scopes. */
export function bothUnlessOne(query: AttributeQuery): AttributeQuery {
  return query.client === "none" && query.shared === "none" ? { client: "all", shared: "all" } : query;
}

/** An empty list means all keys of the scope. */
function parseKeyList(value: unknown, name: string): WantedKeys {
  if (value === undefined || value === null) return "none";
  const list = asText(value);
  if (typeof list === "string") return allIfEmpty(list.split(",").filter((key) => key !== ""));
  return allIfEmpty(parseKeys(list, name));
}

export function parseKeys(value: unknown, name: string): readonly string[] {
  if (!Array.isArray(value)) throw invalid(`"${name}" must be an array of attribute keys, got ${typeof value}`);
  const keys: string[] = [];
  for (const key of (value as unknown[]).map(asText)) {
    if (typeof key !== "string")
      throw invalid(`"${name}" must hold attribute keys as texts, got ${key === null ? "null" : typeof key}`);
    keys.push(key);
  }
  return [...new Set(keys)];
}

export function allIfEmpty(keys: readonly string[]): readonly string[] | "all" {
  return keys.length === 0 ? "all" : keys;
}
