// MQTT contract, section 4.1: gateways whose uplinks connect the devices they name, and what is said where they do not.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ATTRIBUTES,
  ATTRIBUTES_REQUEST,
  CLAIM,
  CONNECT,
  type ConnectedGateway,
  connectGateway,
  DISCONNECT,
  ERRORS,
  type GatewayOptions,
  RPC,
  TELEMETRY,
  useTestPlatform,
} from "../support/conformance.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { member, type RestAnswer } from "../support/rest-client.ts";
import type { TestDevice } from "../support/tenant.ts";

const platform = useTestPlatform();
const subscribe = [ATTRIBUTES, RPC];

let lastTarget = 0;

async function gatewayThat(connectOnUplink: boolean, options: GatewayOptions = {}): Promise<ConnectedGateway> {
  const gateway = await platform().tenant.createGateway({ additionalInfo: { connectOnUplink } });
  return await connectGateway(platform(), { subscribe, gateway, ...options });
}

/** A device that exists and has never sent anything. */
const newDevice = (): Promise<TestDevice> => platform().tenant.createDevice();

async function expectRouted(gateway: ConnectedGateway, device: TestDevice): Promise<void> {
  const target = ++lastTarget;
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { target } });
}

async function expectUnrouted(gateway: ConnectedGateway, device: TestDevice): Promise<void> {
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: ++lastTarget });
  const arrived = await gateway.arrivedOn(ATTRIBUTES);
  expect(arrived.filter((json) => member(json, "data", "target") === lastTarget)).toEqual([]);
}

const UPLINKS: readonly (readonly [what: string, topic: string, payload: (name: string) => unknown])[] = [
  ["telemetry", TELEMETRY, (name) => ({ [name]: [{ a: 1 }] })],
  ["attributes", ATTRIBUTES, (name) => ({ [name]: { a: 1 } })],
  ["an attribute request", ATTRIBUTES_REQUEST, (device) => ({ id: 1, device, client: ["a"] })],
  ["an RPC reply", RPC, (device) => ({ id: 1, device, data: {} })],
];

describe("MQTT-123: connectOnUplink", () => {
  test.each(UPLINKS)("%s of a device without a route connects it", async (_what, topic, payload) => {
    const gateway = await gatewayThat(true);
    const device = await newDevice();
    expect(await gateway.publish(topic, payload(device.name))).toBe(0);
    await expectRouted(gateway, device);
    const { lastConnectTime } = await gateway.tenant.attributes(device.id, "SERVER_SCOPE");
    expect(lastConnectTime).toBe(platform().clock.now());
    const info = member(await gateway.tenant.device(device.name), "additionalInfo");
    expect(info).toMatchObject({ lastConnectedGateway: gateway.gateway.id });
  });

  test("a device that telemetry has created is connected by the same message, and waiting calls arrive", async () => {
    const gateway = await gatewayThat(true);
    const [first, second] = [gateway.newName(), (await newDevice()).name];
    await gateway.publish(TELEMETRY, { [first]: [{ a: 1 }], [second]: [] });
    for (const name of [first, second]) await expectRouted(gateway, await gateway.tenant.existing(name));
    const late = await newDevice();
    const call = gateway.tenant.call(late.id, { method: "toggle" });
    await gateway.publish(ATTRIBUTES, { [late.name]: { a: 1 } });
    const command = await gateway.client.nextJson(RPC);
    await gateway.publish(RPC, { device: late.name, id: member(command, "data", "id"), data: { done: true } });
    expect((await call).body).toEqual({ done: true });
  });

  test("it holds from the next message on when it is set while the gateway is connected", async () => {
    const gateway = await gatewayThat(false);
    const device = await newDevice();
    await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
    await expectUnrouted(gateway, device);
    const saved = await gateway.tenant.rest.get(`/api/device/${gateway.gateway.id}`);
    await gateway.tenant.rest.post("/api/device", {
      ...(saved as object),
      additionalInfo: { gateway: true, connectOnUplink: true },
    });
    await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
    await expectRouted(gateway, device);
  });

  test("a claim alone connects nothing", async () => {
    const gateway = await gatewayThat(true);
    const device = await newDevice();
    await gateway.publish(CLAIM, { [device.name]: {} });
    await expectUnrouted(gateway, device);
  });

  test("an entry that is refused connects nothing", async () => {
    const gateway = await gatewayThat(true);
    const device = await newDevice();
    expect(await gateway.publish(TELEMETRY, { [device.name]: 5 })).toBe(0x99);
    await expectUnrouted(gateway, device);
  });
});

describe("MQTT-124: connectOnUplink against other last words", () => {
  test("after disconnect telemetry does not route until the next connect, also on a new session", async () => {
    const first = await gatewayThat(true);
    const device = await first.connectDevice();
    await first.publish(DISCONNECT, { device: device.name });
    await first.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
    await expectUnrouted(first, device);
    await first.client.disconnect();
    const again = await connectGateway(platform(), { subscribe, gateway: first.gateway });
    await again.publish(TELEMETRY, { [device.name]: [{ a: 2 }] });
    await expectUnrouted(again, device);
    await again.publish(CONNECT, { device: device.name });
    await expectRouted(again, device);
  });

  test("so does a disconnect of a device that had no route", async () => {
    const gateway = await gatewayThat(true);
    const device = await newDevice();
    await gateway.publish(DISCONNECT, { device: device.name });
    await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
    await expectUnrouted(gateway, device);
  });

  test("the route of a gateway that is online stays, that of one which is offline moves", async () => {
    const [first, second] = [await gatewayThat(true), await gatewayThat(true)];
    const device = await first.connectDevice();
    await second.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
    await expectRouted(first, device);
    await first.client.disconnect();
    await second.publish(TELEMETRY, { [device.name]: [{ a: 2 }] });
    await expectRouted(second, device);
  });
});

