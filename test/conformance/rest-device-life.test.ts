// REST contract 7, rule by rule: devices, their owners and their activity, as far as no line of the checklist is about it.
import { expect, test } from "vitest";
import { CLAIM, connectGateway, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, neighbours, NULL_UUID, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

const newName = (): string => platform().tenant.uniqueName("device");
const PLAIN_DATA = { configuration: { type: "DEFAULT" }, transportConfiguration: { type: "DEFAULT" } };

test("REST §7: a name is enough for a device, and every other field is there", async () => {
  const { tenant, clock } = platform();
  const name = newName();
  const profile = await tenant.rest.get("/api/deviceProfileInfo/default");
  const device = await tenant.rest.post("/api/device", { name });
  expect(device).toEqual({
    id: { entityType: "DEVICE", id: expect.any(String) },
    createdTime: clock.now(),
    tenantId: { entityType: "TENANT", id: tenant.id },
    customerId: { entityType: "CUSTOMER", id: NULL_UUID },
    name,
    type: "default",
    label: null,
    deviceProfileId: member(profile, "id"),
    deviceData: PLAIN_DATA,
    firmwareId: null,
    softwareId: null,
    externalId: null,
    additionalInfo: null,
    version: 1,
  });
  expect(await tenant.rest.get(`/api/device/info/${text(device, "id", "id")}`)).toEqual({
    ...(device as object),
    customerTitle: null,
    customerIsPublic: false,
    deviceProfileName: "default",
    active: false,
  });
});

test("REST §7: packages and externalId are kept, replaced by a save, and null when a save leaves them out", async () => {
  const { rest } = platform().tenant;
  const name = newName();
  const packageId = { entityType: "OTA_PACKAGE", id: UNKNOWN_ID };
  const named = { firmwareId: packageId, softwareId: packageId, externalId: { entityType: "DEVICE", id: UNKNOWN_ID } };
  const untyped = { firmwareId: { id: UNKNOWN_ID }, softwareId: packageId, externalId: { id: UNKNOWN_ID } };
  const { id } = (await rest.post("/api/device", { name, ...untyped })) as { id: { id: string } };
  const shown = (await rest.get(`/api/device/${id.id}`)) as object;
  expect(shown).toMatchObject(named);
  expect(await rest.post("/api/device", shown)).toEqual({ ...shown, version: 2 });
  expect(await rest.get(`/api/device/info/${id.id}`)).toMatchObject(named);
  expect(await rest.get(`/api/tenant/devices?deviceName=${name}`)).toMatchObject(named);
  for (const list of ["/api/tenant/devices", "/api/tenant/deviceInfos"])
    expect(member(await rest.get(`${list}?pageSize=1&page=0&textSearch=${name}`), "data")).toMatchObject([named]);
  for (const field of ["firmwareId", "softwareId", "externalId"])
    for (const wrong of [
      UNKNOWN_ID,
      5,
      [],
      {},
      { id: "x" },
      { id: null },
      { entityType: "RULE_CHAIN", id: UNKNOWN_ID },
    ]) {
      const { body, status } = await rest.request("POST", "/api/device", { id, name, ...named, [field]: wrong });
      expect([status, member(body, "errorCode"), member(body, "message")]).toEqual([
        400,
        31,
        expect.stringContaining(field),
      ]);
    }
  expect(await rest.get(`/api/device/${id.id}`)).toMatchObject({ ...named, version: 2 });
  expect(await rest.post("/api/device", { id, name, firmwareId: packageId, softwareId: null })).toMatchObject({
    firmwareId: packageId,
    softwareId: null,
    externalId: null,
  });
  const reserved = { firmwareId: { id: NULL_UUID }, externalId: { entityType: "DEVICE", id: NULL_UUID } };
  expect(await rest.post("/api/device", { id, name, ...reserved })).toMatchObject({
    firmwareId: null,
    externalId: null,
  });
});

test("REST §7: null and the reserved id mean none, for the device and for its customer", async () => {
  const none = { entityType: "CUSTOMER", id: NULL_UUID };
  const sent = {
    id: { entityType: "DEVICE", id: NULL_UUID },
    name: newName(),
    type: null,
    label: null,
    customerId: none,
  };
  const device = (await platform().tenant.rest.post("/api/device", sent)) as object;
  expect(device).toMatchObject({ customerId: none, type: "default", version: 1 });
  expect(await platform().tenant.rest.post("/api/device", { ...device, customerId: null })).toMatchObject({
    version: 2,
  });
});

test("REST §7: accessToken is for new devices; an empty one is drawn at random, a blank one refused", async () => {
  const { tenant } = platform();
  const tokenOf = async (device: unknown): Promise<string> =>
    text(await tenant.rest.get(`/api/device/${text(device, "id", "id")}/credentials`), "credentialsId");
  const device = await tenant.rest.post("/api/device?accessToken=", { name: newName() });
  const token = await tokenOf(device);
  expect(token).toMatch(/^[A-Za-z0-9]{20}$/);
  await tenant.rest.post(`/api/device?accessToken=${newName()}`, device);
  expect(await tokenOf(device)).toBe(token);
  for (const refused of ["%20", "a%00b", "x".repeat(2_000)])
    expectError(await tenant.rest.request("POST", `/api/device?accessToken=${refused}`, { name: newName() }), 400, 31);
});

test("REST §7: the profile is the one of the id, else the one of the name, else the default; the device's data follow it", async () => {
  const { rest } = platform().tenant;
  const name = platform().tenant.uniqueName("profile");
  const profile = await rest.post("/api/deviceProfile", {
    name,
    type: "DEFAULT",
    transportType: "MQTT",
    profileData: {},
  });
  const deviceProfileId = member(profile, "id");
  const mqtt = { configuration: { type: "DEFAULT" }, transportConfiguration: { type: "MQTT" } };
  const device = (await rest.post("/api/device", { name: newName(), type: "ignored", deviceProfileId })) as object;
  expect(device).toMatchObject({ type: name, deviceProfileId, deviceData: mqtt });
  expect(await rest.post("/api/device", { ...device, deviceProfileId: null, type: name })).toMatchObject({
    deviceProfileId,
  });
  expect(await rest.post("/api/device", { ...device, version: null, deviceProfileId: null, type: null })).toMatchObject(
    {
      type: "default",
      deviceData: PLAIN_DATA,
    },
  );
  // A part that fits stays as it was sent, with all that is in it.
  const own = { ...mqtt, transportConfiguration: { type: "MQTT", own: [1] } };
  expect(await rest.post("/api/device", { name: newName(), deviceProfileId, deviceData: own })).toMatchObject({
    deviceData: own,
  });
});

test("REST §7: a failed save leaves nothing behind, neither device nor profile", async () => {
  const { rest } = platform().tenant;
  const [name, type, token] = [newName(), platform().tenant.uniqueName("profile"), newName()];
  await rest.post(`/api/device?accessToken=${token}`, { name: newName() });
  expectError(await rest.request("POST", `/api/device?accessToken=${token}`, { name, type }), 400, 31);
  const credentials = { credentialsType: "ACCESS_TOKEN", credentialsId: token };
  expectError(
    await rest.request("POST", "/api/device-with-credentials", { device: { name, type }, credentials }),
    400,
    31,
  );
  expectError(await rest.request("POST", "/api/device", { name, type, customerId: { id: UNKNOWN_ID } }), 400, 31);
  expectError(await rest.request("GET", `/api/tenant/devices?deviceName=${name}`), 404, 32);
  expect(await platform().tenant.profileNames()).not.toContain(type);
});

test("REST §7: saving an existing device with credentials replaces them, and ends its session", async () => {
  const { tenant } = platform();
  const { id, token } = await tenant.createDevice();
  const session = await platform().connect(token, 5);
  const device = await tenant.rest.get(`/api/device/${id}`);
  const credentials = { credentialsType: "ACCESS_TOKEN", credentialsId: newName(), credentialsValue: null };
  expect(await tenant.rest.post("/api/device-with-credentials", { device, credentials })).toMatchObject({ version: 2 });
  await session.closed();
  expect(await tenant.rest.get(`/api/device/${id}/credentials`)).toMatchObject({ ...credentials, version: 2 });
  for (const body of [
    { credentials },
    { device: { name: newName() } },
    { device: null, credentials },
    { device, credentials: null },
  ])
    expectError(await tenant.rest.request("POST", "/api/device-with-credentials", body), 400, 31);
  expectError(await tenant.rest.request("POST", "/api/device-with-credentials", { device, credentials }), 409, 35);
  const named = { device: { name: text(device, "name") }, credentials: { credentialsType: "ACCESS_TOKEN" } };
  const copies = "/api/device-with-credentials?nameConflictPolicy=UNIQUIFY&uniquifyStrategy=INCREMENTAL";
  expect(await tenant.rest.post(copies, named)).toMatchObject({ name: `${text(device, "name")}_1` });
});

test("REST §7: customerId in a save assigns and unassigns for an administrator", async () => {
  const { device, owner } = await neighbours(platform());
  const { rest } = platform().tenant;
  const present = (await rest.get(`/api/device/${device.id}`)) as object;
  expect(await rest.post("/api/device", { ...present, customerId: null })).toMatchObject({
    customerId: { id: NULL_UUID },
  });
  expectError(await owner.rest.request("GET", `/api/device/${device.id}`), 403, 20);
  expect(await rest.post("/api/device", { ...present, version: null })).toMatchObject({ customerId: { id: owner.id } });
  expect((await owner.rest.request("GET", `/api/device/${device.id}`)).status).toBe(200);
  const foreign = await (await platform().createTenant()).createCustomer();
  expectError(
    await rest.request("POST", "/api/device", { ...present, version: null, customerId: { id: foreign.id } }),
    400,
    31,
  );
});

test("REST §7: assigning takes no body, names a customer and a device of the tenant, and can be repeated", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const { id } = await tenant.createDevice();
  const path = `/api/customer/${customer.id}/device/${id}`;
  const assigned = await tenant.rest.post(path);
  expect(assigned).toMatchObject({ customerId: { entityType: "CUSTOMER", id: customer.id }, version: 2 });
  expect(await tenant.rest.post(path)).toEqual(assigned);
  expectError(await tenant.rest.request("POST", `/api/customer/${UNKNOWN_ID}/device/${id}`), 404, 32);
  expectError(await tenant.rest.request("POST", `/api/customer/${customer.id}/device/${UNKNOWN_ID}`), 404, 32);
  expectError(await customer.rest.request("POST", path), 403, 20);
  expectError(await customer.rest.request("DELETE", `/api/customer/device/${id}`), 403, 20);
});

