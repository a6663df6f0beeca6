// /api/ws, command TRAFFIC: which messages of a gateway or a device a watcher is sent, and who may watch.
import { afterEach, describe, expect, test } from "vitest";
import {
  CONNECT,
  connectGateway,
  RPC,
  TELEMETRY,
  useTestPlatform,
  type ConnectedGateway,
} from "../support/conformance.ts";
import { LiveClient, type LiveFrame } from "../support/live-client.ts";
import type { RestClient } from "../support/rest-client.ts";
import { neighbours, UNKNOWN_ID } from "../support/rest-conformance.ts";

const PER_SECOND = 5;
const platform = useTestPlatform({ settings: { "live.trafficPerSecond": PER_SECOND } });
const clients: LiveClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

interface Message {
  readonly id: number;
  readonly direction: "up" | "down";
  readonly topic: string;
  readonly qos: number;
  readonly bytes: number;
  readonly payload: string;
  readonly cut: boolean;
  readonly devices: number;
  readonly points: number;
  readonly verdict: string;
  readonly reason: string | null;
  readonly ackMillis: number | null;
}

interface TrafficFrame extends LiveFrame {
  readonly cmdId: number;
  readonly dropped: number;
  readonly traffic: readonly Message[];
}

const traffic = (device: { readonly id: string }, cmdId = 1): object => ({
  type: "TRAFFIC",
  cmdId,
  entityType: "DEVICE",
  entityId: device.id,
});

async function look(rest: RestClient, device: { readonly id: string }): Promise<LiveClient> {
  const client = await LiveClient.login(rest, traffic(device));
  clients.push(client);
  expect(await nextFrame(client)).toEqual({
    cmdId: 1,
    subscriptionId: 1,
    errorCode: 0,
    errorMsg: null,
    dropped: 0,
    traffic: [],
  });
  return client;
}

async function nextFrame(client: LiveClient): Promise<TrafficFrame> {
  return (await client.next()) as TrafficFrame;
}

/** The traffic gathered so far is sent after an interval. */
async function nextTraffic(client: LiveClient): Promise<TrafficFrame> {
  platform().clock.advance(200);
  return await nextFrame(client);
}

const gatewayOf = (): Promise<ConnectedGateway> => connectGateway(platform());
/** The limit is one of whole seconds. */
const nextSecond = (): void => {
  const { clock } = platform();
  clock.advance(1_000 - (clock.now() % 1_000));
};

