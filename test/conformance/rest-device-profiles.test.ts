// REST contract 8: device profiles.
import { expect, test } from "vitest";
import { connectGateway, useTestPlatform } from "../support/conformance.ts";
import { newPackage } from "../support/packages.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

const newName = (): string => platform().tenant.uniqueName("profile");
const plain = (): object => ({ name: newName(), type: "DEFAULT", transportType: "DEFAULT", profileData: {} });
const save = (body: object) => platform().tenant.rest.request("POST", "/api/deviceProfile", body);

const PLAIN_DATA = {
  configuration: { type: "DEFAULT" },
  transportConfiguration: { type: "DEFAULT" },
  provisionConfiguration: { type: "DISABLED", provisionDeviceSecret: null },
  alarms: null,
};

test("REST-78: the transport type of a profile in use cannot change, and its flag is called default", async () => {
  const tenant = await platform().createTenant();
  const body = { name: "mqtt", type: "DEFAULT", transportType: "MQTT", profileData: {} };
  const created = (await tenant.rest.post("/api/deviceProfile", body)) as object;
  expect(created).toMatchObject({
    default: false,
    version: 1,
    profileData: { transportConfiguration: { type: "MQTT" } },
  });
  expect(created).not.toHaveProperty("isDefault");
  const changed = await tenant.rest.post("/api/deviceProfile", {
    ...created,
    transportType: "DEFAULT",
    description: "plain",
  });
  expect(changed).toMatchObject({ transportType: "DEFAULT", description: "plain", version: 2 });
  expectError(await tenant.rest.request("POST", "/api/deviceProfile", { ...created, version: 1 }), 409, 35);
  await tenant.createDevice({ type: "mqtt" });
  expectError(
    await tenant.rest.request("POST", "/api/deviceProfile", { ...created, version: null, transportType: "MQTT" }),
    400,
    31,
  );
});

test("REST §8: profiles: required parts, taken names, one default, and what cannot be deleted", async () => {
  const tenant = await platform().createTenant();
  const body = { name: "kind", type: "DEFAULT", transportType: "DEFAULT", profileData: {} };
  for (const part of Object.keys(body)) {
    const lacking = Object.fromEntries(Object.entries(body).filter(([name]) => name !== part));
    expectError(await tenant.rest.request("POST", "/api/deviceProfile", lacking), 400, 31);
  }
  const created = await tenant.rest.post("/api/deviceProfile", body);
  const id = text(created, "id", "id");
  expectError(await tenant.rest.request("POST", "/api/deviceProfile", body), 400, 31);
  expectError(
    await tenant.rest.request("POST", "/api/deviceProfile", { ...body, name: "second", default: true }),
    400,
    31,
  );
  expectError(
    await tenant.rest.request("POST", "/api/deviceProfile", { ...body, name: "radio", transportType: "RADIO" }),
    400,
    31,
  );
  const before = text(await tenant.rest.get("/api/deviceProfileInfo/default"), "id", "id");
  expect(await tenant.rest.post(`/api/deviceProfile/${id}/default`)).toMatchObject({ default: true, name: "kind" });
  expect(text(await tenant.rest.get("/api/deviceProfileInfo/default"), "id", "id")).toBe(id);
  expectError(await tenant.rest.request("DELETE", `/api/deviceProfile/${id}`), 400, 31);
  const answer = await tenant.rest.request("DELETE", `/api/deviceProfile/${before}`);
  expect([answer.status, answer.text]).toEqual([200, ""]);
  expectError(await tenant.rest.request("GET", `/api/deviceProfile/${before}`), 404, 32);
});

test("REST §8: profiles of other tenants are forbidden; customer users see their essentials only", async () => {
  const { tenant } = platform();
  const foreign = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const id = text(await tenant.rest.get("/api/deviceProfileInfo/default"), "id", "id");
  for (const path of [`/api/deviceProfile/${id}`, `/api/deviceProfileInfo/${id}`])
    expectError(await foreign.rest.request("GET", path), 403, 20);
  expectError(await foreign.rest.request("DELETE", `/api/deviceProfile/${id}`), 403, 20);
  expectError(await foreign.rest.request("POST", `/api/deviceProfile/${id}/default`), 403, 20);
  const profile = (await tenant.rest.get(`/api/deviceProfile/${id}`)) as object;
  expectError(await foreign.rest.request("POST", "/api/deviceProfile", profile), 403, 20);
  expect(await customer.rest.get(`/api/deviceProfileInfo/${id}`)).toEqual(infoOf(id, "default", tenant.id));
  expectError(await customer.rest.request("GET", `/api/deviceProfile/${id}`), 403, 20);
  expectError(await customer.rest.request("GET", "/api/deviceProfiles?pageSize=10&page=0"), 403, 20);
  expect((await customer.rest.request("GET", "/api/deviceProfileInfos?pageSize=10&page=0")).status).toBe(200);
  expectError(
    await tenant.rest.request("GET", "/api/deviceProfileInfos?pageSize=10&page=0&transportType=RADIO"),
    400,
    31,
  );
});