describe("MQTT-125: gateway.connectOnUplink", () => {
  let connecting: TestPlatform;
  beforeAll(async () => {
    connecting = await startTestPlatform({ settings: { "gateway.connectOnUplink": true } });
  });
  afterAll(() => connecting.stop());

  test("holds for gateways without the member; false at a gateway wins", async () => {
    const { tenant } = connecting;
    const silent = await connectGateway(connecting, { subscribe });
    const device = await silent.knownDevice();
    await expectRouted(silent, device);
    const gateway = await tenant.createGateway({ additionalInfo: { connectOnUplink: false } });
    const refusing = await connectGateway(connecting, { subscribe, gateway });
    await expectUnrouted(refusing, await refusing.knownDevice());
  });
});

describe("MQTT-126: a device that sends and was never connected", () => {
  const notices = async (gateway: ConnectedGateway): Promise<unknown[]> =>
    (await gateway.arrivedOn(ERRORS)).filter((json) => member(json, "error") === "not-connected");

  test.each([
    ["rpc/twoway", 504],
    ["rpc/oneway", 504],
    ["plugins/rpc/twoway", 409],
  ] as const)("the caller of %s gets the reason", async (path, status) => {
    const gateway = await gatewayThat(false);
    const device = await gateway.knownDevice();
    const call = gateway.tenant.call(device.id, { method: "toggle" }, path);
    const answer = await platform().passTimeUntil(call);
    expect(answer.status).toBe(status);
    expect(member(answer.body, "gatewayId")).toEqual({ entityType: "DEVICE", id: gateway.gateway.id });
    const message = String(member(answer.body, "message"));
    for (const word of [device.name, gateway.gateway.name, "connectOnUplink"]) expect(message).toContain(word);
  });

  test("a caller who may not see the gateway gets the reason, and nothing of the gateway", async () => {
    const gateway = await gatewayThat(false);
    const device = await gateway.knownDevice();
    const { rest } = gateway.tenant;
    const customer = await gateway.tenant.createCustomer();
    await rest.post(`/api/customer/${customer.id}/device/${device.id}`, {});
    const call = (): Promise<RestAnswer> =>
      platform().passTimeUntil(customer.rest.request("POST", `/api/rpc/twoway/${device.id}`, { method: "toggle" }));
    const answer = await call();
    expect(answer.status).toBe(504);
    expect(answer.body).not.toHaveProperty("gatewayId");
    expect(member(answer.body, "message")).toBe(
      `"${device.name}" sends through a gateway but was never connected, so nothing can be sent to it`,
    );

    await rest.post(`/api/customer/${customer.id}/device/${gateway.gateway.id}`, {});
    const seeing = await call();
    expect(member(seeing.body, "gatewayId")).toEqual({ entityType: "DEVICE", id: gateway.gateway.id });
    expect(String(member(seeing.body, "message"))).toContain(gateway.gateway.name);
  });

  test("also when the gateway is offline", async () => {
    const gateway = await gatewayThat(false);
    const device = await gateway.knownDevice();
    await gateway.client.disconnect();
    const call = gateway.tenant.call(device.id, { method: "toggle" });
    const answer = await platform().passTimeUntil(call);
    expect(String(member(answer.body, "message"))).toContain(gateway.gateway.name);
  });

  test("the errors topic says so once for each device and session", async () => {
    const gateway = await gatewayThat(false, { subscribe: [...subscribe, ERRORS] });
    const [first, second] = [await gateway.knownDevice(), await gateway.knownDevice()];
    for (const { id } of [first, second, first])
      await gateway.tenant.saveAttributes(id, "SHARED_SCOPE", { target: ++lastTarget });
    const call = gateway.tenant.call(first.id, { method: "toggle" });
    const { body } = await platform().passTimeUntil(call);
    expect(await notices(gateway)).toEqual([
      {
        ts: expect.any(Number) as number,
        topic: ATTRIBUTES,
        device: first.name,
        code: 0,
        error: "not-connected",
        message: member(body, "message"),
      },
      expect.objectContaining({ device: second.name, error: "not-connected" }),
    ]);
    await gateway.client.disconnect();
    const again = await connectGateway(platform(), { subscribe: [...subscribe, ERRORS], gateway: gateway.gateway });
    await gateway.tenant.saveAttributes(first.id, "SHARED_SCOPE", { target: ++lastTarget });
    expect(await notices(again)).toEqual([expect.objectContaining({ device: first.name })]);
  });

  test("a persistent call waits, and the errors topic says why", async () => {
    const gateway = await gatewayThat(false, { subscribe: [...subscribe, ERRORS] });
    const device = await gateway.knownDevice();
    const call = await gateway.tenant.call(device.id, { method: "toggle", persistent: true });
    expect([call.status, member(call.body, "rpcId")]).toEqual([200, expect.any(String)]);
    expect(await gateway.client.nextJson(ERRORS)).toMatchObject({
      topic: RPC,
      device: device.name,
      error: "not-connected",
    });
    await gateway.publish(CONNECT, { device: device.name });
    expect(await gateway.client.nextJson(RPC)).toMatchObject({ device: device.name, data: { method: "toggle" } });
  });

  test("nothing is said after connect and disconnect", async () => {
    const gateway = await gatewayThat(false, { subscribe: [...subscribe, ERRORS] });
    const device = await gateway.connectDevice();
    await gateway.publish(DISCONNECT, { device: device.name });
    await gateway.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
    await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: ++lastTarget });
    const call = gateway.tenant.call(device.id, { method: "toggle" });
    const answer = await platform().passTimeUntil(call);
    expect([answer.status, answer.text]).toEqual([504, ""]);
    expect(await notices(gateway)).toEqual([]);
  });
});
