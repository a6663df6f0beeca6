// MQTT contract, sections 4.8 and 4.9, row by row where the checklist leaves a rule out: calls to devices behind a gateway,
// their replies, and the other traffic of gateways.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  byVersion,
  CONNECT,
  connectGateway,
  DISCONNECT,
  ERRORS,
  pubackCode,
  RPC,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import { member } from "../support/rest-client.ts";

const platform = useTestPlatform();

const SUBSCRIBED = { subscribe: [RPC] };

test.each(VERSIONS)("MQTT §4.8 (%s): params arrive as they were given, any JSON value", async (_version, protocol) => {
  const gateway = await connectGateway(platform(), { protocol, ...SUBSCRIBED });
  const device = await gateway.connectDevice();
  for (const params of [{ pin: 1 }, {}, [1, "2", null], 5, 1.5, true, "text", '{"a":1}', 9007199254740993n]) {
    const call = gateway.tenant.call(device.id, { method: "set", params });
    const publish = await gateway.client.next("publish");
    const id = member(JSON.parse(publish.payload.toString()), "data", "id");
    const json = typeof params === "bigint" ? String(params) : JSON.stringify(params);
    const expected = `{"device":"${device.name}","data":{"id":${String(id)},"method":"set","params":${json}}}`;
    expect(publish.payload.toString()).toBe(expected);
    expect(publish.topic).toBe(RPC);
    await gateway.publish(RPC, { device: device.name, id, data: {} });
    expect((await call).status).toBe(200);
  }
});

test.each(VERSIONS)(
  "MQTT §4.8 (%s): a reply counts only with the id of the call, of its device, through the gateway it went to",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, ...SUBSCRIBED });
    const other = await connectGateway(platform(), { protocol, ...SUBSCRIBED });
    const [device, neighbour] = [await gateway.connectDevice(), await gateway.connectDevice()];
    const call = gateway.tenant.call(device.id, { method: "toggle" });
    const id = member(await gateway.client.nextJson(RPC), "data", "id");
    const unknown = gateway.newName();
    const ignored = [
      { device: device.name, id: Number(id) + 1, data: "wrong id" },
      { device: device.name, id: -1, data: "wrong id" },
      { device: device.name, id: 2 ** 53, data: "wrong id" },
      { device: neighbour.name, id, data: "wrong device" },
      { device: unknown, id, data: "unknown device" },
      { device: gateway.gateway.name, id, data: "wrong device" },
    ];
    for (const payload of ignored) expect([payload, await gateway.publish(RPC, payload)]).toEqual([payload, 0]);
    expect(await other.publish(RPC, { device: device.name, id, data: "wrong gateway" })).toBe(0);
    const own = await platform().connect(device.token, protocol);
    expect(pubackCode(await own.publish(`v1/devices/me/rpc/response/${String(id)}`, "wrong client"))).toBe(0);
    expect(await gateway.publish(RPC, { device: device.name, id, data: "right" })).toBe(0);
    expect((await call).text).toBe('"right"');
    expect(await gateway.publish(RPC, { device: device.name, id, data: "again" })).toBe(0);
    expect(await gateway.tenant.device(unknown)).toBeUndefined();
  },
);

const BAD_REPLIES = [
  "[]",
  "5",
  '"x"',
  "{}",
  '{"device":"a","id":1}',
  '{"device":"a","data":1}',
  '{"id":1,"data":1}',
  '{"device":5,"id":1,"data":1}',
  '{"device":"a","id":"1","data":1}',
  '{"device":"a","id":1.5,"data":1}',
  '{"device":"a","id":null,"data":1}',
];

test("MQTT §4.8 (v5): a reply without device, id or data gets 0x99", async () => {
  const gateway = await connectGateway(platform());
  for (const payload of BAD_REPLIES) expect([payload, await gateway.publish(RPC, payload)]).toEqual([payload, 0x99]);
});

test("MQTT §4.8 (v3): a reply without device, id or data ends the connection", async () => {
  const { gateway } = await connectGateway(platform());
  for (const payload of BAD_REPLIES) {
    const { client } = await connectGateway(platform(), { protocol: 4, gateway });
    client.startPublish(RPC, payload);
    await client.closed();
    expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack"]);
  }
});

test("MQTT §4.8: null is data, and an id beyond every request is no more than unknown", async () => {
  const gateway = await connectGateway(platform(), SUBSCRIBED);
  const device = await gateway.connectDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle" });
  const id = member(await gateway.client.nextJson(RPC), "data", "id");
  expect(await gateway.publish(RPC, `{"device":"${device.name}","id":99999999999999999999,"data":1}`)).toBe(0);
  expect(await gateway.publish(RPC, { device: device.name, id, data: null })).toBe(0);
  expect((await call).text).toBe("null");
});

