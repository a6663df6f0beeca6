// The server attribute `claimingData`, by which a tenant pre-authorises the claim of a device that cannot open one itself.
import { JsonError, parseJson } from "../../lib/json.ts";
import { JsonText, type Value } from "../values.ts";

export interface ClaimingData {
  readonly secretKey: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const DIGITS = /^[0-9]{1,16}$/;

/**
 * Reads `{"secretKey":"s","expirationTime":<ms>}`, also where it was stored as text. Undefined where the attribute is
 * missing or is not of that form: then nothing is pre-authorised.
 */
export function parseClaimingData(value: Value | undefined): ClaimingData | undefined {
  const text = value instanceof JsonText ? value.text : value;
  if (typeof text !== "string") return undefined;
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
  const { secretKey = "", expirationTime }: { secretKey?: unknown; expirationTime?: unknown } = json;
  const expiresAt =
    typeof expirationTime === "string" && DIGITS.test(expirationTime) ? Number(expirationTime) : expirationTime;
  if (typeof expiresAt !== "number") return undefined;
  if (secretKey !== null && typeof secretKey !== "string") return undefined;
  return { secretKey: secretKey ?? "", expiresAt };
}
