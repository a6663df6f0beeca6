// What every store of device credentials must do, whatever it keeps them in.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accessToken, basicCredentials } from "../../src/core/devices/credentials.ts";
import type { Device } from "../../src/core/devices/device.ts";
import { newId, type DeviceId, type TenantId } from "../../src/core/ids.ts";
import { addDevice, type DeviceStoresUnderTest, type OpenDeviceStores } from "./device-samples.ts";

export function credentialsStoreContract(adapter: string, open: OpenDeviceStores): void {
  describe(`credentials store: ${adapter}`, () => {
    let stores: DeviceStoresUnderTest;
    let tenantId: TenantId;
    let device: Device;

    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores[Symbol.asyncDispose]());
    beforeEach(async () => {
      tenantId = await stores.addTenant();
      device = await addDevice(stores.devices, tenantId);
    });

    test("replaced credentials are found by device and by id, and the old id leads nowhere", async () => {
      const before = await stores.credentials.findByDevice(tenantId, device.id);
      const basic = basicCredentials({ clientId: "c", userName: "u", password: "p" });
      const saved = await stores.credentials.replace(tenantId, device.id, basic, 1);
      expect(saved).toMatchObject({
        id: before?.id,
        createdAt: before?.createdAt,
        deviceId: device.id,
        ...basic,
        version: 2,
      });
      expect(await stores.credentials.findByDevice(tenantId, device.id)).toEqual(saved);
      expect(await stores.credentials.findByCredentialsId(basic.credentialsId)).toEqual(saved);
      expect(await stores.credentials.findByCredentialsId(before?.credentialsId ?? "")).toBeUndefined();
    });

    test("many are found at once, without those that there are not", async () => {
      const others = await Promise.all([addDevice(stores.devices, tenantId), addDevice(stores.devices, tenantId)]);
      const all = await Promise.all([device, ...others].map(({ id }) => stores.credentials.findByDevice(tenantId, id)));
      const ids = all.map((credentials) => credentials?.credentialsId ?? "");
      const found = await stores.credentials.findByCredentialsIds([...ids, `none ${device.id}`]);
      expect(found).toHaveLength(ids.length);
      expect(found).toEqual(expect.arrayContaining(all));
      expect(await stores.credentials.findByCredentialsIds([])).toEqual([]);
    });

    test("an id is matched exactly, in case and blanks", async () => {
      const id = newId<DeviceId>();
      await stores.credentials.replace(tenantId, device.id, accessToken(`Token ${id}`), null);
      expect(await stores.credentials.findByCredentialsId(`token ${id}`)).toBeUndefined();
      expect(await stores.credentials.findByCredentialsId(`Token ${id} `)).toBeUndefined();
      expect(await stores.credentials.findByCredentialsId(`Token ${id}`)).toMatchObject({ deviceId: device.id });
    });

    test("an id used by any device of the installation is invalid", async () => {
      const other = await addDevice(stores.devices, await stores.addTenant(), {
        credentials: accessToken(`taken ${device.id}`),
      });
      await expect(
        stores.credentials.replace(tenantId, device.id, accessToken(`taken ${device.id}`), null),
      ).rejects.toMatchObject({
        kind: "invalid",
      });
      expect(await stores.credentials.findByCredentialsId(`taken ${device.id}`)).toMatchObject({ deviceId: other.id });
    });

    test("a device may be given its own credentials again", async () => {
      const present = await stores.credentials.findByDevice(tenantId, device.id);
      const again = await stores.credentials.replace(
        tenantId,
        device.id,
        accessToken(present?.credentialsId ?? ""),
        null,
      );
      expect(again).toMatchObject({ credentialsId: present?.credentialsId, version: 2 });
    });

    test("a stale version is a conflict; another tenant's device is not found", async () => {
      await stores.credentials.replace(tenantId, device.id, accessToken(null), 1);
      await expect(stores.credentials.replace(tenantId, device.id, accessToken(null), 1)).rejects.toMatchObject({
        kind: "conflict",
      });
      const other = await stores.addTenant();
      await expect(stores.credentials.replace(other, device.id, accessToken(null), null)).rejects.toMatchObject({
        kind: "not-found",
      });
      expect(await stores.credentials.findByDevice(other, device.id)).toBeUndefined();
    });

    test("neither tokens nor passwords can be read from what is stored", async () => {
      const token = `plain-token-${device.id}`;
      await stores.credentials.replace(tenantId, device.id, accessToken(token), null);
      expect(await stores.isReadable(device.name)).toBe(true);
      expect(await stores.isReadable(token)).toBe(false);
      const basic = basicCredentials({
        clientId: null,
        userName: `plain-user-${device.id}`,
        password: `plain-password-${device.id}`,
      });
      await stores.credentials.replace(tenantId, device.id, basic, null);
      expect(await stores.isReadable(`plain-password-${device.id}`)).toBe(false);
    });
  });
}
