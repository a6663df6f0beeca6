// What every store of device profiles must do, whatever it keeps them in.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseProfileName, type DeviceProfile } from "../../src/core/devices/device.ts";
import { alignedProfileData } from "../../src/core/devices/profile-data.ts";
import type { PackageKind, ProfileFields } from "../../src/core/devices/profile-store.ts";
import { PROFILE_IMAGES_BYTES_MAX, type ProfileReferences } from "../../src/core/devices/references.ts";
import { newId, type DashboardId, type DeviceProfileId, type RuleChainId, type TenantId } from "../../src/core/ids.ts";
import {
  addDevice,
  addPackage,
  NO_PROFILE_REFERENCES,
  NOW,
  pageOf,
  sampleProfile,
  type DeviceStoresUnderTest,
  type OpenDeviceStores,
} from "./device-samples.ts";

export function profileStoreContract(adapter: string, open: OpenDeviceStores): void {
  describe(`profile store: ${adapter}`, () => {
    let stores: DeviceStoresUnderTest;
    let tenantId: TenantId;

    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores[Symbol.asyncDispose]());
    beforeEach(async () => {
      tenantId = await stores.addTenant();
    });

    const add = async (fields: Partial<DeviceProfile> = {}): Promise<DeviceProfile> => {
      const profile = sampleProfile(tenantId, fields);
      await stores.profiles.create(profile);
      return profile;
    };
    const update = (
      profile: DeviceProfile,
      fields: Partial<ProfileFields>,
      version: number | null = null,
    ): Promise<DeviceProfile> => {
      return stores.profiles.update(tenantId, profile.id, { ...profile, ...fields }, version);
    };

    test("a created profile reads back whole, its provisioning secret included", async () => {
      const profile = await add({
        description: "d",
        isDefault: true,
        transportType: "MQTT",
        provisionType: "ALLOW_CREATE_NEW_DEVICES",
        provisionKey: `key ${tenantId}`,
        profileData: alignedProfileData({}, "MQTT", "ALLOW_CREATE_NEW_DEVICES", "secret"),
      });
      expect(await stores.profiles.find(tenantId, profile.id)).toEqual(profile);
      expect(await stores.profiles.findByProvisionKey(`key ${tenantId}`)).toEqual(profile);
      expect(await stores.profiles.findDefault(tenantId)).toEqual(profile);
      expect(await stores.profiles.tenantOf(profile.id)).toBe(tenantId);
    });

    test("the provisioning secret cannot be read from what is stored", async () => {
      const secret = `plain-secret-${tenantId}`;
      await add({ profileData: alignedProfileData({}, "DEFAULT", "ALLOW_CREATE_NEW_DEVICES", secret) });
      expect(await stores.isReadable(secret)).toBe(false);
    });

    test("a taken name, provision key or place of the default is invalid", async () => {
      const profile = await add({ isDefault: true, provisionKey: `taken ${tenantId}` });
      for (const fields of [{ name: profile.name }, { provisionKey: profile.provisionKey }, { isDefault: true }])
        await expect(add(fields)).rejects.toMatchObject({ kind: "invalid" });
      const other = await add();
      await expect(update(other, { name: profile.name })).rejects.toMatchObject({ kind: "invalid" });
    });

    test("the same name and the default stand in each tenant by themselves", async () => {
      const profile = await add({ isDefault: true });
      const other = await stores.addTenant();
      await stores.profiles.create(sampleProfile(other, { name: profile.name, isDefault: true }));
      expect((await stores.profiles.list(other, null, pageOf())).total).toBe(1);
      expect(await stores.profiles.find(other, profile.id)).toBeUndefined();
    });

    test("an update replaces the fields and counts the version; a stale one is a conflict", async () => {
      const profile = await add({ isDefault: true });
      const updated = await update(profile, { name: parseProfileName("renamed"), description: "new" }, 1);
      expect(updated).toEqual({ ...profile, name: "renamed", description: "new", version: 2 });
      expect(await stores.profiles.find(tenantId, profile.id)).toEqual(updated);
      await expect(update(profile, {}, 1)).rejects.toMatchObject({ kind: "conflict" });
    });

    test("the transport type cannot change while devices use the profile", async () => {
      const profile = await add();
      const { id } = await addDevice(stores.devices, tenantId, { profile: { kind: "id", id: profile.id } });
      await expect(update(profile, { transportType: "MQTT" })).rejects.toMatchObject({ kind: "invalid" });
      await stores.devices.delete(tenantId, id);
      expect((await update(profile, { transportType: "MQTT" })).transportType).toBe("MQTT");
    });

    test("the default profile and one in use cannot be deleted, others can", async () => {
      const byDefault = await add({ isDefault: true });
      const used = await add();
      const free = await add();
      await addDevice(stores.devices, tenantId, { profile: { kind: "id", id: used.id } });
      for (const { id } of [byDefault, used])
        await expect(stores.profiles.delete(tenantId, id)).rejects.toMatchObject({ kind: "invalid" });
      await stores.profiles.delete(tenantId, free.id);
      await expect(stores.profiles.delete(tenantId, free.id)).rejects.toMatchObject({ kind: "not-found" });
    });

    test("another profile takes the place of the default", async () => {
      const former = await add({ isDefault: true });
      const next = await add();
      expect(await stores.profiles.makeDefault(tenantId, next.id)).toMatchObject({
        profile: { isDefault: true, version: 2 },
        formerId: former.id,
      });
      expect((await stores.profiles.find(tenantId, former.id))?.isDefault).toBe(false);
      expect((await stores.profiles.findDefault(tenantId))?.id).toBe(next.id);
      expect((await stores.profiles.makeDefault(tenantId, next.id)).profile.version).toBe(2);
    });

    test("ensureDefault makes the profile default once", async () => {
      const first = await stores.profiles.ensureDefault(tenantId, newId<DeviceProfileId>(), NOW);
      const second = await stores.profiles.ensureDefault(tenantId, newId<DeviceProfileId>(), NOW);
      expect(first).toMatchObject({
        name: "default",
        isDefault: true,
        transportType: "DEFAULT",
        provisionType: "DISABLED",
      });
      expect(second).toEqual(first);
    });

    test("lists are searched, filtered by transport and sorted; names can be those in use only", async () => {
      const a = await add({ name: parseProfileName("Alpha"), transportType: "MQTT" });
      const b = await add({ name: parseProfileName("beta") });
      const listed = async (transport: "MQTT" | null, page = {}) =>
        (await stores.profiles.list(tenantId, transport, pageOf(page))).items.map(({ id }) => id);
      expect(await listed("MQTT")).toEqual([a.id]);
      expect(await listed(null, { textSearch: "BET" })).toEqual([b.id]);
      expect(await listed(null, { by: "name", order: "DESC" })).toEqual([b.id, a.id]);
      await addDevice(stores.devices, tenantId, { profile: { kind: "id", id: b.id } });
      expect(await stores.profiles.names(tenantId, false)).toEqual([
        { id: a.id, name: "Alpha" },
        { id: b.id, name: "beta" },
      ]);
      expect(await stores.profiles.names(tenantId, true)).toEqual([{ id: b.id, name: "beta" }]);
      expect(await stores.profiles.findMany(tenantId, [b.id, newId<DeviceProfileId>()])).toMatchObject([{ id: b.id }]);
      expect(await stores.profiles.findMany(tenantId, [])).toEqual([]);
    });

    test("devices of a profile without a package of their own are counted, those of another tenant are not", async () => {
      const profile = await add();
      await addDevice(stores.devices, tenantId, { profile: { kind: "id", id: profile.id } });
      const own = { profile: { kind: "id", id: profile.id }, firmwareId: await addPackage(stores, profile) } as const;
      const withFirmware = await addDevice(stores.devices, tenantId, own);
      const count = (kind: PackageKind, ofTenant = tenantId) =>
        stores.profiles.countWithoutPackage(ofTenant, null, profile.id, kind);
      expect([await count("FIRMWARE"), await count("SOFTWARE")]).toEqual([1, 2]);
      expect(await count("SOFTWARE", newId<TenantId>())).toBe(0);
      const [customerId, other] = [await stores.addCustomer(tenantId, "c"), await stores.addCustomer(tenantId, "d")];
      await addDevice(stores.devices, tenantId, { ...own, customerId });
      await addDevice(stores.devices, tenantId, { ...own, customerId: other });
      const theirs = (kind: PackageKind) => stores.profiles.countWithoutPackage(tenantId, customerId, profile.id, kind);
      expect([await theirs("FIRMWARE"), await theirs("SOFTWARE")]).toEqual([0, 1]);
      await stores.devices.unassignSome(tenantId, customerId, 10);
      await stores.devices.delete(tenantId, withFirmware.id);
      expect([await count("FIRMWARE"), await count("SOFTWARE")]).toEqual([1, 3]);
    });

    test("what a profile refers to reads back, and is replaced by a save", async () => {
      const named: ProfileReferences = {
        image: "data:image/png;base64,AAAA",
        defaultRuleChainId: newId<RuleChainId>(),
        defaultDashboardId: newId<DashboardId>(),
        defaultQueueName: "Main",
        defaultEdgeRuleChainId: newId<RuleChainId>(),
        externalId: newId<DeviceProfileId>(),
        firmwareId: null,
        softwareId: null,
      };
      const profile = await add(named);
      const packages = {
        firmwareId: await addPackage(stores, profile),
        softwareId: await addPackage(stores, profile, "SOFTWARE"),
      };
      expect(await update(profile, packages)).toMatchObject({ ...named, ...packages });
      expect(await stores.profiles.find(tenantId, profile.id)).toMatchObject({ ...named, ...packages });
      expect(await update(profile, named)).toMatchObject(named);
      expect(await stores.profiles.find(tenantId, profile.id)).toEqual({ ...profile, version: 3 });
      expect((await stores.profiles.makeDefault(tenantId, profile.id)).profile).toMatchObject(named);
      expect(await update(profile, NO_PROFILE_REFERENCES)).toMatchObject(NO_PROFILE_REFERENCES);
      expect(await stores.profiles.find(tenantId, profile.id)).toMatchObject(NO_PROFILE_REFERENCES);
    });

    test("the data alone are those without the provisioning secret, of the own tenant", async () => {
      const provisionConfiguration = { type: "DISABLED", provisionDeviceSecret: "s" };
      const profile = await add({ profileData: { provisionConfiguration, alarms: null } });
      expect(await stores.profiles.findData(tenantId, profile.id)).toEqual({
        provisionConfiguration: { type: "DISABLED", provisionDeviceSecret: null },
        alarms: null,
      });
      expect(await stores.profiles.findData(newId<TenantId>(), profile.id)).toBeUndefined();
    });

    test("the images of a tenant have a limit together, which counts bytes", async () => {
      const half = "ä".repeat(PROFILE_IMAGES_BYTES_MAX / 4);
      const full = await add({ image: half });
      const other = await add({ image: half });
      const refused = { kind: "invalid", message: expect.stringContaining("image") as string };
      await expect(add({ image: "x" })).rejects.toMatchObject(refused);
      await expect(update(full, { image: `${half}x` })).rejects.toMatchObject(refused);
      expect(await update(full, { description: "saved with its image" })).toMatchObject({ image: half });
      await update(other, { image: null });
      await add({ image: "x" });
      const elsewhere = sampleProfile(await stores.addTenant(), { image: half });
      await stores.profiles.create(elsewhere);
      await stores.profiles.delete(tenantId, full.id);
      await add({ image: half });
    });

    test("deleteAllOf empties one tenant, and leaves what a device that has been added meanwhile needs", async () => {
      const used = await add({ isDefault: true });
      await add();
      const device = await addDevice(stores.devices, tenantId, { profile: { kind: "id", id: used.id } });
      await stores.profiles.deleteAllOf(tenantId);
      expect((await stores.profiles.list(tenantId, null, pageOf())).items.map(({ id }) => id)).toEqual([used.id]);
      await stores.devices.delete(tenantId, device.id);
      await stores.profiles.deleteAllOf(tenantId);
      expect((await stores.profiles.list(tenantId, null, pageOf())).total).toBe(0);
    });

    test("a tenant that does not exist gets none, not-found", async () => {
      const gone = newId<TenantId>();
      const refused = { kind: "not-found" };
      await expect(stores.profiles.create(sampleProfile(gone))).rejects.toMatchObject(refused);
      await expect(stores.profiles.ensureDefault(gone, newId(), NOW)).rejects.toMatchObject(refused);
      expect((await stores.profiles.list(gone, null, pageOf())).total).toBe(0);
    });
  });
}
