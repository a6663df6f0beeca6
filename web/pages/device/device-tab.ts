// The properties of every tab on a device's page.
import type { Schema } from "../../api/schemas.ts";

export type DeviceInfo = Schema<"DeviceInfo">;

export interface DeviceTabProps {
  readonly device: DeviceInfo;
}
