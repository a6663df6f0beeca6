// What every store of devices must do, whatever it keeps them in.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accessToken } from "../../src/core/devices/credentials.ts";
import type { Device } from "../../src/core/devices/device.ts";
import type { DeviceFields, DeviceFilter, DeviceUpdate, UpdatedDevice } from "../../src/core/devices/device-store.ts";
import { NO_DEVICE_REFERENCES } from "../../src/core/devices/references.ts";
import { newId, type CustomerId, type DeviceId, type DeviceProfileId, type TenantId } from "../../src/core/ids.ts";
import { FAIL_ON_CONFLICT } from "../../src/core/name-conflict.ts";
import {
  addDevice,
  addPackage,
  createDevice,
  NOW,
  orderOf,
  pageOf,
  sampleDevice,
  sampleProfile,
  type DeviceStoresUnderTest,
  type OpenDeviceStores,
} from "./device-samples.ts";

export function deviceStoreContract(adapter: string, open: OpenDeviceStores): void {
  describe(`device store: ${adapter}`, () => {
    let stores: DeviceStoresUnderTest;
    let tenantId: TenantId;

    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores[Symbol.asyncDispose]());
    beforeEach(async () => {
      tenantId = await stores.addTenant();
    });

    const add = (fields = {}): Promise<Device> => addDevice(stores.devices, tenantId, fields);
    const fieldsOf = (device: Device): DeviceFields => ({
      name: device.name,
      label: device.label,
      customerId: device.customerId,
      profile: { kind: "id", id: device.profileId },
      deviceData: device.deviceData,
      additionalInfo: device.additionalInfo,
      firmwareId: device.firmwareId,
      softwareId: device.softwareId,
      externalId: device.externalId,
    });
    const update = (
      device: Device,
      fields: Partial<DeviceFields>,
      terms: Partial<DeviceUpdate> = {},
    ): Promise<UpdatedDevice> =>
      stores.devices.update(
        {
          tenantId,
          id: device.id,
          fields: { ...fieldsOf(device), ...fields },
          expectedVersion: null,
          conflict: FAIL_ON_CONFLICT,
          credentials: null,
          editorCustomerId: null,
          ...terms,
        },
        NOW,
      );
    const filter = (fields: Partial<DeviceFilter> = {}): DeviceFilter => ({
      tenantId,
      customerId: null,
      type: null,
      profileId: null,
      active: null,
      gateway: null,
      ...fields,
    });

    test("a created device reads back whole, with version 1", async () => {
      const customerId = await stores.addCustomer(tenantId, "c");
      const additionalInfo = { gateway: true, description: "d", nested: { big: 9_007_199_254_740_993n } };
      const { device, credentials } = await createDevice(
        stores.devices,
        sampleDevice(tenantId, {
          name: "boiler",
          label: "L",
          customerId,
          additionalInfo,
          deviceData: { configuration: { type: "DEFAULT", a: 1 } },
        }),
      );
      expect(device).toMatchObject({
        tenantId,
        customerId,
        name: "boiler",
        label: "L",
        type: "default",
        version: 1,
        createdAt: NOW,
        additionalInfo,
      });
      expect(device.deviceData).toEqual({
        configuration: { type: "DEFAULT", a: 1 },
        transportConfiguration: { type: "DEFAULT" },
      });
      expect(await stores.devices.find(tenantId, device.id)).toEqual(device);
      expect(await stores.devices.findByName(tenantId, "boiler")).toEqual(device);
      expect(await stores.credentials.findByDevice(tenantId, device.id)).toEqual(credentials);
    });

    test("what a device refers to reads back, is replaced by a save and stays when its owner changes", async () => {
      const profile = sampleProfile(tenantId);
      await stores.profiles.create(profile);
      const named = {
        firmwareId: await addPackage(stores, profile),
        softwareId: await addPackage(stores, profile, "SOFTWARE"),
        externalId: newId<DeviceId>(),
      };
      const device = await add({ ...named, profile: { kind: "id", id: profile.id } });
      expect(device).toMatchObject(named);
      expect(await stores.devices.find(tenantId, device.id)).toEqual(device);
      const others = { ...named, softwareId: await addPackage(stores, profile, "SOFTWARE"), externalId: null };
      expect((await update(device, others)).device).toMatchObject(others);
      const customerId = await stores.addCustomer(tenantId, "c");
      expect((await stores.devices.assign(tenantId, device.id, customerId, false))?.device).toMatchObject(others);
      const found = await stores.devices.listInfos(filter(), pageOf());
      expect(found.items).toMatchObject([others]);
      expect((await update(device, { ...NO_DEVICE_REFERENCES, customerId })).device).toMatchObject(
        NO_DEVICE_REFERENCES,
      );
    });

    test("the profile is the one named by id, else by name, created where it is missing, else the default", async () => {
      const profile = sampleProfile(tenantId, { transportType: "MQTT" });
      await stores.profiles.create(profile);
      const byId = await add({ profile: { kind: "id", id: profile.id } });
      expect(byId).toMatchObject({
        profileId: profile.id,
        type: profile.name,
        deviceData: { transportConfiguration: { type: "MQTT" } },
      });
      const newType = sampleDevice(tenantId, {
        profile: { kind: "name", name: "newtype", newId: newId<DeviceProfileId>() },
      });
      const byName = await createDevice(stores.devices, newType);
      expect(byName.createdProfileId).toBe(byName.device.profileId);
      expect(byName.device.type).toBe("newtype");
      expect((await add()).type).toBe("default");
      expect((await stores.profiles.findDefault(tenantId))?.name).toBe("default");
    });

    test("an unknown profile, or one of another tenant, is invalid", async () => {
      const foreign = sampleProfile(await stores.addTenant());
      await stores.profiles.create(foreign);
      for (const id of [newId<DeviceProfileId>(), foreign.id])
        await expect(add({ profile: { kind: "id", id } })).rejects.toMatchObject({ kind: "invalid" });
    });

    test("an unknown customer, or one of another tenant, is invalid", async () => {
      const foreign = await stores.addCustomer(await stores.addTenant(), "c");
      for (const customerId of [newId<CustomerId>(), foreign])
        await expect(add({ customerId })).rejects.toMatchObject({ kind: "invalid" });
      expect(await stores.devices.count(tenantId)).toBe(0);
    });

    test("a taken name is invalid; with uniquify the device gets a suffix", async () => {
      await add({ name: "x" });
      await expect(add({ name: "x" })).rejects.toMatchObject({ kind: "invalid" });
      const incremental = { policy: "uniquify", separator: "_", strategy: "incremental" } as const;
      const names: string[] = [];
      for (let copy = 0; copy < 3; copy++)
        names.push(
          (await stores.devices.create(sampleDevice(tenantId, { name: "x" }), incremental, 0, NOW)).device.name,
        );
      expect(names).toEqual(["x_1", "x_2", "x_3"]);
    });

    test("credentials used in another tenant are invalid, and the device is not created", async () => {
      const other = await stores.addTenant();
      await addDevice(stores.devices, other, { credentials: accessToken("token-1") });
      await expect(add({ credentials: accessToken("token-1") })).rejects.toMatchObject({ kind: "invalid" });
      expect(await stores.devices.count(tenantId)).toBe(0);
    });

    test("at the limit a device is refused, naming the limit", async () => {
      await stores.devices.create(sampleDevice(tenantId), FAIL_ON_CONFLICT, 1, NOW);
      await expect(stores.devices.create(sampleDevice(tenantId), FAIL_ON_CONFLICT, 1, NOW)).rejects.toMatchObject({
        kind: "limit-exceeded",
        details: { limit: { name: "maxDevices", value: 1 }, entityType: "DEVICE" },
      });
    });

    test("an update replaces all fields and counts the version", async () => {
      const device = await add({ label: "L", additionalInfo: { a: 1 } });
      const { device: updated, before } = await update(device, { name: "renamed", label: null, additionalInfo: null });
      expect(before).toEqual(device);
      expect(updated).toEqual({ ...device, name: "renamed", label: null, additionalInfo: null, version: 2 });
      expect(await stores.devices.find(tenantId, device.id)).toEqual(updated);
    });

    test("a stale version is a conflict, the present one and null are not", async () => {
      const device = await add();
      await update(device, {}, { expectedVersion: 1 });
      await expect(update(device, {}, { expectedVersion: 1 })).rejects.toMatchObject({ kind: "conflict" });
      expect((await update(device, {})).device.version).toBe(3);
    });

    test("a device of another tenant is not found", async () => {
      const foreign = await addDevice(stores.devices, await stores.addTenant());
      await expect(update(foreign, {})).rejects.toMatchObject({ kind: "not-found" });
      expect(await stores.devices.find(tenantId, foreign.id)).toBeUndefined();
      expect(await stores.devices.findInfo(tenantId, foreign.id)).toBeUndefined();
      expect(await stores.devices.delete(tenantId, foreign.id)).toBeUndefined();
      await expect(stores.devices.assign(tenantId, foreign.id, null, false)).rejects.toMatchObject({
        kind: "not-found",
      });
    });

    test("a device may keep its name and may not take another's", async () => {
      const first = await add({ name: "x" });
      const second = await add({ name: "y" });
      expect((await update(first, { label: "L" })).device.name).toBe("x");
      await expect(update(second, { name: "x" })).rejects.toMatchObject({ kind: "invalid" });
    });

    test("an update can replace the credentials in the same step", async () => {
      const device = await add();
      await update(device, {}, { credentials: accessToken("replaced") });
      expect(await stores.credentials.findByDevice(tenantId, device.id)).toMatchObject({
        credentialsId: "replaced",
        version: 2,
      });
    });

    test("a customer's user may change label and description, not owner, profile, gateway flag or credentials", async () => {
      const customerId = await stores.addCustomer(tenantId, "own");
      const device = await add({ customerId });
      const terms = { editorCustomerId: customerId };
      expect((await update(device, { label: "mine" }, terms)).device.label).toBe("mine");
      const forbidden: [Partial<DeviceFields>, Partial<DeviceUpdate>][] = [
        [{ customerId: null }, terms],
        [{ profile: { kind: "name", name: "other", newId: newId<DeviceProfileId>() } }, terms],
        [{ additionalInfo: { gateway: true } }, terms],
        [{}, { ...terms, credentials: accessToken(null) }],
        [{}, { editorCustomerId: newId<CustomerId>() }],
      ];
      for (const [fields, by] of forbidden)
        await expect(update(device, fields, by)).rejects.toMatchObject({ kind: "forbidden" });
      const { items } = await stores.profiles.list(tenantId, null, pageOf());
      expect(items.map(({ name }) => name)).toEqual(["default"]);
    });

    test("clearing the gateway flag removes the routes through it", async () => {
      const gateway = await add({ additionalInfo: { gateway: true } });
      const { devices } = await stores.registry.findOrCreate(orderOf(gateway, ["Device A"], { connects: true }));
      expect((await update(gateway, { label: "still a gateway" })).unrouted).toEqual([]);
      const { unrouted } = await update(gateway, { additionalInfo: { gateway: false } });
      expect(unrouted).toEqual([devices[0]?.device.id]);
      expect(await stores.registry.findRoutedThrough(gateway.id)).toEqual([]);
    });

    test("assigning changes the owner and the version; assigning again changes nothing", async () => {
      const customerId = await stores.addCustomer(tenantId, "c");
      const { id } = await add();
      expect(await stores.devices.assign(tenantId, id, customerId, false)).toMatchObject({
        changed: true,
        device: { customerId, version: 2 },
      });
      expect(await stores.devices.assign(tenantId, id, customerId, false)).toMatchObject({
        changed: false,
        device: { version: 2 },
      });
      expect(await stores.devices.assign(tenantId, id, customerId, true)).toBeUndefined();
      expect(await stores.devices.assign(tenantId, id, null, false)).toMatchObject({
        changed: true,
        device: { customerId: null },
      });
    });

    test("of many who want an unowned device, one gets it", async () => {
      const { id } = await add();
      const customers = await Promise.all(["a", "b", "c"].map((title) => stores.addCustomer(tenantId, title)));
      const outcomes = await Promise.all(
        customers.map((customerId) => stores.devices.assign(tenantId, id, customerId, true)),
      );
      expect(outcomes.filter((outcome) => outcome?.changed)).toHaveLength(1);
    });

    test("unassignSome takes back what a customer has, a part at a time", async () => {
      const customerId = await stores.addCustomer(tenantId, "c");
      for (let count = 0; count < 3; count++) await add({ customerId });
      expect(await stores.devices.unassignSome(tenantId, customerId, 2)).toHaveLength(2);
      expect(await stores.devices.unassignSome(tenantId, customerId, 2)).toHaveLength(1);
      expect(await stores.devices.unassignSome(tenantId, customerId, 2)).toHaveLength(0);
    });

    test("a deleted device takes credentials, routes and relations with it", async () => {
      const gateway = await add({ additionalInfo: { gateway: true } });
      const { devices } = await stores.registry.findOrCreate(orderOf(gateway, ["Device A"], { connects: true }));
      const deviceId = devices[0]?.device.id;
      const deleted = await stores.devices.delete(tenantId, gateway.id);
      expect(deleted).toEqual({ device: gateway, unrouted: [deviceId] });
      expect(await stores.devices.find(tenantId, gateway.id)).toBeUndefined();
      expect(await stores.credentials.findByDevice(tenantId, gateway.id)).toBeUndefined();
      expect((await stores.registry.findById(deviceId ?? newId<DeviceId>()))?.route).toBeNull();
    });

    test("a tenant that does not exist gets no device, not-found", async () => {
      const gone = newId<TenantId>();
      await expect(addDevice(stores.devices, gone)).rejects.toMatchObject({ kind: "not-found" });
      expect([await stores.devices.count(gone), (await stores.profiles.list(gone, null, pageOf())).total]).toEqual([
        0, 0,
      ]);
    });

    test("deleteSome deletes the devices of one tenant, a part at a time", async () => {
      const other = await stores.addTenant();
      await addDevice(stores.devices, other);
      for (let count = 0; count < 3; count++) await add();
      expect(await stores.devices.deleteSome(tenantId, 2)).toHaveLength(2);
      expect(await stores.devices.deleteSome(tenantId, 2)).toHaveLength(1);
      expect(await stores.devices.deleteSome(tenantId, 2)).toHaveLength(0);
      expect(await stores.devices.count(other)).toBe(1);
      expect(await stores.devices.count(tenantId)).toBe(0);
    });

    test("findMany leaves out ids that are unknown, foreign, or not the customer's", async () => {
      const customerId = await stores.addCustomer(tenantId, "c");
      const free = await add();
      const owned = await add({ customerId });
      const foreign = await addDevice(stores.devices, await stores.addTenant());
      const ids = [foreign.id, owned.id, newId<DeviceId>(), free.id];
      expect(await stores.devices.findMany(tenantId, null, ids)).toEqual([free, owned]);
      expect(await stores.devices.findMany(tenantId, customerId, ids)).toEqual([owned]);
    });

    test("a list without a sort is in order of creation, and pages add up", async () => {
      const created: Device[] = [];
      for (let count = 0; count < 5; count++) created.push(await add());
      const first = await stores.devices.list(filter(), pageOf({ size: 2 }));
      const last = await stores.devices.list(filter(), pageOf({ size: 2, page: 2 }));
      expect(first).toEqual({ items: created.slice(0, 2), total: 5 });
      expect(last).toEqual({ items: created.slice(4), total: 5 });
      expect(await stores.devices.list(filter(), pageOf({ size: 2, page: 3 }))).toEqual({ items: [], total: 5 });
    });

    test("a list is sorted by every allowed property, the id breaking ties", async () => {
      const b = await add({ name: "b", label: "same" });
      const a = await add({ name: "a", label: "same" });
      const sorted = async (by: "name" | "label" | "createdTime" | "type", order: "ASC" | "DESC" = "ASC") =>
        (await stores.devices.list(filter(), pageOf({ by, order }))).items.map(({ id }) => id);
      expect(await sorted("name")).toEqual([a.id, b.id]);
      expect(await sorted("name", "DESC")).toEqual([b.id, a.id]);
      for (const property of ["label", "createdTime", "type"] as const)
        expect(await sorted(property)).toEqual([b.id, a.id]);
    });

    test("the search text is a substring of name or label in any case, % and _ literal", async () => {
      const names = async (textSearch: string) =>
        (await stores.devices.list(filter(), pageOf({ textSearch, by: "name" }))).items.map(({ name }) => name);
      await add({ name: "Kühler 1", label: "50%_full" });
      await add({ name: "boiler" });
      expect(await names("KÜHL")).toEqual(["Kühler 1"]);
      expect(await names("%_")).toEqual(["Kühler 1"]);
      expect(await names("_")).toEqual(["Kühler 1"]);
      expect(await names("o")).toEqual(["boiler"]);
    });

    test("an info adds the customer's title, whether it is the public one, and whether the device is active", async () => {
      const plain = await add();
      const shared = await add({ customerId: await stores.addCustomer(tenantId, "Public", true) });
      await stores.activate(shared.id);
      expect(await stores.devices.findInfo(tenantId, plain.id)).toEqual({
        ...plain,
        customerTitle: null,
        customerIsPublic: false,
        active: false,
      });
      const info = await stores.devices.findInfo(tenantId, shared.id);
      expect(info).toMatchObject({ customerTitle: "Public", customerIsPublic: true, active: true });
    });

    test.each([
      ["few", 60],
      ["more than are sorted by themselves", 1_206],
    ])("a search that finds %s is counted, sorted and paged in every order", async (_many, count) => {
      const customers = [null, await stores.addCustomer(tenantId, "A"), await stores.addCustomer(tenantId, "B")];
      const profiles = ["Pump", "Boiler"].map(
        (name) => ({ kind: "name", name, newId: newId<DeviceProfileId>() }) as const,
      );
      // Five of six match; the others are there to be passed over.
      const made = await Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const number = String((index * 7919) % count).padStart(4, "0");
          return await add({
            name: `${index % 6 === 0 ? "other" : "Match"} ${number}`,
            label: index % 3 === 0 ? null : `label ${String(index % 5)}`,
            customerId: customers[index % 3] ?? null,
            profile: profiles[index % 4 < 2 ? 0 : 1] ?? { kind: "default", newId: newId<DeviceProfileId>() },
          });
        }),
      );
      const titleOf = ({ customerId }: Device) =>
        customerId === null ? null : customerId === customers[1] ? "A" : "B";
      const keys = {
        id: ({ id }: Device) => id,
        createdTime: ({ createdAt }: Device) => createdAt,
        name: ({ name }: Device) => name,
        label: ({ label }: Device) => label,
        type: ({ type }: Device) => type,
        customerTitle: titleOf,
      };
      for (const [by, keyOf] of Object.entries(keys) as [
        keyof typeof keys,
        (device: Device) => string | number | null,
      ][])
        for (const order of ["ASC", "DESC"] as const)
          for (const fields of [{}, { customerId: customers[1] ?? null }, { type: "Pump" }]) {
            const wanted = made
              .filter((device) => device.name.startsWith("Match"))
              .filter(({ customerId }) => fields.customerId === undefined || customerId === fields.customerId)
              .filter(({ type }) => fields.type === undefined || type === fields.type)
              .toSorted((a, b) => compare(keyOf(a), keyOf(b), order) || compare(a.id, b.id, "ASC"))
              .map(({ id }) => id);
            const page = pageOf({ textSearch: "MATCH", by, order, page: 1, size: 7 });
            for (const found of [
              await stores.devices.list(filter(fields), page),
              await stores.devices.listInfos(filter(fields), page),
            ])
              expect([found.total, found.items.map(({ id }) => id)], `${by} ${order}`).toEqual([
                wanted.length,
                wanted.slice(7, 14),
              ]);
          }
    });

    test("lists filter by customer, type, profile, activity and being a gateway; infos are searched by type and customer too", async () => {
      const customerId = await stores.addCustomer(tenantId, "Gärtner");
      const pump = await add({
        name: "p1",
        customerId,
        profile: { kind: "name", name: "Pump", newId: newId<DeviceProfileId>() },
      });
      const plain = await add({ name: "x1" });
      await stores.activate(plain.id);
      const found = async (fields: Partial<DeviceFilter>, page = {}) =>
        (await stores.devices.listInfos(filter(fields), pageOf(page))).items.map(({ id }) => id);
      expect(await found({ customerId })).toEqual([pump.id]);
      expect(await found({ type: "Pump" })).toEqual([pump.id]);
      expect(await found({ profileId: plain.profileId })).toEqual([plain.id]);
      expect(await found({ active: true })).toEqual([plain.id]);
      expect(await found({ active: false })).toEqual([pump.id]);
      expect(await found({ gateway: true })).toEqual([]);
      const gateway = await add({ name: "g1", additionalInfo: { gateway: true } });
      expect(await found({ gateway: true })).toEqual([gateway.id]);
      expect(await found({ gateway: false })).toEqual([pump.id, plain.id]);
      await stores.devices.delete(tenantId, gateway.id);
      expect(await found({}, { textSearch: "GÄRT" })).toEqual([pump.id]);
      expect(await found({}, { textSearch: "pum" })).toEqual([pump.id]);
      expect(await found({}, { by: "customerTitle", order: "DESC" })).toEqual([pump.id, plain.id]);
    });
  });
}

/** No value comes before every other. */
function compare(a: string | number | null, b: string | number | null, order: "ASC" | "DESC"): number {
  if (a === b) return 0;
  const ascending = a === null ? -1 : b === null ? 1 : a < b ? -1 : 1;
  return order === "ASC" ? ascending : -ascending;
}
