// Rollouts, for the people who manage them.
import { DomainError, invalid } from "../../../core/errors.ts";
import type { DeviceId, RolloutId, TenantId } from "../../../core/ids.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import {
  HAD_IT,
  NOT_STARTED,
  noSuchRollout,
  type CountedRollout,
  type KeptTarget,
  type Rollout,
  type RolloutDevice,
  type RolloutState,
  type RolloutTarget,
} from "../../../core/ota/rollout.ts";
import {
  rolloutLimitExceeded,
  type CandidateQuery,
  type Candidates,
  type RolloutBounds,
  type RolloutChange,
  type RolloutDeviceFilter,
  type RolloutDeviceSort,
  type RolloutFilter,
  type RolloutSort,
  type RolloutStore,
} from "../../../core/ota/rollout-store.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { findRollout, inStates, ROLLOUT, rolloutOf } from "./rollout-rows.ts";
import {
  allOf,
  containing,
  equal,
  foldedText,
  offsetOf,
  searchPage,
  type Condition,
  type List,
} from "./search-page.ts";
import { SqlStore } from "../store-table.ts";
import { storedAs } from "./stored-as.ts";

const SORTS: Readonly<Record<RolloutSort, string>> = { createdTime: "created_at", name: "name", state: "state" };

const DEVICES: List<RolloutDeviceSort> = {
  columns: "x.*, x.device_id AS id, d.name, d.label",
  from: "rollout_device x JOIN device d ON d.id = x.device_id",
  search: "d.search_text",
  id: "x.device_id",
  sort: { name: "d.name", wave: "x.wave", state: "x.state", progress: "x.progress", updatedTime: "x.updated_at" },
};

const NAMES: Readonly<Record<Exclude<RolloutTarget["kind"], "devices">, readonly [what: string, sql: string]>> = {
  profile: ["deviceProfileId: device profile", "SELECT name FROM device_profile WHERE id = ? AND tenant_id = ?"],
  gateway: ["gatewayId: gateway", "SELECT name FROM device WHERE id = ? AND tenant_id = ? AND is_gateway = 1"],
  customer: ["customerId: customer", "SELECT title AS name FROM customer WHERE id = ? AND tenant_id = ?"],
};

const ROLLOUT_DEVICE = storedAs<RolloutDevice>()("id, name, label, wave, state, progress, error, updated_at");

export class SqlRolloutStore extends SqlStore implements RolloutStore {
  async candidates({ tenantId, profileId, target, keys, max }: CandidateQuery): Promise<Candidates> {
    const kept = this.#keptTarget(tenantId, target);
    const { sql, parameters } = allOf([
      { sql: "d.tenant_id = ?", parameters: [tenantId] },
      { sql: "d.profile_id = ?", parameters: [profileId] },
      ...among(target),
    ]);
    const series = keys.map(
      (_, index) => `(SELECT number FROM series WHERE owner_id = d.id AND key = ?) AS series${String(index)}`,
    );
    const rows = this.connection.all(
      `SELECT ${["d.id", ...series].join(", ")} FROM device d WHERE ${sql} ORDER BY d.id LIMIT ?`,
      ...keys,
      ...parameters,
      max,
    );
    const devices = rows.map((row) => ({
      id: row["id"] as DeviceId,
      series: keys.map((_, index) => row[`series${String(index)}`] as SeriesNumber | null),
    }));
    return { target: kept, devices };
  }

  async create(
    rollout: Rollout,
    waves: readonly (readonly DeviceId[])[],
    bounds: RolloutBounds,
  ): Promise<CountedRollout> {
    const { tenantId } = rollout;
    const running = this.connection.count("FROM rollout WHERE tenant_id = ? AND ended_at IS NULL", tenantId);
    if (running >= bounds.tenantRunningMax) throw rolloutLimitExceeded(bounds.tenantRunningMax);
    this.#requirePackage(rollout);
    this.#requireFree(rollout, waves.flat());
    const surplus = this.connection.count("FROM rollout WHERE tenant_id = ?", tenantId) + 1 - bounds.tenantMax;
    if (surplus > 0)
      this.connection.run(
        `DELETE FROM rollout WHERE id IN
           (SELECT id FROM rollout WHERE tenant_id = ? AND ended_at IS NOT NULL ORDER BY id LIMIT ?)`,
        tenantId,
        surplus,
      );
    this.#insert(rollout);
    waves.forEach((ids, wave) => {
      this.#insertDevices(rollout, wave, ids);
    });
    return this.#require(tenantId, rollout.id);
  }

  async find(tenantId: TenantId, id: RolloutId): Promise<CountedRollout | undefined> {
    return findRollout(this.connection, tenantId, id);
  }

