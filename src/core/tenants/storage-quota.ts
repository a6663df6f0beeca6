// Counts telemetry that does not come from a device's session, as a save over REST or an import, against what its tenant
// may store in a month. Source: REST contract 5, `maxDPStorageDays`.
import type { Clock } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import { quotaRefusal, storageDays } from "./monthly-quota.ts";
import type { TenantLimits, TenantLimitsCache } from "./tenant-limits.ts";
import type { TrafficFlows } from "./traffic-flow.ts";

export class StorageQuota {
  readonly #limits: Pick<TenantLimitsCache, "load">;
  readonly #flows: TrafficFlows;
  readonly #clock: Clock;

  constructor(limits: Pick<TenantLimitsCache, "load">, flows: TrafficFlows, clock: Clock) {
    this.#limits = limits;
    this.#flows = flows;
    this.#clock = clock;
  }

  /**
   * Charges points that are about to be stored; `ttlSeconds` 0 keeps them for as long as the profile says. Throws
   * `rate-limited` where the month has no room for all of them, and charges nothing then. What belongs to no tenant is not
   * counted.
   */
  async charge(tenantId: TenantId | null, points: number, ttlSeconds: number): Promise<void> {
    if (tenantId === null) return;
    const limits = await this.#limits.load(tenantId);
    limits.used.storagePointDays += this.#roomFor(limits, points, ttlSeconds);
    this.#flows.ofTenant(tenantId).pointsOnly(points, this.#clock.now());
  }

  /** The same check for points that are not going to be stored. */
  async requireRoom(tenantId: TenantId, points: number): Promise<void> {
    this.#roomFor(await this.#limits.load(tenantId), points, 0);
  }

  /** What the points count for; throws where that is too much. */
  #roomFor({ used, quota, storageDaysPerPoint }: TenantLimits, points: number, ttlSeconds: number): number {
    const pointDays = points * storageDays(ttlSeconds, storageDaysPerPoint);
    if (used.storagePointDays + pointDays > quota.storagePointDays)
      throw quotaRefusal(
        "maxDPStorageDays",
        quota.storagePointDays,
        used.storagePointDays,
        used.monthEndsAt,
        this.#clock.now(),
      );
    return pointDays;
  }
}