function infoOf(id: string, name: string, tenantId: string): object {
  return {
    id: { entityType: "DEVICE_PROFILE", id },
    name,
    image: null,
    defaultDashboardId: null,
    type: "DEFAULT",
    transportType: "DEFAULT",
    tenantId: { entityType: "TENANT", id: tenantId },
    keys: [],
  };
}

test("REST §8: a profile shows every field, its info the eight", async () => {
  const { tenant, clock } = platform();
  const body = { ...plain(), description: "pumps" };
  const { body: profile } = await save(body);
  expect(profile).toEqual({
    id: { entityType: "DEVICE_PROFILE", id: expect.any(String) },
    createdTime: clock.now(),
    tenantId: { entityType: "TENANT", id: tenant.id },
    name: text(body, "name"),
    description: "pumps",
    image: null,
    default: false,
    type: "DEFAULT",
    transportType: "DEFAULT",
    provisionType: "DISABLED",
    provisionDeviceKey: null,
    defaultRuleChainId: null,
    defaultDashboardId: null,
    defaultQueueName: null,
    defaultEdgeRuleChainId: null,
    firmwareId: null,
    softwareId: null,
    profileData: PLAIN_DATA,
    externalId: null,
    version: 1,
  });
  const id = text(profile, "id", "id");
  expect(await tenant.rest.get(`/api/deviceProfile/${id}?inlineImages=true`)).toEqual(profile);
  const customer = await tenant.createCustomer();
  for (const caller of [tenant.rest, customer.rest])
    expect(await caller.get(`/api/deviceProfileInfo/${id}`)).toEqual(infoOf(id, text(body, "name"), tenant.id));
  expectError(await customer.rest.request("GET", `/api/deviceProfile/${id}`), 403, 20);
});

const NAMED = {
  image: "data:image/svg+xml;utf8,<svg>{{ä}}</svg>",
  defaultRuleChainId: { entityType: "RULE_CHAIN", id: UNKNOWN_ID },
  defaultDashboardId: { entityType: "DASHBOARD", id: UNKNOWN_ID },
  defaultQueueName: "Main",
  defaultEdgeRuleChainId: { entityType: "RULE_CHAIN", id: UNKNOWN_ID },
  externalId: { entityType: "DEVICE_PROFILE", id: UNKNOWN_ID },
};

test("REST §8: what a profile names is kept, shown in lists and infos, and null when a save leaves it out", async () => {
  const { rest } = platform().tenant;
  const body = plain();
  const { id } = (await save({ ...body, ...NAMED })).body as { id: { id: string } };
  const shown = (await rest.get(`/api/deviceProfile/${id.id}`)) as object;
  expect(shown).toMatchObject(NAMED);
  expect((await save(shown)).body).toEqual({ ...shown, version: 2 });
  const query = `pageSize=1&page=0&textSearch=${text(body, "name")}`;
  expect(member(await rest.get(`/api/deviceProfiles?${query}`), "data")).toMatchObject([NAMED]);
  const { image, defaultDashboardId } = NAMED;
  const info = await rest.get(`/api/deviceProfileInfo/${id.id}`);
  expect(info).toMatchObject({ image, defaultDashboardId });
  expect(member(await rest.get(`/api/deviceProfileInfos?${query}`), "data")).toEqual([info]);
  expect(await rest.get(`/api/deviceProfileInfos?deviceProfileIds=${id.id}`)).toEqual([info]);
  const packageOf = async (type: "FIRMWARE" | "SOFTWARE") => ({
    entityType: "OTA_PACKAGE",
    id: await newPackage(rest, id.id, { type, title: text(body, "name"), url: "https://example.com" }),
  });
  const packages = { firmwareId: await packageOf("FIRMWARE"), softwareId: await packageOf("SOFTWARE") };
  expect((await save({ ...shown, version: null, ...packages })).body).toMatchObject({ ...NAMED, ...packages });
  const nothing = Object.fromEntries(Object.keys({ ...NAMED, ...packages }).map((field) => [field, null]));
  expect((await save({ ...body, id })).body).toMatchObject({ ...nothing, version: 4 });
});

