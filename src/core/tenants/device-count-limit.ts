// How many devices a tenant may have, for those who create devices.
import type { DeviceLimit } from "../devices/device-limit.ts";
import type { TenantId } from "../ids.ts";
import { configurationOf } from "./tenant-configuration.ts";
import type { TenantStore } from "./tenant-store.ts";

/** Read from the store at each creation, so that a changed profile holds at once. */
export class DeviceCountLimit implements DeviceLimit {
  readonly #tenants: Pick<TenantStore, "findProfileOf">;

  constructor(tenants: Pick<TenantStore, "findProfileOf">) {
    this.#tenants = tenants;
  }

  /** 0 means no limit; so does an unknown tenant, whose devices nobody can create. */
  async maxDevices(tenantId: TenantId): Promise<number> {
    const profile = await this.#tenants.findProfileOf(tenantId);
    return profile === undefined ? 0 : configurationOf(profile).maxDevices;
  }
}
