// Queries about entities: which entities, under which conditions, which of their values, in which order. Independent of
// HTTP, so that live subscriptions can use the same queries. Source: REST contract 13.
import type { AttributeScope } from "../bus/events.ts";
import type { DeviceFilter } from "../devices/device-store.ts";
import type { Value } from "../values.ts";

/** Where a value of an entity is found. `ATTRIBUTE` is the server attribute, else the shared, else the client one. */
export const ENTITY_KEY_TYPES = [
  "ENTITY_FIELD",
  "TIME_SERIES",
  "ATTRIBUTE",
  "CLIENT_ATTRIBUTE",
  "SHARED_ATTRIBUTE",
  "SERVER_ATTRIBUTE",
] as const;
export type EntityKeyType = (typeof ENTITY_KEY_TYPES)[number];

export interface EntityKey {
  readonly type: EntityKeyType;
  readonly key: string;
}

/** Kinds of entities that can be queried. */
export const QUERYABLE_TYPES = ["DEVICE", "CUSTOMER", "USER", "TENANT", "DEVICE_PROFILE"] as const;
export type QueryableType = (typeof QUERYABLE_TYPES)[number];

/** The fields that `ENTITY_FIELD` may name. A field that a kind of entity does not have is empty. */
export const ENTITY_FIELDS = [
  "id",
  "entityType",
  "createdTime",
  "name",
  "type",
  "label",
  "title",
  "additionalInfo",
  "ownerName",
  "ownerType",
  "customerTitle",
  "customerIsPublic",
  "isGateway",
  "gatewayId",
  "gatewayName",
  "firstName",
  "lastName",
  "email",
  "phone",
  "country",
  "state",
  "city",
  "address",
  "address2",
  "zip",
  "region",
] as const;
export type EntityField = (typeof ENTITY_FIELDS)[number];

/** Selects the entities of a query; every part narrows it. */
export interface EntityFilter {
  readonly entityType: QueryableType;
  /** Null selects all of the kind. */
  readonly ids: readonly string[] | null;
  /** Case-insensitive prefix of the name; "" matches any name. */
  readonly namePrefix: string;
  /** Names of device profiles; null for any. */
  readonly deviceTypes: readonly string[] | null;
  /** Narrows devices as their lists are narrowed. */
  readonly list?: DeviceListFilter;
}

/** The conditions of a list of devices; null omits one. The text is searched as in the list with customers and profiles. */
export interface DeviceListFilter extends Omit<DeviceFilter, "tenantId" | "type"> {
  readonly textSearch: string | null;
}

export const TEXT_OPERATIONS = [
  "EQUAL",
  "NOT_EQUAL",
  "STARTS_WITH",
  "ENDS_WITH",
  "CONTAINS",
  "NOT_CONTAINS",
  "IN",
  "NOT_IN",
] as const;
export const NUMBER_OPERATIONS = [
  "EQUAL",
  "NOT_EQUAL",
  "GREATER",
  "LESS",
  "GREATER_OR_EQUAL",
  "LESS_OR_EQUAL",
] as const;
export const BOOLEAN_OPERATIONS = ["EQUAL", "NOT_EQUAL"] as const;

export type TextOperation = (typeof TEXT_OPERATIONS)[number];
export type NumberOperation = (typeof NUMBER_OPERATIONS)[number];
export type BooleanOperation = (typeof BOOLEAN_OPERATIONS)[number];

export type Predicate =
  | {
      readonly kind: "text";
      readonly operation: TextOperation;
      readonly ignoreCase: boolean;
      /** The single text, or the words of IN and NOT_IN; in lower case if the comparison ignores case. */
      readonly texts: ReadonlySet<string>;
    }
  | { readonly kind: "number"; readonly operation: NumberOperation; readonly value: number | bigint }
  | { readonly kind: "boolean"; readonly operation: BooleanOperation; readonly value: boolean }
  | { readonly kind: "all" | "any"; readonly predicates: readonly Predicate[] };

/** A condition on one value of each entity. */
export interface KeyFilter {
  readonly key: EntityKey;
  readonly predicate: Predicate;
}

export interface EntityCountQuery {
  readonly filter: EntityFilter;
  readonly keyFilters: readonly KeyFilter[];
  /** Whether all conditions must hold, or at least one. */
  readonly operation: "AND" | "OR";
}

export interface EntitySort {
  readonly key: EntityKey;
  readonly order: "ASC" | "DESC";
}

export interface EntityPageRequest {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  /** Case-insensitive substring of the name or of any value that the query shows; null matches all. */
  readonly textSearch: string | null;
  /** Null orders by id, which is the order of creation; otherwise the id breaks ties. */
  readonly sort: EntitySort | null;
}

export interface EntityDataQuery extends EntityCountQuery {
  /** The values to return for each entity, without duplicate keys. */
  readonly shown: readonly EntityKey[];
  readonly page: EntityPageRequest;
}

/** A value and its time in ms; the time is 0 for a field of the entity. */
export interface EntityValue {
  readonly ts: number;
  readonly value: Value;
}

/** An entity with its requested values: `values` is parallel to `shown` of the query, null if there is no value. */
export interface EntityData {
  readonly entityType: QueryableType;
  readonly id: string;
  readonly values: readonly (EntityValue | null)[];
}

export interface EntityPage {
  readonly items: readonly EntityData[];
  /** The number of matching entities over all pages. */
  readonly total: number;
}

/** Which key names are requested. */
export interface KeysWanted {
  readonly timeseries: boolean;
  readonly attributes: AttributeScope | "all" | "none";
  /** Requests that find more keys of a kind are refused. */
  readonly keysMax: number;
}

/** Distinct names, sorted by UTF-16 code units. */
export interface EntityKeys {
  readonly timeseries: readonly string[];
  readonly attributes: readonly string[];
}

/** A unique text for each key: types contain no line breaks, so two keys never share one. */
export function keyName({ type, key }: EntityKey): string {
  return `${type}\n${key}`;
}

/** The text search covers the shown values, or the name if nothing is shown. */
export function searchedKeys({ shown }: Pick<EntityDataQuery, "shown">): readonly EntityKey[] {
  return shown.length === 0 ? [{ type: "ENTITY_FIELD", key: "name" }] : shown;
}

/** Whether the store has an index for the order of this key. */
export function isIndexed({ type, key }: EntityKey): boolean {
  return type === "ENTITY_FIELD" && (key === "id" || key === "name");
}
