// The port to the queue of devices that have another package assigned and have not been notified yet. A change is queued in the
// transaction that makes it, for every cause: a save of a device or a profile, a gateway that creates a device, a rollout.
import type { PackageKind } from "../devices/profile-store.ts";
import type { DeviceId, TenantId } from "../ids.ts";

export interface ChangedDevice {
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
  readonly kind: PackageKind;
}

/** How far a change has been carried out. */
export interface ChangeProgress {
  readonly number: number;
  /** The last device of a profile that was notified; null where no device is left. */
  readonly after: DeviceId | null;
}

export interface ChangedDevices {
  readonly devices: readonly ChangedDevice[];
  /** To be settled when all of them have been notified. */
  readonly progress: readonly ChangeProgress[];
}

export interface PackageChanges {
  /**
   * Up to `max` devices in the order of the changes; those that were changed one by one come before those of a profile, of
   * which there may be very many. No progress where no device is left.
   */
  due(max: number): Promise<ChangedDevices>;
  /** A change that a later one has replaced meanwhile stays. */
  settle(progress: readonly ChangeProgress[]): Promise<void>;
}
