// REST contract, checklist "Conventions": lists, errors, bodies and ids, whatever the resource.
import { connect } from "node:net";
import { expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, NULL_UUID, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";

const platform = useTestPlatform();
const json = { "content-type": "application/json" };

const LISTS = [
  "/api/tenant/devices",
  "/api/tenant/deviceInfos",
  "/api/deviceProfiles",
  "/api/deviceProfileInfos",
  `/api/customer/${UNKNOWN_ID}/devices`,
  `/api/customer/${UNKNOWN_ID}/deviceInfos`,
  `/api/rpc/persistent/device/${UNKNOWN_ID}`,
];

test.each(LISTS)("REST-1: %s without pageSize, or with a bad one, answers 400/31", async (path) => {
  const { rest } = platform().tenant;
  for (const query of [
    "",
    "?page=0",
    "?pageSize=10",
    "?pageSize=0&page=0",
    "?pageSize=ten&page=0",
    "?pageSize=1&page=-1",
    "?pageSize=1.5&page=0",
  ])
    expectError(await rest.request("GET", path + query), 400, 31);
});

test("REST-2: a page past the end is empty and knows the total", async () => {
  const { rest } = await platform()
    .createTenant()
    .then((tenant) => tenant.createDevice().then(() => tenant));
  expect(await rest.get("/api/tenant/devices?pageSize=10&page=7")).toEqual({
    data: [],
    totalPages: 1,
    totalElements: 1,
    hasNext: false,
  });
});

test("REST-3: the largest page size is accepted", async () => {
  const tenant = await platform().createTenant();
  const device = await tenant.createDevice();
  const page = await tenant.rest.get("/api/tenant/devices?pageSize=2147483647&page=0");
  expect(page).toMatchObject({ totalPages: 1, totalElements: 1, hasNext: false, data: [{ name: device.name }] });
  expectError(await tenant.rest.request("GET", "/api/tenant/devices?pageSize=2147483648&page=0"), 400, 31);
});

test("REST-4: an unknown sort order, and a property that the list does not have, answer 400/31", async () => {
  const { rest } = platform().tenant;
  expectError(await rest.request("GET", "/api/tenant/devices?pageSize=1&page=0&sortOrder=sideways"), 400, 31);
  expectError(await rest.request("GET", "/api/tenant/devices?pageSize=1&page=0&sortProperty=password"), 400, 31);
  expectError(await rest.request("GET", "/api/tenant/devices?pageSize=1&page=0&sortProperty=name%3Bdrop"), 400, 31);
  expect(
    (await rest.request("GET", "/api/tenant/devices?pageSize=1&page=0&sortProperty=name&sortOrder=desc")).status,
  ).toBe(200);
});

test("REST-5: text search finds parts of names whatever their case, with % and _ taken as they are", async () => {
  const tenant = await platform().createTenant();
  for (const name of ["boiler-7", "pump_1", "pumpx1"]) await tenant.createDevice({ name });
  const found = async (search: string): Promise<unknown> => {
    const page = await tenant.rest.get(
      `/api/tenant/devices?pageSize=10&page=0&textSearch=${encodeURIComponent(search)}`,
    );
    const data = member(page, "data");
    return Array.isArray(data) ? data.map((device) => text(device, "name")) : undefined;
  };
  expect(await found("BOIL")).toEqual(["boiler-7"]);
  expect(await found("pump_1")).toEqual(["pump_1"]);
  expect(await found("%")).toEqual([]);
});

test("REST-6: eleven items in pages of five are three pages, in a stable order", async () => {
  const tenant = await platform().createTenant();
  for (let number = 0; number < 11; number++)
    await tenant.createDevice({ name: `d${String(number % 3)}-${String(number)}` });
  const names: string[] = [];
  for (const page of [0, 1, 2]) {
    const shown = await tenant.rest.get(`/api/tenant/devices?pageSize=5&page=${String(page)}&sortProperty=type`);
    expect(shown).toMatchObject({ totalPages: 3, totalElements: 11, hasNext: page < 2 });
    const data = member(shown, "data");
    if (Array.isArray(data)) names.push(...data.map((device) => text(device, "name")));
  }
  expect(names).toEqual(Array.from({ length: 11 }, (_, number) => `d${String(number % 3)}-${String(number)}`));
});

test("REST-7: errors have the envelope and nothing else", async () => {
  const { tenant, anybody } = platform();
  expectError(await anybody.request("GET", "/api/tenant/devices?pageSize=1&page=0"), 401, 10);
  expectError(await tenant.rest.request("GET", "/api/no/such/path"), 404, 32);
  expectError(await tenant.rest.request("PUT", "/api/device"), 405, 31);
  expectError(await tenant.rest.request("GET", `/api/device/${UNKNOWN_ID}`), 404, 32);
  expectError(
    await raw(platform(), "POST", "/api/device", { headers: { "content-type": "application/xml" }, body: "<a/>" }),
    415,
    31,
  );
});

const DEVICE_PATHS = [
  "/api/device/{}",
  "/api/device/info/{}",
  "/api/device/{}/credentials",
  "/api/plugins/telemetry/DEVICE/{}/keys/attributes",
  "/api/plugins/telemetry/DEVICE/{}/values/timeseries",
  "/api/plugins/telemetry/DEVICE/{}/values/timeseries/history?startTs=0&endTs=1",
];

test.each(DEVICE_PATHS)("REST-8: %s answers 400/31 for a malformed id and 404/32 for an unknown one", async (path) => {
  const { rest } = platform().tenant;
  expectError(await rest.request("GET", path.replace("{}", "not-an-id")), 400, 31);
  expectError(await rest.request("GET", path.replace("{}", UNKNOWN_ID)), 404, 32);
});

test.each(["{", "[1", "{name:1}", '{"a":1}}', "", "\u00ff{"])(
  "REST-9: malformed JSON %j answers 400/31",
  async (body) => {
    const { id } = await platform().tenant.createDevice();
    const paths = [
      "/api/device",
      "/api/deviceProfile",
      `/api/rpc/oneway/${id}`,
      `/api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`,
    ];
    for (const path of paths) expectError(await raw(platform(), "POST", path, { headers: json, body }), 400, 31);
  },
);

test("REST-10: unknown fields of a saved object are ignored, read-only ones too", async () => {
  const { rest } = platform().tenant;
  const device = await rest.post("/api/device", {
    name: platform().tenant.uniqueName("device"),
    colour: "red",
    createdTime: 1,
    __proto__: null,
  });
  expect(member(device, "colour")).toBeUndefined();
  expect(member(device, "createdTime")).toBe(platform().clock.now());
});

test("REST-11: a body over the limit answers 413/31, also when it comes in chunks", async () => {
  const tooMuch = 16_777_217;
  const path = "/api/device";
  expectError(await raw(platform(), "POST", path, { headers: json, body: " ".repeat(tooMuch) }), 413, 31);

  const { baseUrl } = platform().anybody;
  const login = await raw(platform(), "GET", "/api/auth/user");
  expect(login.status).toBe(200);
  const socket = connect(Number(new URL(baseUrl).port), new URL(baseUrl).hostname);
  const answer = new Promise<string>((resolve, reject) => {
    socket.once("data", (data) => {
      resolve(data.toString());
    });
    socket.once("error", reject);
  });
  socket.write(
    "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
  );
  const chunk = " ".repeat(1 << 20);
  for (let sent = 0; sent < tooMuch; sent += chunk.length) socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test("REST-12: a device without customer shows the reserved id", async () => {
  const { id } = await platform().tenant.createDevice();
  const device = await platform().tenant.rest.get(`/api/device/${id}`);
  expect(member(device, "customerId")).toEqual({ entityType: "CUSTOMER", id: NULL_UUID });
});

test("REST-13: every reference to an entity has a type and an id", async () => {
  const { rest, id: tenantId } = platform().tenant;
  const { id } = await platform().tenant.createDevice();
  const device = await rest.get(`/api/device/info/${id}`);
  expect(device).toMatchObject({
    id: { entityType: "DEVICE", id },
    tenantId: { entityType: "TENANT", id: tenantId },
    customerId: { entityType: "CUSTOMER" },
    deviceProfileId: { entityType: "DEVICE_PROFILE", id: expect.any(String) },
    firmwareId: null,
    softwareId: null,
    externalId: null,
  });
  const profile = await rest.get(`/api/deviceProfile/${text(device, "deviceProfileId", "id")}`);
  expect(profile).toMatchObject({
    id: { entityType: "DEVICE_PROFILE" },
    tenantId: { entityType: "TENANT" },
    default: true,
  });
  expect(member(await rest.get(`/api/device/${id}/credentials`), "deviceId")).toEqual({ entityType: "DEVICE", id });
});

test("REST-14: deleting answers 200 with nothing, and then there is nothing", async () => {
  const { rest } = platform().tenant;
  const { id } = await platform().tenant.createDevice();
  const answer = await rest.request("DELETE", `/api/device/${id}`);
  expect([answer.status, answer.text]).toEqual([200, ""]);
  expectError(await rest.request("GET", `/api/device/${id}`), 404, 32);
  expectError(await rest.request("DELETE", `/api/device/${id}`), 404, 32);
});

test("REST-14: answers of the API forbid caching and allow pages of other origins", async () => {
  const { headers } = await platform().tenant.rest.request("GET", "/api/auth/user");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(headers.get("access-control-allow-origin")).toBe("*");
});
