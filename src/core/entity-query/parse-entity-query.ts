// Parses a query, as clients write it in JSON, into one that the service can answer. Everything unknown is refused:
// ignoring a condition would show entities that were not asked for. Source: REST contract 13.
import { invalid, DomainError } from "../errors.ts";
import { requireKey } from "../values.ts";
import {
  ENTITY_FIELDS,
  ENTITY_KEY_TYPES,
  keyName,
  type EntityCountQuery,
  type EntityDataQuery,
  type EntityKey,
  type EntityPageRequest,
  type EntitySort,
  type KeyFilter,
  QUERYABLE_TYPES,
  type EntityFilter,
  type QueryableType,
  BOOLEAN_OPERATIONS,
  NUMBER_OPERATIONS,
  TEXT_OPERATIONS,
  type Predicate,
} from "./entity-query.ts";
import {
  arrayOf,
  integerOf,
  isNothing,
  memberOf,
  objectOf,
  oneOfWords,
  textOf,
  textOrEmpty,
  type JsonMembers,
  booleanOr,
  show,
} from "./query-json.ts";
import { parseId, type AnyId, type CustomerId, type DeviceProfileId } from "../ids.ts";

export interface EntityQueryLimits {
  /** Distinct keys named in a query. */
  readonly keysMax: number;
  /** Conditions, including nested ones. */
  readonly predicatesMax: number;
  /** Ids, types or words in one list. */
  readonly listedMax: number;
  /** Rows of a page; a larger page size is reduced to this. Setting `rest.pageRowsMax`. */
  readonly pageRowsMax: number;
}

const PAGE_SIZE_MAX = 2_147_483_647;
const TEXT_SEARCH_MAX = 255;
const OPERATIONS = ["AND", "OR"] as const;
const DIRECTIONS = ["ASC", "DESC"] as const;
export const VALUE_TYPES = ["STRING", "NUMERIC", "DATE_TIME", "BOOLEAN"] as const;

/** Throws `invalid`, naming the member. */
export function parseCountQuery(json: unknown, limits: EntityQueryLimits): EntityCountQuery {
  const query = parseConditions(json, limits);
  requireFewKeys(
    query.keyFilters.map(({ key }) => key),
    limits,
  );
  return query;
}

/** Throws `invalid`, naming the member. */
export function parseDataQuery(json: unknown, limits: EntityQueryLimits): EntityDataQuery {
  const query = parseConditions(json, limits);
  const body = objectOf(json, "the query");
  const fields = arrayOf(memberOf(body, "entityFields"), "entityFields").map((key, index) => {
    const field = parseKey(key, `entityFields[${String(index)}]`);
    if (field.type !== "ENTITY_FIELD")
      throw invalid(`entityFields[${String(index)}].type must be ENTITY_FIELD, got ${field.type}`);
    return field;
  });
  const values = arrayOf(memberOf(body, "latestValues"), "latestValues").map((key, index) =>
    parseKey(key, `latestValues[${String(index)}]`),
  );
  const shown = [...new Map([...fields, ...values].map((key) => [keyName(key), key])).values()];
  const page = parsePage(memberOf(body, "pageLink"), limits);
  requireFewKeys(
    [...query.keyFilters.map(({ key }) => key), ...shown, ...(page.sort === null ? [] : [page.sort.key])],
    limits,
  );
  return { ...query, shown, page };
}

function parseConditions(json: unknown, limits: EntityQueryLimits): EntityCountQuery {
  const body = objectOf(json, "the query");
  const operation = memberOf(body, "keyFiltersOperation");
  const predicates = new PredicateParser(limits);
  return {
    filter: parseEntityFilter(memberOf(body, "entityFilter"), limits),
    keyFilters: arrayOf(memberOf(body, "keyFilters"), "keyFilters").map((filter, index) =>
      parseKeyFilter(filter, `keyFilters[${String(index)}]`, predicates),
    ),
    operation: isNothing(operation) ? "AND" : oneOfWords(operation, OPERATIONS, "keyFiltersOperation"),
  };
}