test("REST §8: what a profile names is refused in another shape, with the field, and nothing is saved", async () => {
  const { rest } = platform().tenant;
  const body = { ...plain(), ...NAMED };
  const { id } = (await save(body)).body as { id: { id: string } };
  const references = ["defaultRuleChainId", "defaultDashboardId", "defaultEdgeRuleChainId", "firmwareId", "softwareId"];
  const wrong: [string, unknown][] = [...references, "externalId"].flatMap((field) =>
    [UNKNOWN_ID, 5, {}, { id: "x" }, { entityType: "DEVICE", id: UNKNOWN_ID }].map((value): [string, unknown] => [
      field,
      value,
    ]),
  );
  wrong.push(["defaultQueueName", "x".repeat(256)], ["defaultQueueName", 5], ["defaultQueueName", "<b>x</b>"]);
  wrong.push(["image", 5], ["image", { id: UNKNOWN_ID }], ["image", "a\u0000b"], ["image", "x".repeat(524_289)]);
  for (const [field, value] of wrong) {
    const answer = await save({ ...body, id, [field]: value });
    expectError(answer, 400, 31);
    expect(text(answer.body, "message")).toContain(field);
  }
  expect(await rest.get(`/api/deviceProfile/${id.id}`)).toMatchObject({ ...NAMED, version: 1 });
  expectError(await save({ ...body, id, image: "x".repeat(1_100_000) }), 413, 31);
  expect((await save({ ...body, id, image: "x".repeat(524_288) })).status).toBe(200);
});

test("REST §8: units of keys are kept as sent, and each member of the tenant sees them in the info", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const foreign = await platform().createTenant();
  const keys = [{ key: "temperature", unit: "°C", decimals: 1 }, { key: "__proto__", unit: "bar" }, { key: "count" }];
  const profileData = { keys, provisionConfiguration: { type: "DISABLED", provisionDeviceSecret: "s" }, other: 1 };
  const { body } = await save({ ...plain(), profileData });
  expect(member(body, "profileData")).toEqual({ ...PLAIN_DATA, ...profileData });
  const id = text(body, "id", "id");
  const shown = [
    keys[0],
    { key: "__proto__", unit: "bar", decimals: null },
    { key: "count", unit: null, decimals: null },
  ];
  const info = { ...infoOf(id, text(body, "name"), tenant.id), keys: shown };
  for (const caller of [tenant.rest, customer.rest]) {
    expect(await caller.get(`/api/deviceProfileInfo/${id}`)).toEqual(info);
    const page = await caller.get(`/api/deviceProfileInfos?pageSize=1&page=0&textSearch=${text(body, "name")}`);
    expect(member(page, "data")).toEqual([info]);
  }
  expect(await tenant.rest.get(`/api/deviceProfileInfos?deviceProfileIds=${id}`)).toEqual([info]);
  expectError(await customer.rest.request("GET", `/api/deviceProfile/${id}`), 403, 20);
  expectError(await customer.rest.request("POST", "/api/deviceProfile", body), 403, 20);
  expectError(await foreign.rest.request("GET", `/api/deviceProfileInfo/${id}`), 403, 20);
  expect(await foreign.rest.get(`/api/deviceProfileInfos?deviceProfileIds=${id}`)).toEqual([]);
});

test("REST §8: units of keys are refused with the field, the limit and what was found, and nothing is saved", async () => {
  const { body } = await save(plain());
  const wrong: [unknown, string][] = [
    [{ temperature: "°C" }, "profileData.keys must be a list"],
    [[{ key: "a" }, { key: "a" }], 'profileData.keys[1].key must differ from those of other keys, got "a"'],
    [[{ key: "a", unit: "x".repeat(33) }], "profileData.keys[0].unit may have 32 characters, got 33"],
    [[{ key: "a", decimals: 16 }], "profileData.keys[0].decimals must be a whole number from 0 to 15, got 16"],
  ];
  for (const [keys, message] of wrong)
    for (const sent of [plain(), body as object]) {
      const answer = await save({ ...sent, profileData: { keys } });
      expectError(answer, 400, 31);
      expect(text(answer.body, "message")).toContain(message);
    }
  const path = `/api/deviceProfile/${text(body, "id", "id")}`;
  expect(await platform().tenant.rest.get(path)).toEqual(body);
});

