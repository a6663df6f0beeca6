// REST contract 14, checklist 107: requests of a device that wait for its next call or its next attribute update.
import { expect, test } from "vitest";
import { checkedFetch } from "../support/checked-fetch.ts";
import { connectGateway, RPC, useTestPlatform } from "../support/conformance.ts";
import { DeviceHttp, type DeviceAnswer, type DeviceRequest } from "../support/device-http.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform({ settings: { "http.deviceApi.devicePollsMax": 2 } });

const httpOf = (token: string): DeviceHttp => new DeviceHttp(platform().anonymous, token);
const statusAndText = ({ status, text }: DeviceAnswer): readonly [number, string] => [status, text];

async function newDevice(): Promise<{ device: TestDevice; http: DeviceHttp }> {
  const device = await platform().tenant.createDevice();
  return { device, http: httpOf(device.token) };
}

/** Requests that wait, and those that one more of their device has ended. */
const polls = (): Promise<number> => platform().counted("device_polls", "device_polls_displaced_total");
const pendingCalls = (): Promise<number> => platform().counted("rpc_pending");

/** A request that waits by the time this resolves. */
async function waiting(http: DeviceHttp, path: string, request: DeviceRequest = {}) {
  const state: { answer: DeviceAnswer | undefined } = { answer: undefined };
  const before = await polls();
  const answer = http.get(path, request).then((given) => (state.answer = given));
  answer.catch(() => undefined);
  await platform().until(polls, (count) => count === before + 1);
  return { answer, isOver: () => state.answer !== undefined };
}

/** A call that waits for its device by the time this resolves with its answer to come. */
async function pendingCall(device: TestDevice, method: string): Promise<{ readonly answer: Promise<RestAnswer> }> {
  const before = await pendingCalls();
  const answer = platform().tenant.call(device.id, { method }, "rpc/oneway");
  await platform().until(pendingCalls, (count) => count === before + 1);
  return { answer };
}

test.each(["/rpc", "/attributes/updates"])("REST-107: %s answers 408 at its timeout", async (path) => {
  const { http } = await newDevice();
  for (const [query, millis] of [
    ["?timeout=20000", 20_000],
    ["", 60_000],
    ["?timeout=0", 60_000],
    ["?timeout=999999999", 300_000],
  ] as const) {
    const poll = await waiting(http, path + query);
    platform().clock.advance(millis - 1);
    await platform().settle();
    expect(poll.isOver()).toBe(false);
    platform().clock.advance(1);
    expect(statusAndText(await poll.answer)).toEqual([408, ""]);
  }
  for (const timeout of ["soon", "-1", "1.5", "1e99"])
    expect((await http.get(`${path}?timeout=${timeout}`)).status, timeout).toBe(400);
});

test("REST §14: a two-way call reaches the device that waits, and its answer the caller", async () => {
  const { device, http } = await newDevice();
  const poll = await waiting(http, "/rpc");
  const call = platform().tenant.call(device.id, { method: "setGpio", params: { pin: 7, n: "x" } });
  const { status, text: given, headers } = await poll.answer;
  const request: unknown = JSON.parse(given);
  expect([status, request, headers.get("content-type")]).toEqual([
    200,
    { id: expect.any(Number), method: "setGpio", params: { pin: 7, n: "x" } },
    "application/json; charset=utf-8",
  ]);
  const path = `/rpc/${String(member(request, "id"))}`;
  // What is not JSON is reported to the device, which can mend it; the call goes on waiting.
  expect((await http.post(path, "{ok:true}")).status).toBe(400);
  expect(statusAndText(await http.post(path, ' {"ok":true,"n":9007199254740993}'))).toEqual([200, ""]);
  expect([(await call).status, (await call).text]).toEqual([200, '{"ok":true,"n":9007199254740993}']);
  // Late, unknown and repeated answers are nobody's.
  expect((await http.post(path, "{}")).status).toBe(200);
  expect((await http.post("/rpc/2147483647", "1")).status).toBe(200);
  for (const id of ["2147483648", "-1", "x"]) expect((await http.post(`/rpc/${id}`, "1")).status, id).toBe(400);
});

