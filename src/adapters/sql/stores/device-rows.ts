// Rows of the device table: conversion of devices to rows and back.
import type { Device, DeviceName } from "../../../core/devices/device.ts";
import { parseExactly, writeJson } from "../../../lib/json.ts";
import type { StoreConnection } from "../store-connection.ts";
import { foldedText } from "./search-page.ts";
import { storedAs, type Row, type StoredAs } from "./stored-as.ts";

export interface DeviceRow extends Omit<Device, "name" | "type" | "deviceData" | "version"> {
  /** Already parsed as a name. */
  readonly name: string;
  /** JSON text. */
  readonly deviceData: string;
}

/** The columns derived from the name, the label and additionalInfo. */
export function derivedColumns({ name, label, additionalInfo }: Pick<DeviceRow, "name" | "label" | "additionalInfo">): {
  readonly is_gateway: 0 | 1;
  readonly overwrite_activity_time: 0 | 1;
  readonly last_gateway_id: Device["id"] | null;
  readonly search_text: string;
} {
  const lastGateway = additionalInfo?.["lastConnectedGateway"];
  return {
    is_gateway: additionalInfo?.["gateway"] === true ? 1 : 0,
    overwrite_activity_time: additionalInfo?.["overwriteActivityTime"] === true ? 1 : 0,
    last_gateway_id: typeof lastGateway === "string" ? (lastGateway as Device["id"]) : null,
    search_text: foldedText(name, label),
  };
}

export function insertDevice(connection: StoreConnection, device: DeviceRow): void {
  insertDevices(connection, [device]);
}

export function insertDevices(connection: StoreConnection, devices: readonly DeviceRow[]): void {
  connection.insertAll(
    "device",
    devices.map(({ deviceData, ...device }) => {
      const columns = DEVICE.row({ ...device, name: device.name as DeviceName });
      return { ...columns, device_data: deviceData, ...derivedColumns(device), version: 1 };
    }),
  );
}

/** `read` parses the JSON. */
function deviceAs(read: (text: string) => unknown): StoredAs<Device> {
  const json = { write: writeJson, read };
  return storedAs<Device>()(
    `id, created_at, tenant_id, customer_id, name, label, profile_id, type, device_data, additional_info, firmware_id,
      software_id, external_id, version`,
    { deviceData: json, additionalInfo: json },
  );
}

export const DEVICE = deviceAs(parseExactly);

export const DEVICE_COLUMNS = `d.id, d.created_at, d.tenant_id, d.customer_id, d.name, d.label, d.profile_id, p.name AS type,
  d.device_data, d.additional_info, d.firmware_id, d.software_id, d.external_id, d.version`;
export const DEVICE_FROM = "device d JOIN device_profile p ON p.id = d.profile_id";

/**
 * For the rows of a page, most of which have the same configuration: a text that has occurred before is neither parsed
 * nor copied to another thread again; the devices share the object.
 */
export function devicesOf(rows: readonly Row[]): readonly Device[] {
  const parsed = new Map<string, unknown>();
  const { entity } = deviceAs((text) => {
    const object = parsed.get(text) ?? parseExactly(text);
    parsed.set(text, object);
    return object;
  });
  return rows.map(entity);
}
