// What every tab of a device's page is given.
import type { Schema } from "../../api/schemas.ts";

export type DeviceInfo = Schema<"DeviceInfo">;

export interface DeviceTabProps {
  readonly device: DeviceInfo;
}
