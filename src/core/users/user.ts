// A person who logs in. Authority, tenant and customer are fixed at creation, which is what lets a token carry them.
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
  /** Set for a customer user only. */
  readonly customerId: CustomerId | null;
  /** Unique in the installation; in lower case unless logins are case-sensitive. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly additionalInfo: JsonObject | null;
  /** 1 after creation, one more with every save. */
  readonly version: number;
}

/** What an administrator sees of a user's account. */
export interface AccountState {
  readonly enabled: boolean;
  /** The user has set a password, now or before the account was switched off. */
  readonly activated: boolean;
  readonly lastLoginAt: EpochMillis | null;
}
