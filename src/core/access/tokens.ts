// Creates and reads token pairs, using the current lifetimes, issuer and key.
import { randomUUID } from "node:crypto";
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import { newId, type CustomerId, type LoginId, type SessionId, type TenantId, type UserId } from "../ids.ts";
import type { User } from "../users/user.ts";
import { isPublic } from "./principal.ts";
import type { Session, SuccessorSession } from "./session.ts";
import {
  accessClaims,
  publicAccessClaims,
  publicRefreshClaims,
  readClaims,
  refreshClaims,
  type ReadClaims,
  type TokenTimes,
} from "./token-claims.ts";
import type { TokenTermsSource } from "./token-settings.ts";

/** Our tokens have well under a thousand characters; longer texts are refused unread. */
const TOKEN_LENGTH_MAX = 8_192;

/**
 * The result of a login: compact JWS texts. The refresh token is exchanged for a new pair when the access token has
 * expired.
 */
export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

export class Tokens {
  readonly #terms: TokenTermsSource;
  readonly #clock: Clock;

  constructor(terms: TokenTermsSource, clock: Clock) {
    this.#terms = terms;
    this.#clock = clock;
  }

  /** The first session of a login, not stored yet. */
  newSession(userId: UserId): Session {
    return { ...this.successor(), userId, loginId: newId<LoginId>(), refreshedAt: null };
  }

  successor(): SuccessorSession {
    const createdAt = this.#clock.now();
    const expiresAt = millis((seconds(createdAt) + this.#terms.current().refreshSeconds) * 1000);
    return { id: newId<SessionId>(), refreshId: randomUUID(), createdAt, expiresAt };
  }

  pair(user: User, session: Session): Promise<TokenPair> {
    return this.#signed(
      session.createdAt,
      (times) => accessClaims(user, session, times),
      (times) => refreshClaims(user, session, times),
    );
  }

  /** The tokens of a public session, which is not stored. */
  publicPair({
    id: customerId,
    tenantId,
  }: {
    readonly id: CustomerId;
    readonly tenantId: TenantId;
  }): Promise<TokenPair> {
    const { id: sessionId, refreshId, createdAt } = this.successor();
    const subject = { customerId, tenantId, sessionId, refreshId };
    return this.#signed(
      createdAt,
      (times) => publicAccessClaims(subject, times),
      (times) => publicRefreshClaims(subject, times),
    );
  }

  async #signed(
    createdAt: EpochMillis,
    access: (times: TokenTimes) => Readonly<Record<string, unknown>>,
    refresh: (times: TokenTimes) => Readonly<Record<string, unknown>>,
  ): Promise<TokenPair> {
    const { signer, issuer, accessSeconds, refreshSeconds } = this.#terms.current();
    const issuedAtSeconds = seconds(createdAt);
    const [token, refreshToken] = await Promise.all([
      signer.sign(access({ issuer, issuedAtSeconds, expiresAtSeconds: issuedAtSeconds + accessSeconds })),
      signer.sign(refresh({ issuer, issuedAtSeconds, expiresAtSeconds: issuedAtSeconds + refreshSeconds })),
    ]);
    return { token, refreshToken };
  }

  /**
   * The claims of an unexpired token of one of the given kinds. Throws `unauthenticated`: with reason `token-expired`
   * for an expired token, `token-foreign` for one that we have not signed, and without a reason for anything that is
   * not a token or is one of another kind. Source: REST 2.4.
   */
  async read<Kind extends ReadClaims["kind"]>(
    token: string,
    ...kinds: readonly Kind[]
  ): Promise<Extract<ReadClaims, { kind: Kind }>> {
    if (token.length > TOKEN_LENGTH_MAX) throw refused();
    const { signer, issuer, savedAt } = this.#terms.current();
    const verified = await signer.verify(token);
    if (verified.kind === "malformed") throw refused();
    if (verified.kind === "foreign") throw foreign();
    const claims = readClaims(verified.claims);
    if (claims === undefined || !isOfKind(claims, kinds)) throw refused();
    if (claims.issuer !== issuer || claims.expiresAt <= this.#clock.now()) throw expired();
    // Other sessions are stored, and have been ended by the save. A token issued in the very second of the save is
    // accepted, because the order of the two is not known.
    if (isOfPublicSession(claims) && savedAt !== null && claims.issuedAtSeconds < seconds(savedAt)) throw expired();
    return claims;
  }
}

/** The token is not valid, or no longer: clients react by refreshing, then by logging in. */
export function expired(): DomainError {
  return new DomainError("unauthenticated", "the token has expired or was revoked", { reason: "token-expired" });
}

/** Signed with a key that is not ours, or not any more; clients react as to an expired token. */
function foreign(): DomainError {
  return new DomainError("unauthenticated", "the token has expired or was revoked", { reason: "token-foreign" });
}

export function refused(): DomainError {
  return new DomainError("unauthenticated", "the token is not valid");
}

function isOfKind<Kind extends ReadClaims["kind"]>(
  claims: ReadClaims,
  kinds: readonly Kind[],
): claims is Extract<ReadClaims, { kind: Kind }> {
  return kinds.some((kind) => kind === claims.kind);
}

function isOfPublicSession(claims: ReadClaims): boolean {
  return claims.kind === "public-refresh" || (claims.kind === "access" && isPublic(claims.principal));
}

function seconds(time: EpochMillis): number {
  return Math.floor(time / 1000);
}