test("REST-99: a call that waits is given to the device when it asks, one call for each request", async () => {
  const { device, http } = await newDevice();
  const calls = [await pendingCall(device, "first"), await pendingCall(device, "second")];
  const got = [await http.get("/rpc"), await http.get("/rpc")].map(({ text: given }) =>
    text(JSON.parse(given), "method"),
  );
  expect(got).toEqual(["first", "second"]);
  const statuses = [];
  for (const { answer } of calls) statuses.push((await answer).status);
  expect(statuses).toEqual([200, 200]);
});

test("REST-100: a persistent call is delivered to the device that asks, and ends with its answer", async () => {
  const { device, http } = await newDevice();
  const body = { method: "get", persistent: true, expirationTime: platform().clock.now() + 3_600_000 };
  const rpcId = text((await platform().tenant.call(device.id, body)).body, "rpcId");
  const statusOf = async (): Promise<string> =>
    text(await platform().tenant.rest.get(`/api/rpc/persistent/${rpcId}`), "status");
  expect(await statusOf()).toBe("QUEUED");
  const request: unknown = JSON.parse((await http.get("/rpc")).text);
  expect(request).toMatchObject({ method: "get" });
  await platform().until(statusOf, (status) => status === "DELIVERED");
  const again = await waiting(http, "/rpc");
  expect(again.isOver()).toBe(false);
  await http.post(`/rpc/${String(member(request, "id"))}`, { value: 1 });
  expect(await statusOf()).toBe("SUCCESSFUL");
});

test("REST §14: attribute updates and deletions reach the device that waits, and nothing is kept for later", async () => {
  const { device, http } = await newDevice();
  const { tenant } = platform();
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { early: 1 });
  const [one, another] = [await waiting(http, "/attributes/updates"), await waiting(http, "/attributes/updates")];
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { other: 1 });
  await http.post("/attributes", { client: 1 });
  await platform().settle();
  expect(one.isOver()).toBe(false);
  await tenant.saveAttributes(device.id, "SHARED_SCOPE", { c: false, d: 1 });
  expect(statusAndText(await one.answer)).toEqual([200, '{"c":false,"d":1}']);
  expect(statusAndText(await another.answer)).toEqual([200, '{"c":false,"d":1}']);
  const third = await waiting(http, "/attributes/updates");
  await tenant.deleteAttributes(device.id, "SHARED_SCOPE", ["c", "d"]);
  expect(statusAndText(await third.answer)).toEqual([200, '{"deleted":["c","d"]}']);
});

test("REST §14: a device that is deleted while it waits gets an answer, one whose token is taken away too", async () => {
  const deleted = await newDevice();
  const [rpc, updates] = [await waiting(deleted.http, "/rpc"), await waiting(deleted.http, "/attributes/updates")];
  await platform().tenant.deleteDevice(deleted.device.id);
  for (const { answer } of [rpc, updates])
    expect(statusAndText(await answer)).toEqual([403, expect.stringContaining("deleted")]);

  const changed = await newDevice();
  const poll = await waiting(changed.http, "/rpc");
  await platform().tenant.setCredentials(changed.device.id, { credentialsId: "its new token" });
  expect(statusAndText(await poll.answer)).toEqual([401, ""]);
});

test("REST §14: a device that has gone away takes no call with it", async () => {
  const { device, http } = await newDevice();
  const leaver = new AbortController();
  const left = await waiting(http, "/rpc", { signal: leaver.signal });
  const before = await polls();
  leaver.abort();
  await expect(left.answer).rejects.toThrow();
  await platform().until(polls, (count) => count === before - 1);
  const call = platform().tenant.call(device.id, { method: "kept" }, "rpc/oneway");
  const next = await http.get("/rpc");
  expect(text(JSON.parse(next.text), "method")).toBe("kept");
  expect((await call).status).toBe(200);
});

