// REST contract, section 10: calls to devices, their deadlines and replies, and the records of persistent ones.
import { expect, test } from "vitest";
import { connectGateway, RPC, useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, type RestAnswer, text } from "../support/rest-client.ts";
import { expectError, neighbours, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";
import { nextCommand, type Reachable, reachable, reply } from "../support/rpc-calls.ts";

const platform = useTestPlatform();

const REQUESTS = "v1/devices/me/rpc/request/+";
const PATHS = ["rpc/oneway", "rpc/twoway", "plugins/rpc/oneway", "plugins/rpc/twoway"] as const;

const call = (id: string, request: Readonly<Record<string, unknown>>, path = "rpc/twoway"): Promise<RestAnswer> =>
  platform().tenant.call(id, request, path);

const record = (rpcId: string): Promise<unknown> => platform().tenant.rest.get(`/api/rpc/persistent/${rpcId}`);

test("REST-97: a two-way call gives the device's reply as the body, whatever it is", async () => {
  const both = await reachable(platform());
  for (const [data, body] of [
    [{ ok: true, error: "no" }, '{"ok":true,"error":"no"}'],
    [5, "5"],
    ["text", '["text"]'],
    [null, "null"],
  ] as const) {
    const answer = call(both.device.id, { method: "get", params: { pin: 7 } });
    const request = await answerNext(both, data);
    expect(request).toEqual({
      device: both.device.name,
      data: { id: expect.any(Number), method: "get", params: { pin: 7 } },
    });
    expect([(await answer).status, (await answer).text]).toEqual([200, body === '["text"]' ? '"text"' : body]);
  }
});

test("REST §10: params reach the device with every digit, as an empty object where there are none", async () => {
  const both = await reachable(platform());
  const { gateway, device } = both;
  const body = '{"method":"set","params":{"n":9007199254740993,"2":1.10,"1":[]}}';
  expect(
    (await raw(platform(), "POST", `/api/rpc/oneway/${device.id}`, { headers: { "content-type": "text/plain" }, body }))
      .status,
  ).toBe(200);
  const packet = await gateway.client.next("publish", ({ topic }) => topic === RPC);
  expect(packet.payload.toString()).toContain('"params":{"n":9007199254740993,"2":1.10,"1":[]}');
  expect((await call(device.id, { method: "none" }, "rpc/oneway")).status).toBe(200);
  expect(await gateway.client.nextJson(RPC)).toMatchObject({ data: { method: "none", params: {} } });
});

test("REST §10: a call without params has an empty object on the device's own topic and in its record, too", async () => {
  const device = await platform().tenant.createDevice();
  const client = await platform().connect(device.token, 4);
  await client.subscribe("v1/devices/me/rpc/request/+");
  const { body } = await call(device.id, { method: "none", persistent: true }, "rpc/oneway");
  const { payload } = await client.next("publish");
  expect(JSON.parse(payload.toString())).toEqual({ method: "none", params: {} });
  expect(member(await record(text(body, "rpcId")), "request", "body")).toEqual({ method: "none", params: "{}" });
});

test("REST-97: a one-way call answers 200 with nothing as soon as it is sent", async () => {
  const { device } = await reachable(platform());
  for (const path of ["rpc/oneway", "plugins/rpc/oneway"]) {
    const answer = await call(device.id, { method: "set", params: 1 }, path);
    expect([answer.status, answer.text]).toEqual([200, ""]);
  }
});

test("REST-98: a call to a device that is offline ends at its deadline with 504, on the older paths with 409", async () => {
  const { id } = await platform().tenant.createDevice();
  for (const [path, status] of [
    ["rpc/oneway", 504],
    ["rpc/twoway", 504],
    ["plugins/rpc/oneway", 409],
    ["plugins/rpc/twoway", 409],
  ] as const) {
    const pending = call(id, { method: "get", timeout: 1000 }, path);
    while ((await pendingCalls()) === 0);
    // The timeout was raised to 5 s: a moment before, the call is still held.
    platform().clock.advance(4_999);
    expect(await pendingCalls()).toBe(1);
    const answer = await platform().passTimeUntil(pending);
    expect([answer.status, answer.text]).toEqual([status, ""]);
  }
});

test("REST-98: a call without a reply ends with 504, on the older path with 408", async () => {
  const { device, gateway } = await reachable(platform());
  for (const [path, status] of [
    ["rpc/twoway", 504],
    ["plugins/rpc/twoway", 408],
  ] as const) {
    const pending = call(device.id, { method: "get", timeout: 6000 }, path);
    await gateway.client.nextJson(RPC);
    const answer = await platform().passTimeUntil(pending);
    expect([answer.status, answer.text]).toEqual([status, ""]);
  }
});

test("REST-98: a call that has expired already answers at once", async () => {
  const { device } = await reachable(platform());
  const answer = await call(device.id, { method: "get", expirationTime: platform().clock.now() - 1 });
  expect([answer.status, answer.text]).toEqual([504, ""]);
});

test("REST-98: a reply that is not JSON answers 406", async () => {
  const device = await platform().tenant.createDevice();
  const client = await platform().connect(device.token, 4);
  await client.subscribe("v1/devices/me/rpc/request/+");
  const pending = call(device.id, { method: "get" });
  const { topic } = await client.next("publish");
  await client.publish(topic.replace("request", "response"), "not json");
  const answer = await pending;
  expect([answer.status, answer.text]).toEqual([406, ""]);
});

test("REST-99: a device that subscribes within the wait gets the call", async () => {
  const device = await platform().tenant.createDevice();
  const client = await platform().connect(device.token, 5);
  const pending = call(device.id, { method: "get", timeout: 20_000 });
  await client.subscribe("v1/devices/me/rpc/request/+");
  const { topic } = await client.next("publish");
  await client.publish(topic.replace("request", "response"), { late: false });
  expect((await pending).body).toEqual({ late: false });
});

test("REST-100: a persistent call answers with its id, waits as QUEUED and ends SUCCESSFUL with the reply", async () => {
  const { tenant, clock } = platform();
  const gateway = await connectGateway(platform(), { subscribe: [RPC] });
  const name = gateway.newName();
  const device = { ...(await tenant.createDevice({ name })), name };
  const expirationTime = clock.now() + 3_600_000;
  const answer = await call(device.id, {
    method: "getState",
    params: { a: [1] },
    persistent: true,
    expirationTime,
    retries: 2,
    additionalInfo: { ticket: 12 },
  });
  expect(answer.status).toBe(200);
  const rpcId = text(answer.body, "rpcId");
  expect(answer.body).toEqual({ rpcId });
  const ids = { tenantId: { entityType: "TENANT", id: tenant.id }, deviceId: { entityType: "DEVICE", id: device.id } };
  expect(await tenant.rest.get(`/api/rpc/persistent/${rpcId}`)).toEqual({
    id: { entityType: "RPC", id: rpcId },
    createdTime: clock.now(),
    ...ids,
    expirationTime,
    request: {
      id: rpcId,
      ...ids,
      oneway: false,
      expirationTime,
      body: { method: "getState", params: '{"a":[1]}' },
      persisted: true,
      retries: 2,
    },
    response: null,
    status: "QUEUED",
    additionalInfo: { ticket: 12 },
  });
  await gateway.publish("v1/gateway/connect", { device: name });
  await answerNext({ gateway, device }, { state: "on" });
  expect(await whenItIs(rpcId, "SUCCESSFUL")).toMatchObject({ response: { state: "on" } });
});

test("REST-100: a one-way persistent call ends DELIVERED", async () => {
  const { device } = await reachable(platform());
  const rpcId = text((await call(device.id, { method: "set", persistent: true }, "rpc/oneway")).body, "rpcId");
  await whenItIs(rpcId, "DELIVERED");
});

test("REST §10: persistent calls can be listed by status and deleted by an administrator", async () => {
  const { device, owner, otherCustomer, otherTenant } = await neighbours(platform());
  const expirationTime = platform().clock.now() + 3_600_000;
  const ids: string[] = [];
  for (const method of ["a", "b", "c"]) {
    const answer = await owner.rest.post(`/api/rpc/twoway/${device.id}`, { method, persistent: true, expirationTime });
    ids.push(text(answer, "rpcId"));
  }
  const list = `/api/rpc/persistent/device/${device.id}?pageSize=2&page=0`;
  expect(await owner.rest.get(`${list}&rpcStatus=QUEUED`)).toMatchObject({
    totalElements: 3,
    totalPages: 2,
    hasNext: true,
    data: ids.slice(0, 2).map((id) => ({ id: { id } })),
  });
  expect(await owner.rest.get(`${list}&rpcStatus=SUCCESSFUL`)).toMatchObject({ totalElements: 0, data: [] });
  expectError(await owner.rest.request("GET", `${list}&rpcStatus=DELETED`), 400, 31);
  expectError(await owner.rest.request("GET", `${list}&rpcStatus=LOST`), 400, 31);
  const [first = ""] = ids;
  for (const path of [`/api/rpc/persistent/${first}`, list])
    expectError(await otherCustomer.request("GET", path), 403, 20);
  expectError(await otherTenant.rest.request("GET", `/api/rpc/persistent/${first}`), 404, 32);
  expectError(await otherTenant.rest.request("GET", list), 404, 32);
  expectError(await owner.rest.request("DELETE", `/api/rpc/persistent/${first}`), 403, 20);
  expectError(await otherTenant.rest.request("DELETE", `/api/rpc/persistent/${first}`), 404, 32);
  const { rest } = platform().tenant;
  expect((await rest.request("DELETE", `/api/rpc/persistent/${first}`)).status).toBe(200);
  expectError(await rest.request("GET", `/api/rpc/persistent/${first}`), 404, 32);
  expectError(await rest.request("DELETE", `/api/rpc/persistent/${UNKNOWN_ID}`), 404, 32);
});

test("REST §10: a call waits for 10 s by default and for 5 s at least; its expiration goes before its timeout", async () => {
  const { clock } = platform();
  expect(await secondsHeld({})).toBe(10);
  expect(await secondsHeld({ timeout: 1 })).toBe(5);
  expect(await secondsHeld({ timeout: 0 })).toBe(5);
  expect(await secondsHeld({ timeout: 20_000 })).toBe(20);
  expect(await secondsHeld({ timeout: 60_000, expirationTime: clock.now() + 2_000 })).toBe(2);
});

test("REST §10: nobody is kept waiting longer than 300 s", async () => {
  expect(await secondsHeld({ timeout: 3_600_000 })).toBe(300);
});

test("REST §10: a one-way call waits for its device too, and is delivered when it subscribes", async () => {
  for (const path of ["rpc/oneway", "plugins/rpc/oneway"]) {
    const device = await platform().tenant.createDevice();
    const client = await platform().connect(device.token, 5);
    const pending = call(device.id, { method: "set", params: [1] }, path);
    await platform().until(pendingCalls, (count) => count === 1);
    await client.subscribe(REQUESTS);
    expect(JSON.parse((await client.next("publish")).payload.toString())).toEqual({ method: "set", params: [1] });
    const answer = await pending;
    expect([answer.status, answer.text]).toEqual([200, ""]);
  }
});

test("REST §10: the reply is the body, whatever JSON it is, with every digit", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [RPC] });
  const device = await gateway.connectDevice();
  for (const path of ["rpc/twoway", "plugins/rpc/twoway"]) {
    const pending = call(device.id, { method: "m" }, path);
    const id = member(await gateway.client.nextJson(RPC), "data", "id");
    await gateway.client.publish(
      RPC,
      `{"device":"${device.name}","id":${String(id)},"data":{"n":9007199254740993,"f":1.10}}`,
    );
    const answer = await pending;
    expect([answer.status, answer.text]).toEqual([200, '{"n":9007199254740993,"f":1.10}']);
    expect(answer.headers.get("content-type")).toContain("application/json");
  }
});

