// With whose rights panels are computed: those of who is signed in, or those of a share link, whose bearer has no account.
import { createContext, useContext } from "react";
import { SIGNED_IN, type Caller } from "../../api/caller.ts";
import { ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import type { PanelView } from "./panel-picture.ts";

export interface PanelCaller {
  readonly isBearer: boolean;
  readonly compute: (
    dashboardId: string,
    body: Schema<"DashboardPanelsInput">,
    signal: AbortSignal,
  ) => Promise<Schema<"ComputedPanels">>;
  /** `request`: the same body, as JSON. */
  readonly watch: (dashboardId: string, request: string, signal: AbortSignal) => Promise<Response>;
  /** The views of panels, by id; null if they are read one by one. */
  readonly views: ReadonlyMap<string, PanelView> | null;
}

const OF_USER: PanelCaller = {
  isBearer: false,
  compute: (dashboardId, body, signal) =>
    ask(SIGNED_IN.api.POST("/api/dashboard/{dashboardId}/panels", { params: { path: { dashboardId } }, body, signal })),
  watch: (dashboardId, request, signal) =>
    SIGNED_IN.fetchFile(livePath(`/api/dashboard/${dashboardId}`, request), { signal }),
  views: null,
};

export function panelCallerOf(bearer: Caller, views: Schema<"SharedDashboard">["views"]): PanelCaller {
  const path = "/apiAnalytics/v1/dashboards/{dashboardId}/panels";
  return {
    isBearer: true,
    compute: (dashboardId, body, signal) =>
      ask(bearer.api.POST(path, { params: { path: { dashboardId } }, body, signal })),
    watch: (dashboardId, request, signal) =>
      bearer.fetchFile(livePath(`/apiAnalytics/v1/dashboards/${dashboardId}`, request), { signal }),
    views: new Map(views.map((view) => [view.id, view])),
  };
}

function livePath(dashboard: string, request: string): string {
  return `${dashboard}/live?${new URLSearchParams({ request }).toString()}`;
}

export const PanelCallerContext = createContext(OF_USER);

export function usePanelCaller(): PanelCaller {
  return useContext(PanelCallerContext);
}
