// The MQTT transport over real sockets with the platform faked: sections 1 to 3 of the MQTT contract.
import { generate } from "mqtt-packet";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refusedWhole, type Refusal } from "../../core/acknowledgement.ts";
import { DomainError } from "../../core/errors.ts";
import { silentLogger } from "../../lib/logger.ts";
import { nextTurn } from "../../lib/next-turn.ts";
import { FakeMqttApi } from "../../../test/support/fake-mqtt-api.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { MemoryStream } from "../../../test/support/memory-stream.ts";
import { mqttLimits } from "../../../test/support/mqtt-limits.ts";
import { RawMqttClient, type RawClientOptions } from "../../../test/support/raw-mqtt-client.ts";
import { ConnectionShares } from "../connection-shares.ts";
import { MqttCounters } from "./mqtt-context.ts";
import { MqttListener, type MqttListenerOptions } from "./listener.ts";
import type { FakeClient } from "../../../test/support/fake-mqtt-api.ts";

type Protocol = 3 | 4 | 5;

let api: FakeMqttApi;
let clock: ManualClock;
let counters: MqttCounters;
let listener: MqttListener<FakeClient>;
const clients: RawMqttClient[] = [];

async function listenWith(options: Partial<MqttListenerOptions<FakeClient>>): Promise<void> {
  await listener.stop(1_000);
  listener = new MqttListener<FakeClient>({
    api,
    clock,
    log: silentLogger,
    counters,
    limits: mqttLimits(),
    tcp: { port: 0, host: "127.0.0.1" },
    ...options,
  });
  await listener.start();
}

beforeEach(async () => {
  api = new FakeMqttApi();
  clock = new ManualClock();
  counters = new MqttCounters();
  listener = new MqttListener<FakeClient>({
    api,
    clock,
    log: silentLogger,
    counters,
    limits: mqttLimits(),
    tcp: { port: 0, host: "127.0.0.1" },
  });
  await listener.start();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  const stopped = listener.stop(1_000);
  clock.advance(1_000);
  await stopped;
});

async function open(protocol: Protocol, options: Partial<RawClientOptions> = {}): Promise<RawMqttClient> {
  const client = await RawMqttClient.open({ port: listener.addresses.tcp?.port ?? 0, protocol, ...options });
  clients.push(client);
  return client;
}

async function connected(
  protocol: Protocol,
  connect: Parameters<RawMqttClient["connect"]>[0] = {},
): Promise<RawMqttClient> {
  const client = await open(protocol);
  await client.connect({ username: "gateway", ...connect });
  expect(client.connackCode).toBe(0);
  return client;
}

/** The reason code of the DISCONNECT that ends a v5 connection; in v3 the connection just closes. */
async function closeCode(client: RawMqttClient): Promise<number | undefined> {
  await client.closed();
  const disconnect = client.received.findLast((packet) => packet.cmd === "disconnect");
  return disconnect?.cmd === "disconnect" ? disconnect.reasonCode : undefined;
}

const versions: readonly Protocol[] = [3, 4, 5];