  async list(filter: RolloutFilter, page: PageRequest<RolloutSort>): Promise<FoundPage<CountedRollout>> {
    const { sql, parameters } = allOf([
      { sql: "tenant_id = ?", parameters: [filter.tenantId] },
      ...equal("state", filter.state),
      ...equal("package_id", filter.packageId),
      ...containing("search_text", page.textSearch),
    ]);
    const total = this.connection.count(`FROM rollout WHERE ${sql}`, ...parameters);
    const { sort } = page;
    const order =
      sort === null
        ? "id DESC"
        : sort.property === "id"
          ? `id ${sort.order}`
          : `${SORTS[sort.property]} ${sort.order}, id DESC`;
    const rows = this.connection.all(
      `SELECT * FROM rollout WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
      ...parameters,
      page.size,
      offsetOf(page),
    );
    return { items: rows.map((row) => rolloutOf(this.connection, row)), total };
  }

  async devices(
    tenantId: TenantId,
    id: RolloutId,
    filter: RolloutDeviceFilter,
    page: PageRequest<RolloutDeviceSort>,
  ): Promise<FoundPage<RolloutDevice>> {
    const where = [
      ...equal("x.rollout_id", id),
      ...equal("d.tenant_id", tenantId),
      ...equal("x.state", filter.state),
      ...equal("x.wave", filter.wave),
    ];
    return searchPage(this.connection, { list: DEVICES, where, request: page }, ROLLOUT_DEVICE.entity);
  }

  async change(
    tenantId: TenantId,
    id: RolloutId,
    from: readonly RolloutState[],
    change: RolloutChange,
  ): Promise<CountedRollout> {
    const present = this.#require(tenantId, id);
    if (!from.includes(present.state))
      throw new DomainError(
        "conflict",
        `rollout "${present.name}" is ${present.state}, and would have to be ${from.join(" or ")}`,
      );
    this.connection.update("rollout", id, ROLLOUT.changes(change));
    return this.#require(tenantId, id);
  }

  async delete(tenantId: TenantId, id: RolloutId): Promise<void> {
    const { name, state, endedAt } = this.#require(tenantId, id);
    if (endedAt === null)
      throw new DomainError("conflict", `rollout "${name}" is ${state}: stop it before you delete it`);
    const notStarted = this.connection.get(
      `SELECT 1 FROM rollout_device WHERE rollout_id = ? AND state IN ${inStates(NOT_STARTED)} LIMIT 1`,
      id,
    );
    if (state === "STOPPED" && notStarted !== undefined)
      throw new DomainError("conflict", `rollout "${name}" is still taking back what was not started: try again later`);
    this.connection.run("DELETE FROM rollout WHERE id = ?", id);
  }

  #require(tenantId: TenantId, id: RolloutId): CountedRollout {
    const found = findRollout(this.connection, tenantId, id);
    if (found === undefined) throw noSuchRollout(id);
    return found;
  }

  #keptTarget(tenantId: TenantId, target: RolloutTarget): KeptTarget {
    if (target.kind === "devices") {
      const missing = this.connection.get(
        `SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM device WHERE id = value AND tenant_id = ?) LIMIT 1`,
        JSON.stringify(target.ids),
        tenantId,
      );
      if (missing !== undefined) throw invalid(`deviceIds: device ${String(missing["value"])} does not exist`);
      return { kind: "devices", listed: target.ids.length };
    }
    const [what, sql] = NAMES[target.kind];
    const found = this.connection.get(sql, target.id, tenantId);
    if (found === undefined) throw invalid(`${what} ${target.id} does not exist`);
    return { kind: target.kind, id: target.id, name: String(found["name"]) };
  }

  /** The package may have been deleted while the devices were being selected. */
  #requirePackage({ packageId, tenantId }: Rollout): void {
    const found = this.connection.get("SELECT 1 FROM ota_package WHERE id = ? AND tenant_id = ?", packageId, tenantId);
    if (found === undefined) throw invalid(`packageId: package ${packageId} does not exist`);
  }

  #requireFree({ kind }: Rollout, ids: readonly DeviceId[]): void {
    const taken = this.connection.get(
      `SELECT d.name, r.name AS rollout FROM json_each(?) j CROSS JOIN rollout_device x ON x.device_id = j.value
         CROSS JOIN rollout r ON r.id = x.rollout_id AND r.kind = ? AND r.ended_at IS NULL
         CROSS JOIN device d ON d.id = x.device_id LIMIT 1`,
      JSON.stringify(ids),
      kind,
    );
    if (taken === undefined) return;
    const [device, rollout] = [String(taken["name"]), String(taken["rollout"])];
    throw new DomainError(
      "conflict",
      `device "${device}" is in the rollout "${rollout}" of ${kind.toLowerCase()}, which has not ended`,
    );
  }

  #insert(rollout: Rollout): void {
    const { name, title, version } = rollout;
    this.connection.insert("rollout", { ...ROLLOUT.row(rollout), search_text: foldedText(name, title, version) });
  }

  /** A device that has been deleted or has another profile by now is left out. */
  #insertDevices({ id, createdAt, tenantId, profileId }: Rollout, wave: number, ids: readonly DeviceId[]): void {
    this.connection.run(
      `INSERT INTO rollout_device (rollout_id, device_id, wave, state, progress, updated_at)
       SELECT ?1, d.id, ?2, ?3, ?4, ?5 FROM json_each(?6) j CROSS JOIN device d ON d.id = j.value
       WHERE d.tenant_id = ?7 AND d.profile_id = ?8`,
      id,
      wave,
      wave === HAD_IT ? "UPDATED" : "PENDING",
      wave === HAD_IT ? 100 : null,
      createdAt,
      JSON.stringify(ids),
      tenantId,
      profileId,
    );
  }
}

function among(target: RolloutTarget): readonly Condition[] {
  switch (target.kind) {
    case "devices":
      return [{ sql: "d.id IN (SELECT value FROM json_each(?))", parameters: [JSON.stringify(target.ids)] }];
    case "profile":
      return equal("d.profile_id", target.id);
    case "customer":
      return equal("d.customer_id", target.id);
    case "gateway":
      // The same devices as in the gateway's own list, including those of which it was the last gateway.
      return [
        {
          sql: `d.id IN (SELECT device_id FROM device_route WHERE gateway_id = ?
            UNION SELECT id FROM device WHERE last_gateway_id = ? AND id NOT IN (SELECT device_id FROM device_route))`,
          parameters: [target.id, target.id],
        },
      ];
  }
}
