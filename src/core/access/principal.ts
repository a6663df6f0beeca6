// Who is asking: what a verified token or API key says about its user. Authority, tenant and customer of a user never
// change, so a principal stays true for as long as its session lives.
import type { CustomerId, SessionId, TenantId, UserId } from "../ids.ts";

export type Authority = "SYS_ADMIN" | "TENANT_ADMIN" | "CUSTOMER_USER";

interface Caller {
  readonly userId: UserId;
  /** The session of the access token; null where an API key was presented. */
  readonly sessionId: SessionId | null;
}

export interface SystemPrincipal extends Caller {
  readonly authority: "SYS_ADMIN";
  readonly tenantId: null;
  readonly customerId: null;
}

export interface TenantPrincipal extends Caller {
  readonly authority: "TENANT_ADMIN";
  readonly tenantId: TenantId;
  readonly customerId: null;
}

export interface CustomerPrincipal extends Caller {
  readonly authority: "CUSTOMER_USER";
  readonly tenantId: TenantId;
  readonly customerId: CustomerId;
}

export type Principal = SystemPrincipal | TenantPrincipal | CustomerPrincipal;

/** A principal who lives inside a tenant: everybody but a system administrator. */
export type TenantMember = TenantPrincipal | CustomerPrincipal;
