// The statements of entity queries as SQL: the entities that a query covers, its conditions and its order. User input
// is passed as parameters.
import {
  keyName,
  searchedKeys,
  type EntityCountQuery,
  type EntityDataQuery,
  type EntityFilter,
  type EntityKey,
  type EntitySort,
  type KeyFilter,
} from "../../../core/entity-query/entity-query.ts";
import type { AttributeScope } from "../../../core/bus/events.ts";
import type { EntityQueryBounds } from "../../../core/entity-query/entity-query-bounds.ts";
import { meets } from "../../../core/entity-query/predicates.ts";
import type { VisibleEntities } from "../../../core/entity-query/visible-entities.ts";
import { inDeviceList } from "./device-lists.ts";
import { scopeNumber } from "./attribute-rows.ts";
import { joined, type EntityQueryValues, type TextSearch, type ValueSql } from "./entity-query-values.ts";
import { ENTITY_TABLES, tablesFor, type EntityTable } from "./entity-tables.ts";
import { foldedText } from "./search-page.ts";
import type { Parameter } from "../store-connection.ts";

/**
 * `ATTRIBUTE` means the first that exists of the server, shared and client attribute; this is the one with the greatest
 * scope number.
 */
const SCOPES: Readonly<Record<Exclude<EntityKey["type"], "ENTITY_FIELD" | "TIME_SERIES">, readonly AttributeScope[]>> =
  {
    ATTRIBUTE: ["SERVER_SCOPE", "SHARED_SCOPE", "CLIENT_SCOPE"],
    SERVER_ATTRIBUTE: ["SERVER_SCOPE"],
    SHARED_ATTRIBUTE: ["SHARED_SCOPE"],
    CLIENT_ATTRIBUTE: ["CLIENT_SCOPE"],
  };

/** The numbers of the scopes that a key covers, as a JSON list. */
export function attributeScopes(type: keyof typeof SCOPES): string {
  return JSON.stringify(SCOPES[type].map(scopeNumber));
}

/** One condition per key: all predicates about the same value are combined. */
export function conditionsByKey({ keyFilters, operation }: EntityCountQuery): readonly KeyFilter[] {
  return [...Map.groupBy(keyFilters, ({ key }) => keyName(key)).values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    const predicates = [first, ...others].map(({ predicate }) => predicate);
    return [{ key: first.key, predicate: { kind: operation === "AND" ? "all" : "any", predicates } }];
  });
}

/**
 * One statement over the entities of a kind, as `e`: all entities of the scope that pass the filter, or only those in
 * `found`.
 */
export class EntityStatement {
  readonly parameters: Record<string, Parameter> = {};
  readonly #values: EntityQueryValues;
  readonly #visible: VisibleEntities;
  readonly #filter: EntityFilter;
  readonly #among: "all" | "found";
  /** The joins that `select` adds. */
  #joins = "";
  #parameterCount = 0;

  constructor(
    values: EntityQueryValues,
    visible: VisibleEntities,
    filter: EntityFilter,
    among: "all" | "found" = "all",
  ) {
    this.#values = values;
    this.#visible = visible;
    this.#filter = filter;
    this.#among = among;
  }

  /** SQL for the id of the entity. */
  get id(): string {
    return this.#among === "found" ? "f.id" : "e.id";
  }

