// REST contract 14, checklist 105 and 106: what devices send over HTTP, and what they are answered.
import { expect, test } from "vitest";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { chunked, DeviceHttp, type DeviceAnswer } from "../support/device-http.ts";
import { member } from "../support/rest-client.ts";
import type { TestDevice } from "../support/tenant.ts";

const BODY_MAX = 200_000;
const platform = useTestPlatform({ settings: { "http.deviceApi.payloadBytesMax": BODY_MAX } });

async function newDevice(): Promise<{ device: TestDevice; http: DeviceHttp }> {
  const device = await platform().tenant.createDevice();
  return { device, http: httpOf(device.token) };
}

const httpOf = (token: string): DeviceHttp => new DeviceHttp(platform().anonymous, token);
const statusAndText = ({ status, text }: DeviceAnswer): readonly [number, string] => [status, text];

/** 400 with a line of text, which is not the envelope of the rest. */
function expectText(answer: DeviceAnswer, status: number, text: RegExp): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.text).toMatch(text);
  expect(answer.text.startsWith("{")).toBe(false);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
}

test("REST-105: telemetry is stored when it is answered, whatever its media type", async () => {
  const { device, http } = await newDevice();
  expect(statusAndText(await http.post("/telemetry", { temperature: 25 }))).toEqual([200, ""]);
  expect(await platform().tenant.latest(device.id)).toEqual({
    temperature: { ts: platform().clock.now(), value: 25 },
  });
  for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded", "a/b/c", ";"]) {
    const answer = await http.post("/telemetry", { type }, { headers: { "content-type": type } });
    expect(statusAndText(answer)).toEqual([200, ""]);
    expect(await platform().tenant.latestValues(device.id)).toMatchObject({ type });
  }
});

test("REST-105: malformed telemetry answers 400 with the quoting that works, and nothing of it is stored", async () => {
  const { device, http } = await newDevice();
  for (const body of ["{temperature:25}", "[1", "{'a':1}", '{"a":1,}', "nonsense"])
    expectText(await http.post("/telemetry", body), 400, /not JSON.*'\{"temperature": 25, .*\}' or "\{\\"temp/);
  expect(await platform().tenant.latest(device.id)).toEqual({});
});

