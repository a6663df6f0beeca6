// One page of a list: what may be asked for, and what comes back. Edges compute the page counts they show from these.

export interface PageQuery<SortField extends string = string> {
  /** Zero-based. */
  readonly page: number;
  /** Rows per page, at least 1; already cut to the configured maximum by the edge. */
  readonly pageSize: number;
  /** Case-insensitive substring, every character literal; null for no search. */
  readonly textSearch: string | null;
  /** Null orders by id, which is the order of creation; otherwise id breaks ties. */
  readonly sort: { readonly field: SortField | "id"; readonly descending: boolean } | null;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Matching rows over all pages. */
  readonly total: number;
}
