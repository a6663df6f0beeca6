// The claims of access and refresh tokens. Their names are a public interface: browsers read role and ids from the
// token. Source: REST contract 2.3.
import { millis, type EpochMillis } from "../../lib/clock.ts";
import { parseId, type AnyId, type CustomerId, type SessionId, type TenantId, type UserId } from "../ids.ts";
import type { User } from "../users/user.ts";
import { NO_USER, type Principal } from "./principal.ts";
import type { Session } from "./session.ts";

/** Stands for "no user", "no tenant" and "no customer" in tokens. */
const NULL_ID: string = NO_USER;

const REFRESH_SCOPE = "REFRESH_TOKEN";

export interface TokenTimes {
  readonly issuer: string;
  /** Seconds since the epoch, as in JWT. */
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
}

export function accessClaims(user: User, session: Session, times: TokenTimes): Readonly<Record<string, unknown>> {
  return {
    sub: user.email,
    userId: user.id,
    scopes: [user.authority],
    sessionId: session.id,
    ...registeredClaims(times),
    ...(user.firstName === null ? {} : { firstName: user.firstName }),
    ...(user.lastName === null ? {} : { lastName: user.lastName }),
    enabled: true,
    isPublic: false,
    tenantId: user.tenantId ?? NULL_ID,
    customerId: user.customerId ?? NULL_ID,
  };
}

export function refreshClaims(user: User, session: Session, times: TokenTimes): Readonly<Record<string, unknown>> {
  return {
    sub: user.email,
    userId: user.id,
    scopes: [REFRESH_SCOPE],
    sessionId: session.id,
    ...registeredClaims(times),
    isPublic: false,
    jti: session.refreshId,
  };
}

/** The subject of a public session's tokens, which name the customer and no user. */
export interface PublicSubject {
  readonly customerId: CustomerId;
  readonly tenantId: TenantId;
  readonly sessionId: SessionId;
  readonly refreshId: string;
}

export function publicAccessClaims(subject: PublicSubject, times: TokenTimes): Readonly<Record<string, unknown>> {
  return {
    sub: subject.customerId,
    userId: NULL_ID,
    scopes: ["CUSTOMER_USER"],
    sessionId: subject.sessionId,
    ...registeredClaims(times),
    firstName: "Public",
    enabled: true,
    isPublic: true,
    tenantId: subject.tenantId,
    customerId: subject.customerId,
  };
}

export function publicRefreshClaims(subject: PublicSubject, times: TokenTimes): Readonly<Record<string, unknown>> {
  return {
    sub: subject.customerId,
    userId: NULL_ID,
    scopes: [REFRESH_SCOPE],
    sessionId: subject.sessionId,
    ...registeredClaims(times),
    isPublic: true,
    jti: subject.refreshId,
  };
}

function registeredClaims({
  issuer,
  issuedAtSeconds,
  expiresAtSeconds,
}: TokenTimes): Readonly<Record<string, unknown>> {
  return { iss: issuer, iat: issuedAtSeconds, exp: expiresAtSeconds };
}

export type ReadClaims =
  | {
      readonly kind: "access";
      readonly principal: Principal;
      readonly sessionId: SessionId;
      readonly issuer: string;
      readonly issuedAtSeconds: number;
      readonly expiresAt: EpochMillis;
    }
  | {
      readonly kind: "refresh";
      readonly userId: UserId;
      readonly sessionId: SessionId;
      readonly refreshId: string;
      readonly issuer: string;
      readonly issuedAtSeconds: number;
      readonly expiresAt: EpochMillis;
    }
  | {
      readonly kind: "public-refresh";
      readonly customerId: CustomerId;
      readonly sessionId: SessionId;
      readonly issuer: string;
      readonly issuedAtSeconds: number;
      readonly expiresAt: EpochMillis;
    };

/**
 * The claims of a token with our valid signature; undefined if they do not belong to one of our two kinds of tokens.
 */
export function readClaims(claims: unknown): ReadClaims | undefined {
  if (typeof claims !== "object" || claims === null) return undefined;
  const { userId, sessionId, scopes, iss, iat, exp, jti, isPublic, sub } = claims as Readonly<Record<string, unknown>>;
  const scope: unknown = Array.isArray(scopes) && scopes.length === 1 ? scopes[0] : undefined;
  const session = idOf<SessionId>(sessionId);
  if (session === undefined || typeof iss !== "string" || typeof iat !== "number" || typeof exp !== "number")
    return undefined;
  const common = { sessionId: session, issuer: iss, issuedAtSeconds: iat, expiresAt: millis(exp * 1000) };
  if (isPublic === true) {
    if (userId !== NULL_ID) return undefined;
    const customerId = idOf<CustomerId>(sub);
    if (scope === REFRESH_SCOPE)
      return customerId === undefined ? undefined : { kind: "public-refresh", customerId, ...common };
    const principal = principalOf(scope, NO_USER, session, claims);
    if (principal?.authority !== "CUSTOMER_USER" || principal.customerId !== customerId) return undefined;
    return { kind: "access", principal: { ...principal, isPublic: true }, ...common };
  }
  const user = idOf<UserId>(userId);
  if (user === undefined) return undefined;
  if (scope === REFRESH_SCOPE)
    return typeof jti === "string" ? { kind: "refresh", userId: user, refreshId: jti, ...common } : undefined;
  const principal = principalOf(scope, user, session, claims);
  return principal === undefined ? undefined : { kind: "access", principal, ...common };
}

function principalOf(scope: unknown, userId: UserId, sessionId: SessionId, claims: object): Principal | undefined {
  const named = claims as Readonly<Record<string, unknown>>;
  const tenantId = idOf<TenantId>(named["tenantId"]) ?? null;
  const customerId = idOf<CustomerId>(named["customerId"]) ?? null;
  if (scope === "SYS_ADMIN") return { authority: scope, userId, sessionId, tenantId: null, customerId: null };
  if (tenantId === null) return undefined;
  if (scope === "TENANT_ADMIN") return { authority: scope, userId, sessionId, tenantId, customerId: null };
  if (scope === "CUSTOMER_USER" && customerId !== null)
    return { authority: scope, userId, sessionId, tenantId, customerId };
  return undefined;
}

function idOf<Id extends AnyId>(value: unknown): Id | undefined {
  if (typeof value !== "string" || value === NULL_ID) return undefined;
  try {
    return parseId<Id>(value, "claim");
  } catch {
    return undefined;
  }
}
