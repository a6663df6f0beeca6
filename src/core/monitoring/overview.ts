// The overview: devices, traffic of the last hour, refusals, reports and storage, for a tenant, one of its customers,
// or the whole installation.
import type { EpochMillis } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import type { ScarceLimit } from "../usage/scarce-limits.ts";
import type { MonthSoFar } from "../usage/usage-report.ts";

/** Counts per minute. `minutes` has 60 members; the last one is the current minute. */
export interface Flow {
  /** Mean over the last minute. */
  readonly perSecond: number;
  readonly minutes: readonly number[];
}

export interface RefusalReason {
  /** The kind of the error, such as "invalid" or "rate-limited". */
  readonly reason: string;
  readonly lastMinute: number;
  readonly lastHour: number;
}

export interface Refusals {
  readonly lastMinute: number;
  readonly lastHour: number;
  readonly minutes: readonly number[];
  /** Most frequent first. */
  readonly reasons: readonly RefusalReason[];
}

export interface Traffic {
  /** Start of the first minute. */
  readonly startsAt: EpochMillis;
  readonly messages: Flow;
  /** Telemetry points accepted for storage. */
  readonly points: Flow;
  readonly refusals: Refusals;
}

export interface PoolLoad {
  readonly pool: "reports" | "ui" | "jobs";
  readonly running: number;
  readonly waiting: number;
  /** How many may run at the same time. */
  readonly slots: number;
  /** How many may wait. */
  readonly capacity: number;
}

/** The files of the stores, and their disk. */
export interface FolderUse {
  readonly telemetryBytes: number;
  readonly entityBytes: number;
  readonly diskFreeBytes: number;
  readonly diskBytes: number;
  /** The most severe finding about the installation that says how full it is. */
  readonly diskFinding: "disk-almost-full" | "disk-full-soon" | null;
}

export interface StorageUse {
  /** Approximate; null while the store does not know. */
  readonly points: number | null;
  /** Null at a node of a cluster, whose data are elsewhere. */
  readonly folder: FolderUse | null;
}

export interface DeviceCounts {
  readonly gateways: number;
  readonly gatewaysOnline: number;
  /** Devices that are not gateways. */
  readonly devices: number;
  readonly devicesActive: number;
}

export interface TenantCount {
  readonly id: TenantId;
  readonly title: string;
  readonly count: number;
}

export interface OfflineGateways extends TenantCount {
  /** When the one of them that was heard of last lost its connection; null if it never had one. */
  readonly lastDisconnectAt: EpochMillis | null;
}

/** The tenants with the most, those first. */
export interface CountsByTenant {
  /** Empty while a node that may have connections does not answer. */
  readonly offlineGateways: readonly OfflineGateways[];
  /** Messages refused in the last hour. */
  readonly refusals: readonly TenantCount[];
  /** The limits that are used up, or nearly so. */
  readonly limits: { readonly nearest: readonly ScarceLimit[]; readonly total: number };
}

export interface Overview extends DeviceCounts {
  readonly at: EpochMillis;
  /** Null for customers. */
  readonly traffic: Traffic | null;
  readonly reports: readonly PoolLoad[];
  /** Storage of the installation; null except for system administrators. */
  readonly storage: StorageUse | null;
  /** The tenant's usage this month; null except for its administrators. */
  readonly month: MonthSoFar | null;
  /** Null except for system administrators. */
  readonly tenants: number | null;
  /** Null except for system administrators. */
  readonly byTenant: CountsByTenant | null;
  /** Nodes that did not answer: their traffic, connections and reports are missing. */
  readonly missingNodes: number;
}
