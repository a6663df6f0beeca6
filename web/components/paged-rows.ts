// A page of rows as a query has it, for a `DataTable`. Rows that are there stay when asking again fails.
import type { UseQueryResult } from "@tanstack/react-query";

interface Page<Row> {
  readonly data: readonly Row[];
  readonly totalElements: number;
}

interface PagedRows<Row> {
  readonly rows: readonly Row[] | undefined;
  readonly totalRows: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
}

export function pagedRows<Row>(query: UseQueryResult<Page<Row>>): PagedRows<Row> {
  return {
    rows: query.data?.data,
    totalRows: query.data?.totalElements ?? 0,
    isLoading: query.isPlaceholderData,
    error: query.data === undefined ? query.error : null,
    onRetry: () => void query.refetch(),
  };
}