test("REST §14: asking for the headers alone takes no call", async () => {
  const { device, http } = await newDevice();
  const call = await pendingCall(device, "kept");
  const head = await checkedFetch(`${platform().anonymous.baseUrl}/api/v1/${device.token}/rpc`, { method: "HEAD" });
  expect(head.status).toBeGreaterThanOrEqual(400);
  expect(text(JSON.parse((await http.get("/rpc")).text), "method")).toBe("kept");
  expect((await call.answer).status).toBe(200);
});

test("REST §14: requests of one device that wait are bounded: one more ends the oldest of its kind", async () => {
  const { http } = await newDevice();
  const other = await waiting(http, "/attributes/updates");
  const ofCalls = [await waiting(http, "/rpc"), await waiting(http, "/rpc"), await waiting(http, "/rpc")];
  expect(statusAndText(await (ofCalls[0] ?? other).answer)).toEqual([408, ""]);
  await platform().settle();
  expect(ofCalls.map(({ isOver }) => isOver())).toEqual([true, false, false]);
  expect(other.isOver()).toBe(false);
});

test("REST §14: waiting ends no MQTT session and counts as no connection; the newest of both gets a call", async () => {
  const gateway = await connectGateway(platform(), { subscribe: ["v1/devices/me/rpc/request/+"] });
  const { id, token } = gateway.gateway;
  const { lastConnectTime } = await platform().until(
    () => platform().tenant.attributes(id, "SERVER_SCOPE"),
    (attributes) => attributes["lastConnectTime"] !== undefined,
  );
  platform().clock.advance(1000);
  const poll = await waiting(httpOf(token), "/rpc");
  const call = platform().tenant.call(id, { method: "toPoll" }, "rpc/oneway");
  expect(text(JSON.parse((await poll.answer).text), "method")).toBe("toPoll");
  expect((await call).status).toBe(200);
  const second = platform().tenant.call(id, { method: "toSession" }, "rpc/oneway");
  expect(await gateway.client.next("publish")).toBeDefined();
  expect((await second).status).toBe(200);
  const after = await platform().tenant.attributes(id, "SERVER_SCOPE");
  expect([after["lastConnectTime"], after["lastDisconnectTime"]]).toEqual([lastConnectTime, undefined]);
});

test("REST §14: a device behind a gateway that waits for attributes gets its calls through the gateway", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [RPC] });
  const device = await gateway.connectDevice();
  platform().clock.advance(1000);
  const poll = await waiting(httpOf(device.token), "/attributes/updates");
  const call = platform().tenant.call(device.id, { method: "get" }, "rpc/oneway");
  expect(await gateway.client.nextJson(RPC)).toMatchObject({ device: device.name, data: { method: "get" } });
  expect((await call).status).toBe(200);
  await platform().tenant.saveAttributes(device.id, "SHARED_SCOPE", { c: 1 });
  expect((await poll.answer).text).toBe('{"c":1}');
});

test("REST §14: too many requests that wait are refused, and a stop of the platform ends them all", async () => {
  const small = await startTestPlatform({ settings: { "http.deviceApi.pollsMax": 2 } });
  const devices = [];
  for (let index = 0; index < 3; index++) devices.push(await small.tenant.createDevice());
  const [first, second, third] = devices.map(({ token }) => new DeviceHttp(small.anonymous, token));
  const held = [first?.get("/rpc"), second?.get("/attributes/updates")];
  await small.until(
    () => small.counted("device_polls"),
    (count) => count === 2,
  );
  const refused = await third?.get("/rpc");
  expect([refused?.status, refused?.text, refused?.headers.get("retry-after")]).toEqual([429, "", "5"]);
  const stopped = small.stop();
  for (const poll of held) expect([(await poll)?.status, (await poll)?.text]).toEqual([503, ""]);
  await stopped;
});