function parseKeyFilter(json: unknown, field: string, predicates: PredicateParser): KeyFilter {
  const filter = objectOf(json, field);
  const key = parseKey(memberOf(filter, "key"), `${field}.key`);
  const valueType = memberOf(filter, "valueType");
  const wanted = isNothing(valueType) ? null : oneOfWords(valueType, VALUE_TYPES, `${field}.valueType`);
  const predicateType = wanted === "DATE_TIME" ? "NUMERIC" : wanted;
  return { key, predicate: predicates.parse(memberOf(filter, "predicate"), `${field}.predicate`, predicateType) };
}

function parseKey(json: unknown, field: string): EntityKey {
  const sent = objectOf(json, field);
  const type = oneOfWords(memberOf(sent, "type"), ENTITY_KEY_TYPES, `${field}.type`);
  const key = textOf(memberOf(sent, "key"), `${field}.key`);
  if (type === "ENTITY_FIELD") return { type, key: oneOfWords(key, ENTITY_FIELDS, `${field}.key`) };
  requireKey(key);
  return { type, key };
}

function parsePage(json: unknown, { pageRowsMax }: EntityQueryLimits): EntityPageRequest {
  const link = objectOf(json, "pageLink");
  const size = integerOf(memberOf(link, "pageSize"), 1, PAGE_SIZE_MAX, "pageLink.pageSize");
  return {
    page: integerOf(memberOf(link, "page"), 0, PAGE_SIZE_MAX, "pageLink.page"),
    size: Math.min(size, pageRowsMax),
    textSearch: textSearchOf(memberOf(link, "textSearch"), "pageLink.textSearch"),
    sort: parseSort(memberOf(link, "sortOrder")),
  };
}

function textSearchOf(json: unknown, field: string): string | null {
  const text = textOrEmpty(json, field);
  if (text.length > TEXT_SEARCH_MAX)
    throw invalid(`${field} may have ${String(TEXT_SEARCH_MAX)} characters, got ${String(text.length)}`);
  return text === "" ? null : text;
}

function parseSort(json: unknown): EntitySort | null {
  if (isNothing(json)) return null;
  const sort = objectOf(json, "pageLink.sortOrder");
  const key = parseKey(memberOf(sort, "key"), "pageLink.sortOrder.key");
  const direction = memberOf(sort, "direction");
  // Case-insensitive, as in the query of a list (REST contract 1.3).
  const word =
    typeof direction === "string"
      ? (DIRECTIONS.find((known) => known === direction.toUpperCase()) ?? direction)
      : direction;
  const order = isNothing(word) ? "ASC" : oneOfWords(word, DIRECTIONS, "pageLink.sortOrder.direction");
  const isUsual = key.type === "ENTITY_FIELD" && key.key === "id" && order === "ASC";
  return isUsual ? null : { key, order };
}

function requireFewKeys(keys: readonly EntityKey[], { keysMax }: EntityQueryLimits): void {
  const found = new Set(keys.map(keyName)).size;
  if (found > keysMax)
    throw invalid(`a query may name ${String(keysMax)} keys (entityQuery.maxKeys), got ${String(found)}`);
}

/** Selects the entities of a query. */
type FilterType = (typeof FILTER_TYPES)[number];

const FILTER_TYPES = ["singleEntity", "entityList", "entityName", "entityType", "deviceType", "deviceList"] as const;
const PREFIX_MAX = 255;

