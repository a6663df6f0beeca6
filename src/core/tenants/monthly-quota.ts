// The monthly limits (calendar month, UTC) and usage of a tenant. The counts are numbers in memory that are incremented
// where traffic arrives, so that a message costs a few additions and never waits for a store.
import type { EpochMillis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import type { CountLimitName } from "./tenant-profile.ts";

/**
 * Usage in the current month, by all nodes as far as this one knows. Updated in place, also when a new month begins.
 */
export interface MonthlyUse {
  messages: number;
  dataPoints: number;
  /** The sum over points of the days for which they are kept, at least one each. */
  storagePointDays: number;
  emails: number;
  /** When the next month begins and all counts are reset to 0. */
  monthEndsAt: EpochMillis;
}

/** The limits of the profile; Infinity means no limit. */
export interface MonthlyQuota {
  readonly messages: number;
  readonly dataPoints: number;
  readonly storagePointDays: number;
}

export const NO_MONTHLY_QUOTA: MonthlyQuota = {
  messages: Infinity,
  dataPoints: Infinity,
  storagePointDays: Infinity,
};

export interface SpentLimit {
  readonly name: CountLimitName;
  readonly value: number;
  readonly used: number;
}

/** The refusal of usage beyond a monthly limit: `rate-limited` until the month ends. */
export function quotaRefusal(
  { name, value, used }: SpentLimit,
  { monthEndsAt }: Pick<MonthlyUse, "monthEndsAt">,
  now: EpochMillis,
): DomainError {
  const until = new Date(monthEndsAt).toISOString();
  return new DomainError(
    "rate-limited",
    `the tenant's limit ${name} of ${String(value)} in a month is reached, ${String(used)} are used; the next month begins at ${until}`,
    { limit: { name, value }, retryAfterSeconds: Math.max(1, Math.ceil((monthEndsAt - now) / 1000)) },
  );
}

/** Days for which a point counts against `maxDPStorageDays`; `ttlSeconds` 0 stands for the profile's retention. */
export function storageDays(ttlSeconds: number, profileTtlDays: number): number {
  return Math.max(1, ttlSeconds > 0 ? Math.floor(ttlSeconds / 86_400) : profileTtlDays);
}
