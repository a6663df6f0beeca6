// REST contract, sections 1.1 and 1.2: headers, bodies, names and ids, whatever the resource.
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { member, type RestAnswer, text } from "../support/rest-client.ts";
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

const DEVICE_PATHS = [
  "/api/device/{}",
  "/api/device/info/{}",
  "/api/device/{}/credentials",
  "/api/plugins/telemetry/DEVICE/{}/keys/attributes",
  "/api/plugins/telemetry/DEVICE/{}/values/timeseries",
  "/api/plugins/telemetry/DEVICE/{}/values/timeseries/history?startTs=0&endTs=1",
];

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

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
  const { tenant, anonymous } = platform();
  expectError(await anonymous.request("GET", "/api/tenant/devices?pageSize=1&page=0"), 401, 10);
  expectError(await tenant.rest.request("GET", "/api/no/such/path"), 404, 32);
  expectError(await tenant.rest.request("PUT", "/api/device"), 405, 31);
  expectError(await tenant.rest.request("GET", `/api/device/${UNKNOWN_ID}`), 404, 32);
  expectError(
    await raw(platform(), "POST", "/api/device", { headers: { "content-type": "application/xml" }, body: "<a/>" }),
    415,
    31,
  );
});

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

  const { baseUrl } = platform().anonymous;
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

describe("answers", () => {
  test("REST §1.1: members are in camel case, and times are integers in milliseconds", async () => {
    const now = platform().clock.now();
    for (const [kind, shown] of Object.entries(await oneOfEach())) {
      expect(typeof shown, kind).toBe("object");
      for (const [name, value] of Object.entries(shown as object) as [string, unknown][]) {
        expect(name, kind).toMatch(/^[a-z][A-Za-z0-9]*$/);
        if (name === "createdTime") {
          expect(Number.isSafeInteger(value), `${kind}.${name}`).toBe(true);
          expect(Number(value)).toBeLessThanOrEqual(now);
          expect(Number(value)).toBeGreaterThan(1e12);
        }
      }
    }
  });

  test("REST §1.1: members without a value are shown as null", async () => {
    const shown = await oneOfEach();
    const contact = ["country", "state", "city", "address", "address2", "zip", "phone", "email"];
    const nulls: Readonly<Record<string, readonly string[]>> = {
      device: ["label", "additionalInfo", "firmwareId", "softwareId", "externalId"],
      customer: [...contact, "additionalInfo", "externalId"],
      tenant: [...contact, "additionalInfo"],
      user: ["firstName", "lastName", "phone", "additionalInfo"],
      tenantProfile: ["description"],
      deviceProfile: ["image", "defaultRuleChainId", "defaultDashboardId", "firmwareId", "softwareId"],
      credentials: ["credentialsValue"],
    };
    for (const [kind, names] of Object.entries(nulls))
      for (const name of names) expect(member(shown[kind], name), `${kind}.${name}`).toBeNull();
  });

  test("REST §1.1: a call without a result answers 200 with an empty body, never 204", async () => {
    const { tenant, anonymous } = platform();
    const { rest } = tenant;
    const device = await tenant.createDevice();
    const user = await rest.post("/api/user", {
      email: `${tenant.uniqueName("user")}@example.com`,
      authority: "TENANT_ADMIN",
    });
    const key = await rest.post("/api/apiKey", { description: "short-lived" });
    const customer = await rest.post("/api/customer", { title: tenant.uniqueName("customer") });
    const values = `/api/plugins/telemetry/DEVICE/${device.id}`;
    const leaving = await tenant.createUser({
      email: `${tenant.uniqueName("user")}@example.com`,
      authority: "TENANT_ADMIN",
    });
    const leavingId = text(await leaving.get("/api/auth/user"), "id", "id");
    const answers: RestAnswer[] = [
      await rest.request("POST", `${values}/SERVER_SCOPE`, { a: 1 }),
      await rest.request("POST", `${values}/timeseries/ANY`, { a: 1 }),
      await rest.request("DELETE", `${values}/SERVER_SCOPE?keys=a`),
      await rest.request("DELETE", `${values}/timeseries/delete?keys=a&deleteAllDataForKeys=true`),
      await rest.request("POST", `/api/user/${leavingId}/userCredentialsEnabled?userCredentialsEnabled=false`),
      await rest.request("POST", `/api/user/${leavingId}/userCredentialsEnabled?userCredentialsEnabled=true`),
      await rest.request("PUT", "/api/user/settings", { a: 1 }),
      await anonymous.request("POST", "/api/noauth/resetPasswordByEmail", { email: "nobody@example.com" }),
      await rest.request("DELETE", `/api/apiKey/${text(key, "id", "id")}`),
      await rest.request("DELETE", `/api/user/${text(user, "id", "id")}`),
      await rest.request("DELETE", `/api/device/${device.id}`),
      await rest.request("DELETE", `/api/customer/${text(customer, "id", "id")}`),
      await (await anonymous.login("tenant@example.com", "A-password-of-a-test-2")).request("POST", "/api/auth/logout"),
    ];
    expect(answers.map(({ status, text: body }) => [status, body])).toEqual(answers.map(() => [200, ""]));
    expect(answers.map(({ headers }) => headers.get("content-length"))).toEqual(answers.map(() => "0"));
  });
});

