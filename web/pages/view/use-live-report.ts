// A report that is updated as its devices send: a stream from the platform, which reconnects after a loss and ends if
// the platform says so.
import { useEffect, useState } from "react";
import type { Caller } from "../../api/caller.ts";
import { eventsOf } from "../../api/event-stream.ts";
import type { LiveState } from "../../api/live.ts";
import { ApiProblem } from "../../api/problem.ts";
import { newsOf } from "./report-changes.ts";
import type { Report } from "../../components/chart/report-cell.ts";
import type { RunRequest } from "./view-address.ts";

export interface LiveReport {
  readonly report: Report | null;
  readonly state: LiveState;
  /** Why the stream has ended. */
  readonly error: Error | null;
}

const RETRY_MILLIS = 3_000;
const NOTHING: LiveReport = { report: null, state: "connecting", error: null };

/** Nothing is watched if `path` is null. */
export function useLiveReport(caller: Caller, path: string | null): LiveReport {
  const [live, setLive] = useState(NOTHING);
  useEffect(() => {
    if (path === null) return undefined;
    const abort = new AbortController();
    void watch(caller, path, abort.signal, (change) => setLive((present) => ({ ...present, ...change })));
    return () => {
      abort.abort();
      setLive(NOTHING);
    };
  }, [caller, path]);
  return live;
}

export function livePath(viewId: string, { rangeStartTs, rangeEndTs, filters }: RunRequest): string {
  const query = new URLSearchParams();
  if (rangeStartTs !== undefined) query.set("from", String(rangeStartTs));
  if (rangeEndTs !== undefined) query.set("to", String(rangeEndTs));
  if (filters !== undefined) query.set("filters", JSON.stringify(filters));
  return `/apiAnalytics/v1/views/${viewId}/live?${query.toString()}`;
}

type OnChange = (change: Partial<LiveReport>) => void;

async function watch(caller: Caller, path: string, signal: AbortSignal, onChange: OnChange): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    try {
      const answer = await caller.fetchFile(path, { signal });
      onChange({ state: "open", error: null });
      const end = await follow(answer, onChange);
      // The next call renews an expired token.
      if (end !== null && end.code !== "TOKEN_EXPIRED") {
        onChange({ state: "lost", error: end });
        return;
      }
    } catch (error) {
      if (isOver()) return;
      if (error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 429) {
        onChange({ state: "lost", error });
        return;
      }
    }
    onChange({ state: "lost" });
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLIS));
  }
}

/** Reads until the stream ends; returns the platform's reason, if any. */
async function follow(answer: Response, onChange: OnChange): Promise<ApiProblem | null> {
  let report: Report | null = null;
  for await (const event of eventsOf(answer)) {
    const news = newsOf(event, report);
    if (news?.kind === "end") return new ApiProblem(news.message, { code: news.code });
    if (news?.kind !== "report") continue;
    ({ report } = news);
    onChange({ report });
  }
  return null;
}
