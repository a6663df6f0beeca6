import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { administratorOf, ACTIVATED, sampleProfile, sampleTenant } from "../../../test/contracts/account-samples.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { scratchSqlite, type ScratchSqlite } from "../../../test/support/scratch-sqlite.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { JoseTokenSigner } from "../../adapters/jose/jose-token-signer.ts";
import { silentLogger } from "../../lib/logger.ts";
import { newId, type UserId } from "../ids.ts";
import type { User } from "../users/user.ts";
import { SessionGuard, type SessionGuardOptions } from "./session-guard.ts";
import type { SessionStore } from "./session.ts";
import { Tokens } from "./tokens.ts";

const BOUNDS: SessionGuardOptions = { tokensMax: 10_000, recheckMillis: 60_000 };

/** These tests have no public customers. */
const noPublicSessions = { isOpen: () => Promise.resolve(false) };

describe("session guard", () => {
  let scratch: ScratchSqlite;
  let user: User;
  let tokens: Tokens;
  let clock: ManualClock;
  const bus = new InProcessBus(silentLogger);
  const guards: SessionGuard[] = [];

  beforeEach(async () => {
    scratch = await scratchSqlite();
    clock = new ManualClock();
    const { stores } = scratch;
    const profile = sampleProfile();
    const tenant = sampleTenant(profile);
    user = administratorOf(tenant);
    await stores.tenants.createProfile(profile);
    await stores.tenants.createTenant(tenant);
    await stores.users.createUser(user, ACTIVATED, 0);
    const signer = await JoseTokenSigner.create(Buffer.alloc(64, 1));
    const terms = { signer, issuer: "test", accessSeconds: 9000, refreshSeconds: 604_800, savedAt: null };
    tokens = new Tokens({ current: () => terms }, clock);
  });
  afterEach(async () => {
    for (const guard of guards.splice(0)) guard.stop();
    await scratch.remove();
  });

  /** A guard, and how often it has looked at the store. */
  function guardWith(bounds: Partial<SessionGuardOptions> = {}) {
    const looks = { count: 0 };
    const { sessions } = scratch.stores;
    const counting: SessionStore = {
      ...sessions,
      findSession: (id) => {
        looks.count++;
        return sessions.findSession(id);
      },
    };
    const guard = new SessionGuard(
      { tokens, sessions: counting, publicSessions: noPublicSessions, bus, clock },
      { ...BOUNDS, ...bounds },
    );
    guard.start();
    guards.push(guard);
    return { guard, looks };
  }

  async function login() {
    const session = tokens.newSession(user.id);
    await scratch.stores.accounts.recordLogin(session, 10);
    return { session, ...(await tokens.pair(user, session)) };
  }

  test("a token that is known is answered without waiting, and checked again after a minute", async () => {
    const { guard, looks } = guardWith();
    const { token, session } = await login();
    const principal = {
      authority: "TENANT_ADMIN",
      userId: user.id,
      tenantId: user.tenantId,
      customerId: null,
      sessionId: session.id,
    };

    const first = guard.authenticateBearer(token);
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toEqual(principal);
    expect(guard.authenticateBearer(token)).toEqual(principal);
    expect(looks.count).toBe(1);
    clock.advance(BOUNDS.recheckMillis);
    expect(await guard.authenticateBearer(token)).toEqual(principal);
    expect(looks.count).toBe(2);
  });

  test("a revocation heard on the bus ends a known token at once; without the event the next look does", async () => {
    const { guard } = guardWith();
    const [first, second] = [await login(), await login()];
    for (const { token } of [first, second]) await guard.authenticateBearer(token);
    for (const { session } of [first, second]) await scratch.stores.sessions.endLogin(session.loginId);
    bus.publish({ kind: "user-sessions-revoked", userId: user.id, loginId: first.session.loginId });

    await expect(guard.authenticateBearer(first.token)).rejects.toMatchObject({
      kind: "unauthenticated",
      details: { reason: "token-expired" },
    });
    expect(guard.authenticateBearer(second.token)).toMatchObject({ userId: user.id });
    clock.advance(BOUNDS.recheckMillis);
    await expect(guard.authenticateBearer(second.token)).rejects.toMatchObject({
      details: { reason: "token-expired" },
    });
  });

  test("all sessions of a user, and of a tenant, can be revoked in one event", async () => {
    const { guard } = guardWith();
    const { token } = await login();
    for (const event of [
      { kind: "user-sessions-revoked", userId: user.id, loginId: null },
      { kind: "tenant-deleted", tenantId: user.tenantId ?? expect.fail() },
    ] as const) {
      await guard.authenticateBearer(token);
      expect(guard.rememberedTokens).toBe(1);
      bus.publish(event);
      expect(guard.rememberedTokens).toBe(0);
    }
  });

  test("a revocation during a verification keeps its result from being remembered", async () => {
    const { guard } = guardWith();
    const { token } = await login();
    const verification = guard.authenticateBearer(token);
    bus.publish({ kind: "user-sessions-revoked", userId: user.id, loginId: null });

    expect(await verification).toMatchObject({ userId: user.id });
    // The event came before the store was read, so this answer was right; remembered it is only from the next one on.
    await guard.authenticateBearer(token);
    expect(guard.rememberedTokens).toBe(1);
  });

  test("one more token than it may remember forgets the one unused for longest", async () => {
    const { guard, looks } = guardWith({ tokensMax: 2 });
    const [a, b, c] = [await login(), await login(), await login()];
    for (const { token } of [a, b, a, c]) await guard.authenticateBearer(token);
    expect(looks.count).toBe(3);

    expect(guard.authenticateBearer(a.token)).not.toBeInstanceOf(Promise);
    await guard.authenticateBearer(b.token);
    expect(looks.count).toBe(4);
  });

  test("a session is open until it ends or is ended, whoever holds its token", async () => {
    const { guard } = guardWith();
    const { session, token } = await login();
    const principal = await guard.authenticateBearer(token);
    clock.advance(session.expiresAt - clock.now() - 1);
    await guard.requireSession(principal);
    clock.advance(1);
    await expect(guard.requireSession(principal)).rejects.toMatchObject({ kind: "unauthenticated" });
    const other = await login();
    await scratch.stores.sessions.endLogin(other.session.loginId);
    await expect(guard.requireSession({ ...principal, sessionId: other.session.id })).rejects.toMatchObject({
      kind: "unauthenticated",
    });
  });

  test("a token that names the session of another user is refused", async () => {
    const { guard } = guardWith();
    const { session } = await login();
    const other = { ...user, id: newId<UserId>() };
    const { token } = await tokens.pair(other, { ...session, userId: other.id });
    await expect(guard.authenticateBearer(token)).rejects.toMatchObject({ kind: "unauthenticated" });
  });

  test("a known token ends with its own time", async () => {
    const { guard } = guardWith({ recheckMillis: 1e12 });
    const { token } = await login();
    await guard.authenticateBearer(token);
    clock.advance(9_000_000);

    await expect(guard.authenticateBearer(token)).rejects.toMatchObject({ details: { reason: "token-expired" } });
  });
});
