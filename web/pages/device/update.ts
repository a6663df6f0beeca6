// An update of a device, read from its latest telemetry.
import type { LivePoint } from "../../api/live.ts";
import type { PackageType } from "../packages/package.ts";

export interface Update {
  /** Title and version that it is to have; null where none is set. */
  readonly target: string | null;
  /** Title and version that it says to have. */
  readonly present: string | null;
  /** As the device wrote it, in upper case. */
  readonly state: string | null;
  /** When it got into this state. */
  readonly since: number | null;
  /** In percent, of an update that is under way and whose device tells. */
  readonly progress: number | null;
  /** Why it failed. */
  readonly error: string | null;
}

const PREFIXES: Readonly<Record<PackageType, string>> = { FIRMWARE: "fw", SOFTWARE: "sw" };

export const UPDATE_KEYS: readonly string[] = Object.values(PREFIXES).flatMap((prefix) => [
  ...["title", "version"].flatMap((part) => [`target_${prefix}_${part}`, `current_${prefix}_${part}`]),
  ...["state", "error", "progress"].map((part) => `${prefix}_${part}`),
]);

/** Null where the device has reported nothing of it, and was given nothing. */
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
  // A device that has the version has it, whatever it said last.
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
