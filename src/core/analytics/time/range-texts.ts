// Parses time ranges that people type, in the reader's zone, and resolves them at once, so that an editor can show what
// will be saved and what it means now. Source: analytics contract 7 no. 4.
import type { Clock } from "../../../lib/clock.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import { AnalyticsError } from "../analytics-error.ts";
import type { Reader } from "../reader.ts";
import type { ReaderZones } from "../report/report.ts";
import type { CalendarRules, TimeRange } from "../view/table-view.ts";
import { parseRangeText, type RangeText } from "./range-text.ts";
import { resolveRange } from "./resolve-range.ts";
import { zoneName, type Zones } from "./zones.ts";

export interface ReadRange extends TimeWindow {
  /** The normalised text. */
  readonly text: string;
  /** The form that a view may save, in the zone found for `timezone`. */
  readonly timeRange: TimeRange;
}

export interface ReadRangeText {
  /** Null if the text may mean several things, or cannot be understood. */
  readonly match: ReadRange | null;
  /** In that case, at most three things that it may mean. */
  readonly proposals: readonly ReadRange[];
}

export class RangeTexts {
  readonly #zones: Pick<Zones, "load">;
  readonly #readerZones: ReaderZones;
  readonly #clock: Pick<Clock, "now">;

  constructor(zones: Pick<Zones, "load">, readerZones: ReaderZones, clock: Pick<Clock, "now">) {
    this.#zones = zones;
    this.#readerZones = readerZones;
    this.#clock = clock;
  }

  /**
   * `text` has at most `RANGE_TEXT_LENGTH_MAX` characters. Throws `ZONE_UNKNOWN`, and `RANGE_INVALID` for dates that do
   * not exist in the zone.
   */
  async read(text: string, rules: CalendarRules, reader: Reader): Promise<ReadRangeText> {
    const now = this.#clock.now();
    const zone = await this.#zones.load(await this.#zoneName(rules.timezone, reader));
    const today = new Date(zone.toLocal(now)).toISOString().slice(0, 10);
    const parsed = parseRangeText(text, { today, fiscalStartMonth: rules.fiscalStartMonth });
    const resolved = ({ text: own, range }: RangeText): ReadRange => {
      const timeRange: TimeRange = { ...range, ...rules, timezone: zone.id, delayMs: 0 };
      return { text: own, timeRange, ...resolveRange(timeRange, now, zone) };
    };
    if (parsed.kind === "range") return { match: resolved(parsed), proposals: [] };
    return { match: null, proposals: parsed.proposals.flatMap((proposal) => unlessInvalid(() => resolved(proposal))) };
  }

  async #zoneName(timezone: string, reader: Reader): Promise<string> {
    const isFollowed = timezone === "viewer" || timezone === "tenant";
    return zoneName(timezone, {
      viewer: timezone === "viewer" ? await this.#readerZones.ofReader(reader) : null,
      tenant: isFollowed ? await this.#readerZones.ofTenant(reader.tenantId) : null,
    });
  }
}

/** Drops a proposal whose date the zone skips. */
function unlessInvalid(resolve: () => ReadRange): readonly ReadRange[] {
  try {
    return [resolve()];
  } catch (error) {
    if (error instanceof AnalyticsError && error.code === "RANGE_INVALID") return [];
    throw error;
  }
}
