// What a report would cost, without running it: of a saved view, or of one that is being edited. Source: analytics contract
// 4.3, 7 no. 6.
import { Type } from "typebox";
import type { Explanation, ReportCost } from "../../../core/analytics/explain/report-cost.ts";
import type { ReportLimiter } from "../../../core/analytics/limiter/report-limiter.ts";
import type { ReportService } from "../../../core/analytics/report/report.ts";
import type { ViewService } from "../../../core/analytics/views/view-service.ts";
import type { RestRoute } from "../route.ts";
import type { AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1 } from "./analytics-paths.ts";
import { analyticsRoute, readerOf } from "./analytics-route.ts";
import { parseDataRequest, parsePreview } from "./report-bodies.ts";
import { DataInput } from "./report-wire.ts";
import { slotted } from "./slotted.ts";
import { parseViewId } from "./view-requests.ts";

export interface ExplainRouteParts {
  readonly edge: AnalyticsEdge;
  readonly views: Pick<ViewService, "runnable" | "unsaved">;
  readonly reports: Pick<ReportService, "plan">;
  readonly cost: ReportCost;
  readonly limiter: ReportLimiter;
}

const ExplanationSchema = Type.Object(
  {
    devices: Type.Integer({ description: "Devices in scope that the caller may see.", examples: [120] }),
    series: Type.Integer({ description: "Their series that would be read.", examples: [240] }),
    estimatedSamples: Type.Integer({ description: "Within a factor of 3.", examples: [1_728_000] }),
    estimatedRows: Type.Integer({ examples: [336] }),
    estimatedMs: Type.Integer({ examples: [180] }),
    limits: Type.Object(
      {
        samples: Type.Integer({ description: "With more, the report is refused.", examples: [500_000_000] }),
        rows: Type.Integer({ description: "Rows that are given at most.", examples: [10_000] }),
        timeoutMs: Type.Integer({
          description: "How long it may run unless its view says otherwise.",
          examples: [60_000],
        }),
      },
      { title: "ExplanationLimits" },
    ),
    plan: Type.Array(Type.String(), {
      description: "What would be done, for people. The wording may change.",
      examples: [["120 devices in scope with 240 series", 'Read avg of "temp": about 864,000 samples of 120 series']],
    }),
    warnings: Type.Array(
      Type.Object(
        {
          code: Type.String({ examples: ["REPORT_EXPENSIVE"] }),
          message: Type.String({
            examples: ["The report reads about 80 million samples; a bucket of 1 day would read fewer."],
          }),
        },
        { title: "ExplanationWarning" },
      ),
    ),
  },
  { title: "Explanation" },
);

export function explainRoutes({ edge, views, reports, cost, limiter }: ExplainRouteParts): readonly RestRoute[] {
  const run = slotted(limiter);
  const row = { edge, method: "POST", readsOnly: true, body: Type.Unknown(), answer: ExplanationSchema } as const;

  return [
    analyticsRoute({
      ...row,
      path: `${ANALYTICS_V1}/views/:viewId/explain`,
      operationId: "explainView",
      summary: "What a report of the view would cost; takes what the call for its data takes",
      params: Type.Object({ viewId: Type.String({ description: "The id of a view." }) }),
      bodyDescribes: DataInput,
      async handle({ principal, params, body }, reply) {
        const reader = readerOf(principal);
        const request = parseDataRequest(body);
        return await run(reader, reply, async (signal) => {
          const view = await views.runnable(parseViewId(params.viewId), reader);
          return shown(await cost.explain(await reports.plan(view, request, reader, signal), signal));
        });
      },
    }),
    analyticsRoute({
      ...row,
      path: `${ANALYTICS_V1}/views/explain`,
      operationId: "explainUnsavedView",
      summary: "What a report of a view that has not been saved would cost; takes what the preview takes",
      bodyDescribes: Type.Unsafe<unknown>({ type: "object", examples: [{ view: { name: "Devices", fields: [] } }] }),
      async handle({ principal, body }, reply) {
        const reader = readerOf(principal);
        const { view: json, request } = parsePreview(body);
        return await run(reader, reply, async (signal) => {
          const view = await views.unsaved(json, reader);
          return shown(await cost.explain(await reports.plan(view, request, reader, signal), signal));
        });
      },
    }),
  ];
}

/** The answer is written as the schema says, whose lists are not read-only. */
function shown({ plan, warnings, ...figures }: Explanation) {
  return { ...figures, plan: [...plan], warnings: [...warnings] };
}