const READERS: Readonly<Record<FilterType, (filter: JsonMembers, listedMax: number) => Partial<EntityFilter>>> = {
  singleEntity: (filter) => {
    const entity = objectOf(memberOf(filter, "singleEntity"), "entityFilter.singleEntity");
    return {
      entityType: parseType(memberOf(entity, "entityType"), "entityFilter.singleEntity.entityType"),
      ids: [parseEntityId(memberOf(entity, "id"), "entityFilter.singleEntity.id")],
    };
  },
  entityList: (filter, listedMax) => {
    const list = listOf(filter, "entityList", listedMax);
    return {
      entityType: parseType(memberOf(filter, "entityType"), "entityFilter.entityType"),
      ids: list.map((id, index) => parseEntityId(id, `entityFilter.entityList[${String(index)}]`)),
    };
  },
  entityName: (filter) => ({
    entityType: parseType(memberOf(filter, "entityType"), "entityFilter.entityType"),
    namePrefix: parsePrefix(filter, "entityNameFilter"),
  }),
  entityType: (filter) => ({
    entityType: parseType(memberOf(filter, "entityType"), "entityFilter.entityType"),
  }),
  deviceType: (filter, listedMax) => {
    // Old clients send a single type.
    const single = memberOf(filter, "deviceType");
    const types = isNothing(memberOf(filter, "deviceTypes")) && !isNothing(single) ? [single] : undefined;
    return {
      entityType: "DEVICE",
      namePrefix: parsePrefix(filter, "deviceNameFilter"),
      deviceTypes: (types ?? listOf(filter, "deviceTypes", listedMax)).map((type, index) =>
        textOf(type, `entityFilter.deviceTypes[${String(index)}]`),
      ),
    };
  },
  deviceList: (filter) => ({
    entityType: "DEVICE",
    list: {
      textSearch: textSearchOf(memberOf(filter, "textSearch"), "entityFilter.textSearch"),
      customerId: idOrNull<CustomerId>(filter, "customerId"),
      profileId: idOrNull<DeviceProfileId>(filter, "deviceProfileId"),
      active: flagOrNull(filter, "active"),
      gateway: flagOrNull(filter, "gateway"),
    },
  }),
};

/** Throws `invalid`, or `unsupported` for a filter or kind of entity that the platform does not have. */
export function parseEntityFilter(json: unknown, { listedMax }: { readonly listedMax: number }): EntityFilter {
  const filter = objectOf(json, "entityFilter");
  const type = oneOfWords(memberOf(filter, "type"), FILTER_TYPES, "entityFilter.type");
  return { entityType: "DEVICE", ids: null, namePrefix: "", deviceTypes: null, ...READERS[type](filter, listedMax) };
}

function parseType(json: unknown, field: string): QueryableType {
  const text = textOf(json, field);
  const found = QUERYABLE_TYPES.find((type) => type === text);
  if (found === undefined)
    throw new DomainError(
      "unsupported",
      `${field} must be one of ${QUERYABLE_TYPES.join(", ")}, got "${text.slice(0, 64)}"`,
    );
  return found;
}

function idOrNull<Id extends AnyId>(filter: JsonMembers, name: string): Id | null {
  const id = memberOf(filter, name);
  return isNothing(id) ? null : parseId<Id>(textOf(id, `entityFilter.${name}`), `entityFilter.${name}`);
}

function flagOrNull(filter: JsonMembers, name: string): boolean | null {
  const flag = memberOf(filter, name);
  return isNothing(flag) ? null : booleanOr(flag, false, `entityFilter.${name}`);
}

function parsePrefix(filter: JsonMembers, name: string): string {
  const prefix = textOrEmpty(memberOf(filter, name), `entityFilter.${name}`);
  if (prefix.length > PREFIX_MAX)
    throw invalid(`entityFilter.${name} may have ${String(PREFIX_MAX)} characters, got ${String(prefix.length)}`);
  return prefix;
}

function listOf(filter: JsonMembers, name: string, listedMax: number): readonly unknown[] {
  const list = arrayOf(memberOf(filter, name), `entityFilter.${name}`);
  if (list.length === 0) throw invalid(`entityFilter.${name} must name at least one`);
  if (list.length > listedMax)
    throw invalid(
      `entityFilter.${name} may have ${String(listedMax)} entries (entityQuery.maxListed), got ${String(list.length)}`,
    );
  return list;
}

/** An id, or a reference object with an id. */
function parseEntityId(json: unknown, field: string): string {
  const id = typeof json === "object" && json !== null ? memberOf(objectOf(json, field), "id") : json;
  return parseId<AnyId>(textOf(id, field), field);
}

const TYPES = ["STRING", "NUMERIC", "BOOLEAN", "COMPLEX"] as const;
const COMBINATIONS = ["AND", "OR"] as const;

export interface PredicateOptions {
  readonly predicatesMax: number;
  readonly listedMax: number;
}

