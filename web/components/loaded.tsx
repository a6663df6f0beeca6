// What a query has read: a picture of waiting, a failure with a way to try again, or the data. Data that is there stays when
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
  /** Of the picture of waiting, in pixels. */
  readonly height?: number;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, what, height = 240, children }: LoadedProps<Data>): ReactNode {
  const { data, error, refetch } = query;
  return (
    <>
      {error !== null && (
        <ProblemAlert error={error} title={`The ${what} could not be read`} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <Skeleton height={height} role="status" aria-label={`Loading the ${what}`} />
      )}
      {data !== undefined && children(data)}
    </>
  );
}
