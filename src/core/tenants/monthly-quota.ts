// What a tenant may use in a calendar month (UTC) and what it has used of it. The counts are numbers in memory that those
// who take traffic add to, so that a message costs a few additions and never waits for a store.
import type { EpochMillis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import type { CountLimitName } from "./tenant-profile.ts";

/** Used so far in the present month, by all nodes as far as this one knows. Changed in place, the new month included. */
export interface MonthlyUse {
  messages: number;
  dataPoints: number;
  /** Points times the days for which they are kept, at least one. */
  storagePointDays: number;
  emails: number;
  /** When the next month begins and all of them are 0 again. */
  monthEndsAt: EpochMillis;
}

/** What the profile allows; Infinity where there is no limit. */
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

/** The refusal of what would exceed a monthly limit: `rate-limited`, until the month turns. */
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

/** Days that a point counts for against `maxDPStorageDays`; `ttlSeconds` 0 means the profile's own time. */
export function storageDays(ttlSeconds: number, profileTtlDays: number): number {
  return Math.max(1, ttlSeconds > 0 ? Math.floor(ttlSeconds / 86_400) : profileTtlDays);
}