  select(columns: string, rest = ""): string {
    const table = ENTITY_TABLES[this.#filter.entityType];
    const isFound = this.#among === "found";
    const where = isFound ? "" : `WHERE ${this.#inFilter(table)}`;
    const texts = [columns, where, rest];
    // If no field is used, the ids in `found` are enough.
    const entities = texts.some((text) => /\b[ecptg]\./.test(text)) ? ` CROSS JOIN ${table.from} ON e.id = f.id` : "";
    const tables = tablesFor(isFound ? { ...table, from: `found f${entities}` } : table, texts);
    return `SELECT ${columns} FROM ${tables} ${this.#joins} ${where} ${rest}`;
  }

  /** Selects the numbers as a JSON array. */
  seriesOf(keys: readonly string[]): string {
    this.#joins = `CROSS JOIN series s ON s.owner_id = ${this.#owner()}
      AND s.key IN (SELECT value FROM json_each(${this.bind(JSON.stringify(keys))}))`;
    return `SELECT json_group_array(number) AS numbers FROM (${this.select("s.number", IN_ORDER_OF_OWNERS)}) n`;
  }

  /** Selects the keys of the entities' telemetry with a series number; keys repeat. */
  keyedSeries(): string {
    this.#joins = `CROSS JOIN series s ON s.owner_id = ${this.#owner()}`;
    return this.select("s.key, s.number");
  }

  /** Selects the keys of the entities' attributes, each once. */
  attributeKeys(scope: AttributeScope | "all", max: number): string {
    const inScope = scope === "all" ? "" : `AND a.scope = ${String(scopeNumber(scope))}`;
    this.#joins = `CROSS JOIN attribute_owner o ON o.id = ${this.#owner()}
      CROSS JOIN attribute a ON a.owner = o.number ${inScope}`;
    return this.select("DISTINCT a.key AS key", `LIMIT ${this.bind(max)}`);
  }

  /** Selects the ids of the entities that meet the query. */
  meeting(query: EntityCountQuery | EntityDataQuery, bounds: EntityQueryBounds): string {
    const conditions = conditionsByKey(query).map((filter, index) => this.#condition(filter, index, bounds));
    const parts: string[] = [];
    if (conditions.length > 0) parts.push(joined(conditions, query.operation === "AND" ? "AND" : "OR"));
    if ("page" in query && query.page.textSearch !== null) {
      const text = query.page.textSearch.toLowerCase();
      const needle = this.bind(text);
      parts.push(
        joined(
          searchedKeys(query).map((key) => this.#hasText(key, { key: key.key, text, needle, bounds })),
          "OR",
        ),
      );
    }
    const isMet = parts.map((part) => `AND ${part}`).join(" ");
    return this.select("e.id", `${isMet} ${IN_ORDER_OF_OWNERS}`);
  }

  /**
   * Entities without a value come last in either direction. Booleans come before numbers and numbers before texts; ties
   * are broken by ascending id. Texts that spell a number count as numbers, except in fields such as names.
   */
  order({ key, order }: EntitySort, isIndexUsed: boolean, textCharsMax?: number): string {
    if (key.type === "ENTITY_FIELD" && key.key === "id") return `ORDER BY ${this.id} ${order}`;
    if (isIndexUsed) return `ORDER BY ${ENTITY_TABLES[this.#filter.entityType].fields.name} ${order}, e.id`;
    const value = this.#joined(key);
    return `ORDER BY ${value.kind} IS NULL, ${this.#values.order(value, key, order, textCharsMax)}, ${this.id}`;
  }

  /** The length of a text in characters; 0 for other values. */
  charsOf(key: EntityKey): string {
    return this.#values.chars(this.#joined(key));
  }

  readonly bind = (value: Parameter): string => {
    const name = `p${String(this.#parameterCount++)}`;
    this.parameters[name] = value;
    return `:${name}`;
  };

  #inFilter(table: EntityTable): string {
    const { scope } = this.#visible;
    const { ids, namePrefix, deviceTypes, list } = this.#filter;
    const within = table.within[scope.kind];
    // If the table of a kind does not know a scope, none of its rows is in it.
    if (within === undefined) return "FALSE";
    if (within.includes(":tenant") && scope.kind !== "system") this.parameters["tenant"] = scope.tenantId;
    if (scope.kind === "customer" && within.includes(":customer")) this.parameters["customer"] = scope.customerId;
    const conditions = [within];
    if (ids !== null) conditions.push(`e.id IN (SELECT value FROM json_each(${this.bind(JSON.stringify(ids))}))`);
    if (namePrefix !== "") {
      const prefix = this.bind(foldedText(namePrefix));
      conditions.push(`substr(${table.search}, 1, length(${prefix})) = ${prefix}`);
    }
    if (deviceTypes !== null)
      conditions.push(`p.name IN (SELECT value FROM json_each(${this.bind(JSON.stringify(deviceTypes))}))`);
    if (list !== undefined && scope.kind !== "system") {
      const { sql, parameters } = inDeviceList({ ...list, type: null, tenantId: scope.tenantId }, "e");
      let index = 0;
      conditions.push(sql.replaceAll("?", () => this.bind(parameters[index++] ?? null)));
    }
    return conditions.join(" AND ");
  }

  #condition({ key, predicate }: KeyFilter, index: number, bounds: EntityQueryBounds): string {
    const condition = { predicate, index, key: key.key, bounds };
    return this.#value(
      key,
      (value) => this.#values.meets(value, condition, this.bind),
      meets(null, predicate) ? "TRUE" : "FALSE",
    );
  }

  #hasText(key: EntityKey, search: TextSearch): string {
    return this.#value(key, (value) => this.#values.hasText(value, search, this.bind), "FALSE");
  }

