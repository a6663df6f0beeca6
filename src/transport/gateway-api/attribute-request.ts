// The shapes of a gateway's attribute request: the specification's own (S), two older ones that existing clients send
// (L1, L2), and one with the names of the device API (N). They differ in their members. Source: MQTT contract 4.5.
import { parseDeviceName, type DeviceName } from "../../core/devices/device.ts";
import { invalid } from "../../core/errors.ts";
import {
  allIfEmpty,
  bothUnlessOne,
  parseAttributeQuery,
  parseKeys,
  type AttributeQuery,
  type WantedKeys,
} from "../device-api/attribute-query.ts";
import { membersOf, requireObject, type Members } from "../device-api/payload.ts";
import { asBoolean, asInteger, asText } from "../../lib/scalars.ts";

export interface AttributeRequest {
  /** The client's request number, echoed in the answer; within ±(2^53-1). */
  readonly id: number;
  readonly device: DeviceName;
  readonly query: AttributeQuery;
  /**
   * What the answer contains. "one": `value`; "several": `values` if something was found; "all": always `values`;
   * "scopes": the members of S and N.
   */
  readonly answer: "one" | "several" | "all" | "scopes";
}

const SHAPE_MEMBERS = ["client", "shared", "key", "keys", "clientKeys", "sharedKeys"];

/** Throws `invalid` with the name of the member that is missing or has the wrong type. */
export function parseAttributeRequest(json: unknown): AttributeRequest {
  const members = membersOf(requireObject(json, "an attribute request"));
  return {
    id: parseRequestId(members.get("id")),
    device: parseDeviceName(asText(members.get("device"))),
    ...parseShape(members),
  };
}

type Shape = Pick<AttributeRequest, "query" | "answer">;

/** Checks the shapes in order; the first that matches is used. */
function parseShape(members: Members): Shape {
  if (isShapeS(members)) return { query: queryOfS(members), answer: "scopes" };
  const client = asBoolean(members.get("client"));
  if (typeof client === "boolean") return parseLegacy(members, client);
  if (has(members, "clientKeys") || has(members, "sharedKeys"))
    return { query: parseAttributeQuery(members), answer: "scopes" };
  throw invalid(
    `an attribute request needs "client" and "shared" as arrays of keys, or "client" as true or false with "key" or "keys"`,
  );
}

function isShapeS(members: Members): boolean {
  return (
    Array.isArray(members.get("client")) ||
    Array.isArray(members.get("shared")) ||
    !SHAPE_MEMBERS.some((name) => has(members, name))
  );
}

function queryOfS(members: Members): AttributeQuery {
  const wanted = (name: string): WantedKeys =>
    has(members, name) ? allIfEmpty(parseKeys(members.get(name), name)) : "none";
  return bothUnlessOne({ client: wanted("client"), shared: wanted("shared") });
}

/** `client` selects the scope. `key` takes precedence over `keys`, and an array in `key` is read as `keys`. */
function parseLegacy(members: Members, client: boolean): Shape {
  const queryOf = (wanted: WantedKeys): AttributeQuery =>
    client ? { client: wanted, shared: "none" } : { client: "none", shared: wanted };
  const key = asText(members.get("key"));
  if (typeof key === "string") return { query: queryOf([key]), answer: "one" };
  const name = has(members, "key") ? "key" : "keys";
  if (!has(members, name)) throw invalid(`an attribute request with "client" as true or false needs "key" or "keys"`);
  const keys = parseKeys(members.get(name), name);
  if (keys.length === 0) return { query: queryOf("all"), answer: "all" };
  return { query: queryOf(keys), answer: keys.length === 1 ? "one" : "several" };
}

/** A null member counts as absent. */
function has(members: Members, name: string): boolean {
  return (members.get(name) ?? null) !== null;
}

/** An integer within ±(2^53-1), or its digits as text. */
function parseRequestId(value: unknown): number {
  const id = asInteger(value);
  if (typeof id === "number" && Number.isSafeInteger(id)) return id === 0 ? 0 : id;
  const found =
    value === undefined
      ? "nothing"
      : typeof value === "number" || typeof value === "bigint"
        ? String(value)
        : typeof value;
  throw invalid(`"id" must be an integer within ±${String(Number.MAX_SAFE_INTEGER)}, got ${found}`);
}
