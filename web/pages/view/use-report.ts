// The report of a view: run on request, or watched. Ranges that move with the clock are run again every few seconds
// instead, because the ends of a watched range are fixed or moved by the view itself.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ask } from "../../api/client.ts";
import type { Caller } from "../../api/caller.ts";
import type { LiveState } from "../../api/live.ts";
import type { Report } from "../../components/chart/report-cell.ts";
import { livePath, useLiveReport } from "./use-live-report.ts";
import { requestOf, type RunRequest, type RunSelection } from "./view-address.ts";

export interface ReportOrder {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

interface ReportOptions {
  readonly caller: Caller;
  readonly viewId: string;
  readonly selection: RunSelection;
  /** The order that decides which rows a cut report contains; the page sorts a complete one itself. */
  readonly order: ReportOrder | null;
  readonly isLive: boolean;
}

export interface ReportRun {
  readonly report: Report | undefined;
  /** The request, with the time at which it was made. */
  readonly request: RunRequest;
  /** Identifies the range and the filters, at whatever time. */
  readonly asked: string;
  readonly error: Error | null;
  readonly isRunning: boolean;
  /** The rows are from the previous run. */
  readonly isStale: boolean;
  readonly live: LiveState | null;
  readonly again: () => void;
}

const ROLLING_MILLIS = 10_000;

export function useReport({ caller, viewId, selection, order, isLive }: ReportOptions): ReportRun {
  const [ranAt, setRanAt] = useState(() => Date.now());
  const asked = JSON.stringify([selection.range, [...selection.filters]]);
  const request = requestOf(selection, ranAt);
  const isRolling = selection.range.kind === "last";
  const isWatched = isLive && !isRolling;
  const live = useLiveReport(caller, isWatched ? livePath(viewId, request) : null);

  const run = (sort: ReportOrder | null, isEnabled: boolean) => ({
    queryKey: ["report", caller.key, viewId, asked, ranAt, sort],
    enabled: isEnabled,
    // Run again only on request, because it may be expensive.
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      ask(
        caller.api.POST("/apiAnalytics/v1/views/{viewId}/data", {
          params: { path: { viewId } },
          body: sort === null ? request : { ...request, sort: [sort] },
          signal,
        }),
      ),
    placeholderData: keepPreviousData<Report>,
  });
  const whole = useQuery(run(null, !isWatched));
  const isCut = whole.data?.meta.truncated === true && !whole.isPlaceholderData;
  const sorted = useQuery(run(order, isCut && order !== null && !isWatched));
  useRolling(isLive && isRolling && !whole.isFetching, setRanAt);

  const again = (): void => setRanAt(Date.now());
  if (isWatched)
    return {
      ...{ report: live.report ?? whole.data, request, asked, error: live.error, again, live: live.state },
      isRunning: live.report === null && live.error === null,
      isStale: live.report === null,
    };
  const shown = isCut && order !== null ? sorted : whole;
  return {
    ...{ request, asked, again },
    report: shown.data ?? whole.data,
    error: shown.error,
    isRunning: whole.isFetching || sorted.isFetching,
    isStale: shown.isPlaceholderData,
    live: isLive ? (shown.error === null ? "open" : "lost") : null,
  };
}

function useRolling(isOn: boolean, setRanAt: (ranAt: number) => void): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setRanAt(Date.now()), ROLLING_MILLIS);
    return () => clearTimeout(timer);
  }, [isOn, setRanAt]);
}
