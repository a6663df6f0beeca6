// Claim secrets as digests: what is stored cannot be turned back without the installation's key, and comparing two
// secrets takes as long whether they differ in the first character or not at all.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { DeviceId } from "../ids.ts";

export class ClaimSecrets {
  readonly #key: Uint8Array;

  /** `key` is the installation's secret key; claims opened under another key do not match any more. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** The device is part of the digest, so equal secrets of two devices do not look equal. */
  digest(deviceId: DeviceId, secret: string): Uint8Array {
    return createHmac("sha256", this.#key).update("claim\0").update(deviceId).update("\0").update(secret, "utf8").digest();
  }

  matches(deviceId: DeviceId, secret: string, digest: Uint8Array): boolean {
    const given = this.digest(deviceId, secret);
    return given.length === digest.length && timingSafeEqual(given, digest);
  }
}