test("REST §8: an MQTT profile has the topics, as sent or by default", async () => {
  const transportConfiguration = {
    type: "MQTT",
    deviceTelemetryTopic: "v1/devices/me/telemetry",
    deviceAttributesTopic: "v1/devices/me/attributes",
    deviceAttributesSubscribeTopic: "v1/devices/me/attributes",
    transportPayloadTypeConfiguration: { transportPayloadType: "JSON" },
    sparkplug: false,
    sparkplugAttributesMetricNames: null,
    sendAckOnValidationException: false,
  };
  const mqtt = await save({ ...plain(), transportType: "MQTT" });
  expect(member(mqtt.body, "profileData")).toEqual({ ...PLAIN_DATA, transportConfiguration });
  const own = { type: "MQTT", sendAckOnValidationException: true, deviceTelemetryTopic: "plant/values" };
  const sent = await save({
    ...plain(),
    transportType: "MQTT",
    profileData: { transportConfiguration: own, other: [1] },
  });
  expect(member(sent.body, "profileData")).toEqual({
    ...PLAIN_DATA,
    transportConfiguration: { ...transportConfiguration, ...own },
    other: [1],
  });
});

test.each(["DEFAULT", "MQTT"])("REST §8: a profile of the transport %s is stored", async (transportType) => {
  const { body } = await save({ ...plain(), transportType });
  expect(body).toMatchObject({ transportType, profileData: { transportConfiguration: { type: transportType } } });
  const { rest } = platform().tenant;
  const page = await rest.get(`/api/deviceProfileInfos?pageSize=100&page=0&transportType=${transportType}`);
  const infos = member(page, "data") as unknown[];
  expect(infos.map((info) => text(info, "id", "id"))).toContain(text(body, "id", "id"));
  expect(new Set(infos.map((info) => text(info, "transportType")))).toEqual(new Set([transportType]));
});

test.each([
  [{ transportType: "COAP" }, "transportType must be DEFAULT or MQTT, got COAP, which no transport serves"],
  [{ transportType: "LWM2M" }, "transportType must be"],
  [{ transportType: "SNMP" }, "transportType must be"],
  [
    { transportType: "MQTT", profileData: { transportConfiguration: { type: "MQTT", sparkplug: true } } },
    "profileData.transportConfiguration.sparkplug must be false",
  ],
])("REST §8: a profile with %j, which nothing serves, answers 400/31", async (fields, message) => {
  const answer = await save({ ...plain(), ...fields });
  expectError(answer, 400, 31);
  expect(text(answer.body, "message")).toContain(message);
});

test("REST §8: what is kept and has no effect is listed in the header Warning, at each save and read", async () => {
  const { rest } = platform().tenant;
  const warningsOf = (answer: { readonly headers: Headers }): string[] =>
    [...(answer.headers.get("warning") ?? "").matchAll(/299 - "((?:[^"\\]|\\.)*)"(?:, |$)/g)].map(
      ([, text = ""]) => text,
    );
  const quiet = await save(plain());
  expect(quiet.headers.get("warning")).toBeNull();
  const { id: _, ...body } = quiet.body as { id: object };
  const alarms = [{ id: "1", alarmType: "Too hot", createRules: {} }];
  const loud = await save({
    ...body,
    name: newName(),
    ...NAMED,
    provisionType: "X509_CERTIFICATE_CHAIN",
    profileData: { alarms },
  });
  expect(loud.status).toBe(200);
  expect(loud.body).toMatchObject({ ...NAMED, profileData: { alarms } });
  const warnings = [
    "provisionType X509_CERTIFICATE_CHAIN has no effect: no device is created by its certificate",
    "profileData.alarms has no effect: there are no alarm rules",
    "defaultRuleChainId has no effect",
    "defaultEdgeRuleChainId has no effect",
    "defaultDashboardId has no effect",
    "defaultQueueName has no effect",
  ];
  expect(warningsOf(loud)).toEqual(warnings);
  const path = `/api/deviceProfile/${text(loud.body, "id", "id")}`;
  expect(warningsOf(await rest.request("GET", path))).toEqual(warnings);
  const shown = await rest.request("POST", "/api/deviceProfile", { ...(loud.body as object), description: "changed" });
  expect([shown.status, warningsOf(shown)]).toEqual([200, warnings]);
  const schema = 'syntax = "proto3"; message M { optional int32 a = 1; }';
  const transportConfiguration = {
    type: "MQTT",
    transportPayloadTypeConfiguration: {
      transportPayloadType: "PROTOBUF",
      deviceTelemetryProtoSchema: schema,
      deviceAttributesProtoSchema: schema,
      useJsonPayloadFormatForDefaultDownlinkTopics: true,
    },
  };
  const useless = await save({ ...plain(), transportType: "MQTT", profileData: { transportConfiguration } });
  expect(warningsOf(useless)).toEqual([
    "useJsonPayloadFormatForDefaultDownlinkTopics has no effect without enableCompatibilityWithJsonPayloadFormat",
  ]);
});

