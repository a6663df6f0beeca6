// What the services around devices ask of the registry: devices by id, and the devices behind a gateway.
import type { DeviceId } from "../ids.ts";
import type { KnownDevice } from "./known-device.ts";

export interface DeviceDirectory {
  /** The device if this node has it in its cache, or a session or batch still holds it; does not wait. */
  inMemory(id: DeviceId): KnownDevice | undefined;
  /** The device, or undefined where there is none. Rejects with `unavailable` when the store does. */
  loadById(id: DeviceId): Promise<KnownDevice | undefined>;
  /** Every device whose route is this gateway. Rejects with `unavailable` when the store does. */
  loadRoutedThrough(gatewayId: DeviceId): Promise<readonly KnownDevice[]>;
}
