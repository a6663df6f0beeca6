// How entity queries examine and order values in SQL. SQLite calls functions of ours for texts, because it has neither the
// case folding nor the text order that answers need; PostgreSQL has functions of the same meaning in its schema (see
// `postgres/functions.ts`).
import { AttributeKind } from "../../../core/attributes/attribute.ts";
import type { EntityQueryBounds } from "../../../core/entity-query/entity-query-bounds.ts";
import type { EntityKey, NumberOperation, Predicate } from "../../../core/entity-query/entity-query.ts";
import { comparisonsIn } from "../../../core/entity-query/predicates.ts";
import { SPELLED_LENGTH_MAX } from "../../../lib/spelled-number.ts";
import type { Parameter } from "../store-connection.ts";

/** Kind and value of a key as SQL, and what the value belongs to. */
export interface ValueSql {
  readonly kind: string;
  readonly value: string;
}

export type Bind = (value: Parameter) => string;

export interface Condition {
  readonly predicate: Predicate;
  /** Its place among the conditions of the query. */
  readonly index: number;
  readonly key: string;
  readonly bounds: EntityQueryBounds;
}

/** A search for a text in lower case, which is also bound as `needle`. */
export interface TextSearch {
  readonly key: string;
  readonly text: string;
  readonly needle: string;
  readonly bounds: EntityQueryBounds;
}

export interface EntityQueryValues {
  /** The tables of one query, by name: entities that meet it, latest values, and keys with one of their series. */
  readonly tables: readonly string[];
  ofField(field: string): ValueSql;
  meets(of: ValueSql, condition: Condition, bind: Bind): string;
  hasText(of: ValueSql, search: TextSearch, bind: Bind): string;
  /** The terms of an order between "has a value" and the id; `textCharsMax` looks only at the beginning of texts. */
  order(of: ValueSql, key: EntityKey, direction: "ASC" | "DESC", textCharsMax?: number): string;
  /** The length of a text in characters; 0 for other values. */
  chars(of: ValueSql): string;
}

/** The cost of a comparison in addition to the characters of its value, and the cost of a number, in characters. */
export const CHARS_AT_LEAST = 16;

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

export const SQLITE_VALUES: EntityQueryValues = {
  tables: [
    "CREATE TEMP TABLE IF NOT EXISTS found (id TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TEMP TABLE IF NOT EXISTS latest (number INTEGER PRIMARY KEY, kind, value)",
    // One series for each key: grouping by key would sort the series of all entities.
    "CREATE TEMP TABLE IF NOT EXISTS keyed (key TEXT PRIMARY KEY, number) WITHOUT ROWID",
  ],
  ofField: (field) => ({
    kind: `CASE typeof(${field}) WHEN 'text' THEN ${String(STRING)} WHEN 'null' THEN NULL ELSE ${String(NUMBER)} END`,
    value: field,
  }),
  meets: (of, { predicate, index }, bind) =>
    numeric(predicate, of, bind) ?? `meets(${String(index)}, e.id, ${of.kind}, ${of.value})`,
  hasText({ kind, value }, { key, text, needle }, bind) {
    const asked = `has_text(${bind(key)}, e.id, ${kind}, ${value})`;
    return `CASE WHEN ${kind} ${IS_TEXT} THEN iif(${isPlain(value)}, instr(lower(${value}), ${needle}) > 0, ${asked})
          WHEN ${kind} = ${String(BOOLEAN)} THEN instr(iif(${value} <> 0, 'true', 'false'), ${needle}) > 0
          ${IN_NUMBERS.test(text) ? `WHEN ${isPlainInteger(kind, value)} THEN instr(CAST(${value} AS INTEGER), ${needle}) > 0 ELSE ${asked}` : "ELSE 0"} END`;
  },
  order({ kind, value }, { type }, direction, textCharsMax) {
    const begin = textCharsMax === undefined ? value : `substr(${value}, 1, ${String(textCharsMax)})`;
    const codeUnits = `iif(${isPlain(begin)}, ${begin}, code_units(${begin}))`;
    const text =
      type === "ENTITY_FIELD"
        ? codeUnits
        : textCharsMax === undefined
          ? `iif(${isPlain(value)} AND ${value} GLOB '[A-Za-z]*', ${value}, number_or_code_units(${value}))`
          : `coalesce(${spelledNumber(value)}, ${codeUnits})`;
    // SQLite itself orders numbers before texts.
    return `${kind} <> ${String(BOOLEAN)} ${direction},
      CASE WHEN ${kind} ${IS_TEXT} THEN ${text} WHEN ${kind} = ${String(INTEGER)} THEN CAST(${value} AS INTEGER) ELSE ${value} END ${direction}`;
  },
  chars: ({ kind, value }) => `iif(${kind} ${IS_TEXT}, length(${value}), 0)`,
};

