// The port to the store of rollouts and their devices. Every write is one transaction; constraints that concurrent
// writers could violate (one rollout per kind and device, the tenant's limit, the state) are checked inside it.
import type { EpochMillis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import type { DeviceId, DeviceProfileId, PackageId, RolloutId, TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type {
  CountedRollout,
  KeptTarget,
  Rollout,
  RolloutDevice,
  RolloutState,
  RolloutTarget,
  RolloutWave,
  UpdateState,
} from "./rollout.ts";
import type { KnownUpdate, UpdateReport } from "./update-report.ts";

export type RolloutSort = "createdTime" | "name" | "state";
export type RolloutDeviceSort = "name" | "wave" | "state" | "progress" | "updatedTime";

/** The series of some keys, in the same order; null for a key that the device does not have. */
export type SeriesOfKeys = readonly (SeriesNumber | null)[];

export interface CandidateQuery {
  readonly tenantId: TenantId;
  readonly profileId: DeviceProfileId;
  readonly target: RolloutTarget;
  readonly keys: readonly string[];
  readonly max: number;
}

export interface Candidates {
  readonly target: KeptTarget;
  readonly devices: readonly { readonly id: DeviceId; readonly series: SeriesOfKeys }[];
}

export interface RolloutBounds {
  /** Running or paused rollouts. */
  readonly tenantRunningMax: number;
  /** All rollouts; beyond that, the oldest ended one is deleted. */
  readonly tenantMax: number;
}

/** Null omits a condition. */
export interface RolloutFilter {
  readonly tenantId: TenantId;
  readonly state: RolloutState | null;
  readonly packageId: PackageId | null;
}

export interface RolloutDeviceFilter {
  readonly state: UpdateState | null;
  readonly wave: number | null;
}

export interface FollowedDevice extends KnownUpdate {
  readonly id: DeviceId;
  readonly series: SeriesOfKeys;
}

export interface ChangedUpdate extends UpdateReport {
  readonly id: DeviceId;
}

export type RolloutChange = Partial<Pick<Rollout, "state" | "reason" | "endedAt" | "waveSince" | "wave">> & {
  readonly waves?: readonly RolloutWave[];
};

/** Rollouts as users manage them. */
export interface RolloutStore {
  /** Up to `max` devices ordered by id. Throws `invalid` for a target that the tenant does not have. */
  candidates(query: CandidateQuery): Promise<Candidates>;
  /**
   * `waves`: the devices by wave, with those that already had the package at index 0. Throws `conflict` for a device in
   * another unfinished rollout of the same kind, `limit-exceeded`, and `invalid` for a package that no longer exists.
   */
  create(rollout: Rollout, waves: readonly (readonly DeviceId[])[], bounds: RolloutBounds): Promise<CountedRollout>;
  find(tenantId: TenantId, id: RolloutId): Promise<CountedRollout | undefined>;
  /** Newest first by default. The text search covers name, title and version. */
  list(filter: RolloutFilter, page: PageRequest<RolloutSort>): Promise<FoundPage<CountedRollout>>;
  /** The text search covers names and labels of the devices. */
  devices(
    tenantId: TenantId,
    id: RolloutId,
    filter: RolloutDeviceFilter,
    page: PageRequest<RolloutDeviceSort>,
  ): Promise<FoundPage<RolloutDevice>>;
  /** Only from these states. Throws `not-found`, and `conflict` with the present state. */
  change(
    tenantId: TenantId,
    id: RolloutId,
    from: readonly RolloutState[],
    change: RolloutChange,
  ): Promise<CountedRollout>;
  /** Throws `not-found`, and `conflict` if it has not ended. */
  delete(tenantId: TenantId, id: RolloutId): Promise<void>;
}

/** Rollouts as the rounds carry them out, for all tenants. */
export interface RolloutWork {
  /** Whether any rollout is due: what nearly always is answered with no, at little cost. */
  isAnyDue(now: EpochMillis): Promise<boolean>;
  /** Unfinished rollouts, and ended ones whose open devices are still followed for a while. */
  due(now: EpochMillis): Promise<readonly CountedRollout[]>;
  find(tenantId: TenantId, id: RolloutId): Promise<CountedRollout | undefined>;
  /**
   * Assigns the package to up to `max` devices of begun waves that do not have it yet, and returns them. Devices that
   * can no longer have it are skipped. Empty if the rollout is not running.
   */
  assign(id: RolloutId, now: EpochMillis, max: number): Promise<readonly DeviceId[]>;
  /** Up to `max` devices after `after`, ordered by id. */
  followed(
    id: RolloutId,
    keys: readonly string[],
    after: DeviceId | null,
    max: number,
  ): Promise<readonly FollowedDevice[]>;
  saveReports(id: RolloutId, reports: readonly ChangedUpdate[], now: EpochMillis): Promise<void>;
  /** Applies the change if the rollout is still running and in this wave; otherwise returns false. */
  proceed(id: RolloutId, wave: number, change: RolloutChange): Promise<boolean>;
  /**
   * Gives up to `max` devices of a stopped rollout that have not started their former package back, and returns them.
   */
  withdraw(id: RolloutId, now: EpochMillis, max: number): Promise<readonly DeviceId[]>;
}

export function rolloutLimitExceeded(max: number): DomainError {
  return new DomainError(
    "limit-exceeded",
    `the tenant may have ${String(max)} rollouts that have not ended, and has as many: stop one, or wait for its end`,
    { limit: { name: "ota.rollouts.tenantRunningMax", value: max }, entityType: "OTA_ROLLOUT" },
  );
}
