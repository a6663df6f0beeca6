import { parser, type Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { encodeConnect, encodePublish, encodeSubscribe, PacketReader, type Protocol } from "./packets.ts";

function decode(bytes: Buffer, protocolVersion: Protocol): Packet {
  const decoder = parser({ protocolVersion });
  const packets: Packet[] = [];
  decoder.on("packet", (packet: Packet) => packets.push(packet));
  expect(decoder.parse(bytes)).toBe(0);
  const [packet] = packets;
  if (packet === undefined) throw new Error("no packet");
  return packet;
}

test.each([4, 5] as const)("CONNECT, SUBSCRIBE and PUBLISH of protocol %i say what they were asked to", (protocol) => {
  const connect = encodeConnect({ protocol, token: "secret", clientId: "one", keepAliveSeconds: 300 });
  expect(decode(connect, protocol)).toMatchObject({
    cmd: "connect",
    protocolVersion: protocol,
    clientId: "one",
    keepalive: 300,
    clean: true,
  });
  const subscribe = encodeSubscribe(protocol, 258, ["v1/gateway/rpc", "v1/gateway/attributes"], 1);
  expect(decode(subscribe, protocol)).toMatchObject({
    cmd: "subscribe",
    messageId: 258,
    subscriptions: [
      { topic: "v1/gateway/rpc", qos: 1 },
      { topic: "v1/gateway/attributes", qos: 1 },
    ],
  });
  const publish = encodePublish({ protocol, topic: "t", payload: "x".repeat(300), qos: 1, packetId: 65_535 });
  expect(decode(publish, protocol)).toMatchObject({
    cmd: "publish",
    topic: "t",
    qos: 1,
    messageId: 65_535,
    payload: Buffer.from("x".repeat(300)),
  });
});

test("any split of the bytes gives the same packets", () => {
  const bytes = Buffer.concat([
    Buffer.of(0x40, 2, 0, 1),
    encodePublish({ protocol: 4, topic: "t", payload: "y".repeat(200), qos: 0, packetId: 0 }),
    Buffer.of(0xd0, 0),
  ]);
  for (let size = 1; size <= bytes.length; size++) {
    const seen: [number, number][] = [];
    const reader = new PacketReader({ packet: (firstByte, _bytes, start, end) => seen.push([firstByte, end - start]) });
    for (let at = 0; at < bytes.length; at += size) reader.read(bytes.subarray(at, at + size));
    expect(seen).toEqual([
      [0x40, 2],
      [0x30, 203],
      [0xd0, 0],
    ]);
  }
});