describe("1.1 versions", () => {
  test.each(versions)("protocol level %i is accepted", async (protocol) => {
    await connected(protocol);
    expect(api.connects[0]).toMatchObject({
      protocol,
      username: "gateway",
      clientId: "test",
      listener: "tcp",
      remoteAddress: "127.0.0.1",
    });
  });

  test.each([
    ["MQTT", 6],
    ["MQTT", 3],
    ["MQIsdp", 4],
    ["MQTT", 0x84],
  ])("protocol %s level %i gets a 3.1.1 CONNACK 0x01 and a close", async (name, level) => {
    const client = await open(4);
    const body = Buffer.concat([
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([level, 2, 0, 60, 0, 0]),
    ]);
    client.sendBytes(Buffer.concat([Buffer.from([0x10, body.length]), body]));
    const connack = await client.next("connack");
    expect(connack.returnCode).toBe(1);
    await client.closed();
  });

  test("a bad protocol name is closed without CONNACK", async () => {
    const client = await open(4);
    client.sendBytes(Buffer.from("\x10\x0c\x00\x04NOPE\x04\x02\x00\x3c\x00\x00", "latin1"));
    await client.closed();
    expect(client.received).toEqual([]);
  });

  test("a first packet that is not CONNECT is closed without reply", async () => {
    const client = await open(5);
    client.send({ cmd: "pingreq" });
    await client.closed();
    expect(client.received).toEqual([]);
  });

  test("no CONNECT within 10 s closes", async () => {
    const client = await open(5);
    await expect.poll(() => counters.connections).toBe(1);
    clock.advance(9_500);
    expect(counters.connections).toBe(1);
    clock.advance(500);
    await client.closed();
  });

  test("half a CONNECT within 10 s closes as well", async () => {
    const client = await open(5);
    client.sendBytes(Buffer.from([0x10, 20, 0, 4]));
    await expect.poll(() => counters.bytesIn).toBe(4);
    clock.advance(10_000);
    await client.closed();
  });

  test("100 packets may wait for CONNACK, and are handled in order", async () => {
    const gate = Promise.withResolvers<void>();
    api.admit = (connect) => gate.promise.then(() => api.accepted(connect));
    const client = await open(4);
    const connack = client.connect({ username: "gateway" });
    for (let index = 0; index < 100; index++) client.startPublish("t/ok", String(index), { packetId: index + 1 });
    await expect.poll(() => counters.bytesIn).toBeGreaterThan(1_000);
    gate.resolve();
    await connack;
    for (let packetId = 1; packetId <= 100; packetId++) expect((await client.next("puback")).messageId).toBe(packetId);
    expect(api.messages.map((message) => message.payload.toString())).toEqual(
      Array.from({ length: 100 }, (_, index) => String(index)),
    );
  });

  test.each([4, 5] as const)("the 101st packet before CONNACK closes (level %i)", async (protocol) => {
    api.admit = () => new Promise(() => {});
    const client = await open(protocol);
    const connack = client.connect({ username: "gateway" });
    connack.catch(() => {});
    for (let index = 0; index < 101; index++) client.send({ cmd: "pingreq" });
    await client.closed();
    expect(client.connackCode).toBe(protocol === 5 ? 0x97 : undefined);
    expect(client.received.length).toBe(protocol === 5 ? 1 : 0);
  });
});

