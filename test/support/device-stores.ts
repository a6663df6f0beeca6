// The device stores of a scratch database, with tenants and customers to put devices into.
import { newId, type TenantId } from "../../src/core/ids.ts";
import { FAIL_ON_CONFLICT } from "../../src/core/name-conflict.ts";
import { sampleCustomer, sampleProfile, sampleTenant } from "../contracts/account-samples.ts";
import { NOW, type DeviceStoresUnderTest } from "../contracts/device-samples.ts";
import { scratchSqlite } from "./scratch-sqlite.ts";
import type { OpenScratch } from "./scratch-stores.ts";

export async function deviceStores(open: OpenScratch): Promise<DeviceStoresUnderTest> {
  const scratch = await open();
  const { stores } = scratch;
  const profile = sampleProfile();
  await stores.tenants.createProfile(profile);
  return {
    registry: stores.registry,
    devices: stores.devices,
    credentials: stores.credentials,
    profiles: stores.deviceProfiles,
    packages: stores.packages,
    rollouts: stores.rollouts,
    rolloutWork: stores.rolloutWork,
    packageChanges: stores.packageChanges,
    async addTenant() {
      const tenant = sampleTenant(profile, { id: newId<TenantId>() });
      await stores.tenants.createTenant(tenant);
      return tenant.id;
    },
    async addCustomer(tenantId, title, isPublic = false) {
      const customer = sampleCustomer(sampleTenant(profile, { id: tenantId }), {
        title,
        additionalInfo: isPublic ? { isPublic } : null,
      });
      return (await stores.customers.createCustomer(customer, FAIL_ON_CONFLICT, 0)).id;
    },
    async activate(deviceId) {
      await stores.connectivity.save([{ deviceId, activated: true, lastActivityTime: NOW }], NOW);
    },
    async giveKeys(deviceId, keys) {
      const owners = keys.map(() => deviceId);
      await stores.series.register(owners, keys);
    },
    isReadable: (text) => scratch.isReadable(text),
    [Symbol.asyncDispose]: () => scratch.remove(),
  };
}

export function sqliteDeviceStores(): Promise<DeviceStoresUnderTest> {
  return deviceStores(scratchSqlite);
}
