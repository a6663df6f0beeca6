// Finished calls by tenant and age, for tenants that keep them for a time of their own.
import type { Migration } from "./migration.ts";

export const callRetention: Migration = {
  number: 91,
  name: "call retention",
  up(connection) {
    connection.exec("CREATE INDEX rpc_finished_by_tenant ON rpc (tenant_id, created_at) WHERE unfinished = 0");
  },
};
