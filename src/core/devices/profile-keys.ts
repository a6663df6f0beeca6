// Units and decimals of the keys that devices of a profile send, `keys` in its profile data. Checked when a profile is
// saved. Source: decision 0191.
import { isObject } from "../../lib/members.ts";
import { writeJson } from "../../lib/json.ts";
import { parseText } from "../entity-text.ts";
import { DomainError, invalid } from "../errors.ts";
import { DECIMALS_MAX, UNIT_LENGTH_MAX } from "../schema-words.ts";
import { invalidKey, isKey } from "../values.ts";
import type { JsonObject } from "./device.ts";

export interface ProfileKey {
  readonly key: string;
  /** Null if none is set, and so are the decimals. */
  readonly unit: string | null;
  readonly decimals: number | null;
}

/** Keys of a profile: more than devices of one kind send, and few enough for the answers that contain them. */
export const PROFILE_KEYS_MAX = 500;

const FIELD = "profileData.keys";
const MEMBERS: readonly string[] = ["key", "unit", "decimals"];

/** Parses the whole `profileData`. Throws `invalid`, naming the member. */
export function parseProfileKeys({ keys = null }: JsonObject): readonly ProfileKey[] {
  if (keys === null) return [];
  if (!Array.isArray(keys)) throw invalid(`${FIELD} must be a list of {key, unit, decimals}, got ${shown(keys)}`);
  if (keys.length > PROFILE_KEYS_MAX)
    throw invalid(`${FIELD} may have ${String(PROFILE_KEYS_MAX)} keys, got ${String(keys.length)}`);
  const taken = new Map<string, number>();
  return keys.map((sent: unknown, place) => {
    const parsed = parseEntry(sent, `${FIELD}[${String(place)}]`);
    const first = taken.get(parsed.key);
    if (first !== undefined)
      throw invalid(
        `${FIELD}[${String(place)}].key must differ from those of other keys, got ${shown(parsed.key)} as in ${FIELD}[${String(first)}]`,
      );
    taken.set(parsed.key, place);
    return parsed;
  });
}

function parseEntry(sent: unknown, field: string): ProfileKey {
  if (!isObject(sent)) throw invalid(`${field} must be an object {key, unit, decimals}, got ${shown(sent)}`);
  const other = Object.keys(sent).find((name) => !MEMBERS.includes(name));
  if (other !== undefined) throw invalid(`${field} may have ${MEMBERS.join(", ")}, got ${shown(other)}`);
  return {
    key: parseName(sent["key"], `${field}.key`),
    unit: parseUnit(sent["unit"] ?? null, `${field}.unit`),
    decimals: parseDecimals(sent["decimals"] ?? null, `${field}.decimals`),
  };
}

function parseName(sent: unknown, field: string): string {
  if (typeof sent !== "string") throw invalid(`${field} must be the name of a key, got ${shown(sent)}`);
  if (!isKey(sent)) throw invalid(`${field}: ${invalidKey(sent).message}`);
  return sent;
}

/** A blank one is none, as in a view. */
function parseUnit(sent: unknown, field: string): string | null {
  if (sent === null) return null;
  if (typeof sent !== "string") throw invalid(`${field} must be a text, got ${shown(sent)}`);
  const unit = parseText(sent, field, UNIT_LENGTH_MAX);
  return unit === null || unit.trim() === "" ? null : unit;
}

function parseDecimals(sent: unknown, field: string): number | null {
  if (sent === null) return null;
  if (typeof sent !== "number" || !Number.isInteger(sent) || sent < 0 || sent > DECIMALS_MAX)
    throw invalid(`${field} must be a whole number from 0 to ${String(DECIMALS_MAX)}, got ${shown(sent)}`);
  return sent;
}

/** Of a stored profile: none, and why, if something else is stored under this name. */
export function storedKeys(profileData: JsonObject): {
  readonly keys: readonly ProfileKey[];
  readonly fault: string | null;
} {
  try {
    return { keys: parseProfileKeys(profileData), fault: null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { keys: [], fault: error.message };
  }
}

/** Throws `invalid`, except for what is stored like this already: a client may save a profile as it has read it. */
export function requireKeys(profileData: JsonObject, present?: JsonObject): void {
  const isStored =
    present !== undefined && writeJson(profileData["keys"] ?? null) === writeJson(present["keys"] ?? null);
  if (!isStored) parseProfileKeys(profileData);
}

function shown(json: unknown): string {
  return json === undefined ? "nothing" : writeJson(json).slice(0, 64);
}
