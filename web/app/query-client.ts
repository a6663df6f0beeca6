// How answers of the platform are cached: fresh for seconds, read again when the page gets the focus, and not retried
// if the platform has refused.
import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "../api/problem.ts";

const FRESH_MILLIS = 5_000;
const RETRIES_MAX = 2;

export function buildQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MILLIS,
        retry: (failures, error) => failures < RETRIES_MAX && mayPassLater(error),
      },
    },
  });
}

function mayPassLater(error: Error): boolean {
  return !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500;
}