describe("request bodies", () => {
  test("REST §1.1: members that are unknown are ignored on login and refresh too", async () => {
    const { anonymous } = platform();
    const login = { username: "tenant@example.com", password: "A-password-of-a-test-2", rememberMe: true };
    const pair = await anonymous.post("/api/auth/login", login);
    const { status } = await anonymous.request("POST", "/api/auth/token", {
      refreshToken: text(pair, "refreshToken"),
      ofALaterVersion: { any: [1] },
    });
    expect(status).toBe(200);
  });

  test("REST §1.1: attributes, telemetry and calls are taken as application/json, text/plain and without a type", async () => {
    const { id } = await platform().tenant.createDevice();
    const calls = [
      [`/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`, '{"a":1}'],
      [`/api/plugins/telemetry/DEVICE/${id}/attributes/SHARED_SCOPE`, '{"a":1}'],
      [`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, '{"a":1}'],
      [`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY/60`, '{"a":1}'],
      [`/api/rpc/oneway/${id}`, '{"method":"m","params":{},"persistent":true}'],
      [`/api/rpc/twoway/${id}`, '{"method":"m","params":{},"persistent":true}'],
    ] as const;
    for (const [path, body] of calls) {
      for (const type of [
        "application/json",
        "application/json;charset=UTF-8",
        "text/plain",
        "text/plain; charset=utf-8",
      ]) {
        const answer = await raw(platform(), "POST", path, { headers: { "content-type": type }, body });
        expect(answer.status, `${path} as ${type}: ${answer.text}`).toBe(200);
      }
      const { port } = new URL(platform().anonymous.baseUrl);
      expect(await postWithoutType(Number(port), path, body), path).toBe(200);
      expectError(
        await raw(platform(), "POST", path, { headers: { "content-type": "application/xml" }, body }),
        415,
        31,
      );
    }
  });

  test.each(["text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "REST §1.1: elsewhere a body as %s answers 415/31",
    async (type) => {
      const headers = { "content-type": type };
      for (const path of ["/api/auth/login", "/api/auth/token", "/api/user", "/api/apiKey", "/api/device"])
        expectError(await raw(platform(), "POST", path, { headers, body: "{}" }), 415, 31);
    },
  );

  test("REST §1.1: a body without any type answers 415/31 elsewhere", async () => {
    const { port } = new URL(platform().anonymous.baseUrl);
    for (const path of ["/api/auth/login", "/api/user", "/api/device"])
      expect(await postWithoutType(Number(port), path, "{}")).toBe(415);
  });
});

describe("CORS", () => {
  test("REST §1.1: pages of other origins may read the warnings of an answer, its request id and when to try again", async () => {
    const { rest } = platform().tenant;
    for (const path of ["/api/deviceProfileInfo/default", "/api/no/such/path"]) {
      const exposed = (await rest.request("GET", path)).headers.get("access-control-expose-headers")?.split(", ");
      expect(exposed, path).toEqual(expect.arrayContaining(["Warning", "Retry-After", "X-Request-Id"]));
    }
  });

  test("REST §1.1: any origin may call with any method and header; a preflight is good for 1800 s", async () => {
    for (const path of ["/api/device", "/api/auth/login", "/api/no/such/path", "/api/v1/token/telemetry"]) {
      const answer = await checkedFetch(platform().anonymous.baseUrl + path, {
        method: "OPTIONS",
        headers: {
          origin: "https://elsewhere.example",
          "access-control-request-method": "DELETE",
          "access-control-request-headers": "x-authorization,x-of-a-page",
        },
      });
      expect(answer.status, path).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-methods")).toContain("DELETE");
      expect(answer.headers.get("access-control-allow-headers")).toBe("x-authorization,x-of-a-page");
      expect(answer.headers.get("access-control-max-age")).toBe("1800");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      expect(await answer.text()).toBe("");
    }
  });
});

describe("ids", () => {
  test("REST §1.2: new ids are UUIDs of version 7, and ascend in the order of creation", async () => {
    const first = await oneOfEach();
    const second = await oneOfEach();
    for (const kind of ["device", "customer", "user", "apiKey", "tenant", "tenantProfile"]) {
      const ids = [first, second].map((shown) => text(shown[kind], "id", "id"));
      for (const id of ids) expect(id, kind).toMatch(UUID_V7);
      expect(ids, kind).toEqual(ids.toSorted());
    }
  });

  test("REST §1.2: internal records have an id without a type", async () => {
    const { credentials } = await oneOfEach();
    expect(member(credentials, "id")).toEqual({ id: expect.stringMatching(UUID_V7) });
    const page = await platform().tenant.rest.get("/api/audit/logs?pageSize=1&page=0");
    const [record] = member(page, "data") as unknown[];
    expect(member(record, "id")).toEqual({ id: expect.any(String) });
  });

  test("REST §1.2: the type of a reference may be missing, and must not be another", async () => {
    const { rest } = platform().tenant;
    const { customer } = await oneOfEach();
    const id = text(customer, "id", "id");
    const save = (customerId: unknown): Promise<RestAnswer> =>
      rest.request("POST", "/api/device", { name: platform().tenant.uniqueName("device"), customerId });
    expect(member((await save({ id })).body, "customerId")).toEqual({ entityType: "CUSTOMER", id });
    expect(member((await save({ entityType: "CUSTOMER", id })).body, "customerId")).toEqual({
      entityType: "CUSTOMER",
      id,
    });
    expectError(await save({ entityType: "DEVICE", id }), 400, 31);
    expectError(await save({ entityType: "CUSTOMER" }), 400, 31);
    expectError(await save(id), 400, 31);
  });

  test("REST §1.2: null and the reserved id both mean none, in whatever case", async () => {
    const { rest } = platform().tenant;
    for (const customerId of [null, { id: NULL_UUID }, { entityType: "CUSTOMER", id: NULL_UUID.toUpperCase() }]) {
      const saved = await rest.post("/api/device", { name: platform().tenant.uniqueName("device"), customerId });
      expect(member(saved, "customerId")).toEqual({ entityType: "CUSTOMER", id: NULL_UUID });
    }
    const recreated = await rest.post("/api/customer", {
      id: { entityType: "CUSTOMER", id: NULL_UUID },
      title: platform().tenant.uniqueName("customer"),
    });
    expect(text(recreated, "id", "id")).toMatch(UUID_V7);
  });

  test("REST-12: no tenant and no customer are the reserved id in answers", async () => {
    const none = {
      tenantId: { entityType: "TENANT", id: NULL_UUID },
      customerId: { entityType: "CUSTOMER", id: NULL_UUID },
    };
    expect(await platform().sysAdmin.get("/api/auth/user")).toMatchObject(none);
    const { tenant } = platform();
    const device = await tenant.createDevice();
    expect(await tenant.rest.get(`/api/device/${device.id}`)).toMatchObject({ customerId: none.customerId });
    const key = await platform().sysAdmin.post("/api/apiKey", { description: "of nobody's tenant" });
    expect(member(key, "tenantId")).toEqual(none.tenantId);
  });

  test.each(["not-an-id", "784f394c42b6435a983cb7beff2784f9", "{784f394c-42b6-435a-983c-b7beff2784f9}", "", " ", "0"])(
    "REST §1.2: the malformed id %j in a body answers 400/31",
    async (id) => {
      const { rest } = platform().tenant;
      for (const [path, body] of [
        ["/api/device", { id: { id }, name: "x" }],
        ["/api/device", { name: "x", customerId: { id } }],
        ["/api/customer", { id: { id }, title: "x" }],
        ["/api/user", { id: { id }, email: "x@example.com" }],
        ["/api/apiKey", { userId: { id }, description: "x" }],
      ] as const)
        expectError(await rest.request("POST", path, body), 400, 31);
    },
  );

  test("REST §1.2: an id is the same in upper case", async () => {
    const { rest } = platform().tenant;
    const { id, name } = await platform().tenant.createDevice();
    expect(await rest.get(`/api/device/${id.toUpperCase()}`)).toMatchObject({ id: { id }, name });
  });

  test.each(["DEVICES", "THING", "ASSET", "DASHBOARD", "RULE_CHAIN", "EDGE", "ALARM", "__proto__"])(
    "REST §1.2: the type %s in a path, which is unknown or not supported there, answers 400/31",
    async (type) => {
      const { rest } = platform().tenant;
      const paths = [
        `/api/plugins/telemetry/${type}/${UNKNOWN_ID}/keys/attributes`,
        `/api/plugins/telemetry/${type}/${UNKNOWN_ID}/values/timeseries`,
      ];
      for (const path of paths) expectError(await rest.request("GET", path), 400, 31);
    },
  );
});

/** One object of every kind that the API shows, new at each call. */
async function oneOfEach(): Promise<Readonly<Record<string, unknown>>> {
  const { sysAdmin, tenant } = platform();
  const { rest } = tenant;
  const device = await rest.post("/api/device", { name: tenant.uniqueName("device") });
  const userId = member(await rest.get("/api/auth/user"), "id", "id");
  const keyOf = { description: tenant.uniqueName("key") };
  return {
    device,
    deviceInfo: await rest.get(`/api/device/info/${text(device, "id", "id")}`),
    credentials: await rest.get(`/api/device/${text(device, "id", "id")}/credentials`),
    deviceProfile: await rest.get(`/api/deviceProfile/${text(device, "deviceProfileId", "id")}`),
    customer: await rest.post("/api/customer", { title: tenant.uniqueName("customer") }),
    user: await rest.post("/api/user?sendActivationMail=false", {
      email: `${tenant.uniqueName("user")}@example.com`,
      authority: "TENANT_ADMIN",
    }),
    userWithAccount: await rest.get(`/api/user/${String(userId)}`),
    apiKey: await rest.post("/api/apiKey", keyOf),
    tenant: await sysAdmin.post("/api/tenant", { title: tenant.uniqueName("tenant") }),
    tenantProfile: await sysAdmin.post("/api/tenantProfile", { name: tenant.uniqueName("profile") }),
  };
}

/** The status of a POST that has a body and no Content-Type, which fetch cannot make. */
async function postWithoutType(port: number, path: string, body: string): Promise<number> {
  const { request } = await import("node:http");
  const token = platform().tenant.rest.authorization ?? "";
  return await new Promise((resolve, reject) => {
    const sent = request({ port, path, method: "POST", headers: { "x-authorization": token } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