/** Values are JSON, so that a column can have numbers and texts. */
export const POSTGRES_VALUES: EntityQueryValues = {
  tables: [
    `CREATE TEMP TABLE IF NOT EXISTS found (id text COLLATE "C" PRIMARY KEY)`,
    "CREATE TEMP TABLE IF NOT EXISTS latest (number bigint PRIMARY KEY, kind bigint, value jsonb)",
    `CREATE TEMP TABLE IF NOT EXISTS keyed (key text COLLATE "C" PRIMARY KEY, number bigint)`,
  ],
  ofField(field) {
    // A literal has no type of its own.
    const value = /^('|NULL$)/.test(field) ? `to_jsonb(CAST(${field} AS text))` : `to_jsonb(${field})`;
    return {
      kind: `CASE jsonb_typeof(${value}) WHEN 'string' THEN ${String(STRING)} WHEN 'number' THEN ${String(NUMBER)} END`,
      value,
    };
  },
  meets(of, { predicate, key, bounds }, bind) {
    const met = postgresPredicate(predicate, of, bind);
    return isAboutText(predicate) ? withinBounds(of, { key, bounds }, comparisonsIn(predicate), met, bind) : met;
  },
  hasText({ kind, value }, { key, needle, bounds }, bind) {
    const found = `instr(folded(text_of(${kind}, ${value})), ${needle}) > 0`;
    return withinBounds({ kind, value }, { key, bounds }, 1, found, bind);
  },
  order({ kind, value }, { type }, direction, textCharsMax) {
    const number =
      type === "ENTITY_FIELD"
        ? `CASE WHEN ${kind} = ${String(NUMBER)} THEN number_of(${kind}, ${value}) END`
        : `number_of(${kind}, ${value})`;
    const text = `text_of(${kind}, ${value})`;
    const begin = textCharsMax === undefined ? text : `left(${text}, ${String(textCharsMax)})`;
    // Equal numbers have one place, however they are written.
    return `${kind} <> ${String(BOOLEAN)} ${direction}, ${number} IS NULL ${direction}, ${number} ${direction},
      CASE WHEN ${number} IS NULL THEN code_units(${begin}) END COLLATE "C" ${direction}`;
  },
  chars: ({ kind, value }) => `CASE WHEN ${kind} ${IS_TEXT} THEN length(${value} #>> '{}') ELSE 0 END`,
};

/** Characters that can occur in a number. */
const IN_NUMBERS = /^[-.0-9]*$/;

/** Texts longer than this are not read before their length has been checked. */
export const PLAIN_LENGTH_MAX = 255;

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

/** Undefined if the predicate is about texts, or if SQLite has no number as large as the one in it. */
function numeric(predicate: Predicate, { kind, value }: ValueSql, bind: Bind): string | undefined {
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
      const than = `${OPERATORS[operation]} ${bind(wanted)}`;
      return `coalesce(CASE ${kind} WHEN ${String(NUMBER)} THEN ${value} ${than} WHEN ${String(INTEGER)} THEN CAST(${value} AS INTEGER) ${than}
          WHEN ${String(STRING)} THEN ${spelledNumber(value)} ${than} END, 0)`;
    }
    case "all":
    case "any": {
      const parts = predicate.predicates.map((each) => numeric(each, { kind, value }, bind));
      const known = parts.filter((part) => part !== undefined);
      return known.length < parts.length ? undefined : joined(known, predicate.kind === "all" ? "AND" : "OR");
    }
  }
}

