// Rows of the device table: how a device becomes one, and one a device.
import type { Device, JsonObject } from "../../core/devices/device.ts";
import type { DeviceReferences } from "../../core/devices/references.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../../core/ids.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import type { SqliteConnection } from "./connection.ts";
import { fromJsonColumn, jsonColumn } from "./contact-columns.ts";
import { foldedText } from "./search-page.ts";
import { Table, type Cells } from "./table.ts";

export interface NewDeviceRow extends DeviceReferences {
  readonly id: DeviceId;
  readonly createdAt: EpochMillis;
  readonly tenantId: TenantId;
  readonly customerId: CustomerId | null;
  readonly name: string;
  readonly label: string | null;
  readonly profileId: DeviceProfileId;
  /** JSON text. */
  readonly deviceData: string;
  readonly additionalInfo: JsonObject | null;
}

export const DEVICE = new Table(
  "device",
  "id createdAt tenantId customerId name label profileId deviceData additionalInfo firmwareId softwareId externalId version",
  "isGateway overwriteActivityTime lastGatewayId searchText",
);
export const DEVICE_COLUMNS = `${DEVICE.columns}, p.name AS type`;
export const DEVICE_FROM = "device JOIN device_profile p ON p.id = device.profile_id";

/** What follows from the name, the label and additionalInfo. */
export function derivedCells(
  device: Pick<NewDeviceRow, "name" | "label" | "additionalInfo">,
): Cells<"additionalInfo isGateway overwriteActivityTime lastGatewayId searchText"> {
  const { name, label, additionalInfo } = device;
  const lastGateway = additionalInfo?.["lastConnectedGateway"];
  return {
    additionalInfo: jsonColumn(additionalInfo),
    isGateway: additionalInfo?.["gateway"] === true,
    overwriteActivityTime: additionalInfo?.["overwriteActivityTime"] === true,
    lastGatewayId: typeof lastGateway === "string" ? lastGateway : null,
    searchText: foldedText(name, label),
  };
}

export function insertDevice(connection: SqliteConnection, row: NewDeviceRow): void {
  DEVICE.insert(connection, { ...row, ...derivedCells(row), version: 1 });
}

/** Written out, which is faster than a copy of the row: lists have many of them. */
export function deviceOf(row: Readonly<Record<string, unknown>>): Device {
  const device = row as unknown as Device;
  return {
    id: device.id,
    createdAt: device.createdAt,
    tenantId: device.tenantId,
    customerId: device.customerId,
    name: device.name,
    label: device.label,
    profileId: device.profileId,
    type: device.type,
    deviceData: fromJsonColumn(row["deviceData"]) ?? {},
    additionalInfo: fromJsonColumn(row["additionalInfo"]),
    firmwareId: device.firmwareId,
    softwareId: device.softwareId,
    externalId: device.externalId,
    version: device.version,
  };
}