describe("messages of a gateway", () => {
  test("are sent with their text, their verdict and how long the acknowledgement took", async () => {
    const gateway = await gatewayOf();
    const client = await look(gateway.tenant.rest, gateway.gateway);
    const [one, other] = [gateway.newName(), gateway.newName()];
    const payload = JSON.stringify({ [one]: [{ ts: 1, values: { a: 1, b: 2 } }, { c: 3 }], [other]: [{ a: 1 }] });
    await gateway.publish(TELEMETRY, payload);
    const frame = await nextTraffic(client);
    expect(frame).toMatchObject({ cmdId: 1, subscriptionId: 1, errorCode: 0, errorMsg: null, dropped: 0 });
    expect(frame.traffic).toMatchObject([
      {
        direction: "up",
        topic: TELEMETRY,
        qos: 1,
        bytes: Buffer.byteLength(payload),
        payload,
        cut: false,
        devices: 2,
        points: 4,
        verdict: "stored",
        reason: null,
        ackMillis: 0,
      },
    ]);
  });

  test.each([4, 5] as const)(
    "that break a rule of MQTT and end the connection are refused with the rule (level %i)",
    async (protocol) => {
      const gateway = await connectGateway(platform(), { protocol });
      const client = await look(gateway.tenant.rest, gateway.gateway);
      gateway.client.startPublish(TELEMETRY, "x".repeat(70_000));
      await gateway.client.closed();
      const remainingLength = 70_000 + TELEMETRY.length + 4 + (protocol === 5 ? 1 : 0);
      expect((await nextTraffic(client)).traffic).toMatchObject([
        {
          ...{ direction: "up", topic: "", bytes: 0, payload: "", verdict: "refused", ackMillis: null },
          reason: `a packet may have 65536 bytes, got ${String(remainingLength)}`,
        },
      ]);
    },
  );

  test("that are refused say why, wholly or in part", async () => {
    const gateway = await gatewayOf();
    const client = await look(gateway.tenant.rest, gateway.gateway);
    const name = gateway.newName();
    await gateway.publish(TELEMETRY, "{ no json");
    await gateway.publish(TELEMETRY, { [name]: [{ a: 1 }], [gateway.newName()]: [{ ts: "never", values: { a: 1 } }] });
    const { traffic: messages } = await nextTraffic(client);
    expect(messages.map(({ verdict }) => verdict)).toEqual(["refused", "partly"]);
    expect(messages[0]?.reason).toContain("not JSON");
    expect(messages[1]?.reason).toContain("ts");
  });

  test("on a topic that does not exist are sent, too", async () => {
    const gateway = await gatewayOf();
    const client = await look(gateway.tenant.rest, gateway.gateway);
    await gateway.publish("v1/gateway/nonsense", {});
    expect((await nextTraffic(client)).traffic).toMatchObject([{ topic: "v1/gateway/nonsense", verdict: "refused" }]);
  });

  test("of a device that is no gateway show what it sent on gateway topics", async () => {
    const { tenant } = platform();
    const device = await tenant.createDevice();
    const mqtt = await platform().connect(device.token, 4);
    const client = await look(tenant.rest, device);
    await mqtt.publish(TELEMETRY, { [device.name]: [{ a: 1 }] });
    const { traffic } = await nextTraffic(client);
    expect(traffic).toMatchObject([{ topic: TELEMETRY, verdict: "refused" }]);
    expect(traffic[0]?.reason).toContain("is for gateways");
  });

  test("are text, however hostile, and only their beginning where they are long", async () => {
    const gateway = await gatewayOf();
    const client = await look(gateway.tenant.rest, gateway.gateway);
    const hostile = `{"</script><img src=x onerror=alert(1)>\u202e":[{"a":"${"é".repeat(3_000)}"}]}`;
    await gateway.publish(TELEMETRY, hostile);
    await gateway.client.publish(TELEMETRY, Buffer.from([0xff, 0xfe, 0x00]));
    const { traffic: messages } = await nextTraffic(client);
    const [first, second] = messages;
    expect(first?.cut).toBe(true);
    expect(first?.bytes).toBe(Buffer.byteLength(hostile));
    expect(hostile.startsWith(first?.payload ?? "-")).toBe(true);
    expect(Buffer.byteLength(first?.payload ?? "")).toBeGreaterThan(4_090);
    expect(second).toMatchObject({ verdict: "refused", bytes: 3 });
  });

  test("to it wait until they are acknowledged, and are sent again then", async () => {
    const gateway = await connectGateway(platform(), { subscribe: [RPC] });
    const device = await gateway.connectDevice();
    const client = await look(gateway.tenant.rest, gateway.gateway);
    const body = { method: "reboot", params: { hard: true }, timeout: 5_000 };
    const call = gateway.tenant.rest.request("POST", `/api/rpc/oneway/${device.id}`, body);
    await gateway.client.next("publish", (packet) => packet.topic === RPC);
    await call;
    await gateway.publish(TELEMETRY, {});
    const { traffic: messages } = await nextTraffic(client);
    expect(messages[0]).toMatchObject({ direction: "down", topic: RPC, qos: 1, devices: 1, verdict: "sent" });
    expect(messages[0]?.payload).toContain(device.name);
  });

  test("beyond so many in a second are counted", async () => {
    const gateway = await gatewayOf();
    const client = await look(gateway.tenant.rest, gateway.gateway);
    nextSecond();
    for (let count = 0; count < PER_SECOND + 3; count++) await gateway.publish(TELEMETRY, {});
    const frame = await nextTraffic(client);
    expect([frame.traffic.length, frame.dropped]).toEqual([PER_SECOND, 3]);
  });

  test("are not sent any more after unsubscribing, also of a session that came later", async () => {
    const gateway = await gatewayOf();
    const client = await look(gateway.tenant.rest, gateway.gateway);
    const again = await platform().connect(gateway.gateway.token, 5);
    await again.publish(TELEMETRY, {});
    expect((await nextTraffic(client)).traffic.length).toBe(1);
    client.command({ ...traffic(gateway.gateway), unsubscribe: true });
    await client.settled();
    await again.publish(TELEMETRY, {});
    platform().clock.advance(1_000);
    expect(await client.settled()).toEqual([]);
  });
});

