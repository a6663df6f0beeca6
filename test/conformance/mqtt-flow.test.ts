// MQTT contract, section 1.6, row by row where the checklist leaves a rule out: sizes, windows and order.
import { expect, test } from "vitest";
import {
  ATTRIBUTES,
  connectGateway,
  pubackCode,
  RPC,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";
import type { RawMqttClient } from "../support/raw-mqtt-client.ts";

const platform = useTestPlatform();
const shortQueue = useTestPlatform({ settings: { "mqtt.downlinkQueueMax": 3 } });

/** The session ends with this DISCONNECT code. */
async function expectClosed(client: RawMqttClient, code: number): Promise<void> {
  expect((await client.next("disconnect")).reasonCode).toBe(code);
  await client.closed();
}

test("MQTT §1.6 (v5): a topic alias ends the connection with 0x94", async () => {
  const gateway = await connectGateway(platform());
  gateway.client.startPublish(TELEMETRY, {}, { properties: { topicAlias: 1 } });
  await expectClosed(gateway.client, 0x94);
});

test("MQTT §1.6 (v5): Receive Maximum is kept; beyond the queue the session is closed with 0x97", async () => {
  const server = shortQueue();
  const gateway = await connectGateway(server, {
    acknowledge: false,
    connect: { properties: { receiveMaximum: 2 } },
    subscribe: [ATTRIBUTES],
  });
  const device = await gateway.connectDevice();
  const notify = (n: number) => server.tenant.saveAttributes(device.id, "SHARED_SCOPE", { n });
  for (let n = 1; n <= 5; n++) await notify(n);
  const unread = await gateway.client.unreadAfterPing("publish");
  expect(unread.map(({ payload }) => JSON.parse(payload.toString()) as unknown)).toEqual([
    { device: device.name, data: { n: 1 } },
    { device: device.name, data: { n: 2 } },
  ]);
  gateway.client.send({ cmd: "puback", messageId: unread[0]?.messageId ?? 0 });
  expect((await gateway.client.unreadAfterPing("publish")).length).toBe(3);
  await notify(6);
  await gateway.client.ping();
  await notify(7);
  await expectClosed(gateway.client, 0x97);
});

test("MQTT §1.6 (v5): a downlink above the client's Maximum Packet Size is not sent; a call so dropped fails at once", async () => {
  const connect = { properties: { maximumPacketSize: 200 } };
  const gateway = await connectGateway(platform(), { connect, subscribe: [ATTRIBUTES, RPC] });
  const device = await gateway.connectDevice();
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { long: "x".repeat(200) });
  await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { short: 1 });
  expect(await gateway.client.nextJson(ATTRIBUTES)).toEqual({ device: device.name, data: { short: 1 } });
  for (const path of ["rpc/twoway", "rpc/oneway"]) {
    // The clock stands still, so what is answered is answered at once.
    const answer = await gateway.tenant.call(device.id, { method: "toggle", params: "x".repeat(200) }, path);
    expect([path, answer.status]).toEqual([path, 413]);
  }
  expect(await gateway.arrivedOn(RPC)).toEqual([]);
});

test.each(VERSIONS)(
  "MQTT §1.6 (%s): what one packet writes the next one reads, pipelined",
  async (_version, protocol) => {
    const response = "v1/gateway/attributes/response";
    const gateway = await connectGateway(platform(), { protocol, subscribe: [response] });
    const device = gateway.newName();
    for (let id = 1; id <= 20; id++) {
      gateway.client.startPublish(ATTRIBUTES, { [device]: { n: id } });
      gateway.client.startPublish("v1/gateway/attributes/request", { id, device, client: true, key: "n" });
    }
    for (let id = 1; id <= 20; id++) expect(await gateway.client.nextJson(response)).toEqual({ id, device, value: id });
  },
);

test.each(VERSIONS)("MQTT §1.6 (%s): a duplicate is a new message", async (_version, protocol) => {
  const gateway = await connectGateway(platform(), { protocol });
  const device = gateway.newName();
  for (const dup of [false, true]) {
    const payload = { [device]: [{ ts: 1_700_000_000_000, values: { a: dup ? 2 : 1 } }] };
    expect(pubackCode(await gateway.client.publish(TELEMETRY, payload, { packetId: 9, dup }))).toBe(0);
  }
  const { id } = await gateway.tenant.existing(device);
  expect(await gateway.tenant.history(id, "a")).toEqual([{ ts: 1_700_000_000_000, value: 2 }]);
});

test.each(VERSIONS)(
  "MQTT §1.6 (%s): a downlink that was not acknowledged is neither resent nor kept for the next session",
  async (_version, protocol) => {
    const gateway = await connectGateway(platform(), { protocol, acknowledge: false, subscribe: [ATTRIBUTES] });
    const device = await gateway.connectDevice();
    await gateway.tenant.saveAttributes(device.id, "SHARED_SCOPE", { target: 1 });
    await gateway.client.next("publish");
    platform().clock.advance(120_000);
    expect(await gateway.client.unreadAfterPing("publish")).toEqual([]);
    gateway.client.destroy();
    const again = await connectGateway(platform(), {
      protocol,
      gateway: gateway.gateway,
      connect: { clean: false },
      subscribe: [ATTRIBUTES],
    });
    expect(await again.arrivedOn(ATTRIBUTES)).toEqual([]);
  },
);
