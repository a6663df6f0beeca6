// For tests of devices behind which nobody stands to be told of a rename or a deletion.
import type { DeviceNotices } from "../../src/core/devices/device-notices.ts";

export const noNotices: DeviceNotices = {
  async renamed() {},
  async deleted() {},
};
