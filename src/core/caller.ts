// The caller, without how it was authenticated: what every part of core may know of a principal.
import type { CustomerId, TenantId, UserId } from "./ids.ts";

export type Authority = "SYS_ADMIN" | "TENANT_ADMIN" | "CUSTOMER_USER";

export interface Caller {
  readonly authority: Authority;
  readonly userId: UserId;
  /** Null for a system administrator. */
  readonly tenantId: TenantId | null;
  /** Set for a customer user. */
  readonly customerId: CustomerId | null;
  /** A public session, without a login: all those of one customer count as one user, and see no users. */
  readonly isPublic?: boolean;
}
