// REST contract 12: who did what, to what, and how it ended.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { SYS_ADMIN, TENANT_ADMIN } from "../support/platform.ts";
import { member, text, type RestClient } from "../support/rest-client.ts";
import { expectError, NULL_UUID, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";
import { PASSWORD, type TestDevice, type TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();
let tenant: TestTenant;
let device: TestDevice;

beforeAll(() => {
  ({ tenant } = platform());
});
beforeEach(async () => {
  platform().clock.advance(1_000);
  device = await tenant.createDevice();
  platform().clock.advance(1_000);
});

type Entry = Readonly<Record<string, unknown>>;

async function entries(path: string, query = "", rest: RestClient = tenant.rest): Promise<readonly Entry[]> {
  const page = await rest.get(`/api/audit/logs${path}?pageSize=1000&page=0${query}`);
  const data = member(page, "data");
  if (!Array.isArray(data)) throw new Error("a page has data");
  expect(member(page, "totalElements")).toBeGreaterThanOrEqual(data.length);
  return data as readonly Entry[];
}

/** What has been done to the device since it was made. */
async function sinceMade(): Promise<readonly Entry[]> {
  return (await entries(`/entity/DEVICE/${device.id}`)).slice(1);
}

const brief = ({ actionType, actionStatus, actionData }: Entry): readonly unknown[] => [
  actionType,
  actionStatus,
  actionData,
];

test("REST §12: a call without a body is refused with its reason, and recorded", async () => {
  const values = `/api/plugins/telemetry`;
  const paths = [
    `${values}/DEVICE/${device.id}/timeseries/ANY`,
    `${values}/DEVICE/${device.id}/timeseries/ANY/60`,
    `${values}/DEVICE/${device.id}/attributes/SERVER_SCOPE`,
    `${values}/DEVICE/${device.id}/SERVER_SCOPE`,
    `${values}/${device.id}/SERVER_SCOPE`,
    ...["/api/rpc", "/api/plugins/rpc"].flatMap((base) => [
      `${base}/oneway/${device.id}`,
      `${base}/twoway/${device.id}`,
    ]),
  ];
  // Without a media type either: fetch names none where there is no body.
  for (const path of paths) expectError(await raw(platform(), "POST", path), 400, 31);
  const recorded = await sinceMade();
  expect(recorded.map(({ actionStatus, actionFailureDetails }) => [actionStatus, actionFailureDetails])).toEqual(
    paths.map(() => ["FAILURE", "the body is empty, JSON is required"]),
  );
});

test("REST §12: an entry has every member of the contract", async () => {
  const [entry] = await entries(`/entity/DEVICE/${device.id}`);
  const adminId = text(await tenant.rest.get("/api/auth/user"), "id", "id");
  expect(entry).toEqual({
    id: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown },
    createdTime: platform().clock.now() - 1_000,
    tenantId: { entityType: "TENANT", id: tenant.id },
    customerId: { entityType: "CUSTOMER", id: NULL_UUID },
    entityId: { entityType: "DEVICE", id: device.id },
    entityName: device.name,
    userId: { entityType: "USER", id: adminId },
    userName: TENANT_ADMIN.email,
    actionType: "ADDED",
    actionData: { entity: await tenant.rest.get(`/api/device/${device.id}`) },
    actionStatus: "SUCCESS",
    actionFailureDetails: "",
  });
});

test("REST §12: saving, giving away, taking back and deleting a device are recorded", async () => {
  const customer = await tenant.createCustomer();
  await tenant.rest.post("/api/device", { id: { id: device.id }, name: device.name, label: "north" });
  await tenant.rest.post(`/api/customer/${customer.id}/device/${device.id}`);
  await tenant.rest.delete(`/api/customer/device/${device.id}`);
  await tenant.deleteDevice(device.id);
  const done = await sinceMade();
  expect(done.map(({ actionType }) => actionType)).toEqual([
    "UPDATED",
    "ASSIGNED_TO_CUSTOMER",
    "UNASSIGNED_FROM_CUSTOMER",
    "DELETED",
  ]);
  expect(done.map(({ entityName }) => entityName)).toEqual(Array.from({ length: 4 }, () => device.name));
  // Those of the customer are in the customer's log, the one that took the device away included.
  const ofCustomer = await entries(`/customer/${customer.id}`, "&textSearch=device");
  expect(ofCustomer.map(({ actionType }) => actionType)).toEqual(["ASSIGNED_TO_CUSTOMER", "UNASSIGNED_FROM_CUSTOMER"]);
});

test("REST §12: attributes, telemetry and calls of people are recorded with what they sent", async () => {
  const values = `/api/plugins/telemetry/DEVICE/${device.id}`;
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { mode: "eco", big: 9_007_199_254_740_993n });
  await tenant.deleteAttributes(device.id, "SERVER_SCOPE", ["mode"]);
  await tenant.rest.post(`${values}/timeseries/ANY`, { temperature: 21.5 });
  await tenant.rest.delete(`${values}/timeseries/delete?keys=temperature&deleteAllDataForKeys=true`);
  await tenant.call(device.id, { method: "reboot", params: { in: 5 }, persistent: true, timeout: 3_600_000 });
  expect((await sinceMade()).map(brief)).toEqual([
    [
      "ATTRIBUTES_UPDATED",
      "SUCCESS",
      { scope: "SERVER_SCOPE", attributes: { mode: "eco", big: 9_007_199_254_740_993n } },
    ],
    ["ATTRIBUTES_DELETED", "SUCCESS", { scope: "SERVER_SCOPE", attributes: ["mode"] }],
    ["TIMESERIES_UPDATED", "SUCCESS", { timeseries: { temperature: 21.5 } }],
    ["TIMESERIES_DELETED", "SUCCESS", { timeseries: ["temperature"], deleteAllDataForKeys: true }],
    [
      "RPC_CALL",
      "SUCCESS",
      { oneWay: false, call: { method: "reboot", params: { in: 5 }, persistent: true, timeout: 3_600_000 } },
    ],
  ]);
});

