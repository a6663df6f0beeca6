// The other two ways in: TLS with an optional client certificate, and WebSocket on an HTTP server.
import { X509Certificate } from "node:crypto";
import { createServer, request, type Server } from "node:http";
import { connect as connectSocket, type AddressInfo, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createWebSocketStream, WebSocket } from "ws";
import { silentLogger } from "../../lib/logger.ts";
import { CLIENT_CERTIFICATE, CLIENT_KEY, SERVER_CERTIFICATE, SERVER_KEY } from "../../../test/support/certificates.ts";
import { FakeMqttApi, type FakeClient } from "../../../test/support/fake-mqtt-api.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { mqttLimits } from "../../../test/support/mqtt-limits.ts";
import { RawMqttClient } from "../../../test/support/raw-mqtt-client.ts";
import { ConnectionShares } from "../connection-shares.ts";
import { MqttListener } from "./listener.ts";

let api: FakeMqttApi;
let listener: MqttListener<FakeClient>;
let clock: ManualClock;
const clients: RawMqttClient[] = [];

beforeEach(async () => {
  api = new FakeMqttApi();
  clock = new ManualClock();
  listener = new MqttListener<FakeClient>({
    api,
    clock,
    log: silentLogger,
    tls: { port: 0, host: "127.0.0.1", pair: { cert: SERVER_CERTIFICATE, key: SERVER_KEY } },
    limits: mqttLimits({ webSocketFrameBytesMax: 100_000 }),
  });
  await listener.start();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  const stopped = listener.stop(1_000);
  clock.advance(1_000);
  await stopped;
});

