// The tables as Kysely knows them: one interface per area, each in a file of its own in schema/.
import type { AccountTables } from "./schema/accounts.ts";
import type { AccountSecurityTables } from "./schema/account-security.ts";
import type { ApiKeyTables } from "./schema/api-keys.ts";
import type { AttributeTables } from "./schema/attributes.ts";
import type { DeviceTables } from "./schema/devices.ts";
import type { RpcTables } from "./schema/rpc.ts";
import type { TelemetryTables } from "./schema/telemetry.ts";
import type { ViewTables } from "./schema/views.ts";

export interface Database
  extends
    AccountTables,
    AccountSecurityTables,
    ApiKeyTables,
    AttributeTables,
    DeviceTables,
    RpcTables,
    TelemetryTables,
    ViewTables {}