describe("1.2 and 1.3 admission", () => {
  test.each([
    ["nothing more opens no session, which would take over another", [], []],
    [
      "messages before, opens one for them",
      [{ cmd: "publish", topic: "t/ok", payload: "last words", qos: 0, dup: false, retain: false }],
      ["last words"],
    ],
  ] as const)(
    "a client that has gone while its credentials were checked, and has sent %s",
    async (_what, packets, payloads) => {
      const gate = Promise.withResolvers<undefined>();
      api.admit = (connect) => gate.promise.then(() => api.accepted(connect));
      const stream = new MemoryStream();
      listener.accept(stream, { listener: "tcp", certificate: undefined });
      const connect = { cmd: "connect", protocolId: "MQTT", protocolVersion: 4, clientId: "", clean: true } as const;
      stream.send(generate({ ...connect, username: "gateway" }));
      for (const packet of packets) stream.send(generate(packet));
      stream.finish();

      gate.resolve(undefined);
      await expect.poll(() => stream.isEnded).toBe(true);

      expect(stream.output.subarray(0, 4).toString("hex")).toBe("20020000");
      expect(api.calls.map(({ call }) => call)).toEqual(payloads.length === 0 ? [] : ["opened", "closed"]);
      expect(api.messages.map(({ payload }) => payload.toString())).toEqual(payloads);
    },
  );

  test.each([
    ["bad-credentials", 0x05, 0x86],
    ["bad-client-id", 0x02, 0x85],
    ["not-authorized", 0x05, 0x87],
    ["unavailable", 0x03, 0x88],
    ["rate-limited", 0x03, 0x9f],
  ] as const)("refused as %s: v3 code %i, v5 code %i, then TCP close", async (reason, v3, v5) => {
    api.admit = () => Promise.resolve({ kind: "refused", reason, message: "no" });
    for (const protocol of versions) {
      const client = await open(protocol);
      const connack = await client.connect();
      await client.closed();
      expect(client.connackCode).toBe(protocol === 5 ? v5 : v3);
      expect(connack.properties?.reasonString).toBe(protocol === 5 ? "no" : undefined);
      expect(client.received.length).toBe(1);
    }
    expect(api.calls).toEqual([]);
  });

  test("a store that fails is reported as unavailable", async () => {
    api.admit = () => Promise.reject(new Error("disk"));
    const client = await open(5);
    await client.connect();
    expect(client.connackCode).toBe(0x88);
  });

  test("a store that does not answer within 30 s is reported as unavailable, and its signal aborts", async () => {
    let signal: AbortSignal | undefined;
    api.admit = (_connect, given) => {
      signal = given;
      return new Promise(() => {});
    };
    const client = await open(4);
    const connack = client.connect();
    await expect.poll(() => signal).toBeDefined();
    clock.advance(30_000);
    await connack;
    expect(client.connackCode).toBe(3);
    expect(signal?.aborted).toBe(true);
  });

  test("an authentication method gets 0x8C", async () => {
    const client = await open(5);
    await client.connect({ properties: { authenticationMethod: "SCRAM" } });
    expect(client.connackCode).toBe(0x8c);
    await client.closed();
  });

  test("a malformed CONNECT: v3 close, v5 code 0x81", async () => {
    const v3 = await open(4);
    v3.sendBytes(Buffer.from("\x10\x0c\x00\x04MQTT\x04\x03\x00\x3c\x00\x00", "latin1"));
    await v3.closed();
    expect(v3.received).toEqual([]);
    const v5 = await open(5);
    v5.sendBytes(Buffer.from("\x10\x0d\x00\x04MQTT\x05\x03\x00\x3c\x00\x00\x00", "latin1"));
    expect((await v5.next("connack")).reasonCode).toBe(0x81);
    await v5.closed();
  });

  test("a password without a username reaches authentication", async () => {
    const client = await open(4);
    client.sendBytes(Buffer.from("\x10\x10\x00\x04MQTT\x04\x42\x00\x3c\x00\x01c\x00\x01p", "latin1"));
    await client.next("connack");
    expect(api.connects[0]).toMatchObject({ clientId: "c", username: undefined });
    expect(api.connects[0]?.password?.toString()).toBe("p");
  });

  test("the login guard, where it is on, blocks an address after 10 failures in a row for 60 s", async () => {
    await listenWith({ loginGuard: { failuresMax: 10, blockMillis: 60_000, windowMillis: Infinity, keysMax: 10 } });
    api.admit = () => Promise.resolve({ kind: "refused", reason: "bad-credentials" });
    for (let attempt = 0; attempt < 10; attempt++) await (await open(4)).connect();
    const blocked = await open(4);
    blocked.connect().catch(() => {});
    await blocked.closed();
    expect(blocked.received).toEqual([]);
    clock.advance(60_000);
    api.admit = undefined;
    await connected(4);
  });

  test("a connection above the limit is closed at once", async () => {
    const connections = new ConnectionShares({ connectionsMax: 1, addressShare: 3, isShared: () => false });
    await listenWith({ connections });
    await connected(4);
    const second = await open(4);
    await second.closed();
    expect([connections.open, connections.turnedAway]).toEqual([1, 1]);
  });
});

describe("1.4 CONNACK properties", () => {
  test("an empty client id is assigned one, also with clean start 0", async () => {
    const client = await open(5);
    const connack = await client.connect({ clientId: "", clean: false, username: "gateway" });
    expect(connack.properties?.assignedClientIdentifier).toMatch(/^[0-9a-f-]{36}$/);
    expect(connack.sessionPresent).toBe(false);
    expect(api.connects[0]?.clientId).toBe("");
  });

  test("no Reason String when Request Problem Information is 0", async () => {
    api.admit = () => Promise.resolve({ kind: "refused", reason: "bad-credentials", message: "no" });
    const client = await open(5);
    const connack = await client.connect({ properties: { requestProblemInformation: false } });
    expect(connack.properties?.reasonString).toBeUndefined();
  });
});

