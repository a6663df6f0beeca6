// The service's answers about the present view, shortly after the last change: whether it is valid, its cost, and its
// result. Calls about older states are cancelled.
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useDebouncedValue } from "@mantine/hooks";
import type { Report } from "../../components/chart/report-cell.ts";
import type { ViewProblem } from "./place.ts";
import { checkView, explainView, previewView, type Explanation } from "./view-calls.ts";
import type { ViewDraft } from "./view-draft.ts";

const PAUSE_MILLIS = 350;
/** A report that would take longer is run only on request. */
const MILLIS_MAX = 5_000;
/** Results for older states are not shown again. */
const KEPT_MILLIS = 60_000;

export interface Preview {
  /** Problems of the present view; empty while unknown. */
  readonly problems: readonly ViewProblem[];
  readonly warnings: readonly ViewProblem[];
  readonly cost: Explanation | undefined;
  readonly report: UseQueryResult<Report>;
  /** Whether the result shown belongs to the present view. */
  readonly isPresent: boolean;
  readonly isValid: boolean;
  readonly error: Error | null;
  /** It would take long, and waits for a request. */
  readonly isWaiting: boolean;
  readonly onRetry: () => void;
}

type Call<Answer> = (view: ViewDraft, signal: AbortSignal) => Promise<Answer>;

/** `asked` is the view whose long preview the user has requested. */
export function usePreview(view: ViewDraft, asked: ViewDraft | null): Preview {
  const [settled] = useDebouncedValue(view, PAUSE_MILLIS);
  const about = <Answer>(what: string, call: Call<Answer>, enabled: boolean) => ({
    queryKey: ["editor", what, settled],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(settled, signal),
    enabled,
    placeholderData: keepPreviousData<Answer>,
    gcTime: KEPT_MILLIS,
  });
  const check = useQuery(about("check", checkView, true));
  const isValid = check.data?.valid === true && !check.isPlaceholderData;
  const cost = useQuery(about("cost", explainView, isValid));
  const isCostKnown = cost.data !== undefined && !cost.isPlaceholderData;
  const isLong = isCostKnown && cost.data.estimatedMs > MILLIS_MAX;
  const isRun = isValid && (cost.isError || isCostKnown) && (!isLong || asked === settled);
  const report = useQuery(about("preview", previewView, isRun));
  return {
    problems: check.data?.errors ?? [],
    warnings: check.data?.warnings ?? [],
    cost: isValid ? cost.data : undefined,
    report,
    isPresent:
      settled === view && !check.isPlaceholderData && isValid && !report.isPending && !report.isPlaceholderData,
    isValid,
    error: check.error ?? (isValid ? report.error : null),
    isWaiting: isValid && isLong && asked !== settled,
    onRetry: () => void (check.error === null ? report.refetch() : check.refetch()),
  };
}
