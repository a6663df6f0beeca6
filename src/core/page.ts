// One page of a list, as requested from and returned by a store. Edges compute page counts from it.

/** `size` is at most the server's own maximum, whatever the client asks for. */
export interface PageRequest<SortProperty extends string = string> {
  /** Zero-based. */
  readonly page: number;
  readonly size: number;
  /** Case-insensitive substring, every character literal; null matches everything. */
  readonly textSearch: string | null;
  /** Null sorts by id ascending, which is the order of creation; otherwise the id breaks ties. */
  readonly sort: { readonly property: SortProperty | "id"; readonly order: "ASC" | "DESC" } | null;
}

/** One page as returned by a store. */
export interface FoundPage<Item> {
  readonly items: readonly Item[];
  /** The number of rows over all pages. */
  readonly total: number;
}
