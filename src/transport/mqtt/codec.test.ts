// What each decoder takes and refuses, and that our packets and the public library's mean the same.
import fc from "fast-check";
import { generate, parser, type Packet } from "mqtt-packet";
import { describe, expect, test } from "vitest";
import {
  decodeDisconnect,
  decodePuback,
  decodeSubscribe,
  decodeUnsubscribe,
  encodeConnack,
  encodeDisconnect,
  encodePublish,
  encodeRefusedPuback,
  encodeSuback,
  encodeUnsuback,
} from "./codec.ts";
import { ConnectError, decodeConnect, type ConnectPacket } from "./decode-connect.ts";
import { decodePublish, PublishFields } from "./decode-publish.ts";
import { readRemainingLength } from "./framing.ts";
import { Property } from "./properties.ts";
import { ProtocolError } from "./protocol-error.ts";

type Protocol = 3 | 4 | 5;

function bodyOf(packet: Buffer): [Buffer, number, number] {
  const header = readRemainingLength(packet, 1, packet.length);
  const start = 1 + (header & 7);
  expect(start + (header >>> 3)).toBe(packet.length);
  return [packet, start, packet.length];
}

function write(packet: Packet, protocol: Protocol): Buffer {
  return generate(packet, { protocolVersion: protocol });
}

/** A body in hex, blanks ignored. */
function hex(text: string): [Buffer, number, number] {
  const bytes = Buffer.from(text.replaceAll(" ", ""), "hex");
  return [bytes, 0, bytes.length];
}

function codeOf(action: () => unknown): number | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof ProtocolError) return error.code;
    throw error;
  }
}

const MQTT4 = "00 04 4d 51 54 54 04";
const MQTT5 = "00 04 4d 51 54 54 05";

