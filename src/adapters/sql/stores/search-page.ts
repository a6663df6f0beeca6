// Lists of entities: search, order and page of a query, the same for all of them.
import type { SQLInputValue } from "node:sqlite";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import type { StoreConnection } from "../store-connection.ts";
import type { Row } from "./stored-as.ts";

/** What all pages of a list have in common; with several tables, columns are written as `table.column`. */
export interface List<SortProperty extends string> {
  readonly columns: string;
  readonly from: string;
  /** The column with the searched text in lower case. */
  readonly search: string;
  readonly id: string;
  readonly sort: Readonly<Record<SortProperty, string>>;
}

export interface ListQuery<SortProperty extends string> {
  readonly list: List<SortProperty>;
  readonly where: readonly Condition[];
  readonly request: PageRequest<SortProperty>;
}

export function searchPage<Item, SortProperty extends string>(
  connection: StoreConnection,
  { list, where, request }: ListQuery<SortProperty>,
  itemOf: (row: Row) => Item,
): FoundPage<Item> {
  const { textSearch, sort, size } = request;
  const { sql, parameters } = allOf([...where, ...containing(list.search, textSearch)]);
  const from = `FROM ${list.from} WHERE ${sql}`;
  const total = connection.count(from, ...parameters);
  const offset = offsetOf(request);
  if (offset >= total) return { items: [], total };
  const direction = sort?.order ?? "ASC";
  // As a tiebreak the id always ascends; as the sort key it follows the requested direction.
  const order =
    sort === null || sort.property === "id"
      ? `${list.id} ${direction}`
      : `${list.sort[sort.property]} ${inDirection(direction)}, ${list.id}`;
  const page = `SELECT ${list.columns} ${from} ORDER BY ${order} LIMIT ? OFFSET ?`;
  return { items: connection.all(page, ...parameters, size, offset).map(itemOf), total };
}

/** The direction of a column that may be null: rows without a value come first when it ascends. */
export function inDirection(direction: "ASC" | "DESC"): string {
  return direction === "ASC" ? "ASC NULLS FIRST" : "DESC NULLS LAST";
}

/** An offset beyond SQLite's integers is a page past the end like any other. */
export function offsetOf({ page, size }: PageRequest): number {
  return Math.min(page * size, Number.MAX_SAFE_INTEGER);
}

export interface Condition {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

export function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? "TRUE" : conditions.map(({ sql }) => sql).join(" AND "),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/** Null matches any value. */
export function equal(column: string, value: string | number | null): readonly Condition[] {
  return value === null ? [] : [{ sql: `${column} = ?`, parameters: [value] }];
}

export function containing(column: string, text: string | null): readonly Condition[] {
  return text === null ? [] : [{ sql: `instr(${column}, ?) > 0`, parameters: [foldedText(text)] }];
}

/** Folds texts to be searched, and search texts, in the same way. */
export function foldedText(...texts: readonly (string | null)[]): string {
  return texts
    .filter((text) => text !== null)
    .join("\n")
    .toLowerCase();
}
