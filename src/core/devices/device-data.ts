// The `deviceData` of a device, which has to fit the transport of its profile. Source: REST contract 7.
import type { JsonObject, TransportType } from "./device.ts";

/** `data` with what is missing or of another transport replaced by the transport's plain form. */
export function alignedDeviceData(data: JsonObject | null, transportType: TransportType): JsonObject {
  const configuration = objectOfType(data?.["configuration"], "DEFAULT");
  const transportConfiguration = objectOfType(data?.["transportConfiguration"], transportType);
  return { ...data, configuration, transportConfiguration };
}

function objectOfType(value: unknown, type: string): object {
  return typeof value === "object" && value !== null && "type" in value && value.type === type ? value : { type };
}
