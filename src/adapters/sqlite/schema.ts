// The tables as Kysely knows them: one interface per area, each in a file of its own beside the others in schema/.
import type { DeviceTables } from "./schema/devices.ts";

export interface Database extends DeviceTables {}