describe("messages about a device behind a gateway", () => {
  test("show that device's part and nothing of its neighbours", async () => {
    const gateway = await gatewayOf();
    const device = await gateway.connectDevice();
    const client = await look(gateway.tenant.rest, device);
    const other = gateway.newName();
    await gateway.publish(TELEMETRY, { [other]: [{ secret: 1 }] });
    await gateway.publish(TELEMETRY, { [other]: [{ ts: "never", values: { secret: 2 } }], [device.name]: [{ a: 1 }] });
    await gateway.publish(CONNECT, { device: device.name });
    const { traffic: messages } = await nextTraffic(client);
    expect(messages).toMatchObject([
      { topic: TELEMETRY, payload: `{"${device.name}":[{"a":1}]}`, devices: 1, points: 1, verdict: "stored" },
      { topic: CONNECT, devices: 1, points: 0, verdict: "stored" },
    ]);
    expect(JSON.stringify(messages)).not.toContain("secret");
  });
});

describe("the viewer", () => {
  test("may be a customer's user for an own device, and not for a gateway", async () => {
    const customer = await platform().tenant.createCustomer();
    const device = await platform().tenant.createDevice({ customerId: customer.id });
    const gateway = await platform().tenant.createGateway({ customerId: customer.id });
    const client = await look(customer.rest, device);
    client.command(traffic(gateway, 2));
    expect(await client.nextError()).toEqual({ subscriptionId: 2, errorCode: 3 });
  });

  test("is refused what belongs to others, what does not exist, and what is no device", async () => {
    const { device, otherCustomer, otherTenant } = await neighbours(platform());
    for (const [rest, code] of [
      [otherCustomer, 3],
      [otherTenant.rest, 2],
      [platform().sysAdmin, 3],
    ] as const) {
      const client = await LiveClient.login(rest, traffic(device));
      clients.push(client);
      expect(await client.nextError()).toEqual({ subscriptionId: 1, errorCode: code });
    }
    const client = await LiveClient.login(platform().tenant.rest, traffic({ id: UNKNOWN_ID }), {
      ...traffic(device, 2),
      entityType: "CUSTOMER",
    });
    clients.push(client);
    expect(await client.nextError()).toEqual({ subscriptionId: 1, errorCode: 2 });
    expect(await client.nextError()).toEqual({ subscriptionId: 2, errorCode: 2 });
  });

  test("is notified that it ends when the device is deleted or given to somebody else", async () => {
    const customer = await platform().tenant.createCustomer();
    const { rest } = platform().tenant;
    const [deleted, taken] = [
      await platform().tenant.createDevice(),
      await platform().tenant.createDevice({ customerId: customer.id }),
    ];
    const admin = await look(rest, deleted);
    const user = await look(customer.rest, taken);
    await rest.delete(`/api/device/${deleted.id}`);
    expect(await admin.nextError()).toEqual({ subscriptionId: 1, errorCode: 2 });
    await rest.delete(`/api/customer/device/${taken.id}`);
    expect(await user.nextError()).toEqual({ subscriptionId: 1, errorCode: 3 });
  });
});
