// The principal: what a verified token or API key says about its user. Authority, tenant and customer of a user never
// change, so a principal stays valid while its session lives.
import { parseId, type CustomerId, type SessionId, type TenantId, type UserId } from "../ids.ts";
import type { SharedByLink } from "../shared-by-link.ts";
import type { Caller } from "../caller.ts";

interface Authenticated {
  readonly userId: UserId;
  /** The session of the access token; null for an API key. */
  readonly sessionId: SessionId | null;
  /**
   * Set for the bearer of a share link, who may only make calls about that view. The user is then the one on whose
   * behalf the view is read.
   */
  readonly shared?: SharedByLink;
}

export interface SystemPrincipal extends Authenticated {
  readonly authority: "SYS_ADMIN";
  readonly tenantId: null;
  readonly customerId: null;
}

export interface TenantPrincipal extends Authenticated {
  readonly authority: "TENANT_ADMIN";
  readonly tenantId: TenantId;
  readonly customerId: null;
}

export interface CustomerPrincipal extends Authenticated {
  readonly authority: "CUSTOMER_USER";
  readonly tenantId: TenantId;
  readonly customerId: CustomerId;
  /**
   * True for the session of a public customer, which opens without credentials: it belongs to no user, reads what the
   * customer may read, and changes nothing (REST contract 2.2).
   */
  readonly isPublic?: true;
}

export type Principal = SystemPrincipal | TenantPrincipal | CustomerPrincipal;

/** The user id of a public session, as in its tokens. No user ever has it. */
export const NO_USER: UserId = parseId<UserId>("13814000-1dd2-11b2-8080-808080808080", "userId");

export function isPublic(principal: Principal): principal is CustomerPrincipal {
  return principal.authority === "CUSTOMER_USER" && principal.isPublic === true;
}

/** A principal inside a tenant: any but a system administrator. */
export type TenantMember = TenantPrincipal | CustomerPrincipal;

/** A user who acts by API key, without a session. Throws if tenant and customer do not fit the authority. */
export function principalWithoutSession({ userId, authority, tenantId, customerId }: Caller): Principal {
  const caller = { userId, sessionId: null };
  if (authority === "SYS_ADMIN") return { ...caller, authority, tenantId: null, customerId: null };
  if (tenantId !== null && authority === "TENANT_ADMIN") return { ...caller, authority, tenantId, customerId: null };
  if (tenantId !== null && customerId !== null) return { ...caller, authority: "CUSTOMER_USER", tenantId, customerId };
  throw new Error(`user ${userId} is stored as ${authority} without a tenant or customer`);
}
