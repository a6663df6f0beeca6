// Counts mails that the users of a tenant cause, as an invitation, against what the tenant may send in a month. Mails that
// protect an account, as a reset or the notice of a lockout, are not counted: they must not fail. Source: REST contract 5.
import type { Clock } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import { quotaRefusal } from "./monthly-quota.ts";
import { configurationOf } from "./tenant-configuration.ts";
import type { TransportQuota } from "./tenant-limits.ts";
import type { TenantStore } from "./tenant-store.ts";

export class EmailQuota {
  readonly #profiles: Pick<TenantStore, "findProfileOf">;
  readonly #usage: TransportQuota;
  readonly #clock: Clock;

  constructor(profiles: Pick<TenantStore, "findProfileOf">, usage: TransportQuota, clock: Clock) {
    this.#profiles = profiles;
    this.#usage = usage;
    this.#clock = clock;
  }

  /** Charges one mail that is about to be sent. Throws `rate-limited` where the month has no room for it. */
  async charge(tenantId: TenantId | null): Promise<void> {
    if (tenantId === null) return;
    const profile = await this.#profiles.findProfileOf(tenantId);
    if (profile === undefined) return;
    const used = await this.#usage.useOf(tenantId);
    const { maxEmails } = configurationOf(profile);
    if (maxEmails > 0 && used.emails >= maxEmails)
      throw quotaRefusal("maxEmails", maxEmails, used.emails, used.monthEndsAt, this.#clock.now());
    used.emails++;
  }
}
