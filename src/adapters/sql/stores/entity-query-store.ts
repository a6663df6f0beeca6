// Entity queries: one statement finds the entities that meet the conditions and the search, another sorts
// them. Conditions on numbers are SQL; those on texts call functions of ours, because SQLite has neither the case
// folding nor the text order that answers need.
import { AttributeKind, valueFromColumns } from "../../../core/attributes/attribute.ts";
import type { AttributeScope } from "../../../core/bus/events.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import {
  answerTooLong,
  comparedTooLong,
  sortCharsMax,
  sortTooLong,
  valueTooLong,
  type EntityQueryBounds,
} from "../../../core/entity-query/entity-query-bounds.ts";
import {
  isIndexed,
  type EntityCountQuery,
  type EntityDataQuery,
  type EntityFilter,
  type EntitySort,
  type KeyFilter,
} from "../../../core/entity-query/entity-query.ts";
import type {
  EntityQueryStore,
  FoundEntities,
  LatestValues,
  StoredEntityValue,
} from "../../../core/entity-query/entity-query-store.ts";
import { comparisonsIn, textOfValue, meets } from "../../../core/entity-query/predicates.ts";
import type { VisibleEntities } from "../../../core/entity-query/visible-entities.ts";
import { parseNamed } from "../../../lib/json-names.ts";
import { spelledExactly } from "../../../lib/spelled-number.ts";
import { attributeScopes, conditionsByKey, EntityStatement, fieldOf } from "./entity-query-sql.ts";
import {
  CHARS_AT_LEAST,
  PLAIN_LENGTH_MAX,
  POSTGRES_VALUES,
  SQLITE_VALUES,
  type EntityQueryValues,
} from "./entity-query-values.ts";
import { listInfoIds } from "./device-lists.ts";
import { ENTITY_TABLES, tablesFor } from "./entity-tables.ts";
import { StatementError, type Statement } from "../store-connection.ts";
import type { ColumnValues } from "./stored-as.ts";
import { SqlStore, type StoreContext } from "../store-table.ts";

type Cell = FoundEntities["columns"][number][number];

/** Latest values inserted by one statement: several times faster than one by one. */
const ROWS_A_STATEMENT = 100;

/** If texts are too long to sort, the number of leading characters to sort by when adding up their lengths. */
const CHECKED_CHARS = 64;

const IN_ORDER = "FROM json_each(:ids) j CROSS JOIN";
const SERIES = `SELECT j.key AS row, s.number ${IN_ORDER} series s ON s.owner_id = j.value AND s.key = :key`;
/** The query state that the SQL functions use. */
interface Running {
  readonly conditions: readonly KeyFilter[];
  readonly textSearch: string;
  readonly bounds: EntityQueryBounds;
  /** A longer text to sort by ends the statement with `LONG_TEXT`. */
  readonly sortedTextMax?: number;
}

/** Of lists of devices. */
const INDEXED_ORDERS = ["name", "createdTime"] as const;

const LONG_TEXT = new Error("a text to sort by is long");

const NOTHING_RUNS: Running = {
  conditions: [],
  textSearch: "",
  bounds: { sortedRowsMax: 0, answerCharsMax: 0, comparedCharsMax: 0, heldCharsMax: 0 },
};

export class SqlEntityQueryStore extends SqlStore implements EntityQueryStore {
  readonly #values: EntityQueryValues;
  readonly #attributes: string;
  #running = NOTHING_RUNS;

