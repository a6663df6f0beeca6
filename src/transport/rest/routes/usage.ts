// A tenant's usage, and the limits that apply to the caller. Source: REST contract 17 and 1.6.
import { permit, permitMember, permitRole } from "../../../core/access/permissions.ts";
import { parseId, type TenantId } from "../../../core/ids.ts";
import type { CallerLimitsReports, CallerLimits, CountLimit } from "../../../core/usage/caller-limits.ts";
import type { UsageReports, UsageReport } from "../../../core/usage/usage-report.ts";
import { ALL_AUTHORITIES, SYSTEM, TENANT, resource, type RestRoute } from "../route.ts";
import { Type, type Static } from "typebox";
import { EXAMPLE_TIME } from "../example-values.ts";
import { nullable, oneOf } from "../nullable.ts";
import { named, part } from "../wire.ts";

const Count = Type.Integer({ examples: [0] });
const Limit = Type.Integer({ description: "0 where there is no limit.", examples: [0] });
const State = oneOf(["ENABLED", "WARNING", "DISABLED"]);

/** The first moment of February 2026. */
const MONTH_LATER = EXAMPLE_TIME + 31 * 86_400_000;

const UsageSchema = named("UsageInfo", {
  devices: [Count, 57],
  maxDevices: [Limit, 100],
  assets: [Count, 0],
  maxAssets: [Limit, 0],
  customers: [Count, 3],
  maxCustomers: [Limit, 0],
  users: [Count, 12],
  maxUsers: [Limit, 0],
  dashboards: [Count, 5],
  maxDashboards: [Limit, 0],
  edges: [Count, 0],
  maxEdges: [Limit, 0],
  transportMessages: [Count, 812_345],
  maxTransportMessages: [Limit, 1_000_000],
  transportDataPoints: [Count, 4_061_725],
  maxTransportDataPoints: [Limit, 0],
  dpStorageDays: [
    Type.Integer({ description: "Points stored this month times the days for which they are kept.", examples: [0] }),
    121_851_750,
  ],
  maxDPStorageDays: [Limit, 0],
  emails: [Count, 4],
  maxEmails: [Limit, 0],
  sms: [Count, 0],
  maxSms: [Limit, 0],
  smsEnabled: [Type.Boolean(), false],
  alarms: [Count, 0],
  maxAlarms: [Limit, 0],
  startTs: [Type.Integer({ description: "When the month began, in UTC." }), EXAMPLE_TIME],
  endTs: [Type.Integer({ description: "When the next month begins and its counts start at 0." }), MONTH_LATER],
  warnThreshold: [Type.Number({ description: "The fraction of a limit from which on its state is WARNING." }), 0.8],
  transportState: [State, "WARNING"],
  storageState: [State, "ENABLED"],
  emailState: [State, "ENABLED"],
});

function showUsage(report: UsageReport): Static<typeof UsageSchema> {
  const { entities, used, limits, span, states, warnThreshold } = report;
  return {
    devices: entities.devices,
    maxDevices: limits.maxDevices,
    // The platform does not have these.
    assets: 0,
    maxAssets: limits.maxAssets,
    customers: entities.customers,
    maxCustomers: limits.maxCustomers,
    users: entities.users,
    maxUsers: limits.maxUsers,
    dashboards: entities.dashboards,
    maxDashboards: limits.maxDashboards,
    edges: 0,
    maxEdges: limits.maxEdges,
    transportMessages: used.messages,
    maxTransportMessages: limits.maxTransportMessages,
    transportDataPoints: used.dataPoints,
    maxTransportDataPoints: limits.maxTransportDataPoints,
    dpStorageDays: used.storagePointDays,
    maxDPStorageDays: limits.maxDPStorageDays,
    emails: used.emails,
    maxEmails: limits.maxEmails,
    sms: 0,
    maxSms: limits.maxSms,
    smsEnabled: false,
    alarms: 0,
    maxAlarms: limits.maxCreatedAlarms,
    startTs: span.startsAt,
    endTs: span.endsAt,
    warnThreshold,
    transportState: states.transport,
    storageState: states.storage,
    emailState: states.email,
  };
}

const COUNT_LIMIT = { name: "maxDevices", limit: 100, used: 57 };
const CountLimitSchema = Type.Object(
  {
    name: Type.String(),
    limit: nullable(Type.Integer({ description: "null where there is no limit." })),
    used: nullable(Type.Integer({ description: "null where it is not counted, or not the caller's to see." })),
  },
  { title: "CountLimit", examples: [COUNT_LIMIT] },
);

