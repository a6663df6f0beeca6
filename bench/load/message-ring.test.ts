import { parser, type Packet } from "mqtt-packet";
import { expect, test } from "vitest";
import { deviceName, MessageRing, packetIdOf, POINTS_PER_MESSAGE, type MessageRingOptions } from "./message-ring.ts";

const FIRST_TS = 1_700_000_000_000;

function ring(options: Partial<MessageRingOptions> = {}): MessageRing {
  return new MessageRing({
    protocol: 4,
    shape: "one-point",
    qos: 1,
    capacity: 4,
    devicePrefix: "gw",
    devices: 1,
    firstTs: FIRST_TS,
    ...options,
  });
}

function decode(
  bytes: Buffer,
  protocolVersion: 4 | 5,
): { readonly topic: string; readonly messageId: number; readonly json: unknown }[] {
  const decoder = parser({ protocolVersion });
  const messages: { topic: string; messageId: number; json: unknown }[] = [];
  decoder.on("packet", (packet: Packet) => {
    if (packet.cmd !== "publish") throw new Error(`not a PUBLISH: ${packet.cmd}`);
    expect(packet.qos).toBe(1);
    messages.push({
      topic: packet.topic,
      messageId: packet.messageId ?? 0,
      json: JSON.parse(packet.payload.toString()),
    });
  });
  expect(decoder.parse(bytes)).toBe(0);
  return messages;
}

test.each([4, 5] as const)(
  "every message of a protocol %i ring is a valid PUBLISH with its own id, timestamp and value",
  (protocol) => {
    const bytes = Buffer.from(ring({ protocol }).take(0, 3).bytes);
    expect(decode(bytes, protocol)).toEqual([
      {
        topic: "v1/gateway/telemetry",
        messageId: 1,
        json: { "gw-00000": [{ ts: FIRST_TS, values: { temperature: 21 } }] },
      },
      {
        topic: "v1/gateway/telemetry",
        messageId: 2,
        json: { "gw-00000": [{ ts: FIRST_TS + 1, values: { temperature: 21.0001 } }] },
      },
      {
        topic: "v1/gateway/telemetry",
        messageId: 3,
        json: { "gw-00000": [{ ts: FIRST_TS + 2, values: { temperature: 21.0002 } }] },
      },
    ]);
  },
);

test("timestamps carry over all digits", () => {
  const [message] = decode(Buffer.from(ring({ firstTs: 1_799_999_999_999 }).take(1, 1).bytes), 4);
  expect(message?.json).toMatchObject({ "gw-00000": [{ ts: 1_800_000_000_000 }] });
});

test("a slot that is used again carries the new message", () => {
  const messages = ring();
  messages.take(0, 4);
  const [again] = decode(Buffer.from(messages.take(4, 1).bytes), 4);
  expect(again).toMatchObject({
    messageId: 5,
    json: { "gw-00000": [{ ts: FIRST_TS + 4, values: { temperature: 21.0004 } }] },
  });
});

test("one take ends where the ring ends", () => {
  const { count, bytes } = ring().take(2, 4);
  expect(count).toBe(2);
  expect(decode(Buffer.from(bytes), 4).map(({ messageId }) => messageId)).toEqual([3, 4]);
});

test("devices take turns and each has its own timestamps", () => {
  const taken = ring({ devices: 3, capacity: 6 }).take(0, 6);
  const seen = decode(Buffer.from(taken.bytes), 4).map(({ json }) => JSON.stringify(json).replace(/,"values".*/, ""));
  const entry = (index: number, ts: number): string => `{"${deviceName("gw", index)}":[{"ts":${String(ts)}`;
  expect(seen).toEqual([
    ...[0, 1, 2].map((index) => entry(index, FIRST_TS)),
    ...[0, 1, 2].map((index) => entry(index, FIRST_TS + 1)),
  ]);
});

test.each(["thirty-points", "attributes"] as const)(
  "a %s message holds as many values as are counted for it",
  (shape) => {
    const [message] = decode(Buffer.from(ring({ shape, devices: 10 }).take(7, 1).bytes), 4);
    const devices = Object.values(message?.json as Record<string, object | [{ values: object }]>);
    const values = devices.flatMap((device) => Object.keys("0" in device ? device[0].values : device));
    expect(devices).toHaveLength(10);
    expect(values).toHaveLength(POINTS_PER_MESSAGE[shape]);
  },
);

test("shapes of ten devices refuse another number of devices", () => {
  expect(() => ring({ shape: "thirty-points", devices: 15 })).toThrow(
    'devices must be a multiple of 10 for the shape "thirty-points", got 15',
  );
});

test("packet ids run from 1 to 65535 and over again", () => {
  expect([0, 65_534, 65_535, 65_536].map(packetIdOf)).toEqual([1, 65_535, 1, 2]);
});
