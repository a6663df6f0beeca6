// What every store behind the device registry must do, whatever it keeps devices in.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Device } from "../../src/core/devices/device.ts";
import type { OrderOutcome, RegisteredDevice } from "../../src/core/devices/registry-store.ts";
import { newId, type DeviceId, type TenantId } from "../../src/core/ids.ts";
import { millis } from "../../src/lib/clock.ts";
import {
  addDevice,
  freshName,
  NOW,
  orderOf,
  pageOf,
  type DeviceStoresUnderTest,
  type OpenDeviceStores,
} from "./device-samples.ts";

export function registryStoreContract(adapter: string, open: OpenDeviceStores): void {
  describe(`registry store: ${adapter}`, () => {
    let stores: DeviceStoresUnderTest;
    let tenantId: TenantId;
    let gateway: Device;

    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores[Symbol.asyncDispose]());
    beforeEach(async () => {
      tenantId = await stores.addTenant();
      gateway = await addDevice(stores.devices, tenantId, { additionalInfo: { gateway: true } });
    });

    const order = (names: readonly string[], fields = {}): Promise<OrderOutcome> =>
      stores.registry.findOrCreate(orderOf(gateway, names, fields));
    const ordered = async (name: string, fields = {}): Promise<RegisteredDevice> => {
      const device = (await order([name], fields)).devices[0]?.device;
      if (device === undefined) throw new Error("the device was refused");
      return device;
    };

    test("an unknown device is created with the profile default, a token, the gateway's customer and lastConnectedGateway", async () => {
      const customerId = await stores.addCustomer(tenantId, "owner");
      const owned = await addDevice(stores.devices, tenantId, { customerId, additionalInfo: { gateway: true } });
      const request = orderOf(owned, ["Device A"]);
      const { devices, createdProfileId } = await stores.registry.findOrCreate(request);
      expect(createdProfileId).toBeNull();
      const [outcome] = devices;
      expect(outcome).toMatchObject({
        created: true,
        device: { name: "Device A", tenantId, customerId, isGateway: false, route: null },
      });
      const stored = await stores.devices.findByName(tenantId, "Device A");
      expect(stored).toMatchObject({
        id: request.candidates[0]?.id,
        type: "default",
        customerId,
        version: 1,
        createdAt: NOW,
        additionalInfo: { lastConnectedGateway: owned.id },
        deviceData: { configuration: { type: "DEFAULT" }, transportConfiguration: { type: "DEFAULT" } },
      });
      const credentials = await stores.credentials.findByDevice(
        tenantId,
        request.candidates[0]?.id ?? newId<DeviceId>(),
      );
      expect(credentials).toMatchObject({
        kind: "ACCESS_TOKEN",
        credentialsId: request.candidates[0]?.accessToken,
        version: 1,
      });
    });

    test("a known device is found as it is, with its route, and created a second time by nobody", async () => {
      const created = await ordered("Device A", { connects: true });
      const found = await order(["Device A"]);
      expect(found.devices[0]).toEqual({ created: false, device: created });
      expect(created.route).toEqual({ gatewayId: gateway.id, connectedAt: NOW });
      expect(await stores.devices.count(tenantId)).toBe(2);
    });

    test("concurrent orders for one new name create one device", async () => {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => order(["Device A"])));
      expect(new Set(outcomes.map(({ devices }) => devices[0]?.device.id)).size).toBe(1);
      expect(outcomes.filter(({ devices }) => devices[0]?.created)).toHaveLength(1);
    });

    test("names are exact: case, blanks and odd names make different devices", async () => {
      const names = ["a", "A", " a", "a ", "__proto__", "constructor", "ä", "a\u0308", "💡", "%", "'; --"];
      const { devices } = await order(names);
      expect(devices.map((outcome) => outcome?.device.name)).toEqual(names);
      expect(new Set(devices.map((outcome) => outcome?.device.id)).size).toBe(names.length);
      const found = await stores.registry.findByNames(tenantId, names);
      expect(found.map(({ name }) => name).sort()).toEqual([...names].sort());
    });

    test("the same name in another tenant is another device", async () => {
      const otherTenant = await stores.addTenant();
      const otherGateway = await addDevice(stores.devices, otherTenant, { additionalInfo: { gateway: true } });
      const own = await ordered("Device A");
      const other = await stores.registry.findOrCreate(orderOf(otherGateway, ["Device A"]));
      expect(other.devices[0]?.device.id).not.toBe(own.id);
      expect(await stores.registry.findByNames(otherTenant, ["Device A"])).toHaveLength(1);
    });

    test("a missing profile is created with the device; one that exists is used", async () => {
      const first = await order(["Device A"], { profileName: "Sensor A", requiresProfile: true });
      const second = await order(["Device B"], { profileName: "Sensor A", requiresProfile: true });
      expect(first.createdProfileId).not.toBeNull();
      expect(second.createdProfileId).toBeNull();
      expect(second.devices[0]?.device.profileId).toBe(first.createdProfileId);
    });

    test("connect of a known device with an unknown type creates the profile and leaves the device's profile", async () => {
      const before = await ordered("Device A");
      const { devices, createdProfileId } = await order(["Device A"], {
        profileName: "Sensor A",
        requiresProfile: true,
      });
      expect(createdProfileId).not.toBeNull();
      expect(devices[0]?.device.profileId).toBe(before.profileId);
    });

    test("at the limit a new device is refused and its profile is not created; known ones are found", async () => {
      await ordered("Device A");
      const outcome = await order(["Device B", "Device A"], { maxDevices: 2, profileName: "Sensor A", connects: true });
      expect(outcome.createdProfileId).toBeNull();
      expect(outcome.devices.map((device) => device?.device.name ?? null)).toEqual([null, "Device A"]);
      const { items } = await stores.profiles.list(tenantId, null, pageOf());
      expect(items.map(({ name }) => name)).toEqual(["default"]);
    });

    test("an order creates as many as the limit leaves room for, in its order", async () => {
      const { devices } = await order(["a", "b", "c", "d"], { maxDevices: 3 });
      expect(devices.map((device) => device?.device.name ?? null)).toEqual(["a", "b", null, null]);
      expect(await stores.devices.count(tenantId)).toBe(3);
    });

    test("a deleted device makes room, and is created again under another id", async () => {
      const before = await ordered("Device A", { maxDevices: 2 });
      await stores.devices.delete(tenantId, before.id);
      const after = await ordered("Device A", { maxDevices: 2 });
      expect(after.id).not.toBe(before.id);
    });

    test("an order of a gateway that is gone is refused", async () => {
      await stores.devices.delete(tenantId, gateway.id);
      await expect(order(["Device A"])).rejects.toMatchObject({ kind: "not-found" });
    });

    test("the last connect wins, and rewrites lastConnectedGateway", async () => {
      const second = await addDevice(stores.devices, tenantId, { additionalInfo: { gateway: true } });
      const { id } = await ordered("Device A", { connects: true });
      const later = millis(NOW + 5);
      await stores.registry.findOrCreate(orderOf(second, ["Device A"], { connects: true, now: later }));
      expect(await stores.registry.findById(id)).toMatchObject({ route: { gatewayId: second.id, connectedAt: later } });
      expect((await stores.devices.find(tenantId, id))?.additionalInfo).toEqual({ lastConnectedGateway: second.id });
    });

    test("connecting again through the same gateway leaves the device's version", async () => {
      const { id } = await ordered("Device A", { connects: true });
      await stores.registry.connectRoutes(tenantId, gateway.id, [id], millis(NOW + 5));
      expect((await stores.devices.find(tenantId, id))?.version).toBe(1);
      expect((await stores.registry.findById(id))?.route).toEqual({ gatewayId: gateway.id, connectedAt: NOW + 5 });
    });

    test("a device without additionalInfo gets one on connect; what it had stays", async () => {
      const plain = await addDevice(stores.devices, tenantId);
      const described = await addDevice(stores.devices, tenantId, {
        additionalInfo: { description: "d", big: 9_007_199_254_740_993n },
      });
      for (const { id } of [plain, described]) await stores.registry.connectRoutes(tenantId, gateway.id, [id], NOW);
      expect((await stores.devices.find(tenantId, plain.id))?.additionalInfo).toEqual({
        lastConnectedGateway: gateway.id,
      });
      expect((await stores.devices.find(tenantId, described.id))?.additionalInfo).toEqual({
        description: "d",
        big: 9_007_199_254_740_993n,
        lastConnectedGateway: gateway.id,
      });
    });

    test("a gateway gets no route to itself", async () => {
      const { device } = (await order([gateway.name], { connects: true })).devices[0] ?? {};
      expect(device).toMatchObject({ id: gateway.id, route: null });
    });

    test("connectRoute of a device of another tenant is refused", async () => {
      const foreign = await addDevice(stores.devices, await stores.addTenant());
      await expect(stores.registry.connectRoutes(tenantId, gateway.id, [foreign.id], NOW)).rejects.toMatchObject({
        kind: "not-found",
      });
    });

    test("a route is removed by its own gateway only", async () => {
      const second = await addDevice(stores.devices, tenantId, { additionalInfo: { gateway: true } });
      const { id } = await ordered("Device A", { connects: true });
      expect(await stores.registry.disconnectRoute(second.id, id)).toBe(false);
      expect((await stores.registry.findById(id))?.route).not.toBeNull();
      expect(await stores.registry.disconnectRoute(gateway.id, id)).toBe(true);
      expect(await stores.registry.disconnectRoute(gateway.id, id)).toBe(false);
      expect((await stores.registry.findById(id))?.route).toBeNull();
    });

    test("findRoutedThrough gives the devices of one gateway", async () => {
      const names = [freshName(), freshName()];
      await order(names, { connects: true });
      await order([freshName()]);
      const routed = await stores.registry.findRoutedThrough(gateway.id);
      expect(routed.map(({ name }) => name).sort()).toEqual([...names].sort());
      const ids = await stores.registry.findIdsRoutedThrough(gateway.id);
      expect([...ids].sort()).toEqual(routed.map(({ id }) => id).sort());
    });

    test("findProfile says whether texts are cast: true, false, or nothing", async () => {
      const { profileId } = await ordered(freshName());
      const profile = await stores.profiles.find(tenantId, profileId);
      if (profile === undefined) throw new Error("the profile is not stored");
      for (const [jsonTypeCast, castsStrings] of [
        [undefined, null],
        [null, null],
        ["true", null],
        [true, true],
        [false, false],
      ]) {
        const profileData = { configuration: { type: "DEFAULT", jsonTypeCast } };
        await stores.profiles.update(tenantId, profileId, { ...profile, profileData }, null);
        expect(await stores.registry.findProfile(profileId)).toEqual({ castsStrings });
      }
      expect(await stores.registry.findProfile(newId())).toBeUndefined();
    });

    test("10,000 new devices are created by one order", async () => {
      const names = Array.from({ length: 10_000 }, (_, index) => `bulk ${String(index)}`);
      const { devices } = await order(names);
      expect(devices.every((device) => device?.created)).toBe(true);
      expect(await stores.devices.count(tenantId)).toBe(10_001);
      expect(await stores.registry.findByNames(tenantId, names)).toHaveLength(10_000);
    });
  });
}
