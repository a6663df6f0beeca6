// Tells who an access token belongs to, for every request. A token seen before is answered from memory; revocations heard
// on the bus remove it there at once, and each entry is checked against the store again from time to time, so that a
// lost event cannot keep a dead session alive.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import { remember } from "../../lib/remember.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import type { LoginId, SessionId, UserId } from "../ids.ts";
import { isPublic, type CustomerPrincipal, type Principal } from "./principal.ts";
import type { PublicSessions } from "./public-sessions.ts";
import type { SessionStore } from "./session.ts";
import { expired, type Tokens } from "./tokens.ts";

export interface GuardBounds {
  /** Tokens remembered; beyond it the one unused for longest is forgotten and costs a verification when it comes back. */
  readonly tokensMax: number;
  /** How long a remembered token is trusted without looking at its stored session. */
  readonly recheckMillis: number;
}

interface KnownToken {
  readonly principal: Principal;
  /** Null for a public session, which nobody logged in to. */
  readonly loginId: LoginId | null;
  /** The end of the token or the next look at the store, whichever comes first. */
  readonly goodUntil: number;
}

export class SessionGuard {
  readonly #tokens: Tokens;
  readonly #sessions: SessionStore;
  readonly #publicSessions: Pick<PublicSessions, "isOpen">;
  readonly #bus: MessageBus;
  readonly #clock: Clock;
  readonly #bounds: GuardBounds;
  /** In order of use. */
  readonly #known = new Map<string, KnownToken>();
  /** Counts revocations, so that a verification which one of them overtook is not remembered. */
  #revocations = 0;
  #subscriptions: Subscription[] = [];

  constructor(
    tokens: Tokens,
    sessions: SessionStore,
    publicSessions: Pick<PublicSessions, "isOpen">,
    bus: MessageBus,
    clock: Clock,
    bounds: GuardBounds,
  ) {
    this.#tokens = tokens;
    this.#sessions = sessions;
    this.#publicSessions = publicSessions;
    this.#bus = bus;
    this.#clock = clock;
    this.#bounds = bounds;
  }

  start(): void {
    this.#subscriptions = [
      this.#bus.subscribe("user-sessions-revoked", ({ userId, loginId }) => {
        this.#forget((known) => (loginId === null ? known.principal.userId === userId : known.loginId === loginId));
      }),
      this.#bus.subscribe("token-settings-changed", () => {
        this.#forget(() => true);
      }),
      this.#bus.subscribe("customer-deleted", ({ customerId }) => {
        this.#forget((known) => known.principal.customerId === customerId);
      }),
      this.#bus.subscribe("tenant-deleted", ({ tenantId }) => {
        this.#forget((known) => known.principal.tenantId === tenantId);
      }),
    ];
  }

  stop(): void {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
    this.#known.clear();
  }

  get rememberedTokens(): number {
    return this.#known.size;
  }

  /**
   * The principal of an access token; without waiting where this node knows the token. Throws or rejects with
   * `unauthenticated`, reason `token-expired` where a new token would help. Source: REST contract 2.4.
   */
  authenticateBearer(token: string): Principal | Promise<Principal> {
    const known = this.#known.get(token);
    if (known === undefined || known.goodUntil <= this.#clock.now()) return this.#verify(token);
    this.#known.delete(token);
    this.#known.set(token, known);
    return known.principal;
  }

  async #verify(token: string): Promise<Principal> {
    this.#known.delete(token);
    const { principal, sessionId, expiresAt } = await this.#tokens.read(token, "access");
    const revocations = this.#revocations;
    const loginId = isPublic(principal)
      ? await this.#publicLogin(principal)
      : await this.#loginOf(sessionId, principal.userId);
    if (revocations === this.#revocations)
      remember(
        this.#known,
        token,
        { principal, loginId, goodUntil: this.#goodUntil(expiresAt) },
        this.#bounds.tokensMax,
      );
    return principal;
  }

  async #loginOf(sessionId: SessionId, userId: UserId): Promise<LoginId> {
    const session = await this.#sessions.findSession(sessionId);
    if (session?.userId !== userId) throw expired();
    return session.loginId;
  }

  async #publicLogin(principal: CustomerPrincipal): Promise<null> {
    if (!(await this.#publicSessions.isOpen(principal))) throw expired();
    return null;
  }

  #goodUntil(expiresAt: EpochMillis): number {
    return Math.min(expiresAt, this.#clock.now() + this.#bounds.recheckMillis);
  }

  #forget(revoked: (known: KnownToken) => boolean): void {
    this.#revocations++;
    for (const [token, known] of this.#known) if (revoked(known)) this.#known.delete(token);
  }
}
