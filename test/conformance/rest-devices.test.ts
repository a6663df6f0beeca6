// REST contract 7: devices, their owners and their activity.
import { expect, test } from "vitest";
import { CLAIM, connectGateway, TELEMETRY, useTestPlatform } from "../support/conformance.ts";
import { newPackage, newProfile } from "../support/packages.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, neighbours, NULL_UUID, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

const newName = (): string => platform().tenant.uniqueName("device");
const PLAIN_DATA = { configuration: { type: "DEFAULT" }, transportConfiguration: { type: "DEFAULT" } };

async function profileCount(name: string): Promise<number> {
  return (await platform().tenant.profileNames()).filter((known) => known === name).length;
}

test("REST-64: saving a device with a new type creates the profile of that name", async () => {
  const { tenant } = platform();
  const [name, type] = [tenant.uniqueName("device"), tenant.uniqueName("type")];
  const device = await tenant.rest.post("/api/device", { name, type });
  expect(await profileCount(type)).toBe(1);
  const profile = await tenant.rest.get(`/api/deviceProfile/${text(device, "deviceProfileId", "id")}`);
  expect(profile).toMatchObject({
    name: type,
    default: false,
    type: "DEFAULT",
    transportType: "DEFAULT",
    provisionType: "DISABLED",
  });
});

test("REST-65: the type of the answer is the profile's name, whatever the request said", async () => {
  const { tenant } = platform();
  const type = tenant.uniqueName("type");
  const first = await tenant.rest.post("/api/device", { name: tenant.uniqueName("device"), type });
  const other = await tenant.rest.post("/api/device", {
    name: tenant.uniqueName("device"),
    type: "something else",
    deviceProfileId: member(first, "deviceProfileId"),
  });
  expect(member(other, "type")).toBe(type);
  expect(await profileCount("something else")).toBe(0);
  const plain = await tenant.rest.post("/api/device", { name: tenant.uniqueName("device") });
  expect(member(plain, "type")).toBe("default");
});

test("REST-65: an unknown profile, and one of another tenant, answer 400/31", async () => {
  const { tenant } = platform();
  const foreign = await (await platform().createTenant()).rest.get("/api/deviceProfileInfo/default");
  for (const id of [UNKNOWN_ID, text(foreign, "id", "id")])
    expectError(
      await tenant.rest.request("POST", "/api/device", {
        name: tenant.uniqueName("device"),
        deviceProfileId: { entityType: "DEVICE_PROFILE", id },
      }),
      400,
      31,
    );
});

test("REST-66: a new device has a token of 20 letters and digits, or the one that was asked for", async () => {
  const { tenant } = platform();
  const { id, token } = await tenant.createDevice();
  expect(token).toMatch(/^[A-Za-z0-9]{20}$/);
  expect(await tenant.rest.get(`/api/device/${id}/credentials`)).toEqual({
    id: { id: expect.any(String) },
    createdTime: expect.any(Number),
    deviceId: { entityType: "DEVICE", id },
    credentialsType: "ACCESS_TOKEN",
    credentialsId: token,
    credentialsValue: null,
    version: 1,
  });
  const wanted = tenant.uniqueName("token");
  const device = await tenant.rest.post(`/api/device?accessToken=${wanted}`, { name: tenant.uniqueName("device") });
  expect(text(await tenant.rest.get(`/api/device/${text(device, "id", "id")}/credentials`), "credentialsId")).toBe(
    wanted,
  );
});

test("REST-67: version counts saves, a stale one answers 409/35, none overwrites", async () => {
  const { tenant } = platform();
  const created = await tenant.rest.post("/api/device", { name: tenant.uniqueName("device") });
  expect(member(created, "version")).toBe(1);
  const updated = await tenant.rest.post("/api/device", { ...(created as object), label: "new" });
  expect(updated).toMatchObject({ version: 2, label: "new" });
  expectError(await tenant.rest.request("POST", "/api/device", { ...(created as object), label: "late" }), 409, 35);
  expect(await tenant.rest.post("/api/device", { ...(created as object), label: null, version: null })).toMatchObject({
    version: 3,
    label: null,
  });
});

