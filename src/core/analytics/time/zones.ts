// Zones by name: which texts name one, and whose zone a range follows. Source: analytics contract 2.9.
import { isTimeZone, TimeZone } from "../../../lib/time-zone.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { Zone } from "./zone.ts";

/** Abbreviations of the runtime's own that are no IANA names, and that mean several zones to people (`IST`, `BST`). */
const ABBREVIATIONS = new Set(
  "ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST".split(" "),
);

/** An IANA name, in any case; offsets such as `+02:00` have no rules for clock changes and are none. */
export function isZoneName(text: string): boolean {
  const capital = text.toUpperCase();
  if (!/^[A-Z]/.test(capital) || ABBREVIATIONS.has(capital) || capital.startsWith("SYSTEMV/")) return false;
  return isTimeZone(text);
}

/** Where a range follows its reader: what is known of the zones of the reader and the tenant. */
export interface FollowedZones {
  readonly viewer: string | null;
  readonly tenant: string | null;
}

const QUOTED_MAX = 100;

/** The name of the zone that a time range is in: `viewer` is the reader's zone, else the tenant's, else UTC. */
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

/** Keeps what has been looked up of each zone; as there are some 600 names, that is bounded. */
export class Zones {
  readonly #zones = new Map<string, Zone>();

  /** Throws `ZONE_UNKNOWN` for a name that is no IANA zone. */
  async load(name: string): Promise<Zone> {
    const known = this.#zones.get(name);
    if (known !== undefined) return known;
    const rules = isZoneName(name) ? await TimeZone.find(name) : undefined;
    if (rules === undefined) throw unknownZone(name);
    // Names differ in case and spelling; the zone is kept under the one that it is usually written with.
    const zone = this.#zones.get(rules.id) ?? new Zone(rules);
    this.#zones.set(rules.id, zone);
    return zone;
  }
}

function unknownZone(name: string): AnalyticsError {
  const message = `"${name.slice(0, QUOTED_MAX)}" is not a known time zone.`;
  return new AnalyticsError("ZONE_UNKNOWN", message, [{ pointer: "/timezone", code: "ZONE_UNKNOWN", message }]);
}
