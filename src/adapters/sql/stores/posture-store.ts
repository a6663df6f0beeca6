// Counts stored data that affects the security of the installation.
import type { PostureStore, StoredRisks } from "../../../core/installation/posture.ts";
import { MESSAGE_RATE_LIMITS } from "../../../core/tenants/tenant-profile.ts";
import { SqlStore } from "../store-table.ts";

const limit = (name: string): string => `CAST(json_extract(p.profile_data, '$.configuration.${name}') AS TEXT)`;
const tenants = (condition: string): string =>
  `(SELECT count(*) FROM tenant t JOIN tenant_profile p ON p.id = t.profile_id WHERE ${condition})`;

const RISKS = `SELECT
  (SELECT count(*) FROM user_account WHERE authority = 'SYS_ADMIN' AND enabled = 1 AND password_hash IS NOT NULL) AS administrators,
  (SELECT count(*) FROM api_key WHERE enabled = 1 AND expires_at IS NULL) AS endless,
  ${tenants(`coalesce(${limit("maxDevices")}, '0') = '0'`)} AS device_limit,
  ${tenants(MESSAGE_RATE_LIMITS.map((name) => `coalesce(${limit(name)}, '') = ''`).join(" AND "))} AS rate_limit`;

export class SqlPostureStore extends SqlStore implements PostureStore {
  countRisks(): Promise<StoredRisks> {
    const row = this.connection.get(RISKS);
    return Promise.resolve({
      systemAdministrators: Number(row?.["administrators"]),
      endlessApiKeys: Number(row?.["endless"]),
      tenantsWithoutDeviceLimit: Number(row?.["device_limit"]),
      tenantsWithoutRateLimit: Number(row?.["rate_limit"]),
    });
  }
}