describe("1.5 sessions", () => {
  test.each(versions)("a valid will is accepted and dropped (level %i)", async (protocol) => {
    const client = await connected(protocol, { will: { topic: "w", payload: Buffer.from("x"), qos: 2, retain: true } });
    client.destroy();
    await api.until(() => api.closings().length > 0);
    expect(api.messages).toEqual([]);
    expect(api.closings()).toEqual(["connection-lost"]);
  });

  test("a will on a wildcard topic is malformed", async () => {
    const client = await open(5);
    await client.connect({ will: { topic: "w/#", payload: Buffer.from("x") } });
    expect(client.connackCode).toBe(0x81);
  });

  test.each([
    ["taken-over", 0x8e],
    ["administrative", 0x98],
    ["fault", 0x83],
    ["shutdown", 0x8b],
  ] as const)("closed by the API as %s: v5 code %i, v3 TCP close", async (reason, code) => {
    for (const protocol of [4, 5] as const) {
      const client = await connected(protocol);
      api.session("gateway").close(reason);
      expect(await closeCode(client)).toBe(protocol === 5 ? code : undefined);
      expect(api.closings().at(-1)).toBe(reason);
    }
  });

  test("keep alive: closed after 1.5 times of silence, v5 0x8D", async () => {
    const client = await connected(5, { keepalive: 2 });
    clock.advance(2_500);
    await client.ping();
    clock.advance(2_500);
    await client.ping();
    clock.advance(3_500);
    expect(await closeCode(client)).toBe(0x8d);
    expect(api.closings()).toEqual(["keep-alive-expired"]);
  });

  test("keep alive 0: closed after the inactivity timeout, v5 0xA0", async () => {
    const client = await connected(5, { keepalive: 0 });
    clock.advance(599_000);
    expect(api.closings()).toEqual([]);
    clock.advance(1_000);
    expect(await closeCode(client)).toBe(0xa0);
  });

  test("silence does not count while a handler makes the client wait", async () => {
    const client = await connected(5, { keepalive: 2 });
    client.startPublish("t/promise", "");
    await api.until(() => api.handlers.length === 1);
    clock.advance(60_000);
    api.handlers[0]?.resolve();
    await client.next("puback");
    expect(api.closings()).toEqual([]);
  });

  test("PINGREQ is answered and counts as activity", async () => {
    const client = await connected(4);
    await client.ping();
    expect(api.calls.at(-1)).toEqual({ call: "activity", client: "gateway" });
  });

  test("opened comes first and closed last, once each", async () => {
    const client = await connected(4);
    await client.subscribe("f/one");
    await client.disconnect();
    await api.until(() => api.closings().length > 0);
    expect(api.calls.map((call) => call.call)).toEqual(["opened", "subscribed", "activity", "closed"]);
  });

  test("what came before FIN is handled, also behind a slow handler", async () => {
    const client = await connected(4);
    client.startPublish("t/promise", "1", { qos: 0 });
    client.startPublish("t/ok", "2", { qos: 0 });
    client.send({ cmd: "disconnect" });
    await api.until(() => api.handlers.length === 1);
    api.handlers[0]?.resolve();
    await api.until(() => api.closings().length === 1);
    expect(api.messages.map((message) => message.payload.toString())).toEqual(["1", "2"]);
    expect(api.closings()).toEqual(["client-disconnected"]);
  });

  test("the session of a message is open until the connection is gone", async () => {
    const client = await connected(4);
    client.startPublish("t/deferred", "");
    await api.until(() => api.deferred.length === 1);
    const session = api.deferred[0]?.session;
    expect(session?.isOpen).toBe(true);
    client.destroy();
    await api.until(() => api.closings().length === 1);
    expect(session?.isOpen).toBe(false);
  });

  test("an API that throws ends the session with 0x83", async () => {
    const client = await connected(5);
    api.whenSubscribed = () => {
      throw new Error("a bug");
    };
    client.subscribe("f/one").catch(() => {});
    expect(await closeCode(client)).toBe(0x83);
    expect(api.closings()).toEqual(["fault"]);
  });
});