/** Parses the conditions of one query and counts them. */
class PredicateParser {
  readonly #options: PredicateOptions;
  #count = 0;

  constructor(options: PredicateOptions) {
    this.#options = options;
  }

  /** `type` is the type of the value, null if the query does not state it. Throws `invalid`. */
  parse(json: unknown, field: string, type: "STRING" | "NUMERIC" | "BOOLEAN" | null): Predicate {
    this.#requireRoom();
    const sent = objectOf(json, field);
    const found = oneOfWords(memberOf(sent, "type"), TYPES, `${field}.type`);
    if (found === "COMPLEX") {
      const operation = oneOfWords(memberOf(sent, "operation"), COMBINATIONS, `${field}.operation`);
      const predicates = arrayOf(memberOf(sent, "predicates"), `${field}.predicates`);
      if (predicates.length === 0) throw invalid(`${field}.predicates must name at least one`);
      return {
        kind: operation === "AND" ? "all" : "any",
        predicates: predicates.map((each, index) => this.parse(each, `${field}.predicates[${String(index)}]`, type)),
      };
    }
    if (type !== null && found !== type)
      throw invalid(`${field}.type must be ${type} as the valueType says, got ${found}`);
    return found === "STRING" ? this.#text(sent, field) : found === "NUMERIC" ? number(sent, field) : flag(sent, field);
  }

  #text(sent: JsonMembers, field: string): Predicate {
    const operation = oneOfWords(memberOf(sent, "operation"), TEXT_OPERATIONS, `${field}.operation`);
    const ignoreCase = booleanOr(memberOf(sent, "ignoreCase"), false, `${field}.ignoreCase`);
    const text = textOf(valueOf(sent, field), `${field}.value.defaultValue`);
    const isList = operation === "IN" || operation === "NOT_IN";
    const texts = isList ? text.split(",").map((word) => word.trim()) : [text];
    if (texts.length > this.#options.listedMax)
      throw invalid(
        `${field}.value may list ${String(this.#options.listedMax)} texts (entityQuery.maxListed), got ${String(texts.length)}`,
      );
    return {
      kind: "text",
      operation,
      ignoreCase,
      texts: new Set(ignoreCase ? texts.map((each) => each.toLowerCase()) : texts),
    };
  }

  #requireRoom(): void {
    const { predicatesMax } = this.#options;
    if (++this.#count > predicatesMax)
      throw invalid(`a query may have ${String(predicatesMax)} predicates (entityQuery.maxPredicates), this has more`);
  }
}

function number(sent: JsonMembers, field: string): Predicate {
  const operation = oneOfWords(memberOf(sent, "operation"), NUMBER_OPERATIONS, `${field}.operation`);
  const value = valueOf(sent, field);
  if (typeof value === "bigint" || (typeof value === "number" && Number.isFinite(value)))
    return { kind: "number", operation, value };
  throw invalid(`${field}.value.defaultValue must be a number, got ${show(value)}`);
}

function flag(sent: JsonMembers, field: string): Predicate {
  const operation = oneOfWords(memberOf(sent, "operation"), BOOLEAN_OPERATIONS, `${field}.operation`);
  const value = valueOf(sent, field);
  if (typeof value !== "boolean")
    throw invalid(`${field}.value.defaultValue must be true or false, got ${show(value)}`);
  return { kind: "boolean", operation, value };
}

/** The user's own value takes precedence over the default one. */
function valueOf(sent: JsonMembers, field: string): unknown {
  const value = objectOf(memberOf(sent, "value"), `${field}.value`);
  const dynamic = memberOf(value, "dynamicValue");
  if (!isNothing(dynamic) && !isNothing(memberOf(objectOf(dynamic, `${field}.value.dynamicValue`), "sourceType")))
    throw new DomainError("unsupported", `${field}.value.dynamicValue is not supported, send the value itself`);
  const own = memberOf(value, "userValue");
  const found = isNothing(own) ? memberOf(value, "defaultValue") : own;
  if (isNothing(found)) throw invalid(`${field}.value.defaultValue is required`);
  return found;
}
