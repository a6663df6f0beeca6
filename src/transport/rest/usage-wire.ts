// Usage and limits as REST shows them. Source: REST contract 17.
import { Type, type Static } from "typebox";
import type { CallerLimits, CountLimit } from "../../core/usage/caller-limits.ts";
import type { UsageReport } from "../../core/usage/usage-report.ts";
import { EXAMPLE_TIME } from "./example-values.ts";
import { nullable, oneOf } from "./nullable.ts";
import { named, part } from "./wire.ts";

const Count = Type.Integer({ examples: [0] });
const Limit = Type.Integer({ description: "0 where there is no limit.", examples: [0] });
const State = oneOf(["ENABLED", "WARNING", "DISABLED"]);

/** The first moment of February 2026. */
const MONTH_LATER = EXAMPLE_TIME + 31 * 86_400_000;

export const UsageSchema = named("UsageInfo", {
  devices: [Count, 57],
  maxDevices: [Limit, 100],
  assets: [Count, 0],
  maxAssets: [Limit, 0],
  customers: [Count, 3],
  maxCustomers: [Limit, 0],
  users: [Count, 12],
  maxUsers: [Limit, 0],
  dashboards: [Count, 0],
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

export function showUsage(report: UsageReport): Static<typeof UsageSchema> {
  const { entities, used, limits, span, states, warnThreshold } = report;
  return {
    devices: entities.devices,
    maxDevices: limits.maxDevices,
    // The platform has none of these.
    assets: 0,
    maxAssets: limits.maxAssets,
    customers: entities.customers,
    maxCustomers: limits.maxCustomers,
    users: entities.users,
    maxUsers: limits.maxUsers,
    dashboards: 0,
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

export const LimitsSchema = named("CallerLimits", {
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

export function showLimits(found: CallerLimits): Static<typeof LimitsSchema> {
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
