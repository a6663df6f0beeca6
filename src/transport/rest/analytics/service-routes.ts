// What the analytics service tells tools and operators about itself: its description, health and counts. Source:
// analytics contract 4.3.
import { Type } from "typebox";
import { jsonText, openResource, plainText, type RestRoute } from "../route.ts";
import { oneOf } from "../nullable.ts";
import type { AnalyticsEdge } from "./analytics-edge.ts";
import { ANALYTICS_PREFIX, ANALYTICS_V1 } from "./analytics-paths.ts";

export interface ServiceRouteDeps {
  readonly edge: AnalyticsEdge;
  /** Version of the product, such as `1.0.0`. */
  readonly version: string;
  /** All calls of the platform; those of this service are described. */
  readonly routes: () => readonly RestRoute[];
  /** Whether reports can run. */
  readonly isReady: () => Promise<boolean>;
  readonly metrics: { readonly contentType: string; textOf(prefix: string): Promise<string> };
}

const Health = Type.Object(
  { status: oneOf(["UP", "DOWN"]) },
  { title: "AnalyticsHealth", examples: [{ status: "UP" }] },
);
const METRICS = "bridgehead_analytics_";

export function serviceRoutes({ edge, version, routes, isReady, metrics }: ServiceRouteDeps): readonly RestRoute[] {
  let description: Promise<string> | undefined;
  const describe = async (): Promise<string> => {
    const { describeApi } = await import("../openapi/document.ts");
    const own = routes().filter(({ path }) => path.startsWith(ANALYTICS_PREFIX));
    return JSON.stringify(describeApi(own, version));
  };
  const calls = openResource("analytics", { edge });
  const errors = [500];

  return [
    calls.get(`${ANALYTICS_V1}/openapi.json`, "getAnalyticsDescription", {
      summary: "The description of these calls as OpenAPI",
      errors,
      answer: jsonText(Type.Unknown({ examples: [{ openapi: "3.1.0", info: { title: "Bridgehead REST API" } }] })),
      handle: () => (description ??= describe()),
    }),
    calls.get(`${ANALYTICS_V1}/health`, "getAnalyticsHealth", {
      summary: "Whether reports can be run",
      errors,
      otherAnswers: { 503: { description: "The same, while none can be run.", body: Health } },
      answer: Health,
      async handle(_request, reply) {
        const ready = await isReady().catch(() => false);
        if (!ready) void reply.code(503);
        return { status: ready ? ("UP" as const) : ("DOWN" as const) };
      },
    }),
    calls.get(`${ANALYTICS_V1}/metrics`, "getAnalyticsMetrics", {
      summary: "Slots, queues, times, rows and refusals in the Prometheus text format",
      errors,
      answer: plainText(metrics.contentType, "bridgehead_analytics_reports_running 3"),
      handle: () => metrics.textOf(METRICS),
    }),
  ];
}
