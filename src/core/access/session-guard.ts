// Finds the owner of an access token, for every request. Known tokens are answered from memory; announced revocations
// take effect there at once, and each token is checked against the store again from time to time, so that a lost event
// cannot keep a revoked session alive.
import type { Clock } from "../../lib/clock.ts";
import { RowCache } from "../../lib/row-cache.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import type { LoginId, SessionId, UserId } from "../ids.ts";
import { isPublic, type Principal } from "./principal.ts";
import type { PublicSessions } from "./public-sessions.ts";
import type { SessionStore } from "./session.ts";
import { expired, type Tokens } from "./tokens.ts";

export interface SessionGuardDeps {
  readonly tokens: Tokens;
  readonly sessions: Pick<SessionStore, "findSession">;
  readonly publicSessions: Pick<PublicSessions, "isOpen">;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export interface SessionGuardOptions {
  /** Tokens remembered; beyond that, the least recently used is forgotten and verified again when it comes back. */
  readonly tokensMax: number;
  /** How long a remembered token is trusted without checking its stored session. */
  readonly recheckMillis: number;
}

interface KnownToken {
  readonly principal: Principal;
  /** Null for a public session, which has no login. */
  readonly loginId: LoginId | null;
  /** The expiry of the token or the time of the next check, whichever is earlier. */
  readonly expiresAt: number;
}

export class SessionGuard {
  readonly #deps: SessionGuardDeps;
  readonly #options: SessionGuardOptions;
  readonly #known: RowCache<string, KnownToken>;
  #subscription: Subscription | undefined;

  constructor(deps: SessionGuardDeps, options: SessionGuardOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#known = new RowCache({
      load: (token) => this.#verify(token),
      max: options.tokensMax,
      expiry: { now: () => deps.clock.now(), expiresAt: ({ expiresAt }) => expiresAt },
    });
  }

  start(): void {
    const forget = (isRevoked: (known: KnownToken) => boolean): void => {
      this.#known.forgetWhere(isRevoked);
    };
    this.#subscription = listen(this.#deps.bus, {
      "user-sessions-revoked": ({ userId, loginId }) => {
        forget((known) => (loginId === null ? known.principal.userId === userId : known.loginId === loginId));
      },
      "token-settings-changed": () => {
        this.#known.clear();
      },
      "changes-missed": () => {
        this.#known.clear();
      },
      "customer-deleted": ({ customerId }) => {
        forget(({ principal }) => principal.customerId === customerId);
      },
      "tenant-deleted": ({ tenantId }) => {
        forget(({ principal }) => principal.tenantId === tenantId);
      },
    });
  }

  stop(): void {
    this.#subscription?.cancel();
    this.#known.clear();
  }

  get rememberedTokens(): number {
    return this.#known.size;
  }

  /**
   * The principal of an access token, without waiting if this node knows the token. Throws or rejects with
   * `unauthenticated`, with reason `token-expired` if a new token would help. Source: REST contract 2.4.
   */
  authenticateBearer(token: string): Principal | Promise<Principal> {
    return this.#known.get(token)?.principal ?? this.#known.load(token).then(principalOf);
  }

  /**
   * Rejects with `unauthenticated` if the session behind a token has ended; the token may have expired and been
   * refreshed since.
   */
  async requireSession(principal: Principal): Promise<void> {
    if (!(await this.#isSessionOpen(principal))) throw expired();
  }

  async #isSessionOpen(principal: Principal): Promise<boolean> {
    const { sessions, publicSessions, clock } = this.#deps;
    if (isPublic(principal)) return await publicSessions.isOpen(principal);
    const session = principal.sessionId === null ? undefined : await sessions.findSession(principal.sessionId);
    return session !== undefined && session.expiresAt > clock.now();
  }

  async #verify(token: string): Promise<KnownToken> {
    const { tokens, publicSessions, clock } = this.#deps;
    const { principal, sessionId, expiresAt } = await tokens.read(token, "access");
    let loginId: LoginId | null = null;
    if (!isPublic(principal)) loginId = await this.#loginOf(sessionId, principal.userId);
    else if (!(await publicSessions.isOpen(principal))) throw expired();
    return { principal, loginId, expiresAt: Math.min(expiresAt, clock.now() + this.#options.recheckMillis) };
  }

  async #loginOf(sessionId: SessionId, userId: UserId): Promise<LoginId> {
    const session = await this.#deps.sessions.findSession(sessionId);
    if (session?.userId !== userId) throw expired();
    return session.loginId;
  }
}

function principalOf(known: KnownToken | undefined): Principal {
  if (known === undefined) throw expired();
  return known.principal;
}
