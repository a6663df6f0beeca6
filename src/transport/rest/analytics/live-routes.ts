// Watching views: an event stream with the result, followed by the rows that change. It ends when the caller's token,
// key or link becomes invalid. Source: analytics contract 4.3, 7 (no. 5).
import { Type } from "typebox";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import type { LiveViews } from "../../../core/analytics/live/live-views.ts";
import type { ReportRequest } from "../../../core/analytics/report/report.ts";
import { TS_MAX } from "../../../core/analytics/view/field-schema.ts";
import { DomainError } from "../../../core/errors.ts";
import type { EventStreams } from "../event-stream.ts";
import { streamed, type RestRoute } from "../route.ts";
import { analyticsResource, readerOf, type AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_V1, parseViewId, ViewParams } from "./analytics-paths.ts";
import { parseFilters, requireKnownParameters } from "./report-wire.ts";

export interface LiveRouteDeps {
  readonly edge: AnalyticsEdge;
  readonly live: LiveViews;
  readonly streams: EventStreams;
}

const FILTERS_MAX = 65_536;

const LiveQuery = Type.Object({
  from: Type.Optional(Type.Integer({ minimum: 0, maximum: TS_MAX, description: "In the place of the saved start." })),
  to: Type.Optional(Type.Integer({ minimum: 0, maximum: TS_MAX, description: "In the place of the saved end." })),
  filters: Type.Optional(
    Type.String({ maxLength: FILTERS_MAX, description: 'Values of filters as JSON: {"building":["North"]}.' }),
  ),
});

const Events = Type.String({ examples: ['event: rows\ndata: {"length":2,"rows":[[0,["North",31.5]]],…}\n\n'] });

export function liveRoutes({ edge, live, streams }: LiveRouteDeps): readonly RestRoute[] {
  const calls = analyticsResource(edge);
  return [
    calls.get(`${ANALYTICS_V1}/views/:viewId/live`, "watchView", {
      summary: "Watch a view as server-sent events",
      description: `The event \`result\` has the typed answer. \`rows\` has what changed since: \`length\` is how many rows there are
now, \`rows\` those that differ as \`[place, row]\`, \`totals\` all totals, \`range\` the range in milliseconds. \`end\` says with
\`code\` and \`message\` why nothing more comes. A comment every 15 seconds shows that the stream lives.`,
      forLinksTo: "view",
      params: ViewParams,
      query: LiveQuery,
      answer: streamed(["text/event-stream"], Events),
      async handle({ principal, params, query }, reply) {
        requireKnownParameters(query, LiveQuery);
        const viewId = parseViewId(params.viewId);
        const request = requestOf(query);
        const requestText = JSON.stringify([query.from ?? null, query.to ?? null, query.filters ?? null]);
        const caller = await edge.signalOf(principal, reply);
        return streams.begin(async (stream) => {
          const ended = (reason: DomainError): void => {
            const text = JSON.stringify({ code: codeOf(reason), message: reason.message });
            stream.send("end", [text], text.length);
            stream.end();
          };
          const watch = await live.subscribe({ viewId, request, requestText }, readerOf(principal), {
            updated: (updates) => {
              for (const { kind, pieces, chars } of updates)
                stream.send(kind === "whole" ? "result" : "rows", pieces, chars);
            },
            ended,
          });
          stream.hold(watch);
          onLockout(caller, ended);
        });
      },
    }),
  ];
}

/** An answer whose caller has disconnected is over anyway. */
export function onLockout(caller: AbortSignal, ended: (reason: DomainError) => void): void {
  const end = (): void => {
    if (caller.reason instanceof DomainError) ended(caller.reason);
  };
  if (caller.aborted) end();
  else caller.addEventListener("abort", end, { once: true });
}

function requestOf(query: { readonly from?: number; readonly to?: number; readonly filters?: string }): ReportRequest {
  return {
    rangeStartTs: query.from ?? null,
    rangeEndTs: query.to ?? null,
    filters: parseFilters(query.filters),
    overrides: {},
  };
}

function codeOf(reason: DomainError): string {
  if (reason instanceof AnalyticsError) return reason.code;
  return reason.kind === "unauthenticated" ? "TOKEN_EXPIRED" : "ENGINE_UNAVAILABLE";
}
