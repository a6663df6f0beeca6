import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ACTIVATED, sampleUser } from "../../../test/contracts/account-samples.ts";
import { guesses } from "../../../test/support/guesses.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { scratchSqlite, type ScratchSqlite } from "../../../test/support/scratch-sqlite.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { millis } from "../../lib/clock.ts";
import { newId, type ApiKeyId, type TenantId } from "../ids.ts";
import type { GuessThrottle } from "../guess-throttle.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { User } from "../users/user.ts";
import { newKeyValue, type ApiKey, type ApiKeyStore } from "./api-key.ts";
import { ApiKeyDirectory, type KeyDirectoryOptions } from "./api-key-directory.ts";

const BOUNDS: KeyDirectoryOptions = {
  keysMax: 100,
  recheckMillis: 60_000,
  flushMillis: 30_000,
};
interface DirectoryWorld {
  /** Runs before a key that was looked up is answered. */
  readonly before?: () => Promise<void>;
  readonly throttle?: GuessThrottle;
}

const CALLER = { remoteAddress: "192.0.2.1" };

describe("directory of API keys", () => {
  let scratch: ScratchSqlite;
  let store: ApiKeyStore;
  let user: User;
  let clock: ManualClock;
  const bus = new InProcessBus(silentLogger);
  const directories: ApiKeyDirectory[] = [];

  beforeEach(async () => {
    scratch = await scratchSqlite();
    clock = new ManualClock();
    user = sampleUser();
    await scratch.stores.users.createUser(user, ACTIVATED, 0);
    store = scratch.stores.apiKeys;
  });
  afterEach(async () => {
    for (const directory of directories.splice(0)) await directory.stop();
    await scratch.remove();
  });

  async function storedKey(fields: Partial<ApiKey> = {}): Promise<{ readonly key: ApiKey; readonly value: string }> {
    const { value, digest, start } = newKeyValue("bh_");
    const key: ApiKey = {
      id: newId<ApiKeyId>(),
      createdAt: clock.now(),
      owner: { userId: user.id, authority: user.authority, tenantId: user.tenantId, customerId: user.customerId },
      description: "a key",
      enabled: true,
      expiresAt: null,
      valueStart: start,
      lastUsedAt: null,
      ...fields,
    };
    await store.createKey(key, digest, 1000);
    return { key, value };
  }

  /** A directory, and how often it has looked at the store. `answer` lets the test hold its reads back. */
  function directoryWith(
    bounds: Partial<KeyDirectoryOptions> = {},
    { before = () => Promise.resolve(), throttle = guesses() }: DirectoryWorld = {},
  ) {
    const calls = { looks: 0, writes: 0 };
    const counting = {
      findLogin: async (digest: Uint8Array) => {
        calls.looks++;
        const login = await store.findLogin(digest);
        await before();
        return login;
      },
      recordUses: (uses: Parameters<ApiKeyStore["recordUses"]>[0]) => {
        calls.writes++;
        return store.recordUses(uses);
      },
    };
    const directory = new ApiKeyDirectory(
      { store: counting, guesses: throttle, bus, clock, log: silentLogger },
      { ...BOUNDS, ...bounds },
    );
    directory.start();
    directories.push(directory);
    return { directory, calls };
  }

  test("a key is looked up once, and then answered without waiting", async () => {
    const { value } = await storedKey();
    const { directory, calls } = directoryWith();
    const principal = { authority: "SYS_ADMIN", userId: user.id, sessionId: null, tenantId: null, customerId: null };

    expect(await directory.authenticate(value, CALLER)).toEqual(principal);
    expect(directory.authenticate(value, CALLER)).toEqual(principal);
    expect(calls.looks).toBe(1);
  });

  test("a remembered key is looked up again after a while, and at its end", async () => {
    const { value } = await storedKey({ expiresAt: clock.now() });
    const ending = await storedKey();
    const { directory, calls } = directoryWith();
    await expect(directory.authenticate(value, CALLER)).rejects.toMatchObject({ kind: "unauthenticated" });
    await directory.authenticate(ending.value, CALLER);
    // Behind the back of the bus, as another node whose event was lost.
    await store.deleteKey(ending.key.id);
    clock.advance(59_999);
    await directory.authenticate(ending.value, CALLER);
    expect(calls.looks).toBe(2);
    clock.advance(1);
    await expect(directory.authenticate(ending.value, CALLER)).rejects.toMatchObject({ kind: "unauthenticated" });
    expect(directory.counts.remembered).toBe(0);
  });

  test("a remembered key works until its own end", async () => {
    const { value } = await storedKey({ expiresAt: millis(clock.now() + 10_000) });
    const { directory } = directoryWith();
    await directory.authenticate(value, CALLER);
    clock.advance(9_999);
    await directory.authenticate(value, CALLER);
    clock.advance(1);
    await expect(Promise.resolve().then(() => directory.authenticate(value, CALLER))).rejects.toMatchObject({
      kind: "unauthenticated",
    });
  });

  test.each(["key", "user", "sessions", "tenant"] as const)(
    "what the bus tells of a %s is in force at once",
    async (kind) => {
      const { key, value } = await storedKey();
      const { directory, calls } = directoryWith();
      await directory.authenticate(value, CALLER);
      const { id: userId } = user;
      if (kind === "key") bus.publish({ kind: "api-key-changed", keyId: key.id });
      if (kind === "user") bus.publish({ kind: "user-changed", userId });
      if (kind === "sessions") bus.publish({ kind: "user-sessions-revoked", userId, loginId: null });
      if (kind === "tenant") bus.publish({ kind: "tenant-deleted", tenantId: newId<TenantId>() });
      // The key of a system administrator belongs to no tenant.
      expect(directory.counts.remembered).toBe(kind === "tenant" ? 1 : 0);
      await directory.authenticate(value, CALLER);
      expect(calls.looks).toBe(kind === "tenant" ? 1 : 2);
    },
  );

  test("a key that changes while it is looked up is let in once and not remembered", async () => {
    const { key, value } = await storedKey();
    const { directory } = directoryWith(
      {},
      {
        before: async () => {
          await store.updateKey(key.id, { enabled: false });
          bus.publish({ kind: "api-key-changed", keyId: key.id });
        },
      },
    );

    await directory.authenticate(value, CALLER);
    expect(directory.counts.remembered).toBe(0);
    await expect(directory.authenticate(value, CALLER)).rejects.toMatchObject({ kind: "unauthenticated" });
  });

  test("beyond the bound a key not used lately is forgotten", async () => {
    const { directory, calls } = directoryWith({ keysMax: 2 });
    const [often, once, third] = [await storedKey(), await storedKey(), await storedKey()];
    await directory.authenticate(often.value, CALLER);
    await directory.authenticate(once.value, CALLER);
    await directory.authenticate(often.value, CALLER);
    await directory.authenticate(third.value, CALLER);

    expect(directory.counts.remembered).toBe(2);
    await directory.authenticate(often.value, CALLER);
    expect(calls.looks).toBe(3);
    await directory.authenticate(once.value, CALLER);
    expect(calls.looks).toBe(4);
  });

  test("a text that is no key is looked up once", async () => {
    const { directory, calls } = directoryWith();
    for (let tries = 0; tries < 5; tries++)
      await expect(directory.authenticate("unknown", CALLER)).rejects.toMatchObject({ kind: "unauthenticated" });
    expect(calls.looks).toBe(1);
    clock.advance(60_000);
    await expect(directory.authenticate("unknown", CALLER)).rejects.toMatchObject({ kind: "unauthenticated" });
    expect(calls.looks).toBe(2);
  });

  test("an address with many unknown keys waits before the store is asked; keys in memory do not", async () => {
    const { value } = await storedKey();
    const pace = { freeMax: 3, pauseMillis: 1000, pauseMillisMax: 4000, forgiveMillis: 60_000 };
    const { directory, calls } = directoryWith({}, { throttle: guesses({ address: pace }, clock) });
    await directory.authenticate(value, CALLER);
    for (let tries = 0; tries < 4; tries++)
      await expect(directory.authenticate(`unknown ${String(tries)}`, CALLER)).rejects.toMatchObject({
        kind: "unauthenticated",
      });
    const other = await storedKey();
    const waiting = directory.authenticate(other.value, CALLER);
    expect(calls.looks).toBe(5);
    expect(directory.counts).toEqual({ remembered: 1, unknown: 4 });
    expect(directory.authenticate(value, CALLER)).toMatchObject({ userId: user.id });
    clock.advance(1_000);
    expect(await waiting).toMatchObject({ userId: user.id });
  });

  test("calls that go on with a key that was just revoked are no guesses of their address", async () => {
    const { key, value } = await storedKey();
    const throttle = guesses({}, clock);
    const { directory } = directoryWith({}, { throttle });
    await directory.authenticate(value, CALLER);
    await store.deleteKey(key.id);
    bus.publish({ kind: "api-key-changed", keyId: key.id });

    const calls = Array.from({ length: 30 }, () => directory.authenticate(value, CALLER));
    const outcomes = await Promise.allSettled([...calls, directory.authenticate(value, CALLER)]);

    expect(outcomes.map(({ status }) => status)).toEqual(new Array(31).fill("rejected"));
    expect(throttle.counts.wrong).toBe(0);
    clock.advance(BOUNDS.recheckMillis);
    await expect(directory.authenticate(value, CALLER)).rejects.toMatchObject({ kind: "unauthenticated" });
    expect(throttle.counts.wrong).toBe(1);
  });

  test("uses are stored from time to time, in one write, and at the stop", async () => {
    const [one, two] = [await storedKey(), await storedKey()];
    const { directory, calls } = directoryWith();
    const lastUse = async ({ key }: { readonly key: ApiKey }) => (await store.findKey(key.id))?.lastUsedAt;
    await directory.authenticate(one.value, CALLER);
    clock.advance(10_000);
    await directory.authenticate(one.value, CALLER);
    await directory.authenticate(two.value, CALLER);
    const usedAt = clock.now();
    expect([await lastUse(one), calls.writes]).toEqual([null, 0]);
    clock.advance(20_000);
    await directory.stop();
    expect([await lastUse(one), await lastUse(two), calls.writes]).toEqual([usedAt, usedAt, 1]);
  });

  test("uses of keys that are forgotten meanwhile are stored too", async () => {
    const { directory } = directoryWith({ keysMax: 1 });
    const keys = [await storedKey(), await storedKey(), await storedKey()];
    for (const { value } of keys) await directory.authenticate(value, CALLER);
    bus.publish({ kind: "user-changed", userId: user.id });
    await directory.stop();
    for (const { key } of keys) expect((await store.findKey(key.id))?.lastUsedAt).toBe(clock.now());
  });
});
