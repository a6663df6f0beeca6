// The calls that read and save dashboards.
import { queryOptions } from "@tanstack/react-query";
import { api, ask, read } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";

export type Dashboard = Schema<"Dashboard">;
export type DashboardInfo = Schema<"DashboardInfo">;

export function readDashboard(dashboardId: string, signal?: AbortSignal): Promise<Dashboard> {
  return ask(api.GET("/api/dashboard/{dashboardId}", { params: { path: { dashboardId } }, signal }));
}

export function dashboardQuery(dashboardId: string) {
  return queryOptions({
    queryKey: ["dashboards", "one", dashboardId],
    queryFn: ({ signal }) => readDashboard(dashboardId, signal),
  });
}

/** A revision does not change. */
export function revisionQuery(dashboardId: string, revision: number) {
  return queryOptions({
    queryKey: ["dashboards", "revisions", dashboardId, revision],
    queryFn: read("/api/dashboard/{dashboardId}/revisions/{revision}", { path: { dashboardId, revision } }),
    staleTime: Infinity,
  });
}

export function createDashboard(title: string, configuration: object | null): Promise<Dashboard> {
  return ask(api.POST("/api/dashboard", { body: { title, configuration: sent(configuration) } }));
}

export type DashboardChange = Partial<{
  readonly title: string;
  readonly configuration: object;
  /** Another one than that of `present` overwrites what others have saved. */
  readonly version: number;
}>;

/** A save replaces the whole dashboard: members that are not changed are sent back. Refused with 409 if `present` is not the newest. */
export function saveDashboard(present: Dashboard, change: DashboardChange): Promise<Dashboard> {
  const { id, title, image, mobileHide, mobileOrder, externalId, version } = present;
  const configuration = sent(change.configuration ?? present.configuration);
  const body = { id, title, image, mobileHide, mobileOrder, externalId, version, ...change, configuration };
  return ask(api.POST("/api/dashboard", { body }));
}

/** Somebody else has saved it meanwhile. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 409;
}

function sent(configuration: object | null): Schema<"DashboardInput">["configuration"] {
  return configuration as Schema<"DashboardInput">["configuration"];
}