test("REST §12: what devices send is not recorded", async () => {
  const client = await platform().connect(device.token, 5);
  await client.publish("v1/devices/me/telemetry", { temperature: 21.5 });
  await client.publish("v1/devices/me/attributes", { fw: "1" });
  expect(await sinceMade()).toEqual([]);
});

test("REST §12: failed calls are recorded with their reason", async () => {
  const stranger = await tenant.createCustomer();
  const save = { id: { id: device.id }, name: device.name, version: 99 };
  expectError(await tenant.rest.request("POST", "/api/device", save), 409, 35);
  expectError(await stranger.rest.request("POST", `/api/rpc/oneway/${device.id}`, { method: "reboot" }), 403, 20);
  expectError(
    await tenant.rest.request("POST", `/api/plugins/telemetry/DEVICE/${device.id}/CLIENT_SCOPE`, { a: 1 }),
    400,
    31,
  );
  const failed = await sinceMade();
  expect(failed.map(({ actionType, actionStatus }) => [actionType, actionStatus])).toEqual([
    ["UPDATED", "FAILURE"],
    ["RPC_CALL", "FAILURE"],
    ["ATTRIBUTES_UPDATED", "FAILURE"],
  ]);
  expect(failed.map(({ actionFailureDetails }) => actionFailureDetails)).toEqual([
    expect.stringContaining("version"),
    expect.stringContaining("CUSTOMER_USER may not call"),
    expect.stringContaining("SERVER_SCOPE or SHARED_SCOPE"),
  ]);
});

test("REST §12: a create that fails names what was to be, and no entity", async () => {
  expectError(await tenant.rest.request("POST", "/api/device", { name: device.name }), 400, 31);
  const [failed] = await entries(
    "",
    `&textSearch=${device.name}&actionTypes=ADDED&sortProperty=createdTime&sortOrder=DESC`,
  );
  expect(failed).toMatchObject({
    actionType: "ADDED",
    actionStatus: "FAILURE",
    entityName: device.name,
    entityId: { entityType: "DEVICE", id: NULL_UUID },
  });
});

test("REST §12: naming the id of another tenant's device tells nothing about it, and writes nothing into its log", async () => {
  const other = await platform().createTenant();
  const foreign = await other.createDevice({ name: "their secret boiler" });
  expectError(await tenant.rest.request("DELETE", `/api/device/${foreign.id}`), 404, 32);
  expect(await entries(`/entity/DEVICE/${foreign.id}`)).toMatchObject([
    { actionType: "DELETED", actionStatus: "FAILURE", entityName: null, customerId: { id: NULL_UUID } },
  ]);
  const theirs = await entries(`/entity/DEVICE/${foreign.id}`, "", other.rest);
  expect(theirs.map(({ actionType }) => actionType)).toEqual(["ADDED"]);
});

test("REST §12: an answer without the envelope is a failure all the same", async () => {
  const call = tenant.call(device.id, { method: "reboot", timeout: 5_000 });
  expect((await platform().passTimeUntil(call)).status).toBe(504);
  expect(await sinceMade()).toMatchObject([
    { actionType: "RPC_CALL", actionStatus: "FAILURE", actionFailureDetails: "answered with status 504" },
  ]);
});

