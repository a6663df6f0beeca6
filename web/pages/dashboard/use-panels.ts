// The results of the visible panels of a dashboard: those that are live on one connection, which reconnects after a loss, and
// those with an interval in one call for each interval.
import { useEffect, useMemo, useState } from "react";
import { eventsOf, type StreamEvent } from "../../api/event-stream.ts";
import type { LiveState } from "../../api/live.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import type { ChosenRefresh, PanelsRequest } from "./dashboard-address.ts";
import { usePanelCaller, type PanelCaller } from "./panel-caller.ts";
import type { NewestShown } from "./panel-kinds.ts";
import { newsOf, withPanel, type PanelNews, type PanelResults } from "./panel-results.ts";

export interface WatchedPanel {
  readonly id: string;
  readonly refresh: ChosenRefresh;
  readonly newest: NewestShown | null;
}

interface PanelsOptions {
  readonly dashboardId: string;
  /** Of the dashboard: another one has other panels. */
  readonly version: number;
  readonly request: PanelsRequest;
  /** Those that are visible; none while nobody looks. */
  readonly panels: readonly WatchedPanel[];
  /** The dashboard has been saved by somebody else. */
  readonly onSaved?: (() => void) | undefined;
}

export interface ShownPanels {
  readonly results: PanelResults;
  /** Results that were asked with something else are of an earlier range or filter. */
  readonly asked: string;
  /** Null if no panel is live. */
  readonly live: LiveState | null;
  /** Why no panel can be computed. */
  readonly error: Error | null;
  readonly again: () => void;
}

const RETRY_MILLIS = 3_000;
const NOTHING: PanelResults = new Map();

export function usePanels({ dashboardId, version, request, panels, onSaved }: PanelsOptions): ShownPanels {
  const caller = usePanelCaller();
  const [results, setResults] = useState(NOTHING);
  const [live, setLive] = useState<LiveState>("connecting");
  const [error, setError] = useState<Error | null>(null);
  const [round, setRound] = useState(0);
  const asked = useMemo(() => JSON.stringify([version, request]), [version, request]);
  // Panels are objects of their own at each rendering, and watched again only if something else is wanted.
  const wanted = JSON.stringify(panels);
  const hasLive = panels.some(({ refresh }) => refresh.type === "live");

  useEffect(() => {
    const abort = new AbortController();
    const groups = groupsOf(panels);
    const watching: Watching = {
      ...{ caller, dashboardId, request, asked, signal: abort.signal },
      onResults: (change) => {
        setError(null);
        setResults(change);
      },
      onState: setLive,
      onError: setError,
      onSaved: () => onSaved?.(),
    };
    for (const group of groups) void (group.refresh.type === "live" ? watch : poll)(group, watching);
    return () => abort.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- `wanted` stands for `panels`, and the callback may be any
  }, [caller, dashboardId, asked, wanted, round]);

  return { results, asked, live: hasLive ? live : null, error, again: () => setRound(round + 1) };
}

interface Watching {
  readonly caller: PanelCaller;
  readonly dashboardId: string;
  readonly request: PanelsRequest;
  readonly asked: string;
  readonly signal: AbortSignal;
  readonly onResults: (change: (before: PanelResults) => PanelResults) => void;
  readonly onState: (state: LiveState) => void;
  readonly onError: (error: Error | null) => void;
  readonly onSaved: () => void;
}

interface PanelGroup {
  readonly refresh: ChosenRefresh;
  readonly panels: readonly WatchedPanel[];
}

/** Panels with the same refresh are asked for together. */
function groupsOf(panels: readonly WatchedPanel[]): readonly PanelGroup[] {
  const groups = Map.groupBy(panels, ({ refresh }) => JSON.stringify(refresh));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ refresh: first.refresh, panels: group }];
  });
}

async function watch({ panels }: PanelGroup, watching: Watching): Promise<void> {
  const { caller, dashboardId, request, asked, signal, onResults, onState, onError, onSaved } = watching;
  const body = JSON.stringify({ ...request, panels: panels.map(({ id }) => id) });
  const newest = new Map(panels.flatMap((panel) => (panel.newest === null ? [] : [[panel.id, panel.newest]])));
  onState("connecting");
  while (!isOver(signal)) {
    try {
      const answer = await caller.watch(dashboardId, body, signal);
      onState("open");
      const end = await follow(answer, (event) => newsOf(event, { asked, newest }), onResults);
      if (end?.code === "CONFLICT") {
        onSaved();
        return;
      }
      // The next call renews an expired token.
      if (end !== null && end.code !== "TOKEN_EXPIRED") throw end;
    } catch (error) {
      if (isOver(signal)) return;
      if (error instanceof ApiProblem && isForGood(error)) {
        onState("lost");
        onError(error);
        return;
      }
    }
    if (isOver(signal)) return;
    onState("lost");
    await pause(RETRY_MILLIS, signal);
  }
}

/** Reads until the stream ends; returns the platform's reason, if any. */
async function follow(
  answer: Response,
  read: (event: StreamEvent) => PanelNews | null,
  onResults: Watching["onResults"],
): Promise<ApiProblem | null> {
  for await (const event of eventsOf(answer)) {
    const news = read(event);
    if (news?.kind === "end") return news.problem;
    if (news?.kind === "change") onResults(news.change);
  }
  return null;
}

async function poll({ refresh, panels }: PanelGroup, watching: Watching): Promise<void> {
  const { caller, dashboardId, request, asked, signal, onResults, onError } = watching;
  const body = { ...request, panels: panels.map(({ id }) => id) } as Schema<"DashboardPanelsInput">;
  do {
    try {
      const computed = await caller.compute(dashboardId, body, signal);
      onResults((before) =>
        computed.panels.reduce((results, panel) => withPanel(results, { ...panel }, asked), before),
      );
    } catch (error) {
      if (isOver(signal)) return;
      onError(error instanceof Error ? error : new Error(String(error)));
      if (error instanceof ApiProblem && isForGood(error)) return;
    }
    if (refresh.type === "interval") await pause(refresh.millis, signal);
  } while (refresh.type === "interval" && !isOver(signal));
}

/** Aborted meanwhile, which the compiler cannot know of. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** A token that could not be renewed now may be renewed later; a session that has ended leads away from the page. */
function isForGood({ status, code }: ApiProblem): boolean {
  const mayPass = status === 401 || status === 429;
  return code === "NOT_FOUND" || code === "FORBIDDEN" || (status >= 400 && status < 500 && !mayPass);
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, millis);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
