// Calls that run a report and wait for it: the specification's call, and typed data of saved views and drafts. Also
// estimates what such a report would cost, without running it. Source: analytics contract 4.1, 4.3, 4.4, 7 no. 6.
import { Type, type Static } from "typebox";
import type { ReportCost } from "../../../core/analytics/explain/report-cost.ts";
import type { ReportLimiter } from "../../../core/analytics/limiter/report-limiter.ts";
import type { Reader } from "../../../core/analytics/reader.ts";
import { tableText, typedText } from "../../../core/analytics/report/encode-report.ts";
import type { ReportRequest, ReportService, RunnableView } from "../../../core/analytics/report/report.ts";
import type { ViewService } from "../../../core/analytics/views/view-service.ts";
import { WordedValuesSchema } from "../nullable.ts";
import { streamed, type RestRoute } from "../route.ts";
import { analyticsResource, readerOf, type AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_PREFIX, ANALYTICS_V1, parseViewId, ViewParams } from "./analytics-paths.ts";
import { slotted, type ReportCalls, type RunReport } from "./report-calls.ts";
import { BuildReportInput, DataInput, PreviewInput, ReportTable, TypedReport } from "./report-wire.ts";

export interface ReportRouteDeps {
  /** The edge of the specification's call, which accepts a token only in `jwt`. */
  readonly publicEdge: AnalyticsEdge;
  readonly edge: AnalyticsEdge;
  readonly views: Pick<ViewService, "runnable" | "unsaved">;
  /** Runs reports in the slots of the specification's call. */
  readonly reports: ReportCalls;
  /** Runs reports in the slots of the service's own calls. */
  readonly ui: ReportCalls;
}

const JSON_TYPE = "application/json; charset=utf-8";

const ABOUT_BUILD_REPORT = `Runs a saved view. \`rangeStartTs\` and \`rangeEndTs\` replace a bound of the saved range, \`filters\` the saved
values of the filters that it names; what is left out stays as it was saved. A cell is a number or a text: times are
milliseconds as text, a missing cell is an empty text unless the view says otherwise.

The headers tell about the run: \`X-Report-Rows\`, \`X-Report-Truncated\` (with \`X-Report-Truncated-Reason\` and
\`X-Report-Limit\` where it is true), \`X-Report-Range\` as start-end, \`X-Report-Partial-Buckets\`, \`X-Report-Warnings\`. Where
as many reports run and wait as may, the answer is 429 with \`Retry-After\`.`;

export function reportRoutes({ publicEdge, edge, views, reports, ui }: ReportRouteDeps): readonly RestRoute[] {
  const calls = analyticsResource(edge);
  const typed = ({ report, durationMillis }: RunReport): Iterable<string> => typedText(report, durationMillis);

  return [
    analyticsResource(publicEdge).post(`${ANALYTICS_PREFIX}/publicApi/buildReport`, "buildReport", {
      summary: "Run a saved view and get its table",
      description: ABOUT_BUILD_REPORT,
      errors: [504],
      readsOnly: true,
      body: BuildReportInput,
      answer: streamed([JSON_TYPE], ReportTable),
      handle({ principal, body }, reply) {
        const { viewConfigId, ...range } = body;
        const request = { ...range, overrides: {} };
        const view = (reader: Reader) => views.runnable(viewConfigId, reader);
        return reports.answer({ principal, request, view }, reply, ({ report }) => tableText(report));
      },
    }),
    calls.post(`${ANALYTICS_V1}/views/:viewId/data`, "getViewData", {
      forLinksTo: "view",
      summary: "Run a saved view and get typed cells",
      description: "A run may also have another zone, order, bucket, limit and offset.",
      errors: [504],
      readsOnly: true,
      params: ViewParams,
      body: DataInput,
      answer: streamed([JSON_TYPE], TypedReport),
      handle({ principal, params, body }, reply) {
        const id = parseViewId(params.viewId);
        const view = (reader: Reader) => views.runnable(id, reader);
        return ui.answer({ principal, request: requestOf(body), view }, reply, typed);
      },
    }),
    calls.post(`${ANALYTICS_V1}/views/preview`, "previewView", {
      summary: "Run a view that is not saved",
      errors: [504],
      readsOnly: true,
      body: PreviewInput,
      answer: streamed([JSON_TYPE], TypedReport),
      handle({ principal, body }, reply) {
        const view = (reader: Reader) => views.unsaved(body.view, reader);
        return ui.answer({ principal, request: sampleOf(body), view }, reply, typed);
      },
    }),
  ];
}

export interface ExplainRouteDeps {
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
          values: WordedValuesSchema,
        },
        { title: "ExplanationWarning" },
      ),
    ),
  },
  { title: "Explanation" },
);

export function explainRoutes({ edge, views, reports, cost, limiter }: ExplainRouteDeps): readonly RestRoute[] {
  const calls = analyticsResource(edge);
  const run = slotted(limiter);
  const explain = async (
    view: RunnableView,
    request: ReportRequest,
    reader: Reader,
    signal: AbortSignal,
  ): Promise<Static<typeof ExplanationSchema>> => {
    const explained = await cost.explain(await reports.plan(view, request, reader, signal), signal);
    // Copied because the schema's type has mutable lists.
    return { ...explained, plan: [...explained.plan], warnings: [...explained.warnings] };
  };

  return [
    calls.post(`${ANALYTICS_V1}/views/:viewId/explain`, "explainView", {
      summary: "What a report of the view would cost; takes what the call for its data takes",
      readsOnly: true,
      params: ViewParams,
      body: DataInput,
      answer: ExplanationSchema,
      handle({ principal, params, body }, reply) {
        const reader = readerOf(principal);
        return run(reader, reply, async (signal) =>
          explain(await views.runnable(parseViewId(params.viewId), reader), requestOf(body), reader, signal),
        );
      },
    }),
    calls.post(`${ANALYTICS_V1}/views/explain`, "explainUnsavedView", {
      summary: "What a report of a view that has not been saved would cost; takes what the preview takes",
      readsOnly: true,
      body: PreviewInput,
      answer: ExplanationSchema,
      handle({ principal, body }, reply) {
        const reader = readerOf(principal);
        return run(reader, reply, async (signal) =>
          explain(await views.unsaved(body.view, reader), sampleOf(body), reader, signal),
        );
      },
    }),
  ];
}

function requestOf({ rangeStartTs, rangeEndTs, filters, ...overrides }: Static<typeof DataInput>): ReportRequest {
  return { rangeStartTs, rangeEndTs, filters, overrides };
}

function sampleOf({ view: _view, rows, ...range }: Static<typeof PreviewInput>): ReportRequest {
  return { ...range, overrides: { sampleRows: rows } };
}
