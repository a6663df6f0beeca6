// REST contract, checklist "RPC": calls, their deadlines, and the records of persistent ones.
import { expect, test } from "vitest";
import { connectGateway, RPC, useTestPlatform, type ConnectedGateway } from "../support/conformance.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError, neighbours, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();

interface Reachable {
  readonly gateway: ConnectedGateway;
  readonly device: TestDevice;
}

async function reachable(): Promise<Reachable> {
  const gateway = await connectGateway(platform(), { subscribe: [RPC] });
  return { gateway, device: await gateway.connectDevice() };
}

/** The next call that reaches the gateway, answered with `data`. */
async function answerNext({ gateway, device }: Reachable, data: unknown): Promise<unknown> {
  const request = await gateway.client.nextJson(RPC);
  await gateway.publish(RPC, { device: device.name, id: member(request, "data", "id"), data });
  return request;
}

const call = (id: string, request: Readonly<Record<string, unknown>>, path?: string) =>
  platform().tenant.call(id, request, path);

test("REST-97: a two-way call gives the device's reply as the body, whatever it is", async () => {
  const both = await reachable();
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

test("REST-97: params reach the device with every digit, as an empty object where there are none", async () => {
  const both = await reachable();
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

test("REST-97: a call without params has an empty object on the device's own topic and in its record, too", async () => {
  const device = await platform().tenant.createDevice();
  const client = await platform().connect(device.token, 4);
  await client.subscribe("v1/devices/me/rpc/request/+");
  const { body } = await call(device.id, { method: "none", persistent: true }, "rpc/oneway");
  const { payload } = await client.next("publish");
  expect(JSON.parse(payload.toString())).toEqual({ method: "none", params: {} });
  const record = await platform().tenant.rest.get(`/api/rpc/persistent/${text(body, "rpcId")}`);
  expect(member(member(record, "request"), "body")).toEqual({ method: "none", params: "{}" });
});

test("REST-97: a one-way call answers 200 with nothing as soon as it is sent", async () => {
  const { device } = await reachable();
  for (const path of ["rpc/oneway", "plugins/rpc/oneway"]) {
    const answer = await call(device.id, { method: "set", params: 1 }, path);
    expect([answer.status, answer.text]).toEqual([200, ""]);
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
])("REST-97: the call %j answers 400/31", async (body) => {
  const { id } = await platform().tenant.createDevice();
  expectError(
    await raw(platform(), "POST", `/api/rpc/twoway/${id}`, { headers: { "content-type": "application/json" }, body }),
    400,
    31,
  );
});

test("REST-97: calls are for the device's tenant and customer", async () => {
  const { device, otherCustomer, otherTenant } = await neighbours(platform());
  for (const kind of ["rpc/oneway", "rpc/twoway", "plugins/rpc/oneway", "plugins/rpc/twoway"]) {
    const path = `/api/${kind}/${device.id}`;
    expectError(await otherCustomer.request("POST", path, { method: "m" }), 403, 20);
    expectError(await otherTenant.rest.request("POST", path, { method: "m" }), 404, 32);
    expectError(await platform().sysAdmin.request("POST", path, { method: "m" }), 403, 20);
    expectError(await platform().anybody.request("POST", path, { method: "m" }), 401, 10);
  }
});

async function pendingCalls(): Promise<number> {
  const [, count] = /^\w*rpc_pending (\d+)$/m.exec(await platform().anybody.getText("/metrics")) ?? [];
  return Number(count);
}

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
  const { device, gateway } = await reachable();
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
  const { device } = await reachable();
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

async function statusWhenSettled(rpcId: string, wanted: string): Promise<unknown> {
  return await platform().passTimeUntil(
    (async () => {
      for (;;) {
        const record = await platform().tenant.rest.get(`/api/rpc/persistent/${rpcId}`);
        if (member(record, "status") === wanted) return record;
      }
    })(),
  );
}

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
  expect(await statusWhenSettled(rpcId, "SUCCESSFUL")).toMatchObject({ response: { state: "on" } });
});

test("REST-100: a one-way persistent call ends DELIVERED", async () => {
  const { device } = await reachable();
  const rpcId = text((await call(device.id, { method: "set", persistent: true }, "rpc/oneway")).body, "rpcId");
  await statusWhenSettled(rpcId, "DELIVERED");
});

test("REST-100: persistent calls can be listed by status and deleted by an administrator", async () => {
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
