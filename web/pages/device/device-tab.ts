// The properties of every tab on a device's page, and how the device is read.
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";

export type DeviceInfo = Schema<"DeviceInfo">;

export interface DeviceTabProps {
  readonly device: DeviceInfo;
}

/** It carries the values of other devices. */
export function isGatewayDevice({ additionalInfo }: Pick<DeviceInfo, "additionalInfo">): boolean {
  return additionalInfo?.["gateway"] === true;
}

const REFRESH_MILLIS = 10_000;

export function deviceQuery(deviceId: string) {
  return {
    queryKey: ["devices", "one", deviceId],
    queryFn: read("/api/device/info/{deviceId}", { path: { deviceId } }),
    refetchInterval: REFRESH_MILLIS,
  };
}
