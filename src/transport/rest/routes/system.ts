// What operators and monitoring ask the platform about itself. Source: REST contract 17.
import { Type } from "typebox";
import { E1, openRoute, plainText, route, type RestReply, type RestRoute } from "../route.ts";

export interface SystemRouteParts {
  /** Of the product, as `1.0.0`. */
  readonly version: string;
  /** Whether storage and message bus serve; false, and a rejection too, make the platform not ready. */
  readonly isReady: () => Promise<boolean>;
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  /** The most points one read of telemetry gives per key. */
  readonly pointsMax: number;
  /** Whether API keys from elsewhere have to come over TLS. */
  readonly apiKeysDemandTls: boolean;
}

const Health = Type.Object({ status: Type.String() });
const ANYBODY = ["SYS_ADMIN", "TENANT_ADMIN", "CUSTOMER_USER"] as const;

export function systemRoutes({
  version,
  isReady,
  metrics,
  pointsMax,
  apiKeysDemandTls,
}: SystemRouteParts): readonly RestRoute[] {
  const showReady = async (reply: RestReply): Promise<{ status: string }> => {
    const ready = await isReady().catch(() => false);
    if (!ready) reply.code(503);
    return { status: ready ? "UP" : "DOWN" };
  };
  return [
    openRoute({
      ...row("/api/health/live", "getLiveness", "Whether the process answers"),
      answer: Health,
      handle: () => ({ status: "UP" }),
    }),
    openRoute({
      ...row("/api/health/ready", "getReadiness", "Whether storage and message bus serve"),
      answer: Health,
      handle: (_request, reply) => showReady(reply),
    }),
    openRoute({
      ...row(
        "/actuator/health",
        "getActuatorHealth",
        "The same as readiness, where orchestration templates look for it",
      ),
      answer: Health,
      handle: (_request, reply) => showReady(reply),
    }),
    openRoute({
      ...row("/actuator/info", "getActuatorInfo", "Nothing, where orchestration templates look for something"),
      answer: Type.Object({}),
      handle: () => ({}),
    }),
    openRoute({
      ...row("/metrics", "getMetrics", "Counters and gauges in the Prometheus text format"),
      answer: plainText(metrics.contentType),
      handle: () => metrics.text(),
    }),
    route({
      ...row("/api/system/info", "getSystemVersionInfo", "Name and version of the platform"),
      access: ANYBODY,
      answer: Type.Object({
        version: Type.String(),
        artifact: Type.String(),
        name: Type.String(),
        type: Type.String(),
      }),
      handle: () => ({ version, artifact: "bridgehead", name: "Bridgehead", type: "CE" }),
    }),
    route({
      ...row("/api/system/params", "getSystemParams", "What a user interface should offer"),
      access: ANYBODY,
      answer: Type.Object({
        userTokenAccessEnabled: Type.Boolean(),
        allowedDashboardIds: Type.Array(Type.String()),
        edgesSupportEnabled: Type.Boolean(),
        hasRepository: Type.Boolean(),
        tbelEnabled: Type.Boolean(),
        persistDeviceStateToTelemetry: Type.Boolean(),
        userSettings: Type.Object({ openedMenuSections: Type.Array(Type.String()) }),
        maxDatapointsLimit: Type.Integer(),
        apiKeysNeedHttps: Type.Boolean({ description: "False where API keys are accepted over plain HTTP too." }),
      }),
      handle: () => ({
        userTokenAccessEnabled: false,
        allowedDashboardIds: [],
        edgesSupportEnabled: false,
        hasRepository: false,
        tbelEnabled: false,
        persistDeviceStateToTelemetry: false,
        userSettings: { openedMenuSections: [] },
        maxDatapointsLimit: pointsMax,
        apiKeysNeedHttps: apiKeysDemandTls,
      }),
    }),
  ];
}

function row(path: string, operationId: string, summary: string) {
  return { method: "GET", path, operationId, summary, tag: "system", errors: E1 } as const;
}
