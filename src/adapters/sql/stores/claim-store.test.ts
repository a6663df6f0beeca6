import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ScratchDevices } from "../../../../test/support/device-world.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";
import type { ClaimStore } from "../../../core/claims/claim-store.ts";
import type { PendingClaim } from "../../../core/claims/claim.ts";
import { newId, type DeviceId } from "../../../core/ids.ts";
import { millis } from "../../../lib/clock.ts";

const NOW = millis(1_700_000_000_000);
const NOBODY = newId<DeviceId>();

let devices: ScratchDevices;
let store: ClaimStore;
let a: DeviceId;
let b: DeviceId;
let c: DeviceId;

function claim(deviceId: DeviceId, expiresAt = NOW, byte = 1): PendingClaim {
  return { deviceId, secretDigest: new Uint8Array(32).fill(byte), expiresAt };
}

describe.each(ENTITY_ENGINES)("the claim store in %s", (_engine, scratch) => {
  beforeEach(async () => {
    devices = await ScratchDevices.open(scratch);
    store = devices.stores.claims;
    [a, b, c] = [devices.add(), devices.add(), devices.add()];
  });

  afterEach(() => devices[Symbol.asyncDispose]());

  test("gives a claim once, also to those who ask at the same time", async () => {
    await store.openClaims([claim(a)]);
    const taken = await Promise.all([store.takeClaim(a), store.takeClaim(a)]);
    expect(taken).toEqual([claim(a), undefined]);
  });

  test("keeps a claim whose secret matches, and removes it at the first wrong one", async () => {
    await store.openClaims([claim(a)]);
    const [right, wrong] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    expect(await store.tryClaim(a, right, NOW)).toBe("matches");
    expect(await Promise.all([store.tryClaim(a, wrong, NOW), store.tryClaim(a, right, NOW)])).toEqual([
      "failed",
      "none",
    ]);
    expect(await store.takeClaim(a)).toBeUndefined();
  });

  test("removes a claim whose time has passed, whatever the secret", async () => {
    await store.openClaims([claim(a)]);
    expect(await store.tryClaim(a, new Uint8Array(32).fill(1), millis(NOW + 1))).toBe("failed");
    expect(await store.takeClaim(a)).toBeUndefined();
  });

  test("keeps the newest claim of a device", async () => {
    await store.openClaims([claim(a)]);
    await store.openClaims([claim(a, millis(NOW + 5), 2)]);
    expect(await store.takeClaim(a)).toEqual(claim(a, millis(NOW + 5), 2));
  });

  test("leaves out a device that does not exist", async () => {
    await store.openClaims([claim(NOBODY), claim(a)]);
    expect(await store.takeClaim(NOBODY)).toBeUndefined();
    expect(await store.takeClaim(a)).toBeDefined();
    expect(await store.countTry(NOBODY, NOW, 1000)).toEqual({ tries: 1, windowStartedAt: NOW });
  });

  test("forgets a device that is deleted", async () => {
    await store.openClaims([claim(a)]);
    await store.countTry(a, NOW, 1000);
    devices.delete(a);
    expect(await store.takeClaim(a)).toBeUndefined();
    expect(await store.removeExpiredClaims(millis(NOW + 1), 10)).toBe(0);
  });

  test("counts tries in a window that begins with the first of them", async () => {
    const tries = async (at: number) => (await store.countTry(a, millis(NOW + at), 1000)).tries;
    expect([await tries(0), await tries(999), await tries(1000), await tries(1001)]).toEqual([1, 2, 1, 2]);
    expect(await store.countTry(a, millis(NOW + 1500), 1000)).toEqual({ tries: 3, windowStartedAt: NOW + 1000 });
    await store.forgetTries(a);
    expect(await tries(1501)).toBe(1);
  });

  test("removes expired claims, the oldest first, and no more than asked for", async () => {
    await store.openClaims([claim(a, millis(NOW - 1)), claim(b, millis(NOW - 2)), claim(c, NOW)]);
    expect(await store.removeExpiredClaims(NOW, 1)).toBe(1);
    expect(await store.takeClaim(b)).toBeUndefined();
    expect(await store.removeExpiredClaims(NOW, 10)).toBe(1);
    expect(await store.takeClaim(c)).toBeDefined();
  });
});