describe("CONNECT", () => {
  test("the smallest of 3.1, 3.1.1 and 5", () => {
    const common: Omit<ConnectPacket, "protocol"> = {
      clientId: "",
      username: undefined,
      password: undefined,
      cleanStart: true,
      keepAliveSeconds: 60,
      receiveMaximum: 65_535,
      packetBytesMax: Infinity,
      sessionExpirySeconds: 0,
      wantsReasons: true,
    };
    expect(decodeConnect(...hex("00 06 4d 51 49 73 64 70 03 02 003c 0000"))).toEqual({ protocol: 3, ...common });
    expect(decodeConnect(...hex(`${MQTT4} 02 003c 0000`))).toEqual({ protocol: 4, ...common });
    expect(decodeConnect(...hex(`${MQTT5} 02 003c 00 0000`))).toEqual({ protocol: 5, ...common });
  });

  test.each([
    ["nothing", "", 0x81],
    ["a name cut short", "00 04 4d 51", 0x81],
    ["another name", "00 04 4d 51 54 53 04 02 003c 0000", 0x81],
    ["another level", "00 04 4d 51 54 54 06 02 003c 0000", 0x82],
    ["the reserved flag", `${MQTT4} 03 003c 0000`, 0x81],
    ["a will QoS without a will", `${MQTT4} 0a 003c 0000`, 0x81],
    ["a will retain without a will", `${MQTT4} 22 003c 0000`, 0x81],
    ["a will QoS of 3", `${MQTT4} 1e 003c 0000 0001 77 0000`, 0x81],
    ["an empty will topic", `${MQTT4} 06 003c 0000 0000 0000`, 0x81],
    ["a will topic with a wildcard", `${MQTT4} 06 003c 0000 0001 23 0000`, 0x81],
    ["no will payload", `${MQTT4} 06 003c 0000 0001 77`, 0x81],
    ["a client id that is cut short", `${MQTT4} 02 003c 0005 61`, 0x81],
    ["a client id that is not UTF-8", `${MQTT4} 02 003c 0001 ff`, 0x81],
    ["a client id with U+0000", `${MQTT4} 02 003c 0001 00`, 0x81],
    ["a surrogate in the username", `${MQTT4} 82 003c 0000 0003 eda080`, 0x81],
    ["no username where the flag says so", `${MQTT4} 82 003c 0000`, 0x81],
    ["no password where the flag says so", `${MQTT4} c2 003c 0000 0001 75`, 0x81],
    ["bytes after the end", `${MQTT4} 02 003c 0000 00`, 0x81],
    ["v5: no properties", `${MQTT5} 02 003c`, 0x81],
    ["v5: properties longer than the packet", `${MQTT5} 02 003c 7f 0000`, 0x81],
    ["v5: a property length of five bytes", `${MQTT5} 02 003c 8080808001 0000`, 0x81],
    ["v5: a property length that is not the shortest", `${MQTT5} 02 003c 8000 0000`, 0x81],
    ["v5: a property of another packet", `${MQTT5} 02 003c 03 23 0001 0000`, 0x81],
    ["v5: an unknown property", `${MQTT5} 02 003c 02 7f 00 0000`, 0x81],
    ["v5: a property cut short", `${MQTT5} 02 003c 02 21 00 0000`, 0x81],
    ["v5: a property twice", `${MQTT5} 02 003c 06 21 0001 21 0001 0000`, 0x82],
    ["v5: a Receive Maximum of 0", `${MQTT5} 02 003c 03 21 0000 0000`, 0x82],
    ["v5: a Maximum Packet Size of 0", `${MQTT5} 02 003c 05 27 00000000 0000`, 0x82],
    ["v5: Request Problem Information of 2", `${MQTT5} 02 003c 02 17 02 0000`, 0x82],
    ["v5: Request Response Information of 2", `${MQTT5} 02 003c 02 19 02 0000`, 0x82],
    ["v5: an authentication method", `${MQTT5} 02 003c 04 15 0001 61 0000`, 0x8c],
    ["v5: authentication data alone", `${MQTT5} 02 003c 04 16 0001 61 0000`, 0x82],
    ["v5: a will property twice", `${MQTT5} 06 003c 00 0000 04 01 00 01 00 0001 77 0000`, 0x82],
    ["v5: a user property that is not UTF-8", `${MQTT5} 02 003c 07 26 0001 61 0001 ff 0000`, 0x81],
  ])("refuses %s", (_what, body, code) => {
    expect(codeOf(() => decodeConnect(...hex(body)))).toBe(code);
  });

  test("user properties may repeat", () => {
    expect(decodeConnect(...hex(`${MQTT5} 02 003c 0e 26 0001 61 0001 62 26 0001 61 0001 62 0000`)).clientId).toBe("");
  });

  test("an error says which version it is meant for", () => {
    const protocolOf = (body: string) => {
      try {
        decodeConnect(...hex(body));
      } catch (error) {
        if (error instanceof ConnectError) return error.protocol;
      }
      return "no error";
    };
    expect(protocolOf("00 04 4d 51 54 53 05")).toBe("unknown");
    expect(protocolOf("00 04 4d 51 54 54 07")).toBe("unsupported");
    expect(protocolOf(`${MQTT4} 03`)).toBe(4);
    expect(protocolOf(`${MQTT5} 03`)).toBe(5);
  });

  test("property: what the library writes is read as it was meant", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 20 }).filter((value) => !value.includes("\0"));
    const connect = fc.record({
      protocol: fc.constantFrom(3, 4, 5),
      clientId: text.filter((value) => value !== ""),
      username: fc.option(text, { nil: undefined }),
      password: fc.option(fc.uint8Array({ maxLength: 20 }), { nil: undefined }),
      clean: fc.boolean(),
      keepalive: fc.nat(65_535),
      will: fc.boolean(),
      receiveMaximum: fc.integer({ min: 1, max: 65_535 }),
      maximumPacketSize: fc.integer({ min: 1, max: 0xffff_ffff }),
      sessionExpiryInterval: fc.nat(0xffff_ffff),
      requestProblemInformation: fc.boolean(),
    });
    fc.assert(
      fc.property(connect, (one) => {
        const {
          protocol,
          clientId,
          username,
          clean,
          keepalive,
          receiveMaximum,
          maximumPacketSize,
          sessionExpiryInterval,
        } = one;
        const password =
          username === undefined || username === "" || one.password === undefined
            ? undefined
            : Buffer.from(one.password);
        const bytes = write(
          {
            cmd: "connect",
            protocolId: protocol === 3 ? "MQIsdp" : "MQTT",
            protocolVersion: protocol,
            clientId,
            clean,
            keepalive,
            ...(username === undefined || username === "" ? {} : { username }),
            ...(password === undefined ? {} : { password }),
            ...(one.will ? { will: { topic: "w", payload: Buffer.from("p"), qos: 1 as const, retain: true } } : {}),
            ...(protocol === 5
              ? {
                  properties: {
                    receiveMaximum,
                    maximumPacketSize,
                    sessionExpiryInterval,
                    requestProblemInformation: one.requestProblemInformation,
                  },
                }
              : {}),
          },
          protocol,
        );
        expect(decodeConnect(...bodyOf(bytes))).toEqual({
          protocol,
          clientId,
          username: username === "" ? undefined : username,
          password,
          cleanStart: clean,
          keepAliveSeconds: keepalive,
          receiveMaximum: protocol === 5 ? receiveMaximum : 65_535,
          packetBytesMax: protocol === 5 ? maximumPacketSize : Infinity,
          sessionExpirySeconds: protocol === 5 ? sessionExpiryInterval : 0,
          wantsReasons: protocol === 5 ? one.requestProblemInformation : true,
        });
      }),
    );
  });
});

