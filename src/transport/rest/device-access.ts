// Access control for devices: finds the device of a path for a caller with the permission, or throws. A device of
// another tenant does not exist; one of another customer is forbidden. Source: REST contract 1.5.
import { isPermitted, permit, permitMember, type OperationOn, type ResourceOf } from "../../core/access/permissions.ts";
import type { Principal, TenantMember } from "../../core/access/principal.ts";
import { isGateway, type Device } from "../../core/devices/device.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import { DomainError } from "../../core/errors.ts";
import { parseId, type DeviceId } from "../../core/ids.ts";

/** Finds any device of the installation by id. */
export interface DeviceLookup {
  loadById(id: DeviceId): Promise<KnownDevice | undefined>;
}

/** The facts of a device that permissions depend on. */
export type OwnedDevice = Pick<KnownDevice, "id" | "tenantId" | "customerId">;

export class DeviceAccess {
  readonly #devices: DeviceLookup;

  constructor(devices: DeviceLookup) {
    this.#devices = devices;
  }

  /** `id` is text from a path. Throws `invalid`, `forbidden` or `not-found`. */
  async require(principal: Principal, id: string, operation: OperationOn<"DEVICE">): Promise<KnownDevice> {
    permitMember(principal, operation, "DEVICE");
    const deviceId = parseId<DeviceId>(id, "deviceId");
    const device = await this.#devices.loadById(deviceId);
    if (device === undefined || device.deleted) throw noSuchDevice(deviceId);
    permitDevice(principal, operation, device);
    return device;
  }

  /** Likewise; `not-found` also for a device that is no gateway. */
  async requireGateway(principal: Principal, id: string, operation: OperationOn<"DEVICE">): Promise<KnownDevice> {
    const device = await this.require(principal, id, operation);
    if (!device.isGateway) throw new DomainError("not-found", `device ${device.id} is no gateway`);
    return device;
  }

  /** Whether the caller may read the device. */
  async isReadable(principal: Principal, id: DeviceId): Promise<boolean> {
    const device = await this.#devices.loadById(id);
    return device !== undefined && !device.deleted && isPermitted<"DEVICE">(principal, "read", deviceResource(device));
  }
}

export function permitDevice(principal: TenantMember, operation: OperationOn<"DEVICE">, device: OwnedDevice): void {
  permit<"DEVICE">(principal, operation, deviceResource(device));
}

/**
 * Permission for a device's credentials. Those of a gateway give access to all devices of the tenant, so a customer
 * user may see the credentials of other devices only.
 */
export function permitCredentials(principal: Principal, device: OwnedDevice & Pick<Device, "additionalInfo">): void {
  permit<"DEVICE">(principal, "read-credentials", deviceResource(device));
  if (principal.authority === "CUSTOMER_USER" && isGateway(device))
    throw new DomainError(
      "forbidden",
      "the credentials of a gateway reach all devices of the tenant, and are for tenant administrators",
    );
}

export function deviceResource({ id, tenantId, customerId }: OwnedDevice): ResourceOf<"DEVICE"> {
  return { kind: "DEVICE", deviceId: id, tenantId, customerId };
}

function noSuchDevice(id: DeviceId): DomainError {
  return new DomainError("not-found", `device ${id} does not exist`);
}
