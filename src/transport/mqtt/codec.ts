// Bytes <-> packets for everything but CONNECT and PUBLISH, which have files of their own. What clients send is decoded
// strictly here; what the server sends rarely is written by mqtt-packet, what it sends often by hand.
import { generate, writeToStream, type IConnackPacket, type Packet } from "mqtt-packet";
import { PacketReader, Property } from "./packet-reader.ts";
import { malformed, protocolError, ProtocolError, Violation } from "./protocol-error.ts";

// The library would keep 65,536 prepared two-byte buffers (8 MB) to write packet ids, which we write ourselves.
writeToStream.cacheNumbers = false;

/** The packet types, as they stand in the upper half of a packet's first byte. */
export const PacketType = {
  connect: 1,
  publish: 3,
  puback: 4,
  subscribe: 8,
  unsubscribe: 10,
  pingreq: 12,
  disconnect: 14,
} as const;

export const PINGRESP: Uint8Array = Buffer.from([0xd0, 0x00]);
/** The length of a PUBACK that says yes. */
export const PUBACK_BYTES = 4;

export interface SubscribePacket {
  readonly packetId: number;
  readonly filters: readonly { readonly filter: string; readonly qos: 0 | 1 | 2 }[];
}

export interface UnsubscribePacket {
  readonly packetId: number;
  readonly filters: readonly string[];
}

const SUBSCRIBE_PROPERTIES: ReadonlySet<number> = new Set([Property.subscriptionIdentifier, Property.userProperty]);
const UNSUBSCRIBE_PROPERTIES: ReadonlySet<number> = new Set([Property.userProperty]);
const ACKNOWLEDGEMENT_PROPERTIES: ReadonlySet<number> = new Set([Property.reasonString, Property.userProperty]);
const DISCONNECT_PROPERTIES: ReadonlySet<number> = new Set([
  Property.sessionExpiry,
  Property.reasonString,
  Property.userProperty,
]);

/** Reason codes a client may put into a PUBACK (MQTT 5, table 3-4) or a DISCONNECT (table 3-10). */
const PUBACK_CODES: ReadonlySet<number> = new Set([0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99]);
const DISCONNECT_CODES: ReadonlySet<number> = new Set([
  0x00, 0x04, 0x80, 0x81, 0x82, 0x83, 0x90, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99,
]);

/** Throws ProtocolError unless the lower half of the first byte is what MQTT demands of this type [MQTT-2.1.3-1]. */
export function requireFlags(header: number, flags: number): void {
  if ((header & 0x0f) !== flags) throw malformed(`the first byte 0x${header.toString(16)} has reserved flags set`);
}

export function decodeSubscribe(bytes: Buffer, start: number, end: number, protocol: 3 | 4 | 5): SubscribePacket {
  const reader = new PacketReader(bytes, start, end);
  const packetId = reader.packetId();
  if (protocol === 5 && reader.properties(SUBSCRIBE_PROPERTIES).has(Property.subscriptionIdentifier))
    throw new ProtocolError(Violation.subscriptionIdentifier, "subscription identifiers are not supported");
  const filters: { filter: string; qos: 0 | 1 | 2 }[] = [];
  while (!reader.isAtEnd) {
    const filter = reader.string("a topic filter");
    const options = reader.byte("the subscription options");
    filters.push({ filter, qos: requireOptions(options, protocol) });
  }
  if (filters.length === 0) throw protocolError("SUBSCRIBE names no filter"); // [MQTT-3.8.3-2]
  return { packetId, filters };
}

function requireOptions(options: number, protocol: 3 | 4 | 5): 0 | 1 | 2 {
  // v5 uses bits 2 to 5 for No Local, Retain As Published and Retain Handling, which mean nothing here but must be valid.
  const reserved = protocol === 5 ? 0xc0 : 0xfc;
  if ((options & reserved) !== 0)
    throw malformed(`the subscription options 0x${options.toString(16)} have reserved bits set`);
  if (protocol === 5 && (options & 0x30) === 0x30) throw protocolError("Retain Handling must be 0, 1 or 2, got 3");
  const qos = options & 3;
  if (qos === 3) throw malformed("the QoS of a subscription must be 0, 1 or 2, got 3");
  return qos === 0 ? 0 : qos === 1 ? 1 : 2;
}

export function decodeUnsubscribe(bytes: Buffer, start: number, end: number, protocol: 3 | 4 | 5): UnsubscribePacket {
  const reader = new PacketReader(bytes, start, end);
  const packetId = reader.packetId();
  if (protocol === 5) reader.properties(UNSUBSCRIBE_PROPERTIES);
  const filters: string[] = [];
  while (!reader.isAtEnd) filters.push(reader.string("a topic filter"));
  if (filters.length === 0) throw protocolError("UNSUBSCRIBE names no filter"); // [MQTT-3.10.3-2]
  return { packetId, filters };
}