test("REST §7: lists filter by the exact type, infos by profile and activity too, a customer's by the customer", async () => {
  const other = await platform().createTenant();
  const customer = await other.createCustomer();
  const [plain, typed, given] = [
    await other.createDevice(),
    await other.createDevice({ type: "pump" }),
    await other.createDevice({ type: "pump", customerId: customer.id }),
  ];
  const found = async (path: string, by = other.rest): Promise<unknown[]> => {
    const page = await by.get(`${path}${path.includes("?") ? "&" : "?"}pageSize=10&page=0`);
    return (member(page, "data") as unknown[]).map((device) => text(device, "name"));
  };
  const profileId = text(await other.rest.get(`/api/device/${typed.id}`), "deviceProfileId", "id");
  expect(await found("/api/tenant/devices?type=pump")).toEqual([typed.name, given.name]);
  expect(await found("/api/tenant/devices?type=pum")).toEqual([]);
  expect(await found("/api/tenant/devices?type=")).toHaveLength(3);
  expect(await found(`/api/tenant/deviceInfos?deviceProfileId=${profileId}`)).toEqual([typed.name, given.name]);
  expect(await found(`/api/tenant/deviceInfos?type=default&deviceProfileId=${profileId}`)).toEqual([plain.name]);
  expect(await found("/api/tenant/deviceInfos?active=true")).toEqual([]);
  expect(await found("/api/tenant/deviceInfos?gateway=true")).toEqual([]);
  expect(await found("/api/tenant/deviceInfos?gateway=false")).toHaveLength(3);
  for (const by of [other.rest, customer.rest]) {
    expect(await found(`/api/customer/${customer.id}/devices?type=pump`, by)).toEqual([given.name]);
    expect(
      await found(`/api/customer/${customer.id}/deviceInfos?deviceProfileId=${profileId}&active=false`, by),
    ).toEqual([given.name]);
    expect(await found(`/api/customer/${customer.id}/devices?type=default`, by)).toEqual([]);
  }
  for (const wrong of ["active=maybe", "gateway=maybe", "deviceProfileId=x"])
    expectError(await other.rest.request("GET", `/api/tenant/deviceInfos?pageSize=1&page=0&${wrong}`), 400, 31);
  expectError(await other.rest.request("GET", `/api/customer/${UNKNOWN_ID}/devices?pageSize=1&page=0`), 404, 32);
});

