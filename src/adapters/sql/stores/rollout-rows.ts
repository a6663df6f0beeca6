// Rows of rollouts and of their devices.
import type { RolloutId, TenantId } from "../../../core/ids.ts";
import type { CountedRollout, Rollout, UpdateCount, UpdateState } from "../../../core/ota/rollout.ts";
import { parseJson, writeJson } from "../../../lib/json.ts";
import type { StoreConnection } from "../store-connection.ts";
import { storedAs, type Row } from "./stored-as.ts";

const JSON_OF_OURS = { write: writeJson, read: parseJson };

export const ROLLOUT = storedAs<Rollout>()(
  `id, created_at, tenant_id, package_id, profile_id, kind, title, version, name, target, waves, wave, wave_since,
    failure_percent_max, wave_minutes_max, state, reason, ended_at`,
  { target: JSON_OF_OURS, waves: JSON_OF_OURS },
);

export function rolloutOf(connection: StoreConnection, row: Row): CountedRollout {
  const rollout = ROLLOUT.entity(row);
  return { ...rollout, counts: countsOf(connection, rollout.id) };
}

export function findRollout(
  connection: StoreConnection,
  tenantId: TenantId,
  id: RolloutId,
): CountedRollout | undefined {
  const row = connection.get("SELECT * FROM rollout WHERE id = ? AND tenant_id = ?", id, tenantId);
  return row === undefined ? undefined : rolloutOf(connection, row);
}

function countsOf(connection: StoreConnection, id: RolloutId): readonly UpdateCount[] {
  return connection
    .all("SELECT wave, state, devices FROM rollout_count WHERE rollout_id = ? AND devices > 0 ORDER BY wave, state", id)
    .map(({ wave, state, devices }) => ({
      wave: Number(wave),
      state: state as UpdateState,
      devices: Number(devices),
    }));
}

/** The states for `state IN …`; they are our own constants, so nothing needs escaping. */
export function inStates(states: readonly UpdateState[]): string {
  return `(${states.map((state) => `'${state}'`).join(", ")})`;
}