test("MQTT §4.8: a reply makes no route, and counts as activity of the device", async () => {
  const gateway = await connectGateway(platform(), { subscribe: [RPC, ATTRIBUTES] });
  const device = await gateway.connectDevice();
  const call = gateway.tenant.call(device.id, { method: "toggle" });
  const id = member(await gateway.client.nextJson(RPC), "data", "id");
  await gateway.publish(DISCONNECT, { device: device.name });
  platform().clock.advance(2_000);
  await gateway.publish(RPC, { device: device.name, id, data: {} });
  expect((await call).status).toBe(200);
  const repliedAt = platform().clock.now();
  // The time of the last activity is written now and then.
  platform().clock.advance(60_000);
  await platform().until(
    () => gateway.tenant.attributes(device.id, "SERVER_SCOPE"),
    ({ lastActivityTime }) => lastActivityTime === repliedAt,
  );
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
  expect(await gateway.arrivedOn(ATTRIBUTES)).toEqual([]);
});

test.each(VERSIONS)("MQTT §4.8 (%s): calls of the gateway itself use its own topics", async (_version, protocol) => {
  const gateway = await connectGateway(platform(), { protocol, subscribe: [RPC, "v1/devices/me/rpc/request/+"] });
  const call = gateway.tenant.call(gateway.gateway.id, { method: "reboot", params: { now: true } });
  const { topic, payload } = await gateway.client.next("publish");
  expect(topic).toMatch(/^v1\/devices\/me\/rpc\/request\/\d+$/);
  expect(JSON.parse(payload.toString())).toEqual({ method: "reboot", params: { now: true } });
  await gateway.client.publish(topic.replace("request", "response"), { done: 1 });
  expect((await call).body).toEqual({ done: 1 });
  expect(await gateway.arrivedOn(RPC)).toEqual([]);
});

test.each(VERSIONS)(
  "MQTT §4.9 (%s): the rate notice is sent to MQTT 5 alone, without a subscription, and the route stays",
  async (_version, protocol) => {
    const tenant = await platform().createTenant({ transportGatewayTelemetryMsgRateLimit: "1:60" });
    const gateway = await connectGateway(platform(), { protocol, tenant });
    const name = gateway.newName();
    expect(await gateway.publish(CONNECT, { device: name })).toBe(0);
    expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 1 }] })).toBe(0);
    const device = await tenant.existing(name);
    if (protocol === 5) {
      expect(await gateway.publish(TELEMETRY, { [name]: [{ a: 2 }] })).toBe(0x97);
      expect(await gateway.client.nextJson(DISCONNECT)).toEqual({ device: name, reason: 150 });
      expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
    } else {
      gateway.client.startPublish(TELEMETRY, { [name]: [{ a: 2 }] });
      await gateway.client.closed();
      expect(gateway.client.received.filter(({ cmd }) => cmd === "publish")).toEqual([]);
    }
    expect(await tenant.latestValues(device.id)).toEqual({ a: 1 });
    const again = await connectGateway(platform(), {
      protocol,
      tenant,
      gateway: gateway.gateway,
      subscribe: [ATTRIBUTES],
    });
    await tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    expect(await again.client.nextJson(ATTRIBUTES)).toEqual({ device: name, data: { target: 1 } });
  },
);

test.each(VERSIONS)(
  "MQTT §4.9 (%s): of more than 100 refusals a second the rest are counted in one message",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, subscribe: [ERRORS] });
    for (let count = 0; count < 130; count++)
      expect(await gateway.publish("v1/gateway/nothing", {})).toBe(byVersion(protocol, 0x00, 0x90));
    expect((await gateway.client.unreadAfterPing("publish")).length).toBe(100);
    platform().clock.advance(1_000);
    const unread = await gateway.client.unreadAfterPing("publish");
    expect(unread.length).toBe(101);
    expect(JSON.parse(String(unread.at(-1)?.payload))).toMatchObject({ error: "rate-limit", omitted: 30 });
  },
);

test("MQTT §4.9: a gateway is told on its own topic when a device it connected is renamed or deleted", async () => {
  const gateway = await connectGateway(platform(), { subscribe: ["v1/devices/me/rpc/request/+"] });
  const device = await gateway.connectDevice();
  const stored = await gateway.tenant.rest.get(`/api/device/${device.id}`);
  if (typeof stored !== "object") throw new Error("there is no such device");
  const name = gateway.newName();
  await gateway.tenant.rest.post("/api/device", { ...stored, name });
  const renamed = await gateway.client.next("publish");
  expect(JSON.parse(renamed.payload.toString())).toEqual({
    method: "gateway_device_renamed",
    params: { [device.name]: name },
  });
  await gateway.tenant.deleteDevice(device.id);
  const deleted = await gateway.client.next("publish");
  expect(JSON.parse(deleted.payload.toString())).toEqual({ method: "gateway_device_deleted", params: name });
});

test("MQTT §4.9 (v3): a refusal that closes the connection is told on the errors topic first", async () => {
  const gateway = await connectGateway(platform(), { protocol: 4, subscribe: [ERRORS] });
  gateway.client.startPublish(TELEMETRY, "{temperature:25}");

  const notice = JSON.parse((await gateway.client.next("publish")).payload.toString()) as unknown;
  expect(notice).toMatchObject({ topic: TELEMETRY, code: 0x99, error: "invalid-payload" });
  await gateway.client.closed();
});
