import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import { sampleProfile, type DeviceStoresUnderTest } from "../../../test/contracts/device-samples.ts";
import { guesses } from "../../../test/support/guesses.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { noNotices } from "../../../test/support/no-notices.ts";
import { sqliteDeviceStores } from "../../../test/support/device-stores.ts";
import { noAuditTrail } from "../audit-trail.ts";
import type { TenantId } from "../ids.ts";
import type { DeviceProfile } from "./device.ts";
import { DeviceService } from "./device-service.ts";
import { alignedProfileData } from "./profile-data.ts";
import { parseProvisionRequest } from "./provision-request.ts";
import { ProvisioningService } from "./provisioning.ts";

let stores: DeviceStoresUnderTest;
let tenantId: TenantId;
let profile: DeviceProfile;
let devices: DeviceService;
let provisioning: ProvisioningService;

beforeAll(async () => {
  stores = await sqliteDeviceStores();
  const clock = new ManualClock();
  devices = new DeviceService({
    devices: stores.devices,
    credentials: stores.credentials,
    limit: { maxDevices: () => Promise.resolve(0) },
    notices: noNotices,
    bus: new InProcessBus(silentLogger),
    clock,
    log: silentLogger,
  });
  provisioning = new ProvisioningService({
    devices,
    profiles: stores.profiles,
    credentials: stores.credentials,
    attributes: { saveIfOther: async () => true },
    guesses: guesses(),
    clock,
    log: silentLogger,
    audit: noAuditTrail,
  });
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

const provision = (request: object) =>
  provisioning.provision(
    parseProvisionRequest({ provisionDeviceKey: `key ${tenantId}`, provisionDeviceSecret: "secret", ...request }),
    "192.0.2.1",
  );

test("a profile is found by its provisioning key, with its secret", async () => {
  expect(await provision({ provisionDeviceSecret: "another" })).toMatchObject({ status: "NOT_FOUND" });
  expect(await provision({ provisionDeviceKey: "unknown" })).toMatchObject({ status: "NOT_FOUND" });
});

test("a provisioned device has the profile, the gateway flag and the credentials that were asked for", async () => {
  const outcome = await provision({
    deviceName: "G1",
    gateway: true,
    credentialsType: "MQTT_BASIC",
    username: `u ${tenantId}`,
    password: "p",
  });
  const device = await devices.findByName(tenantId, "G1");
  expect(device).toMatchObject({ profileId: profile.id, customerId: null, additionalInfo: { gateway: true } });
  expect(outcome).toMatchObject({
    status: "SUCCESS",
    device,
    credentials: { kind: "MQTT_BASIC", credentialsId: `u ${tenantId}` },
  });
});

test("a name or token that is taken is refused", async () => {
  await provision({ deviceName: "G1", token: `t ${tenantId}` });
  expect(await provision({ deviceName: "G1" })).toMatchObject({ status: "FAILURE" });
  expect(await provision({ deviceName: "G2", token: `t ${tenantId}` })).toMatchObject({ status: "FAILURE" });
});