describe("1.6 sizes and flow", () => {
  test("the client's own limit holds after CONNECT", async () => {
    api.terms = { maxPayloadSize: 100 };
    const client = await connected(5);
    client.startPublish("t/ok", "x".repeat(100));
    expect(await closeCode(client)).toBe(0x95);
  });

  test.each([4, 5] as const)("a Remaining Length of five bytes is malformed (level %i)", async (protocol) => {
    const client = await connected(protocol);
    client.sendBytes(Buffer.from([0x32, 0x80, 0x80, 0x80, 0x80, 0x01]));
    expect(await closeCode(client)).toBe(protocol === 5 ? 0x81 : undefined);
  });

  test("packet ids in flight are skipped", async () => {
    const client = await open(4, { acknowledge: false });
    await client.connect({ username: "gateway" });
    for (let index = 0; index < 3; index++) api.session("gateway").publish("down", "", 1);
    const ids = [await client.next("publish"), await client.next("publish"), await client.next("publish")].map(
      (packet) => packet.messageId,
    );
    expect(ids).toEqual([1, 2, 3]);
  });

  test("more than 1000 waiting downlinks close, v5 0x97", async () => {
    const client = await open(5, { acknowledge: false });
    await client.connect({ username: "gateway", properties: { receiveMaximum: 1 } });
    for (let index = 0; index < 1_001; index++) api.session("gateway").publish("down", "x", 1);
    expect(api.closings()).toEqual([]);
    api.session("gateway").publish("down", "x", 1);
    expect(await closeCode(client)).toBe(0x97);
    expect(api.closings()).toEqual(["overflow"]);
  });

  test("a downlink above the client's Maximum Packet Size is not sent", async () => {
    const client = await open(5);
    await client.connect({ username: "gateway", properties: { maximumPacketSize: 50 } });
    expect(api.session("gateway").publish("down", "x".repeat(50), 1)).toBe(false);
    expect(api.session("gateway").publish("down", "x".repeat(20), 1)).toBe(true);
    expect((await client.next("publish")).payload.toString()).toBe("x".repeat(20));
  });

  test("a QoS 0 downlink counts as acknowledged when it is written", async () => {
    const client = await connected(4);
    let acked = 0;
    api.session("gateway").publish("down", "x", 0, { acked: () => (acked += 1) });
    expect(acked).toBe(1);
    const packet = await client.next("publish");
    expect(packet).toMatchObject({ qos: 0, retain: false, dup: false, topic: "down" });
  });

  test("a client that reads nothing for 60 s is closed, and downlinks wait for it meanwhile", async () => {
    const client = await connected(5, { keepalive: 0 });
    client.pause();
    const payload = "x".repeat(60_000);
    const session = api.session("gateway");
    // The kernel takes some megabytes; then our bound holds, and what comes later queues.
    for (let index = 0; index < 250; index++) session.publish("down", payload, 0);
    await expect
      .poll(() => {
        clock.advance(10_000);
        return api.closings();
      })
      .toEqual(["slow-reader"]);
  });
});

describe("2 SUBSCRIBE and UNSUBSCRIBE", () => {
  test.each(versions)("QoS is granted up to 1 (level %i)", async (protocol) => {
    const client = await connected(protocol);
    const suback = await client.subscribe([
      { topic: "f/one", qos: 0 },
      { topic: "f/two", qos: 1 },
      { topic: "f/+/three", qos: 2 },
    ]);
    expect(suback.granted).toEqual([0, 1, 1]);
    expect(api.calls[1]).toEqual({
      call: "subscribed",
      client: "gateway",
      filters: [
        { filter: "f/one", qos: 0 },
        { filter: "f/two", qos: 1 },
        { filter: "f/+/three", qos: 1 },
      ],
    });
    expect(api.session("gateway").subscribedQos("f/one")).toBe(0);
    expect(api.session("gateway").subscribedQos("f/nine")).toBeUndefined();
  });

  test.each([4, 5] as const)(
    "other filters are refused one by one, in order, and the connection stays (level %i)",
    async (protocol) => {
      const client = await connected(protocol);
      const suback = await client.subscribe(["#", "f/one", "f/#", "+", "f/x/three", "$share/g/f/one", "a\u00e9"]);
      const refused = protocol === 5 ? 0x8f : 0x80;
      expect(suback.granted).toEqual([refused, 1, refused, refused, refused, protocol === 5 ? 0x9e : 0x80, refused]);
      await client.ping();
    },
  );
});

