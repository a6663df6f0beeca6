// Lists of entities in SQLite: search, order and page of a query, the same way for each of them.
import type { SQLInputValue } from "node:sqlite";
import { sql, type SelectQueryBuilder } from "kysely";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import type { Database } from "./schema.ts";

export interface ListColumns<SortProperty extends string> {
  /** The column with the searched text in lower case. */
  readonly search: string;
  readonly id: string;
  readonly sort: Readonly<Record<SortProperty, string>>;
}

/** `query` selects the rows of all pages; columns are written as `table.column`. */
export async function searchPage<Tables extends keyof Database, Row, SortProperty extends string>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  request: PageRequest<SortProperty>,
  columns: ListColumns<SortProperty>,
): Promise<FoundPage<Row>> {
  const { textSearch, sort, size } = request;
  const found =
    textSearch === null
      ? query
      : query.where(sql<boolean>`instr(${sql.ref(columns.search)}, ${foldedText(textSearch)}) > 0`);
  const { total } = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as("total"))
    .executeTakeFirstOrThrow();
  const direction = sort?.order === "DESC" ? "desc" : "asc";
  const sorted =
    sort === null || sort.property === "id" ? found : found.orderBy(sql.ref(columns.sort[sort.property]), direction);
  // As the tiebreak the id always ascends; as the order itself it goes the way that was asked for.
  const ordered = sorted.orderBy(sql.ref(columns.id), sort?.property === "id" ? direction : "asc");
  const offset = offsetOf(request);
  const items = offset >= total ? [] : await ordered.limit(size).offset(offset).execute();
  return { items, total };
}

/** A product beyond what SQLite counts is a page past the end like any other. */
export function offsetOf({ page, size }: PageRequest): number {
  return Math.min(page * size, Number.MAX_SAFE_INTEGER);
}

/** A condition of SQL with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

export function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql: each }) => each).join(" AND "),
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
