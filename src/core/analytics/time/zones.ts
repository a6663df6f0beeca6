// Zones by name. The rules of zones come from the Temporal library, which is loaded when the first report needs it: a
// platform that makes no reports does not carry it. Source: analytics contract 2.9.
import type * as Library from "temporal-polyfill";
import { AnalyticsError } from "../analytics-error.ts";
import { isZoneName } from "./zone-names.ts";
import { Zone, type ZoneRules } from "./zone.ts";

type TemporalLibrary = typeof Library;

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
  #library: Promise<TemporalLibrary> | undefined;

  /** Throws `ZONE_UNKNOWN` for a name that is no IANA zone. */
  async load(name: string): Promise<Zone> {
    const known = this.#zones.get(name);
    if (known !== undefined) return known;
    if (!isZoneName(name)) throw unknownZone(name);
    this.#library ??= import("temporal-polyfill");
    const rules = temporalRules(await this.#library, name);
    // Names differ in case and spelling; the zone is kept under the one that it is usually written with.
    const zone = this.#zones.get(rules.id) ?? new Zone(rules);
    this.#zones.set(rules.id, zone);
    return zone;
  }
}

function temporalRules({ Temporal }: TemporalLibrary, name: string): ZoneRules {
  const id = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  const at = (ts: number) => Temporal.Instant.fromEpochMilliseconds(ts).toZonedDateTimeISO(id);
  return {
    id,
    offsetAt: (ts) => at(ts).offsetNanoseconds / 1e6,
    nextChange: (ts) => at(ts).getTimeZoneTransition("next")?.epochMilliseconds ?? null,
  };
}

function unknownZone(name: string): AnalyticsError {
  const message = `"${name.slice(0, QUOTED_MAX)}" is not a known time zone.`;
  return new AnalyticsError("ZONE_UNKNOWN", message, [{ pointer: "/timezone", code: "ZONE_UNKNOWN", message }]);
}
