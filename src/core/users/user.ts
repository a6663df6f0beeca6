// A person who logs in. Authority, tenant and customer are fixed at creation, so tokens can carry them.
import type { EpochMillis } from "../../lib/clock.ts";
import type { JsonObject } from "../devices/device.ts";
import type { CustomerId, TenantId, UserId } from "../ids.ts";
import type { Authority } from "../caller.ts";

export interface User {
  readonly id: UserId;
  readonly createdAt: EpochMillis;
  readonly authority: Authority;
  /** Null for a system administrator. */
  readonly tenantId: TenantId | null;
  /** Set only for a customer user. */
  readonly customerId: CustomerId | null;
  /** Unique in the installation; in lower case unless logins are case-sensitive. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly additionalInfo: JsonObject | null;
  /** 1 after creation, incremented by every save. */
  readonly version: number;
}

/** What an administrator sees of a user's account. */
export interface AccountState {
  readonly enabled: boolean;
  /** The user has set a password; stays true while the account is disabled. */
  readonly activated: boolean;
  readonly lastLoginAt: EpochMillis | null;
}