function isAboutText(predicate: Predicate): boolean {
  if (predicate.kind === "all" || predicate.kind === "any") return predicate.predicates.some(isAboutText);
  return predicate.kind === "text";
}

function postgresPredicate(predicate: Predicate, { kind, value }: ValueSql, bind: Bind): string {
  switch (predicate.kind) {
    case "text":
      return textPredicate(predicate, `text_of(${kind}, ${value})`, bind);
    case "boolean": {
      const isWanted = predicate.value === (predicate.operation === "EQUAL");
      return `(${kind} = ${String(BOOLEAN)} AND ${value} = '${isWanted ? "1" : "0"}')`;
    }
    case "number": {
      const { value: wanted, operation } = predicate;
      const than = `${OPERATORS[operation]} CAST(${bind(exactly(wanted))} AS numeric)`;
      return `coalesce(number_of(${kind}, ${value}) ${than}, FALSE)`;
    }
    case "all":
    case "any":
      return joined(
        predicate.predicates.map((each) => postgresPredicate(each, { kind, value }, bind)),
        predicate.kind === "all" ? "AND" : "OR",
      );
  }
}

/** The digits of a number beyond 2^53 are those of the double, not the fewest that name it. */
function exactly(wanted: number | bigint): string {
  return String(Number.isInteger(wanted) ? BigInt(wanted) : wanted);
}

function textPredicate(
  { operation, texts, ignoreCase }: Extract<Predicate, { kind: "text" }>,
  text: string,
  bind: Bind,
): string {
  const found = ignoreCase ? `folded(${text})` : text;
  const among = (): string => `${found} IN (SELECT value FROM json_each(${bind(JSON.stringify([...texts]))}))`;
  const all = (part: (wanted: string) => string): string =>
    texts.size === 0
      ? "TRUE"
      : joined(
          [...texts].map((wanted) => part(bind(wanted))),
          "AND",
        );
  switch (operation) {
    case "IN":
    case "EQUAL":
      return `(${among()})`;
    case "NOT_IN":
    case "NOT_EQUAL":
      return `(NOT ${among()})`;
    case "STARTS_WITH":
      return all((wanted) => `starts_with(${found}, ${wanted})`);
    case "ENDS_WITH":
      return all((wanted) => `right(${found}, length(${wanted})) = ${wanted}`);
    case "CONTAINS":
      return all((wanted) => `instr(${found}, ${wanted}) > 0`);
    case "NOT_CONTAINS":
      return all((wanted) => `instr(${found}, ${wanted}) = 0`);
  }
}

/** Raises `value_too_long` instead of looking at a text that is longer than a query may hold or compare. */
function withinBounds(
  of: ValueSql,
  { key, bounds }: Pick<Condition, "key" | "bounds">,
  comparisons: number,
  condition: string,
  bind: Bind,
): string {
  const length = POSTGRES_VALUES.chars(of);
  const most = Math.min(bounds.heldCharsMax, Math.floor(bounds.comparedCharsMax / comparisons) - CHARS_AT_LEAST);
  return `CASE WHEN ${length} > ${String(most)}
    THEN value_too_long(CAST(${bind(key)} AS text), e.id, ${length}, ${String(comparisons)}) ELSE ${condition} END`;
}

/** Nested in halves, because SQLite limits the depth of expressions. */
export function joined(parts: readonly string[], operator: "AND" | "OR"): string {
  if (parts.length <= 2) return `(${parts.join(` ${operator} `)})`;
  const half = parts.length >> 1;
  return `(${joined(parts.slice(0, half), operator)} ${operator} ${joined(parts.slice(half), operator)})`;
}
