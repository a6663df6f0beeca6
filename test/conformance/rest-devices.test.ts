// REST contract, checklist "Devices and profiles".
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { freshCertificateBody, pemOf } from "../support/certificates.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, neighbours, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();

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

test("REST-70: basic credentials are found under the hash of client id and user name", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const [clientId, userName] = [tenant.uniqueName("client"), tenant.uniqueName("user")];
  const idOf = async (value: object): Promise<unknown> => {
    await tenant.setCredentials(id, { credentialsType: "MQTT_BASIC", credentialsValue: JSON.stringify(value) });
    return member(await tenant.rest.get(`/api/device/${id}/credentials`), "credentialsId");
  };
  const hash = (plain: string): string => createHash("sha3-256").update(plain).digest("hex");
  expect(await idOf({ clientId, userName, password: "p1" })).toBe(hash(`${clientId}|${userName}`));
  expect(await idOf({ clientId })).toBe(hash(clientId));
  expect(await idOf({ userName, password: "p1" })).toBe(userName);
});

test.each([
  { credentialsType: "MQTT_BASIC", credentialsValue: "{}" },
  { credentialsType: "MQTT_BASIC", credentialsValue: '{"clientId":"c","password":"p"}' },
  { credentialsType: "MQTT_BASIC", credentialsValue: "no json" },
  { credentialsType: "MQTT_BASIC", credentialsValue: '{"userName":"a\\u0007"}' },
  { credentialsType: "ACCESS_TOKEN", credentialsId: "a\u0001b" },
  { credentialsType: "LWM2M_CREDENTIALS", credentialsId: "endpoint", credentialsValue: "{}" },
  { credentialsType: "X509_CERTIFICATE", credentialsValue: "not a certificate!" },
  { credentialsType: "X509_CERTIFICATE", credentialsValue: "nocertificate" },
])("REST-70: the credentials %j answer 400/31", async (change) => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const present = await tenant.rest.get(`/api/device/${id}/credentials`);
  expectError(
    await tenant.rest.request("POST", "/api/device/credentials", { ...(present as object), ...change }),
    400,
    31,
  );
});

test("REST-70: a certificate is kept without its frame and found under its hash", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const body = freshCertificateBody();
  const pem = pemOf(body);
  await tenant.setCredentials(id, { credentialsType: "X509_CERTIFICATE", credentialsId: null, credentialsValue: pem });
  expect(await tenant.rest.get(`/api/device/${id}/credentials`)).toMatchObject({
    credentialsType: "X509_CERTIFICATE",
    credentialsId: createHash("sha3-256").update(body).digest("hex"),
    credentialsValue: body,
    version: 2,
  });
});

test("REST-71: a credentials id that is used elsewhere answers 400/31, in another tenant too", async () => {
  const { tenant } = platform();
  const foreign = await (await platform().createTenant()).createDevice();
  const { token } = await tenant.createDevice();
  for (const taken of [foreign.token, token]) {
    expectError(
      await tenant.rest.request("POST", `/api/device?accessToken=${taken}`, { name: tenant.uniqueName("device") }),
      400,
      31,
    );
    const { id } = await tenant.createDevice();
    const present = await tenant.rest.get(`/api/device/${id}/credentials`);
    expectError(
      await tenant.rest.request("POST", "/api/device/credentials", { ...(present as object), credentialsId: taken }),
      400,
      31,
    );
  }
});

test("REST-72: changing the credentials closes the session of the device", async () => {
  const { tenant } = platform();
  const gateway = await tenant.createGateway();
  const client = await platform().connect(gateway.token, 5);
  expect(client.connackCode).toBe(0);
  await tenant.setCredentials(gateway.id, { credentialsId: tenant.uniqueName("token") });
  await client.closed();
});

test("REST-72: stale credentials answer 409/35, foreign ones 404/32", async () => {
  const { tenant } = platform();
  const { id } = await tenant.createDevice();
  const present = await tenant.rest.get(`/api/device/${id}/credentials`);
  await tenant.setCredentials(id, { credentialsId: tenant.uniqueName("token") });
  expectError(
    await tenant.rest.request("POST", "/api/device/credentials", {
      ...(present as object),
      credentialsId: tenant.uniqueName("token"),
    }),
    409,
    35,
  );
  const foreign = await platform().createTenant();
  expectError(
    await foreign.rest.request("POST", "/api/device/credentials", { ...(present as object), version: null }),
    404,
    32,
  );
  expectError(
    await tenant.rest.request("POST", "/api/device/credentials", {
      ...(present as object),
      version: null,
      id: { id: UNKNOWN_ID },
    }),
    404,
    32,
  );
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
    expectError(await platform().anybody.request("GET", path), 401, 10);
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

test("REST-78: device infos name customer and profile, and can be filtered", async () => {
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

test("REST-78: the types of devices are the names of the profiles", async () => {
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

test("REST-78: profiles: required parts, taken names, one default, and what cannot be deleted", async () => {
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

test("REST-78: profiles of other tenants are forbidden; customer users see their essentials only", async () => {
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
  expect(await customer.rest.get(`/api/deviceProfileInfo/${id}`)).toEqual({
    id: { entityType: "DEVICE_PROFILE", id },
    name: "default",
    image: null,
    defaultDashboardId: null,
    type: "DEFAULT",
    transportType: "DEFAULT",
    tenantId: { entityType: "TENANT", id: tenant.id },
  });
  expectError(await customer.rest.request("GET", `/api/deviceProfile/${id}`), 403, 20);
  expectError(await customer.rest.request("GET", "/api/deviceProfiles?pageSize=10&page=0"), 403, 20);
  expect((await customer.rest.request("GET", "/api/deviceProfileInfos?pageSize=10&page=0")).status).toBe(200);
  expectError(
    await tenant.rest.request("GET", "/api/deviceProfileInfos?pageSize=10&page=0&transportType=RADIO"),
    400,
    31,
  );
});
