// The statements of entity queries as SQL: the entities that a query covers, its conditions and its order. User input
// is passed as parameters.
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
import { SPELLED_LENGTH_MAX } from "../../lib/spelled-number.ts";
import { scopeNumber } from "./attribute-rows.ts";
import { ENTITY_TABLES, tablesFor, type EntityTable } from "./entity-tables.ts";
import { foldedText } from "./search-page.ts";

const { NUMBER, BOOLEAN, STRING, JSON: JSON_TEXT, INTEGER } = AttributeKind;
const IS_TEXT = `IN (${String(STRING)}, ${String(JSON_TEXT)})`;
const INT64_MAX = 2n ** 63n - 1n;

/** Length limit in UTF-8 bytes: one UTF-16 unit has at most three. */
const SPELLED_BYTES_MAX = 3 * SPELLED_LENGTH_MAX;

const OPERATORS: Readonly<Record<NumberOperation, string>> = {
  EQUAL: "=",
  NOT_EQUAL: "<>",
  GREATER: ">",
  LESS: "<",
  GREATER_OR_EQUAL: ">=",
  LESS_OR_EQUAL: "<=",
};

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

/** The entities that meet the conditions of a query, if it has any. */
export const FOUND_TABLE = "CREATE TEMP TABLE IF NOT EXISTS found (id TEXT PRIMARY KEY) WITHOUT ROWID";

/** The latest values that a query needs, by series number. */
export const LATEST_TABLE = "CREATE TEMP TABLE IF NOT EXISTS latest (number INTEGER PRIMARY KEY, kind, value)";

/** Keys, each with one of its series: grouping by key would sort the series of all entities. */
export const KEYED_TABLE = "CREATE TEMP TABLE IF NOT EXISTS keyed (key TEXT PRIMARY KEY, number) WITHOUT ROWID";

/**
 * One statement over the entities of a kind, as `e`: all entities of the scope that pass the filter, or only those in
 * `found`.
 */
export class EntityStatement {
  readonly parameters: Record<string, SQLInputValue> = {};
  readonly #visible: VisibleEntities;
  readonly #filter: EntityFilter;
  readonly #among: "all" | "found";
  /** The joins that `select` adds. */
  #joins = "";
  #parameterCount = 0;

  constructor(visible: VisibleEntities, filter: EntityFilter, among: "all" | "found" = "all") {
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
    const entities = texts.some((text) => /\b[ecpt]\./.test(text)) ? ` CROSS JOIN ${table.from} ON e.id = f.id` : "";
    const tables = tablesFor(isFound ? { ...table, from: `temp.found f${entities}` } : table, texts);
    return `SELECT ${columns} FROM ${tables} ${this.#joins} ${where} ${rest}`;
  }

