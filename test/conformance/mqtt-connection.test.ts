// MQTT contract, checklist "Connection": who is let in, what CONNACK says, and how a connection ends.
import { expect, test } from "vitest";
import {
  byVersion,
  connectGateway,
  CONNECT,
  pubackCode,
  TELEMETRY,
  useTestPlatform,
  VERSIONS,
} from "../support/conformance.ts";

const platform = useTestPlatform();

test.each(VERSIONS)(
  "MQTT-1 (%s): a valid token as username without password is accepted",
  async (_version, protocol) => {
    const { token } = await platform().tenant.createGateway();
    const client = await platform().connect(token, protocol);
    expect(client.connackCode).toBe(0);
  },
);

test.each(VERSIONS)(
  "MQTT-2 (%s): password and client id do not matter where the token is valid",
  async (_version, protocol) => {
    const { token } = await platform().tenant.createGateway();
    const connect = { password: Buffer.from("whatever"), clientId: "any client id" };
    const client = await platform().connect(token, protocol, { connect });
    expect(client.connackCode).toBe(0);
  },
);

test.each(VERSIONS)(
  "MQTT-3 (%s): an unknown token is refused and the socket closes without another packet",
  async (_version, protocol) => {
    const client = await platform().connect("no-such-token", protocol);
    expect(client.connackCode).toBe(byVersion(protocol, 0x05, 0x86));
    await client.closed();
    expect(client.received.map(({ cmd }) => cmd)).toEqual(["connack"]);
  },
);

test.each(VERSIONS)("MQTT-4 (%s): an unknown client id alone is refused", async (_version, protocol) => {
  const client = await platform().open(protocol);
  await client.connect({ clientId: "nobody-knows-me" });
  expect(client.connackCode).toBe(byVersion(protocol, 0x02, 0x85));
  await client.closed();
});

test.each(VERSIONS)("MQTT-5 (%s): neither username, password nor client id is refused", async (_version, protocol) => {
  const client = await platform().open(protocol);
  await client.connect({ clientId: "", clean: true });
  expect(client.connackCode).toBe(byVersion(protocol, 0x05, 0x87));
  await client.closed();
});

test.each(VERSIONS)("MQTT-6 (%s): basic credentials with a wrong password are refused", async (_version, protocol) => {
  const { tenant } = platform();
  const gateway = await tenant.createGateway();
  const clientId = tenant.uniqueName("client");
  const userName = tenant.uniqueName("user");
  const credentialsValue = JSON.stringify({ clientId, userName, password: "right" });
  await tenant.setCredentials(gateway.id, { credentialsType: "MQTT_BASIC", credentialsId: null, credentialsValue });
  const connect = (password: string) =>
    platform().connect(userName, protocol, { connect: { clientId, password: Buffer.from(password) } });
  expect((await connect("wrong")).connackCode).toBe(byVersion(protocol, 0x05, 0x86));
  expect((await connect("right")).connackCode).toBe(0);
});

test.each([true, false])("MQTT-7 (v5): an empty client id with clean start %j is assigned one", async (clean) => {
  const { token } = await platform().tenant.createGateway();
  const client = await platform().open(5);
  const connack = await client.connect({ username: token, clientId: "", clean });
  expect(connack.reasonCode).toBe(0);
  expect(connack.properties?.assignedClientIdentifier).toMatch(/.+/);
});

test("MQTT-8 (v3): an empty client id without clean session is refused", async () => {
  const { token } = await platform().tenant.createGateway();
  // The packet library of the test client refuses to write this CONNECT.
  const username = Buffer.from(token);
  const body = Buffer.concat([
    Buffer.of(0, 4, ...Buffer.from("MQTT"), 4, 0x80, 0, 60, 0, 0),
    Buffer.of(0, username.length),
    username,
  ]);
  const client = await platform().open(4);
  client.sendBytes(Buffer.concat([Buffer.of(0x10, body.length), body]));
  expect((await client.next("connack")).returnCode).toBe(0x02);
  await client.closed();
});

test("MQTT-9 (v5): CONNACK announces Maximum Packet Size 65536, and neither Maximum QoS nor Receive Maximum", async () => {
  const { token } = await platform().tenant.createGateway();
  const client = await platform().open(5);
  const { properties } = await client.connect({ username: token });
  expect(properties).not.toHaveProperty("maximumQoS");
  expect(properties?.maximumPacketSize).toBe(65_536);
  expect(properties).not.toHaveProperty("receiveMaximum");
});

test.each(VERSIONS)(
  "MQTT-10 (%s): Session Present is 0 though an earlier session was not clean",
  async (_version, protocol) => {
    const { token } = await platform().tenant.createGateway();
    const connect = { clean: false, clientId: platform().tenant.uniqueName("client") };
    const first = await platform().connect(token, protocol, { connect });
    await first.subscribe("v1/gateway/rpc");
    await first.disconnect();
    const second = await platform().open(protocol);
    expect((await second.connect({ username: token, ...connect })).sessionPresent).toBe(false);
  },
);

