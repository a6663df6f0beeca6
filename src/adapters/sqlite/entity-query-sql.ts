// The statements of entity queries: which entities a query looks at, its conditions and its order, as texts of SQL. What
// users write comes in as parameters.
import type { SQLInputValue } from "node:sqlite";
import { AttributeKind } from "../../core/attributes/attribute.ts";
import {
  keyName,
  searchedKeys,
  type EntityCountQuery,
  type EntityDataQuery,
  type EntityFilter,
  type EntityKey,
  type EntitySort,
  type KeyFilter,
  type NumberOperation,
  type Predicate,
} from "../../core/entity-query/entity-query.ts";
import type { AttributeScope } from "../../core/bus/events.ts";
import { meets } from "../../core/entity-query/predicates.ts";
import type { VisibleEntities } from "../../core/entity-query/visible-entities.ts";
import { scopeNumber } from "./attribute-rows.ts";
import { ENTITY_TABLES, tablesFor } from "./entity-tables.ts";
import { foldedText } from "./search-page.ts";

const { NUMBER, BOOLEAN, STRING, JSON: JSON_TEXT, INTEGER } = AttributeKind;
const IS_TEXT = `IN (${String(STRING)}, ${String(JSON_TEXT)})`;
const INT64_MAX = 2n ** 63n - 1n;

const OPERATORS: Readonly<Record<NumberOperation, string>> = {
  EQUAL: "=",
  NOT_EQUAL: "<>",
  GREATER: ">",
  LESS: "<",
  GREATER_OR_EQUAL: ">=",
  LESS_OR_EQUAL: "<=",
};

/** `ATTRIBUTE` is the first that there is of the server's, the shared and the client's one: that of the greatest number. */
const SCOPES: Readonly<Record<Exclude<EntityKey["type"], "ENTITY_FIELD" | "TIME_SERIES">, readonly AttributeScope[]>> =
  {
    ATTRIBUTE: ["SERVER_SCOPE", "SHARED_SCOPE", "CLIENT_SCOPE"],
    SERVER_ATTRIBUTE: ["SERVER_SCOPE"],
    SHARED_ATTRIBUTE: ["SHARED_SCOPE"],
    CLIENT_ATTRIBUTE: ["CLIENT_SCOPE"],
  };

/** The numbers of the scopes that a key looks into, as a list of JSON. */
export function attributeScopes(type: keyof typeof SCOPES): string {
  return JSON.stringify(SCOPES[type].map(scopeNumber));
}

/** One condition for each key: what is asked of the same value is asked at once. */
export function conditionsByKey({ keyFilters, operation }: EntityCountQuery): readonly KeyFilter[] {
  return [...Map.groupBy(keyFilters, ({ key }) => keyName(key)).values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    const predicates = [first, ...others].map(({ predicate }) => predicate);
    return [{ key: first.key, predicate: { kind: operation === "AND" ? "all" : "any", predicates } }];
  });
}

/** One statement over the entities of a kind, as `e`. */
export class EntityStatement {
  readonly parameters: Record<string, SQLInputValue> = {};
  readonly #visible: VisibleEntities;
  readonly #filter: EntityFilter;
  #parameterCount = 0;

  constructor(visible: VisibleEntities, filter: EntityFilter) {
    this.#visible = visible;
    this.#filter = filter;
  }

  select(columns: string, where: string, rest = ""): string {
    const tables = tablesFor(ENTITY_TABLES[this.#filter.entityType], [columns, where, rest]);
    return `SELECT ${columns} FROM ${tables} ${where} ${rest}`;
  }

  seriesOf(keys: readonly string[]): string {
    const series = `CROSS JOIN series s ON s.owner_id = ${this.#owner()}
      AND s.key IN (SELECT value FROM json_each(${this.bind(JSON.stringify(keys))}))`;
    return this.select("s.number", `${series} WHERE ${this.#inFilter()}`);
  }

  /** The entities inside the scope that the filter lets pass and that meet the query. */
  where(query: EntityCountQuery | EntityDataQuery): string {
    const conditions = conditionsByKey(query).map((filter, index) => this.#condition(filter, index));
    const parts = [this.#inFilter()];
    if (conditions.length > 0) parts.push(joined(conditions, query.operation === "AND" ? "AND" : "OR"));
    if ("page" in query && query.page.textSearch !== null)
      parts.push(
        joined(
          searchedKeys(query).map((key) => this.#hasText(key)),
          "OR",
        ),
      );
    return `WHERE ${parts.join(" AND ")}`;
  }

  /** Entities without a value come last in either direction; booleans before numbers before texts; then the id ascends. */
  order({ key, order }: EntitySort, isIndexUsed: boolean, textCharsMax?: number): string {
    if (key.type === "ENTITY_FIELD" && key.key === "id") return `ORDER BY e.id ${order}`;
    if (isIndexUsed) return `ORDER BY ${ENTITY_TABLES[this.#filter.entityType].fields.name} ${order}, e.id`;
    const rank = this.#value(
      key,
      (kind) =>
        `CASE ${kind} WHEN ${String(BOOLEAN)} THEN 0 WHEN ${String(NUMBER)} THEN 1 WHEN ${String(INTEGER)} THEN 1 ELSE 2 END`,
      order === "ASC" ? "3" : "-1",
    );
    const text = (value: string): string =>
      `code_units(${textCharsMax === undefined ? value : `substr(${value}, 1, ${String(textCharsMax)})`})`;
    const value = this.#value(
      key,
      (kind, of) =>
        `CASE WHEN ${kind} ${IS_TEXT} THEN ${text(of)} WHEN ${kind} = ${String(INTEGER)} THEN CAST(${of} AS INTEGER) ELSE ${of} END`,
      "NULL",
    );
    return `ORDER BY ${rank} ${order}, ${value} ${order}, e.id`;
  }

  /** The characters of a text, 0 for other values. */
  charsOf(key: EntityKey): string {
    return this.#value(key, (kind, value) => `iif(${kind} ${IS_TEXT}, length(${value}), 0)`, "0");
  }

  bind(value: SQLInputValue): string {
    const name = `p${String(this.#parameterCount++)}`;
    this.parameters[name] = value;
    return `:${name}`;
  }

  #inFilter(): string {
    const { scope } = this.#visible;
    const { entityType, ids, namePrefix, deviceTypes } = this.#filter;
    const table = ENTITY_TABLES[entityType];
    const within = table.within[scope.kind];
    // No row of a kind is in a scope that its table does not know.
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
    return conditions.join(" AND ");
  }

  #condition({ key, predicate }: KeyFilter, index: number): string {
    return this.#value(
      key,
      (kind, value) => this.#numeric(predicate, kind, value) ?? `meets(${String(index)}, e.id, ${kind}, ${value})`,
      meets(null, predicate) ? "1" : "0",
    );
  }