test.each(["DISABLED", "ALLOW_CREATE_NEW_DEVICES", "CHECK_PRE_PROVISIONED_DEVICES", "X509_CERTIFICATE_CHAIN"])(
  "REST §8: the provisioning %s is stored with its key and secret, and the key is nobody else's",
  async (provisionType) => {
    const provisionDeviceKey = newName();
    const provisionConfiguration = { type: provisionType, provisionDeviceSecret: "s", own: 1 };
    const sent = { ...plain(), provisionType, provisionDeviceKey, profileData: { provisionConfiguration } };
    const { body } = await save(sent);
    expect(body).toMatchObject({ provisionType, provisionDeviceKey, profileData: { provisionConfiguration } });
    expect(await platform().tenant.rest.get(`/api/deviceProfile/${text(body, "id", "id")}`)).toEqual(body);
    const other = await platform().createTenant();
    const taken = { ...sent, name: newName() };
    expectError(await save(taken), 400, 31);
    expectError(await other.rest.request("POST", "/api/deviceProfile", taken), 400, 31);
  },
);

test.each([
  { name: undefined },
  { name: " " },
  { name: "<b>bold</b>" },
  { type: undefined },
  { type: "OTHER" },
  { transportType: undefined },
  { transportType: "HTTP" },
  { profileData: undefined },
  { profileData: null },
  { profileData: [] },
  { profileData: { configuration: { type: "DEFAULT", jsonTypeCast: "yes" } } },
  { provisionType: "OTHER" },
  { default: true },
  { name: "default" },
])("REST §8: a profile with %j answers 400/31", async (change) => {
  expectError(await save({ ...plain(), ...change }), 400, 31);
});

test.each([
  ["configuration.jsonTypeCast", { configuration: { type: "DEFAULT", jsonTypeCast: 2n ** 53n } }],
  [
    "transportConfiguration.transportPayloadTypeConfiguration.transportPayloadType",
    {
      transportConfiguration: {
        type: "MQTT",
        transportPayloadTypeConfiguration: { transportPayloadType: 2n ** 53n },
      },
    },
  ],
])("REST §8: an integer beyond the safe range as %s is refused with all its digits", async (name, profileData) => {
  const refusal = await save({ ...plain(), transportType: "MQTT", profileData });
  expectError(refusal, 400, 31);
  expect(text(refusal.body, "message")).toMatch(new RegExp(`profileData\\.${name} .* got 9007199254740992$`));
});

test("REST §8: the default is given by a call of its own, which answers with the profile, and is not given up by a save", async () => {
  const other = await platform().createTenant();
  const former = await other.rest.get("/api/deviceProfileInfo/default");
  const profile = await other.rest.post("/api/deviceProfile", plain());
  const id = text(profile, "id", "id");
  expectError(
    await other.rest.request("POST", "/api/deviceProfile", { ...(profile as object), default: true }),
    400,
    31,
  );
  const made = (await other.rest.post(`/api/deviceProfile/${id}/default`)) as object;
  expect(made).toMatchObject({ id: { id }, default: true });
  expect(await other.rest.get("/api/deviceProfileInfo/default")).toMatchObject({ id: { id } });
  expect(await other.rest.get(`/api/deviceProfile/${text(former, "id", "id")}`)).toMatchObject({ default: false });
  expect(await other.rest.post("/api/deviceProfile", { ...made, default: false })).toMatchObject({ default: true });
  expect(await other.rest.post("/api/device", { name: "a" })).toMatchObject({ deviceProfileId: { id } });
  expectError(await other.rest.request("DELETE", `/api/deviceProfile/${id}`), 400, 31);
  expect((await other.rest.request("DELETE", `/api/deviceProfile/${text(former, "id", "id")}`)).status).toBe(200);
  // The name alone makes no default where there is one already.
  const named = await other.rest.post("/api/device", { name: "b", type: "default" });
  const made2 = await other.rest.get(`/api/deviceProfile/${text(named, "deviceProfileId", "id")}`);
  expect(made2).toMatchObject({ name: "default", default: false, transportType: "DEFAULT", provisionType: "DISABLED" });
});