test.each([
  "{}",
  '{"params":1}',
  '{"method":5}',
  '{"method":" "}',
  '{"method":"m","timeout":"x"}',
  '{"method":"m","timeout":-1}',
  '{"method":"m","persistent":"yes"}',
  '{"method":"m","additionalInfo":5}',
  '{"method":"m","retries":1.5}',
  "[]",
  "5",
  "",
  '{"method":null}',
  '{"method":""}',
  '{"method":"m","timeout":"5"}',
  '{"method":"m","expirationTime":-1}',
  '{"method":"m","persistent":1}',
  '{"method":"m","retries":"x"}',
  '{"method":"m","additionalInfo":[]}',
  '{"method":"m"',
  "null",
])("REST §10: the call %s answers 400/31 on every path, with the envelope", async (body) => {
  const { id } = await platform().tenant.createDevice();
  for (const path of PATHS)
    expectError(
      await raw(platform(), "POST", `/api/${path}/${id}`, { headers: { "content-type": "text/plain" }, body }),
      400,
      31,
    );
});

test("REST §10: who may call, and read and delete the records of calls", async () => {
  const { device, owner, otherCustomer, otherTenant } = await neighbours(platform());
  const { anonymous, sysAdmin, tenant } = platform();
  const rpcId = await persist(device, {});
  const paths = [`/api/rpc/persistent/${rpcId}`, `/api/rpc/persistent/device/${device.id}?pageSize=1&page=0`];
  for (const path of PATHS) {
    const answer = await owner.rest.request("POST", `/api/${path}/${device.id}`, { method: "m", persistent: true });
    expect(answer.body).toEqual({ rpcId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expectError(await otherCustomer.request("POST", `/api/${path}/${device.id}`, { method: "m" }), 403, 20);
    expectError(await otherTenant.rest.request("POST", `/api/${path}/${device.id}`, { method: "m" }), 404, 32);
    expectError(await sysAdmin.request("POST", `/api/${path}/${device.id}`, { method: "m" }), 403, 20);
    expectError(await anonymous.request("POST", `/api/${path}/${device.id}`, { method: "m" }), 401, 10);
    expectError(await tenant.rest.request("POST", `/api/${path}/${UNKNOWN_ID}`, { method: "m" }), 404, 32);
    expectError(await tenant.rest.request("POST", `/api/${path}/no-id`, { method: "m" }), 400, 31);
  }
  for (const path of paths) {
    expect((await owner.rest.request("GET", path)).status).toBe(200);
    expectError(await otherCustomer.request("GET", path), 403, 20);
    expectError(await otherTenant.rest.request("GET", path), 404, 32);
    expectError(await sysAdmin.request("GET", path), 403, 20);
  }
  expectError(await owner.rest.request("DELETE", `/api/rpc/persistent/${rpcId}`), 403, 20);
  expectError(await otherTenant.rest.request("DELETE", `/api/rpc/persistent/${rpcId}`), 404, 32);
});

test("REST §10: a persistent call expires after its timeout, by default 10 s, and is kept as EXPIRED", async () => {
  const { tenant, clock } = platform();
  const device = await tenant.createDevice();
  const now = clock.now();
  const expirations = new Map<string, number>();
  for (const [request, after] of [
    [{}, 10_000],
    [{ timeout: 1 }, 5_000],
    [{ timeout: 20_000 }, 20_000],
    [{ timeout: 1, expirationTime: now + 86_400_000 }, 86_400_000],
  ] as const)
    expirations.set(await persist(device, request), now + after);
  for (const [rpcId, expirationTime] of expirations)
    expect(await record(rpcId)).toMatchObject({
      status: "QUEUED",
      expirationTime,
      request: { expirationTime, retries: 5 },
    });
  const [first = ""] = expirations.keys();
  expect(await whenItIs(first, "EXPIRED")).toMatchObject({ response: null });
  const list = (query: string): Promise<unknown> =>
    tenant.rest.get(`/api/rpc/persistent/device/${device.id}?pageSize=9&page=0${query}`);
  expect(await list("&rpcStatus=QUEUED&sortProperty=expirationTime&sortOrder=DESC")).toMatchObject({
    totalElements: 2,
  });
  expect(await list("&rpcStatus=")).toMatchObject({ totalElements: 4 });
  const late = await persist(device, { expirationTime: now - 1 });
  expect(await record(late)).toMatchObject({ status: "EXPIRED" });
});

test("REST §10: retries are at most 5; additionalInfo is kept, and null where there is none", async () => {
  const device = await platform().tenant.createDevice();
  for (const [sent, retries] of [
    [undefined, 5],
    [null, 5],
    [0, 0],
    [3, 3],
    [99, 5],
  ] as const)
    expect(await record(await persist(device, { retries: sent }))).toMatchObject({
      request: { retries },
      additionalInfo: null,
    });
  const additionalInfo = { ticket: 12, deep: [{ a: null }] };
  expect(await record(await persist(device, { additionalInfo }))).toMatchObject({ additionalInfo });
});

test("REST §10: a persistent two-way call fails with an error reply, and holds the reply it got else", async () => {
  const device = await platform().tenant.createDevice();
  const client = await platform().connect(device.token, 5);
  await client.subscribe(REQUESTS);
  const answer = async (reply: unknown): Promise<string> => {
    const rpcId = await persist(device, { timeout: 60_000 });
    const { topic } = await client.next("publish");
    await client.publish(topic.replace("request", "response"), reply);
    return rpcId;
  };
  const good = await answer({ ok: true });
  expect(await whenItIs(good, "SUCCESSFUL")).toMatchObject({ response: { ok: true } });
  const bad = await answer("this is not JSON");
  expect(await whenItIs(bad, "FAILED")).toMatchObject({ response: { error: expect.any(String) } });
});

test("REST §10: a deleted persistent call is withdrawn from the queue", async () => {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  const [withdrawn, kept] = [await persist(device, { method: "no" }), await persist(device, { method: "yes" })];
  const answer = await tenant.rest.request("DELETE", `/api/rpc/persistent/${withdrawn}`);
  expect([answer.status, answer.text]).toEqual([200, ""]);
  expectError(await tenant.rest.request("DELETE", `/api/rpc/persistent/${withdrawn}`), 404, 32);
  expectError(await tenant.rest.request("GET", `/api/rpc/persistent/${withdrawn}`), 404, 32);
  const client = await platform().connect(device.token, 5);
  await client.subscribe(REQUESTS);
  expect(JSON.parse((await client.next("publish")).payload.toString())).toMatchObject({ method: "yes" });
  expect(await record(kept)).toMatchObject({ request: { body: { method: "yes", params: "{}" } } });
});

test("REST §10: records can be sorted by their times, request and response, and by nothing else", async () => {
  const device = await platform().tenant.createDevice();
  await persist(device, {});
  const list = (query: string): Promise<RestAnswer> =>
    platform().tenant.rest.request("GET", `/api/rpc/persistent/device/${device.id}?pageSize=1&page=0&${query}`);
  for (const sortProperty of ["id", "createdTime", "expirationTime", "request", "response"])
    expect((await list(`sortProperty=${sortProperty}`)).body).toMatchObject({ totalElements: 1 });
  for (const wrong of ["sortProperty=status", "rpcStatus=DELETED", "rpcStatus=queued", "pageSize=0"])
    expectError(await list(wrong), 400, 31);
});

test("REST §10: the bounds are settings", async () => {
  const settings = { "rpc.defaultTimeoutMillis": 2_000, "rpc.minTimeoutMillis": 1_000, "rpc.maxRetries": 2 };
  await using other = await startTestPlatform({ settings });
  const { id } = await other.tenant.createDevice();
  for (const [timeout, after] of [
    [undefined, 2_000],
    [1, 1_000],
    [3_000, 3_000],
  ] as const) {
    const { body } = await other.tenant.call(id, { method: "m", persistent: true, timeout });
    const found = await other.tenant.rest.get(`/api/rpc/persistent/${text(body, "rpcId")}`);
    expect(found).toMatchObject({ expirationTime: other.clock.now() + after, request: { retries: 2 } });
  }
});

/** The next call that reaches the gateway, answered with `data`. */
async function answerNext({ gateway, device }: Reachable, data: unknown): Promise<unknown> {
  const command = await nextCommand(gateway);
  await reply(gateway, device, command, data);
  return command;
}

function pendingCalls(): Promise<number> {
  return platform().counted("rpc_pending");
}

async function persist(device: { readonly id: string }, request: object, path = "rpc/twoway"): Promise<string> {
  return text((await call(device.id, { method: "m", persistent: true, ...request }, path)).body, "rpcId");
}

/** The record once the call has this status; time passes until then. */
function whenItIs(rpcId: string, status: string): Promise<unknown> {
  const wanted = (async () => {
    for (;;) {
      const found = await record(rpcId);
      if (member(found, "status") === status) return found;
    }
  })();
  return platform().passTimeUntil(wanted);
}

/** How long the platform holds a call that nobody takes, to the second. */
async function secondsHeld(request: Readonly<Record<string, unknown>>): Promise<number> {
  const { id } = await platform().tenant.createDevice();
  const pending = call(id, { method: "m", ...request });
  await platform().until(pendingCalls, (count) => count === 1);
  let seconds = 0;
  for (; (await pendingCalls()) === 1; seconds++) platform().clock.advance(1_000);
  expect((await pending).status).toBe(504);
  return seconds;
}