  #hasText(key: EntityKey): string {
    return this.#value(key, (kind, value) => `has_text(${this.bind(key.key)}, e.id, ${kind}, ${value})`, "0");
  }

  /** Undefined where texts are asked for, and where SQLite has no number as large as the one that is wanted. */
  #numeric(predicate: Predicate, kind: string, value: string): string | undefined {
    switch (predicate.kind) {
      case "text":
        return undefined;
      case "boolean": {
        const operator = predicate.operation === "EQUAL" ? "=" : "<>";
        return `(${kind} = ${String(BOOLEAN)} AND ${value} ${operator} ${predicate.value ? "1" : "0"})`;
      }
      case "number": {
        const { value: wanted, operation } = predicate;
        if (typeof wanted === "bigint" && (wanted > INT64_MAX || wanted < -INT64_MAX)) return undefined;
        const than = `${OPERATORS[operation]} ${this.bind(wanted)}`;
        return `(${kind} = ${String(NUMBER)} AND ${value} ${than} OR ${kind} = ${String(INTEGER)} AND CAST(${value} AS INTEGER) ${than})`;
      }
      case "all":
      case "any": {
        const parts = predicate.predicates.map((each) => this.#numeric(each, kind, value));
        const known = parts.filter((part) => part !== undefined);
        return known.length < parts.length ? undefined : joined(known, predicate.kind === "all" ? "AND" : "OR");
      }
    }
  }

  /** An expression over the kind and the value that an entity has of a key; `otherwise` where there is none. */
  #value(key: EntityKey, of: (kind: string, value: string) => string, otherwise: string): string {
    if (key.type === "ENTITY_FIELD") {
      const field = fieldOf(this.#filter, key);
      const kind = `iif(typeof(${field}) = 'text', ${String(STRING)}, ${String(NUMBER)})`;
      return `iif(${field} IS NULL, ${otherwise}, ${of(kind, field)})`;
    }
    const owner = this.#owner();
    if (key.type === "TIME_SERIES")
      return `coalesce((SELECT ${of("l.kind", "l.value")} FROM series s CROSS JOIN temp.latest l ON l.number = s.number
        WHERE s.owner_id = ${owner} AND s.key = ${this.bind(key.key)}), ${otherwise})`;
    const scopes = SCOPES[key.type].map(scopeNumber);
    return `coalesce((SELECT ${of("a.kind", "a.value")} FROM attribute_owner o CROSS JOIN attribute a ON a.owner = o.number
      WHERE o.id = ${owner} AND a.scope IN (${scopes.join(", ")}) AND a.key = ${this.bind(key.key)}
      ORDER BY a.scope DESC LIMIT 1), ${otherwise})`;
  }

  /** Under which id values are looked for; under none where they may not be seen. */
  #owner(): string {
    const { valuesOnlyOf } = this.#visible;
    return valuesOnlyOf === null ? "e.id" : `iif(e.id = ${this.bind(valuesOnlyOf)}, e.id, '')`;
  }
}

/** The column of a field. */
export function fieldOf({ entityType }: EntityFilter, { key }: EntityKey): string {
  return new Map(Object.entries(ENTITY_TABLES[entityType].fields)).get(key) ?? "NULL";
}

/** Nested in halves, as SQLite bounds how deep an expression goes. */
function joined(parts: readonly string[], operator: "AND" | "OR"): string {
  if (parts.length <= 2) return `(${parts.join(` ${operator} `)})`;
  const half = parts.length >> 1;
  return `(${joined(parts.slice(0, half), operator)} ${operator} ${joined(parts.slice(half), operator)})`;
}
