// What every store of packages must do, whatever it keeps them in.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DeviceProfile } from "../../src/core/devices/device.ts";
import { newId, type DeviceProfileId, type PackageId, type TenantId } from "../../src/core/ids.ts";
import type { FileContent, OtaPackage, UrlContent } from "../../src/core/ota/ota-package.ts";
import { NOW, pageOf, sampleProfile, type DeviceStoresUnderTest, type OpenDeviceStores } from "./device-samples.ts";

export const FILE: FileContent = {
  kind: "file",
  fileName: "boiler.bin",
  contentType: "application/octet-stream",
  bytes: 1_000,
  checksum: { algorithm: "SHA256", value: "00ff" },
};
const URL_CONTENT: UrlContent = { kind: "url", url: "https://example.com", bytes: null, checksum: null };
const SAME = { url: null, additionalInfo: null, externalId: null };

export function samplePackage(
  tenantId: TenantId,
  profileId: DeviceProfileId,
  fields: Partial<OtaPackage> = {},
): OtaPackage {
  const id = newId<PackageId>();
  return {
    id,
    createdAt: NOW,
    tenantId,
    profileId,
    kind: "FIRMWARE",
    title: "boiler",
    version: `1.${id}`,
    tag: null,
    content: { kind: "none" },
    additionalInfo: null,
    externalId: null,
    ...fields,
  };
}

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
      const created = samplePackage(tenantId, profile.id, fields);
      await stores.packages.create(created);
      return created;
    };

    test("a package comes back as it was stored, with each kind of content", async () => {
      for (const content of [
        { kind: "none" },
        FILE,
        URL_CONTENT,
        { ...URL_CONTENT, bytes: 7, checksum: FILE.checksum },
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
      const { id } = await add({ content: FILE });
      const { packages } = stores;
      expect(await packages.find(stranger, id)).toBeUndefined();
      expect(await packages.fileBytes(stranger)).toBe(0);
      expect((await packages.list({ tenantId: stranger, assignable: null }, pageOf())).total).toBe(0);
      const assignable = { profileId: profile.id, kind: "FIRMWARE" } as const;
      expect((await packages.list({ tenantId: stranger, assignable }, pageOf())).total).toBe(0);
      await expect(packages.update(stranger, id, SAME)).rejects.toMatchObject({ kind: "not-found" });
      await expect(packages.attachFile(stranger, id, FILE, 0)).rejects.toMatchObject({ kind: "not-found" });
      await expect(packages.delete(stranger, id)).rejects.toMatchObject({ kind: "not-found" });
      expect(await packages.deleteAllOf(stranger)).toEqual([]);
      await expect(packages.create(samplePackage(stranger, profile.id))).rejects.toMatchObject({ kind: "invalid" });
      expect(await packages.find(tenantId, id)).toBeDefined();
    });

    test("a content is set once", async () => {
      const { packages } = stores;
      const { id } = await add();
      expect((await packages.attachFile(tenantId, id, FILE, 0)).content).toEqual(FILE);
      await expect(packages.attachFile(tenantId, id, FILE, 0)).rejects.toMatchObject({ kind: "invalid" });
      await expect(packages.update(tenantId, id, { ...SAME, url: URL_CONTENT })).rejects.toMatchObject({
        kind: "invalid",
      });
      const changed = await packages.update(tenantId, id, { ...SAME, additionalInfo: { a: 1 } });
      expect(changed).toMatchObject({ content: FILE, additionalInfo: { a: 1 } });
      const other = await add();
      expect((await packages.update(tenantId, other.id, { ...SAME, url: URL_CONTENT })).content).toEqual(URL_CONTENT);
      await expect(packages.attachFile(tenantId, other.id, FILE, 0)).rejects.toMatchObject({ kind: "invalid" });
    });

    test("the files of a tenant have a bound together; urls do not count", async () => {
      const { packages } = stores;
      await add({ content: { ...URL_CONTENT, bytes: 5_000 } });
      await packages.attachFile(tenantId, (await add()).id, FILE, 2_000);
      await packages.attachFile(tenantId, (await add()).id, FILE, 2_000);
      expect(await packages.fileBytes(tenantId)).toBe(2_000);
      await expect(packages.attachFile(tenantId, (await add()).id, FILE, 2_000)).rejects.toMatchObject({
        kind: "limit-exceeded",
        details: { limit: { name: "maxOtaPackagesInBytes", value: 2_000 }, entityType: "OTA_PACKAGE" },
      });
    });

    test("title and version are unique for tenant and kind", async () => {
      const { title, version } = await add();
      await expect(add({ title, version })).rejects.toMatchObject({ kind: "invalid" });
      await add({ title, version, kind: "SOFTWARE" });
    });

    test("those with a file are known by their ids", async () => {
      const [file, url, none] = [await add({ content: FILE }), await add({ content: URL_CONTENT }), await add()];
      const ids = [file.id, url.id, none.id, newId<PackageId>()];
      expect(await stores.packages.withFile(ids)).toEqual([file.id]);
    });

    test("all packages of a tenant go at once, and those of a profile with it", async () => {
      const one = await add();
      const other = sampleProfile(tenantId);
      await stores.profiles.create(other);
      const ofOther = await add({ profileId: other.id });
      await stores.profiles.delete(tenantId, other.id);
      expect(await stores.packages.find(tenantId, ofOther.id)).toBeUndefined();
      expect(await stores.packages.deleteAllOf(tenantId)).toEqual([one.id]);
    });
  });
}
