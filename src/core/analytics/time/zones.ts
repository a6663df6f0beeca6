// Time zones by name: which texts are valid names, and which zone a range follows. Source: analytics contract 2.9.
import { isTimeZone, TimeZone } from "../../../lib/time-zone.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { Zone } from "./zone.ts";

/**
 * Abbreviations that the runtime accepts but that are not IANA names, and that are ambiguous to people (`IST`, `BST`).
 */
const ABBREVIATIONS = new Set(
  "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST".split(" "),
);

/** True for an IANA name in any case. Offsets such as `+02:00` have no rules for clock changes and are rejected. */
export function isZoneName(text: string): boolean {
  const capital = text.toUpperCase();
  if (!/^[A-Z]/.test(capital) || ABBREVIATIONS.has(capital) || capital.startsWith("SYSTEMV/")) return false;
  return isTimeZone(text);
}

/** For ranges that follow their reader: the zones of the reader and the tenant, where known. */
export interface FollowedZones {
  readonly viewer: string | null;
  readonly tenant: string | null;
}

const QUOTED_MAX = 100;

/** The name of a time range's zone: `viewer` is the reader's zone, or else the tenant's, or else UTC. */
export function zoneName(timezone: string, zones: FollowedZones): string {
  switch (timezone) {
    case "viewer":
      return zones.viewer ?? zones.tenant ?? "UTC";
    case "tenant":
      return zones.tenant ?? "UTC";
    default:
      return timezone;
  }
}

/** Caches the zones it has loaded. There are some 600 names, so the cache is bounded. */
export class Zones {
  readonly #zones = new Map<string, Zone>();

  /** Throws `ZONE_UNKNOWN` for a name that is not an IANA zone. */
  async load(name: string): Promise<Zone> {
    const known = this.#zones.get(name);
    if (known !== undefined) return known;
    const rules = isZoneName(name) ? await TimeZone.find(name) : undefined;
    if (rules === undefined) throw unknownZone(name);
    // Names vary in case and spelling; the zone is cached under its usual name.
    const zone = this.#zones.get(rules.id) ?? new Zone(rules);
    this.#zones.set(rules.id, zone);
    return zone;
  }
}

function unknownZone(name: string): AnalyticsError {
  const message = `"${name.slice(0, QUOTED_MAX)}" is not a known time zone.`;
  return new AnalyticsError("ZONE_UNKNOWN", message, [{ pointer: "/timezone", code: "ZONE_UNKNOWN", message }]);
}
