// The time zones that people and tenants have set for themselves: `timezone` in the additional information of each.
// What is no name of a zone counts as none: a report does not fail because of a note in a profile.
import { AnalyticsError } from "../core/analytics/analytics-error.ts";
import type { Reader } from "../core/analytics/reader.ts";
import type { ReaderZones } from "../core/analytics/report/report.ts";
import type { Zones } from "../core/analytics/time/zones.ts";
import type { JsonObject } from "../core/devices/device.ts";
import type { TenantStore } from "../core/tenants/tenant-store.ts";
import type { UserStore } from "../core/users/user-store.ts";

export class ProfileZones implements ReaderZones {
  readonly #users: Pick<UserStore, "findUser">;
  readonly #tenants: Pick<TenantStore, "findTenant">;
  readonly #zones: Pick<Zones, "load">;

  constructor(
    users: Pick<UserStore, "findUser">,
    tenants: Pick<TenantStore, "findTenant">,
    zones: Pick<Zones, "load">,
  ) {
    this.#users = users;
    this.#tenants = tenants;
    this.#zones = zones;
  }

  async ofReader({ userId, tenantId }: Reader): Promise<string | null> {
    const user = await this.#users.findUser(userId);
    return user?.tenantId === tenantId ? await this.#zoneIn(user.additionalInfo) : null;
  }

  async ofTenant(tenantId: Reader["tenantId"]): Promise<string | null> {
    const tenant = await this.#tenants.findTenant(tenantId);
    return tenant === undefined ? null : await this.#zoneIn(tenant.additionalInfo);
  }

  async #zoneIn(information: JsonObject | null): Promise<string | null> {
    const name: unknown = information?.["timezone"];
    if (typeof name !== "string" || name === "") return null;
    try {
      return (await this.#zones.load(name)).id;
    } catch (error) {
      if (error instanceof AnalyticsError && error.code === "ZONE_UNKNOWN") return null;
      throw error;
    }
  }
}
