// Lists of entities in SQLite: search, order and page of a query, the same way for each of them.
import type { SQLInputValue } from "node:sqlite";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import type { SqliteConnection } from "./connection.ts";

/** A condition of SQL with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

export interface List<Item, SortProperty extends string> {
  /** What is selected, and from which tables. */
  readonly columns: string;
  readonly from: string;
  /** On the rows of all pages; without it all rows. */
  readonly where?: Condition | undefined;
  /** The column with the searched text in lower case. */
  readonly search: string;
  readonly id: string;
  readonly sort: Readonly<Record<SortProperty, string>>;
  readonly toItem: (row: Readonly<Record<string, unknown>>) => Item;
}

export function searchPage<Item, SortProperty extends string>(
  connection: SqliteConnection,
  { columns, from, where, search, id, sort, toItem }: List<Item, SortProperty>,
  request: PageRequest<SortProperty>,
): FoundPage<Item> {
  const { textSearch, size } = request;
  const searched =
    textSearch === null ? [] : [{ sql: `instr(${search}, ?) > 0`, parameters: [foldedText(textSearch)] }];
  const { sql, parameters } = allOf([...(where === undefined ? [] : [where]), ...searched]);
  const found = `FROM ${from} ${sql === "" ? "" : `WHERE ${sql}`}`;
  const total = Number(connection.get(`SELECT count(*) AS n ${found}`, ...parameters)?.["n"]);
  const offset = offsetOf(request);
  if (offset >= total) return { items: [], total };
  const { property, order } = request.sort ?? { property: "id", order: "ASC" };
  // As the tiebreak the id always ascends; as the order itself it goes the way that was asked for.
  const by = property === "id" ? `${id} ${order}` : `${sort[property]} ${order}, ${id}`;
  const page = `SELECT ${columns} ${found} ORDER BY ${by} LIMIT ? OFFSET ?`;
  return { items: connection.all(page, ...parameters, size, offset).map(toItem), total };
}

/** A product beyond what SQLite counts is a page past the end like any other. */
export function offsetOf({ page, size }: PageRequest): number {
  return Math.min(page * size, Number.MAX_SAFE_INTEGER);
}

export function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND "),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/** How a text is stored to be searched, and how a search for it is asked. */
export function foldedText(...texts: readonly (string | null)[]): string {
  return texts
    .filter((text) => text !== null)
    .join("\n")
    .toLowerCase();
}
