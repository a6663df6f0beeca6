// The result of a query: a placeholder while loading, a failure with a retry button, or the data. Loaded data stays if
// reading it again fails.
import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { ProblemAlert } from "./problem-alert.tsx";

export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  /** Such as "limits". */
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
        <ProblemAlert error={error} title={`The ${what} could not be loaded`} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <Skeleton height={height} role="status" aria-label={`Loading the ${what}`} />
      )}
      {data !== undefined && children(data)}
    </>
  );
}