test("REST §7: devices by id need an id, and those without data of the caller's are left out", async () => {
  const { device, owner, otherCustomer, otherTenant } = await neighbours(platform());
  const path = `/api/devices?deviceIds=${UNKNOWN_ID},${device.id}`;
  for (const [caller, count] of [
    [owner.rest, 1],
    [platform().tenant.rest, 1],
    [otherCustomer, 0],
    [otherTenant.rest, 0],
  ] as const)
    expect(await caller.get(path)).toHaveLength(count);
  for (const query of ["", "?deviceIds=", "?deviceIds=,", "?deviceIds=x"])
    expectError(await owner.rest.request("GET", `/api/devices${query}`), 400, 31);
});

test("REST §7: a device is active from its first message until it has been silent for its timeout", async () => {
  const { tenant, clock } = platform();
  const [usual, patient] = [await tenant.createDevice(), await tenant.createDevice()];
  await tenant.saveAttributes(patient.id, "SERVER_SCOPE", { inactivityTimeout: 3_600_000 });
  const isActive = async (id: string): Promise<unknown> =>
    member(await tenant.rest.get(`/api/device/info/${id}`), "active");
  for (const { token } of [usual, patient]) {
    const session = await platform().connect(token, 5);
    await session.publish("v1/devices/me/telemetry", { a: 1 });
    session.destroy();
  }
  const seenAt = clock.now();
  await platform().until(
    () => isActive(patient.id),
    (active) => active === true,
  );
  expect(
    await platform().until(
      () => isActive(usual.id),
      (active) => active === true,
    ),
  ).toBe(true);
  clock.advance(599_000);
  await platform().settle();
  expect(await isActive(usual.id)).toBe(true);
  const inactive = platform().until(
    () => isActive(usual.id),
    (active) => active === false,
    5_000,
  );
  await platform().passTimeUntil(inactive, 120);
  expect(await isActive(patient.id)).toBe(true);
  const attributes = await tenant.attributes(usual.id, "SERVER_SCOPE");
  expect(attributes).toMatchObject({ active: false, lastActivityTime: seenAt, lastConnectTime: seenAt });
  expect(attributes).toMatchObject({ lastDisconnectTime: expect.any(Number), inactivityAlarmTime: expect.any(Number) });
});

