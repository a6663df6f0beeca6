// What the service says of the view as it is now, a moment after the last change: whether it is right, what it would cost,
// and what it gives. Calls about an older state are called off.
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import type { Report } from "../view/report-cell.ts";
import type { Json } from "./document.ts";
import type { ViewProblem } from "./editing.ts";
import { checkView, explainView, previewView, type Explanation } from "./view-calls.ts";

const PAUSE_MILLIS = 350;
/** What takes longer is run when asked for. */
const MILLIS_MAX = 5_000;
/** Older states are not shown again. */
const KEPT_MILLIS = 60_000;

export interface Preview {
  /** Of the view as it is now; empty while nothing is known. */
  readonly problems: readonly ViewProblem[];
  readonly warnings: readonly ViewProblem[];
  readonly cost: Explanation | undefined;
  readonly report: UseQueryResult<Report>;
  /** What is shown is of the view as it is now. */
  readonly isPresent: boolean;
  readonly isValid: boolean;
  readonly error: Error | null;
  /** It would take long, and waits to be asked for. */
  readonly isWaiting: boolean;
  readonly onRetry: () => void;
}

/** `asked` is the view whose long preview somebody wants. */
export function usePreview(view: Json, asked: Json | null): Preview {
  const [settled] = useDebouncedValue(view, PAUSE_MILLIS);
  const check = useQuery({
    queryKey: ["editor", "check", settled],
    queryFn: ({ signal }) => checkView(settled, signal),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MILLIS,
  });
  const isValid = check.data?.valid === true && !check.isPlaceholderData;
  const cost = useQuery({
    queryKey: ["editor", "cost", settled],
    queryFn: ({ signal }) => explainView(settled, signal),
    enabled: isValid,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MILLIS,
  });
  const isLong = cost.data !== undefined && !cost.isPlaceholderData && cost.data.estimatedMs > MILLIS_MAX;
  const isWeighed = cost.isError || (cost.data !== undefined && !cost.isPlaceholderData);
  const report = useQuery({
    queryKey: ["editor", "preview", settled],
    queryFn: ({ signal }) => previewView(settled, signal),
    enabled: isValid && isWeighed && (!isLong || asked === settled),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MILLIS,
  });
  return {
    problems: check.data?.errors ?? [],
    warnings: check.data?.warnings ?? [],
    cost: isValid ? cost.data : undefined,
    report,
    isPresent: settled === view && !check.isPlaceholderData && isValid && !report.isPlaceholderData,
    isValid,
    error: check.error ?? (isValid ? report.error : null),
    isWaiting: isValid && isLong && asked !== settled,
    onRetry: () => void (check.error === null ? report.refetch() : check.refetch()),
  };
}
