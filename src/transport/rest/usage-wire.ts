// Usage and limits as REST shows them. Source: REST contract 17.
import { Type, type Static } from "typebox";
import type { CallerLimits, CountLimit } from "../../core/usage/caller-limits.ts";
import type { UsageReport } from "../../core/usage/usage-report.ts";
import { EXAMPLE_TIME } from "./example-values.ts";
import { nullable, oneOf } from "./nullable.ts";

const Count = Type.Integer({ examples: [0] });
const Limit = Type.Integer({ description: "0 where there is no limit.", examples: [0] });
const State = oneOf(["ENABLED", "WARNING", "DISABLED"]);

/** The first moment of February 2026. */
const MONTH_LATER = EXAMPLE_TIME + 31 * 86_400_000;

export const UsageSchema = Type.Object(
  {
    devices: Count,
    maxDevices: Limit,
    assets: Count,
    maxAssets: Limit,
    customers: Count,
    maxCustomers: Limit,
    users: Count,
    maxUsers: Limit,
    dashboards: Count,
    maxDashboards: Limit,
    edges: Count,
    maxEdges: Limit,
    transportMessages: Count,
    maxTransportMessages: Limit,
    transportDataPoints: Count,
    maxTransportDataPoints: Limit,
    dpStorageDays: Type.Integer({
      description: "Points stored this month times the days for which they are kept.",
      examples: [0],
    }),
    maxDPStorageDays: Limit,
    emails: Count,
    maxEmails: Limit,
    sms: Count,
    maxSms: Limit,
    smsEnabled: Type.Boolean(),
    alarms: Count,
    maxAlarms: Limit,
    startTs: Type.Integer({ description: "When the month began, in UTC." }),
    endTs: Type.Integer({ description: "When the next month begins and its counts start at 0." }),
    warnThreshold: Type.Number({ description: "The fraction of a limit from which on its state is WARNING." }),
    transportState: State,
    storageState: State,
    emailState: State,
  },
  {
    title: "UsageInfo",
    examples: [
      {
        devices: 57,
        maxDevices: 100,
        assets: 0,
        maxAssets: 0,
        customers: 3,
        maxCustomers: 0,
        users: 12,
        maxUsers: 0,
        dashboards: 0,
        maxDashboards: 0,
        edges: 0,
        maxEdges: 0,
        transportMessages: 812_345,
        maxTransportMessages: 1_000_000,
        transportDataPoints: 4_061_725,
        maxTransportDataPoints: 0,
        dpStorageDays: 121_851_750,
        maxDPStorageDays: 0,
        emails: 4,
        maxEmails: 0,
        sms: 0,
        maxSms: 0,
        smsEnabled: false,
        alarms: 0,
        maxAlarms: 0,
        startTs: EXAMPLE_TIME,
        endTs: MONTH_LATER,
        warnThreshold: 0.8,
        transportState: "WARNING",
        storageState: "ENABLED",
        emailState: "ENABLED",
      },
    ],
  },
);

export function showUsage({
  entities,
  used,
  limits,
  span,
  states,
  warnThreshold,
}: UsageReport): Static<typeof UsageSchema> {
  return {
    devices: entities.devices,
    maxDevices: limits.maxDevices,
    // Of these there are none on this platform.
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

const CountLimitSchema = Type.Object(
  {
    name: Type.String(),
    limit: nullable(Type.Integer({ description: "null where there is no limit." })),
    used: nullable(Type.Integer({ description: "null where it is not counted, or not the caller's to see." })),
  },
  { title: "CountLimit", examples: [{ name: "maxDevices", limit: 100, used: 57 }] },
);

const RestCallLimit = Type.Object(
  {
    party: oneOf(["tenant", "customer", "user"]),
    name: Type.String(),
    limit: Type.String(),
    windows: Type.Array(
      Type.Object({
        calls: Type.Integer(),
        seconds: Type.Integer(),
        remaining: Type.Integer({ description: "Calls that may be made at once." }),
        nextInSeconds: Type.Integer({ description: "Seconds until there is one more; 0 where none is missing." }),
      }),
    ),
  },
  {
    title: "RestCallLimit",
    description: "All windows of all parties have to have a call left.",
    examples: [
      {
        party: "tenant",
        name: "tenantServerRestLimitsConfiguration",
        limit: "500:60",
        windows: [{ calls: 500, seconds: 60, remaining: 498, nextInSeconds: 1 }],
      },
    ],
  },
);

const TrafficLimitSchema = Type.Object(
  {
    party: oneOf(["tenant", "device", "gateway", "gateway device", "session"]),
    name: Type.String(),
    limit: nullable(Type.String({ description: "count:seconds with commas between several; null for none." })),
  },
  {
    title: "TrafficLimit",
    examples: [{ party: "device", name: "transportDeviceMsgRateLimit", limit: "20:1,600:60" }],
  },
);

const Month = Type.Object({
  startTs: Type.Integer({ examples: [EXAMPLE_TIME] }),
  endTs: Type.Integer({ examples: [MONTH_LATER] }),
  limits: Type.Array(CountLimitSchema),
});

export const LimitsSchema = Type.Object(
  {
    restCalls: Type.Array(RestCallLimit),
    transport: Type.Array(TrafficLimitSchema),
    entities: Type.Array(CountLimitSchema),
    webSocket: Type.Array(CountLimitSchema),
    month: nullable(Month),
  },
  {
    title: "CallerLimits",
    examples: [
      {
        restCalls: [
          {
            party: "tenant",
            name: "tenantServerRestLimitsConfiguration",
            limit: "500:60",
            windows: [{ calls: 500, seconds: 60, remaining: 498, nextInSeconds: 1 }],
          },
        ],
        transport: [{ party: "device", name: "transportDeviceMsgRateLimit", limit: "20:1,600:60" }],
        entities: [{ name: "maxDevices", limit: 100, used: 57 }],
        webSocket: [{ name: "maxWsSessionsPerTenant", limit: null, used: 2 }],
        month: {
          startTs: EXAMPLE_TIME,
          endTs: MONTH_LATER,
          limits: [{ name: "maxTransportMessages", limit: 1_000_000, used: 812_345 }],
        },
      },
    ],
  },
);

export function showLimits({
  restCalls,
  transport,
  entities,
  webSocket,
  month,
}: CallerLimits): Static<typeof LimitsSchema> {
  return {
    restCalls: restCalls.map(({ party, limit, windows }) => ({
      party,
      name: limit.name,
      limit: limit.text,
      windows: windows.map(({ count, seconds, remaining, nextInSeconds }) => ({
        calls: count,
        seconds,
        remaining,
        nextInSeconds,
      })),
    })),
    transport: [...transport],
    entities: entities.map(showCount),
    webSocket: webSocket.map(showCount),
    month:
      month === null
        ? null
        : { startTs: month.startsAt, endTs: month.endsAt, limits: month.limits.map((limit) => showCount(limit)) },
  };
}

function showCount({ name, limit, used }: CountLimit): Static<typeof CountLimitSchema> {
  return { name, limit: limit === 0 ? null : limit, used };
}
