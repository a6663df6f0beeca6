// Persistent calls and request ids.
import { DomainError } from "../../../core/errors.ts";
import type { DeviceId, RpcId, TenantId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { REQUEST_ID_MAX, REQUEST_ID_MIN, RPC_STATUSES } from "../../../core/rpc/rpc.ts";
import type { PersistentRpc, RpcSortField, RpcStatus } from "../../../core/rpc/rpc.ts";
import type { RpcChange, RpcStore } from "../../../core/rpc/rpc.ts";
import { millis } from "../../../lib/clock.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { equal, searchPage, type List } from "./search-page.ts";
import { violatesForeignKey } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import { FLAG, JSON_TEXT, storedAs, type Row } from "./stored-as.ts";

/** A call that has been or will be sent: neither final nor delivered. */
const UNSENT = "unfinished = 1 AND status <> 'DELIVERED'";

const RPC = storedAs<PersistentRpc>()(
  `id, created_at, tenant_id, device_id, request_id, method, params, one_way, expiration_time, retries,
    additional_info, status, sent_through, timeouts, response`,
  { oneWay: FLAG, additionalInfo: JSON_TEXT },
);

const LIST: List<RpcSortField> = {
  columns: "*",
  from: "rpc",
  search: "method",
  id: "id",
  sort: { createdTime: "created_at", expirationTime: "expiration_time", request: "method", response: "response" },
};

export class SqlRpcStore extends SqlStore implements RpcStore {
  async reserveRequestIds(deviceId: DeviceId, count: number): Promise<number | undefined> {
    // A block never exceeds int32: before it would, ids start again.
    const row = this.connection.get(
      `INSERT INTO rpc_request_id (device_id, next_id) SELECT id, CAST(?2 AS BIGINT) FROM device WHERE id = ?1
       ON CONFLICT (device_id) DO UPDATE SET next_id = CASE WHEN rpc_request_id.next_id > CAST(?3 AS BIGINT)
         THEN excluded.next_id ELSE rpc_request_id.next_id + CAST(?4 AS BIGINT) END
       RETURNING next_id`,
      deviceId,
      REQUEST_ID_MIN + count,
      REQUEST_ID_MAX - count + 1,
      count,
    );
    return row === undefined ? undefined : Number(row["next_id"]) - count;
  }

  async returnRequestIds(
    blocks: readonly { readonly deviceId: DeviceId; readonly firstUnused: number; readonly end: number }[],
  ): Promise<void> {
    for (const { deviceId, firstUnused, end } of blocks)
      this.connection.run(
        "UPDATE rpc_request_id SET next_id = ? WHERE device_id = ? AND next_id = ?",
        firstUnused,
        deviceId,
        end,
      );
  }

  async insert(call: PersistentRpc, unfinishedMax: number): Promise<void> {
    const { connection } = this;
    const unfinished = connection.count("FROM rpc WHERE device_id = ? AND unfinished = 1", call.deviceId);
    if (unfinished >= unfinishedMax)
      throw new DomainError("limit-exceeded", `the device has ${String(unfinished)} unfinished calls already`, {
        limit: { name: "rpc.devicePersistentMax", value: unfinishedMax },
      });
    try {
      connection.insert("rpc", { ...RPC.row(call), unfinished: call.status === "EXPIRED" ? 0 : 1 });
    } catch (error) {
      if (violatesForeignKey(error))
        throw new DomainError("not-found", `there is no device ${call.deviceId}`, { cause: error });
      throw error;
    }
  }

  async update({ id, status, sentThrough, timeouts, response }: RpcChange): Promise<void> {
    this.connection.run(
      `UPDATE rpc SET status = ?2, sent_through = coalesce(?3, sent_through), timeouts = coalesce(?4, timeouts),
         response = coalesce(?5, response),
         unfinished = CASE WHEN ?2 IN ('SUCCESSFUL', 'FAILED', 'EXPIRED') OR (?2 = 'DELIVERED' AND one_way = 1)
           THEN 0 ELSE 1 END
       WHERE id = ?1 AND unfinished = 1 AND NOT (status = 'DELIVERED' AND (?2 = 'SENT' OR coalesce(?4, 0) > 0))`,
      id,
      status,
      sentThrough ?? null,
      timeouts ?? null,
      response ?? null,
    );
  }

  async delete(tenantId: TenantId, id: RpcId): Promise<boolean> {
    return this.connection.run("DELETE FROM rpc WHERE id = ? AND tenant_id = ?", id, tenantId) > 0;
  }

  async expire(now: EpochMillis, limit: number): Promise<readonly RpcId[]> {
    const rows = this.connection.all(
      `UPDATE rpc SET status = 'EXPIRED', unfinished = 0
       WHERE id IN (SELECT id FROM rpc WHERE unfinished = 1 AND expiration_time <= ? ORDER BY expiration_time LIMIT ?) RETURNING id`,
      now,
      limit,
    );
    return rows.map(({ id }) => String(id) as RpcId);
  }

  async purge(before: EpochMillis, limit: number): Promise<number> {
    return this.connection.run(
      "DELETE FROM rpc WHERE id IN (SELECT id FROM rpc WHERE unfinished = 0 AND created_at < ? LIMIT ?)",
      before,
      limit,
    );
  }

  async purgeOf(tenantId: TenantId, before: EpochMillis, limit: number): Promise<number> {
    return this.connection.run(
      "DELETE FROM rpc WHERE id IN (SELECT id FROM rpc WHERE unfinished = 0 AND tenant_id = ? AND created_at < ? LIMIT ?)",
      tenantId,
      before,
      limit,
    );
  }

  async nextExpiration(): Promise<EpochMillis | undefined> {
    const at = this.connection.get("SELECT min(expiration_time) AS at FROM rpc WHERE unfinished = 1")?.["at"];
    return typeof at === "number" ? millis(at) : undefined;
  }

  async find(tenantId: TenantId, id: RpcId): Promise<PersistentRpc | undefined> {
    return this.#one("SELECT * FROM rpc WHERE id = ? AND tenant_id = ?", id, tenantId);
  }

  async list(
    tenantId: TenantId,
    deviceId: DeviceId,
    status: RpcStatus | null,
    page: PageRequest<RpcSortField>,
  ): Promise<FoundPage<PersistentRpc>> {
    const where = [...equal("device_id", deviceId), ...equal("tenant_id", tenantId), ...equal("status", status)];
    const request = { ...page, textSearch: null };
    return searchPage(this.connection, { list: LIST, where, request }, persistentRpc);
  }

  async nextUnsent(deviceId: DeviceId, after: RpcId | null): Promise<PersistentRpc | undefined> {
    return this.#one(
      `SELECT * FROM rpc WHERE device_id = ? AND id > ? AND ${UNSENT} ORDER BY id LIMIT 1`,
      deviceId,
      after ?? "",
    );
  }

  async devicesWithUnsent(throughId: DeviceId): Promise<readonly DeviceId[]> {
    // Usually no call waits; then a gateway's routes, of which there may be thousands, need not be read.
    const anyUnsent = this.connection.get(`SELECT 1 FROM rpc INDEXED BY rpc_unsent WHERE ${UNSENT} LIMIT 1`);
    if (anyUnsent === undefined) return [];
    const rows = this.connection.all(
      `SELECT t.device_id FROM (SELECT ?1 AS device_id UNION SELECT device_id FROM device_route WHERE gateway_id = ?1) t
       WHERE EXISTS (SELECT 1 FROM rpc WHERE rpc.device_id = t.device_id AND ${UNSENT})`,
      throughId,
    );
    return rows.map((row) => String(row["device_id"]) as DeviceId);
  }

  async awaitingReply(deviceId: DeviceId, requestId: number): Promise<PersistentRpc | undefined> {
    return this.#one(
      "SELECT * FROM rpc WHERE device_id = ? AND request_id = ? AND unfinished = 1 AND one_way = 0 AND sent_through IS NOT NULL",
      deviceId,
      requestId,
    );
  }

  #one(sql: string, ...parameters: (string | number)[]): PersistentRpc | undefined {
    const row = this.connection.get(sql, ...parameters);
    return row === undefined ? undefined : persistentRpc(row);
  }
}

function persistentRpc(row: Row): PersistentRpc {
  const call = RPC.entity(row);
  if (!RPC_STATUSES.includes(call.status))
    throw new DomainError("unavailable", `a stored call has the unknown status "${call.status}"`);
  return call;
}
