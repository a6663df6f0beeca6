// The stores of the embedded database, one entry each: which methods write, and which reads run on the calling thread.
// All threads of the database read this table.
import { SqliteAccountStore } from "./sqlite-account-store.ts";
import { SqliteApiKeyStore } from "./sqlite-api-key-store.ts";
import { SqliteAttributeStore } from "./sqlite-attribute-store.ts";
import { SqliteAuditStore } from "./sqlite-audit-store.ts";
import { SqliteClaimStore } from "./sqlite-claim-store.ts";
import { StoreConnectionHistory } from "./sqlite-connection-history.ts";
import { SqliteConnectivityStore } from "./sqlite-connectivity-store.ts";
import { SqliteCredentialsStore } from "./sqlite-credentials-store.ts";
import { SqliteCustomerStore } from "./sqlite-customer-store.ts";
import { SqliteDeviceStore } from "./sqlite-device-store.ts";
import { SqliteDimensionRowStore } from "./sqlite-dimension-row-store.ts";
import { SqliteEntityQueryStore } from "./sqlite-entity-query-store.ts";
import { SqliteHealthStore } from "./sqlite-health-store.ts";
import { SqliteHistorySeriesStore } from "./sqlite-history-series-store.ts";
import { SqliteInstallationStore } from "./sqlite-installation-store.ts";
import { SqliteJobStore } from "./sqlite-job-store.ts";
import { SqliteLinkStore } from "./sqlite-link-store.ts";
import { SqliteMarkStore } from "./sqlite-mark-store.ts";
import { SqliteMonitoringStore } from "./sqlite-monitoring-store.ts";
import { SqlitePackageChanges } from "./sqlite-package-changes.ts";
import { SqlitePackageStore } from "./sqlite-package-store.ts";
import { SqlitePostureStore } from "./sqlite-posture-store.ts";
import { SqliteProfileStore } from "./sqlite-profile-store.ts";
import { SqliteRegistryStore } from "./sqlite-registry-store.ts";
import { SqliteRelationStore } from "./sqlite-relation-store.ts";
import { SqliteRetentionStore } from "./sqlite-retention-store.ts";
import { SqliteRolloutStore } from "./sqlite-rollout-store.ts";
import { SqliteRolloutWork } from "./sqlite-rollout-work.ts";
import { SqliteRpcStore } from "./sqlite-rpc-store.ts";
import { SqliteSeriesStore } from "./sqlite-series-store.ts";
import { SqliteSessionStore } from "./sqlite-session-store.ts";
import { SqliteSettingsStore } from "./sqlite-settings-store.ts";
import { SqliteTenantStore } from "./sqlite-tenant-store.ts";
import { SqliteUsageStore } from "./sqlite-usage-store.ts";
import { SqliteUserSettingsStore } from "./sqlite-user-settings-store.ts";
import { SqliteUserStore } from "./sqlite-user-store.ts";
import { SqliteViewStore } from "./sqlite-view-store.ts";
import { storeEntry, type StoreTable } from "./store-table.ts";

