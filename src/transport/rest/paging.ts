// Paged lists: reads the page a client requests, and writes the page object. Source: REST contract 1.3.
import { Type, type Static, type TArray, type TBoolean, type TInteger, type TObject, type TSchema } from "typebox";
import { invalid } from "../../core/errors.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import { SHOWN } from "./nullable.ts";

const INT32_MAX = 2_147_483_647;

/** Any letter case; an empty text means the default. */
export const ORDER_PATTERN = "^([Aa][Ss][Cc]|[Dd][Ee][Ss][Cc])?$";
export const SHOWN_ORDER = { type: "string", enum: ["ASC", "DESC"] } as const;

/** Query members of every paged list; a route adds its filters and sort properties with `pageQuery`. */
const PAGE_MEMBERS = {
  pageSize: Type.Integer({ minimum: 1, maximum: INT32_MAX, description: "Rows per page, from 1." }),
  page: Type.Integer({ minimum: 0, maximum: INT32_MAX, description: "Page number, from 0." }),
  textSearch: Type.Optional(Type.String({ maxLength: 255, description: "Case-insensitive part of the text." })),
  sortProperty: Type.Optional(Type.String()),
  sortOrder: Type.Optional(
    Type.String({ pattern: ORDER_PATTERN, description: "ASC when left out.", [SHOWN]: SHOWN_ORDER }),
  ),
} as const;

type PageMembers = typeof PAGE_MEMBERS;
export type PageQuery = Static<TObject<PageMembers>>;

/** The query of a paged list with these sort properties, besides `id`, and further filters. */
export function pageQuery<Filters extends Record<string, TSchema>>(
  sortable: readonly string[],
  filters: Filters,
): TObject<PageMembers & Filters> {
  const options = {
    maxLength: 255,
    pattern: "^[A-Za-z0-9_-]*$",
    description: "In the order of creation when left out.",
    [SHOWN]: { type: "string", enum: ["id", ...sortable] },
  };
  return Type.Object({ ...PAGE_MEMBERS, sortProperty: Type.Optional(Type.String(options)), ...filters });
}

const Members = Type.Partial(pageQuery([], {}));

/** Query members of a page. The schema requires none of them: `requirePage` does if a page is requested. */
export const PAGE_OR_IDS = Members.properties;

/** Throws `invalid` if the query has neither ids nor the two members that every page needs. */
export function requirePage(query: Static<typeof Members>): PageQuery {
  const { page, pageSize } = query;
  if (page === undefined || pageSize === undefined) {
    const missing = (["pageSize", "page"] as const).filter((name) => query[name] === undefined);
    throw invalid(`${missing.join(", ")} must be given`);
  }
  return { ...query, page, pageSize };
}

/**
 * Reads the requested page. `sortable` are the sort properties of this list besides `id`; `rowsMax` bounds the rows of
 * a page. Throws `invalid` for another sort property.
 */
export function parsePage<SortProperty extends string>(
  query: PageQuery,
  sortable: readonly SortProperty[],
  rowsMax: number,
): PageRequest<SortProperty> {
  const textSearch = query.textSearch ?? "";
  return {
    page: query.page,
    size: Math.min(query.pageSize, rowsMax),
    textSearch: textSearch === "" ? null : textSearch,
    sort: parseSort(query, sortable),
  };
}

function parseSort<SortProperty extends string>(
  query: PageQuery,
  sortable: readonly SortProperty[],
): PageRequest<SortProperty>["sort"] {
  const wanted = query.sortProperty ?? "";
  const order = query.sortOrder?.toUpperCase() === "DESC" ? "DESC" : "ASC";
  if (wanted === "") return order === "DESC" ? { property: "id", order } : null;
  const property = wanted === "id" ? "id" : sortable.find((name) => name === wanted);
  if (property === undefined)
    throw invalid(`sortProperty must be one of ${["id", ...sortable].join(", ")}, got "${wanted}"`);
  return { property, order };
}

/** A page as clients see it. */
export interface Page<Item> {
  readonly data: Item[];
  readonly totalPages: number;
  readonly totalElements: number;
  readonly hasNext: boolean;
}

/**
 * Converts each item to its wire form with `show`. Counts refer to the page size in effect, which may be smaller than
 * requested.
 */
export function toPage<Item, Shown>(
  found: FoundPage<Item>,
  request: Pick<PageRequest, "page" | "size">,
  show: (item: Item) => Shown,
): Page<Shown> {
  const totalPages = Math.ceil(found.total / request.size);
  return {
    data: found.items.map((item) => show(item)),
    totalPages,
    totalElements: found.total,
    hasNext: request.page + 1 < totalPages,
  };
}

/** Schema of a page in an answer. If its items are named "Device", it is named "PageDataDevice". */
export function pageOf<Item extends TSchema>(
  item: Item,
): TObject<{ data: TArray<Item>; totalPages: TInteger; totalElements: TInteger; hasNext: TBoolean }> {
  const members = {
    data: Type.Array(item),
    totalPages: Type.Integer({ format: "int32", examples: [1] }),
    totalElements: Type.Integer({ description: "Rows on all pages together.", examples: [1] }),
    hasNext: Type.Boolean({ examples: [false] }),
  };
  return "title" in item && typeof item.title === "string"
    ? Type.Object(members, { title: `PageData${item.title}` })
    : Type.Object(members);
}
