// The update of a device, read from its latest telemetry.
import type { LivePoint } from "../../api/live.ts";
import type { PackageType } from "../packages/package.ts";

export interface Update {
  /** Title and version that it should have; null if none is set. */
  readonly target: string | null;
  /** Title and version that it reports. */
  readonly present: string | null;
  /** As written by the device, in upper case. */
  readonly state: string | null;
  /** When it entered this state. */
  readonly since: number | null;
  /** In percent, for a running update whose device reports it. */
  readonly progress: number | null;
  /** Why it failed. */
  readonly error: string | null;
}

const PREFIXES: Readonly<Record<PackageType, string>> = { FIRMWARE: "fw", SOFTWARE: "sw" };

export const UPDATE_KEYS: readonly string[] = Object.values(PREFIXES).flatMap((prefix) => [
  ...["title", "version"].flatMap((part) => [`target_${prefix}_${part}`, `current_${prefix}_${part}`]),
  ...["state", "error", "progress"].map((part) => `${prefix}_${part}`),
]);

/** Null if the device was given no package and has reported nothing. */
export function updateOf(type: PackageType, points: ReadonlyMap<string, LivePoint>): Update | null {
  const prefix = PREFIXES[type];
  const nameIn = (which: string): string | null => {
    const parts = ["title", "version"].map((part) => points.get(`${which}_${prefix}_${part}`)?.text ?? "");
    return parts.every((part) => part === "") ? null : parts.filter((part) => part !== "").join(" ");
  };
  const target = nameIn("target");
  const present = nameIn("current");
  const reported = points.get(`${prefix}_state`);
  if (target === null && present === null && reported === undefined) return null;
  // A device that has the target version is up to date, whatever it reported last.
  const isThere = target !== null && target === present;
  const state = isThere ? "UPDATED" : (reported?.text.toUpperCase() ?? null);
  const startedAt = points.get(`target_${prefix}_version`)?.ts ?? 0;
  const progress = points.get(`${prefix}_progress`);
  const isUnderWay = state !== "UPDATED" && state !== "FAILED";
  const isOfThis = progress !== undefined && progress.ts >= startedAt;
  return {
    target,
    present,
    state,
    since: reported?.ts ?? null,
    progress: isUnderWay && isOfThis ? percentOf(progress.text) : null,
    error: state === "FAILED" ? (points.get(`${prefix}_error`)?.text ?? null) : null,
  };
}

function percentOf(text: string): number | null {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isNaN(number) ? null : Math.round(Math.min(100, Math.max(0, number)));
}
