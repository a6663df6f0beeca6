// Readers with the current data of users, tenants and customers: their rights, and the time zones of people and
// tenants, stored as `timezone` in the additional information of each.
import type { JsonObject } from "../devices/device.ts";
import type { CustomerId, TenantId, UserId } from "../ids.ts";
import { AnalyticsError } from "./analytics-error.ts";
import type { Reader } from "./reader.ts";
import type { ReaderZones } from "./report/report.ts";
import type { Zones } from "./time/zones.ts";
import type { ReaderRights } from "./links/share-links.ts";

export interface ReadersDeps {
  readonly users: {
    findUser(id: UserId): Promise<ReaderUser | undefined>;
    findAccountState(id: UserId): Promise<{ readonly enabled: boolean } | undefined>;
  };
  readonly customers: { findCustomer(id: CustomerId): Promise<{ readonly tenantId: TenantId } | undefined> };
  readonly tenants: {
    findTenant(id: TenantId): Promise<{ readonly additionalInfo: JsonObject | null } | undefined>;
  };
  readonly zones: Pick<Zones, "load">;
}

interface ReaderUser {
  readonly tenantId: TenantId | null;
  readonly customerId: CustomerId | null;
  readonly additionalInfo: JsonObject | null;
}

export class Readers implements ReaderRights, ReaderZones {
  readonly #deps: ReadersDeps;

  constructor(deps: ReadersDeps) {
    this.#deps = deps;
  }

  async readerOf(tenantId: TenantId, userId: UserId): Promise<Reader | undefined> {
    const { users } = this.#deps;
    const [user, account] = await Promise.all([users.findUser(userId), users.findAccountState(userId)]);
    if (user?.tenantId !== tenantId || account?.enabled !== true) return undefined;
    return { tenantId, customerId: user.customerId, userId };
  }

  async hasCustomer(tenantId: TenantId, customerId: CustomerId): Promise<boolean> {
    return (await this.#deps.customers.findCustomer(customerId))?.tenantId === tenantId;
  }

  async ofReader({ userId, tenantId }: Reader): Promise<string | null> {
    const user = await this.#deps.users.findUser(userId);
    return user?.tenantId === tenantId ? await this.#zoneIn(user.additionalInfo) : null;
  }

  async ofTenant(tenantId: TenantId): Promise<string | null> {
    const tenant = await this.#deps.tenants.findTenant(tenantId);
    return tenant === undefined ? null : await this.#zoneIn(tenant.additionalInfo);
  }

  /** An invalid zone name is ignored, so that a note in a profile cannot make a report fail. */
  async #zoneIn(information: JsonObject | null): Promise<string | null> {
    const name: unknown = information?.["timezone"];
    if (typeof name !== "string" || name === "") return null;
    try {
      return (await this.#deps.zones.load(name)).id;
    } catch (error) {
      if (error instanceof AnalyticsError && error.code === "ZONE_UNKNOWN") return null;
      throw error;
    }
  }
}
