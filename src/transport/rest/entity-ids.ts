// Entity references as REST writes them: {"entityType":"DEVICE","id":"..."}, with a reserved id for "none". Source:
// REST contract 1.2.
import { Type } from "typebox";
import { invalid, wrong } from "../../core/errors.ts";
import { parseId, type AnyId } from "../../core/ids.ts";
import { nullable, oneOf, uuidText, wordOf } from "./nullable.ts";

/** "No customer" and "no tenant": clients compare with this literal. */
export const NULL_UUID = "13814000-1dd2-11b2-8080-808080808080";

export const ENTITY_TYPES = [
  "TENANT",
  "CUSTOMER",
  "USER",
  "DEVICE",
  "DEVICE_PROFILE",
  "TENANT_PROFILE",
  "RPC",
  "API_KEY",
  "ASSET",
  "DASHBOARD",
  "ENTITY_VIEW",
  "RULE_CHAIN",
  "EDGE",
  "ALARM",
  "TABLE_VIEW",
  "VIEW_LINK",
  "DASHBOARD_LINK",
  "REPORT",
  "OTA_PACKAGE",
  "OTA_ROLLOUT",
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

export interface EntityRef {
  readonly entityType: EntityType;
  readonly id: string;
}

export function entityRef(entityType: EntityType, id: AnyId | null): EntityRef {
  return { entityType, id: id ?? NULL_UUID };
}

/** The entity type in a path segment or a body; throws `invalid` for an unknown word. */
export function parseEntityType(text: string, field: string): EntityType {
  const found = ENTITY_TYPES.find((type) => type === text);
  if (found === undefined)
    throw invalid(`${field} must be one of ${ENTITY_TYPES.join(", ")}, got "${text.slice(0, 64)}"`);
  return found;
}

/**
 * A reference as a client may send it: the type may be missing; otherwise it must be the one that the field implies.
 */
export interface SentRef {
  readonly entityType?: string | null;
  readonly id: string;
}

/** An optional reference; written as null instead of the reserved id. */
export function entityRefOrNull(entityType: EntityType, id: AnyId | null): EntityRef | null {
  return id === null ? null : entityRef(entityType, id);
}

/** The id in a body's reference; null if it is missing, null, or the reserved id. */
export function parseRef<Id extends AnyId>(
  ref: SentRef | null | undefined,
  entityType: EntityType,
  field: string,
): Id | null {
  if (ref === null || ref === undefined) return null;
  if (ref.entityType !== undefined && ref.entityType !== null && ref.entityType !== entityType)
    throw invalid(`${field}.entityType must be ${entityType}, got "${ref.entityType.slice(0, 64)}"`);
  const id = parseId<Id>(ref.id, `${field}.id`);
  return id === (NULL_UUID as string) ? null : id;
}

/** Like `parseRef`, for a required reference. */
export function requireRef<Id extends AnyId>(
  ref: SentRef | null | undefined,
  entityType: EntityType,
  field: string,
): Id {
  const id = parseRef<Id>(ref, entityType, field);
  if (id === null) throw wrong("required", { field });
  return id;
}

/** Schema of a parameter with a list of ids: `?deviceIds=a,b`, or `?deviceIds=a&deviceIds=b`. */
export const IdList = Type.Array(Type.String());

/** Throws unless there is at least one id. */
export function parseIdList<Id extends AnyId>(texts: readonly string[], field: string): Id[] {
  const ids = texts.flatMap((text) => text.split(",")).map((part) => part.trim());
  if (ids.every((id) => id === "")) throw invalid(`${field} must name at least one id`);
  return ids.filter((id) => id !== "").map((id) => parseId<Id>(id, field));
}

/** Schema of a path parameter that is a UUID. */
export const UuidParam = Type.String({ format: "uuid" });

const EXAMPLE_UUID = "0198a1c0-0000-7000-8000-000000000040";

/** Schema of a reference in an answer. */
export const EntityRefSchema = Type.Object(
  { entityType: oneOf(ENTITY_TYPES), id: Type.String({ format: "uuid" }) },
  { title: "EntityId", examples: [{ entityType: "DEVICE", id: EXAMPLE_UUID }] },
);

export const RecordRefSchema = Type.Object(
  { id: Type.String({ format: "uuid" }) },
  { title: "RecordId", examples: [{ id: EXAMPLE_UUID }] },
);

/** Schema of a reference in a request. */
export const SentRefSchema = Type.Object(
  { entityType: Type.Optional(nullable(wordOf(ENTITY_TYPES))), id: uuidText() },
  { title: "EntityIdInput", examples: [{ entityType: "DEVICE", id: EXAMPLE_UUID }] },
);
