// The keys with which devices and the platform communicate about packages. Source: MQTT contract 6.5.
import type { PackageKind } from "../devices/profile-store.ts";

export const KEY_PREFIX: Readonly<Record<PackageKind, "fw" | "sw">> = { FIRMWARE: "fw", SOFTWARE: "sw" };

/** Telemetry keys with which a device reports its installed package. */
export function installedKeys(kind: PackageKind): { readonly title: string; readonly version: string } {
  const prefix = KEY_PREFIX[kind];
  return { title: `current_${prefix}_title`, version: `current_${prefix}_version` };
}