test("REST §14: what is no telemetry answers 400 as text, and nothing of it is stored", async () => {
  const { device, http } = await newDevice();
  for (const [body, text] of [
    ["5", /object or an array of objects/],
    ['["a"]', /entry must be an object/],
    ["", /empty/],
    ['[{"good":1},{"":1}]', /key/],
    ['[{"good":1},{" ":1}]', /key/],
    [`[{"good":1},{"${"k".repeat(256)}":1}]`, /255 characters/],
    ['{"good":1,"<b>bold</b>":1}', /HTML/],
    ['{"good":1,"{{x}}":1}', /\{\{/],
    ['{"good":1,"bad":1e400}', /range of a double/],
    [`{"good":1,"bad":${"7".repeat(310)}}`, /range of a double/],
    [`{"good":1,"bad":[${"7".repeat(310)}]}`, /range of a double/],
    ['{"ts":"soon","values":{"good":1}}', /"ts"/],
    ['{"ts":1,"values":[]}', /"values"/],
    [`{"good":${"[".repeat(80)}${"]".repeat(80)}}`, /64/],
  ] as const)
    expectText(await http.post("/telemetry", body), 400, text);
  expect(await platform().tenant.latest(device.id)).toEqual({});
});

test("REST §9.3: the forms of telemetry, each with its time; null is left out, names are names", async () => {
  const { device, http } = await newDevice();
  const body = '[{"ts":1700000001000,"values":{"a":1}},{"b":"x","none":null},{"ts":5,"c":true}]';
  expect((await http.post("/telemetry", body)).status).toBe(200);
  const now = platform().clock.now();
  expect(await platform().tenant.latest(device.id)).toEqual({
    a: { ts: 1_700_000_001_000, value: 1 },
    b: { ts: now, value: "x" },
    c: { ts: now, value: true },
    ts: { ts: now, value: 5 },
  });
  for (const empty of ["{}", "[]", '{"a":null}'])
    expect(statusAndText(await http.post("/telemetry", empty))).toEqual([200, ""]);

  const exact = '{"__proto__":1,"constructor":9007199254740993,"json":{"b":1,"2":[]},"text":"007"}';
  expect((await http.post("/telemetry", exact)).status).toBe(200);
  const values = await platform().tenant.rest.getText(
    `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?useStrictDataTypes=true`,
  );
  expect(values).toContain("9007199254740993");
  expect(values).toContain('{"b":1,"2":[]}');
  expect(values).toContain('"__proto__":[');
  expect(values).toContain('"007"');
});

test("REST-105: a wrong token answers 401 with an empty body, on every call", async () => {
  const basic = await platform().tenant.createDevice();
  await platform().tenant.setCredentials(basic.id, {
    credentialsType: "MQTT_BASIC",
    credentialsValue: JSON.stringify({ clientId: null, userName: "a user", password: null }),
  });
  const { http } = await newDevice();
  for (const token of ["unknown", basic.token, "a user", "__proto__", "%00", " "]) {
    const answer = await httpOf(token).post("/telemetry", { temperature: 25 });
    expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([401, "", null]);
    // Ten wrong ones in a row would block the address.
    expect((await http.post("/telemetry", {})).status).toBe(200);
  }
  const wrong = httpOf("unknown");
  for (const path of ["/attributes", "/attributes/updates", "/rpc", "/firmware", "/software"]) {
    expect(statusAndText(await wrong.get(path))).toEqual([401, ""]);
    await http.get("/attributes");
  }
  for (const path of ["/attributes", "/claim", "/rpc", "/rpc/1"]) {
    expect(statusAndText(await wrong.post(path, {}))).toEqual([401, ""]);
    await http.get("/attributes");
  }
});

test("REST-106: attributes of the scopes and keys that are asked for; a scope without any is left out", async () => {
  const { device, http } = await newDevice();
  expect(statusAndText(await http.post("/attributes", { fw: "1.2", n: 7, "__proto__ ": 1 }))).toEqual([200, ""]);
  await platform().tenant.saveAttributes(device.id, "SHARED_SCOPE", { x: true, y: 2 });
  await platform().tenant.saveAttributes(device.id, "SERVER_SCOPE", { secret: 1 });
  const get = async (query: string): Promise<unknown> => JSON.parse((await http.get(`/attributes${query}`)).text);

  expect(await get("?sharedKeys=x")).toEqual({ shared: { x: true } });
  expect(await get("?clientKeys=fw,n&sharedKeys=y")).toEqual({ client: { fw: "1.2", n: 7 }, shared: { y: 2 } });
  // As clients write a list that do not join it.
  expect(await get("?sharedKeys=y&sharedKeys=x")).toEqual({ shared: { x: true, y: 2 } });
  expect(await get("?clientKeys=x&sharedKeys=fw")).toEqual({});
  expect(await get("?clientKeys=secret&sharedKeys=secret")).toEqual({});
  expect(await get("")).toEqual({ client: { fw: "1.2", n: 7, "__proto__ ": 1 }, shared: { x: true, y: 2 } });
  expect((await http.get("/attributes")).headers.get("content-type")).toBe("application/json; charset=utf-8");
});

test("REST §14: malformed attributes answer 400 and store nothing", async () => {
  const { device, http } = await newDevice();
  for (const body of ["{fw:1}", "[]", "5", "", '{"good":1,"":2}', '{"good":1,"<i>":2}', '{"good":1,"b":1e400}'])
    expectText(await http.post("/attributes", body), 400, /./);
  expect(await platform().tenant.attributes(device.id, "CLIENT_SCOPE")).toEqual({});
});

test("REST §14: bodies are bounded by the bytes that come, with and without a length before them", async () => {
  const { device, http } = await newDevice();
  const text = (bytes: number): string => `{"text":"${"x".repeat(bytes - 11)}"}`;
  for (const send of [(body: string): unknown => body, (body: string): unknown => chunked(body)]) {
    expect((await http.post("/telemetry", send(text(BODY_MAX)))).status).toBe(200);
    expectText(await http.post("/telemetry", send(text(BODY_MAX + 1))), 413, new RegExp(String(BODY_MAX)));
    expectText(await http.post("/attributes", send(text(BODY_MAX + 1))), 413, /bytes/);
    expect((await http.post("/rpc/1", send(text(65_536)))).status).toBe(200);
    expectText(await http.post("/rpc/1", send(text(65_537))), 413, /65536/);
    expectText(await http.post("/rpc", send(text(65_537))), 413, /65536/);
  }
  expect(Object.keys(await platform().tenant.latest(device.id))).toEqual(["text"]);
  // A client without a token is not listened to at all.
  expect(statusAndText(await httpOf("unknown").post("/telemetry", text(BODY_MAX + 1)))).toEqual([401, ""]);
});

test("REST §14: rate limits of the tenant answer 429, empty and with the time to wait", async () => {
  const tenant = await platform().createTenant({
    transportDeviceTelemetryMsgRateLimit: "2:60",
    transportDeviceTelemetryDataPointsRateLimit: "3:60",
    transportDeviceMsgRateLimit: "1:60",
  });
  const device = await tenant.createDevice();
  const http = httpOf(device.token);
  const refused = (answer: DeviceAnswer): void => {
    expect(statusAndText(answer)).toEqual([429, ""]);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  };
  refused(await http.post("/telemetry", { a: 1, b: 2, c: 3, d: 4 }));
  expect((await http.post("/telemetry", { a: 1, b: 2 })).status).toBe(200);
  expect((await http.post("/attributes", { a: 1 })).status).toBe(200);
  refused(await http.post("/telemetry", { a: 2 }));
  expect((await http.get("/attributes")).status).toBe(200);
  refused(await http.get("/attributes"));
  refused(await http.get("/rpc"));
  expect(await tenant.latestValues(device.id)).toEqual({ a: 1, b: 2 });
  platform().clock.advance(60_000);
  expect((await http.post("/telemetry", { a: 3 })).status).toBe(200);
});

test("REST §14: what a device sends makes it active, and is no connection", async () => {
  const { device, http } = await newDevice();
  await http.post("/telemetry", { a: 1 });
  const now = platform().clock.now();
  const seen = await platform().until(
    () => platform().tenant.attributes(device.id, "SERVER_SCOPE"),
    ({ active }) => active === true,
  );
  expect(seen).toMatchObject({ active: true, lastActivityTime: now });
  expect(seen).not.toHaveProperty("lastConnectTime");
});

test("REST §14: a claim is opened with or without a secret; a device with an owner cannot", async () => {
  const customer = await platform().tenant.createCustomer();
  const { device, http } = await newDevice();
  const claim = (secretKey: string) =>
    customer.rest.request("POST", `/api/customer/device/${device.name}/claim`, { secretKey });
  for (const body of ["{secretKey:1}", "[]", '{"secretKey":{}}']) expectText(await http.post("/claim", body), 400, /./);
  expect((await claim("")).status).toBe(400);
  expect(statusAndText(await http.post("/claim", { secretKey: "abc", durationMs: 60_000 }))).toEqual([200, ""]);
  expect((await claim("abc")).status).toBe(200);
  expectText(await http.post("/claim"), 400, /belongs to a customer/);

  const other = await newDevice();
  expect((await other.http.post("/claim")).status).toBe(200);
  expect((await customer.rest.request("POST", `/api/customer/device/${other.device.name}/claim`)).status).toBe(200);
});

test("REST §14: a device asks the platform about its session limits", async () => {
  const { http } = await newDevice();
  const limits = await http.post("/rpc", { method: "getSessionLimits", params: {} });
  expect(JSON.parse(limits.text)).toMatchObject({
    maxPayloadSize: BODY_MAX,
    rateLimits: { messages: null, telemetryMessages: null, telemetryDataPoints: null },
  });
  expect(statusAndText(await http.post("/rpc", { method: "getTime" }))).toEqual([
    200,
    '{"error":"unsupported method"}',
  ]);
  for (const body of ["{}", '{"method":5}', "[]", "{method:1}", ""])
    expectText(await http.post("/rpc", body), 400, /./);
});

test("REST §14: provisioning always answers 200 once the request is one", async () => {
  const { tenant, anonymous } = platform();
  const [key, secret] = ["a provisioning key", "its secret"];
  await tenant.rest.post("/api/deviceProfile", {
    name: tenant.uniqueName("profile"),
    type: "DEFAULT",
    transportType: "DEFAULT",
    provisionType: "ALLOW_CREATE_NEW_DEVICES",
    provisionDeviceKey: key,
    profileData: { provisionConfiguration: { type: "ALLOW_CREATE_NEW_DEVICES", provisionDeviceSecret: secret } },
  });
  const provision = (body: unknown) => anonymous.request("POST", "/api/v1/provision", body);
  const request = { deviceName: "a provisioned device", provisionDeviceKey: key, provisionDeviceSecret: secret };
  const done = await provision(request);
  expect([done.status, done.body]).toEqual([
    200,
    { status: "SUCCESS", credentialsType: "ACCESS_TOKEN", credentialsValue: expect.any(String) },
  ]);
  expect((await httpOf(String(member(done.body, "credentialsValue"))).post("/telemetry", { a: 1 })).status).toBe(200);
  const again = await provision(request);
  expect([again.status, member(again.body, "status"), typeof member(again.body, "errorMsg")]).toEqual([
    200,
    "FAILURE",
    "string",
  ]);
  const unknown = await provision({ ...request, provisionDeviceSecret: "wrong" });
  expect([unknown.status, member(unknown.body, "status")]).toEqual([200, "NOT_FOUND"]);
  for (const body of [{ deviceName: "d" }, [], 5]) expect((await provision(body)).status).toBe(400);
  const malformed = await checkedFetch(`${anonymous.baseUrl}/api/v1/provision`, {
    method: "POST",
    body: "{deviceName:d}",
  });
  expect([malformed.status, await malformed.text()]).toEqual([400, expect.stringContaining("not JSON")]);
});

test("REST §14: no firmware and no software is assigned: 404/32", async () => {
  const { http } = await newDevice();
  for (const path of ["/firmware", "/software?title=a&version=1&size=0&chunk=0"]) {
    const { status, text } = await http.get(path);
    expect([status, JSON.parse(text)]).toEqual([404, expect.objectContaining({ status: 404, errorCode: 32 })]);
  }
});

test("REST §14: a token ends with the credentials and with the device", async () => {
  const { device, http } = await newDevice();
  await platform().tenant.setCredentials(device.id, { credentialsId: "another token / with a slash" });
  expect((await http.post("/telemetry", { a: 1 })).status).toBe(401);
  const again = httpOf("another token / with a slash");
  expect((await again.post("/telemetry", { a: 2 })).status).toBe(200);
  await platform().tenant.deleteDevice(device.id);
  expect((await again.post("/telemetry", { a: 3 })).status).toBe(401);
});
