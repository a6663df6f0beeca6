// What a device is sent, as JSON text.
import type { Downlink } from "../../core/devices/live-session.ts";
import { writeDeletedKeys, writeValues } from "./value-text.ts";

/** `withId` says whether a call names its id there: a device's own has it in the topic. */
export function writeDownlink(downlink: Downlink, withId: boolean): string {
  switch (downlink.kind) {
    case "attributes-updated":
      return writeValues(downlink.values);
    case "attributes-deleted":
      return writeDeletedKeys(downlink.keys);
    case "rpc": {
      const id = withId ? `"id":${String(downlink.requestId)},` : "";
      return `{${id}"method":${JSON.stringify(downlink.method)},"params":${downlink.params}}`;
    }
  }
}
