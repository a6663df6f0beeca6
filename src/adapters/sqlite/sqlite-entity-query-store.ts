// Entities for queries in SQLite: some rows at a time in the order of their ids, and values of many entities in one
// statement. Everything is read on this thread, so each call is kept to few milliseconds by those who ask.
import type { SQLInputValue } from "node:sqlite";
import { valueFromColumns } from "../../core/attributes/attribute.ts";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import type { EntityField, EntityFilter, Fact } from "../../core/entity-query/entity-query.ts";
import type { AttributeOrigin, EntityQueryStore, FoundEntities } from "../../core/entity-query/entity-query-store.ts";
import { textLength } from "../../core/entity-query/held-text.ts";
import type { VisibleEntities } from "../../core/entity-query/visible-entities.ts";
import { scopeNumber } from "./attribute-rows.ts";
import type { SqliteConnection } from "./connection.ts";
import { ENTITY_TABLES, tablesFor } from "./entity-fields.ts";
import { foldedText } from "./search-page.ts";
import type { StoreContext } from "./store-table.ts";

interface Condition {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, SQLInputValue>>;
}

const ATTRIBUTES = `
  SELECT j.key AS row, a.kind, a.value, a.last_update_ts AS ts FROM json_each(?) j
  CROSS JOIN attribute_owner o ON o.id = j.value
  CROSS JOIN attribute a ON a.owner = o.number AND a.scope = ? AND a.key = ?`;

const SERIES = `
  SELECT j.key AS row, s.number FROM json_each(?) j CROSS JOIN series s ON s.owner_id = j.value AND s.key = ?`;

export class SqliteEntityQueryStore implements EntityQueryStore {
  readonly #connection: SqliteConnection;

  constructor({ connection }: StoreContext) {
    this.#connection = connection;
  }

  scan(
    visible: VisibleEntities,
    filter: EntityFilter,
    fields: readonly EntityField[],
    after: string | null,
    max: number,
    charsMax: number,
  ): Promise<FoundEntities> {
    const table = ENTITY_TABLES[filter.entityType];
    const where = conditionOf(visible, filter);
    const columns = fields.map((field, index) => `, ${table.fields[field] ?? "NULL"} AS f${String(index)}`).join("");
    const { statement } = this.#connection.cached(
      `SELECT e.id${columns} FROM ${tablesFor(table, [columns, where.sql])} WHERE ${where.sql} AND e.id > :after ORDER BY e.id LIMIT :max`,
    );
    const names = fields.map((_field, index) => `f${String(index)}`);
    const ids: string[] = [];
    const facts = names.map((): (Fact | null)[] => []);
    let chars = 0;
    for (const row of statement.iterate({ ...where.parameters, after: after ?? "", max })) {
      ids.push(String(row["id"]));
      names.forEach((name, index) => {
        const fact = fieldOf(row[name]);
        if (fact !== null) chars += textLength(fact.value);
        facts[index]?.push(fact);
      });
      if (chars >= charsMax) return Promise.resolve({ ids, fields: facts, chars, isLast: false });
    }
    return Promise.resolve({ ids, fields: facts, chars, isLast: ids.length < max });
  }

  count(visible: VisibleEntities, filter: EntityFilter): Promise<number> {
    const where = conditionOf(visible, filter);
    const [row] = this.#all(
      `SELECT count(*) AS total FROM ${tablesFor(ENTITY_TABLES[filter.entityType], [where.sql])} WHERE ${where.sql}`,
      where.parameters,
    );
    return Promise.resolve(Number(row?.["total"] ?? 0));
  }

  page(
    visible: VisibleEntities,
    filter: EntityFilter,
    order: { readonly by: "id" | "name"; readonly descending: boolean },
    offset: number,
    max: number,
  ): Promise<readonly string[]> {
    const table = ENTITY_TABLES[filter.entityType];
    const where = conditionOf(visible, filter);
    const direction = order.descending ? "DESC" : "ASC";
    const sort = order.by === "id" ? `e.id ${direction}` : `${table.fields.name} ${direction}, e.id ASC`;
    const rows = this.#all(
      `SELECT e.id FROM ${tablesFor(table, [sort, where.sql])} WHERE ${where.sql} ORDER BY ${sort} LIMIT :max OFFSET :offset`,
      { ...where.parameters, max, offset },
    );
    return Promise.resolve(rows.map((row) => String(row["id"])));
  }

  attributes(
    visible: VisibleEntities,
    ids: readonly string[],
    scope: AttributeOrigin,
    key: string,
    charsMax: number,
  ): Promise<readonly (Fact | null)[]> {
    const found = new Array<Fact | null>(ids.length).fill(null);
    const asked = JSON.stringify(withValues(visible, ids));
    let chars = 0;
    for (const row of this.#connection.cached(ATTRIBUTES).statement.iterate(asked, scopeNumber(scope), key)) {
      const [index, value] = [Number(row["row"]), valueFromColumns(row["kind"], row["value"])];
      found[index] = { ts: Number(row["ts"]), value };
      chars += textLength(value);
      // Rows come in the order of the ids that are asked for.
      if (chars >= charsMax) return Promise.resolve(found.slice(0, index + 1));
    }
    return Promise.resolve(found);
  }

  series(visible: VisibleEntities, ids: readonly string[], key: string): Promise<readonly (SeriesNumber | null)[]> {
    const found = new Array<SeriesNumber | null>(ids.length).fill(null);
    for (const row of this.#connection.all(SERIES, JSON.stringify(withValues(visible, ids)), key))
      found[Number(row["row"])] = Number(row["number"]) as SeriesNumber;
    return Promise.resolve(found);
  }

  #all(sql: string, parameters: Readonly<Record<string, SQLInputValue>>): Record<string, unknown>[] {
    return this.#connection.cached(sql).statement.all(parameters);
  }
}

/** Every entity inside the scope that the filter lets pass. A kind that a scope has nothing of has no rows. */
function conditionOf({ scope }: VisibleEntities, filter: EntityFilter): Condition {
  const table = ENTITY_TABLES[filter.entityType];
  const within = table.within[scope.kind];
  if (within === undefined) return { sql: "FALSE", parameters: {} };
  const conditions = [within];
  const parameters: Record<string, SQLInputValue> =
    scope.kind === "system"
      ? {}
      : scope.kind === "tenant"
        ? { tenant: scope.tenantId }
        : { tenant: scope.tenantId, customer: scope.customerId };
  if (filter.ids !== null) {
    conditions.push("e.id IN (SELECT value FROM json_each(:ids))");
    parameters["ids"] = JSON.stringify(filter.ids);
  }
  if (filter.namePrefix !== "") {
    conditions.push(`substr(${table.search}, 1, length(:prefix)) = :prefix`);
    parameters["prefix"] = foldedText(filter.namePrefix);
  }
  if (filter.deviceTypes !== null) {
    conditions.push("p.name IN (SELECT value FROM json_each(:types))");
    parameters["types"] = JSON.stringify(filter.deviceTypes);
  }
  return { sql: conditions.join(" AND "), parameters };
}

/** An entity whose values may not be seen keeps its place and is looked for under no id. */
function withValues({ valuesOnlyOf }: VisibleEntities, ids: readonly string[]): readonly string[] {
  return valuesOnlyOf === null ? ids : ids.map((id) => (id === valuesOnlyOf ? id : ""));
}

function fieldOf(value: unknown): Fact | null {
  return typeof value === "string" || typeof value === "number" ? { ts: 0, value } : null;
}
