// The result of a query: a placeholder while loading, a failure with a retry button, or the data. Loaded data stays if
// reading it again fails.
import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { ProblemAlert } from "./problem-alert.tsx";
import { words } from "../words/words.ts";

export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  /** Such as "limits": without an article. */
  readonly what: string;
  /** Height of the placeholder in pixels. */
  readonly height?: number;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, what, height = 240, children }: LoadedProps<Data>): ReactNode {
  const { data, error, refetch } = query;
  return (
    <>
      {error !== null && (
        <ProblemAlert error={error} title={words.components.loaded.failed(what)} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <Skeleton height={height} role="status" aria-label={words.components.loaded.loading(what)} />
      )}
      {data !== undefined && children(data)}
    </>
  );
}