  constructor(context: StoreContext) {
    super(context);
    const { dialect } = this.connection;
    this.#values = dialect.engine === "postgres" ? POSTGRES_VALUES : SQLITE_VALUES;
    for (const table of this.#values.tables) this.connection.temporaryTable(table);
    const first = (column: string): string => dialect.ofGreatest(`a.${column}`, "a.scope");
    this.#attributes = `SELECT j.key AS row, ${first("kind")} AS kind, ${first("value")} AS value,
      ${first("last_update_ts")} AS ts, max(a.scope) AS scope ${IN_ORDER} attribute_owner o ON o.id = j.value
      CROSS JOIN attribute a ON a.owner = o.number
        AND a.scope IN (SELECT CAST(value AS BIGINT) FROM json_each(:scopes)) AND a.key = :key GROUP BY j.key`;
    this.connection.define("meets", (index, id, kind, value) => {
      const condition = this.#running.conditions[Number(index)];
      if (condition === undefined) return 0;
      const { key, predicate } = condition;
      this.#requireShort(key.key, String(id), value, comparisonsIn(predicate));
      return meets({ ts: 0, value: valueFromColumns(kind, value) }, predicate) ? 1 : 0;
    });
    this.connection.define("has_text", (key, id, kind, value) => {
      this.#requireShort(String(key), String(id), value, 1);
      return textOfValue(valueFromColumns(kind, value)).toLowerCase().includes(this.#running.textSearch) ? 1 : 0;
    });
    this.connection.define("spelled_number", (text) => spelledExactly(String(text)));
    this.connection.define("code_units", (text) => this.#sortText(String(text)));
    this.connection.define(
      "number_or_code_units",
      (text) => spelledExactly(String(text)) ?? this.#sortText(String(text)),
    );
  }

  async series(
    visible: VisibleEntities,
    filter: EntityFilter,
    keys: readonly string[],
  ): Promise<readonly SeriesNumber[]> {
    const statement = new EntityStatement(this.#values, visible, filter);
    // As one text, which takes half the time of reading as many rows.
    const [row] = this.#all(statement.seriesOf(keys), statement);
    return parseNamed(String(row?.["numbers"])) as SeriesNumber[];
  }

  async keyedSeries(
    visible: VisibleEntities,
    filter: EntityFilter,
    max: number,
  ): Promise<readonly (readonly [key: string, series: SeriesNumber])[]> {
    const statement = new EntityStatement(this.#values, visible, filter);
    this.connection.exec(this.connection.dialect.beginRead);
    try {
      this.#prepared(`INSERT INTO keyed ${statement.keyedSeries()} ON CONFLICT DO NOTHING`).run(statement.parameters);
      const rows = this.connection.all("SELECT key, number FROM keyed LIMIT ?", max);
      return rows.map(({ key, number }) => [String(key), Number(number) as SeriesNumber]);
    } finally {
      this.connection.exec("ROLLBACK");
    }
  }

  async attributeKeys(
    visible: VisibleEntities,
    filter: EntityFilter,
    scope: AttributeScope | "all",
    max: number,
  ): Promise<readonly string[]> {
    const statement = new EntityStatement(this.#values, visible, filter);
    return this.#all(statement.attributeKeys(scope, max), statement).map(({ key }) => String(key));
  }

  async count(
    visible: VisibleEntities,
    query: EntityCountQuery,
    latest: LatestValues,
    bounds: EntityQueryBounds,
  ): Promise<number> {
    const running = { conditions: conditionsByKey(query), textSearch: "", bounds };
    return this.#run(running, latest, () => {
      const statement = new EntityStatement(this.#values, visible, query.filter);
      return this.#number(`SELECT count(*) AS n FROM (${statement.meeting(query, bounds)}) met`, statement);
    });
  }

  async find(
    visible: VisibleEntities,
    query: EntityDataQuery,
    latest: LatestValues,
    bounds: EntityQueryBounds,
  ): Promise<FoundEntities> {
    const { page, size, sort, textSearch } = query.page;
    const running = { conditions: conditionsByKey(query), textSearch: textSearch?.toLowerCase() ?? "", bounds };
    return this.#run(running, latest, () => {
      const listed = this.#listed(visible, query);
      if (listed !== undefined) return { ...listed, columns: this.#shown(visible, query, listed.ids, bounds) };
      const isFiltered = query.keyFilters.length > 0 || textSearch !== null;
      if (isFiltered) this.#keepMeeting(visible, query, bounds);
      const newStatement = (): EntityStatement =>
        new EntityStatement(this.#values, visible, query.filter, isFiltered ? "found" : "all");
      const counted = newStatement();
      const total = this.#number(counted.select("count(*) AS n"), counted);
      const offset = page * size;
      if (offset >= total) return { total, ids: [], columns: query.shown.map(() => []) };
      const isInIndex = !isFiltered && sort !== null && isIndexed(sort.key);
      const idsOfPage = (): readonly string[] => {
        const statement = newStatement();
        const order = sort === null ? `ORDER BY ${statement.id}` : statement.order(sort, isInIndex);
        const limits = `LIMIT ${statement.bind(size)} OFFSET ${statement.bind(offset)}`;
        const rows = this.#all(statement.select(`${statement.id} AS id`, `${order} ${limits}`), statement);
        return rows.map(({ id }) => String(id));
      };
      // Latest values are bounded already, because they come with the query.
      const isBounded = sort === null || isInIndex || sort.key.type === "TIME_SERIES";
      const ids = isBounded ? idsOfPage() : this.#sorted(newStatement, sort, offset + size, bounds, idsOfPage);
      return { total, ids, columns: this.#shown(visible, query, ids, bounds) };
    });
  }

  /** A list of devices in an order that it has indexes for: found as people who search in it expect, while they type. */
  #listed({ scope }: VisibleEntities, query: EntityDataQuery): Omit<FoundEntities, "columns"> | undefined {
    const { filter, keyFilters, page } = query;
    const { list } = filter;
    if (list === undefined || scope.kind === "system" || keyFilters.length > 0 || page.textSearch !== null)
      return undefined;
    const property = INDEXED_ORDERS.find((each) => each === page.sort?.key.key);
    if (page.sort !== null && (page.sort.key.type !== "ENTITY_FIELD" || property === undefined)) return undefined;
    const { textSearch, ...conditions } = list;
    const owner = scope.kind === "customer" ? scope.customerId : conditions.customerId;
    if (conditions.customerId !== null && conditions.customerId !== owner) return { total: 0, ids: [] };
    return listInfoIds(
      this.connection,
      { ...conditions, customerId: owner, type: null, tenantId: scope.tenantId },
      {
        page: page.page,
        size: page.size,
        textSearch,
        sort: property === undefined || page.sort === null ? null : { property, order: page.sort.order },
      },
    );
  }

  /** Evaluates the conditions once, for both the count and the page. */
  #keepMeeting(visible: VisibleEntities, query: EntityDataQuery, bounds: EntityQueryBounds): void {
    const statement = new EntityStatement(this.#values, visible, query.filter);
    this.#prepared(`INSERT INTO found ${statement.meeting(query, bounds)}`).run(statement.parameters);
  }

  /**
   * The sorter holds the texts of the rows up to the end of the page. They are added up, which takes as long as sorting, only if one is so
   * long that they might be too many. Throws if they are.
   */
  #sorted(
    newStatement: () => EntityStatement,
    sort: EntitySort,
    rowsMax: number,
    bounds: EntityQueryBounds,
    idsOfPage: () => readonly string[],
  ): readonly string[] {
    const sortedTextMax = Math.floor(sortCharsMax(bounds) / rowsMax);
    if (this.connection.dialect.engine === "sqlite" && sortedTextMax >= PLAIN_LENGTH_MAX) {
      const running = this.#running;
      this.#running = { ...running, sortedTextMax };
      try {
        return idsOfPage();
      } catch (error) {
        if (error !== LONG_TEXT) throw error;
      } finally {
        this.#running = running;
      }
    }
    const statement = newStatement();
    const chars = this.#number(statement.select(`sum(${statement.charsOf(sort.key)}) AS n`), statement);
    if (chars > sortCharsMax(bounds)) this.#requireSortable(newStatement(), sort, rowsMax, bounds);
    return idsOfPage();
  }

  #sortText(text: string): string {
    if (text.length > (this.#running.sortedTextMax ?? Infinity)) throw LONG_TEXT;
    return inOrderOfCodeUnits(text);
  }

  #requireSortable(statement: EntityStatement, sort: EntitySort, rowsMax: number, bounds: EntityQueryBounds): void {
    const columns = `${statement.charsOf(sort.key)} AS n`;
    const order = statement.order(sort, false, CHECKED_CHARS);
    const rows = statement.select(columns, `${order} LIMIT ${statement.bind(rowsMax)}`);
    const chars = this.#number(`SELECT sum(n) AS n FROM (${rows}) sorted`, statement);
    if (chars > sortCharsMax(bounds)) throw sortTooLong(bounds, chars);
  }

  #shown(
    visible: VisibleEntities,
    { filter, shown }: EntityDataQuery,
    ids: readonly string[],
    bounds: EntityQueryBounds,
  ): FoundEntities["columns"] {
    const all = JSON.stringify(ids);
    // An entity whose values may not be seen keeps its place, with an empty id that finds nothing.
    const { valuesOnlyOf } = visible;
    const withValues = valuesOnlyOf === null ? all : JSON.stringify(ids.map((id) => (id === valuesOnlyOf ? id : "")));
    let chars = 0;
    const columnOf = (sql: string, parameters: Record<string, string>, cell: (row: Row) => Cell): readonly Cell[] => {
      const cells = new Array<Cell>(ids.length).fill(null);
      // Read row by row, so that values beyond the limit are never in memory.
      for (const row of this.connection.cached(sql).statement.iterate(parameters)) {
        if (typeof row["value"] === "string") chars += row["value"].length;
        if (chars > bounds.answerCharsMax) throw answerTooLong(bounds);
        cells[Number(row["row"])] = cell(row);
      }
      return cells;
    };
    return shown.map((key) => {
      if (key.type === "TIME_SERIES")
        return columnOf(SERIES, { ids: withValues, key: key.key }, ({ number }) => Number(number) as SeriesNumber);
      if (key.type !== "ENTITY_FIELD") {
        const parameters = { ids: withValues, scopes: attributeScopes(key.type), key: key.key };
        return columnOf(this.#attributes, parameters, ({ ts, kind, value }) => storedValue(Number(ts), kind, value));
      }
      const field = fieldOf(visible, filter, key);
      const tables = tablesFor(ENTITY_TABLES[filter.entityType], [field]);
      const sql = `SELECT j.key AS row, ${field} AS value ${IN_ORDER} ${tables} WHERE e.id = j.value`;
      return columnOf(sql, { ids: all }, ({ value }) =>
        value === null
          ? null
          : storedValue(0, typeof value === "string" ? AttributeKind.STRING : AttributeKind.NUMBER, value),
      );
    });
  }

  /** Everything in `work` sees one state of the database. */
  #run<Result>(running: Running, latest: LatestValues, work: () => Result): Result {
    this.connection.exec(this.connection.dialect.beginRead);
    this.#running = running;
    try {
      this.#fillLatest(latest);
      return work();
    } catch (error) {
      throw this.#explained(error);
    } finally {
      this.#running = NOTHING_RUNS;
      this.connection.exec("ROLLBACK");
    }
  }

  #fillLatest({ series, kinds, values }: LatestValues): void {
    if (this.connection.dialect.engine === "postgres") {
      const row = (number: SeriesNumber, index: number): ColumnValues => ({
        number,
        kind: kinds[index] ?? null,
        value: values[index] ?? null,
      });
      this.connection.insertAll("latest", series.map(row));
      return;
    }
    for (let start = 0; start < series.length; start += ROWS_A_STATEMENT) {
      const rows = series.slice(start, start + ROWS_A_STATEMENT);
      const parameters = rows.flatMap((number, row) => [
        number,
        kinds[start + row] ?? null,
        values[start + row] ?? null,
      ]);
      this.connection.run(`INSERT INTO latest VALUES ${rows.map(() => "(?, ?, ?)").join()}`, ...parameters);
    }
  }

  #requireShort(key: string, id: string, value: unknown, comparisons: number): void {
    const { bounds } = this.#running;
    const length = typeof value === "string" ? value.length : CHARS_AT_LEAST;
    if (length > bounds.heldCharsMax) throw valueTooLong(bounds, id);
    const chars = comparisons * (length + CHARS_AT_LEAST);
    if (chars > bounds.comparedCharsMax) throw comparedTooLong(bounds, key, length, chars);
  }

  /** In PostgreSQL the same check is a function of the schema, which raises what it found. */
  #explained(error: unknown): unknown {
    if (!(error instanceof StatementError) || error.detail === undefined) return error;
    const { bounds } = this.#running;
    const { key, id, length, comparisons } = parseNamed(error.detail) as TooLong;
    if (length > bounds.heldCharsMax) return valueTooLong(bounds, id);
    return comparedTooLong(bounds, key, length, comparisons * (length + CHARS_AT_LEAST));
  }

  #number(sql: string, statement: EntityStatement): number {
    return Number(this.#all(sql, statement)[0]?.["n"] ?? 0);
  }

  #all(sql: string, { parameters }: EntityStatement): Row[] {
    return this.#prepared(sql).all(parameters);
  }

  #prepared(sql: string): Statement {
    const { statement } = this.connection.cached(sql);
    // Some parameters were bound for a part of the statement that has then been written in another way.
    statement.setAllowUnknownNamedParameters(true);
    return statement;
  }
}

type Row = Record<string, unknown>;

interface TooLong {
  readonly key: string;
  readonly id: string;
  readonly length: number;
  readonly comparisons: number;
}

/** The platform wrote these columns. */
function storedValue(ts: number, kind: unknown, value: unknown): StoredEntityValue {
  return [ts, kind as AttributeKind, value as number | string];
}

/**
 * A text that SQLite, which compares UTF-8 bytes, sorts as JavaScript sorts the original, by UTF-16 units: characters
 * above the surrogates are placed after all surrogate pairs.
 */
function inOrderOfCodeUnits(text: string): string {
  return text.replace(/[\u{e000}-\u{ffff}\u{10ffff}]/gu, (char) =>
    char === LAST_CHAR ? `${LAST_CHAR}\u{1}` : LAST_CHAR + char,
  );
}

const LAST_CHAR = "\u{10ffff}";
