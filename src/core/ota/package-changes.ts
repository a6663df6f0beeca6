// The port to the queue of devices whose assigned package has changed and that have not been notified yet. A change is
// queued in the transaction that makes it, whatever its cause: a save of a device or profile, a gateway that creates a
// device, a rollout.
import type { PackageKind } from "../devices/profile-store.ts";
import type { DeviceId, TenantId } from "../ids.ts";

export interface ChangedDevice {
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
  readonly kind: PackageKind;
}

/** The progress of a change. */
export interface ChangeProgress {
  readonly number: number;
  /** The last device of a profile that was notified; null if no device is left. */
  readonly after: DeviceId | null;
}

export interface ChangedDevices {
  readonly devices: readonly ChangedDevice[];
  /** To be passed to `settle` when all devices have been notified. */
  readonly progress: readonly ChangeProgress[];
}

export interface PackageChanges {
  /** Whether any device is left: what nearly always is answered with no, at little cost. */
  isAnyDue(): Promise<boolean>;
  /**
   * Up to `max` devices in the order of the changes; devices changed individually come before those of a profile, of
   * which there may be very many. No progress if no device is left.
   */
  due(max: number): Promise<ChangedDevices>;
  /** A change that has been replaced by a later one stays queued. */
  settle(progress: readonly ChangeProgress[]): Promise<void>;
}
