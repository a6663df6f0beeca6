// Rows of the device table: how a device becomes one, and one a device.
import type { Device, DeviceName, JsonObject, ProfileName } from "../../core/devices/device.ts";
import type { DeviceReferences } from "../../core/devices/references.ts";
import type { CustomerId, DeviceId, DeviceProfileId, PackageId, TenantId } from "../../core/ids.ts";
import { millis } from "../../lib/clock.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { parseExactly, writeJson } from "../../lib/json.ts";
import type { SqliteConnection } from "./connection.ts";
import { foldedText } from "./search-page.ts";

export interface DeviceRow extends DeviceReferences {
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

export interface DerivedColumns {
  readonly additionalInfo: string | null;
  readonly isGateway: 0 | 1;
  readonly overwriteActivityTime: 0 | 1;
  readonly lastGatewayId: string | null;
  readonly searchText: string;
}

/** The columns that follow from the name, the label and additionalInfo. */
export function derivedColumns(name: string, label: string | null, additionalInfo: JsonObject | null): DerivedColumns {
  const lastGateway = additionalInfo?.["lastConnectedGateway"];
  return {
    additionalInfo: additionalInfo === null ? null : writeJson(additionalInfo),
    isGateway: additionalInfo?.["gateway"] === true ? 1 : 0,
    overwriteActivityTime: additionalInfo?.["overwriteActivityTime"] === true ? 1 : 0,
    lastGatewayId: typeof lastGateway === "string" ? lastGateway : null,
    searchText: foldedText(name, label),
  };
}

export function insertDevice(connection: SqliteConnection, row: DeviceRow): void {
  const derived = derivedColumns(row.name, row.label, row.additionalInfo);
  connection.run(
    `INSERT INTO device (id, created_at, tenant_id, customer_id, name, label, profile_id, device_data, additional_info,
       is_gateway, overwrite_activity_time, last_gateway_id, search_text, firmware_id, software_id,
       external_id, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    row.id,
    row.createdAt,
    row.tenantId,
    row.customerId,
    row.name,
    row.label,
    row.profileId,
    row.deviceData,
    derived.additionalInfo,
    derived.isGateway,
    derived.overwriteActivityTime,
    derived.lastGatewayId,
    derived.searchText,
    row.firmwareId,
    row.softwareId,
    row.externalId,
  );
}

export const DEVICE_COLUMNS = `d.id, d.created_at, d.tenant_id, d.customer_id, d.name, d.label, d.profile_id, p.name AS profile_name,
  d.device_data, d.additional_info, d.firmware_id, d.software_id, d.external_id, d.version`;
export const DEVICE_FROM = "device d JOIN device_profile p ON p.id = d.profile_id";

export type ParseObject = (text: string) => JsonObject;

/** JSON was written by us from checked values, so this is the parser of our own format. */
const parseObject: ParseObject = (text) => parseExactly(text) as JsonObject;

/**
 * For the rows of a page: most of them have the same configuration. A text that has come before is neither parsed nor
 * copied to another thread again; the devices share the object.
 */
export function parseOnce(): ParseObject {
  const parsed = new Map<string, JsonObject>();
  return (text) => {
    const object = parsed.get(text) ?? parseObject(text);
    parsed.set(text, object);
    return object;
  };
}

/** The devices of a page. */
export function devicesOf(rows: readonly Record<string, unknown>[]): readonly Device[] {
  const parse = parseOnce();
  return rows.map((row) => deviceOf(row, parse));
}

export function deviceOf(row: Record<string, unknown>, parse = parseObject): Device {
  return {
    id: row["id"] as DeviceId,
    createdAt: millis(row["created_at"] as number),
    tenantId: row["tenant_id"] as TenantId,
    customerId: row["customer_id"] as CustomerId | null,
    name: row["name"] as DeviceName,
    label: row["label"] as string | null,
    profileId: row["profile_id"] as DeviceProfileId,
    type: row["profile_name"] as ProfileName,
    deviceData: parse(row["device_data"] as string),
    additionalInfo: row["additional_info"] === null ? null : parse(row["additional_info"] as string),
    firmwareId: row["firmware_id"] as PackageId | null,
    softwareId: row["software_id"] as PackageId | null,
    externalId: row["external_id"] as DeviceId | null,
    version: row["version"] as number,
  };
}
