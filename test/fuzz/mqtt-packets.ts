// What a client might send: valid packets of every kind, and the ways of breaking them that find the most: wrong bits in
// the first byte, wrong lengths, cut, doubled, swapped and random bytes.
import { generate } from "mqtt-packet";
import type { Packet } from "mqtt-packet";
import type { Random } from "./random.ts";

const TOPICS = [
  "t/ok",
  "t/ok",
  "t/ok",
  "t/deferred",
  "t/deferred",
  "t/promise",
  "t/settled",
  "t/throw",
  "t/partly",
  "t/7",
  "t/part/3",
  "t/x",
  "unknown",
  "é",
];
const FILTERS = ["f/one", "f/two", "f/+/three", "#", "v1/+/x", "$share/g/f/one", "é"];
const PAYLOADS = [
  "forbidden",
  "limit-exceeded",
  "forbidden",
  "{}",
  "invalid",
  "rate-limited",
  "unavailable",
  "forbidden",
  "limit-exceeded",
  '{"a":1}',
];

/** A valid CONNECT, or now and then one that MQTT forbids in a way the library still writes. */
export function connectPacket(random: Random, protocol: 3 | 4 | 5): Buffer {
  return write(protocol, {
    cmd: "connect",
    protocolId: protocol === 3 ? "MQIsdp" : "MQTT",
    protocolVersion: protocol,
    clientId: random.pick(["c", "client", "provision", "x".repeat(30)]),
    clean: true,
    keepalive: random.pick([0, 1, 60, 65_535]),
    ...(random.once(2) ? { username: random.pick(["u", "token", "é"]) } : {}),
    ...(random.once(4)
      ? {
          will: {
            topic: "w",
            payload: Buffer.from("bye"),
            qos: random.pick([0, 1, 2] as const),
            retain: random.once(2),
          },
        }
      : {}),
    ...(protocol === 5 && random.once(2) ? { properties: connectProperties(random) } : {}),
  });
}

function connectProperties(random: Random) {
  return {
    ...(random.once(2) ? { sessionExpiryInterval: random.below(1_000) } : {}),
    ...(random.once(2) ? { receiveMaximum: 1 + random.below(10) } : {}),
    ...(random.once(2) ? { maximumPacketSize: 1 + random.below(200) } : {}),
    ...(random.once(2) ? { requestProblemInformation: random.once(2) } : {}),
    ...(random.once(2) ? { userProperties: { a: "b" } } : {}),
  };
}

/** A valid packet of a client after CONNECT. */
export function clientPacket(random: Random, protocol: 3 | 4 | 5): Buffer {
  const messageId = 1 + random.below(65_535);
  switch (random.below(12)) {
    case 0:
      return write(protocol, { cmd: "pingreq" });
    case 1:
      return write(protocol, {
        cmd: "subscribe",
        messageId,
        subscriptions: Array.from({ length: 1 + random.below(3) }, () => ({
          topic: random.pick(FILTERS),
          qos: random.pick([0, 1, 2] as const),
        })),
        ...(protocol === 5 && random.once(3) ? { properties: { userProperties: { k: "v" } } } : {}),
      });
    case 2:
      return write(protocol, {
        cmd: "unsubscribe",
        messageId,
        unsubscriptions: [random.pick(FILTERS), random.pick(FILTERS)],
      });
    case 3:
      return write(protocol, { cmd: "puback", messageId: 1 + random.below(20) });
    case 4:
      return random.once(4) ? write(protocol, { cmd: "disconnect" }) : write(protocol, { cmd: "pingreq" });
    default:
      return publishPacket(random, protocol, messageId);
  }
}

function publishPacket(random: Random, protocol: 3 | 4 | 5, messageId: number): Buffer {
  const qos = random.pick([0, 1, 1, 1] as const);
  return write(protocol, {
    cmd: "publish",
    topic: random.pick(TOPICS),
    payload: random.once(20) ? "x".repeat(random.below(3_000)) : random.pick(PAYLOADS),
    qos,
    dup: qos > 0 && random.once(5),
    retain: random.once(5),
    messageId,
    ...(protocol === 5 && random.once(4)
      ? {
          properties: {
            messageExpiryInterval: 5,
            contentType: "text",
            correlationData: Buffer.from([1, 2]),
            userProperties: { a: "b" },
          },
        }
      : {}),
  });
}

function write(protocol: 3 | 4 | 5, packet: Packet): Buffer {
  return generate(packet, { protocolVersion: protocol });
}

/** The same packet, broken in one to three ways. Lengths are mostly kept true, so that the break is met deep inside. */
export function mutate(random: Random, packet: Buffer): Buffer {
  let broken = Buffer.from(packet);
  for (let times = 1 + random.below(3); times > 0; times--) broken = mutateOnce(random, broken);
  return random.once(4) ? broken : withTrueLength(broken);
}

function mutateOnce(random: Random, packet: Buffer): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(packet);
  if (bytes.length === 0) return Buffer.from(random.bytes(1 + random.below(4)));
  const at = random.below(bytes.length);
  switch (random.below(9)) {
    case 0: // one bit
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
      return bytes;
    case 1: // a byte that means something somewhere
      bytes[at] = random.pick([0x00, 0x01, 0x7f, 0x80, 0xff, 0xc3, 0xed, 0x23, 0x2b, 0x26, 0x0b]);
      return bytes;
    case 2: // a hole
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(4))]);
    case 3: // more
      return Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.below(4)), bytes.subarray(at)]);
    case 4: // a part twice
      return Buffer.concat([bytes, bytes.subarray(at)]);
    case 5: // cut
      return Buffer.from(bytes.subarray(0, at));
    case 6: // another first byte
      bytes[0] = random.below(256);
      return bytes;
    case 7: // a 16-bit length that is off
      if (at + 1 < bytes.length) bytes.writeUInt16BE(random.pick([0, 1, 255, 256, 65_535]), at);
      return bytes;
    default: // all random behind the first byte
      random.bytes(bytes.length - 1).copy(bytes, 1);
      return bytes;
  }
}

/** Writes the Remaining Length that fits what follows the fixed header, as far as there is one. */
function withTrueLength(packet: Buffer): Buffer {
  let headerEnd = 1;
  while (headerEnd < Math.min(5, packet.length) && (packet[headerEnd] ?? 0) >= 0x80) headerEnd++;
  headerEnd += 1;
  if (headerEnd >= packet.length) return packet;
  let rest = packet.length - headerEnd;
  const length: number[] = [];
  do {
    const byte = rest & 0x7f;
    rest >>= 7;
    length.push(rest > 0 ? byte | 0x80 : byte);
  } while (rest > 0);
  return Buffer.concat([packet.subarray(0, 1), Buffer.from(length), packet.subarray(headerEnd)]);
}

/** The bytes in chunks of any size, as a network delivers them. */
export function split(random: Random, bytes: Buffer): Buffer[] {
  if (random.once(3)) return [bytes];
  const chunks: Buffer[] = [];
  const sizeMax = random.pick([1, 3, 20, 500]);
  for (let at = 0; at < bytes.length;) {
    const size = 1 + random.below(sizeMax);
    // Each chunk is memory of its own, as it comes from a socket.
    chunks.push(Buffer.from(bytes.subarray(at, at + size)));
    at += size;
  }
  return chunks;
}
