import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { ProtobufjsSchemas } from "../../adapters/protobufjs/protobufjs-schemas.ts";
import { silentLogger } from "../../lib/logger.ts";
import { NO_PROFILE_REFERENCES, type DeviceStoresUnderTest } from "../../../test/contracts/device-samples.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { sqliteDeviceStores } from "../../../test/support/device-stores.ts";
import type { BusEvent } from "../bus/events.ts";
import type { TenantId } from "../ids.ts";
import type { DeviceProfile } from "./device.ts";
import { DeviceProfileService, type SentProfile } from "./device-profile-service.ts";
import { PROFILE_IMAGE_LENGTH_MAX } from "./references.ts";
import { provisionSecretOf } from "./profile-data.ts";

let stores: DeviceStoresUnderTest;
let tenantId: TenantId;
let service: DeviceProfileService;
let events: BusEvent[];

beforeAll(async () => {
  stores = await sqliteDeviceStores();
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(async () => {
  tenantId = await stores.addTenant();
  const bus = new InProcessBus(silentLogger);
  events = [];
  bus.subscribe("device-profile-changed", ({ nodeId: _, ...event }) => {
    events.push(event);
  });
  service = new DeviceProfileService({
    profiles: stores.profiles,
    bus,
    clock: new ManualClock(),
    schemas: new ProtobufjsSchemas(),
  });
});

const sent = (fields: Partial<SentProfile> = {}): SentProfile => ({
  name: "Pump",
  description: null,
  isDefault: false,
  type: "DEFAULT",
  transportType: "DEFAULT",
  provisionType: "DISABLED",
  provisionKey: null,
  ...NO_PROFILE_REFERENCES,
  profileData: {},
  ...fields,
});

test("what a profile's data leaves out is filled in, and the change is published", async () => {
  const profile = await service.create(tenantId, sent());
  expect(profile).toMatchObject({
    name: "Pump",
    transportType: "DEFAULT",
    provisionType: "DISABLED",
    provisionKey: null,
    isDefault: false,
    version: 1,
    profileData: {
      configuration: { type: "DEFAULT" },
      transportConfiguration: { type: "DEFAULT" },
      provisionConfiguration: { type: "DISABLED", provisionDeviceSecret: null },
      alarms: null,
    },
  });
  expect(await service.require(tenantId, profile.id)).toEqual(profile);
  expect(events).toEqual([{ kind: "device-profile-changed", tenantId, profileId: profile.id }]);
});

test("an MQTT profile has the MQTT transport's fields, those sent kept", async () => {
  const profile = await service.create(
    tenantId,
    sent({
      transportType: "MQTT",
      profileData: { transportConfiguration: { type: "MQTT", sendAckOnValidationException: true } },
    }),
  );
  expect(profile.profileData["transportConfiguration"]).toEqual({
    type: "MQTT",
    deviceTelemetryTopic: "v1/devices/me/telemetry",
    deviceAttributesTopic: "v1/devices/me/attributes",
    deviceAttributesSubscribeTopic: "v1/devices/me/attributes",
    transportPayloadTypeConfiguration: { transportPayloadType: "JSON" },
    sparkplug: false,
    sparkplugAttributesMetricNames: null,
    sendAckOnValidationException: true,
  });
});

test("the transport's data of another type is replaced", async () => {
  const profile = await service.create(
    tenantId,
    sent({ transportType: "DEFAULT", profileData: { transportConfiguration: { type: "MQTT" } } }),
  );
  expect(profile.profileData["transportConfiguration"]).toEqual({ type: "DEFAULT" });
});

/** A profile as it may stand in the store from before transports that are not served were refused. */
async function stored(fields: Pick<DeviceProfile, "transportType" | "profileData">): Promise<DeviceProfile> {
  const profile = await service.create(tenantId, sent());
  return await stores.profiles.update(tenantId, profile.id, { ...profile, ...fields }, null);
}

test.each(["COAP", "LWM2M", "SNMP"] as const)(
  "a profile that has the transport %s keeps it, with a warning",
  async (type) => {
    const profileData = { transportConfiguration: { type, own: 1 } };
    const { id } = await stored({ transportType: type, profileData });
    const change = sent({ transportType: type, profileData, description: "changed" });
    const saved = await service.update(tenantId, id, change, null);
    expect(saved).toMatchObject({ description: "changed", transportType: type, profileData });
    expect(service.warningsOf(saved)).toEqual([
      `transportType ${type} has no effect: no transport serves it, devices can use MQTT and HTTP`,
    ]);
    await service.update(tenantId, id, sent(), null);
    await expect(service.update(tenantId, id, change, null)).rejects.toThrow(
      `transportType must be DEFAULT or MQTT, got ${type}, which no transport serves`,
    );
  },
);

test("a profile that has Sparkplug keeps it, with a warning; no other may turn it on", async () => {
  const profileData = { transportConfiguration: { type: "MQTT", sparkplug: true } };
  const { id } = await stored({ transportType: "MQTT", profileData });
  const saved = await service.update(tenantId, id, sent({ transportType: "MQTT", profileData }), null);
  expect(service.warningsOf(saved)).toEqual([
    "profileData.transportConfiguration.sparkplug has no effect: there are no topics of Sparkplug",
  ]);
  await service.update(tenantId, id, sent({ transportType: "MQTT" }), null);
  await expect(service.update(tenantId, id, sent({ transportType: "MQTT", profileData }), null)).rejects.toThrow(
    "profileData.transportConfiguration.sparkplug must be false",
  );
});

test("topics and schemas from before they were checked are listed", async () => {
  const profileData = { transportConfiguration: { type: "MQTT", deviceTelemetryTopic: "a+" } };
  const profile = await stored({ transportType: "MQTT", profileData });
  expect(service.warningsOf(profile)).toEqual([
    'profileData.transportConfiguration.deviceTelemetryTopic may have + only alone between slashes, got "a+"; until then devices have the topics of the platform, and JSON',
  ]);
});

test("something else that is stored as the keys of a profile is kept, with a warning; no other may have it", async () => {
  const profileData = { keys: { temperature: "°C" } };
  const { id } = await stored({ transportType: "DEFAULT", profileData });
  const saved = await service.update(tenantId, id, sent({ profileData, description: "changed" }), null);
  expect(saved).toMatchObject({ description: "changed", profileData });
  expect(service.warningsOf(saved)).toEqual([
    'profileData.keys must be a list of {key, unit, decimals}, got {"temperature":"°C"}; until then keys have no units',
  ]);
  await service.update(tenantId, id, sent(), null);
  await expect(service.update(tenantId, id, sent({ profileData }), null)).rejects.toThrow("profileData.keys must be");
});

test("a profile that provisions gets a key and a secret where none are sent", async () => {
  const drawn = await service.create(tenantId, sent({ provisionType: "ALLOW_CREATE_NEW_DEVICES" }));
  expect(drawn.provisionKey).toMatch(/^[A-Za-z0-9]{20}$/);
  expect(provisionSecretOf(drawn.profileData)).toMatch(/^[A-Za-z0-9]{20}$/);
  const given = await service.create(
    tenantId,
    sent({
      name: "given",
      provisionType: "CHECK_PRE_PROVISIONED_DEVICES",
      provisionKey: `k ${tenantId}`,
      profileData: { provisionConfiguration: { type: "CHECK_PRE_PROVISIONED_DEVICES", provisionDeviceSecret: "s" } },
    }),
  );
  expect(given.provisionKey).toBe(`k ${tenantId}`);
  expect(provisionSecretOf(given.profileData)).toBe("s");
});

test("wrong names and types are invalid", async () => {
  const bad: Partial<SentProfile>[] = [
    { name: "" },
    { name: "<b>" },
    { name: "x".repeat(256) },
    { type: "OTHER" },
    { transportType: "HTTP" },
    { provisionType: "MAYBE" },
    { description: "x".repeat(256) },
    { provisionKey: "x".repeat(256) },
    { defaultQueueName: "x".repeat(256) },
    { defaultQueueName: "<b>" },
    { image: "a\0b" },
    { image: "\ud800" },
  ];
  for (const fields of bad)
    await expect(service.create(tenantId, sent(fields))).rejects.toMatchObject({ kind: "invalid" });
});

test("an image is kept up to its length, and beyond it refused with the length found", async () => {
  const image = "x".repeat(PROFILE_IMAGE_LENGTH_MAX);
  expect((await service.create(tenantId, sent({ image }))).image).toBe(image);
  const longer = sent({ name: "other", image: `${image}x` });
  await expect(service.create(tenantId, longer)).rejects.toMatchObject({
    kind: "invalid",
    message: "image may have 524288 characters, got 524289",
  });
});

test("a second default is invalid, on creation and on update; makeDefault moves it", async () => {
  await service.createDefaultOf(tenantId);
  const former = await service.requireDefault(tenantId);
  await expect(service.create(tenantId, sent({ isDefault: true }))).rejects.toMatchObject({ kind: "invalid" });
  const profile = await service.create(tenantId, sent());
  await expect(service.update(tenantId, profile.id, sent({ isDefault: true }), null)).rejects.toMatchObject({
    kind: "invalid",
  });
  events.length = 0;
  expect(await service.makeDefault(tenantId, profile.id)).toMatchObject({ isDefault: true });
  expect(events.map((event) => ("profileId" in event ? event.profileId : null))).toEqual([profile.id, former.id]);
  expect((await service.requireDefault(tenantId)).id).toBe(profile.id);
});

test("a stale version is a conflict, and another tenant's profile does not exist", async () => {
  const profile = await service.create(tenantId, sent());
  expect((await service.update(tenantId, profile.id, sent({ description: "d" }), 1)).version).toBe(2);
  await expect(service.update(tenantId, profile.id, sent(), 1)).rejects.toMatchObject({ kind: "conflict" });
  const other = await stores.addTenant();
  await expect(service.require(other, profile.id)).rejects.toMatchObject({ kind: "not-found" });
  await expect(service.delete(other, profile.id)).rejects.toMatchObject({ kind: "not-found" });
  await expect(service.requireDefault(other)).rejects.toMatchObject({ kind: "not-found" });
});

test("createDefaultOf may be repeated, and deleteAllOf leaves no profile", async () => {
  await service.createDefaultOf(tenantId);
  await service.createDefaultOf(tenantId);
  expect(await service.names(tenantId, false)).toMatchObject([{ name: "default" }]);
  await service.deleteAllOf(tenantId);
  expect(await service.names(tenantId, false)).toEqual([]);
});
