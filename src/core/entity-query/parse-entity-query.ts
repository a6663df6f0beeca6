// Reads a query as clients write it, in JSON, into one that the service can answer. Whatever is not known here is refused:
// a condition that was passed over would show entities that nobody asked for. Source: REST contract 13.
import { invalid } from "../errors.ts";
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
} from "./entity-query.ts";
import { parseEntityFilter } from "./parse-entity-filter.ts";
import { PredicateParser } from "./parse-predicate.ts";
import { arrayOf, integerOf, isNothing, memberOf, objectOf, oneOfWords, textOf, textOr } from "./query-json.ts";

export interface EntityQueryLimits {
  /** Different keys that a query names. */
  readonly keysMax: number;
  /** Conditions, those inside of others included. */
  readonly predicatesMax: number;
  /** Ids, types or words in one list. */
  readonly listedMax: number;
  /** Rows of a page; a larger one is served with this many. Setting `rest.pageRowsMax`. */
  readonly pageRowsMax: number;
}

const PAGE_SIZE_MAX = 2_147_483_647;
const TEXT_SEARCH_MAX = 255;
const OPERATIONS = ["AND", "OR"] as const;
const DIRECTIONS = ["ASC", "DESC"] as const;
const VALUE_TYPES = ["STRING", "NUMERIC", "DATE_TIME", "BOOLEAN"] as const;

/** Throws `invalid` that names the member. */
export function parseCountQuery(json: unknown, limits: EntityQueryLimits): EntityCountQuery {
  const query = parseConditions(json, limits);
  requireFewKeys(
    query.keyFilters.map(({ key }) => key),
    limits,
  );
  return query;
}

/** Throws `invalid` that names the member. */
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
  const textSearch = textOr(memberOf(link, "textSearch"), "", "pageLink.textSearch");
  if (textSearch.length > TEXT_SEARCH_MAX)
    throw invalid(
      `pageLink.textSearch may have ${String(TEXT_SEARCH_MAX)} characters, got ${String(textSearch.length)}`,
    );
  return {
    page: integerOf(memberOf(link, "page"), 0, PAGE_SIZE_MAX, "pageLink.page"),
    size: Math.min(size, pageRowsMax),
    textSearch: textSearch === "" ? null : textSearch,
    sort: parseSort(memberOf(link, "sortOrder")),
  };
}

function parseSort(json: unknown): EntitySort | null {
  if (isNothing(json)) return null;
  const sort = objectOf(json, "pageLink.sortOrder");
  const key = parseKey(memberOf(sort, "key"), "pageLink.sortOrder.key");
  const direction = memberOf(sort, "direction");
  // In any case of letters, as in the query of a list (REST contract 1.3).
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
