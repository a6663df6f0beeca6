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
      OR r.state = 'STOPPED' AND c.state IN ${inStates(NOT_STARTED)}))
  ORDER BY id`;

export class SqlRolloutWork extends SqlStore implements RolloutWork {
  async due(now: EpochMillis): Promise<readonly CountedRollout[]> {
    return this.connection.all(DUE, now).map((row) => rolloutOf(this.connection, row));
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
    return rows.map((row) => {
      this.#assign(rollout, row, now);
      return row["device_id"] as DeviceId;
    });
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
    return rows.map((row) => this.#followed(row, keys));
  }

  async saveReports(id: RolloutId, reports: readonly ChangedUpdate[], now: EpochMillis): Promise<void> {
    for (const { id: deviceId, state, progress, error } of reports)
      this.connection.run(
        "UPDATE rollout_device SET state = ?, progress = ?, error = ?, updated_at = ? WHERE rollout_id = ? AND device_id = ?",
        ...[state, progress, error, now, id, deviceId],
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
    return rows.map((row) => {
      this.#withdraw(rollout, row, now);
      return row["device_id"] as DeviceId;
    });
  }

  #assign(rollout: Row, { device_id: deviceId, wave }: Row, now: EpochMillis): void {
    const column = PACKAGE_COLUMNS[rollout["kind"] as PackageKind];
    const id = String(deviceId);
    const packageId = String(rollout["package_id"]);
    const device = this.connection.get(
      `SELECT d.${column} AS own, coalesce(d.${column}, p.${column}) AS present FROM device d
         JOIN device_profile p ON p.id = d.profile_id WHERE d.id = ? AND d.profile_id = ? AND d.tenant_id = ?`,
      ...[id, String(rollout["profile_id"]), String(rollout["tenant_id"])],
    );
    const hadIt = Number(wave) === HAD_IT;
    const state: UpdateState = device === undefined ? "SKIPPED" : hadIt ? "UPDATED" : "QUEUED";
    this.connection.run(
      `UPDATE rollout_device SET state = ?, assigned_at = ?, updated_at = ?, former_package_id = ?, error = ?
       WHERE rollout_id = ? AND device_id = ?`,
      ...[state, now, now, (device?.["own"] ?? null) as string | null],
      device === undefined ? "the device has another profile now" : null,
      ...[String(rollout["id"]), id],
    );
    if (device === undefined) return;
    if (device["own"] !== packageId)
      this.connection.run(`UPDATE device SET ${column} = ?, version = version + 1 WHERE id = ?`, packageId, id);
    // The assignment does not change, so no trigger queues the device; after a failed update it must be notified again.
    if (device["present"] === packageId && !hadIt) this.#noteChange(rollout, id);
  }

  #noteChange({ kind, tenant_id: tenantId }: Row, deviceId: string): void {
    this.connection.run("DELETE FROM package_change WHERE device_id = ? AND kind = ?", deviceId, String(kind));
    this.connection.run(
      "INSERT INTO package_change (kind, tenant_id, device_id) VALUES (?, ?, ?)",
      ...[String(kind), String(tenantId), deviceId],
    );
  }

  /** A device that has been given another package meanwhile keeps that one. */
  #withdraw(rollout: Row, { device_id: deviceId, former_package_id: former }: Row, now: EpochMillis): void {
    const column = PACKAGE_COLUMNS[rollout["kind"] as PackageKind];
    const id = String(deviceId);
    const packageId = String(rollout["package_id"]);
    if (former !== packageId)
      this.connection.run(
        `UPDATE device SET ${column} = (SELECT o.id FROM ota_package o WHERE o.id = ?1 AND o.profile_id = device.profile_id),
           version = version + 1 WHERE id = ?2 AND ${column} = ?3`,
        ...[former as string | null, id, packageId],
      );
    this.connection.run(
      "UPDATE rollout_device SET state = 'WITHDRAWN', updated_at = ? WHERE rollout_id = ? AND device_id = ?",
      ...[now, String(rollout["id"]), id],
    );
  }

  #followed(row: Row, keys: readonly string[]): FollowedDevice {
    const id = row["device_id"] as DeviceId;
    const series = keys.map((key) => {
      const found = this.connection.get("SELECT number FROM series WHERE owner_id = ? AND key = ?", id, key);
      return found === undefined ? null : (Number(found["number"]) as SeriesNumber);
    });
    return {
      id,
      state: row["state"] as UpdateState,
      progress: row["progress"] as number | null,
      error: row["error"] as string | null,
      assignedAt: millis(Number(row["assigned_at"])),
      series,
    };
  }
}