test("REST §7: deleting a device ends its session and its data, and its name is free again", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { a: 1 });
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { a: 1 });
  const session = await platform().connect(device.token, 5);
  const answer = await tenant.rest.request("DELETE", `/api/device/${device.id}`);
  expect([answer.status, answer.text]).toEqual([200, ""]);
  await session.closed();
  expect((await platform().connect(device.token, 5)).connackCode).not.toBe(0);
  for (const path of [
    `/api/device/${device.id}`,
    `/api/device/${device.id}/credentials`,
    `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries`,
  ])
    expectError(await tenant.rest.request("GET", path), 404, 32);
  const again = await tenant.createDevice({ name: device.name });
  expect(await tenant.latest(again.id)).toEqual({});
  expect(await tenant.attributes(again.id, "SHARED_SCOPE")).toEqual({});
});

test("REST §7: who owns a device, and that it is gone, is known to open sessions at once", async () => {
  const { tenant } = platform();
  const gateway = await connectGateway(platform());
  const child = await gateway.connectDevice();
  const customer = await tenant.createCustomer();
  // Only a device without an owner can be claimed, which is asked whenever a claim is opened.
  const claim = async (): Promise<unknown> => {
    await gateway.publish(CLAIM, { [child.name]: { secretKey: "s" } });
    return (await customer.rest.request("POST", `/api/customer/device/${child.name}/claim`, { secretKey: "s" })).text;
  };
  await tenant.rest.post(`/api/customer/${customer.id}/device/${child.id}`);
  expect(await claim()).toBe('"CLAIMED"');
  await tenant.rest.delete(`/api/customer/device/${child.id}`);
  expect(await claim()).toContain('"SUCCESS"');
  await tenant.rest.delete(`/api/device/${child.id}`);
  expect(await gateway.publish(TELEMETRY, { [child.name]: [{ ts: 1, values: { a: 1 } }] })).toBe(0);
  const again = await tenant.existing(child.name);
  expect(again.id).not.toBe(child.id);
  expect(await tenant.latestValues(again.id)).toEqual({ a: 1 });
});
