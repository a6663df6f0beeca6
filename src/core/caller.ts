// Who asks, without how they have shown it: what every part of core may know of a principal.
import type { CustomerId, TenantId, UserId } from "./ids.ts";

export type Authority = "SYS_ADMIN" | "TENANT_ADMIN" | "CUSTOMER_USER";

export interface Caller {
  readonly authority: Authority;
  readonly userId: UserId;
  /** Null for a system administrator. */
  readonly tenantId: TenantId | null;
  /** Set for the user of a customer. */
  readonly customerId: CustomerId | null;
  /** A public session, which nobody has logged in to: all those of a customer count as one user, and see no users. */
  readonly isPublic?: boolean;
}
