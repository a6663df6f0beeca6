// Tables of attributes and device activity; created by migration 0020.
import type { Generated } from "kysely";

export interface AttributeTables {
  attribute_owner: AttributeOwnerTable;
  attribute: AttributeTable;
  device_activity: DeviceActivityTable;
}

export interface AttributeOwnerTable {
  number: Generated<number>;
  /** Of a device, tenant, customer or user. */
  id: string;
}

export interface AttributeTable {
  /** The number of its `attribute_owner`. */
  owner: number;
  /** Position in `ATTRIBUTE_SCOPES`. */
  scope: number;
  key: string;
  /** An `AttributeKind`. */
  kind: number;
  value: number | string;
  last_update_ts: number;
}

export interface DeviceActivityTable {
  owner: number;
  /** 0 or 1. */
  active: number;
  last_activity_time: number;
  /** The device's own inactivity timeout, null where the default applies. */
  timeout_millis: number | null;
  /** Why its last connection ended, and when; null where none has. */
  last_end: string | null;
  last_end_at: number | null;
}
