// Opens a backup place by its address: a folder or a bucket.
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { BackupFolder } from "../../adapters/files/backup-folder.ts";
import { isUrl, parseBucketAddress } from "../../adapters/s3/bucket-address.ts";
import type { BackupPlace } from "../../core/backup/backup-place.ts";
import type { Clock } from "../../lib/clock.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { Config } from "../config.ts";

export interface PlaceDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly isLook?: true;
  /** For who tries again later anyway. */
  readonly triesOnce?: true;
}

/** For quick checks that must not wait for a bucket that does not respond. */
const LOOK = { tryMillis: 5 * SECOND_MILLIS, triesMax: 1 };

/** Throws `invalid` if the address cannot be parsed, or the credentials of a bucket are missing. */
export async function backupPlace(
  address: string,
  { config, clock, isLook, triesOnce }: PlaceDeps,
): Promise<BackupPlace> {
  if (!isUrl(address)) return new BackupFolder(resolve(address));
  const bucket = parseBucketAddress(address, config.backup.variables);
  // Loaded only when needed.
  const { BackupBucket } = await import("../../adapters/s3/backup-bucket.ts");
  const options = {
    ...config.backup.bucket,
    ...(triesOnce === true ? { triesMax: 1 } : {}),
    ...(isLook === true ? LOOK : {}),
  };
  return new BackupBucket(bucket, { clock, pause }, options);
}

/** Makes the address independent of the working folder. */
export function absoluteAddress(address: string): string {
  return isUrl(address) ? address : resolve(address);
}
