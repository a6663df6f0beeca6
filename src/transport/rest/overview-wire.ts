// Wire form of the figures in the overview.
import { Type, type Static } from "typebox";
import type { CountsByTenant, Overview, Traffic } from "../../core/monitoring/overview.ts";
import { DISK_FINDINGS } from "../../core/installation/posture.ts";
import { entityRef, EntityRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME } from "./example-values.ts";
import { nullable, oneOf, wordOf } from "./nullable.ts";
import { named, part } from "./wire.ts";

const Count = Type.Integer();
const Minutes = Type.Array(Type.Integer(), {
  description: "Counts of 60 minutes; the last one is the current minute.",
});
const Flow = Type.Object({ perSecond: Type.Number({ description: "Mean of the last minute." }), minutes: Minutes });
export const PointCount = nullable(
  Type.Integer({ description: "About how many points of telemetry are stored; null while the store cannot say." }),
);

/** An hour with traffic only in its last minutes. */
const EXAMPLE_MINUTES = [...Array<number>(57).fill(0), 1200, 1194, 412];

const Reason = Type.Object({
  reason: Type.String({ description: "The kind of error, as `invalid` or `rate-limited`." }),
  lastMinute: Count,
  lastHour: Count,
});
const TRAFFIC = {
  startTs: [Type.Integer({ description: "When the first of the minutes began." }), EXAMPLE_TIME],
  messages: [Flow, { perSecond: 20, minutes: EXAMPLE_MINUTES }],
  points: [Flow, { perSecond: 60.5, minutes: EXAMPLE_MINUTES.map((count) => count * 3) }],
  refusals: part({
    lastMinute: [Count, 2],
    lastHour: [Count, 5],
    minutes: [Minutes, [...Array<number>(59).fill(0), 2]],
    reasons: [
      Type.Array(Reason, { description: "The most frequent one first." }),
      [{ reason: "invalid", lastMinute: 2, lastHour: 5 }],
    ],
  }),
} as const;
export const TrafficSchema = named("TrafficFigures", TRAFFIC);
export const [, EXAMPLE_TRAFFIC] = part(TRAFFIC);

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

export const POOL = {
  pool: [oneOf(["reports", "ui", "jobs"]), "reports"],
  running: [Count, 1],
  waiting: [Count, 0],
  slots: [Type.Integer({ description: "How many may run at the same time." }), 4],
  capacity: [Type.Integer({ description: "How many may wait." }), 100],
} as const;
export const PoolSchema = named("ReportLoad", POOL);

const FolderBytes = nullable(
  Type.Integer({ description: "Null in a cluster, whose nodes keep no data on their disks." }),
);
/** Of a cluster. */
const NO_FOLDER = {
  ...{ telemetryBytes: null, entityBytes: null },
  ...{ diskFreeBytes: null, diskBytes: null, diskFinding: null },
};
const Storage = Type.Object({
  telemetryBytes: FolderBytes,
  entityBytes: FolderBytes,
  points: PointCount,
  diskFreeBytes: FolderBytes,
  diskBytes: FolderBytes,
  diskFinding: nullable(
    wordOf(DISK_FINDINGS, {
      description: "The finding about how full the disk is; null if there is none, and in a cluster.",
    }),
  ),
});
const [Month, EXAMPLE_MONTH] = part({
  startTs: [Type.Integer(), EXAMPLE_TIME],
  messages: [Count, 812_345],
  points: [Count, 4_061_725],
  pointDays: [
    Type.Integer({ description: "Points stored, each times the days for which it is kept, at least one." }),
    121_851_750,
  ],
});