test("REST-67: an update of an unknown device, and of one of another tenant, answers 404/32", async () => {
  const { tenant } = platform();
  const foreign = await (await platform().createTenant()).createDevice();
  for (const id of [UNKNOWN_ID, foreign.id])
    expectError(
      await tenant.rest.request("POST", "/api/device", {
        id: { entityType: "DEVICE", id },
        name: tenant.uniqueName("device"),
      }),
      404,
      32,
    );
});

test("REST-68: a taken name answers 400/31, or gets a suffix where that was asked for", async () => {
  const { tenant } = platform();
  const { name } = await tenant.createDevice();
  expectError(await tenant.rest.request("POST", "/api/device", { name }), 400, 31);
  const incremental = "nameConflictPolicy=UNIQUIFY&uniquifyStrategy=INCREMENTAL";
  expect(member(await tenant.rest.post(`/api/device?${incremental}`, { name }), "name")).toBe(`${name}_1`);
  expect(member(await tenant.rest.post(`/api/device?${incremental}&uniquifySeparator=-`, { name }), "name")).toBe(
    `${name}-1`,
  );
  expect(member(await tenant.rest.post("/api/device?nameConflictPolicy=UNIQUIFY", { name }), "name")).toMatch(
    new RegExp(`^${name}_[A-Za-z0-9]{6}$`),
  );
  expectError(await tenant.rest.request("POST", "/api/device?nameConflictPolicy=MAYBE", { name }), 400, 31);
});

test.each(["", "   ", "a".repeat(256), "a\u0000b", "<b>bold</b>", "{{name}}", null, 5])(
  "REST-68: the name %j answers 400/31",
  async (name) => {
    expectError(await platform().tenant.rest.request("POST", "/api/device", { name }), 400, 31);
  },
);

test("REST-69: saving a device with credentials needs both", async () => {
  const { tenant } = platform();
  const device = { name: tenant.uniqueName("device") };
  const credentials = {
    credentialsType: "ACCESS_TOKEN",
    credentialsId: tenant.uniqueName("token"),
    credentialsValue: null,
  };
  expectError(await tenant.rest.request("POST", "/api/device-with-credentials", { device }), 400, 31);
  expectError(await tenant.rest.request("POST", "/api/device-with-credentials", { credentials }), 400, 31);
  const saved = await tenant.rest.post("/api/device-with-credentials", { device, credentials });
  const path = `/api/device/${text(saved, "id", "id")}/credentials`;
  expect(member(await tenant.rest.get(path), "credentialsId")).toBe(credentials.credentialsId);
  const changed = { ...credentials, credentialsId: tenant.uniqueName("token") };
  await tenant.rest.post("/api/device-with-credentials", { device: saved, credentials: changed });
  expect(member(await tenant.rest.get(path), "credentialsId")).toBe(changed.credentialsId);
});

test("REST-73: a device of another tenant answers 404/32, one of another customer 403/20", async () => {
  const { device, owner, otherCustomer, otherTenant } = await neighbours(platform());
  for (const path of [
    `/api/device/${device.id}`,
    `/api/device/info/${device.id}`,
    `/api/device/${device.id}/credentials`,
  ]) {
    expect((await owner.rest.request("GET", path)).status).toBe(200);
    expectError(await otherCustomer.request("GET", path), 403, 20);
    expectError(await otherTenant.rest.request("GET", path), 404, 32);
    expectError(await platform().sysAdmin.request("GET", path), 403, 20);
    expectError(await platform().anonymous.request("GET", path), 401, 10);
  }
  expectError(await otherTenant.rest.request("DELETE", `/api/device/${device.id}`), 404, 32);
});

