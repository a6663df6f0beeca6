// Claim secrets as digests: what is stored cannot be turned back without the installation's key, and comparing two
// secrets takes as long whether they differ in the first character or not at all.
import { timingSafeEqual } from "node:crypto";
import type { SecretBox } from "../../lib/secret-box.ts";
import type { DeviceId } from "../ids.ts";

export class ClaimSecrets {
  readonly #box: Pick<SecretBox, "hash">;

  constructor(box: Pick<SecretBox, "hash">) {
    this.#box = box;
  }

  /** The device is part of the digest, so equal secrets of two devices do not look equal. */
  digest(deviceId: DeviceId, secret: string): Uint8Array {
    return this.#box.hash(`claim\0${deviceId}\0${secret}`);
  }

  matches(deviceId: DeviceId, secret: string, digest: Uint8Array): boolean {
    const given = this.digest(deviceId, secret);
    return given.length === digest.length && timingSafeEqual(given, digest);
  }
}
