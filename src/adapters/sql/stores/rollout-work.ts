// The reads and writes of rollout rounds.
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { PackageKind } from "../../../core/devices/profile-store.ts";
import type { DeviceId, RolloutId, TenantId } from "../../../core/ids.ts";
import {
  FOLLOWED,
  HAD_IT,
  NOT_STARTED,
  OPEN,
  type CountedRollout,
  type UpdateState,
} from "../../../core/ota/rollout.ts";
import type { ChangedUpdate, FollowedDevice, RolloutChange, RolloutWork } from "../../../core/ota/rollout-store.ts";
import { millis, type EpochMillis } from "../../../lib/clock.ts";
import { PACKAGE_COLUMNS } from "./package-rows.ts";
import { findRollout, inStates, ROLLOUT, rolloutOf } from "./rollout-rows.ts";
import { SqlStore } from "../store-table.ts";

type Row = Readonly<Record<string, unknown>>;

/** Ended rollouts are found by their open updates, through a partial index. */
const DUE = `SELECT * FROM rollout WHERE ended_at IS NULL
  UNION ALL SELECT * FROM rollout WHERE ended_at IS NOT NULL AND id IN (
    SELECT c.rollout_id FROM rollout_count c JOIN rollout r ON r.id = c.rollout_id
    WHERE c.devices > 0 AND c.state IN ${inStates(OPEN)} AND (r.ended_at + r.wave_minutes_max * 60000 > ?
      OR r.state = 'STOPPED' AND c.state IN ${inStates(NOT_STARTED)}))`;

export class SqlRolloutWork extends SqlStore implements RolloutWork {
  async isAnyDue(now: EpochMillis): Promise<boolean> {
    return this.connection.get(`${DUE} LIMIT 1`, now) !== undefined;
  }

  async due(now: EpochMillis): Promise<readonly CountedRollout[]> {
    return this.connection.all(`${DUE} ORDER BY id`, now).map((row) => rolloutOf(this.connection, row));
  }

  async find(tenantId: TenantId, id: RolloutId): Promise<CountedRollout | undefined> {
    return findRollout(this.connection, tenantId, id);
  }

  async assign(id: RolloutId, now: EpochMillis, max: number): Promise<readonly DeviceId[]> {
    const rollout = this.connection.get("SELECT * FROM rollout WHERE id = ? AND state = 'RUNNING'", id);
    if (rollout === undefined) return [];
    const rows = this.connection.all(
      "SELECT device_id, wave FROM rollout_device WHERE rollout_id = ? AND wave <= ? AND assigned_at IS NULL LIMIT ?",
      id,
      Number(rollout["wave"]),
      max,
    );
    this.#assign(rollout, rows, now);
    return rows.map((row) => row["device_id"] as DeviceId);
  }

  async followed(
    id: RolloutId,
    keys: readonly string[],
    after: DeviceId | null,
    max: number,
  ): Promise<readonly FollowedDevice[]> {
    const rows = this.connection.all(
      `SELECT device_id, state, progress, error, assigned_at FROM rollout_device WHERE rollout_id = ? AND device_id > ?
         AND assigned_at IS NOT NULL AND state IN ${inStates(FOLLOWED)} ORDER BY device_id LIMIT ?`,
      id,
      after ?? "",
      max,
    );
    const series = this.#seriesOf(rows, keys);
    return rows.map((row) => followedDevice(row, keys, series));
  }

  async saveReports(id: RolloutId, reports: readonly ChangedUpdate[], now: EpochMillis): Promise<void> {
    const set = this.connection.rowSet(
      { id: "text", state: "text", progress: "bigint", error: "text" },
      reports.map(({ id: deviceId, state, progress, error }) => ({ id: deviceId, state, progress, error })),
    );
    this.connection.run(
      `UPDATE rollout_device AS r SET state = t.state, progress = t.progress, error = t.error, updated_at = ? FROM ${set.sql}
         WHERE r.rollout_id = ? AND r.device_id = t.id`,
      ...[now, ...set.parameters, id],
    );
  }

  async proceed(id: RolloutId, wave: number, change: RolloutChange): Promise<boolean> {
    const found = this.connection.get(
      "SELECT 1 FROM rollout WHERE id = ? AND state = 'RUNNING' AND wave = ?",
      id,
      wave,
    );
    if (found === undefined) return false;
    this.connection.update("rollout", id, ROLLOUT.changes(change));
    return true;
  }

  async withdraw(id: RolloutId, now: EpochMillis, max: number): Promise<readonly DeviceId[]> {
    const rollout = this.connection.get("SELECT * FROM rollout WHERE id = ? AND state = 'STOPPED'", id);
    if (rollout === undefined) return [];
    const rows = this.connection.all(
      `SELECT device_id, former_package_id FROM rollout_device
       WHERE rollout_id = ? AND state IN ${inStates(NOT_STARTED)} LIMIT ?`,
      id,
      max,
    );
    this.#withdraw(rollout, rows, now);
    return rows.map((row) => row["device_id"] as DeviceId);
  }

