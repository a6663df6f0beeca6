// What is going on, at a glance: devices, traffic of the last hour, refusals, reports and storage, for a tenant, for one
// of its customers, or for the whole installation.
import type { EpochMillis } from "../../lib/clock.ts";
import type { MonthSoFar } from "../usage/usage-report.ts";

/** Counts by minute. `minutes` has 60 members, the last one of the minute that is going on. */
export interface Flow {
  /** Mean of the last minute. */
  readonly perSecond: number;
  readonly minutes: readonly number[];
}

export interface RefusalReason {
  /** The kind of the error, as "invalid" or "rate-limited". */
  readonly reason: string;
  readonly lastMinute: number;
  readonly lastHour: number;
}

export interface Refusals {
  readonly lastMinute: number;
  readonly lastHour: number;
  readonly minutes: readonly number[];
  /** The most frequent one first. */
  readonly reasons: readonly RefusalReason[];
}

export interface Traffic {
  /** When the first of the minutes began. */
  readonly startsAt: EpochMillis;
  readonly messages: Flow;
  /** Of telemetry, taken in to be stored. */
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

export interface StorageUse {
  /** Bytes of the files, as the disk has them. */
  readonly telemetryBytes: number;
  readonly entityBytes: number;
  /** About how many; null while the store does not know. */
  readonly points: number | null;
  readonly diskFreeBytes: number;
  readonly diskBytes: number;
}

export interface DeviceCounts {
  readonly gateways: number;
  readonly gatewaysOnline: number;
  /** Those that are no gateways. */
  readonly devices: number;
  readonly devicesActive: number;
}

export interface Overview extends DeviceCounts {
  readonly at: EpochMillis;
  /** Null for customers. */
  readonly traffic: Traffic | null;
  readonly reports: readonly PoolLoad[];
  /** Of the installation; null for all but system administrators. */
  readonly storage: StorageUse | null;
  /** What the tenant has sent this month; null for all but its administrators. */
  readonly month: MonthSoFar | null;
  /** Null for all but system administrators. */
  readonly tenants: number | null;
}
