// The stores of the embedded database, one entry each: which methods write, and which reads run on the calling thread.
// All threads of the database read this table.
import { SqlAccountStore } from "./stores/account-store.ts";
import { SqlApiKeyStore } from "./stores/api-key-store.ts";
import { SqlAttributeStore } from "./stores/attribute-store.ts";
import { SqlAuditStore } from "./stores/audit-store.ts";
import { SqlClaimStore } from "./stores/claim-store.ts";
import { StoreConnectionHistory } from "./stores/connection-history.ts";
import { SqlConnectivityStore } from "./stores/connectivity-store.ts";
import { SqlCredentialsStore } from "./stores/credentials-store.ts";
import { SqlCustomerStore } from "./stores/customer-store.ts";
import { SqlDashboardStore } from "./stores/dashboard-store.ts";
import { SqlDeviceStore } from "./stores/device-store.ts";
import { SqlDimensionRowStore } from "./stores/dimension-row-store.ts";
import { SqlEntityQueryStore } from "./stores/entity-query-store.ts";
import { SqlHealthStore } from "./stores/health-store.ts";
import { SqlHistorySeriesStore } from "./stores/history-series-store.ts";
import { SqlInstallationStore } from "./stores/installation-store.ts";
import { SqlJobStore } from "./stores/job-store.ts";
import { SqlLinkStore } from "./stores/link-store.ts";
import { SqlMarkStore } from "./stores/mark-store.ts";
import { SqlMonitoringStore } from "./stores/monitoring-store.ts";
import { SqlPackageChanges } from "./stores/package-changes.ts";
import { SqlPackageStore } from "./stores/package-store.ts";
import { SqlPostureStore } from "./stores/posture-store.ts";
import { SqlProfileStore } from "./stores/profile-store.ts";
import { SqlRefusalStore } from "./stores/refusal-store.ts";
import { SqlRegistryStore } from "./stores/registry-store.ts";
import { SqlRelationStore } from "./stores/relation-store.ts";
import { SqlRetentionStore } from "./stores/retention-store.ts";
import { SqlRolloutStore } from "./stores/rollout-store.ts";
import { SqlRolloutWork } from "./stores/rollout-work.ts";
import { SqlRpcStore } from "./stores/rpc-store.ts";
import { SqlSeriesStore } from "./stores/series-store.ts";
import { SqlSessionStore } from "./stores/session-store.ts";
import { SqlSettingsStore } from "./stores/settings-store.ts";
import { SqlTenantStore } from "./stores/tenant-store.ts";
import { SqlTrafficStore } from "./stores/traffic-store.ts";
import { SqlUsageStore } from "./stores/usage-store.ts";
import { SqlUserSettingsStore } from "./stores/user-settings-store.ts";
import { SqlUserStore } from "./stores/user-store.ts";
import { SqlViewStore } from "./stores/view-store.ts";
import { storeEntry, type StoreTable } from "./store-table.ts";

