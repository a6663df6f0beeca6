// Rows of rollouts and of their devices.
import type { DeviceProfileId, PackageId, RolloutId, TenantId } from "../../core/ids.ts";
import type { PackageKind } from "../../core/devices/profile-store.ts";
import type {
  CountedRollout,
  KeptTarget,
  RolloutState,
  RolloutWave,
  UpdateCount,
  UpdateState,
} from "../../core/ota/rollout.ts";
import type { RolloutChange } from "../../core/ota/rollout-store.ts";
import { millis, type EpochMillis } from "../../lib/clock.ts";
import { parseJson, writeJson } from "../../lib/json.ts";
import type { SqliteConnection } from "./connection.ts";

type Row = Readonly<Record<string, unknown>>;

/** The row was written by us from checked values, so this is the parser of our own format. */
export function rolloutOf(connection: SqliteConnection, row: Row): CountedRollout {
  const id = row["id"] as RolloutId;
  return {
    id,
    createdAt: millis(Number(row["created_at"])),
    tenantId: row["tenant_id"] as TenantId,
    packageId: row["package_id"] as PackageId,
    profileId: row["profile_id"] as DeviceProfileId,
    kind: row["kind"] as PackageKind,
    title: String(row["title"]),
    version: String(row["version"]),
    name: String(row["name"]),
    target: parseJson(String(row["target"])) as KeptTarget,
    waves: parseJson(String(row["waves"])) as readonly RolloutWave[],
    wave: Number(row["wave"]),
    waveSince: millis(Number(row["wave_since"])),
    failurePercentMax: Number(row["failure_percent_max"]),
    waveMinutesMax: Number(row["wave_minutes_max"]),
    state: row["state"] as RolloutState,
    reason: row["reason"] as string | null,
    endedAt: timeOrNull(row["ended_at"]),
    counts: countsOf(connection, id),
  };
}

export function findRollout(
  connection: SqliteConnection,
  tenantId: TenantId,
  id: RolloutId,
): CountedRollout | undefined {
  const row = connection.get("SELECT * FROM rollout WHERE id = ? AND tenant_id = ?", id, tenantId);
  return row === undefined ? undefined : rolloutOf(connection, row);
}

function timeOrNull(value: unknown): EpochMillis | null {
  return value === null ? null : millis(Number(value));
}

function countsOf(connection: SqliteConnection, id: RolloutId): readonly UpdateCount[] {
  return connection
    .all("SELECT wave, state, devices FROM rollout_count WHERE rollout_id = ? AND devices > 0", id)
    .map(({ wave, state, devices }) => ({
      wave: Number(wave),
      state: state as UpdateState,
      devices: Number(devices),
    }));
}

/** What the change leaves out stays. */
export function changeRollout(connection: SqliteConnection, id: RolloutId, change: RolloutChange): void {
  const { state, reason, endedAt, waveSince, wave, waves } = change;
  connection.run(
    `UPDATE rollout SET state = coalesce(?, state), reason = coalesce(?, reason), ended_at = coalesce(?, ended_at),
       wave_since = coalesce(?, wave_since), wave = coalesce(?, wave), waves = coalesce(?, waves) WHERE id = ?`,
    state ?? null,
    reason ?? null,
    endedAt ?? null,
    waveSince ?? null,
    wave ?? null,
    waves === undefined ? null : writeJson(waves),
    id,
  );
}

/** The states in the form of `state IN …`; they are constants of ours, so nothing in them needs escaping. */
export function inStates(states: readonly UpdateState[]): string {
  return `(${states.map((state) => `'${state}'`).join(", ")})`;
}
