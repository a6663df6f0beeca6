// Downlinks to devices as JSON text.
import type { Downlink, PackageOffer } from "../../core/devices/live-session.ts";
import { writeJson } from "../../lib/json.ts";
import { writeDeletedKeys, writeValues } from "./value-text.ts";

/** `withId` writes the request id into the call; a device's own call has it in the topic. */
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

/** Omits unknown facts about a package; without a package `title` is null. */
export function writeOffer({ kind, offered, devices }: PackageOffer): string {
  if (offered === null) return writeJson({ type: kind, title: null, devices });
  const { title, version, tag, bytes, checksum, url } = offered;
  return writeJson({
    type: kind,
    title,
    version,
    tag: tag ?? undefined,
    size: bytes ?? undefined,
    checksum: checksum?.value,
    checksumAlgorithm: checksum?.algorithm,
    url: url ?? undefined,
    devices,
  });
}
