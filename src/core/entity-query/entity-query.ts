// What can be asked about entities: which of them, under which conditions, what of them, in which order. Free of HTTP, so
// that a live subscription asks the same way. Source: REST contract 13.
import type { AttributeScope } from "../bus/events.ts";
import type { Value } from "../values.ts";

/** Where a value of an entity is looked for; `ATTRIBUTE` takes the server's, else the shared, else the client's one. */
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

/** Kinds of entities that can be asked for. */
export const QUERYABLE_TYPES = ["DEVICE", "CUSTOMER", "USER", "TENANT", "DEVICE_PROFILE"] as const;
export type QueryableType = (typeof QUERYABLE_TYPES)[number];

/** What an `ENTITY_FIELD` may name. A field that a kind of entity does not have is empty. */
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

/** Which entities a query looks at; every part narrows it. */
export interface EntityFilter {
  readonly entityType: QueryableType;
  /** Null for all of the kind. */
  readonly ids: readonly string[] | null;
  /** The name begins with it, whatever the case of letters; "" for any name. */
  readonly namePrefix: string;
  /** Names of device profiles; null for any. */
  readonly deviceTypes: readonly string[] | null;
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
      /** The one text, or the words of IN and NOT_IN; in lower case where the case is ignored. */
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
  /** Whether all conditions have to hold, or one of them. */
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
  /** A part, whatever the case of letters, of the name or of any value that the query shows; null for all. */
  readonly textSearch: string | null;
  /** Null orders by id, which is the order of creation; otherwise the id breaks ties. */
  readonly sort: EntitySort | null;
}

export interface EntityDataQuery extends EntityCountQuery {
  /** What is shown of each entity, each key once. */
  readonly shown: readonly EntityKey[];
  readonly page: EntityPageRequest;
}

/** A value with the time it is of, in ms; 0 for a field of the entity. */
export interface EntityValue {
  readonly ts: number;
  readonly value: Value;
}

/** An entity with what was asked of it: `values` are parallel to `shown` of the query, null where there is no value. */
export interface EntityData {
  readonly entityType: QueryableType;
  readonly id: string;
  readonly values: readonly (EntityValue | null)[];
}

export interface EntityPage {
  readonly items: readonly EntityData[];
  /** Entities of all pages together. */
  readonly total: number;
}

/** What names are asked for. */
export interface KeysWanted {
  readonly timeseries: boolean;
  readonly attributes: AttributeScope | "all" | "none";
  /** More of a kind are refused. */
  readonly keysMax: number;
}

/** Names, each once, sorted by UTF-16 units. */
export interface EntityKeys {
  readonly timeseries: readonly string[];
  readonly attributes: readonly string[];
}

/** One text for each key: types have no line breaks, so two keys never share it. */
export function keyName({ type, key }: EntityKey): string {
  return `${type}\n${key}`;
}

/** What is searched is what is shown, and the name where nothing is. */
export function searchedKeys({ shown }: Pick<EntityDataQuery, "shown">): readonly EntityKey[] {
  return shown.length === 0 ? [{ type: "ENTITY_FIELD", key: "name" }] : shown;
}

/** Keys whose order the store has an index for. */
export function isIndexed({ type, key }: EntityKey): boolean {
  return type === "ENTITY_FIELD" && (key === "id" || key === "name");
}
