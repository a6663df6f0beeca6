// Paths that answer with a page, or with a plain array when the query names ids instead. Source: REST contract 4 to 6.
import { Type, type Static } from "typebox";
import { invalid } from "../../core/errors.ts";
import { pageQuery, type PageQuery } from "./paging.ts";

const Members = Type.Partial(pageQuery({}));

/** The members of a page's query, none of them required by the schema: `requirePage` does that where a page is meant. */
export const PAGE_OR_IDS = Members.properties;

/** Throws `invalid` where the query has neither ids nor the two members every page needs. */
export function requirePage(query: Static<typeof Members>): PageQuery {
  const { page, pageSize } = query;
  if (page === undefined || pageSize === undefined)
    throw invalid(
      `${[pageSize === undefined ? "pageSize" : "", page === undefined ? "page" : ""].filter((name) => name !== "").join(", ")} must be given`,
    );
  return { ...query, page, pageSize };
}
