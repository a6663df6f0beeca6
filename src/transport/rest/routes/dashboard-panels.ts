// Panels of a dashboard over REST: those that are visible, computed together in one slot of the reports.
import { permitMember } from "../../../core/access/permissions.ts";
import type { DashboardService } from "../../../core/dashboards/dashboard-service.ts";
import type { DashboardPanels } from "../../../core/dashboards/panels/dashboard-panels.ts";
import { readPanelRequest } from "../../../core/dashboards/panels/panel-request.ts";
import { readerOf } from "../analytics/analytics-edge.ts";
import type { ReportCalls } from "../analytics/report-calls.ts";
import { permittedDashboard } from "../dashboard-access.ts";
import { PanelsInput, PanelsSchema, panelsText } from "../dashboard-panel-wire.ts";
import { readLater } from "../nullable.ts";
import { MEMBERS, resource, streamed, type RestRoute } from "../route.ts";

const api = resource("dashboards", MEMBERS);

export interface DashboardPanelRouteDeps {
  readonly dashboards: Pick<DashboardService, "require">;
  readonly panels: DashboardPanels;
  /** Runs reports in the slots of the platform's own calls. */
  readonly calls: ReportCalls;
}

export function dashboardPanelRoutes({ dashboards, panels, calls }: DashboardPanelRouteDeps): readonly RestRoute[] {
  return [
    api.post("/api/dashboard/:dashboardId/panels", "computeDashboardPanels", {
      summary: "Compute panels of a dashboard together",
      description: `Each panel with a source has a \`result\` as running its view gives it, or an \`error\` with the code that running it
gives. Panels of keys have the columns \`device\` (its id), \`name\`, \`time\` where their kind shows intervals, and one for each key. What the
caller may not see is left out, as in any report. All panels together take the slot and the time of one report.`,
      errors: [429, 503, 504],
      readsOnly: true,
      body: readLater(PanelsInput),
      answer: streamed(["application/json; charset=utf-8"], PanelsSchema),
      async handle({ principal, params, body }, reply) {
        permitMember(principal, "read", "DASHBOARD");
        const { configuration } = await permittedDashboard(dashboards, principal, params.dashboardId);
        const request = readPanelRequest(body);
        return calls.answerAll(
          principal,
          reply,
          async (slot) => {
            const made = await panels.compute(configuration, request, readerOf(principal), slot.signal);
            slot.done();
            const reports = made.flatMap(({ outcome }) => ("report" in outcome ? [outcome.report] : []));
            return { made, reports, sendingBytes: 0 };
          },
          panelsText,
        );
      },
    }),
  ];
}