  /** Selects the numbers as a JSON array. */
  seriesOf(keys: readonly string[]): string {
    this.#joins = `CROSS JOIN series s ON s.owner_id = ${this.#owner()}
      AND s.key IN (SELECT value FROM json_each(${this.bind(JSON.stringify(keys))}))`;
    return `SELECT json_group_array(number) AS numbers FROM (${this.select("s.number", IN_ORDER_OF_OWNERS)})`;
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
  meeting(query: EntityCountQuery | EntityDataQuery): string {
    const conditions = conditionsByKey(query).map((filter, index) => this.#condition(filter, index));
    const parts: string[] = [];
    if (conditions.length > 0) parts.push(joined(conditions, query.operation === "AND" ? "AND" : "OR"));
    if ("page" in query && query.page.textSearch !== null) {
      const text = query.page.textSearch.toLowerCase();
      const needle = this.bind(text);
      parts.push(
        joined(
          searchedKeys(query).map((key) => this.#hasText(key, text, needle)),
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
    const { kind, value } = this.#joined(key);
    const begin = textCharsMax === undefined ? value : `substr(${value}, 1, ${String(textCharsMax)})`;
    const codeUnits = `iif(${isPlain(begin)}, ${begin}, code_units(${begin}))`;
    const text =
      key.type === "ENTITY_FIELD"
        ? codeUnits
        : textCharsMax === undefined
          ? `iif(${isPlain(value)} AND ${value} GLOB '[A-Za-z]*', ${value}, number_or_code_units(${value}))`
          : `coalesce(${spelledNumber(value)}, ${codeUnits})`;
    // SQLite itself orders numbers before texts.
    return `ORDER BY ${kind} IS NULL, ${kind} <> ${String(BOOLEAN)} ${order},
      CASE WHEN ${kind} ${IS_TEXT} THEN ${text} WHEN ${kind} = ${String(INTEGER)} THEN CAST(${value} AS INTEGER) ELSE ${value} END ${order},
      ${this.id}`;
  }

  /** The length of a text in characters; 0 for other values. */
  charsOf(key: EntityKey): string {
    const { kind, value } = this.#joined(key);
    return `iif(${kind} ${IS_TEXT}, length(${value}), 0)`;
  }

  bind(value: SQLInputValue): string {
    const name = `p${String(this.#parameterCount++)}`;
    this.parameters[name] = value;
    return `:${name}`;
  }

  #inFilter(table: EntityTable): string {
    const { scope } = this.#visible;
    const { ids, namePrefix, deviceTypes } = this.#filter;
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
    return conditions.join(" AND ");
  }

  #condition({ key, predicate }: KeyFilter, index: number): string {
    return this.#value(
      key,
      (kind, value) => this.#numeric(predicate, kind, value) ?? `meets(${String(index)}, e.id, ${kind}, ${value})`,
      meets(null, predicate) ? "1" : "0",
    );
  }

  /** The lower-case text is also bound, as `needle`. */
  #hasText(key: EntityKey, text: string, needle: string): string {
    const name = this.bind(key.key);
    return this.#value(
      key,
      (kind, value) => {
        const asked = `has_text(${name}, e.id, ${kind}, ${value})`;
        return `CASE WHEN ${kind} ${IS_TEXT} THEN iif(${isPlain(value)}, instr(lower(${value}), ${needle}) > 0, ${asked})
          WHEN ${kind} = ${String(BOOLEAN)} THEN instr(iif(${value} <> 0, 'true', 'false'), ${needle}) > 0
          ${IN_NUMBERS.test(text) ? `WHEN ${isPlainInteger(kind, value)} THEN instr(CAST(${value} AS INTEGER), ${needle}) > 0 ELSE ${asked}` : "ELSE 0"} END`;
      },
      "0",
    );
  }

  /** Undefined if the predicate is about texts, or if SQLite has no number as large as the one in it. */
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
        return `coalesce(CASE ${kind} WHEN ${String(NUMBER)} THEN ${value} ${than} WHEN ${String(INTEGER)} THEN CAST(${value} AS INTEGER) ${than}
          WHEN ${String(STRING)} THEN ${spelledNumber(value)} ${than} END, 0)`;
      }
      case "all":
      case "any": {
        const parts = predicate.predicates.map((each) => this.#numeric(each, kind, value));
        const known = parts.filter((part) => part !== undefined);
        return known.length < parts.length ? undefined : joined(known, predicate.kind === "all" ? "AND" : "OR");
      }
    }
  }

  /** Kind and value of a key, joined to the entities so that they are looked up once; null if there is none. */
  #joined(key: EntityKey): { readonly kind: string; readonly value: string } {
    if (key.type === "ENTITY_FIELD") {
      const field = fieldOf(this.#filter, key);
      return { kind: kindOfField(field), value: field };
    }
    const owner = this.#owner();
    const name = this.bind(key.key);
    if (key.type === "TIME_SERIES") {
      this.#joins = `LEFT JOIN series s ON s.owner_id = ${owner} AND s.key = ${name} LEFT JOIN temp.latest l ON l.number = s.number`;
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
  #value(key: EntityKey, of: (kind: string, value: string) => string, otherwise: string): string {
    if (key.type === "ENTITY_FIELD") {
      const field = fieldOf(this.#filter, key);
      return `iif(${field} IS NULL, ${otherwise}, ${of(kindOfField(field), field)})`;
    }
    const owner = this.#owner();
    if (key.type === "TIME_SERIES")
      return `coalesce((SELECT ${of("l.kind", "l.value")} FROM series s CROSS JOIN temp.latest l ON l.number = s.number
        WHERE s.owner_id = ${owner} AND s.key = ${this.bind(key.key)}), ${otherwise})`;
    // One lookup per scope: sorting the scopes that have the key takes longer.
    const name = this.bind(key.key);
    const expression = of("a.kind", "a.value");
    const inScopes = SCOPES[key.type].map(
      (scope) =>
        `(SELECT ${expression} FROM attribute a WHERE a.owner = o.number AND a.scope = ${String(scopeNumber(scope))} AND a.key = ${name})`,
    );
    return `coalesce((SELECT coalesce(${[...inScopes, "NULL"].join(", ")}) FROM attribute_owner o WHERE o.id = ${owner}), ${otherwise})`;
  }

  /** The id under which values are looked up; an empty one if the values may not be seen. */
  #owner(): string {
    const { valuesOnlyOf } = this.#visible;
    return valuesOnlyOf === null ? this.id : `iif(${this.id} = ${this.bind(valuesOnlyOf)}, ${this.id}, '')`;
  }
}

/** Lookups of values take half the time if owners are visited in the order of the index. */
const IN_ORDER_OF_OWNERS = "ORDER BY e.id";

/** Characters that can occur in a number. */
const IN_NUMBERS = /^[-.0-9]*$/;

/** Texts longer than this are not read before their length has been checked. */
const PLAIN_LENGTH_MAX = 255;

/**
 * Whether a text is short and ASCII, so that SQLite lowers and sorts it as JavaScript does. Calls of our own functions
 * would take most of the time of a query. `length` stops at U+0000, so a text containing it is not plain.
 */
function isPlain(text: string): string {
  return `(octet_length(${text}) <= ${String(PLAIN_LENGTH_MAX)} AND octet_length(${text}) = length(${text}))`;
}

/** Whether SQLite also writes a number as its digits. */
function isPlainInteger(kind: string, value: string): string {
  return `${kind} = ${String(NUMBER)} AND abs(${value}) < 1e15 AND ${value} = CAST(${value} AS INTEGER)`;
}

/**
 * The number that a text spells, or null. The length of a text is read from the head of its row, without reading the
 * text.
 */
function spelledNumber(text: string): string {
  return `iif(octet_length(${text}) <= ${String(SPELLED_BYTES_MAX)}, spelled_number(${text}), NULL)`;
}

function kindOfField(field: string): string {
  return `CASE typeof(${field}) WHEN 'text' THEN ${String(STRING)} WHEN 'null' THEN NULL ELSE ${String(NUMBER)} END`;
}

/** The column of a field; NULL if the kind does not have it. */
export function fieldOf({ entityType }: EntityFilter, { key }: EntityKey): string {
  return new Map(Object.entries(ENTITY_TABLES[entityType].fields)).get(key) ?? "NULL";
}

/** Nested in halves, because SQLite limits the depth of expressions. */
function joined(parts: readonly string[], operator: "AND" | "OR"): string {
  if (parts.length <= 2) return `(${parts.join(` ${operator} `)})`;
  const half = parts.length >> 1;
  return `(${joined(parts.slice(0, half), operator)} ${operator} ${joined(parts.slice(half), operator)})`;
}
