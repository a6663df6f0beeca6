// Counts usage that does not come through a device's session against the monthly limits of its tenant. Source: REST
// contract 5.
import type { Clock } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import { quotaRefusal, storageDays } from "./monthly-quota.ts";
import type { TenantLimits, TenantLimitsCache } from "./tenant-limits.ts";
import type { TrafficFlows } from "./traffic-flow.ts";

/** Counts telemetry saved over REST or imported against the tenant's monthly storage limit (`maxDPStorageDays`). */
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
   * Charges points that are about to be stored; `ttlSeconds` 0 stands for the profile's retention. Throws
   * `rate-limited`, charging nothing, if the month has no room for all of them. Points without a tenant are not
   * counted.
   */
  async charge(tenantId: TenantId | null, points: number, ttlSeconds: number): Promise<void> {
    if (tenantId === null) return;
    const limits = await this.#limits.load(tenantId);
    limits.used.storagePointDays += this.#roomFor(limits, points, ttlSeconds);
    this.#flows.ofTenant(tenantId).pointsOnly(points, this.#clock.now());
  }

  /** The same check for points that will not be stored. */
  async requireRoom(tenantId: TenantId, points: number): Promise<void> {
    this.#roomFor(await this.#limits.load(tenantId), points, 0);
  }

  /** The charge for the points; throws if there is no room for it. */
  #roomFor({ used, quota, storageDaysPerPoint }: TenantLimits, points: number, ttlSeconds: number): number {
    const pointDays = points * storageDays(ttlSeconds, storageDaysPerPoint);
    if (used.storagePointDays + pointDays > quota.storagePointDays)
      throw quotaRefusal(
        { name: "maxDPStorageDays", value: quota.storagePointDays, used: used.storagePointDays },
        used,
        this.#clock.now(),
      );
    return pointDays;
  }
}

/**
 * Counts mails caused by a tenant's users, such as invitations, against the tenant's monthly limit. Mails that protect
 * an account, such as a reset or a lockout notice, are not counted, because they must not fail.
 */
export class EmailQuota {
  readonly #limits: Pick<TenantLimitsCache, "find">;
  readonly #clock: Clock;

  constructor(limits: Pick<TenantLimitsCache, "find">, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Charges one mail that is about to be sent. Throws `rate-limited` if the month has no room for it. */
  async charge(tenantId: TenantId | null): Promise<void> {
    const limits = tenantId === null ? undefined : await this.#limits.find(tenantId);
    if (limits === undefined) return;
    const { used, configuration } = limits;
    const { maxEmails } = configuration;
    if (maxEmails > 0 && used.emails >= maxEmails)
      throw quotaRefusal({ name: "maxEmails", value: maxEmails, used: used.emails }, used, this.#clock.now());
    used.emails++;
  }
}
