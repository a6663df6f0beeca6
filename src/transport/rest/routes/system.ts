// What operators and monitoring ask the platform about itself. Source: REST contract 17.
import { Type, type Static } from "typebox";
import { oneOf } from "../nullable.ts";
import { ALL_AUTHORITIES, plainText, resource, openResource, type RestReply, type RestRoute } from "../route.ts";
import { named } from "../wire.ts";

const open = openResource("system");
const api = resource("system", ALL_AUTHORITIES);

export interface SystemRouteDeps {
  /** Of the product, as `1.0.0`. */
  readonly version: string;
  /** Whether storage and message bus serve; false, and a rejection too, make the platform not ready. */
  readonly isReady: () => Promise<boolean>;
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  /** The most points one read of telemetry gives per key. */
  readonly pointsMax: number;
  /** Whether API keys from elsewhere have to come over TLS. */
  readonly apiKeysDemandTls: boolean;
  /** Whether administrators may open sessions of other users. */
  readonly userTokenAccessEnabled: boolean;
}

const Health = Type.Object({ status: oneOf(["UP", "DOWN"]) }, { title: "Health", examples: [{ status: "UP" }] });
const UP: Static<typeof Health> = { status: "UP" };
const NOT_READY = { 503: { description: "The same, of a platform that cannot serve.", body: Health } } as const;
const SystemInfo = named("SystemInfo", {
  version: [Type.String(), "1.0.0"],
  artifact: [Type.String(), "bridgehead"],
  name: [Type.String(), "Bridgehead"],
  type: [Type.String(), "CE"],
});
/** What other platforms of this API have and this one does not; the rest depends on the settings. */
const PARAMS = {
  userTokenAccessEnabled: false,
  allowedDashboardIds: [],
  edgesSupportEnabled: false,
  hasRepository: false,
  tbelEnabled: false,
  persistDeviceStateToTelemetry: false,
  userSettings: { openedMenuSections: [] },
  maxDatapointsLimit: 50_000,
  apiKeysNeedHttps: false,
};
const SystemParams = Type.Object(
  {
    userTokenAccessEnabled: Type.Boolean(),
    allowedDashboardIds: Type.Array(Type.String()),
    edgesSupportEnabled: Type.Boolean(),
    hasRepository: Type.Boolean(),
    tbelEnabled: Type.Boolean(),
    persistDeviceStateToTelemetry: Type.Boolean(),
    userSettings: Type.Object({ openedMenuSections: Type.Array(Type.String()) }),
    maxDatapointsLimit: Type.Integer(),
    apiKeysNeedHttps: Type.Boolean({ description: "False where API keys are accepted over plain HTTP too." }),
  },
  { title: "SystemParams", examples: [PARAMS] },
);

export function systemRoutes(deps: SystemRouteDeps): readonly RestRoute[] {
  const { version, isReady, metrics, pointsMax, apiKeysDemandTls, userTokenAccessEnabled } = deps;
  const showReady = async (reply: RestReply): Promise<Static<typeof Health>> => {
    const ready = await isReady().catch(() => false);
    if (!ready) reply.code(503);
    return { status: ready ? "UP" : "DOWN" };
  };
  return [
    open.get("/api/health/live", "getLiveness", {
      summary: "Whether the process answers",
      answer: Health,
      handle: () => UP,
    }),
    open.get("/api/health/ready", "getReadiness", {
      summary: "Whether storage and message bus serve",
      otherAnswers: NOT_READY,
      answer: Health,
      handle: (_request, reply) => showReady(reply),
    }),
    open.get("/actuator/health", "getActuatorHealth", {
      summary: "The same as readiness, where orchestration templates look for it",
      otherAnswers: NOT_READY,
      answer: Health,
      handle: (_request, reply) => showReady(reply),
    }),
    open.get("/actuator/info", "getActuatorInfo", {
      summary: "Nothing, where orchestration templates look for something",
      answer: Type.Object({}, { title: "Nothing", examples: [{}] }),
      handle: () => ({}),
    }),
    open.get("/metrics", "getMetrics", {
      summary: "Counters and gauges in the Prometheus text format",
      answer: plainText(metrics.contentType, "bridgehead_mqtt_connections 3"),
      handle: () => metrics.text(),
    }),
    api.get("/api/system/info", "getSystemVersionInfo", {
      summary: "Name and version of the platform",
      answer: SystemInfo,
      handle: () => ({ version, artifact: "bridgehead", name: "Bridgehead", type: "CE" }),
    }),
    api.get("/api/system/params", "getSystemParams", {
      summary: "What a user interface should offer",
      answer: SystemParams,
      handle: () => ({
        ...PARAMS,
        userTokenAccessEnabled,
        maxDatapointsLimit: pointsMax,
        apiKeysNeedHttps: apiKeysDemandTls,
      }),
    }),
  ];
}