export const stores = {
  accounts: storeEntry(SqlAccountStore, {
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
  apiKeys: storeEntry(SqlApiKeyStore, {
    writes: ["createKey", "updateKey", "deleteKey", "recordUses", "deleteExpired"],
    direct: ["findLogin", "findKey"],
  }),
  attributes: storeEntry(SqlAttributeStore, {
    writes: ["saveOfDevices", "saveOfDevice", "saveOfDeviceIfOther", "saveOfOthers", "delete"],
    direct: ["read"],
  }),
  audit: storeEntry(SqlAuditStore, {
    writes: ["append", "removeOlder", "removeSurplus", "removeOfTenant"],
    direct: ["findSubject", "findDeviceByName"],
  }),
  claims: storeEntry(SqlClaimStore, {
    writes: ["openClaims", "tryClaim", "takeClaim", "countTry", "forgetTries", "removeExpiredClaims"],
  }),
  connectionHistory: storeEntry(StoreConnectionHistory),
  connectivity: storeEntry(SqlConnectivityStore, {
    writes: ["save", "deactivateSilent", "forgetEvents"],
    direct: ["read"],
  }),
  credentials: storeEntry(SqlCredentialsStore, {
    writes: ["replace"],
    direct: ["findByDevice", "findByCredentialsId"],
  }),
  customers: storeEntry(SqlCustomerStore, {
    writes: ["createCustomer", "updateCustomer", "deleteCustomer"],
    direct: ["findCustomer", "findCustomerByTitle"],
  }),
  dashboards: storeEntry(SqlDashboardStore, {
    writes: ["create", "update", "delete", "assign"],
    direct: ["findHead"],
  }),
  deviceProfiles: storeEntry(SqlProfileStore, {
    writes: ["create", "update", "delete", "makeDefault", "ensureDefault", "deleteAllOf"],
    direct: ["tenantOf", "find", "findData", "findDefault", "findByProvisionKey"],
  }),
  devices: storeEntry(SqlDeviceStore, {
    writes: ["create", "update", "assign", "unassignSome", "delete", "deleteSome"],
    direct: ["find", "findByName", "findInfo", "count"],
  }),
  dimensionRows: storeEntry(SqlDimensionRowStore),
  entityQueries: storeEntry(SqlEntityQueryStore),
  health: storeEntry(SqlHealthStore, { writes: ["touch"] }),
  historySeries: storeEntry(SqlHistorySeriesStore),
  installations: storeEntry(SqlInstallationStore, { writes: ["install", "keyOf"] }),
  marks: storeEntry(SqlMarkStore, { writes: ["save", "saveVersion", "skipSeries", "requireKey"], direct: ["read"] }),
  monitoring: storeEntry(SqlMonitoringStore),
  packageChanges: storeEntry(SqlPackageChanges, { writes: ["settle"], direct: ["isAnyDue"] }),
  packages: storeEntry(SqlPackageStore, {
    writes: ["create", "update", "attachFile", "delete", "deleteAllOf"],
    direct: ["assignedTo", "find", "tenantOf"],
  }),
  posture: storeEntry(SqlPostureStore),
  refusals: storeEntry(SqlRefusalStore, { writes: ["append"] }),
  registry: storeEntry(SqlRegistryStore, {
    writes: ["findOrCreate", "connectRoutes", "disconnectRoute"],
    direct: ["findByNames", "findById", "findProfile"],
  }),
  relations: storeEntry(SqlRelationStore),
  reportJobs: storeEntry(SqlJobStore, {
    writes: ["addJob", "changeJob", "deleteJob"],
    direct: ["findJob", "unended"],
  }),
  retention: storeEntry(SqlRetentionStore),
  rollouts: storeEntry(SqlRolloutStore, { writes: ["create", "change", "delete"], direct: ["find"] }),
  rolloutWork: storeEntry(SqlRolloutWork, {
    writes: ["assign", "saveReports", "proceed", "withdraw"],
    direct: ["isAnyDue"],
  }),
  rpc: storeEntry(SqlRpcStore, {
    writes: ["reserveRequestIds", "returnRequestIds", "insert", "update", "delete", "expire", "purge", "purgeOf"],
    direct: ["find", "nextUnsent", "devicesWithUnsent", "awaitingReply", "nextExpiration"],
  }),
  series: storeEntry(SqlSeriesStore, { writes: ["register", "purged"], direct: ["ofOwner", "named", "retired"] }),
  sessions: storeEntry(SqlSessionStore, {
    writes: ["rotate", "endLogin", "endAllOf", "deleteExpired"],
    direct: ["findSession"],
  }),
  settings: storeEntry(SqlSettingsStore, {
    writes: ["saveSecuritySettings", "saveTokenSettings"],
    direct: ["findSecuritySettings", "findTokenSettings"],
  }),
  tenants: storeEntry(SqlTenantStore, {
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
  traffic: storeEntry(SqlTrafficStore, { writes: ["save", "takeOver", "forgetBefore"] }),
  usage: storeEntry(SqlUsageStore, { writes: ["add", "forgetBefore"], direct: ["find"] }),
  userSettings: storeEntry(SqlUserSettingsStore, {
    writes: ["saveUserSettings", "mergeUserSettings", "removeUserSettings"],
    direct: ["findUserSettings"],
  }),
  users: storeEntry(SqlUserStore, {
    writes: ["createUser", "updateUser", "deleteUser", "withdrawUser"],
    direct: ["findUser", "findAccountState", "systemAdministrators"],
  }),
  viewLinks: storeEntry(SqlLinkStore, { writes: ["createLink", "deleteLink"], direct: ["findLink"] }),
  views: storeEntry(SqlViewStore, { writes: ["createView", "replaceView", "deleteView"], direct: ["findView"] }),
} satisfies StoreTable;
