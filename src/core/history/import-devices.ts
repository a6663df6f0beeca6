// Devices as an import needs them: found by the names that its rows have, and created where that was asked for.
import { type DeviceLimit, deviceLimitExceeded } from "../devices/device-store.ts";
import { parseDeviceName } from "../devices/device.ts";
import type { DeviceRegistry } from "../devices/device-registry.ts";
import type { DeviceService } from "../devices/device-service.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import { parseTitle } from "../entity-text.ts";
import type { TenantId } from "../ids.ts";
import { NO_DEVICE_REFERENCES } from "../devices/references.ts";

export interface ImportDeviceDeps {
  readonly registry: Pick<DeviceRegistry, "loadAll">;
  readonly devices: Pick<DeviceService, "create">;
  readonly limit: DeviceLimit;
  readonly store: { count(tenantId: TenantId): Promise<number> };
}

export class ImportedDevices {
  readonly #deps: ImportDeviceDeps;

  constructor(deps: ImportDeviceDeps) {
    this.#deps = deps;
  }

  /** Devices of the tenant by name, in the order asked; undefined where there is none. */
  loadAll(tenantId: TenantId, names: readonly string[]): Promise<readonly (KnownDevice | undefined)[]> {
    return this.#deps.registry.loadAll(tenantId, names);
  }

  /** Rejects with `invalid` for the name, or `limit-exceeded`. */
  async create(tenantId: TenantId, name: string): Promise<void> {
    await this.#deps.devices.create(tenantId, {
      name,
      type: null,
      label: null,
      profileId: null,
      customerId: null,
      deviceData: null,
      additionalInfo: null,
      ...NO_DEVICE_REFERENCES,
    });
  }

  /** Rejects where the device could not be created if `planned` others had been before. */
  async requireRoom(tenantId: TenantId, name: string, planned: number): Promise<void> {
    parseTitle(parseDeviceName(name), "name");
    const maxDevices = await this.#deps.limit.maxDevices(tenantId);
    if (maxDevices > 0 && (await this.#deps.store.count(tenantId)) + planned >= maxDevices)
      throw deviceLimitExceeded(maxDevices, name);
  }
}