describe("3 PUBLISH", () => {
  test("acknowledgements leave in the order of the publishes, when the effect is settled", async () => {
    const client = await connected(5);
    for (const packetId of [1, 2, 3]) client.startPublish("t/deferred", "", { packetId });
    await api.until(() => api.deferred.length === 3);
    const [first, second, third] = api.deferred;
    for (const message of [third, second]) {
      message?.session.settle(message.ack, undefined);
      message?.session.flush();
    }
    expect(await client.unreadAfterPing("puback")).toEqual([]);
    first?.session.settle(first.ack, undefined);
    first?.session.flush();
    for (const packetId of [1, 2, 3]) expect((await client.next("puback")).messageId).toBe(packetId);
  });

  test("nothing further is handled until a handler's promise resolves", async () => {
    const client = await connected(4);
    client.startPublish("t/promise", "1");
    client.startPublish("t/ok", "2");
    client.send({ cmd: "pingreq" });
    await api.until(() => api.handlers.length === 1);
    expect(api.messages).toHaveLength(1);
    api.handlers[0]?.resolve();
    await client.next("pingresp");
    expect(client.received.map((packet) => packet.cmd)).toEqual(["connack", "puback", "puback", "pingresp"]);
    expect(api.messages.map((message) => message.payload.toString())).toEqual(["1", "2"]);
  });

  describe("a long message, which is handled in steps", () => {
    const STEP_MILLIS = 10;

    /** A client that has sent a message of three steps, of which the first has been done; another tenant is active. */
    async function longMessage(): Promise<{ readonly long: RawMqttClient; readonly other: RawMqttClient }> {
      api.admit = (connect) => Promise.resolve({ ...api.accepted(connect), turnKey: connect.username });
      api.whenStep = () => {
        clock.advance(STEP_MILLIS);
      };
      const [long, other] = [await connected(5, { username: "long" }), await connected(5, { username: "other" })];
      await other.publish("t/ok", "");
      long.startPublish("t/steps", "3");
      await api.until(() => api.steps === 1);
      return { long, other };
    }

    /** The time after which a tenant has had its rest, again and again until the condition holds. */
    async function passUntil(isReached: () => boolean): Promise<void> {
      while (!isReached()) {
        clock.advance(10 * STEP_MILLIS);
        await nextTurn();
      }
    }

    test("what another tenant sends meanwhile is acknowledged before it", async () => {
      const { long, other } = await longMessage();

      await other.publish("t/ok", "");

      expect(api.steps).toBe(1);
      expect(long.received.map((packet) => packet.cmd)).toEqual(["connack"]);
      await passUntil(() => api.steps === 3);
      expect((await long.next("puback")).reasonCode ?? 0).toBe(0);
    });

    test("what its own client sends behind it is handled after it", async () => {
      const { long } = await longMessage();
      long.startPublish("t/ok", "behind");

      await passUntil(() => api.messages.length === 3);

      expect(api.steps).toBe(3);
      expect([(await long.next("puback")).messageId, (await long.next("puback")).messageId]).toEqual([1, 2]);
      expect(api.messages.map(({ topic }) => topic)).toEqual(["t/ok", "t/steps", "t/ok"]);
    });

    test("its client's end of the connection is met after it", async () => {
      const { long } = await longMessage();
      long.end();

      await passUntil(() => api.closings().length > 0);

      expect(api.steps).toBe(3);
      expect(api.closings()).toEqual(["connection-lost"]);
    });

    test("it ends without effect when its session is closed", async () => {
      const { other } = await longMessage();
      api.session("long").close("administrative");

      for (let rest = 0; rest < 5; rest++) {
        clock.advance(10 * STEP_MILLIS);
        await other.publish("t/ok", "");
        await nextTurn();
      }

      expect(api.steps).toBe(1);
      expect(api.refusals()).toEqual([]);
    });
  });

  test("settled() waits for what came earlier, not for the message that asks", async () => {
    const client = await connected(4);
    client.startPublish("t/deferred", "", { packetId: 1 });
    client.startPublish("t/settled", "", { packetId: 2 });
    await api.until(() => api.messages.length === 2);
    expect(client.received.map((packet) => packet.cmd)).toEqual(["connack"]);
    api.settleOldest();
    expect([(await client.next("puback")).messageId, (await client.next("puback")).messageId]).toEqual([1, 2]);
  });

  test.each([
    ["invalid", 0x99, "puback"],
    ["forbidden", 0x87, "puback"],
    ["unsupported", 0x90, "puback"],
    ["limit-exceeded", 0x97, "puback"],
    ["rate-limited", 0x97, "close"],
    ["unavailable", 0x80, "close"],
    ["timeout", 0x80, "close"],
    ["conflict", 0x80, "close"],
  ] as const)("a refusal as %s: v5 PUBACK %i and open; v3 %s", async (kind, code, v3) => {
    for (const topic of ["t/throw", "t/reject"]) {
      const v5 = await connected(5);
      const puback = await v5.publish(topic, kind);
      expect(puback?.reasonCode).toBe(code);
      expect(puback?.properties?.reasonString).toBe(`the message is ${kind}`);
      await v5.ping();

      const old = await connected(4);
      const packetId = old.startPublish(topic, kind);
      if (v3 === "puback") expect((await old.next("puback")).messageId).toBe(packetId);
      else {
        await old.closed();
        expect(old.received.map((packet) => packet.cmd)).toEqual(["connack"]);
      }
      expect(api.refusals().at(-1)).toMatchObject({ topic, packetId });
    }
  });

  test("no Reason String in PUBACK when Request Problem Information is 0, or when it would not fit", async () => {
    const quiet = await open(5);
    await quiet.connect({ username: "a", properties: { requestProblemInformation: false } });
    expect((await quiet.publish("t/throw", "invalid"))?.properties).toBeUndefined();
    const small = await open(5);
    await small.connect({ username: "b", properties: { maximumPacketSize: 20 } });
    expect((await small.publish("t/throw", "invalid"))?.properties).toBeUndefined();
  });

  test("nothing is sent that exceeds the client's Maximum Packet Size: it is refused, or told what would not fit", async () => {
    // A CONNACK that accepts names what the server supports; one that refuses has five bytes without its reason.
    const small = await open(5);
    const refused = await small.connect({ username: "gateway", properties: { maximumPacketSize: 10 } });
    expect([refused.reasonCode, refused.properties]).toEqual([0x83, undefined]);
    await small.closed();
    const tiny = await open(5);
    tiny.connect({ username: "gateway", properties: { maximumPacketSize: 4 } }).catch(() => undefined);
    await tiny.closed();
    expect(tiny.received).toEqual([]);
    api.admit = () =>
      Promise.resolve({ kind: "refused", reason: "bad-credentials", message: "nobody has these credentials" });
    const wrong = await open(5);
    const answer = await wrong.connect({ username: "nobody", properties: { maximumPacketSize: 10 } });
    expect([answer.reasonCode, answer.properties]).toEqual([0x86, undefined]);
    api.admit = undefined;

    const many = await open(5);
    await many.connect({ username: "gateway", properties: { maximumPacketSize: 20 } });
    const filters = Array.from({ length: 30 }, (_, at) => `f/${String(at)}`);
    many.subscribe(filters).catch(() => undefined);
    expect((await many.next("disconnect")).reasonCode).toBe(0x95);
    await many.closed();
  });

  test.each([4, 5] as const)("a refused publish at QoS 0 is reported and nothing else (level %i)", async (protocol) => {
    const client = await connected(protocol);
    for (const kind of ["invalid", "rate-limited", "unavailable", "forbidden"])
      client.startPublish("t/throw", kind, { qos: 0 });
    client.startPublish("unknown", "", { qos: 0 });
    await client.ping();
    const kinds = api.refusals().map(({ refusal }) => refusal.entries[0].error.kind);
    expect(kinds).toEqual(["invalid", "rate-limited", "unavailable", "forbidden", "unsupported"]);
  });

  test("a message processed in part: v5 gets the code, v3 a plain PUBACK, QoS 0 stays open", async () => {
    const v5 = await connected(5);
    expect((await v5.publish("t/partly", "invalid"))?.reasonCode).toBe(0x99);
    v5.startPublish("t/partly", "invalid", { qos: 0 });
    await v5.ping();
    const v3 = await connected(4);
    await v3.publish("t/partly", "invalid");
    await v3.publish("t/partly", "rate-limited");
    expect(api.refusals()).toHaveLength(4);
    expect(api.refusals()[0]?.refusal.entries[0].device).toBe("B");
  });

  test("a v3 refusal closes only after what came earlier is acknowledged, and what comes later has no effect", async () => {
    const client = await connected(4);
    client.startPublish("t/deferred", "", { packetId: 1 });
    client.startPublish("t/throw", "unavailable", { packetId: 2 });
    client.startPublish("t/ok", "late", { packetId: 3 });
    await api.until(() => api.refusals().length === 1);
    api.settleOldest();
    await client.closed();
    expect(client.received.map((packet) => packet.cmd)).toEqual(["connack", "puback"]);
    expect(api.messages).toHaveLength(2);
  });

  test("an unexpected error: v5 PUBACK 0x83 and DISCONNECT 0x83; v3 close", async () => {
    const v5 = await connected(5);
    const puback = await v5.publish("t/bug", "");
    expect(puback?.reasonCode).toBe(0x83);
    expect(await closeCode(v5)).toBe(0x83);
    const v3 = await connected(4);
    v3.startPublish("t/bug", "");
    await v3.closed();
    expect(v3.received.map((packet) => packet.cmd)).toEqual(["connack"]);
    expect(api.closings()).toEqual(["fault", "fault"]);
  });

  test("numbers in a topic reach the route", async () => {
    const client = await connected(5);
    await client.publish("t/2147483647", "");
    await client.publish("t/ok", "");
    expect(api.messages.map(({ id }) => id)).toEqual([2_147_483_647, -1]);
  });

  test.each([4, 5] as const)(
    "in a session that ends on unknown topics, the refusal is written first (level %i)",
    async (protocol) => {
      api.terms = { closeOnUnknownTopic: true };
      const client = await connected(protocol);
      client.startPublish("unknown", "");
      expect(await closeCode(client)).toBe(protocol === 5 ? 0x90 : undefined);
      expect(client.received.map((packet) => packet.cmd)).toEqual(
        protocol === 5 ? ["connack", "puback", "disconnect"] : ["connack"],
      );
      expect(api.closings()).toEqual(["provisioning-topic"]);
    },
  );

  test("the socket is not read while too many publishes are unsettled", async () => {
    await listenWith({ limits: mqttLimits({ unsettledPublishesMax: 8 }) });
    const client = await connected(4);
    for (let packetId = 1; packetId <= 20; packetId++) client.startPublish("t/deferred", "", { packetId });
    await api.until(() => api.deferred.length === 8);
    for (let packetId = 1; packetId <= 20; packetId++) {
      await api.until(() => api.deferred.length > 0);
      expect(api.messages.length).toBeLessThanOrEqual(packetId + 7);
      api.settleOldest();
      expect((await client.next("puback")).messageId).toBe(packetId);
    }
  });

  test("settling after the end is harmless, and a late refusal is still reported with its topic", async () => {
    const client = await connected(4);
    client.startPublish("t/deferred", "", { packetId: 9 });
    await api.until(() => api.deferred.length === 1);
    client.destroy();
    await api.until(() => api.closings().length === 1);
    const refusal: Refusal = refusedWhole(new DomainError("unavailable", "disk full"));
    api.settleOldest(refusal);
    expect(api.refusals()).toEqual([{ topic: "t/deferred", packetId: 9, refusal }]);
  });
});

