// Tables of devices and their profiles; created by migration 0010.
// Ids are UUID text, times are milliseconds since the epoch, JSON is kept as compact text.
import type { Device, DeviceProfile } from "../../../core/devices/device.ts";
import type { DeviceId } from "../../../core/ids.ts";
import type { Flag, RowOf } from "../stored-as.ts";

export interface DeviceTables {
  device_profile: DeviceProfileTable;
  device_profile_image: DeviceProfileImageTable;
  device: DeviceTable;
}

/** In `profile_data` without the provisioning secret. */
interface DeviceProfileTable extends RowOf<Omit<DeviceProfile, "image">> {
  /** Encrypted. */
  provision_secret: Uint8Array | null;
  /** The name in lower case: what a text search looks at. */
  search_text: string;
}

/** A profile without an image has no row. */
interface DeviceProfileImageTable {
  profile_id: DeviceProfile["id"];
  tenant_id: DeviceProfile["tenantId"];
  image: string;
}

interface DeviceTable extends RowOf<Omit<Device, "type">> {
  /** Copies of members of additional_info that are asked for on their own. */
  is_gateway: Flag;
  overwrite_activity_time: Flag;
  last_gateway_id: DeviceId | null;
  /** Name and label in lower case: what a text search looks at. */
  search_text: string;
}
