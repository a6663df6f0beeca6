// Tables of devices and their profiles; created by migration 0010.
// Ids are UUID text, times are milliseconds since the epoch, JSON is kept as compact text.
import type { ColumnType } from "kysely";

/** 0 or 1. */
type Flag = ColumnType<number, boolean | number, boolean | number>;

export interface DeviceTables {
  device_profile: DeviceProfileTable;
  device_profile_image: DeviceProfileImageTable;
  device: DeviceTable;
}

export interface DeviceProfileTable {
  id: string;
  created_at: number;
  tenant_id: string;
  name: string;
  description: string | null;
  is_default: Flag;
  transport_type: string;
  provision_type: string;
  provision_key: string | null;
  /** Encrypted. */
  provision_secret: Uint8Array | null;
  /** The profileData object without the provisioning secret. */
  profile_data: string;
  default_rule_chain_id: string | null;
  default_dashboard_id: string | null;
  default_queue_name: string | null;
  default_edge_rule_chain_id: string | null;
  firmware_id: string | null;
  software_id: string | null;
  external_id: string | null;
  /** The name in lower case: what a text search looks at. */
  search_text: string;
  version: number;
}

/** A profile without an image has no row. */
export interface DeviceProfileImageTable {
  profile_id: string;
  tenant_id: string;
  image: string;
}

export interface DeviceTable {
  id: string;
  created_at: number;
  tenant_id: string;
  customer_id: string | null;
  name: string;
  label: string | null;
  profile_id: string;
  device_data: string;
  additional_info: string | null;
  firmware_id: string | null;
  software_id: string | null;
  external_id: string | null;
  /** Copies of members of additional_info that are asked for on their own. */
  is_gateway: Flag;
  overwrite_activity_time: Flag;
  last_gateway_id: string | null;
  /** Name and label in lower case: what a text search looks at. */
  search_text: string;
  version: number;
}