const TENANT = { id: EntityRefSchema, title: Type.String() };
const TenantCount = Type.Object({ ...TENANT, count: Count });
const OfflineGateways = Type.Object({
  ...{ ...TENANT, count: Count },
  lastDisconnectTime: nullable(
    Type.Integer({
      description: "When the one of them that was heard of last lost its connection; null if that one never had any.",
    }),
  ),
});
const TenantLimit = Type.Object({
  ...TENANT,
  name: Type.String({ description: "The limit, as in the profile." }),
  used: Count,
  limit: Count,
});
const EXAMPLE_TENANT = { id: EXAMPLE_REFS.tenant, title: "Heating Ltd" };
const EXAMPLE_BY_TENANT = {
  offlineGateways: [{ ...EXAMPLE_TENANT, count: 3, lastDisconnectTime: EXAMPLE_TIME }],
  refusals: [],
  limits: { nearest: [{ ...EXAMPLE_TENANT, name: "maxDevices", used: 97, limit: 100 }], total: 1 },
};
const ByTenant = Type.Object(
  {
    offlineGateways: Type.Array(OfflineGateways),
    refusals: Type.Array(TenantCount),
    limits: Type.Object(
      { nearest: Type.Array(TenantLimit), total: Count },
      {
        description:
          "The limits of tenants of which more is used than the `warnThreshold` of the profile, the ten with the largest share first, and how many there are.",
      },
    ),
  },
  {
    description:
      "For system administrators: the ten tenants with the most gateways offline, and with the most messages refused in the last hour, the most first, and those that come near a limit. No gateways while a node of a cluster has not answered.",
  },
);

export const OverviewSchema = named("Overview", {
  ts: [Type.Integer(), EXAMPLE_TIME + 3_600_000],
  gateways: part({
    total: [Count, 4],
    online: [Type.Integer({ description: "Those that have a connection now." }), 3],
  }),
  devices: part({ total: [Type.Integer({ description: "Without gateways." }), 57], active: [Count, 55] }),
  traffic: [nullable(TrafficSchema), EXAMPLE_TRAFFIC],
  reports: [Type.Array(PoolSchema), [part(POOL)[1]]],
  storage: [nullable(Storage), null],
  month: [nullable(Month), EXAMPLE_MONTH],
  tenants: [nullable(Type.Integer()), null],
  byTenant: [nullable(ByTenant), EXAMPLE_BY_TENANT],
  missingNodes: [
    Type.Integer({
      description:
        "Nodes of a cluster that did not answer in time: their traffic, connections and reports are not counted. 0 without a cluster.",
    }),
    0,
  ],
});

export function showOverview(overview: Overview): Static<typeof OverviewSchema> {
  const { traffic, storage, month } = overview;
  return {
    ts: overview.at,
    gateways: { total: overview.gateways, online: overview.gatewaysOnline },
    devices: { total: overview.devices, active: overview.devicesActive },
    traffic: traffic === null ? null : showTraffic(traffic),
    reports: overview.reports.map((pool) => ({ ...pool })),
    storage: storage === null ? null : showStorage(storage),
    month: month === null ? null : showMonth(month),
    tenants: overview.tenants,
    byTenant: overview.byTenant === null ? null : showByTenant(overview.byTenant),
    missingNodes: overview.missingNodes,
  };
}

function showByTenant({ offlineGateways, refusals, limits }: CountsByTenant): Static<typeof ByTenant> {
  return {
    offlineGateways: offlineGateways.map(({ id, title, count, lastDisconnectAt }) => ({
      ...{ id: entityRef("TENANT", id), title, count },
      lastDisconnectTime: lastDisconnectAt,
    })),
    refusals: refusals.map(({ id, title, count }) => ({ id: entityRef("TENANT", id), title, count })),
    limits: {
      nearest: limits.nearest.map(({ tenantId, title, name, used, limit }) => ({
        ...{ id: entityRef("TENANT", tenantId), title },
        ...{ name, used, limit },
      })),
      total: limits.total,
    },
  };
}

function showStorage({ points, folder }: NonNullable<Overview["storage"]>): Static<typeof Storage> {
  return { points, ...(folder ?? NO_FOLDER) };
}

function showMonth({ startsAt, messages, points, pointDays }: NonNullable<Overview["month"]>): Static<typeof Month> {
  return { startTs: startsAt, messages, points, pointDays };
}