test("REST-74: unassigning answers with the device, doing it twice 400/31", async () => {
  const { tenant } = platform();
  const customer = await tenant.createCustomer();
  const { id } = await tenant.createDevice();
  const assigned = await tenant.rest.post(`/api/customer/${customer.id}/device/${id}`);
  expect(member(assigned, "customerId")).toEqual({ entityType: "CUSTOMER", id: customer.id });
  expect((await customer.rest.request("GET", `/api/device/${id}`)).status).toBe(200);
  const unassigned = await tenant.rest.request("DELETE", `/api/customer/device/${id}`);
  expect([unassigned.status, member(unassigned.body, "id", "id")]).toEqual([200, id]);
  expectError(await customer.rest.request("GET", `/api/device/${id}`), 403, 20);
  expectError(await tenant.rest.request("DELETE", `/api/customer/device/${id}`), 400, 31);
});

test("REST-74: devices and customers of other tenants cannot be put together", async () => {
  const { tenant } = platform();
  const foreign = await platform().createTenant();
  const [customer, device] = [await tenant.createCustomer(), await tenant.createDevice()];
  const [foreignCustomer, foreignDevice] = [await foreign.createCustomer(), await foreign.createDevice()];
  expectError(await tenant.rest.request("POST", `/api/customer/${foreignCustomer.id}/device/${device.id}`), 403, 20);
  expectError(await tenant.rest.request("POST", `/api/customer/${customer.id}/device/${foreignDevice.id}`), 404, 32);
  expectError(await tenant.rest.request("POST", `/api/customer/${UNKNOWN_ID}/device/${device.id}`), 404, 32);
  expectError(await foreign.rest.request("DELETE", `/api/customer/device/${device.id}`), 404, 32);
  expectError(await customer.rest.request("POST", `/api/customer/${customer.id}/device/${device.id}`), 403, 20);
  expectError(await customer.rest.request("DELETE", `/api/customer/device/${device.id}`), 403, 20);
});

test("REST-75: devices by ids are those that the caller may see", async () => {
  const { device, owner, otherTenant, otherCustomer } = await neighbours(platform());
  const foreign = await otherTenant.createDevice();
  const path = `/api/devices?deviceIds=${device.id},${foreign.id},${UNKNOWN_ID}`;
  expect(await platform().tenant.rest.get(path)).toMatchObject([{ id: { id: device.id } }]);
  expect(await owner.rest.get(path)).toHaveLength(1);
  expect(await otherCustomer.get(path)).toEqual([]);
  expectError(await owner.rest.request("GET", "/api/devices?deviceIds="), 400, 31);
  expectError(await owner.rest.request("GET", "/api/devices"), 400, 31);
  expectError(await owner.rest.request("GET", "/api/devices?deviceIds=x"), 400, 31);
});

test("REST-76: a device by name is one object", async () => {
  const { tenant } = platform();
  const { id, name } = await tenant.createDevice({ name: `${tenant.uniqueName("a/b ü")}&c` });
  for (const path of ["/api/tenant/devices", "/api/tenant/device"]) {
    expect(await tenant.rest.get(`${path}?deviceName=${encodeURIComponent(name)}`)).toMatchObject({ id: { id }, name });
    expectError(await tenant.rest.request("GET", `${path}?deviceName=nobody`), 404, 32);
    const foreign = await platform().createTenant();
    expectError(await foreign.rest.request("GET", `${path}?deviceName=${encodeURIComponent(name)}`), 404, 32);
  }
});

test("REST-77: a customer user can change the plain fields of a device, and nothing else about it", async () => {
  const { device, owner, otherCustomer } = await neighbours(platform());
  const present = (await owner.rest.get(`/api/device/${device.id}`)) as object;
  expect(await owner.rest.post("/api/device", { ...present, label: "ours" })).toMatchObject({
    label: "ours",
    customerId: { id: owner.id },
  });
  const fresh = (await owner.rest.get(`/api/device/${device.id}`)) as object;
  const refused = async (change: object): Promise<void> => {
    expectError(await owner.rest.request("POST", "/api/device", { ...fresh, ...change }), 403, 20);
  };
  await refused({ customerId: null });
  await refused({ additionalInfo: { gateway: true } });
  await refused({ deviceProfileId: null, type: "another" });
  expectError(await owner.rest.request("POST", "/api/device", { name: "mine" }), 403, 20);
  expectError(await owner.rest.request("DELETE", `/api/device/${device.id}`), 403, 20);
  expectError(await otherCustomer.request("POST", "/api/device", fresh), 403, 20);
  const credentials = await owner.rest.get(`/api/device/${device.id}/credentials`);
  expectError(await owner.rest.request("POST", "/api/device/credentials", credentials), 403, 20);
  expectError(
    await owner.rest.request("POST", "/api/device-with-credentials", { device: fresh, credentials }),
    403,
    20,
  );
});

