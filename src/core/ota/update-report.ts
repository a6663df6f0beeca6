// A device's telemetry reports about an update, as read for a rollout. Source: MQTT contract 6.5.
import type { EpochMillis } from "../../lib/clock.ts";
import type { PackageKind } from "../devices/profile-store.ts";
import { JsonText, type Value } from "../values.ts";
import { installedKeys, KEY_PREFIX } from "./update-keys.ts";
import { UPDATE_STATES, type RolloutDevice, type UpdateState } from "./rollout.ts";

/** The keys of a report, in the order in which `readReport` takes their latest points. */
export function reportKeys(kind: PackageKind): readonly string[] {
  const prefix = KEY_PREFIX[kind];
  const { title, version } = installedKeys(kind);
  return [title, version, `${prefix}_state`, `${prefix}_error`, `${prefix}_progress`];
}

export type UpdateReport = Pick<RolloutDevice, "state" | "progress" | "error">;

/** What is known of the device's update so far, and when the package was assigned. */
export interface KnownUpdate extends UpdateReport {
  readonly assignedAt: EpochMillis;
}

interface Named {
  readonly title: string;
  readonly version: string;
}

/** The latest point of a key. */
export interface ReportedPoint {
  readonly ts: EpochMillis;
  readonly value: Value;
}

type MaybePoint = ReportedPoint | undefined;
type MaybeValue = Pick<ReportedPoint, "value"> | undefined;

const ERROR_LENGTH_MAX = 1_000;
/** Devices may report these states; only the platform sets the others. */
const REPORTED: readonly UpdateState[] = UPDATE_STATES.slice(
  UPDATE_STATES.indexOf("QUEUED"),
  UPDATE_STATES.indexOf("FAILED") + 1,
);

/** Compared as text: if texts are cast, the version "7" is stored as a number. */
export function hasPackage({ title, version }: Named, [hasTitle, hasVersion]: readonly MaybeValue[]): boolean {
  return textOf(hasTitle) === title && textOf(hasVersion) === version;
}

/**
 * Only reports since the assignment count, because states of an earlier update stay in telemetry. A device that reports
 * title and version of the package has it, however old that report is.
 */
export function readReport(wanted: Named, known: KnownUpdate, points: readonly MaybePoint[]): UpdateReport {
  if (hasPackage(wanted, points)) return { state: "UPDATED", progress: 100, error: null };
  const isNew = (point: MaybePoint): boolean => point !== undefined && point.ts >= known.assignedAt;
  const [title, version, ...sent] = points;
  const [state, error, progress] = sent.map((point) => (isNew(point) ? point : undefined));
  const word = textOf(state)?.toUpperCase();
  const reported = REPORTED.find((each) => each === word) ?? known.state;
  // Another update has ended: the device now reports a different title or version.
  const isOther =
    reported === "UPDATED" &&
    ((isNew(title) && textOf(title) !== wanted.title) || (isNew(version) && textOf(version) !== wanted.version));
  const now = isOther ? known.state : reported;
  return {
    state: now,
    progress: now === "UPDATED" ? 100 : (percentOf(progress) ?? known.progress),
    error: now === "FAILED" ? (textOf(error)?.slice(0, ERROR_LENGTH_MAX) ?? known.error) : null,
  };
}

function percentOf(point: MaybePoint): number | null {
  const number = Number(textOf(point) ?? Number.NaN);
  return Number.isNaN(number) ? null : Math.round(Math.min(100, Math.max(0, number)));
}

/** Versions such as "2" may be stored as numbers. */
function textOf(point: MaybeValue): string | undefined {
  if (point === undefined) return undefined;
  const value: Value = point.value;
  return value instanceof JsonText ? value.text : String(value);
}