/** Returns the packet id: a downlink that the client refused has been delivered as well. */
export function decodePuback(bytes: Buffer, start: number, end: number, protocol: 3 | 4 | 5): number {
  if (end - start === 2) {
    const packetId = bytes.readUInt16BE(start);
    if (packetId !== 0) return packetId;
  }
  const reader = new PacketReader(bytes, start, end);
  const packetId = reader.packetId();
  if (protocol === 5) readReason(reader, PUBACK_CODES, ACKNOWLEDGEMENT_PROPERTIES);
  reader.requireEnd("PUBACK");
  return packetId;
}

/** Returns the client's reason code, 0 where it gave none. */
export function decodeDisconnect(bytes: Buffer, start: number, end: number, protocol: 3 | 4 | 5): number {
  const reader = new PacketReader(bytes, start, end);
  const code = protocol === 5 ? readReason(reader, DISCONNECT_CODES, DISCONNECT_PROPERTIES) : 0;
  reader.requireEnd("DISCONNECT");
  return code;
}

/** A reason code and properties, both of which may be left out. */
function readReason(reader: PacketReader, codes: ReadonlySet<number>, allowed: ReadonlySet<number>): number {
  if (reader.isAtEnd) return 0;
  const code = reader.byte("the reason code");
  if (!codes.has(code)) throw protocolError(`0x${code.toString(16)} is not a reason code of this packet`);
  if (reader.remaining > 0) reader.properties(allowed);
  return code;
}

export type ConnackProperties = NonNullable<IConnackPacket["properties"]>;

/** Session Present is always 0: nothing is kept between sessions. */
export function encodeConnack(protocol: 3 | 4 | 5, code: number, properties: ConnackProperties = {}): Buffer {
  const packet: Packet =
    protocol === 5
      ? { cmd: "connack", sessionPresent: false, reasonCode: code, properties }
      : { cmd: "connack", sessionPresent: false, returnCode: code };
  return generate(packet, { protocolVersion: protocol });
}

export function encodeSuback(protocol: 3 | 4 | 5, packetId: number, granted: readonly number[]): Buffer {
  return generate({ cmd: "suback", messageId: packetId, granted: [...granted] }, { protocolVersion: protocol });
}

/** In v3 UNSUBACK has no codes. */
export function encodeUnsuback(protocol: 3 | 4 | 5, packetId: number, codes: readonly number[]): Buffer {
  return generate({ cmd: "unsuback", messageId: packetId, granted: [...codes] }, { protocolVersion: protocol });
}

/** A v5 PUBACK that says no; a PUBACK that says yes is four bytes, written by the ring of acknowledgements. */
export function encodeRefusedPuback(packetId: number, reasonCode: number, reason: string | undefined): Buffer {
  return generate(
    {
      cmd: "puback",
      messageId: packetId,
      reasonCode,
      ...(reason === undefined ? {} : { properties: { reasonString: reason } }),
    },
    { protocolVersion: 5 },
  );
}

/** Only v5 has a DISCONNECT that the server may send. */
export function encodeDisconnect(reasonCode: number, reason: string | undefined): Buffer {
  return generate(
    { cmd: "disconnect", reasonCode, ...(reason === undefined ? {} : { properties: { reasonString: reason } }) },
    { protocolVersion: 5 },
  );
}

/** A downlink, with room for a packet id at `idAt` (-1 at QoS 0), which is known only when it may be sent. */
export interface EncodedPublish {
  readonly bytes: Buffer;
  readonly idAt: number;
}

export function encodePublish(
  protocol: 3 | 4 | 5,
  topic: string,
  payload: string | Uint8Array,
  qos: 0 | 1,
): EncodedPublish {
  const topicLength = Buffer.byteLength(topic);
  const payloadLength = typeof payload === "string" ? Buffer.byteLength(payload) : payload.length;
  const remaining = 2 + topicLength + qos * 2 + (protocol === 5 ? 1 : 0) + payloadLength;
  const lengthBytes = remaining < 0x80 ? 1 : remaining < 0x4000 ? 2 : remaining < 0x20_0000 ? 3 : 4;
  const bytes = Buffer.allocUnsafe(1 + lengthBytes + remaining);
  bytes[0] = 0x30 | (qos << 1);
  for (let index = 0, rest = remaining; index < lengthBytes; index++, rest >>= 7)
    bytes[1 + index] = index + 1 < lengthBytes ? (rest & 0x7f) | 0x80 : rest & 0x7f;
  let at = bytes.writeUInt16BE(topicLength, 1 + lengthBytes);
  at += bytes.write(topic, at);
  const idAt = qos === 0 ? -1 : at;
  if (qos === 1) at = bytes.writeUInt16BE(0, at);
  if (protocol === 5) bytes[at++] = 0;
  if (typeof payload === "string") bytes.write(payload, at);
  else bytes.set(payload, at);
  return { bytes, idAt };
}
