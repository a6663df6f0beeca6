// Parses the configuration in a tenant profile: validates it when a profile is saved, and provides a complete object to
// those who enforce it, in which missing members are unlimited. Source: REST contract section 5.
import type { JsonObject } from "../devices/device.ts";
import { invalid, wrong } from "../errors.ts";
import { writeJson } from "../../lib/json.ts";
import { parseRateLimit } from "./rate-limits.ts";
import {
  COUNT_LIMITS,
  RATE_LIMITS,
  STORED_LIMITS,
  type StoredLimitName,
  type TenantConfiguration,
  type TenantProfile,
} from "./tenant-profile.ts";
import { isObject } from "../../lib/members.ts";

/** The profile data of the default profile: every limit at zero. */
export const UNLIMITED_PROFILE_DATA: JsonObject = {
  configuration: {
    type: "DEFAULT",
    ...Object.fromEntries(COUNT_LIMITS.map((name) => [name, 0])),
    ...Object.fromEntries(RATE_LIMITS.map((name) => [name, ""])),
  },
  queueConfiguration: null,
};

/**
 * Throws `invalid`, naming the field, for a count that is not a non-negative integer, a rate limit that does not parse,
 * or a `configuration` of another type. Unknown members are accepted.
 */
export function requireProfileData(profileData: JsonObject): void {
  const configuration = profileData["configuration"];
  if (!isObject(configuration)) throw invalid("profileData.configuration must be an object");
  const type = configuration["type"];
  if (type !== undefined && type !== "DEFAULT")
    throw invalid(`profileData.configuration.type must be "DEFAULT", got ${writeJson(type).slice(0, 64)}`);
  for (const name of [...COUNT_LIMITS, ...Object.keys(STORED_LIMITS)])
    parseCount(configuration[name], `profileData.configuration.${name}`);
  for (const name of RATE_LIMITS) parseRateLimit(configuration[name], `profileData.configuration.${name}`);
  parseFraction(configuration["warnThreshold"], "profileData.configuration.warnThreshold");
  // Rate limits for features that do not exist yet are stored, and must be valid when those features arrive.
  for (const [name, value] of Object.entries(configuration))
    if (name.endsWith("RateLimit") && typeof value === "string")
      parseRateLimit(value, `profileData.configuration.${name}`);
}

/** The limits of the profile. A stored member that is invalid nevertheless counts as unlimited. */
export function configurationOf(profile: Pick<TenantProfile, "profileData">): TenantConfiguration {
  const stored = profile.profileData["configuration"];
  const configuration = isObject(stored) ? stored : {};
  // Complete by construction: one member per name in the two lists.
  return {
    ...Object.fromEntries(COUNT_LIMITS.map((name) => [name, countOr0(configuration[name])])),
    ...Object.fromEntries(RATE_LIMITS.map((name) => [name, textOrEmpty(configuration[name])])),
  } as TenantConfiguration;
}

/** Infinity if the profile says 0; the default if it says nothing or something invalid. */
export function storedLimitOf(profile: Pick<TenantProfile, "profileData">, name: StoredLimitName): number {
  const stored = profile.profileData["configuration"];
  const value = isObject(stored) ? stored[name] : undefined;
  if (value === 0) return Infinity;
  return countOr0(value) || STORED_LIMITS[name];
}

/** The fraction of a monthly limit at which usage triggers a warning; 0 or an invalid value means 0.8. */
export function warnThresholdOf(profile: Pick<TenantProfile, "profileData">): number {
  const stored = profile.profileData["configuration"];
  const value = isObject(stored) ? stored["warnThreshold"] : undefined;
  return typeof value === "number" && value > 0 && value <= 1 ? value : WARN_THRESHOLD_DEFAULT;
}

const WARN_THRESHOLD_DEFAULT = 0.8;

function parseFraction(value: unknown, field: string): void {
  if (value === undefined || value === null) return;
  if (typeof value !== "number" || !(value >= 0 && value <= 1))
    throw invalid(`${field} must be a number from 0 to 1, got ${writeJson(value).slice(0, 64)}`);
}

function parseCount(value: unknown, field: string): void {
  if (value === undefined || value === null) return;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw wrong("not-a-count", { field, found: writeJson(value).slice(0, 64) });
}

function countOr0(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}
