import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import { sampleProfile, type DeviceStoresUnderTest } from "../../../test/contracts/device-samples.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { noNotices } from "../../../test/support/no-notices.ts";
import { sqliteDeviceStores } from "../../../test/support/sqlite-device-stores.ts";
import type { TenantId } from "../ids.ts";
import type { DeviceProfile } from "./device.ts";
import { ProvisionableDevices } from "./device-provisioning.ts";
import { DeviceService } from "./device-service.ts";
import { alignedProfileData } from "./profile-data.ts";

let stores: DeviceStoresUnderTest;
let tenantId: TenantId;
let profile: DeviceProfile;
let devices: ProvisionableDevices;

beforeAll(async () => {
  stores = await sqliteDeviceStores();
  const clock = new ManualClock();
  const service = new DeviceService({
    devices: stores.devices,
    credentials: stores.credentials,
    limit: { maxDevices: () => Promise.resolve(0) },
    notices: noNotices,
    bus: new InProcessBus(silentLogger),
    clock,
    log: silentLogger,
  });
  devices = new ProvisionableDevices(service, stores.profiles, stores.credentials);
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(async () => {
  tenantId = await stores.addTenant();
  profile = sampleProfile(tenantId, {
    provisionType: "ALLOW_CREATE_NEW_DEVICES",
    provisionKey: `key ${tenantId}`,
    profileData: alignedProfileData({}, "DEFAULT", "ALLOW_CREATE_NEW_DEVICES", "secret"),
  });
  await stores.profiles.create(profile);
});

test("a profile is found by its provisioning key, with its secret", async () => {
  expect(await devices.findProvisionProfile(`key ${tenantId}`)).toEqual({ profile, secret: "secret" });
  expect(await devices.findProvisionProfile("unknown")).toBeUndefined();
});

test("a provisioned device has the profile, the gateway flag and the credentials that were asked for", async () => {
  const name = devices.randomName();
  const { device, credentials } = await devices.create({
    tenantId,
    name,
    profile,
    gateway: true,
    credentials: { kind: "MQTT_BASIC", clientId: null, userName: `u ${tenantId}`, password: "p" },
  });
  expect(device).toMatchObject({ name, profileId: profile.id, customerId: null, additionalInfo: { gateway: true } });
  expect(credentials).toMatchObject({ kind: "MQTT_BASIC", credentialsId: `u ${tenantId}` });
  expect(await devices.credentialsOf(tenantId, device.id)).toEqual(credentials);
  expect(await devices.findByName(tenantId, name)).toEqual(device);
});

test("a name or token that is taken is invalid", async () => {
  const token = { kind: "ACCESS_TOKEN", token: `t ${tenantId}` } as const;
  const first = { tenantId, name: devices.randomName(), profile, gateway: false, credentials: token };
  await devices.create(first);
  await expect(devices.create({ ...first, credentials: { kind: "ACCESS_TOKEN", token: null } })).rejects.toMatchObject({
    kind: "invalid",
  });
  await expect(devices.create({ ...first, name: devices.randomName() })).rejects.toMatchObject({ kind: "invalid" });
});
