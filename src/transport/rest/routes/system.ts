// What operators and monitoring ask about the platform itself. Source: REST contract 17.
import { Type, type Static } from "typebox";
import { permitRole } from "../../../core/access/permissions.ts";
import { FINDINGS, SEVERITIES, STORES, type Posture } from "../../../core/installation/posture.ts";
import { entityRef, EntityRefSchema } from "../entity-ids.ts";
import { nullable, oneOf, WordedValuesSchema } from "../nullable.ts";
import {
  ALL_AUTHORITIES,
  plainText,
  resource,
  openResource,
  SYSTEM,
  type RestReply,
  type RestRoute,
} from "../route.ts";
import { named, part } from "../wire.ts";

const open = openResource("system");
const api = resource("system", ALL_AUTHORITIES);

export interface SystemRouteDeps {
  /** Version of the product, such as `1.0.0`. */
  readonly version: string;
  /** Whether storage and the message bus work. If it is false or rejects, the platform is not ready. */
  readonly isReady: () => Promise<boolean>;
  readonly metrics: { readonly contentType: string; text(): Promise<string> };
  /** Most points per key in one read of telemetry. */
  readonly pointsMax: number;
  /** Whether API keys from other machines require TLS. */
  readonly apiKeysDemandTls: boolean;
  /** Whether administrators may open sessions of other users. */
  readonly userTokenAccessEnabled: boolean;
  /** Whether a mail server is configured. */
  readonly sendsMail: boolean;
  /** Of devices without one of their own. */
  readonly inactivityTimeoutMillis: number;
  readonly posture: () => Promise<Posture>;
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
/**
 * Features that other platforms of this API have and this one does not; the remaining values depend on the settings.
 */
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
  sendsMail: true,
  inactivityTimeout: 600_000,
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
    sendsMail: Type.Boolean({ description: "False where no mail server is configured, and links are handed over." }),
    inactivityTimeout: Type.Integer({
      description:
        "Milliseconds of silence after which a device counts as inactive, unless it has an `inactivityTimeout` of its own.",
    }),
  },
  { title: "SystemParams", examples: [PARAMS] },
);

const [FindingSchema, EXAMPLE_FINDING] = part(
  {
    kind: [oneOf(FINDINGS), "certificate-ends"],
    severity: [oneOf(SEVERITIES), "warning"],
    found: [Type.String(), "The certificate /etc/bridgehead/fullchain.pem ends in 9 days."],
    remedy: [Type.String(), "Renew it in its place: the new one is used without a restart."],
    values: [WordedValuesSchema, { file: "/etc/bridgehead/fullchain.pem", days: 9 }],
    tenants: [
      nullable(
        Type.Object(
          { named: Type.Array(Type.Object({ id: EntityRefSchema, title: Type.String() })), total: Type.Integer() },
          {
            description:
              "Whom a finding about tenants is about: the five with the most devices, and how many there are.",
          },
        ),
      ),
      null,
    ],
  },
  {
    description:
      "`critical`: data or access is at risk now; `warning`: it will be; `advice`: a habit of careful operators.",
  },
);

function showFinding({ tenants, ...finding }: Posture["findings"][number]): Static<typeof FindingSchema> {
  if (tenants === undefined) return { ...finding, tenants: null };
  const named = tenants.named.map(({ id, title }) => ({ id: entityRef("TENANT", id), title }));
  return { ...finding, tenants: { named, total: tenants.total } };
}

const [VersionSchema, EXAMPLE_VERSION] = part({
  name: [Type.String(), "Node.js"],
  version: [Type.String(), "24.18.0"],
});
const [SyncSchema, EXAMPLE_SYNC] = part({
  store: [oneOf(STORES), "entities"],
  how: [Type.String(), "Each change is committed and synced by SQLite (synchronous = FULL)."],
});

const PostureSchema = named("Posture", {
  findings: [
    Type.Array(FindingSchema, { description: "The most severe first; none where nothing is wrong." }),
    [EXAMPLE_FINDING],
  ],
  versions: [
    Type.Array(VersionSchema, {
      description: "Of the platform, its runtime, its engines, and the servers that it uses.",
    }),
    [EXAMPLE_VERSION],
  ],
  sync: [
    Type.Array(SyncSchema, { description: "What has happened to a change before it is acknowledged." }),
    [EXAMPLE_SYNC],
  ],
});

export function systemRoutes(deps: SystemRouteDeps): readonly RestRoute[] {
  const { version, isReady, metrics, pointsMax, apiKeysDemandTls, userTokenAccessEnabled, posture } = deps;
  const { sendsMail, inactivityTimeoutMillis } = deps;
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
    api.get("/api/system/posture", "getSystemPosture", {
      summary: "What is risky about the installation, with the remedy for each finding",
      description:
        "Ports without TLS, certificates that end, keys, passwords and accounts, how data are synced, backups, the disk and its file system, limits that are off.",
      access: SYSTEM,
      answer: PostureSchema,
      async handle({ principal }) {
        permitRole(principal, "read", "ADMIN_SETTINGS");
        const { findings, versions, sync } = await posture();
        return { findings: findings.map(showFinding), versions: [...versions], sync: [...sync] };
      },
    }),
    api.get("/api/system/params", "getSystemParams", {
      summary: "What a user interface should offer",
      answer: SystemParams,
      handle: () => ({
        ...PARAMS,
        userTokenAccessEnabled,
        maxDatapointsLimit: pointsMax,
        apiKeysNeedHttps: apiKeysDemandTls,
        sendsMail,
        inactivityTimeout: inactivityTimeoutMillis,
      }),
    }),
  ];
}