test("REST §8: a profile made by a device's type, or by a gateway's connect, is plain", async () => {
  const { tenant } = platform();
  const [type, connected] = [newName(), newName()];
  await tenant.createDevice({ type });
  await (await connectGateway(platform())).connectDevice(connected);
  for (const name of [type, connected]) {
    const page = await tenant.rest.get(`/api/deviceProfiles?pageSize=10&page=0&textSearch=${name}`);
    expect(member(page, "data")).toMatchObject([
      {
        name,
        default: false,
        type: "DEFAULT",
        transportType: "DEFAULT",
        provisionType: "DISABLED",
        profileData: PLAIN_DATA,
        version: 1,
      },
    ]);
  }
});

test("REST §8: names are those of all profiles, or with activeOnly of those that devices have", async () => {
  const other = await platform().createTenant();
  const { body: unused } = await other.rest.request("POST", "/api/deviceProfile", plain());
  const { rest } = await other.createCustomer();
  await other.createDevice();
  const namesOf = async (query: string, caller = other.rest): Promise<unknown[]> =>
    ((await caller.get(`/api/deviceProfile/names${query}`)) as unknown[]).map((entry) => text(entry, "name"));
  expect(await namesOf("")).toEqual(["default", text(unused, "name")]);
  expect(await namesOf("?activeOnly=false", rest)).toEqual(["default", text(unused, "name")]);
  expect(await namesOf("?activeOnly=true")).toEqual(["default"]);
  expect(await other.rest.get("/api/deviceProfile/names?activeOnly=true")).toEqual([
    { id: { entityType: "DEVICE_PROFILE", id: expect.any(String) }, name: "default" },
  ]);
  const types = (await rest.get("/api/device/types")) as unknown[];
  expect(types[0]).toEqual({ tenantId: { entityType: "TENANT", id: other.id }, entityType: "DEVICE", type: "default" });
});

test("REST §8: a profile of another tenant is forbidden on every path, one that does not exist is not found", async () => {
  const { rest } = platform().tenant;
  const other = await platform().createTenant();
  const foreign = (await other.rest.post("/api/deviceProfile", plain())) as object;
  for (const [id, status, code] of [
    [text(foreign, "id", "id"), 403, 20],
    [UNKNOWN_ID, 404, 32],
  ] as const) {
    for (const [method, path] of [
      ["GET", `/api/deviceProfile/${id}`],
      ["GET", `/api/deviceProfileInfo/${id}`],
      ["POST", `/api/deviceProfile/${id}/default`],
      ["DELETE", `/api/deviceProfile/${id}`],
      ["GET", `/api/deviceProfile/devices/keys/timeseries?deviceProfileId=${id}`],
      ["GET", `/api/devices/count/SOFTWARE/${id}`],
    ] as const)
      expectError(await rest.request(method, path), status, code);
    expectError(await save({ ...plain(), id: { id } }), status, code);
  }
  const own = await rest.get("/api/deviceProfileInfo/default");
  const ids = `deviceProfileIds=${text(own, "id", "id")},${text(foreign, "id", "id")}`;
  for (const path of ["/api/deviceProfileInfos", "/api/deviceProfileInfos/list"])
    expect(await rest.get(`${path}?${ids}`)).toEqual([own]);
});

test("REST §8: saves check the version, and a device follows the new name of its profile", async () => {
  const { tenant } = platform();
  const { body } = await save(plain());
  const { id } = (await tenant.rest.post("/api/device", { name: newName(), deviceProfileId: member(body, "id") })) as {
    id: { id: string };
  };
  const renamed = { ...(body as object), name: newName() };
  expect((await save(renamed)).body).toMatchObject({ version: 2, name: renamed.name });
  expectError(await save({ ...renamed, version: 1 }), 409, 35);
  expect(await tenant.rest.get(`/api/device/${id.id}`)).toMatchObject({ type: renamed.name });
  expectError(await save({ ...renamed, version: null, transportType: "MQTT" }), 400, 31);
  expectError(await tenant.rest.request("DELETE", `/api/deviceProfile/${text(body, "id", "id")}`), 400, 31);
});