test("REST-77: lists show a customer user his own devices only", async () => {
  const { device, owner, otherCustomer, otherTenant } = await neighbours(platform());
  for (const list of ["devices", "deviceInfos"]) {
    const path = `/api/customer/${owner.id}/${list}?pageSize=10&page=0`;
    expect(member(await owner.rest.get(path), "data")).toMatchObject([{ id: { id: device.id } }]);
    expect(member(await platform().tenant.rest.get(path), "totalElements")).toBe(1);
    expectError(await otherCustomer.request("GET", path), 403, 20);
    expectError(await otherTenant.rest.request("GET", path), 403, 20);
    expectError(await owner.rest.request("GET", `/api/tenant/${list}?pageSize=10&page=0`), 403, 20);
  }
});

test("REST §7: device infos name customer and profile, and can be filtered", async () => {
  const tenant = await platform().createTenant();
  const customer = await tenant.createCustomer();
  const pump = await tenant.createDevice({ type: "pump", customerId: customer.id });
  await tenant.createDevice({ type: "meter" });
  const found = async (filter: string): Promise<unknown> =>
    member(await tenant.rest.get(`/api/tenant/deviceInfos?pageSize=10&page=0&${filter}`), "data");
  const info = await tenant.rest.get(`/api/device/info/${pump.id}`);
  expect(info).toMatchObject({
    customerTitle: expect.any(String),
    customerIsPublic: false,
    deviceProfileName: "pump",
    active: false,
  });
  expect(await found("type=pump")).toEqual([info]);
  expect(await found(`deviceProfileId=${text(info, "deviceProfileId", "id")}`)).toEqual([info]);
  expect(await found("active=true")).toEqual([]);
  expect(await found(`textSearch=${encodeURIComponent(text(info, "customerTitle").toUpperCase())}`)).toEqual([info]);
  expect(await found("active=false&sortProperty=deviceProfileName&sortOrder=DESC")).toMatchObject([
    { type: "pump" },
    { type: "meter" },
  ]);
});

test("REST §7: the types of devices are the names of the profiles", async () => {
  const tenant = await platform().createTenant();
  await tenant.createDevice({ type: "pump" });
  expect(await tenant.rest.get("/api/device/types")).toEqual(
    ["default", "pump"].map((type) => ({
      tenantId: { entityType: "TENANT", id: tenant.id },
      entityType: "DEVICE",
      type,
    })),
  );
  expect(await tenant.rest.get("/api/deviceProfile/names?activeOnly=true")).toMatchObject([{ name: "pump" }]);
  expect(await tenant.rest.get("/api/deviceProfile/names")).toMatchObject([
    { id: { entityType: "DEVICE_PROFILE" }, name: "default" },
    { name: "pump" },
  ]);
});

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
  const { id: profileId, name: type } = await newProfile(platform().tenant);
  const url = "https://example.com";
  const packageOf = async (kind: "FIRMWARE" | "SOFTWARE") => ({
    entityType: "OTA_PACKAGE",
    id: await newPackage(rest, profileId, { type: kind, title: name, url }),
  });
  const [packageId, softwareId] = [await packageOf("FIRMWARE"), await packageOf("SOFTWARE")];
  const named = { type, firmwareId: packageId, softwareId, externalId: { entityType: "DEVICE", id: UNKNOWN_ID } };
  const untyped = { type, firmwareId: { id: packageId.id }, softwareId, externalId: { id: UNKNOWN_ID } };
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
  expect(await rest.post("/api/device", { id, name, type, firmwareId: packageId, softwareId: null })).toMatchObject({
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
