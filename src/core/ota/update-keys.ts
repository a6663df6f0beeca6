// The keys by which devices and the platform speak of packages. Source: MQTT contract 6.5.
import type { PackageKind } from "../devices/profile-store.ts";

export const KEY_PREFIX: Readonly<Record<PackageKind, "fw" | "sw">> = { FIRMWARE: "fw", SOFTWARE: "sw" };

/** Telemetry in which a device says what it has. */
export function installedKeys(kind: PackageKind): { readonly title: string; readonly version: string } {
  const prefix = KEY_PREFIX[kind];
  return { title: `current_${prefix}_title`, version: `current_${prefix}_version` };
}
