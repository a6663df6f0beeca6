// For tests of devices without a gateway to notify of a rename or a deletion.
import type { DeviceNotices } from "../../src/core/devices/device-service.ts";

export const noNotices: DeviceNotices = {
  async renamed() {},
  async deleted() {},
};
