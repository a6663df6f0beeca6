// The limits that tenants have used up, or soon will have, for those who run the installation.
import type { Clock } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import { configurationOf, warnThresholdOf } from "../tenants/tenant-configuration.ts";
import type { TenantStore } from "../tenants/tenant-store.ts";
import { entityLimits, monthLimits } from "./caller-limits.ts";
import type { CountLimitName } from "../tenants/tenant-profile.ts";
import { monthOf } from "./usage-meter.ts";
import type { UsageStore } from "./usage-store.ts";

/** A limit of which a tenant has used more than the share at which its profile warns. */
export interface ScarceLimit {
  readonly tenantId: TenantId;
  readonly title: string;
  readonly name: CountLimitName;
  readonly used: number;
  readonly limit: number;
}

export interface ScarceLimitsDeps {
  readonly store: Pick<UsageStore, "ofTenants">;
  readonly profiles: Pick<TenantStore, "findProfiles">;
  readonly clock: Clock;
}

export class ScarceLimits {
  readonly #deps: ScarceLimitsDeps;

  constructor(deps: ScarceLimitsDeps) {
    this.#deps = deps;
  }

  /** Of all tenants, those with the largest share used first. What has been counted since it was last stored is missing. */
  async find(): Promise<readonly ScarceLimit[]> {
    const { store, profiles, clock } = this.#deps;
    const tenants = await store.ofTenants(monthOf(clock.now()).month);
    const found = await profiles.findProfiles([...new Set(tenants.map(({ profileId }) => profileId))]);
    const limitsOf = new Map(
      found.map((profile) => [profile.id, { limits: configurationOf(profile), warnFrom: warnThresholdOf(profile) }]),
    );
    return tenants
      .flatMap(({ id, title, profileId, counts, entities }) => {
        const profile = limitsOf.get(profileId);
        if (profile === undefined) return [];
        const { limits, warnFrom } = profile;
        return [...monthLimits(limits, counts), ...entityLimits(limits, entities)]
          .filter(({ limit, used }) => limit > 0 && used >= limit * warnFrom)
          .map((scarce) => ({ tenantId: id, title, ...scarce }));
      })
      .sort((one, other) => other.used / other.limit - one.used / one.limit || (one.title < other.title ? -1 : 1));
  }
}
