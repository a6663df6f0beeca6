// A rollout: delivery of a package to many devices in waves, with a stop at a failure rate. This file has its data and
// the rule by which it proceeds. Source: docs/decisions/0118-rollouts-in-waves.md.
import { millis, type EpochMillis } from "../../lib/clock.ts";
import { MINUTE_MILLIS } from "../../lib/units.ts";
import type { PackageKind } from "../devices/profile-store.ts";
import { DomainError } from "../errors.ts";
import type { CustomerId, DeviceId, DeviceProfileId, PackageId, RolloutId, TenantId } from "../ids.ts";

export const ROLLOUT_STATES = ["RUNNING", "PAUSED", "STOPPED", "DONE"] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

/** The progress of a device. The platform sets the outer states; the device reports those in between. */
export const UPDATE_STATES = [
  "PENDING", // its wave has not begun
  "QUEUED", // the package is assigned
  "INITIATED", // the device has been notified
  "DOWNLOADING",
  "DOWNLOADED",
  "VERIFIED",
  "UPDATING",
  "UPDATED",
  "FAILED",
  "SKIPPED", // it could no longer have the package when its wave began
  "WITHDRAWN", // it had not started when the rollout was stopped, and got its former package back
] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];

/** Nothing has been heard from the device yet, so the package can be withdrawn. */
export const NOT_STARTED = ["QUEUED", "INITIATED"] as const satisfies readonly UpdateState[];
const INSTALLING = ["DOWNLOADING", "DOWNLOADED", "VERIFIED", "UPDATING"] as const satisfies readonly UpdateState[];
/** Reports of devices in these states are read. A failed device may retry by itself. */
export const FOLLOWED = [...NOT_STARTED, ...INSTALLING, "FAILED"] as const satisfies readonly UpdateState[];
/** The update has not ended yet. */
export const OPEN = [...NOT_STARTED, ...INSTALLING] as const satisfies readonly UpdateState[];

/** The wave number of devices that already reported title and version when the rollout was created. */
export const HAD_IT = 0;

/** The devices addressed; only those with the package's profile are included. */
export type RolloutTarget =
  | { readonly kind: "devices"; readonly ids: readonly DeviceId[] }
  | { readonly kind: "profile"; readonly id: DeviceProfileId }
  | { readonly kind: "gateway"; readonly id: DeviceId }
  | { readonly kind: "customer"; readonly id: CustomerId };

/** The target in its stored form: devices by count, other entities with the name they had. */
export type KeptTarget =
  | { readonly kind: "devices"; readonly listed: number }
  | { readonly kind: Exclude<RolloutTarget["kind"], "devices">; readonly id: string; readonly name: string };

export interface RolloutWave {
  /** Of all devices to be updated, cumulative over the waves so far. */
  readonly percent: number;
  readonly beganAt: EpochMillis | null;
  readonly endedAt: EpochMillis | null;
}

export interface Rollout {
  readonly id: RolloutId;
  readonly createdAt: EpochMillis;
  readonly tenantId: TenantId;
  /** The package may have been deleted since the rollout ended. */
  readonly packageId: PackageId;
  readonly profileId: DeviceProfileId;
  readonly kind: PackageKind;
  readonly title: string;
  readonly version: string;
  readonly name: string;
  readonly target: KeptTarget;
  readonly waves: readonly RolloutWave[];
  /** The last wave that has begun, counted from 1. */
  readonly wave: number;
  /** Start of that wave's time: its beginning or the last resumption. */
  readonly waveSince: EpochMillis;
  readonly failurePercentMax: number;
  readonly waveMinutesMax: number;
  readonly state: RolloutState;
  /** Why the rollout was stopped. */
  readonly reason: string | null;
  readonly endedAt: EpochMillis | null;
}

export interface UpdateCount {
  /** Counted from 1; `HAD_IT` for devices that needed no update. */
  readonly wave: number;
  readonly state: UpdateState;
  readonly devices: number;
}

export interface CountedRollout extends Rollout {
  /** Without entries for 0 devices. */
  readonly counts: readonly UpdateCount[];
}

export interface RolloutDevice {
  readonly id: DeviceId;
  readonly name: string;
  readonly label: string | null;
  readonly wave: number;
  readonly state: UpdateState;
  /** In percent, as reported by the device. */
  readonly progress: number | null;
  readonly error: string | null;
  readonly updatedAt: EpochMillis;
}

/** The next action for a running rollout. */
export type NextStep =
  | { readonly kind: "wait" }
  | { readonly kind: "next-wave" }
  | { readonly kind: "done" }
  | { readonly kind: "stop"; readonly reason: string };

export function waveEndsAt({ waveSince, waveMinutesMax }: Rollout): EpochMillis {
  return millis(waveSince + waveMinutesMax * MINUTE_MILLIS);
}

/**
 * A wave ends when all of its devices have ended, or when its time is over. It stops the rollout if too many of the
 * ended devices have failed; at its end, a device that has begun to install and then fell silent counts as failed. It
 * stops early as soon as the failure rate would be too high even if all others succeeded.
 */
export function nextStep(rollout: CountedRollout, now: EpochMillis): NextStep {
  const { wave, waves, failurePercentMax } = rollout;
  const ofWave = rollout.counts.filter((count) => count.wave === wave);
  const begun = rollout.counts.filter((count) => count.wave !== HAD_IT && count.wave <= wave);
  const failed = devicesIn(begun, ["FAILED"]);
  const all = failed + devicesIn(begun, ["PENDING", "UPDATED", ...OPEN]);
  if (isAbove(failed, all, failurePercentMax))
    return { kind: "stop", reason: reasonOf(failed, 0, all, failurePercentMax, "of the devices so far") };
  const unassigned = devicesIn(ofWave, ["PENDING"]);
  const hasEnded = unassigned === 0 && (devicesIn(ofWave, OPEN) === 0 || now >= waveEndsAt(rollout));
  if (!hasEnded) return { kind: "wait" };
  const silent = devicesIn(begun, INSTALLING);
  const ended = failed + silent + devicesIn(begun, ["UPDATED"]);
  if (isAbove(failed + silent, ended, failurePercentMax))
    return { kind: "stop", reason: reasonOf(failed, silent, ended, failurePercentMax, "of the updates that ended") };
  return { kind: wave < waves.length ? "next-wave" : "done" };
}

function devicesIn(counts: readonly UpdateCount[], states: readonly UpdateState[]): number {
  return counts.reduce((total, { state, devices }) => (states.includes(state) ? total + devices : total), 0);
}

/** Percentage of failures among the ended updates; null until one has ended. */
export function failurePercent(counts: readonly UpdateCount[]): number | null {
  const updated = counts.filter(({ wave }) => wave !== HAD_IT);
  const failed = devicesIn(updated, ["FAILED"]);
  const ended = failed + devicesIn(updated, ["UPDATED"]);
  return ended === 0 ? null : percent(failed, ended);
}

export function noSuchRollout(id: RolloutId): DomainError {
  return new DomainError("not-found", `rollout ${id} does not exist`);
}

/** Avoids a division, whose rounding could put a rate exactly at the limit above it. */
function isAbove(part: number, whole: number, percentMax: number): boolean {
  return part * 100 > percentMax * whole;
}

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 10;
}

function reasonOf(failed: number, silent: number, whole: number, percentMax: number, what: string): string {
  const bad = failed + silent;
  const stuck = silent === 0 ? "" : `, ${String(silent)} of them by falling silent`;
  return `${String(bad)} of ${String(whole)} (${String(percent(bad, whole))} %) ${what} have failed${stuck}; failurePercentMax is ${String(percentMax)}`;
}
