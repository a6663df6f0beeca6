// The tables that queries are built for: one interface per area, each in a file of its own in schema/. Those that only
// SQL text names are in the migrations alone.
import type { AccountTables } from "./schema/accounts.ts";
import type { AccountSecurityTables } from "./schema/account-security.ts";
import type { ApiKeyTables } from "./schema/api-keys.ts";
import type { DeviceTables } from "./schema/devices.ts";
import type { PackageTables } from "./schema/packages.ts";
import type { RpcTables } from "./schema/rpc.ts";
import type { ViewTables } from "./schema/views.ts";

export interface Database
  extends AccountTables, AccountSecurityTables, ApiKeyTables, DeviceTables, PackageTables, RpcTables, ViewTables {}