test("REST §12: no secret is in the log, whatever the call was", async () => {
  const secret = "s3cret-That-Nobody-May-Read";
  await tenant.rest.post(`/api/device?accessToken=${secret}-1`, { name: tenant.uniqueName("secret") });
  await tenant.rest.post("/api/device-with-credentials", {
    device: { name: tenant.uniqueName("secret") },
    credentials: { credentialsType: "ACCESS_TOKEN", credentialsId: `${secret}-2` },
  });
  await tenant.setCredentials(device.id, {
    credentialsType: "MQTT_BASIC",
    credentialsValue: JSON.stringify({ userName: "u", password: `${secret}-3` }),
  });
  await tenant.rest.post("/api/deviceProfile", {
    name: tenant.uniqueName("secret"),
    type: "DEFAULT",
    transportType: "DEFAULT",
    provisionType: "ALLOW_CREATE_NEW_DEVICES",
    provisionDeviceKey: `${secret}-4`,
    profileData: {
      provisionConfiguration: { type: "ALLOW_CREATE_NEW_DEVICES", provisionDeviceSecret: `${secret}-5` },
    },
  });
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", {
    claimingData: { secretKey: `${secret}-6` },
    wifi: { password: `${secret}-7` },
  });
  await tenant.call(device.id, {
    method: "setWifi",
    params: JSON.stringify({ passphrase: `${secret}-8` }),
    persistent: true,
    timeout: 3_600_000,
  });
  const customer = await tenant.createCustomer();
  await customer.rest.request("POST", "/api/auth/changePassword", {
    currentPassword: PASSWORD,
    newPassword: `${secret}-9`,
  });
  await tenant.rest.request("POST", "/api/device-with-credentials", {
    device: { name: tenant.uniqueName("secret") },
    credentials: { credentialsType: "ACCESS_TOKEN", credentialsId: `${secret}-1` },
  });
  const log = await tenant.rest.getText("/api/audit/logs?pageSize=1000&page=0");
  expect(log).toContain("CREDENTIALS_UPDATED");
  expect(log).not.toContain(secret);
});

test("REST §12: logging out and changing the password are recorded for the user", async () => {
  const customer = await tenant.createCustomer();
  const userId = text(await customer.rest.get("/api/auth/user"), "id", "id");
  const fresh = await customer.rest.login(text(await customer.rest.get("/api/auth/user"), "email"), PASSWORD);
  await fresh.request("POST", "/api/auth/changePassword", {
    currentPassword: PASSWORD,
    newPassword: `${PASSWORD}-new`,
  });
  const again = await customer.rest.login(
    text(await tenant.rest.get(`/api/user/${userId}`), "email"),
    `${PASSWORD}-new`,
  );
  await again.post("/api/auth/logout");
  const done = await entries(`/user/${userId}`, "&actionTypes=CREDENTIALS_UPDATED,LOGOUT");
  expect(done.map(({ actionType }) => actionType).slice(-2)).toEqual(["CREDENTIALS_UPDATED", "LOGOUT"]);
  expect(done.at(-1)).toMatchObject({ customerId: { id: customer.id }, entityId: { entityType: "USER", id: userId } });
});

test("REST §12: claiming and giving back are recorded for the device that was named", async () => {
  const customer = await tenant.createCustomer();
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", {
    claimingData: { secretKey: "abc", expirationTime: platform().clock.now() + 60_000 },
  });
  const path = `/api/customer/device/${device.name}/claim`;
  expect((await customer.rest.request("POST", path, { secretKey: "wrong" })).status).toBe(400);
  await customer.rest.post(path, { secretKey: "abc" });
  await customer.rest.delete(path);
  const done = (await sinceMade()).slice(1);
  expect(
    done.map(({ actionType, actionStatus, customerId }) => [actionType, actionStatus, member(customerId, "id")]),
  ).toEqual([
    ["ASSIGNED_TO_CUSTOMER", "FAILURE", customer.id],
    ["ASSIGNED_TO_CUSTOMER", "SUCCESS", customer.id],
    ["UNASSIGNED_FROM_CUSTOMER", "SUCCESS", customer.id],
  ]);
});

test("REST §12: a system administrator reads a log of their own, without what tenants do", async () => {
  const { sysAdmin } = platform();
  const title = tenant.uniqueName("tenant");
  const id = text(await sysAdmin.post("/api/tenant", { title }), "id", "id");
  await sysAdmin.delete(`/api/tenant/${id}`);
  const own = await entries(`/entity/TENANT/${id}`, "", sysAdmin);
  expect(own).toMatchObject([
    { actionType: "ADDED", entityName: title, tenantId: { id: NULL_UUID }, userName: SYS_ADMIN.email },
    { actionType: "DELETED", entityName: title, actionStatus: "SUCCESS" },
  ]);
  expect(await entries(`/entity/DEVICE/${device.id}`, "", sysAdmin)).toEqual([]);
  for (const path of [`/customer/${UNKNOWN_ID}`, `/user/${UNKNOWN_ID}`])
    expectError(await sysAdmin.request("GET", `/api/audit/logs${path}?pageSize=1&page=0`), 403, 20);
});

