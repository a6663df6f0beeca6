// The stores of the embedded database, one line each. Read by the writer's thread and by the main thread alike.
import type { AttributeStore } from "../../core/attributes/attribute-store.ts";
import type { ClaimStore } from "../../core/claims/claim-store.ts";
import type { ConnectivityStore } from "../../core/devices/connectivity-store.ts";
import type { ConnectionHistory } from "../../core/devices/connection-history.ts";
import type { CredentialsStore } from "../../core/devices/credentials-store.ts";
import type { DeviceStore } from "../../core/devices/device-store.ts";
import type { ProfileStore } from "../../core/devices/profile-store.ts";
import type { RegistryStore } from "../../core/devices/registry-store.ts";
import type { DimensionRowStore } from "../../core/analytics/access/dimension-row-store.ts";
import type { EntityQueryStore } from "../../core/entity-query/entity-query-store.ts";
import type { HistorySeriesStore } from "../../core/history/history-ports.ts";
import type { MonitoringStore } from "../../core/monitoring/monitoring-store.ts";
import type { RpcStore } from "../../core/rpc/rpc-store.ts";
import type { SeriesStore } from "../../core/telemetry/series-store.ts";
import type { UsageStore } from "../../core/usage/usage-store.ts";
import { accountStoreEntry } from "./sqlite-account-store.ts";
import { auditStoreEntry } from "./sqlite-audit-store.ts";
import { apiKeyStoreEntry } from "./sqlite-api-key-store.ts";
import { SqliteAttributeStore } from "./sqlite-attribute-store.ts";
import { SqliteClaimStore } from "./sqlite-claim-store.ts";
import { SqliteConnectivityStore } from "./sqlite-connectivity-store.ts";
import { SqliteCredentialsStore } from "./sqlite-credentials-store.ts";
import { customerStoreEntry } from "./sqlite-customer-store.ts";
import { SqliteDeviceStore } from "./sqlite-device-store.ts";
import { installationStoreEntry } from "./sqlite-installation-store.ts";
import { SqliteEntityQueryStore } from "./sqlite-entity-query-store.ts";
import { SqliteDimensionRowStore } from "./sqlite-dimension-row-store.ts";
import { SqliteProfileStore } from "./sqlite-profile-store.ts";
import { SqliteHistorySeriesStore } from "./sqlite-history-series-store.ts";
import { SqliteHealthStore, type HealthStore } from "./sqlite-health-store.ts";
import { SqliteRegistryStore } from "./sqlite-registry-store.ts";
import { SqliteConnectionHistory } from "./sqlite-connection-history.ts";
import { SqliteMonitoringStore } from "./sqlite-monitoring-store.ts";
import { SqliteRetentionStore, type RetentionStore } from "./sqlite-retention-store.ts";
import { SqliteRpcStore } from "./sqlite-rpc-store.ts";
import { SqliteSeriesStore } from "./sqlite-series-store.ts";
import { securitySettingsStoreEntry } from "./sqlite-security-settings-store.ts";
import { sessionStoreEntry } from "./sqlite-session-store.ts";
import { tokenSettingsStoreEntry } from "./sqlite-token-settings-store.ts";
import { tenantStoreEntry } from "./sqlite-tenant-store.ts";
import { SqliteUsageStore } from "./sqlite-usage-store.ts";
import { userSettingsStoreEntry } from "./sqlite-user-settings-store.ts";
import { userStoreEntry } from "./sqlite-user-store.ts";
import { jobStoreEntry } from "./sqlite-job-store.ts";
import { linkStoreEntry } from "./sqlite-link-store.ts";
import { viewStoreEntry } from "./sqlite-view-store.ts";
import { storeEntry, type StoreTable } from "./store-table.ts";

export const stores = {
  accounts: accountStoreEntry,
  audit: auditStoreEntry,
  apiKeys: apiKeyStoreEntry,
  customers: customerStoreEntry,
  installations: installationStoreEntry,
  securitySettings: securitySettingsStoreEntry,
  sessions: sessionStoreEntry,
  tenants: tenantStoreEntry,
  tokenSettings: tokenSettingsStoreEntry,
  users: userStoreEntry,
  userSettings: userSettingsStoreEntry,
  views: viewStoreEntry,
  viewLinks: linkStoreEntry,
  reportJobs: jobStoreEntry,
  claims: storeEntry<ClaimStore>(
    ({ connection }) => new SqliteClaimStore(connection),
    ["openClaims", "tryClaim", "takeClaim", "countTry", "forgetTries", "removeExpiredClaims"],
  ),
  health: storeEntry<HealthStore>(({ connection }) => new SqliteHealthStore(connection), SqliteHealthStore.writes),
  attributes: storeEntry<AttributeStore>(
    ({ connection }) => new SqliteAttributeStore(connection),
    SqliteAttributeStore.writes,
  ),
  connectivity: storeEntry<ConnectivityStore>(
    ({ connection }) => new SqliteConnectivityStore(connection),
    SqliteConnectivityStore.writes,
  ),
  rpc: storeEntry<RpcStore>((setting) => new SqliteRpcStore(setting), SqliteRpcStore.writes),
  dimensionRows: storeEntry<DimensionRowStore>(({ connection }) => new SqliteDimensionRowStore(connection), []),
  entityQueries: storeEntry<EntityQueryStore>(({ connection }) => new SqliteEntityQueryStore(connection), []),
  retention: storeEntry<RetentionStore>(({ connection }) => new SqliteRetentionStore(connection), []),
  monitoring: storeEntry<MonitoringStore>(({ connection }) => new SqliteMonitoringStore(connection), []),
  connectionHistory: storeEntry<ConnectionHistory>(({ connection }) => new SqliteConnectionHistory(connection), []),
  usage: storeEntry<UsageStore>(({ connection }) => new SqliteUsageStore(connection), SqliteUsageStore.writes),
  credentials: storeEntry<CredentialsStore>(
    (setting) => new SqliteCredentialsStore(setting),
    SqliteCredentialsStore.writes,
  ),
  devices: storeEntry<DeviceStore>((setting) => new SqliteDeviceStore(setting), SqliteDeviceStore.writes),
  deviceProfiles: storeEntry<ProfileStore>((setting) => new SqliteProfileStore(setting), SqliteProfileStore.writes),
  registry: storeEntry<RegistryStore>((setting) => new SqliteRegistryStore(setting), SqliteRegistryStore.writes),
  historySeries: storeEntry<HistorySeriesStore>(({ connection }) => new SqliteHistorySeriesStore(connection), []),
  series: storeEntry<SeriesStore>(({ connection }) => new SqliteSeriesStore(connection), ["register", "purged"]),
} satisfies StoreTable;