export const stores = {
  accounts: storeEntry(SqliteAccountStore, {
    writes: [
      "recordLogin",
      "openSession",
      "recordFailure",
      "changePassword",
      "setReset",
      "resetPassword",
      "setActivation",
      "activate",
      "setEnabled",
    ],
    direct: ["findAccount", "findAccountByLogin"],
  }),
  apiKeys: storeEntry(SqliteApiKeyStore, {
    writes: ["createKey", "updateKey", "deleteKey", "recordUses", "deleteExpired"],
    direct: ["findLogin", "findKey"],
  }),
  attributes: storeEntry(SqliteAttributeStore, {
    writes: ["saveOfDevices", "saveOfDevice", "saveOfOthers", "delete"],
    direct: ["read"],
  }),
  audit: storeEntry(SqliteAuditStore, {
    writes: ["append", "removeOlder", "removeSurplus", "removeOfTenant"],
    direct: ["findSubject", "findDeviceByName"],
  }),
  claims: storeEntry(SqliteClaimStore, {
    writes: ["openClaims", "tryClaim", "takeClaim", "countTry", "forgetTries", "removeExpiredClaims"],
  }),
  connectionHistory: storeEntry(StoreConnectionHistory),
  connectivity: storeEntry(SqliteConnectivityStore, {
    writes: ["save", "deactivateSilent", "forgetEvents"],
    direct: ["read"],
  }),
  credentials: storeEntry(SqliteCredentialsStore, {
    writes: ["replace"],
    direct: ["findByDevice", "findByCredentialsId"],
  }),
  customers: storeEntry(SqliteCustomerStore, {
    writes: ["createCustomer", "updateCustomer", "deleteCustomer"],
    direct: ["findCustomer", "findCustomerByTitle"],
  }),
  deviceProfiles: storeEntry(SqliteProfileStore, {
    writes: ["create", "update", "delete", "makeDefault", "ensureDefault", "deleteAllOf"],
    direct: ["tenantOf", "find", "findData", "findDefault", "findByProvisionKey"],
  }),
  devices: storeEntry(SqliteDeviceStore, {
    writes: ["create", "update", "assign", "unassignSome", "delete", "deleteSome"],
    direct: ["find", "findByName", "findInfo", "count"],
  }),
  dimensionRows: storeEntry(SqliteDimensionRowStore),
  entityQueries: storeEntry(SqliteEntityQueryStore),
  health: storeEntry(SqliteHealthStore, { writes: ["touch"] }),
  historySeries: storeEntry(SqliteHistorySeriesStore),
  installations: storeEntry(SqliteInstallationStore, { writes: ["install", "keyOf"] }),
  marks: storeEntry(SqliteMarkStore, { writes: ["save", "saveVersion", "skipSeries", "requireKey"], direct: ["read"] }),
  monitoring: storeEntry(SqliteMonitoringStore),
  packageChanges: storeEntry(SqlitePackageChanges, { writes: ["settle"] }),
  packages: storeEntry(SqlitePackageStore, {
    writes: ["create", "update", "attachFile", "delete", "deleteAllOf"],
    direct: ["assignedTo", "find", "tenantOf"],
  }),
  posture: storeEntry(SqlitePostureStore),
  registry: storeEntry(SqliteRegistryStore, {
    writes: ["findOrCreate", "connectRoutes", "disconnectRoute"],
    direct: ["findByNames", "findById", "findProfile"],
  }),
  relations: storeEntry(SqliteRelationStore),
  reportJobs: storeEntry(SqliteJobStore, {
    writes: ["addJob", "changeJob", "deleteJob"],
    direct: ["findJob", "unended"],
  }),
  retention: storeEntry(SqliteRetentionStore),
  rollouts: storeEntry(SqliteRolloutStore, { writes: ["create", "change", "delete"], direct: ["find"] }),
  rolloutWork: storeEntry(SqliteRolloutWork, { writes: ["assign", "saveReports", "proceed", "withdraw"] }),
  rpc: storeEntry(SqliteRpcStore, {
    writes: ["reserveRequestIds", "returnRequestIds", "insert", "update", "delete", "expire", "purge", "purgeOf"],
    direct: ["find", "nextUnsent", "devicesWithUnsent", "awaitingReply", "nextExpiration"],
  }),
  series: storeEntry(SqliteSeriesStore, { writes: ["register", "purged"], direct: ["ofOwner", "retired"] }),
  sessions: storeEntry(SqliteSessionStore, {
    writes: ["rotate", "endLogin", "endAllOf", "deleteExpired"],
    direct: ["findSession"],
  }),
  settings: storeEntry(SqliteSettingsStore, {
    writes: ["saveSecuritySettings", "saveTokenSettings"],
    direct: ["findSecuritySettings", "findTokenSettings"],
  }),
  tenants: storeEntry(SqliteTenantStore, {
    writes: [
      "createTenant",
      "updateTenant",
      "deleteTenant",
      "createProfile",
      "updateProfile",
      "deleteProfile",
      "makeDefault",
    ],
    direct: ["findTenant", "findProfile", "findProfileOf", "findDefaultProfile"],
  }),
  usage: storeEntry(SqliteUsageStore, { writes: ["add", "forgetBefore"], direct: ["find"] }),
  userSettings: storeEntry(SqliteUserSettingsStore, {
    writes: ["saveUserSettings", "mergeUserSettings", "removeUserSettings"],
    direct: ["findUserSettings"],
  }),
  users: storeEntry(SqliteUserStore, {
    writes: ["createUser", "updateUser", "deleteUser", "withdrawUser"],
    direct: ["findUser", "findAccountState", "systemAdministrators"],
  }),
  viewLinks: storeEntry(SqliteLinkStore, { writes: ["createLink", "deleteLink"], direct: ["findLink"] }),
  views: storeEntry(SqliteViewStore, { writes: ["createView", "replaceView", "deleteView"], direct: ["findView"] }),
} satisfies StoreTable;