test("REST §12: the log of a tenant goes with the tenant", async () => {
  const other = await platform().createTenant();
  const foreign = await other.createDevice();
  expect(await entries(`/entity/DEVICE/${foreign.id}`, "", other.rest)).toHaveLength(1);
  await platform().sysAdmin.delete(`/api/tenant/${other.id}`);
  expect((await other.rest.request("GET", "/api/audit/logs?pageSize=1&page=0")).status).toBe(401);
});

test("REST §12: startTime and endTime are inclusive, and actionTypes is a list", async () => {
  const start = platform().clock.now();
  for (const mode of ["a", "b", "c"]) {
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { mode });
    platform().clock.advance(1_000);
  }
  const path = `/entity/DEVICE/${device.id}`;
  const modes = async (query: string) =>
    (await entries(path, query)).map(({ actionData }) => member(actionData, "attributes", "mode"));
  expect(await modes(`&startTime=${String(start)}&endTime=${String(start + 1_000)}`)).toEqual(["a", "b"]);
  expect(await modes(`&startTime=${String(start + 1_001)}`)).toEqual(["c"]);
  expect(await modes(`&startTime=${String(start + 1)}&endTime=${String(start)}`)).toEqual([]);
  expect(await entries(path, "&actionTypes=ADDED,DELETED")).toHaveLength(1);
  expect(await entries(path, "&actionTypes=")).toHaveLength(4);
});

test("REST §12: actionStatus lists what was done, or what was refused", async () => {
  expectError(await tenant.rest.request("POST", "/api/device", { name: device.name }), 400, 31);
  const named = `&textSearch=${device.name}`;
  const [failed] = await entries("", `${named}&actionStatus=FAILURE`);
  expect(failed).toMatchObject({ actionType: "ADDED", actionStatus: "FAILURE" });
  expect((await entries("", `${named}&actionStatus=SUCCESS`)).map(({ actionStatus }) => actionStatus)).not.toContain(
    "FAILURE",
  );
});

test.each([
  ["startTime=soon", "startTime"],
  ["endTime=-1", "endTime"],
  ["actionTypes=ADDED,EXPLODED", "EXPLODED"],
  ["actionStatus=PERHAPS", "actionStatus"],
  ["sortProperty=actionData", "sortProperty"],
])("REST §12: %s is refused with 400/31", async (query, named) => {
  const answer = await tenant.rest.request("GET", `/api/audit/logs?pageSize=1&page=0&${query}`);
  expectError(answer, 400, 31);
  expect(text(answer.body, "message")).toContain(named);
});

test("REST §12: a type that the log does not know, and an id that is none, are refused with 400/31", async () => {
  for (const path of [
    `/entity/ALARM/${UNKNOWN_ID}`,
    `/entity/GHOST/${UNKNOWN_ID}`,
    "/entity/DEVICE/x",
    "/user/x",
    "/customer/x",
  ])
    expectError(await tenant.rest.request("GET", `/api/audit/logs${path}?pageSize=1&page=0`), 400, 31);
  expect(await entries(`/entity/device/${UNKNOWN_ID}`)).toEqual([]);
});

test("REST §12: textSearch and every sort of the table work", async () => {
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { mode: "eco" });
  const found = await entries("", `&textSearch=${device.name.toUpperCase()}`);
  expect(found.map(({ actionType }) => actionType)).toEqual(["ADDED", "ATTRIBUTES_UPDATED"]);
  for (const property of ["createdTime", "entityType", "entityName", "userName", "actionType", "actionStatus", "id"])
    expect(await entries(`/entity/DEVICE/${device.id}`, `&sortProperty=${property}&sortOrder=DESC`)).toHaveLength(2);
  const byAction = await entries(`/entity/DEVICE/${device.id}`, "&sortProperty=actionType&sortOrder=DESC");
  expect(byAction.map(({ actionType }) => actionType)).toEqual(["ATTRIBUTES_UPDATED", "ADDED"]);
});

test("REST §12: names such as __proto__ are names like any other", async () => {
  const odd = await tenant.createDevice({ name: "__proto__" });
  await tenant.saveAttributes(
    odd.id,
    "SERVER_SCOPE",
    JSON.parse('{"__proto__": {"constructor": 1}}') as Record<string, unknown>,
  );
  const log = await tenant.rest.getText(`/api/audit/logs/entity/DEVICE/${odd.id}?pageSize=10&page=0`);
  expect(log).toContain('"attributes":{"__proto__":{"constructor":1}}');
});