test("MQTT-11 (v5): a Session Expiry Interval of 3600 is answered with 0", async () => {
  const { token } = await platform().tenant.createGateway();
  const client = await platform().open(5);
  const { properties } = await client.connect({ username: token, properties: { sessionExpiryInterval: 3600 } });
  expect(properties?.sessionExpiryInterval).toBe(0);
});

test.each(VERSIONS)(
  "MQTT-12 (%s): a second connection with the same token takes the session over",
  async (_version, protocol) => {
    const { token } = await platform().tenant.createGateway();
    const first = await platform().connect(token, protocol, { connect: { clientId: "first" } });
    const second = await platform().connect(token, protocol, { connect: { clientId: "second" } });
    if (protocol === 5)
      expect(await first.next("disconnect")).toMatchObject({
        reasonCode: 0x8e,
        properties: { reasonString: expect.stringContaining("another connection") as string },
      });
    await first.closed();
    expect(pubackCode(await second.publish(CONNECT, { device: platform().tenant.uniqueName("Device") }))).toBe(0);
  },
);

test.each(VERSIONS)(
  "MQTT-13 (%s): keep alive 2 s and silence for 3 to 4 s ends the connection",
  async (_version, protocol) => {
    const { token } = await platform().tenant.createGateway();
    const client = await platform().connect(token, protocol, { connect: { keepalive: 2 } });
    platform().clock.advance(2_900);
    await client.ping();
    platform().clock.advance(2_900);
    await client.ping();
    platform().clock.advance(4_000);
    if (protocol === 5)
      expect(await client.next("disconnect")).toMatchObject({
        reasonCode: 0x8d,
        properties: { reasonString: expect.stringContaining("keep alive") as string },
      });
    await client.closed();
  },
);

test.each(VERSIONS)("MQTT-14 (%s): a will is accepted and never appears", async (_version, protocol) => {
  const { tenant } = platform();
  const gateway = await tenant.createGateway();
  const device = tenant.uniqueName("Device");
  const will = {
    topic: TELEMETRY,
    payload: Buffer.from(JSON.stringify({ [device]: [{ willed: 1 }] })),
    qos: 1 as const,
    retain: true,
  };
  const client = await platform().connect(gateway.token, protocol, { connect: { will } });
  expect(client.connackCode).toBe(0);
  client.destroy();
  await client.closed();
  const later = await connectGateway(platform(), {
    gateway,
    protocol,
    subscribe: ["v1/gateway/attributes", "v1/gateway/rpc"],
  });
  expect(await later.arrivedOn(TELEMETRY)).toEqual([]);
  expect(await tenant.device(device)).toBeUndefined();
});

test.each(VERSIONS)(
  "MQTT-15 (%s): a Remaining Length of 65536 is accepted, one above it ends the connection",
  async (_version, protocol) => {
    const { client, newName } = await gatewayOf(protocol);
    const headerBytes = 2 + TELEMETRY.length + 2 + (protocol === 5 ? 1 : 0);
    const frame = JSON.stringify({ [newName]: [{ text: "" }] });
    const payload = JSON.stringify({ [newName]: [{ text: "x".repeat(65_536 - headerBytes - frame.length) }] });
    expect(pubackCode(await client.publish(TELEMETRY, payload))).toBe(0);
    // Only the fixed header of a packet that is one byte larger.
    client.sendBytes(Buffer.of(0x32, 0x81, 0x80, 0x04));
    if (protocol === 5) expect((await client.next("disconnect")).reasonCode).toBe(0x95);
    await client.closed();
  },
);

test("MQTT-16: protocol level 6 is answered with CONNACK 0x01 in the form of 3.1.1", async () => {
  const client = await platform().open(4);
  client.sendBytes(Buffer.of(0x10, 14, 0, 4, ...Buffer.from("MQTT"), 6, 0x02, 0, 60, 0, 2, 0x61, 0x62));
  const connack = await client.next("connack");
  expect(connack.returnCode).toBe(0x01);
  expect(connack.length).toBe(2);
  await client.closed();
});

test.each(VERSIONS)("MQTT-17 (%s): deleting the device closes its session", async (_version, protocol) => {
  const { tenant } = platform();
  const gateway = await tenant.createGateway();
  const client = await platform().connect(gateway.token, protocol);
  await tenant.deleteDevice(gateway.id);
  if (protocol === 5) expect((await client.next("disconnect")).reasonCode).toBe(0x98);
  await client.closed();
});

async function gatewayOf(protocol: 3 | 4 | 5) {
  const { client, tenant } = await connectGateway(platform(), { protocol });
  return { client, newName: tenant.uniqueName("Device") };
}