  #assign(rollout: Row, rows: readonly Row[], now: EpochMillis): void {
    const column = PACKAGE_COLUMNS[rollout["kind"] as PackageKind];
    const packageId = String(rollout["package_id"]);
    const found = this.connection.all(
      `SELECT d.id, d.${column} AS own, coalesce(d.${column}, p.${column}) AS present FROM json_each(?) j
         CROSS JOIN device d ON d.id = j.value JOIN device_profile p ON p.id = d.profile_id
         WHERE d.profile_id = ? AND d.tenant_id = ?`,
      ...[idsOf(rows), String(rollout["profile_id"]), String(rollout["tenant_id"])],
    );
    const devices = new Map(found.map((device) => [device["id"], device]));
    const hadIt = new Set(rows.filter(({ wave }) => Number(wave) === HAD_IT).map(({ device_id: id }) => id));
    const stateOf = (id: unknown): UpdateState => (!devices.has(id) ? "SKIPPED" : hadIt.has(id) ? "UPDATED" : "QUEUED");
    const set = this.connection.rowSet(
      { id: "text", state: "text", former: "text", error: "text" },
      rows.map(({ device_id: id }) => ({
        id: String(id),
        state: stateOf(id),
        former: (devices.get(id)?.["own"] ?? null) as string | null,
        error: devices.has(id) ? null : "the device has another profile now",
      })),
    );
    this.connection.run(
      `UPDATE rollout_device AS r SET state = t.state, assigned_at = ?, updated_at = ?, former_package_id = t.former,
         error = t.error FROM ${set.sql} WHERE r.rollout_id = ? AND r.device_id = t.id`,
      ...[now, now, ...set.parameters, String(rollout["id"])],
    );
    this.connection.run(
      `UPDATE device SET ${column} = ?1, version = version + 1
         WHERE id IN (SELECT value FROM json_each(?2)) AND (${column} IS NULL OR ${column} <> ?1)`,
      ...[packageId, JSON.stringify([...devices.keys()])],
    );
    // The assignment does not change, so no trigger queues the device; after a failed update it must be notified again.
    this.#noteChanges(
      rollout,
      found.filter(({ id, present }) => present === packageId && !hadIt.has(id)).map(({ id }) => String(id)),
    );
  }

  #noteChanges({ kind, tenant_id: tenantId }: Row, deviceIds: readonly string[]): void {
    this.connection.run(
      "DELETE FROM package_change WHERE device_id IN (SELECT value FROM json_each(?)) AND kind = ?",
      ...[JSON.stringify(deviceIds), String(kind)],
    );
    this.connection.insertAll(
      "package_change",
      deviceIds.map((id) => ({ kind: String(kind), tenant_id: String(tenantId), device_id: id })),
    );
  }

  /** A device that has been given another package meanwhile keeps that one. */
  #withdraw(rollout: Row, rows: readonly Row[], now: EpochMillis): void {
    const column = PACKAGE_COLUMNS[rollout["kind"] as PackageKind];
    const packageId = String(rollout["package_id"]);
    const changed = rows.filter(({ former_package_id: former }) => former !== packageId);
    const set = this.connection.rowSet(
      { id: "text", former: "text" },
      changed.map(({ device_id: id, former_package_id: former }) => ({
        id: String(id),
        former: former as string | null,
      })),
    );
    this.connection.run(
      `UPDATE device AS d SET ${column} = (SELECT o.id FROM ota_package o WHERE o.id = t.former AND o.profile_id = d.profile_id),
         version = version + 1 FROM ${set.sql} WHERE d.id = t.id AND d.${column} = ?`,
      ...[...set.parameters, packageId],
    );
    this.connection.run(
      `UPDATE rollout_device SET state = 'WITHDRAWN', updated_at = ?
         WHERE rollout_id = ? AND device_id IN (SELECT value FROM json_each(?))`,
      ...[now, String(rollout["id"]), idsOf(rows)],
    );
  }

  /** By device and key. */
  #seriesOf(rows: readonly Row[], keys: readonly string[]): ReadonlyMap<string, SeriesNumber> {
    const found = this.connection.all(
      `SELECT s.owner_id, s.key, s.number FROM json_each(?) j CROSS JOIN series s ON s.owner_id = j.value
         WHERE s.key IN (SELECT value FROM json_each(?))`,
      ...[idsOf(rows), JSON.stringify(keys)],
    );
    return new Map(
      found.map(({ owner_id: id, key, number }) => [`${String(id)} ${String(key)}`, Number(number) as SeriesNumber]),
    );
  }
}

/** As a parameter. */
function idsOf(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(({ device_id: id }) => id));
}

function followedDevice(row: Row, keys: readonly string[], series: ReadonlyMap<string, SeriesNumber>): FollowedDevice {
  const id = row["device_id"] as DeviceId;
  return {
    id,
    state: row["state"] as UpdateState,
    progress: row["progress"] as number | null,
    error: row["error"] as string | null,
    assignedAt: millis(Number(row["assigned_at"])),
    series: keys.map((key) => series.get(`${id} ${key}`) ?? null),
  };
}