describe("PUBLISH", () => {
  const decode = (header: number, body: string, protocol: Protocol) => {
    const fields = new PublishFields();
    decodePublish(header, ...hex(body), protocol, fields);
    return fields;
  };

  test.each([
    ["nothing", 0x30, "", 4, 0x81],
    ["half a length", 0x30, "00", 4, 0x81],
    ["a topic cut short", 0x30, "0005 61", 4, 0x81],
    ["no packet id", 0x32, "0001 61", 4, 0x81],
    ["half a packet id", 0x32, "0001 61 00", 4, 0x81],
    ["packet id 0", 0x32, "0001 61 0000", 4, 0x82],
    ["QoS 3", 0x36, "0001 61 0001", 4, 0x81],
    ["no packet id at QoS 2", 0x34, "0001 61", 4, 0x81],
    ["DUP at QoS 0", 0x38, "0001 61", 4, 0x81],
    ["v5: no properties", 0x30, "0001 61", 5, 0x81],
    ["v5: properties longer than the packet", 0x30, "0001 61 05 01 00", 5, 0x81],
    ["v5: a topic alias", 0x30, "0001 61 03 23 0001", 5, 0x94],
    ["v5: a topic alias of 0", 0x30, "0001 61 03 23 0000", 5, 0x94],
    ["v5: a subscription identifier", 0x30, "0001 61 02 0b 01", 5, 0x81],
    ["v5: a payload format of 2", 0x30, "0001 61 02 01 02", 5, 0x82],
    ["v5: a content type twice", 0x30, "0001 61 08 03 0001 61 03 0001 61", 5, 0x82],
    ["v5: a response topic with a wildcard", 0x30, "0001 61 06 08 0003 612f23", 5, 0x82],
    ["v5: a response topic that is not UTF-8", 0x30, "0001 61 04 08 0001 ff", 5, 0x81],
  ] as const)("refuses %s", (_what, header, body, protocol, code) => {
    expect(codeOf(() => decode(header, body, protocol))).toBe(code);
  });

  test("property: topic, packet id and payload are found, whatever the properties", () => {
    const publish = fc.record({
      protocol: fc.constantFrom(3, 4, 5),
      topic: fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter((topic) => !/[\0#+]/.test(topic)),
      payload: fc.uint8Array({ maxLength: 300 }),
      qos: fc.constantFrom(0, 1),
      messageId: fc.integer({ min: 1, max: 65_535 }),
      hasProperties: fc.boolean(),
    });
    fc.assert(
      fc.property(publish, ({ protocol, topic, payload, qos, messageId, hasProperties }) => {
        const properties = {
          payloadFormatIndicator: true,
          messageExpiryInterval: 7,
          contentType: "c",
          responseTopic: "r",
          correlationData: Buffer.from([0]),
          userProperties: { a: ["b", "c"] },
        };
        const bytes = write(
          {
            cmd: "publish",
            topic,
            payload: Buffer.from(payload),
            qos,
            messageId,
            dup: false,
            retain: true,
            ...(protocol === 5 && hasProperties ? { properties } : {}),
          },
          protocol,
        );
        const fields = new PublishFields();
        decodePublish(bytes[0] ?? 0, ...bodyOf(bytes), protocol, fields);
        expect(bytes.toString("utf8", fields.topicStart, fields.topicEnd)).toBe(topic);
        expect(bytes.subarray(fields.payloadStart)).toEqual(Buffer.from(payload));
        expect([fields.qos, fields.packetId]).toEqual([qos, qos === 0 ? 0 : messageId]);
      }),
    );
  });

  test("property: what we write is read as it was meant", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Protocol>(3, 4, 5),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter((topic) => !/[\0#+]/.test(topic)),
        fc.oneof(fc.string({ unit: "grapheme", maxLength: 200 }), fc.uint8Array({ maxLength: 20_000 })),
        fc.constantFrom<0 | 1>(0, 1),
        (protocol, topic, payload, qos) => {
          const { bytes, idAt } = encodePublish(protocol, topic, payload, qos);
          if (qos === 1) bytes.writeUInt16BE(513, idAt);
          expect(idAt >= 0).toBe(qos === 1);
          const meant = { topic, payload: Buffer.from(payload), qos, messageId: 513, dup: false, retain: false };
          expect(bytes).toEqual(write({ cmd: "publish", ...meant }, protocol));
          const packet = readWithLibrary(bytes, protocol);
          expect(packet).toMatchObject({
            cmd: "publish",
            topic,
            qos,
            retain: false,
            dup: false,
            ...(qos === 1 ? { messageId: 513 } : {}),
          });
          if (packet?.cmd === "publish") expect(Buffer.from(packet.payload)).toEqual(Buffer.from(payload));
        },
      ),
    );
  });
});

describe("SUBSCRIBE and UNSUBSCRIBE", () => {
  test.each([
    ["nothing", "", 4, 0x81],
    ["packet id 0", "0000 0001 61 00", 4, 0x82],
    ["no filter", "0001", 4, 0x82],
    ["a filter without options", "0001 0001 61", 4, 0x81],
    ["QoS 3", "0001 0001 61 03", 4, 0x81],
    ["reserved options", "0001 0001 61 04", 4, 0x81],
    ["a filter that is not UTF-8", "0001 0001 ff 00", 4, 0x81],
    ["v5: reserved options", "0001 00 0001 61 40", 5, 0x81],
    ["v5: Retain Handling 3", "0001 00 0001 61 30", 5, 0x82],
    ["v5: a subscription identifier", "0001 02 0b 05 0001 61 00", 5, 0xa1],
    ["v5: a property of another packet", "0001 02 01 00 0001 61 00", 5, 0x81],
  ] as const)("SUBSCRIBE refuses %s", (_what, body, protocol, code) => {
    expect(codeOf(() => decodeSubscribe(...hex(body), protocol))).toBe(code);
  });

  test("SUBSCRIBE with No Local, Retain As Published and Retain Handling", () => {
    expect(decodeSubscribe(...hex("0001 00 0001 61 2e 0000 01"), 5)).toEqual({
      packetId: 1,
      filters: [
        { filter: "a", qos: 2 },
        { filter: "", qos: 1 },
      ],
    });
  });

  test.each([
    ["packet id 0", "0000 0001 61", 4, 0x82],
    ["no filter", "0001", 4, 0x82],
    ["a filter cut short", "0001 0002 61", 4, 0x81],
    ["v5: a property of another packet", "0001 02 0b 05 0001 61", 5, 0x81],
  ] as const)("UNSUBSCRIBE refuses %s", (_what, body, protocol, code) => {
    expect(codeOf(() => decodeUnsubscribe(...hex(body), protocol))).toBe(code);
  });

  test("property: lists are read in order", () => {
    const filters = fc.array(
      fc.record({ topic: fc.constantFrom("a", "b/+", "#", "é"), qos: fc.constantFrom(0, 1, 2) }),
      { minLength: 1, maxLength: 9 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom<Protocol>(3, 4, 5),
        filters,
        fc.integer({ min: 1, max: 65_535 }),
        (protocol, list, messageId) => {
          const subscribe = write({ cmd: "subscribe", messageId, subscriptions: list }, protocol);
          expect(decodeSubscribe(...bodyOf(subscribe), protocol)).toEqual({
            packetId: messageId,
            filters: list.map(({ topic, qos }) => ({ filter: topic, qos })),
          });
          const topics = list.map(({ topic }) => topic);
          const unsubscribe = write({ cmd: "unsubscribe", messageId, unsubscriptions: topics }, protocol);
          expect(decodeUnsubscribe(...bodyOf(unsubscribe), protocol)).toEqual({ packetId: messageId, filters: topics });
        },
      ),
    );
  });
});

describe("PUBACK and DISCONNECT", () => {
  test.each([
    ["0001", 4, undefined],
    ["0001", 5, undefined],
    ["0001 10", 5, undefined],
    ["0001 80 00", 5, undefined],
    ["0001 87 05 1f 0002 6e6f", 5, undefined],
    ["0000", 4, 0x82],
    ["00", 4, 0x81],
    ["0001 00", 4, 0x81],
    ["0001 55", 5, 0x82],
    ["0001 00 00 00", 5, 0x81],
    ["0001 00 03 11 0000", 5, 0x81],
  ] as const)("PUBACK %s in v%i", (body, protocol, code) => {
    expect(codeOf(() => decodePuback(...hex(body), protocol))).toBe(code);
  });

  test.each([
    ["", 4, undefined],
    ["", 5, undefined],
    ["04", 5, undefined],
    ["00 05 11 00000000", 5, undefined],
    ["00", 4, 0x81],
    ["8b", 5, 0x82],
    ["00 00 00", 5, 0x81],
  ] as const)("DISCONNECT %j in v%i", (body, protocol, code) => {
    expect(codeOf(() => decodeDisconnect(...hex(body), protocol))).toBe(code);
  });
});

describe("what the server writes is what the public library writes", () => {
  const packetId = fc.integer({ min: 1, max: 65_535 });
  const code = fc.integer({ min: 0x80, max: 0xff });
  const text = fc.string({ unit: "grapheme", maxLength: 300 });
  const v5 = (packet: Packet) => write(packet, 5);

  test.each<Protocol>([3, 4, 5])("CONNACK, SUBACK and UNSUBACK (v%i)", (protocol) => {
    const codes = fc.array(fc.constantFrom(...(protocol === 5 ? [0, 1, 0x8f, 0x9e] : [0, 1, 0x80])), {
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(packetId, codes, (messageId, granted) => {
        const [returnCode = 0] = granted;
        const connack = encodeConnack(protocol, returnCode);
        expect(connack).toEqual(
          write({ cmd: "connack", sessionPresent: false, reasonCode: returnCode, returnCode }, protocol),
        );
        const suback = encodeSuback(protocol, messageId, granted);
        expect(suback).toEqual(write({ cmd: "suback", messageId, granted }, protocol));
        expect(readWithLibrary(suback, protocol)).toMatchObject({ cmd: "suback", messageId, granted });
        const unsuback = encodeUnsuback(protocol, messageId, granted);
        expect(unsuback).toEqual(write({ cmd: "unsuback", messageId, granted }, protocol));
      }),
    );
  });

  test("the properties of CONNACK, in the order given", () => {
    const properties = fc.record(
      {
        sessionExpiryInterval: fc.nat(0xffff_ffff),
        maximumPacketSize: fc.integer({ min: 1, max: 0xffff_ffff }),
        assignedClientIdentifier: text,
        subscriptionIdentifiersAvailable: fc.boolean(),
        sharedSubscriptionAvailable: fc.boolean(),
        receiveMaximum: fc.integer({ min: 1, max: 65_535 }),
      },
      { requiredKeys: ["subscriptionIdentifiersAvailable", "sharedSubscriptionAvailable"] },
    );
    fc.assert(
      fc.property(properties, (one) => {
        const bytes = encodeConnack(5, 0, [
          [Property.sessionExpiry, one.sessionExpiryInterval],
          [Property.maximumPacketSize, one.maximumPacketSize],
          [Property.assignedClientIdentifier, one.assignedClientIdentifier],
          [Property.subscriptionIdentifiersAvailable, Number(one.subscriptionIdentifiersAvailable)],
          [Property.sharedSubscriptionAvailable, Number(one.sharedSubscriptionAvailable)],
          [Property.receiveMaximum, one.receiveMaximum],
        ]);
        expect(bytes).toEqual(v5({ cmd: "connack", sessionPresent: false, reasonCode: 0, properties: one }));
      }),
    );
  });

  test("a PUBACK that says no, and DISCONNECT, with and without words", () => {
    fc.assert(
      fc.property(packetId, code, fc.option(text, { nil: undefined }), (messageId, reasonCode, reasonString) => {
        const words = reasonString === undefined ? {} : { properties: { reasonString } };
        const puback = encodeRefusedPuback(1, messageId, reasonCode, reasonString);
        expect(puback).toEqual(v5({ cmd: "puback", messageId, reasonCode, ...words }));
        expect(encodeDisconnect(reasonCode, reasonString)).toEqual(v5({ cmd: "disconnect", reasonCode, ...words }));
      }),
    );
    expect(readWithLibrary(encodeRefusedPuback(1, 7, 0x99, "no"), 5)).toMatchObject({
      messageId: 7,
      reasonCode: 0x99,
      properties: { reasonString: "no" },
    });
    expect(readWithLibrary(encodeDisconnect(0x8d, "late"), 5)).toMatchObject({
      reasonCode: 0x8d,
      properties: { reasonString: "late" },
    });
  });
});

function readWithLibrary(bytes: Buffer, protocol: Protocol): Packet | undefined {
  const packets: Packet[] = [];
  const reader = parser({ protocolVersion: protocol });
  reader.on("packet", (packet) => packets.push(packet));
  reader.on("error", (error: Error) => {
    throw error;
  });
  expect(reader.parse(bytes)).toBe(0);
  expect(packets).toHaveLength(1);
  return packets[0];
}
