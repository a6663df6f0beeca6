// Instants as the clock of a zone shows them, for people who read files.
import type { Zone } from "../time/zone.ts";

const MINUTE = 60_000;

/** ISO 8601 with the zone's distance from UTC at that instant, as `2026-01-01T01:00:00.000+01:00`. */
export function isoText(ts: number, zone: Zone): string {
  const offset = zone.offsetAt(ts);
  // Offsets of long ago have seconds, which the form has no place for: the nearest minute is still exact together.
  const shown = Math.round(offset / MINUTE) * MINUTE;
  const local = new Date(ts + shown);
  if (Number.isNaN(local.getTime())) return String(ts);
  const text = local.toISOString().slice(0, -1);
  if (shown === 0) return `${text}Z`;
  const minutes = Math.abs(shown) / MINUTE;
  return `${text}${shown < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