  /** Kind and value of a key, joined to the entities so that they are looked up once; null if there is none. */
  #joined(key: EntityKey): ValueSql {
    if (key.type === "ENTITY_FIELD") return this.#values.ofField(fieldOf(this.#visible, this.#filter, key));
    const owner = this.#owner();
    const name = this.bind(key.key);
    if (key.type === "TIME_SERIES") {
      this.#joins = `LEFT JOIN series s ON s.owner_id = ${owner} AND s.key = ${name} LEFT JOIN latest l ON l.number = s.number`;
      return { kind: "l.kind", value: "l.value" };
    }
    // One join per scope: searching for the first scope that has the key would read all attributes of the entity.
    const scopes = SCOPES[key.type].map(scopeNumber);
    const tables = scopes.map((scope) => `a${String(scope)}`);
    this.#joins = `LEFT JOIN attribute_owner o ON o.id = ${owner}
      ${tables.map((table, index) => `LEFT JOIN attribute ${table} ON ${table}.owner = o.number AND ${table}.key = ${name} AND ${table}.scope = ${String(scopes[index])}`).join(" ")}`;
    const first = (column: string): string =>
      `coalesce(${[...tables.map((table) => `${table}.${column}`), "NULL"].join(", ")})`;
    return { kind: first("kind"), value: first("value") };
  }

  /** An expression over the kind and value that an entity has for a key; `otherwise` if it has none. */
  #value(key: EntityKey, of: (value: ValueSql) => string, otherwise: string): string {
    if (key.type === "ENTITY_FIELD") {
      const field = fieldOf(this.#visible, this.#filter, key);
      return `CASE WHEN ${field} IS NULL THEN ${otherwise} ELSE ${of(this.#values.ofField(field))} END`;
    }
    const owner = this.#owner();
    if (key.type === "TIME_SERIES")
      return `coalesce((SELECT ${of({ kind: "l.kind", value: "l.value" })} FROM series s CROSS JOIN latest l ON l.number = s.number
        WHERE s.owner_id = ${owner} AND s.key = ${this.bind(key.key)}), ${otherwise})`;
    // One lookup per scope: sorting the scopes that have the key takes longer.
    const name = this.bind(key.key);
    const expression = of({ kind: "a.kind", value: "a.value" });
    const inScopes = SCOPES[key.type].map(
      (scope) =>
        `(SELECT ${expression} FROM attribute a WHERE a.owner = o.number AND a.scope = ${String(scopeNumber(scope))} AND a.key = ${name})`,
    );
    return `coalesce((SELECT coalesce(${[...inScopes, "NULL"].join(", ")}) FROM attribute_owner o WHERE o.id = ${owner}), ${otherwise})`;
  }

  /** The id under which values are looked up; an empty one if the values may not be seen. */
  #owner(): string {
    const { valuesOnlyOf } = this.#visible;
    return valuesOnlyOf === null
      ? this.id
      : `CASE WHEN ${this.id} = ${this.bind(valuesOnlyOf)} THEN ${this.id} ELSE '' END`;
  }
}

/** Lookups of values take half the time if owners are visited in the order of the index. */
const IN_ORDER_OF_OWNERS = "ORDER BY e.id";

/** The column of a field; NULL if the kind does not have it. */
export function fieldOf({ scope }: VisibleEntities, { entityType }: EntityFilter, { key }: EntityKey): string {
  const { fields, fieldsOfCustomer } = ENTITY_TABLES[entityType];
  const known = { ...fields, ...(scope.kind === "customer" ? fieldsOfCustomer : {}) };
  return new Map(Object.entries(known)).get(key) ?? "NULL";
}
