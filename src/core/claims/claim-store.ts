// What claiming needs kept: the open claim of a device, and how often its server-side secret has been guessed at.
import type { EpochMillis } from "../../lib/clock.ts";
import type { DeviceId } from "../ids.ts";
import type { PendingClaim } from "./claim.ts";

export interface ClaimStore {
  /** Keeps the claims, each in the place of an earlier one of its device. Resolves when all are durable. */
  openClaims(claims: readonly PendingClaim[]): Promise<void>;
  /**
   * Tries a secret, by its digest, at the open claim of the device. Where it matches the claim stays open, until the device
   * has an owner: a crash in between must not use it up. Otherwise the claim is removed in the same step, so that of many
   * tries at the same time only the first counts.
   */
  tryClaim(deviceId: DeviceId, secretDigest: Uint8Array, now: EpochMillis): Promise<ClaimTry>;
  /** Removes the open claim and returns it, in one step: of two callers at the same time only one gets it. */
  takeClaim(deviceId: DeviceId): Promise<PendingClaim | undefined>;
  /**
   * Counts one try at the secret in the window that began with the first try and lasts `windowMillis`; a later try begins
   * a new window. Returns the number of tries in it, this one included, and when it began.
   */
  countTry(deviceId: DeviceId, now: EpochMillis, windowMillis: number): Promise<ClaimTries>;
  forgetTries(deviceId: DeviceId): Promise<void>;
  /** Removes claims that expired before `before`, at most `count`; resolves with how many there were. */
  removeExpiredClaims(before: EpochMillis, count: number): Promise<number>;
}

/** `failed` is a wrong secret or a claim whose time has passed; `none` means that there is no open claim. */
export type ClaimTry = "matches" | "failed" | "none";

export interface ClaimTries {
  readonly tries: number;
  readonly windowStartedAt: EpochMillis;
}
