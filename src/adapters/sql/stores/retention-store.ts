// How long tenants keep their data according to their profiles, and which series belong to whom.
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import type { TenantId } from "../../../core/ids.ts";
import type { CallTerm, CallTerms } from "../../../core/rpc/rpc-expiration.ts";
import type { OwnedSeries, RetentionDirectory, StorageTerm } from "../../../core/telemetry/retention-ports.ts";
import { SqlStore } from "../store-table.ts";

/** A profile is checked when it is saved; if a field is invalid nevertheless, everything is kept. */
const TERMS = `
  SELECT tenant.id, json_extract(profile_data, '$.configuration.' || ?1) AS days
  FROM tenant JOIN tenant_profile ON tenant_profile.id = tenant.profile_id
  WHERE CASE json_type(profile_data, '$.configuration.' || ?1)
    WHEN 'integer' THEN CAST(json_extract(profile_data, '$.configuration.' || ?1) AS BIGINT) END > 0`;

const SERIES = `
  SELECT s.number, coalesce(d.tenant_id, u.tenant_id, c.tenant_id, t.id) AS tenant_id FROM series s
  LEFT JOIN device d ON d.id = s.owner_id
  LEFT JOIN user_account u ON d.id IS NULL AND u.id = s.owner_id
  LEFT JOIN customer c ON d.id IS NULL AND c.id = s.owner_id
  LEFT JOIN tenant t ON d.id IS NULL AND t.id = s.owner_id
  WHERE s.number > ? ORDER BY s.number LIMIT ?`;

export class SqlRetentionStore extends SqlStore implements RetentionDirectory, CallTerms {
  storageTerms(): Promise<readonly StorageTerm[]> {
    return Promise.resolve(this.#terms("defaultStorageTtlDays"));
  }

  callTerms(): Promise<readonly CallTerm[]> {
    return Promise.resolve(this.#terms("rpcTtlDays"));
  }

  seriesAfter(after: number, max: number): Promise<OwnedSeries> {
    const rows = this.connection.all(SERIES, after, max);
    return Promise.resolve({
      numbers: rows.map((row) => Number(row["number"]) as SeriesNumber),
      tenantIds: rows.map((row) => row["tenant_id"] as TenantId | null),
    });
  }

  #terms(field: string): readonly { readonly tenantId: TenantId; readonly days: number }[] {
    return this.connection
      .all(TERMS, field)
      .map((row) => ({ tenantId: row["id"] as TenantId, days: Number(row["days"]) }));
  }
}
