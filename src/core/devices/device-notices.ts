// The port through which a gateway learns that people renamed or deleted a device behind it. It has happened already: a
// notice that fails undoes nothing.
import type { Device } from "./device.ts";

export type NoticedDevice = Pick<Device, "id" | "tenantId" | "name" | "additionalInfo">;

export interface DeviceNotices {
  /** `before` is the device under its old name. Resolves when the notice is kept, or there is nobody to notify; never rejects. */
  renamed(before: NoticedDevice, newName: string): Promise<void>;
  /** `device` as it was last. Resolves as `renamed`. */
  deleted(device: NoticedDevice): Promise<void>;
}
