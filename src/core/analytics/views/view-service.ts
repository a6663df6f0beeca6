// Views as people keep them: saved with every default written out, listed, shared, changed one after the other, and
// brought back. Whoever runs a report gets its view here. Source: analytics contract 2.1, 2.2, 4.3, 6.
import type { FoundPage, PageRequest } from "../../page.ts";
import type { Reader } from "../reader.ts";
import type { ViewId } from "../../ids.ts";
import type { TableView } from "../view/table-view.ts";
import type { StoredView, ViewSortProperty } from "./view-store.ts";

/** What running a report needs of this service. */
export interface ViewSource {
  /**
   * The view as it is now, for a report. Throws `VIEW_NOT_FOUND` for one that does not exist, belongs to another tenant or
   * is not shared with the reader, and `VIEW_INVALID` with every problem where it no longer fits what the tenant has.
   */
  runnable(id: ViewId, reader: Reader): Promise<TableView>;
}

export interface ViewList {
  list(
    reader: Reader,
    filter: { readonly folder: string | null; readonly tag: string | null },
    page: PageRequest<ViewSortProperty>,
  ): Promise<FoundPage<StoredView>>;
}
