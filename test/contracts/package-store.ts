// What every store of packages must do, whatever it keeps them in.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Device, DeviceProfile } from "../../src/core/devices/device.ts";
import { newId, type ContentId, type DeviceId, type PackageId, type TenantId } from "../../src/core/ids.ts";
import { FAIL_ON_CONFLICT } from "../../src/core/name-conflict.ts";
import type { OtaPackage, UrlContent } from "../../src/core/ota/ota-package.ts";
import {
  addDevice,
  addPackage,
  NOW,
  orderOf,
  PACKAGE_FILE,
  pageOf,
  samplePackage,
  sampleProfile,
  type DeviceStoresUnderTest,
  type OpenDeviceStores,
} from "./device-samples.ts";

const URL_CONTENT: UrlContent = { kind: "url", url: "https://example.com", bytes: null, checksum: null };
const SAME = { url: null, additionalInfo: null, externalId: null };

export function packageStoreContract(adapter: string, open: OpenDeviceStores): void {
  describe(`package store: ${adapter}`, () => {
    let stores: DeviceStoresUnderTest;
    let tenantId: TenantId;
    let profile: DeviceProfile;

    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores[Symbol.asyncDispose]());
    beforeEach(async () => {
      tenantId = await stores.addTenant();
      profile = sampleProfile(tenantId);
      await stores.profiles.create(profile);
    });

    const add = async (fields: Partial<OtaPackage> = {}): Promise<OtaPackage> => {
      const created = samplePackage(profile, fields);
      await stores.packages.create(created);
      return created;
    };

    test("a package comes back as it was stored, with each kind of content", async () => {
      for (const content of [
        { kind: "none" },
        PACKAGE_FILE,
        URL_CONTENT,
        { ...URL_CONTENT, bytes: 7, checksum: PACKAGE_FILE.checksum },
      ] as const) {
        const created = await add({
          content,
          tag: "t",
          additionalInfo: { __proto__: { a: 1 }, n: 9_007_199_254_740_993n },
          externalId: newId<PackageId>(),
        });
        expect(await stores.packages.find(tenantId, created.id)).toEqual(created);
        expect(await stores.packages.tenantOf(created.id)).toBe(tenantId);
      }
    });

    test("nothing of another tenant is found, changed or deleted", async () => {
      const stranger = await stores.addTenant();
      const { id } = await add({ content: PACKAGE_FILE });
      const { packages } = stores;
      expect(await packages.find(stranger, id)).toBeUndefined();
      expect(await packages.fileBytes(stranger)).toBe(0);
      expect((await packages.list({ tenantId: stranger, assignable: null }, pageOf())).total).toBe(0);
      const assignable = { profileId: profile.id, kind: "FIRMWARE" } as const;
      expect((await packages.list({ tenantId: stranger, assignable }, pageOf())).total).toBe(0);
      await expect(packages.update(stranger, id, SAME)).rejects.toMatchObject({ kind: "not-found" });
      await expect(packages.attachFile(stranger, id, PACKAGE_FILE, 0)).rejects.toMatchObject({ kind: "not-found" });
      await expect(packages.delete(stranger, id)).rejects.toMatchObject({ kind: "not-found" });
      expect(await packages.deleteAllOf(stranger)).toEqual([]);
      await expect(packages.create(samplePackage({ ...profile, tenantId: stranger }))).rejects.toMatchObject({
        kind: "invalid",
      });
      expect(await packages.find(tenantId, id)).toBeDefined();
    });

    test("a content is set once", async () => {
      const { packages } = stores;
      const { id } = await add();
      expect((await packages.attachFile(tenantId, id, PACKAGE_FILE, 0)).content).toEqual(PACKAGE_FILE);
      await expect(packages.attachFile(tenantId, id, PACKAGE_FILE, 0)).rejects.toMatchObject({ kind: "invalid" });
      await expect(packages.update(tenantId, id, { ...SAME, url: URL_CONTENT })).rejects.toMatchObject({
        kind: "invalid",
      });
      const changed = await packages.update(tenantId, id, { ...SAME, additionalInfo: { a: 1 } });
      expect(changed).toMatchObject({ content: PACKAGE_FILE, additionalInfo: { a: 1 } });
      const other = await add();
      expect((await packages.update(tenantId, other.id, { ...SAME, url: URL_CONTENT })).content).toEqual(URL_CONTENT);
      await expect(packages.attachFile(tenantId, other.id, PACKAGE_FILE, 0)).rejects.toMatchObject({ kind: "invalid" });
    });

    test("the files of a tenant have a bound together; urls do not count", async () => {
      const { packages } = stores;
      await add({ content: { ...URL_CONTENT, bytes: 5_000 } });
      await packages.attachFile(tenantId, (await add()).id, PACKAGE_FILE, 2_000);
      await packages.attachFile(tenantId, (await add()).id, PACKAGE_FILE, 2_000);
      expect(await packages.fileBytes(tenantId)).toBe(2_000);
      await expect(packages.attachFile(tenantId, (await add()).id, PACKAGE_FILE, 2_000)).rejects.toMatchObject({
        kind: "limit-exceeded",
        details: { limit: { name: "maxOtaPackagesInBytes", value: 2_000 }, entityType: "OTA_PACKAGE" },
      });
    });

    test("title and version are unique for tenant and kind", async () => {
      const { title, version } = await add();
      await expect(add({ title, version })).rejects.toMatchObject({ kind: "invalid" });
      await add({ title, version, kind: "SOFTWARE" });
    });

    test("contents that a package names are known", async () => {
      const contentId = newId<ContentId>();
      await add({ content: { ...PACKAGE_FILE, contentId } });
      await add({ content: URL_CONTENT });
      expect(await stores.packages.knownContents([contentId, newId<ContentId>()])).toEqual([contentId]);
    });

    test("all packages of a tenant go at once, and those of a profile with it", async () => {
      const contentId = newId<ContentId>();
      await add({ content: { ...PACKAGE_FILE, contentId } });
      await add();
      const other = sampleProfile(tenantId);
      await stores.profiles.create(other);
      const ofOther = await add({ profileId: other.id });
      await stores.profiles.delete(tenantId, other.id);
      expect(await stores.packages.find(tenantId, ofOther.id)).toBeUndefined();
      expect(await stores.packages.deleteAllOf(tenantId)).toEqual([contentId]);
    });

    const addTo = (fields: Parameters<typeof addDevice>[2] = {}): Promise<Device> =>
      addDevice(stores.devices, tenantId, { profile: { kind: "id", id: profile.id }, ...fields });
    const assignToProfile = (firmwareId: PackageId | null) =>
      stores.profiles.update(tenantId, profile.id, { ...profile, firmwareId }, null);

    test("a device has its own package, or that of its profile", async () => {
      const [own, ofProfile] = [await addPackage(stores, profile), await addPackage(stores, profile)];
      await assignToProfile(ofProfile);
      const [one, other] = [await addTo({ firmwareId: own }), await addTo()];
      const { packages } = stores;
      expect((await packages.assignedTo(tenantId, one.id, "FIRMWARE"))?.id).toBe(own);
      expect((await packages.assignedTo(tenantId, other.id, "FIRMWARE"))?.id).toBe(ofProfile);
      expect(await packages.assignedTo(tenantId, other.id, "SOFTWARE")).toBeUndefined();
      expect(await packages.assignedTo(await stores.addTenant(), other.id, "FIRMWARE")).toBeUndefined();
      expect(await packages.assignedTo(tenantId, newId<DeviceId>(), "FIRMWARE")).toBeUndefined();
    });

    test("a device and a profile can have packages of their tenant, kind and profile that have a content", async () => {
      const other = sampleProfile(tenantId);
      await stores.profiles.create(other);
      const stranger = sampleProfile(await stores.addTenant());
      await stores.profiles.create(stranger);
      const refused = [
        [newId<PackageId>(), /does not exist/],
        [await addPackage(stores, stranger), /does not exist/],
        [await addPackage(stores, profile, "SOFTWARE"), /must be firmware, got software/],
        [(await add()).id, /neither a file nor a url/],
        [await addPackage(stores, other), /another profile/],
      ] as const;
      const device = await addTo();
      for (const [firmwareId, reason] of refused) {
        const invalid = { kind: "invalid", message: expect.stringMatching(reason) as string };
        await expect(addTo({ firmwareId })).rejects.toMatchObject(invalid);
        await expect(assignToProfile(firmwareId)).rejects.toMatchObject(invalid);
        await expect(stores.profiles.create(sampleProfile(tenantId, { firmwareId }))).rejects.toMatchObject({
          kind: "invalid",
        });
      }
      expect(await stores.devices.find(tenantId, device.id)).toMatchObject({ firmwareId: null });
    });

    test("a package that a profile or devices refer to cannot be deleted, and they are named", async () => {
      const id = await addPackage(stores, profile);
      await assignToProfile(id);
      const first = await addTo({ name: "a pump", firmwareId: id });
      await addTo({ firmwareId: id });
      const message = expect.stringMatching(
        new RegExp(`the device profile "${profile.name}" and 2 devices, such as "a pump", refer to it$`),
      ) as string;
      await expect(stores.packages.delete(tenantId, id)).rejects.toMatchObject({ kind: "invalid", message });
      await assignToProfile(null);
      await stores.devices.delete(tenantId, first.id);
      await expect(stores.packages.delete(tenantId, id)).rejects.toMatchObject({ kind: "invalid" });
    });

    describe("changes", () => {
      /** Devices of this tenant that are due, and settles them. */
      const due = async (max = 10): Promise<readonly string[]> => {
        const { devices, progress } = await stores.packageChanges.due(max);
        await stores.packageChanges.settle(progress);
        return devices.filter((each) => each.tenantId === tenantId).map(({ deviceId, kind }) => `${kind} ${deviceId}`);
      };
      beforeEach(async () => {
        while ((await stores.packageChanges.due(100)).progress.length > 0) await due(100);
      });

      test("a device is due when what it is to have has changed, and only then", async () => {
        const [one, two] = [await addPackage(stores, profile), await addPackage(stores, profile)];
        const plain = await addTo();
        expect(await due()).toEqual([]);
        expect(await stores.packageChanges.isAnyDue()).toBe(false);
        const device = await addTo({ firmwareId: one });
        expect(await stores.packageChanges.isAnyDue()).toBe(true);
        expect(await due()).toEqual([`FIRMWARE ${device.id}`]);
        const save = (firmwareId: PackageId | null) =>
          stores.devices.update(
            {
              ...{ tenantId, id: device.id, expectedVersion: null, conflict: FAIL_ON_CONFLICT, credentials: null },
              fields: { ...device, profile: { kind: "id", id: profile.id }, firmwareId },
              editorCustomerId: null,
            },
            NOW,
          );
        await save(one);
        expect(await due()).toEqual([]);
        await save(two);
        await save(one);
        expect(await due()).toEqual([`FIRMWARE ${device.id}`]);
        await assignToProfile(one);
        expect(await due()).toEqual([`FIRMWARE ${plain.id}`]);
        await save(null);
        expect(await due()).toEqual([]);
        await assignToProfile(null);
        expect([...(await due())].sort()).toEqual([`FIRMWARE ${plain.id}`, `FIRMWARE ${device.id}`].sort());
      });

      test("the devices of a profile come in slices, and those that changed by themselves before them", async () => {
        const [one, two] = [await addPackage(stores, profile), await addPackage(stores, profile)];
        const devices = [await addTo(), await addTo(), await addTo(), await addTo(), await addTo()];
        const ids = devices.map(({ id }) => `FIRMWARE ${id}`);
        await assignToProfile(one);
        expect(await due(2)).toEqual(ids.slice(0, 2));
        const late = await addTo({ firmwareId: two });
        expect(await due(2)).toEqual([`FIRMWARE ${late.id}`]);
        expect(await due(2)).toEqual(ids.slice(2, 4));
        expect(await due(2)).toEqual(ids.slice(4));
        expect(await due(2)).toEqual([]);
      });

      test("what changes again while it is being carried out is due again", async () => {
        const [one, two] = [await addPackage(stores, profile), await addPackage(stores, profile)];
        const { id } = await addTo();
        await assignToProfile(one);
        const { progress } = await stores.packageChanges.due(10);
        await assignToProfile(two);
        await stores.packageChanges.settle(progress);
        expect(await due()).toEqual([`FIRMWARE ${id}`]);
        expect(await due()).toEqual([]);
      });

      test("a device that a gateway creates is due where its profile has a package", async () => {
        const gateway = await addTo();
        await assignToProfile(await addPackage(stores, profile));
        await due();
        const order = orderOf(gateway, ["behind"], { profileName: profile.name });
        const { devices } = await stores.registry.findOrCreate(order);
        expect(await due()).toEqual([`FIRMWARE ${devices[0]?.device.id ?? ""}`]);
      });
    });
  });
}
