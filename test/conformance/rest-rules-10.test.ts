// REST contract 10, rule by rule: calls to devices, as far as no line of the checklist is about it.
import { expect, test } from "vitest";
import { connectGateway, RPC, useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { expectError, neighbours, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

const REQUESTS = "v1/devices/me/rpc/request/+";
const PATHS = ["rpc/oneway", "rpc/twoway", "plugins/rpc/oneway", "plugins/rpc/twoway"] as const;

const call = (id: string, request: Readonly<Record<string, unknown>>, path = "rpc/twoway"): Promise<RestAnswer> =>
  platform().tenant.call(id, request, path);

const record = (rpcId: string): Promise<unknown> => platform().tenant.rest.get(`/api/rpc/persistent/${rpcId}`);

async function persist(device: TestDevice, request: object, path = "rpc/twoway"): Promise<string> {
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

async function pendingCalls(): Promise<number> {
  const [, count] = /^\w*rpc_pending (\d+)$/m.exec(await platform().anybody.getText("/metrics")) ?? [];
  return Number(count);
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

test("REST §10: ids are integers that ascend, for each device from its own first one", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [RPC] });
  for (const device of [await gateway.connectDevice(), await gateway.connectDevice()]) {
    const ids: number[] = [];
    for (let count = 0; count < 3; count++) {
      await call(device.id, { method: "m" }, "rpc/oneway");
      ids.push(Number(member(await gateway.client.nextJson(RPC), "data", "id")));
    }
    expect(ids.every(Number.isInteger)).toBe(true);
    expect(ids).toEqual([1, 2, 3].map((step) => (ids[0] ?? 0) + step - 1));
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
  '{"params":1}',
  '{"method":null}',
  '{"method":5}',
  '{"method":""}',
  '{"method":"m","timeout":"5"}',
  '{"method":"m","expirationTime":-1}',
  '{"method":"m","persistent":1}',
  '{"method":"m","retries":"x"}',
  '{"method":"m","additionalInfo":[]}',
  '{"method":"m"',
  "[]",
  "null",
  "",
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
  const { sysAdmin, tenant } = platform();
  const rpcId = await persist(device, {});
  const paths = [`/api/rpc/persistent/${rpcId}`, `/api/rpc/persistent/device/${device.id}?pageSize=1&page=0`];
  for (const path of PATHS) {
    const answer = await owner.rest.request("POST", `/api/${path}/${device.id}`, { method: "m", persistent: true });
    expect(answer.body).toEqual({ rpcId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expectError(await otherCustomer.request("POST", `/api/${path}/${device.id}`, { method: "m" }), 403, 20);
    expectError(await otherTenant.rest.request("POST", `/api/${path}/${device.id}`, { method: "m" }), 404, 32);
    expectError(await sysAdmin.request("POST", `/api/${path}/${device.id}`, { method: "m" }), 403, 20);
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
