// Calls that run a report and wait for it: the specification's call, and typed data of saved views and of drafts.
// Source: analytics contract 4.1, 4.3, 4.4.
import { Type } from "typebox";
import type { Reader } from "../../../core/analytics/reader.ts";
import { tableText, typedText } from "../../../core/analytics/report/encode-report.ts";
import type { ViewService } from "../../../core/analytics/views/view-service.ts";
import { streamed, type RestRoute } from "../route.ts";
import type { AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_PREFIX, ANALYTICS_V1 } from "./analytics-paths.ts";
import { analyticsRoute } from "./analytics-route.ts";
import { parseBuildReport, parseDataRequest, parsePreview } from "./report-bodies.ts";
import type { ReportCalls, RunReport } from "./report-calls.ts";
import { BuildReportInput, DataInput, PreviewInput, ReportTable, TypedReport } from "./report-wire.ts";
import { parseViewId } from "./view-requests.ts";

export interface ReportRouteParts {
  /** Of the specification's call, which takes a token in `jwt` only. */
  readonly publicEdge: AnalyticsEdge;
  readonly edge: AnalyticsEdge;
  readonly views: Pick<ViewService, "runnable" | "unsaved">;
  /** In the slots of the specification's call. */
  readonly reports: ReportCalls;
  /** In those of the service's own calls. */
  readonly ui: ReportCalls;
}

const JSON_TYPE = "application/json; charset=utf-8";

const ABOUT_BUILD_REPORT = `Runs a saved view. \`rangeStartTs\` and \`rangeEndTs\` replace a bound of the saved range, \`filters\` the saved
values of the filters that it names; what is left out stays as it was saved. A cell is a number or a text: times are
milliseconds as text, a missing cell is an empty text unless the view says otherwise.

The headers tell about the run: \`X-Report-Rows\`, \`X-Report-Truncated\` (with \`X-Report-Truncated-Reason\` and
\`X-Report-Limit\` where it is true), \`X-Report-Range\` as start-end, \`X-Report-Partial-Buckets\`, \`X-Report-Warnings\`. Where
as many reports run and wait as may, the answer is 429 with \`Retry-After\`.`;

export function reportRoutes({ publicEdge, edge, views, reports, ui }: ReportRouteParts): readonly RestRoute[] {
  const typed = ({ report, durationMillis }: RunReport): Iterable<string> => typedText(report, durationMillis);

  return [
    analyticsRoute({
      edge: publicEdge,
      method: "POST",
      path: `${ANALYTICS_PREFIX}/publicApi/buildReport`,
      operationId: "buildReport",
      summary: "Run a saved view and get its table",
      description: ABOUT_BUILD_REPORT,
      errors: [504],
      readsOnly: true,
      body: Type.Unknown(),
      bodyDescribes: BuildReportInput,
      answer: streamed([JSON_TYPE], ReportTable),
      handle({ principal, body }, reply) {
        const { viewId, request } = parseBuildReport(body);
        const view = (reader: Reader) => views.runnable(viewId, reader);
        return reports.answer({ principal, request, view }, reply, ({ report }) => tableText(report));
      },
    }),
    analyticsRoute({
      edge,
      method: "POST",
      path: `${ANALYTICS_V1}/views/:viewId/data`,
      operationId: "getViewData",
      forSharedViews: true,
      summary: "Run a saved view and get typed cells",
      description: "Beside range and filters, a run may have another zone, order, bucket, limit and offset.",
      errors: [504],
      readsOnly: true,
      params: Type.Object({ viewId: Type.String() }),
      body: Type.Unknown(),
      bodyDescribes: DataInput,
      answer: streamed([JSON_TYPE], TypedReport),
      handle({ principal, params, body }, reply) {
        const id = parseViewId(params.viewId);
        const request = parseDataRequest(body);
        return ui.answer({ principal, request, view: (reader) => views.runnable(id, reader) }, reply, typed);
      },
    }),
    analyticsRoute({
      edge,
      method: "POST",
      path: `${ANALYTICS_V1}/views/preview`,
      operationId: "previewView",
      summary: "Run a view that is not saved",
      errors: [504],
      readsOnly: true,
      body: Type.Unknown(),
      bodyDescribes: PreviewInput,
      answer: streamed([JSON_TYPE], TypedReport),
      handle({ principal, body }, reply) {
        const { view, request } = parsePreview(body);
        return ui.answer(
          {
            principal,
            request,
            view: (reader) => views.unsaved(view, reader),
          },
          reply,
          typed,
        );
      },
    }),
  ];
}
