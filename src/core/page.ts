// One page of a list: what a store is asked for, and what it gives. Edges compute the page counts they show from these.

/** `size` is at most the server's own maximum, whatever the client asks for. */
export interface PageRequest<SortProperty extends string = string> {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  /** Matched as a case-insensitive substring, every character literal; null matches everything. */
  readonly textSearch: string | null;
  /** Null sorts by id ascending, which is the order of creation; otherwise the id breaks ties. */
  readonly sort: { readonly property: SortProperty | "id"; readonly order: "ASC" | "DESC" } | null;
}

/** One page as a store gives it. */
export interface FoundPage<Item> {
  readonly items: readonly Item[];
  /** Rows of all pages together. */
  readonly total: number;
}
