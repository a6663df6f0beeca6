// Counts mails that the users of a tenant cause, as an invitation, against what the tenant may send in a month. Mails that
// protect an account, as a reset or the notice of a lockout, are not counted: they must not fail. Source: REST contract 5.
import type { Clock } from "../../lib/clock.ts";
import type { TenantId } from "../ids.ts";
import { quotaRefusal } from "./monthly-quota.ts";
import type { TenantLimitsCache } from "./tenant-limits.ts";

export class EmailQuota {
  readonly #limits: Pick<TenantLimitsCache, "find">;
  readonly #clock: Clock;

  constructor(limits: Pick<TenantLimitsCache, "find">, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Charges one mail that is about to be sent. Throws `rate-limited` where the month has no room for it. */
  async charge(tenantId: TenantId | null): Promise<void> {
    const limits = tenantId === null ? undefined : await this.#limits.find(tenantId);
    if (limits === undefined) return;
    const { used, configuration } = limits;
    const { maxEmails } = configuration;
    if (maxEmails > 0 && used.emails >= maxEmails)
      throw quotaRefusal("maxEmails", maxEmails, used.emails, used.monthEndsAt, this.#clock.now());
    used.emails++;
  }
}
