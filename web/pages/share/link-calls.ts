// The share links of a view or of a dashboard: one list, one form and one way to revoke them.
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import type { FilterValue } from "../view/view-address.ts";

export type ShareLink = Omit<Schema<"ViewLink">, "viewId">;
export type CreatedLink = ShareLink & Pick<Schema<"CreatedViewLink">, "token" | "url">;

export interface SharedThing {
  readonly noun: "view" | "dashboard";
  /** Of what is known of it. */
  readonly key: readonly string[];
  readonly list: (signal: AbortSignal) => Promise<readonly ShareLink[]>;
  readonly create: (body: Schema<"SentViewLink">) => Promise<CreatedLink>;
  readonly revoke: (linkId: string) => Promise<unknown>;
}

/** A filter that a link may fix. */
export interface FixableFilter {
  readonly name: string;
  readonly label: string;
  /** What it is fixed to at first. */
  readonly saved: readonly FilterValue[];
  readonly input: (
    values: readonly FilterValue[],
    onValues: (values: readonly FilterValue[] | undefined) => void,
    fixed: ReadonlyMap<string, readonly FilterValue[]>,
  ) => ReactNode;
}

export function linksOfView(viewId: string): SharedThing {
  const path = { viewId };
  return {
    noun: "view",
    key: ["views", viewId],
    list: (signal) => ask(api.GET("/apiAnalytics/v1/views/{viewId}/links", { params: { path }, signal })),
    create: (body) => ask(api.POST("/apiAnalytics/v1/views/{viewId}/links", { params: { path }, body })),
    revoke: (linkId) =>
      ask(api.DELETE("/apiAnalytics/v1/views/{viewId}/links/{linkId}", { params: { path: { viewId, linkId } } })),
  };
}

export function linksOfDashboard(dashboardId: string): SharedThing {
  const path = { dashboardId };
  return {
    noun: "dashboard",
    key: ["dashboards", dashboardId],
    list: (signal) => ask(api.GET("/apiAnalytics/v1/dashboards/{dashboardId}/links", { params: { path }, signal })),
    create: (body) => ask(api.POST("/apiAnalytics/v1/dashboards/{dashboardId}/links", { params: { path }, body })),
    revoke: (linkId) =>
      ask(
        api.DELETE("/apiAnalytics/v1/dashboards/{dashboardId}/links/{linkId}", {
          params: { path: { dashboardId, linkId } },
        }),
      ),
  };
}
