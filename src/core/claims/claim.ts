// A claim: a device's offer to be assigned to a customer, open for a limited time and protected by a secret.
import { asText } from "../../lib/scalars.ts";
import { spelledNumber } from "../../lib/spelled-number.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { invalid } from "../errors.ts";
import type { CustomerId, DeviceId, TenantId } from "../ids.ts";

/** A device's request to open a claim. Source: MQTT contract 9.1. */
export interface ClaimRequest {
  readonly secretKey: string;
  /** How long the claim stays open, in milliseconds; null stands for the configured default. */
  readonly durationMillis: number | null;
}

/** The device whose claim is opened, as named by its session or gateway. */
export interface ClaimingDevice {
  readonly id: DeviceId;
  readonly tenantId: TenantId;
  readonly customerId: CustomerId | null;
}

/** An open claim in its stored form, without the secret itself. */
export interface PendingClaim {
  readonly deviceId: DeviceId;
  readonly secretDigest: Uint8Array;
  readonly expiresAt: EpochMillis;
}

export type OpenedClaim =
  | "opened"
  /** The device belongs to a customer, so it cannot be claimed. */
  | "owned"
  /** Claiming needs the server attribute `claimingAllowed`, which the device does not have. */
  | "not-allowed";

const SECRET_LENGTH_MAX = 65_536;

/** `entry` is the parsed JSON object. Throws `invalid` if a member has the wrong type. */
export function parseClaimRequest(entry: unknown): ClaimRequest {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry))
    throw invalid("a claim must be a JSON object with the optional members secretKey and durationMs");
  const members: { secretKey?: unknown; durationMs?: unknown } = entry;
  return {
    secretKey: parseSecretKey(Object.hasOwn(entry, "secretKey") ? members.secretKey : undefined),
    durationMillis: parseDuration(Object.hasOwn(entry, "durationMs") ? members.durationMs : undefined),
  };
}

/** A missing or null secret is the empty one. */
function parseSecretKey(value: unknown): string {
  if (value === undefined || value === null) return "";
  const secret = asText(value);
  if (typeof secret !== "string") throw invalid(`secretKey must be a string, got ${typeof value}`);
  if (secret.length > SECRET_LENGTH_MAX)
    throw invalid(`secretKey may have ${String(SECRET_LENGTH_MAX)} characters, got ${String(secret.length)}`);
  return secret;
}

function parseDuration(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  const number = typeof value === "string" ? (spelledNumber(value) ?? value) : value;
  if (typeof number === "bigint") return number <= 0n ? null : Number.MAX_SAFE_INTEGER;
  if (typeof number !== "number" || !Number.isFinite(number))
    throw invalid(
      `durationMs must be a number of milliseconds, got ${typeof value === "number" ? String(value) : typeof value}`,
    );
  const millis = Math.floor(number);
  return millis <= 0 ? null : millis;
}