const [Window, EXAMPLE_WINDOW] = part({
  calls: [Type.Integer(), 500],
  seconds: [Type.Integer(), 60],
  remaining: [Type.Integer({ description: "Calls that may be made at once." }), 498],
  nextInSeconds: [Type.Integer({ description: "Seconds until there is one more; 0 where none is missing." }), 1],
});
const REST_CALL = {
  party: [oneOf(["tenant", "customer", "user"]), "tenant"],
  name: [Type.String(), "tenantServerRestLimitsConfiguration"],
  limit: [Type.String(), "500:60"],
  windows: [Type.Array(Window), [EXAMPLE_WINDOW]],
} as const;
const RestCallLimit = named("RestCallLimit", REST_CALL, {
  description: "All windows of all parties have to have a call left.",
});

const TRAFFIC_LIMIT = {
  party: [oneOf(["tenant", "device", "gateway", "gateway device", "session"]), "device"],
  name: [Type.String(), "transportDeviceMsgRateLimit"],
  limit: [
    nullable(Type.String({ description: "count:seconds with commas between several; null for none." })),
    "20:1,600:60",
  ],
} as const;
const TrafficLimit = named("TrafficLimit", TRAFFIC_LIMIT);

const Month = Type.Object({
  startTs: Type.Integer({ examples: [EXAMPLE_TIME] }),
  endTs: Type.Integer({ examples: [MONTH_LATER] }),
  limits: Type.Array(CountLimitSchema),
});

const LimitsSchema = named("CallerLimits", {
  restCalls: [Type.Array(RestCallLimit), [part(REST_CALL)[1]]],
  transport: [Type.Array(TrafficLimit), [part(TRAFFIC_LIMIT)[1]]],
  entities: [Type.Array(CountLimitSchema), [COUNT_LIMIT]],
  webSocket: [Type.Array(CountLimitSchema), [{ name: "maxWsSessionsPerTenant", limit: null, used: 2 }]],
  month: [
    nullable(Month),
    {
      startTs: EXAMPLE_TIME,
      endTs: MONTH_LATER,
      limits: [{ name: "maxTransportMessages", limit: 1_000_000, used: 812_345 }],
    },
  ],
});

function showLimits(found: CallerLimits): Static<typeof LimitsSchema> {
  const { restCalls, transport, entities, webSocket, month } = found;
  return {
    restCalls: restCalls.map(({ party, limit, windows }) => ({
      party,
      name: limit.name,
      limit: limit.text,
      windows: windows.map(({ count: calls, seconds, remaining, nextInSeconds }) => ({
        calls,
        seconds,
        remaining,
        nextInSeconds,
      })),
    })),
    transport: [...transport],
    entities: entities.map(showCount),
    webSocket: webSocket.map(showCount),
    month:
      month === null ? null : { startTs: month.startsAt, endTs: month.endsAt, limits: month.limits.map(showCount) },
  };
}

function showCount({ name, limit, used }: CountLimit): Static<typeof CountLimitSchema> {
  return { name, limit: limit === 0 ? null : limit, used };
}

const api = resource("usage", TENANT);
const ofCaller = resource("limits", ALL_AUTHORITIES);

export interface UsageRouteDeps {
  readonly usage: Pick<UsageReports, "of">;
  readonly limits: Pick<CallerLimitsReports, "of">;
}

export function usageRoutes({ usage, limits }: UsageRouteDeps): readonly RestRoute[] {
  return [
    api.get("/api/usage", "getTenantUsageInfo", {
      summary: "What the tenant uses and may use",
      description:
        "Messages, data points and mails are counted by calendar month in UTC. A state is DISABLED when a monthly limit has been reached: then devices are refused until the month turns or the profile changes.",
      answer: UsageSchema,
      async handle({ principal }) {
        permitMember(principal, "read", "USAGE");
        permit<"USAGE">(principal, "read", { kind: "USAGE", tenantId: principal.tenantId });
        return showUsage(await usage.of(principal.tenantId));
      },
    }),
    api.get("/api/tenant/:tenantId/usage", "getUsageOfTenant", {
      summary: "What a tenant uses and may use, for the operator of the platform",
      access: SYSTEM,
      answer: UsageSchema,
      async handle({ principal, params }) {
        permitRole(principal, "list", "TENANT");
        const tenantId = parseId<TenantId>(params.tenantId, "tenantId");
        permit<"USAGE">(principal, "read", { kind: "USAGE", tenantId });
        return showUsage(await usage.of(tenantId));
      },
    }),
    ofCaller.get("/api/limits", "getCallerLimits", {
      summary: "Every limit that holds for the caller, with what is left of it",
      description:
        "Limits of REST calls with the calls that are left in each window, rate limits of devices, counts of entities and of WebSocket sessions, and the limits of the month. A refusal with status 429 names one of them and says in Retry-After when to call again. What the whole tenant uses is shown to its administrators alone; a system administrator has no limits.",
      answer: LimitsSchema,
      async handle({ principal }) {
        permitRole(principal, "read", "OWN_LIMITS");
        return showLimits(await limits.of(principal));
      },
    }),
  ];
}
