import { beforeEach, describe, expect, test } from "vitest";
import type { PendingClaim } from "../../core/claims/claim.ts";
import type { DeviceId } from "../../core/ids.ts";
import { millis } from "../../lib/clock.ts";
import { SqliteConnection } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { SqliteClaimStore } from "./sqlite-claim-store.ts";

const [A, B, C] = ["device-a", "device-b", "device-c"] as [DeviceId, DeviceId, DeviceId];
const NOBODY = "nobody" as DeviceId;
const NOW = millis(1_700_000_000_000);

let connection: SqliteConnection;
let store: SqliteClaimStore;

beforeEach(() => {
  connection = new SqliteConnection(":memory:", "write");
  migrate(connection, migrations, NOW);
  connection.run(
    `INSERT INTO device_profile (id, created_at, tenant_id, name, is_default, transport_type, provision_type, profile_data, version)
     VALUES ('p', 0, 't', 'default', 1, 'DEFAULT', 'DISABLED', '{}', 1)`,
  );
  for (const id of [A, B, C])
    connection.run(
      `INSERT INTO device (id, created_at, tenant_id, name, profile_id, device_data, is_gateway, overwrite_activity_time, search_text, version)
       VALUES (?1, 0, 't', ?1, 'p', '{}', 0, 0, '', 1)`,
      id,
    );
  store = new SqliteClaimStore(connection);
});

function claim(deviceId: DeviceId, expiresAt = NOW, byte = 1): PendingClaim {
  return { deviceId, secretDigest: new Uint8Array(32).fill(byte), expiresAt };
}

describe("the claim store", () => {
  test("gives a claim once", async () => {
    await store.openClaims([claim(A)]);
    expect(await store.takeClaim(A)).toEqual(claim(A));
    expect(await store.takeClaim(A)).toBeUndefined();
  });

  test("keeps the newest claim of a device", async () => {
    await store.openClaims([claim(A)]);
    await store.openClaims([claim(A, millis(NOW + 5), 2)]);
    expect(await store.takeClaim(A)).toEqual(claim(A, millis(NOW + 5), 2));
  });

  test("leaves out a device that does not exist", async () => {
    await store.openClaims([claim(NOBODY), claim(A)]);
    expect(await store.takeClaim(NOBODY)).toBeUndefined();
    expect(await store.takeClaim(A)).toBeDefined();
    expect(await store.countTry(NOBODY, NOW, 1000)).toEqual({ tries: 1, windowStartedAt: NOW });
  });

  test("forgets a device that is deleted", async () => {
    await store.openClaims([claim(A)]);
    await store.countTry(A, NOW, 1000);
    connection.run("DELETE FROM device WHERE id = ?", A);
    expect(connection.all("SELECT * FROM claim")).toEqual([]);
    expect(connection.all("SELECT * FROM claim_tries")).toEqual([]);
  });

  test("counts tries in a window that begins with the first of them", async () => {
    const tries = async (at: number) => (await store.countTry(A, millis(NOW + at), 1000)).tries;
    expect([await tries(0), await tries(999), await tries(1000), await tries(1001)]).toEqual([1, 2, 1, 2]);
    expect(await store.countTry(A, millis(NOW + 1500), 1000)).toEqual({ tries: 3, windowStartedAt: NOW + 1000 });
    await store.forgetTries(A);
    expect(await tries(1501)).toBe(1);
  });

  test("removes expired claims, the oldest first, and no more than asked for", async () => {
    await store.openClaims([claim(A, millis(NOW - 1)), claim(B, millis(NOW - 2)), claim(C, NOW)]);
    expect(await store.removeExpiredClaims(NOW, 1)).toBe(1);
    expect(await store.takeClaim(B)).toBeUndefined();
    expect(await store.removeExpiredClaims(NOW, 10)).toBe(1);
    expect(await store.takeClaim(C)).toBeDefined();
  });
});
