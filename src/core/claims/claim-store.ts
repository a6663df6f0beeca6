// The store of claims: the open claim of a device, and the tries at its server-side secret.
import type { EpochMillis } from "../../lib/clock.ts";
import type { DeviceId } from "../ids.ts";
import type { PendingClaim } from "./claim.ts";

export interface ClaimStore {
  /** Stores the claims, each replacing an earlier one of its device. Resolves when all are durable. */
  openClaims(claims: readonly PendingClaim[]): Promise<void>;
  /**
   * Compares a secret, by its digest, with the open claim of the device. If it matches, the claim stays open until the
   * device has an owner, so that a crash in between does not consume it. Otherwise the claim is removed in the same
   * transaction, so that of many concurrent tries only the first counts.
   */
  tryClaim(deviceId: DeviceId, secretDigest: Uint8Array, now: EpochMillis): Promise<ClaimTry>;
  /** Removes and returns the open claim atomically: of two concurrent callers only one gets it. */
  takeClaim(deviceId: DeviceId): Promise<PendingClaim | undefined>;
  /**
   * Counts one try at the secret. The window begins with the first try and lasts `windowMillis`; a later try begins a
   * new window. Returns the number of tries in it, including this one, and when it began.
   */
  countTry(deviceId: DeviceId, now: EpochMillis, windowMillis: number): Promise<ClaimTries>;
  forgetTries(deviceId: DeviceId): Promise<void>;
  /** Deletes at most `count` claims that expired before `before`; returns how many. */
  removeExpiredClaims(before: EpochMillis, count: number): Promise<number>;
}

/** `failed`: the secret is wrong or the claim has expired; `none`: there is no open claim. */
export type ClaimTry = "matches" | "failed" | "none";

export interface ClaimTries {
  readonly tries: number;
  readonly windowStartedAt: EpochMillis;
}
