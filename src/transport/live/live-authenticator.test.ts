import { expect, test } from "vitest";
import type { Principal } from "../../core/access/principal.ts";
import type { WatchedCredential } from "../../core/access/credential-watcher.ts";
import { DomainError, type ErrorKind } from "../../core/errors.ts";
import { newId, type SessionId, type TenantId, type UserId } from "../../core/ids.ts";
import type { CredentialChannel } from "../rest/authentication.ts";
import { LiveAuthenticator } from "./live-authenticator.ts";
import type { Allowance } from "./live-limits.ts";

const PRINCIPAL: Principal = {
  authority: "TENANT_ADMIN",
  userId: newId<UserId>(),
  tenantId: newId<TenantId>(),
  customerId: null,
  sessionId: newId<SessionId>(),
};
const CHANNEL: CredentialChannel = { isEncrypted: true, isLocal: true, remoteAddress: "127.0.0.1" };
const KEY = { kind: "api-key", value: "key" } as const;

/** An authenticator whose keys are refused with `refusal` once it is set; `watched` is what it has asked to be watched. */
function liveAuthenticator(given: { isWatchable?: boolean } = {}) {
  const world = {
    refusal: undefined as ErrorKind | undefined,
    isOpen: true,
    left: 0,
    watched: [] as WatchedCredential[],
  };
  const allowance: Allowance = {
    queueFramesMax: 0,
    takeSubscription() {},
    returnSubscription() {},
    chargeUpdate: () => undefined,
    close() {
      world.left++;
    },
  };
  const made = new LiveAuthenticator({
    authenticator: {
      authenticateBearer: () => PRINCIPAL,
      authenticateApiKey: () => {
        if (world.refusal !== undefined) throw new DomainError(world.refusal, "refused");
        return PRINCIPAL;
      },
    },
    guard: {
      requireSession: () =>
        world.isOpen ? Promise.resolve() : Promise.reject(new DomainError("unauthenticated", "the session has ended")),
    },
    watcher: {
      watch: (credential) => {
        world.watched.push(credential);
        if (given.isWatchable === false) return Promise.reject(new DomainError("unauthenticated", "revoked"));
        return Promise.resolve({ cancel() {} });
      },
    },
    limits: { admit: () => Promise.resolve(allowance) },
  });
  return { made, world };
}

test("a key that is refused later, for whatever reason, is good no more", async () => {
  const { made, world } = liveAuthenticator();
  await made.admit(KEY, CHANNEL, () => {});
  await world.watched[0]?.check();
  for (const kind of ["unauthenticated", "forbidden", "rate-limited"] as const) {
    world.refusal = kind;
    await expect(world.watched[0]?.check()).rejects.toMatchObject({ kind });
  }
});

test("a store that cannot be asked leaves it open whether a key is good", async () => {
  const { made, world } = liveAuthenticator();
  await made.admit(KEY, CHANNEL, () => {});
  world.refusal = "unavailable";

  await expect(world.watched[0]?.check()).rejects.toMatchObject({ kind: "unavailable" });
});

test("a token is as good as its session", async () => {
  const { made, world } = liveAuthenticator();
  await made.admit({ kind: "token", value: "token" }, CHANNEL, () => {});
  await world.watched[0]?.check();
  world.isOpen = false;

  await expect(world.watched[0]?.check()).rejects.toMatchObject({ kind: "unauthenticated" });
});

test("credentials that were revoked on the way in are refused, and take nothing", async () => {
  const { made, world } = liveAuthenticator({ isWatchable: false });

  await expect(made.admit(KEY, CHANNEL, () => {})).rejects.toMatchObject({ kind: "unauthenticated" });
  expect(world.left).toBe(1);
});