describe("stop", () => {
  test("sends what is pending, says 0x8B, closes; nothing new is read", async () => {
    const client = await connected(5);
    client.startPublish("t/deferred", "", { packetId: 1 });
    await api.until(() => api.deferred.length === 1);
    const stopped = listener.stop(5_000);
    client.startPublish("t/ok", "late", { packetId: 2 });
    await expect(RawMqttClient.open({ port: listener.addresses.tcp?.port ?? 1 })).rejects.toThrow();
    api.settleOldest();
    await stopped;
    expect(await closeCode(client)).toBe(0x8b);
    expect(client.received.map((packet) => packet.cmd)).toEqual(["connack", "puback", "disconnect"]);
    expect(api.messages).toHaveLength(1);
    expect(clock.pendingTimers).toBe(0);
  });

  test("ends by its deadline when an acknowledgement never comes", async () => {
    const client = await connected(5);
    client.startPublish("t/deferred", "");
    await api.until(() => api.deferred.length === 1);
    const stopped = listener.stop(5_000);
    clock.advance(5_000);
    await stopped;
    await client.closed();
    expect(counters.connections).toBe(0);
    expect(counters.sessions).toBe(0);
  });

  test("a port that is taken fails the start and leaves nothing open", async () => {
    const port = listener.addresses.tcp?.port ?? 0;
    const second = new MqttListener<FakeClient>({
      api,
      clock,
      log: silentLogger,
      limits: mqttLimits(),
      tcp: { port, host: "127.0.0.1" },
    });
    await expect(second.start()).rejects.toThrow(/EADDRINUSE/);
    await second.stop(0);
  });
});
