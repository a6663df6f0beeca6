// The port behind which rollouts are kept, with the devices of each. Every write is one transaction; what must hold against
// others (one rollout of a kind for a device, the tenant's limit, the state) is checked inside it.
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

/** The series of some keys, in their order; null where the device has none. */
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
  /** Running or paused ones. */
  readonly tenantRunningMax: number;
  /** All; for one more, the oldest that has ended is deleted. */
  readonly tenantMax: number;
}

/** Null leaves a condition out. */
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

/** As people ask for it. */
export interface RolloutStore {
  /** Up to `max` devices in order of id. Throws `invalid` for a target that the tenant does not have. */
  candidates(query: CandidateQuery): Promise<Candidates>;
  /**
   * `waves`: the devices by their wave, at 0 those that had the package. Throws `conflict` for a device in another rollout of the
   * kind that has not ended, `limit-exceeded`, and `invalid` for a package that is not there any more.
   */
  create(rollout: Rollout, waves: readonly (readonly DeviceId[])[], bounds: RolloutBounds): Promise<CountedRollout>;
  find(tenantId: TenantId, id: RolloutId): Promise<CountedRollout | undefined>;
  /** Newest first where no order is named. The search text is looked for in name, title and version. */
  list(filter: RolloutFilter, page: PageRequest<RolloutSort>): Promise<FoundPage<CountedRollout>>;
  /** The search text is looked for in names and labels of the devices. */
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
  /** Throws `not-found`, and `conflict` for one that has not ended. */
  delete(tenantId: TenantId, id: RolloutId): Promise<void>;
}

/** As the rounds carry it out, for all tenants. */
export interface RolloutWork {
  /** Those that have not ended, and those whose open devices are followed a while longer. */
  due(now: EpochMillis): Promise<readonly CountedRollout[]>;
  find(tenantId: TenantId, id: RolloutId): Promise<CountedRollout | undefined>;
  /**
   * Gives the package to up to `max` devices of begun waves that have not got it yet; these are named. Those that cannot have it
   * any more are skipped. None where the rollout does not run.
   */
  assign(id: RolloutId, now: EpochMillis, max: number): Promise<readonly DeviceId[]>;
  /** Up to `max` devices behind `after`, in order of id. */
  followed(
    id: RolloutId,
    keys: readonly string[],
    after: DeviceId | null,
    max: number,
  ): Promise<readonly FollowedDevice[]>;
  saveReports(id: RolloutId, reports: readonly ChangedUpdate[], now: EpochMillis): Promise<void>;
  /** Where it still runs and is in this wave; false elsewhere. */
  proceed(id: RolloutId, wave: number, change: RolloutChange): Promise<boolean>;
  /** Gives up to `max` devices of a stopped rollout that have not started their former package back; these are named. */
  withdraw(id: RolloutId, now: EpochMillis, max: number): Promise<readonly DeviceId[]>;
}

export function rolloutLimitExceeded(max: number): DomainError {
  return new DomainError(
    "limit-exceeded",
    `the tenant may have ${String(max)} rollouts that have not ended, and has as many: stop one, or wait for its end`,
    { limit: { name: "ota.rollouts.tenantRunningMax", value: max }, entityType: "OTA_ROLLOUT" },
  );
}
