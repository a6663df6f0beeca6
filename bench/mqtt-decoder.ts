// What reading a PUBLISH costs: the public parser alone, our decoder alone, and our whole session from the bytes of a
// chunk to the bytes of the PUBACKs. In memory, so it measures the code and not the network. Decision 0090 quotes it.
import { generate, parser } from "mqtt-packet";
import { DEFERRED } from "../src/core/acknowledgement.ts";
import { silentLogger } from "../src/lib/logger.ts";
import { systemClock } from "../src/lib/clock.ts";
import { decodePublish, PublishFields } from "../src/transport/mqtt/decode-publish.ts";
import { readRemainingLength } from "../src/transport/mqtt/framing.ts";
import { MqttListener } from "../src/transport/mqtt/listener.ts";
import type { MqttApi } from "../src/transport/mqtt/mqtt-api.ts";
import type { MqttSession } from "../src/transport/mqtt/routed-message.ts";
import { TopicRouter } from "../src/transport/mqtt/topic-router.ts";
import { MemoryStream } from "../test/support/memory-stream.ts";
import { mqttLimits } from "../test/support/mqtt-limits.ts";

const TOPIC = "v1/gateway/telemetry";
const CHUNK_BYTES = 65_536;
const PACKETS = 20_000;
const ROUNDS = 9;

type Protocol = 4 | 5;

const onePoint = `{"Device A":[{"ts":1700000000000,"values":{"temperature":21.5}}]}`;
const thirtyPoints = JSON.stringify({
  "Device A": Array.from({ length: 10 }, (_, index) => ({
    ts: 1_700_000_000_000 + index,
    values: { temperature: 21.5, humidity: 60.25, pressure: 1013.2 },
  })),
});

for (const [name, payload] of [
  ["one point", onePoint],
  ["30 points", thirtyPoints],
] as const)
  for (const protocol of [4, 5] as const) {
    const packet = generate(
      { cmd: "publish", topic: TOPIC, payload, qos: 1, messageId: 300, dup: false, retain: false },
      { protocolVersion: protocol },
    );
    const chunks = chunksOf(packet);
    const library = best(() => parseWithLibrary(chunks, protocol));
    const decoder = best(() => decodeOnly(packet, protocol));
    const session = await sessionOf(protocol);
    const whole = best(() => session(chunks));
    console.log(
      `${name} (${String(packet.length)} bytes), MQTT ${protocol === 4 ? "3.1.1" : "5"}: ` +
        `mqtt-packet ${library} ns, our decoder ${decoder} ns, our whole session ${whole} ns a message`,
    );
  }

function chunksOf(packet: Buffer): Buffer[] {
  const stream = Buffer.concat(Array.from({ length: PACKETS }, () => packet));
  const chunks: Buffer[] = [];
  for (let at = 0; at < stream.length; at += CHUNK_BYTES) chunks.push(stream.subarray(at, at + CHUNK_BYTES));
  return chunks;
}

/** Nanoseconds a message in the best round: what disturbs a round only makes it longer. */
function best(round: () => void): string {
  let nanoseconds = Infinity;
  for (let times = 0; times < ROUNDS; times++) {
    const started = process.hrtime.bigint();
    round();
    nanoseconds = Math.min(nanoseconds, Number(process.hrtime.bigint() - started));
  }
  return (nanoseconds / PACKETS).toFixed(0);
}

function parseWithLibrary(chunks: readonly Buffer[], protocol: Protocol): void {
  let count = 0;
  const reader = parser({ protocolVersion: protocol });
  reader.on("packet", () => (count += 1));
  for (const chunk of chunks) reader.parse(chunk);
  if (count !== PACKETS) throw new Error(`${String(count)} packets came out`);
}

function decodeOnly(packet: Buffer, protocol: Protocol): void {
  const fields = new PublishFields();
  for (let times = 0; times < PACKETS; times++) {
    const length = readRemainingLength(packet, 1, packet.length);
    decodePublish(packet[0] ?? 0, packet, 1 + (length & 7), packet.length, protocol, fields);
  }
}

async function sessionOf(protocol: Protocol): Promise<(chunks: readonly Buffer[]) => void> {
  const deferred: { session: MqttSession; ack: number }[] = [];
  const router = new TopicRouter<null>([
    {
      topic: TOPIC,
      handle: ({ session, ack }) => {
        deferred.push({ session, ack });
        return DEFERRED;
      },
    },
  ]);
  const api: MqttApi<null> = {
    authenticate: async () => ({
      kind: "accepted",
      client: null,
      router,
      filters: new Set(),
      maxPayloadSize: 65_536,
      ackInvalid: false,
    }),
    opened() {},
    subscribed() {},
    unsubscribed() {},
    activity() {},
    refused() {},
    remarked() {},
    settled() {},
    closed() {},
  };
  const listener = new MqttListener<null>({ api, clock: systemClock, log: silentLogger, limits: mqttLimits() });
  const stream = new MemoryStream();
  listener.accept(stream, { listener: "tcp", certificate: undefined });
  stream.send(generate({ cmd: "connect", protocolVersion: protocol, clientId: "bench", clean: true, keepalive: 0 }));
  // Admission is a promise; the next turn of the event loop comes after it.
  await new Promise((resolve) => setImmediate(resolve));
  return (chunks) => {
    stream.written.length = 0;
    for (const chunk of chunks) stream.send(chunk);
    for (const { session, ack } of deferred) session.settle(ack, undefined);
    deferred[0]?.session.flush();
    deferred.length = 0;
    if (stream.output.length !== PACKETS * 4) throw new Error("not every message was acknowledged");
  };
}
