// Rollouts as users manage them: choosing devices and waves, pausing, resuming and stopping. The rounds
// (rollout-rounds.ts) carry them out. The caller has already checked permissions. Source:
// docs/decisions/0118-rollouts-in-waves.md.
import { crc32 } from "node:zlib";
import type { Clock } from "../../lib/clock.ts";
import { sortedInTurns } from "../../lib/sorted-in-turns.ts";
import { parseTitle } from "../entity-text.ts";
import { invalid } from "../errors.ts";
import { newId, type DeviceId, type PackageId, type RolloutId, type TenantId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import { packageName, type OtaPackage } from "./ota-package.ts";
import type { PackageStore } from "./package-store.ts";
import type { RolloutReports } from "./rollout-reports.ts";
import { noSuchRollout, type CountedRollout, type Rollout, type RolloutDevice, type RolloutTarget } from "./rollout.ts";
import type {
  Candidates,
  RolloutBounds,
  RolloutDeviceFilter,
  RolloutDeviceSort,
  RolloutFilter,
  RolloutSort,
  RolloutStore,
} from "./rollout-store.ts";
import { installedKeys } from "./update-keys.ts";

/** The rollout fields of a request body; omitted ones are null. */
export interface SentRollout {
  readonly packageId: PackageId;
  readonly name: string | null;
  readonly target: RolloutTarget;
  /** Cumulative. */
  readonly wavePercents: readonly number[] | null;
  readonly failurePercentMax: number | null;
  readonly waveMinutesMax: number | null;
}

export interface RolloutServiceDeps {
  readonly store: RolloutStore;
  readonly packages: Pick<PackageStore, "find">;
  readonly reports: Pick<RolloutReports, "whoHas">;
  readonly clock: Clock;
}

export interface RolloutOptions extends RolloutBounds {
  /** Maximum number of devices in one rollout. */
  readonly devicesMax: number;
  /** Maximum number of ids in one call. */
  readonly listedMax: number;
  readonly wavesMax: number;
}

const DEFAULT_FAILURE_PERCENT = 10;
const DEFAULT_WAVE_MINUTES = 1_440;
export const WAVE_MINUTES_MAX = 43_200;

export class RolloutService {
  readonly #deps: RolloutServiceDeps;
  readonly #options: RolloutOptions;

  constructor(deps: RolloutServiceDeps, options: RolloutOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** Throws `invalid`; `conflict` for a device in another unfinished rollout of the same kind; `limit-exceeded`. */
  async create(tenantId: TenantId, sent: SentRollout): Promise<CountedRollout> {
    const found = await this.#requirePackage(tenantId, sent);
    const id = newId<RolloutId>();
    const percents = this.#parseWaves(sent.wavePercents);
    const fields = {
      name: sent.name === null ? `${found.title} ${found.version}`.slice(0, 255) : parseTitle(sent.name, "name"),
      failurePercentMax: sent.failurePercentMax ?? DEFAULT_FAILURE_PERCENT,
      waveMinutesMax: sent.waveMinutesMax ?? DEFAULT_WAVE_MINUTES,
    };
    const candidates = await this.#candidates(found, sent.target);
    const hadIt = await this.#deps.reports.whoHas(found, candidates.devices);
    const others = candidates.devices.map((device) => device.id).filter((device) => !hadIt.has(device));
    const now = this.#deps.clock.now();
    const rollout: Rollout = {
      id,
      createdAt: now,
      tenantId,
      packageId: found.id,
      profileId: found.profileId,
      kind: found.kind,
      title: found.title,
      version: found.version,
      ...fields,
      target: candidates.target,
      waves: percents.map((percent, index) => ({ percent, beganAt: index === 0 ? now : null, endedAt: null })),
      wave: 1,
      waveSince: now,
      state: "RUNNING",
      reason: null,
      endedAt: null,
    };
    const waves = [[...hadIt], ...drawn(await shuffled(others, id), percents)];
    return await this.#deps.store.create(rollout, waves, this.#options);
  }

  /** Throws `not-found`, also for a rollout of another tenant. */
  async require(tenantId: TenantId, id: RolloutId): Promise<CountedRollout> {
    const found = await this.#deps.store.find(tenantId, id);
    if (found === undefined) throw noSuchRollout(id);
    return found;
  }

  list(filter: RolloutFilter, page: PageRequest<RolloutSort>): Promise<FoundPage<CountedRollout>> {
    return this.#deps.store.list(filter, page);
  }

  /** Throws `not-found`. */
  async devices(
    tenantId: TenantId,
    id: RolloutId,
    filter: RolloutDeviceFilter,
    page: PageRequest<RolloutDeviceSort>,
  ): Promise<FoundPage<RolloutDevice>> {
    await this.require(tenantId, id);
    return await this.#deps.store.devices(tenantId, id, filter, page);
  }

  /**
   * No device gets the package until the rollout is resumed. Throws `not-found`, and `conflict` unless it is running.
   */
  pause(tenantId: TenantId, id: RolloutId): Promise<CountedRollout> {
    return this.#deps.store.change(tenantId, id, ["RUNNING"], { state: "PAUSED" });
  }

  /** Restarts the time of the wave. Throws `not-found`, and `conflict` unless it is paused. */
  resume(tenantId: TenantId, id: RolloutId): Promise<CountedRollout> {
    const change = { state: "RUNNING", waveSince: this.#deps.clock.now() } as const;
    return this.#deps.store.change(tenantId, id, ["PAUSED"], change);
  }

  /**
   * Final; devices that have not started soon get their former package back. Throws `not-found`, and `conflict` if it
   * has already ended.
   */
  stop(tenantId: TenantId, id: RolloutId): Promise<CountedRollout> {
    const change = { state: "STOPPED", reason: "stopped by a user", endedAt: this.#deps.clock.now() } as const;
    return this.#deps.store.change(tenantId, id, ["RUNNING", "PAUSED"], change);
  }

  /** Throws `not-found`, and `conflict` if it has not ended. */
  delete(tenantId: TenantId, id: RolloutId): Promise<void> {
    return this.#deps.store.delete(tenantId, id);
  }

  async #requirePackage(tenantId: TenantId, { packageId, target }: SentRollout): Promise<OtaPackage> {
    const found = await this.#deps.packages.find(tenantId, packageId);
    if (found === undefined) throw invalid(`packageId: package ${packageId} does not exist`);
    if (found.content.kind === "none")
      throw invalid(`packageId: ${packageName(found)} has neither a file nor a url yet`);
    if (target.kind === "profile" && target.id !== found.profileId)
      throw invalid(`target.deviceProfileId: ${packageName(found)} is for devices of another profile`);
    return found;
  }

  async #candidates(found: OtaPackage, target: RolloutTarget): Promise<Candidates> {
    const { devicesMax, listedMax } = this.#options;
    if (target.kind === "devices" && target.ids.length > listedMax)
      throw invalid(`target.deviceIds may name ${String(listedMax)} devices, got ${String(target.ids.length)}`);
    const { title, version } = installedKeys(found.kind);
    const candidates = await this.#deps.store.candidates({
      tenantId: found.tenantId,
      profileId: found.profileId,
      target: target.kind === "devices" ? { ...target, ids: [...new Set(target.ids)] } : target,
      keys: [title, version],
      max: devicesMax + 1,
    });
    const { length } = candidates.devices;
    if (length === 0) throw invalid(`target has no devices of the profile that ${packageName(found)} is for`);
    if (length > devicesMax)
      throw invalid(`a rollout may have ${String(devicesMax)} devices, and the target has more: choose a smaller one`);
    return candidates;
  }

  #parseWaves(percents: readonly number[] | null): readonly number[] {
    const waves = percents ?? [100];
    const { wavesMax } = this.#options;
    if (waves.length > wavesMax) throw invalid(`waves: there may be ${String(wavesMax)}, got ${String(waves.length)}`);
    waves.forEach((percent, index) => {
      const before = waves[index - 1] ?? 0;
      if (percent <= before || percent > 100)
        throw invalid(
          `waves[${String(index)}].percent must be above ${String(before)}, which the waves before it have, and at most 100, got ${String(percent)}`,
        );
    });
    if (waves.at(-1) !== 100)
      throw invalid(
        `the percent of the last wave must be 100, got ${waves.length === 0 ? "no waves" : String(waves.at(-1))}`,
      );
    return waves;
  }
}

/**
 * A pseudo-random order, independent of when and where devices were created, so that no wave covers a single site. It
 * differs between rollouts, so that no device is always first.
 */
async function shuffled(ids: readonly DeviceId[], rolloutId: RolloutId): Promise<readonly DeviceId[]> {
  const hashes = Float64Array.from(ids, (id) => crc32(`${rolloutId}${id}`));
  const order = await sortedInTurns(ids.length, (one, other) => (hashes[one] ?? 0) - (hashes[other] ?? 0));
  return order.flatMap((index) => ids[index] ?? []);
}

/** Each wave gets at least one device while any are left, because the first wave is a trial. */
function drawn(ids: readonly DeviceId[], percents: readonly number[]): readonly (readonly DeviceId[])[] {
  const ends = percents.map((percent) => Math.ceil((ids.length * percent) / 100));
  return ends.map((end, index) => ids.slice(ends[index - 1] ?? 0, end));
}
