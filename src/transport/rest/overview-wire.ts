// The figures of the overview as REST shows them.
import { Type, type Static } from "typebox";
import type { Overview, Traffic } from "../../core/monitoring/overview.ts";
import { EXAMPLE_TIME } from "./example-values.ts";
import { nullable, oneOf } from "./nullable.ts";

const Count = Type.Integer();
const Minutes = Type.Array(Type.Integer(), {
  description: "Counts of 60 minutes; the last one is the minute that is going on.",
});
const Flow = Type.Object({ perSecond: Type.Number({ description: "Mean of the last minute." }), minutes: Minutes });

/** A quiet hour with something in its last minutes. */
const EXAMPLE_MINUTES = [...Array<number>(57).fill(0), 1200, 1194, 412];
const EXAMPLE_TRAFFIC = {
  startTs: EXAMPLE_TIME,
  messages: { perSecond: 20, minutes: EXAMPLE_MINUTES },
  points: { perSecond: 60.5, minutes: EXAMPLE_MINUTES.map((count) => count * 3) },
  refusals: {
    lastMinute: 2,
    lastHour: 5,
    minutes: [...Array<number>(59).fill(0), 2],
    reasons: [{ reason: "invalid", lastMinute: 2, lastHour: 5 }],
  },
};

export const TrafficSchema = Type.Object(
  {
    startTs: Type.Integer({ description: "When the first of the minutes began." }),
    messages: Flow,
    points: Flow,
    refusals: Type.Object({
      lastMinute: Count,
      lastHour: Count,
      minutes: Minutes,
      reasons: Type.Array(
        Type.Object({
          reason: Type.String({ description: "The kind of error, as `invalid` or `rate-limited`." }),
          lastMinute: Count,
          lastHour: Count,
        }),
        { description: "The most frequent one first." },
      ),
    }),
  },
  { title: "TrafficFigures", examples: [EXAMPLE_TRAFFIC] },
);
export { EXAMPLE_TRAFFIC };

export function showTraffic({ startsAt, ...figures }: Traffic): Static<typeof TrafficSchema> {
  const { messages, points, refusals } = figures;
  return {
    startTs: startsAt,
    messages: { ...messages, minutes: [...messages.minutes] },
    points: { ...points, minutes: [...points.minutes] },
    refusals: {
      ...refusals,
      minutes: [...refusals.minutes],
      reasons: refusals.reasons.map((reason) => ({ ...reason })),
    },
  };
}

export const PoolSchema = Type.Object(
  {
    pool: oneOf(["reports", "ui", "jobs"]),
    running: Count,
    waiting: Count,
    slots: Type.Integer({ description: "How many may run at the same time." }),
    capacity: Type.Integer({ description: "How many may wait." }),
  },
  { title: "ReportLoad", examples: [{ pool: "reports", running: 1, waiting: 0, slots: 4, capacity: 100 }] },
);

const StorageSchema = Type.Object({
  telemetryBytes: Count,
  entityBytes: Count,
  points: nullable(
    Type.Integer({ description: "About how many points of telemetry are stored; null while the store cannot tell." }),
  ),
  diskFreeBytes: Count,
  diskBytes: Count,
});

export const OverviewSchema = Type.Object(
  {
    ts: Type.Integer(),
    gateways: Type.Object({
      total: Count,
      online: Type.Integer({ description: "Those that have a connection now." }),
    }),
    devices: Type.Object({
      total: Type.Integer({ description: "Without gateways." }),
      active: Count,
    }),
    traffic: nullable(TrafficSchema),
    reports: Type.Array(PoolSchema),
    storage: nullable(StorageSchema),
    month: nullable(
      Type.Object({
        startTs: Type.Integer(),
        messages: Count,
        points: Count,
        pointDays: Type.Integer({
          description: "Points stored, each times the days for which it is kept, at least one.",
        }),
      }),
    ),
    tenants: nullable(Type.Integer()),
  },
  {
    title: "Overview",
    examples: [
      {
        ts: EXAMPLE_TIME + 3_600_000,
        gateways: { total: 4, online: 3 },
        devices: { total: 57, active: 55 },
        traffic: EXAMPLE_TRAFFIC,
        reports: [{ pool: "reports", running: 1, waiting: 0, slots: 4, capacity: 100 }],
        storage: null,
        month: { startTs: EXAMPLE_TIME, messages: 812_345, points: 4_061_725, pointDays: 121_851_750 },
        tenants: null,
      },
    ],
  },
);

export function showOverview(overview: Overview): Static<typeof OverviewSchema> {
  const { traffic, storage, month } = overview;
  return {
    ts: overview.at,
    gateways: { total: overview.gateways, online: overview.gatewaysOnline },
    devices: { total: overview.devices, active: overview.devicesActive },
    traffic: traffic === null ? null : showTraffic(traffic),
    reports: overview.reports.map((pool) => ({ ...pool })),
    storage: storage === null ? null : { ...storage },
    month:
      month === null
        ? null
        : {
            startTs: month.startsAt,
            messages: month.messages,
            points: month.points,
            pointDays: month.pointDays,
          },
    tenants: overview.tenants,
  };
}
