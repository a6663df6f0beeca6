// Claims: one row per device with an open claim.
import { timingSafeEqual } from "node:crypto";
import type { ClaimStore, ClaimTries, ClaimTry } from "../../../core/claims/claim-store.ts";
import type { PendingClaim } from "../../../core/claims/claim.ts";
import type { DeviceId } from "../../../core/ids.ts";
import { millis, type EpochMillis } from "../../../lib/clock.ts";
import { SqlStore } from "../store-table.ts";

export class SqlClaimStore extends SqlStore implements ClaimStore {
  async openClaims(claims: readonly PendingClaim[]): Promise<void> {
    // A device deleted meanwhile is skipped, so that it does not undo the claims of the others.
    const found = this.connection.all(
      "SELECT id FROM device WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(claims.map(({ deviceId }) => deviceId)),
    );
    const present = new Set(found.map(({ id }) => id));
    this.connection.insertAll(
      "claim",
      claims
        .filter(({ deviceId }) => present.has(deviceId))
        .map(({ deviceId, secretDigest, expiresAt }) => ({
          device_id: deviceId,
          secret_digest: secretDigest,
          expires_at: expiresAt,
        })),
      "ON CONFLICT (device_id) DO UPDATE SET secret_digest = excluded.secret_digest, expires_at = excluded.expires_at",
    );
  }

  async tryClaim(deviceId: DeviceId, secretDigest: Uint8Array, now: EpochMillis): Promise<ClaimTry> {
    const row = this.connection.get("SELECT secret_digest, expires_at FROM claim WHERE device_id = ?", deviceId);
    const digest = row?.["secret_digest"];
    if (!(digest instanceof Uint8Array)) return "none";
    const isOpen = now <= Number(row?.["expires_at"]);
    if (isOpen && digest.length === secretDigest.length && timingSafeEqual(digest, secretDigest)) return "matches";
    this.connection.run("DELETE FROM claim WHERE device_id = ?", deviceId);
    return "failed";
  }

  async takeClaim(deviceId: DeviceId): Promise<PendingClaim | undefined> {
    const row = this.connection.get(
      "DELETE FROM claim WHERE device_id = ? RETURNING secret_digest, expires_at",
      deviceId,
    );
    const digest = row?.["secret_digest"];
    if (!(digest instanceof Uint8Array)) return undefined;
    return { deviceId, secretDigest: digest, expiresAt: millis(Number(row?.["expires_at"])) };
  }

  async countTry(deviceId: DeviceId, now: EpochMillis, windowMillis: number): Promise<ClaimTries> {
    const row = this.connection.get(
      `
      INSERT INTO claim_tries (device_id, tries, window_started_at) SELECT id, 1, ?2 FROM device WHERE id = ?1
        ON CONFLICT (device_id) DO UPDATE SET
          tries = CASE WHEN ?2 - claim_tries.window_started_at >= ?3 THEN 1 ELSE claim_tries.tries + 1 END,
          window_started_at = CASE WHEN ?2 - claim_tries.window_started_at >= ?3 THEN ?2
            ELSE claim_tries.window_started_at END
        RETURNING tries, window_started_at
      `,
      deviceId,
      now,
      windowMillis,
    );
    // A device deleted meanwhile has no claim left to guess.
    return { tries: Number(row?.["tries"] ?? 1), windowStartedAt: millis(Number(row?.["window_started_at"] ?? now)) };
  }

  async forgetTries(deviceId: DeviceId): Promise<void> {
    this.connection.run("DELETE FROM claim_tries WHERE device_id = ?", deviceId);
  }

  async removeExpiredClaims(before: EpochMillis, count: number): Promise<number> {
    return this.connection.run(
      "DELETE FROM claim WHERE device_id IN (SELECT device_id FROM claim WHERE expires_at < ? ORDER BY expires_at LIMIT ?)",
      before,
      count,
    );
  }
}