describe("TLS", () => {
  const port = () => listener.addresses.tls?.port ?? 0;

  test("a client without a certificate", async () => {
    const client = await RawMqttClient.open({ port: port(), protocol: 5, tls: { ca: SERVER_CERTIFICATE } });
    clients.push(client);
    await client.connect({ username: "gateway" });
    expect(api.connects[0]).toMatchObject({ listener: "tls", certificate: undefined, remoteAddress: "127.0.0.1" });
    await client.publish("t/ok", "x".repeat(60_000));
    expect(api.messages[0]?.payload.length).toBe(60_000);
    await client.disconnect();
  });

  test.each(["TLSv1.2", "TLSv1.3"] as const)(
    "a client's certificate reaches the API as it is, no matter who signed it (%s)",
    async (version) => {
      const client = await RawMqttClient.open({
        port: port(),
        tls: {
          ca: SERVER_CERTIFICATE,
          cert: CLIENT_CERTIFICATE,
          key: CLIENT_KEY,
          minVersion: version,
          maxVersion: version,
        },
      });
      clients.push(client);
      await client.connect();
      const expected = new X509Certificate(CLIENT_CERTIFICATE);
      expect(api.connects[0]?.certificate?.der).toEqual(expected.raw);
      expect(api.connects[0]?.certificate?.validFrom).toBe(expected.validFromDate.getTime());
      expect(api.connects[0]?.certificate?.validTo).toBe(expected.validToDate.getTime());
    },
  );

  test("TLS 1.1 is refused", async () => {
    await expect(
      RawMqttClient.open({
        port: port(),
        tls: { ca: SERVER_CERTIFICATE, minVersion: "TLSv1.1", maxVersion: "TLSv1.1" },
      }),
    ).rejects.toThrow();
  });

  test.each([
    ["begins its TLS handshake and then is silent", (socket: Socket) => socket.write(Buffer.from([0x16, 0x03]))],
    ["sends nothing", () => undefined],
    ["has ended its side in the TLS handshake", (socket: Socket) => socket.end(Buffer.from([0x16, 0x03]))],
  ])("a client that %s is closed after the time for CONNECT", async (_what, attack) => {
    const connections = new ConnectionShares({ connectionsMax: 10, addressShare: 3, isShared: () => false });
    const impatient = new MqttListener<FakeClient>({
      ...{ api, clock, connections, log: silentLogger, limits: mqttLimits({ connectTimeoutMillis: 100 }) },
      tls: { port: 0, host: "127.0.0.1", pair: { cert: SERVER_CERTIFICATE, key: SERVER_KEY } },
    });
    await impatient.start();
    const socket = connectSocket({ port: impatient.addresses.tls?.port ?? 0, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => {});
    const closed = new Promise((resolve) => socket.once("end", resolve));
    await new Promise((resolve) => socket.once("connect", resolve));
    attack(socket);
    socket.resume();

    await closed;

    await expect.poll(() => connections.open).toBe(0);
    socket.destroy();
    await impatient.stop(1_000);
  });

  test("a socket in the middle of its TLS handshake does not delay the stop", async () => {
    const socket = connectSocket({ port: port(), host: "127.0.0.1" });
    socket.on("error", () => {});
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.write(Buffer.from([0x16, 0x03]));
    await listener.stop(1_000);
    await closed;
  });
});

describe("WebSocket", () => {
  let http: Server;

  beforeEach(async () => {
    http = createServer();
    http.on("upgrade", (upgrade, socket, head) => {
      listener.handleUpgrade(upgrade, socket, head, "203.0.113.9");
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  });

  afterEach(() => {
    http.close();
  });

  const port = () => (http.address() as AddressInfo).port;

  async function open(subprotocol: string): Promise<WebSocket> {
    const webSocket = new WebSocket(`ws://127.0.0.1:${String(port())}/mqtt`, subprotocol);
    await new Promise((resolve, reject) => {
      webSocket.once("open", resolve);
      webSocket.once("error", reject);
    });
    return webSocket;
  }

  async function client(subprotocol: string, protocol: 3 | 4 | 5): Promise<RawMqttClient> {
    const webSocket = await open(subprotocol);
    expect(webSocket.protocol).toBe(subprotocol);
    const mqtt = await RawMqttClient.open({ port: 0, protocol, stream: createWebSocketStream(webSocket) });
    clients.push(mqtt);
    return mqtt;
  }

  test.each([
    ["mqtt", 5],
    ["mqtt", 4],
    ["mqttv3.1", 3],
  ] as const)("subprotocol %s, level %i", async (subprotocol, protocol) => {
    const mqtt = await client(subprotocol, protocol);
    await mqtt.connect({ username: "gateway" });
    expect(api.connects[0]).toMatchObject({ listener: "websocket", remoteAddress: "203.0.113.9" });
    await mqtt.publish("t/ok", "x");
    await mqtt.subscribe("f/one");
    api.session("gateway").publish("f/one", "down", 1);
    expect((await mqtt.next("publish")).payload.toString()).toBe("down");
    await mqtt.disconnect();
    await api.until(() => api.closings().length === 1);
    expect(api.closings()).toEqual(["client-disconnected"]);
  });

  test("frame boundaries mean nothing", async () => {
    const mqtt = await client("mqtt", 4);
    await mqtt.connect({ username: "gateway" });
    for (const byte of [0xc0, 0x00]) mqtt.sendBytes(Buffer.from([byte]));
    await mqtt.next("pingresp");
    mqtt.sendBytes(Buffer.from([0xc0, 0x00, 0xc0, 0x00]));
    await mqtt.next("pingresp");
    await mqtt.next("pingresp");
  });

  test("a text frame closes", async () => {
    const webSocket = await open("mqtt");
    const closed = new Promise<number>((resolve) => webSocket.once("close", resolve));
    webSocket.send("text");
    expect(await closed).toBe(1003);
  });

  test("a frame above the limit closes", async () => {
    const webSocket = await open("mqtt");
    const closed = new Promise<number>((resolve) => webSocket.once("close", resolve));
    webSocket.send(Buffer.alloc(100_001));
    expect(await closed).toBe(1009);
  });

  test("a message in more fragments than any client makes closes", async () => {
    const webSocket = await open("mqtt");
    const closed = new Promise<number>((resolve) => webSocket.once("close", resolve));
    for (let fragment = 0; fragment < 257; fragment++) webSocket.send(Buffer.of(0x10), { fin: false });
    expect(await closed).toBe(1008);
  });

  test.each([
    ["empty", (webSocket: WebSocket) => webSocket.send(Buffer.alloc(0))],
    ["text", (webSocket: WebSocket) => webSocket.send("text")],
    ["pong", (webSocket: WebSocket) => webSocket.pong()],
  ])("a client that sends nothing but %s frames is cut off", async (_what, send) => {
    const webSocket = await open("mqtt");
    webSocket.on("error", () => {});
    const closed = new Promise((resolve) => webSocket.once("close", resolve));
    for (let frame = 0; frame < 20_000; frame++) send(webSocket);
    await closed;
  });

  test("pings and empty frames between packets do no harm", async () => {
    const webSocket = await open("mqtt");
    const mqtt = await RawMqttClient.open({ port: 0, protocol: 4, stream: createWebSocketStream(webSocket) });
    clients.push(mqtt);
    await mqtt.connect({ username: "gateway" });
    for (let round = 0; round < 30; round++) {
      for (let frame = 0; frame < 50; frame++) webSocket.send(Buffer.alloc(0));
      webSocket.ping();
      await mqtt.ping();
    }
  });

  test("a client that offers no MQTT subprotocol gets 400", async () => {
    const status = await new Promise((resolve, reject) => {
      const upgrade = request({
        port: port(),
        host: "127.0.0.1",
        path: "/mqtt",
        headers: {
          Connection: "Upgrade",
          Upgrade: "websocket",
          "Sec-WebSocket-Version": "13",
          "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
      });
      upgrade.once("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      upgrade.once("error", reject);
      upgrade.end();
    });
    expect(status).toBe(400);
  });

  test("stop says 0x8B and closes", async () => {
    const mqtt = await client("mqtt", 5);
    await mqtt.connect({ username: "gateway" });
    await listener.stop(1_000);
    await mqtt.closed();
    expect(mqtt.received.at(-1)).toMatchObject({ cmd: "disconnect", reasonCode: 0x8b });
  });

  test("what came before the close is handled, also behind a slow handler", async () => {
    const mqtt = await client("mqtt", 4);
    await mqtt.connect({ username: "gateway" });
    mqtt.startPublish("t/promise", "1", { qos: 0 });
    mqtt.startPublish("t/ok", "2", { qos: 0 });
    mqtt.send({ cmd: "disconnect" });
    mqtt.end();
    await mqtt.closed();
    await api.until(() => api.handlers.length === 1);
    api.handlers[0]?.resolve();
    await api.until(() => api.closings().length === 1);
    expect(api.messages.map((message) => message.payload.toString())).toEqual(["1", "2"]);
    expect(api.closings()).toEqual(["client-disconnected"]);
  });

  test("a client that vanishes is noticed", async () => {
    const mqtt = await client("mqtt", 5);
    await mqtt.connect({ username: "gateway" });
    mqtt.destroy();
    await api.until(() => api.closings().length === 1);
    expect(api.closings()).toEqual(["connection-lost"]);
  });
});
