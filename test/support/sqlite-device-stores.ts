// The device stores of the embedded database on a scratch folder, with tenants and customers to put devices into.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { newId, type TenantId } from "../../src/core/ids.ts";
import { FAIL_ON_CONFLICT } from "../../src/core/name-conflict.ts";
import { sampleCustomer, sampleProfile, sampleTenant } from "../contracts/account-samples.ts";
import { NOW, type DeviceStoresUnderTest } from "../contracts/device-samples.ts";
import { scratchSqlite } from "./scratch-sqlite.ts";

export async function sqliteDeviceStores(): Promise<DeviceStoresUnderTest> {
  const scratch = await scratchSqlite();
  const { folder, stores } = scratch;
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
    async isReadable(text) {
      const files = await readdir(folder);
      const contents = await Promise.all(files.map((file) => readFile(join(folder, file))));
      return contents.some((content) => content.includes(text));
    },
    [Symbol.asyncDispose]: () => scratch.remove(),
  };
}
