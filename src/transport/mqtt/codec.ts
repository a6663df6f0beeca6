// Bytes <-> packets. Decodes what clients send, strictly; CONNECT and PUBLISH have files of their own. Encodes what the
// server sends.
import { PacketReader } from "./packet-reader.ts";
import { encodeProperties, Property, varintBytes, withLength, writeVarint, type SentProperty } from "./properties.ts";
import { malformed, protocolError, ProtocolError, Violation } from "./protocol-error.ts";

/** The packet types, from the upper four bits of a packet's first byte. */
export const PacketType = {
  connect: 1,
  connack: 2,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubrel: 6,
  pubcomp: 7,
  subscribe: 8,
  suback: 9,
  unsubscribe: 10,
  unsuback: 11,
  pingreq: 12,
  disconnect: 14,
} as const;

export const PINGRESP: Uint8Array = Buffer.from([0xd0, 0x00]);
/** The length of a successful PUBACK or PUBREC. */
export const PUBACK_BYTES = 4;
/** v5 PUBCOMP code for a packet id without an open exchange. */
const PACKET_ID_NOT_FOUND = 0x92;

export interface SubscribePacket {
  readonly packetId: number;
  readonly filters: readonly { readonly filter: string; readonly qos: 0 | 1 | 2 }[];
}

export interface UnsubscribePacket {
  readonly packetId: number;
  readonly filters: readonly string[];
}

const SUBSCRIBE_PROPERTIES: ReadonlySet<Property> = new Set([Property.subscriptionIdentifier, Property.userProperty]);
const UNSUBSCRIBE_PROPERTIES: ReadonlySet<Property> = new Set([Property.userProperty]);
const ACKNOWLEDGEMENT_PROPERTIES: ReadonlySet<Property> = new Set([Property.reasonString, Property.userProperty]);
const DISCONNECT_PROPERTIES: ReadonlySet<Property> = new Set([
  Property.sessionExpiry,
  Property.reasonString,
  Property.userProperty,
]);

/**
 * Reason codes that a client may send in a PUBACK (MQTT 5, table 3-4), a PUBREL (table 3-6) or a DISCONNECT (table
 * 3-10).
 */
const PUBACK_CODES: ReadonlySet<number> = new Set([0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99]);
const PUBREL_CODES: ReadonlySet<number> = new Set([0x00, PACKET_ID_NOT_FOUND]);
const DISCONNECT_CODES: ReadonlySet<number> = new Set([
  0x00, 0x04, 0x80, 0x81, 0x82, 0x83, 0x90, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99,
]);

/**
 * Throws ProtocolError unless the lower four bits of the first byte are those required for this packet type
 * [MQTT-2.1.3-1].
 */
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
  // v5 uses bits 2 to 5 for No Local, Retain As Published and Retain Handling. They have no effect here but must be
  // valid.
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

/** Returns the packet id. Its reason code is ignored: a downlink that the client refuses counts as delivered. */
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

/** Returns the packet id. The client's reason code is ignored. */
export function decodePubrel(bytes: Buffer, start: number, end: number, protocol: 3 | 4 | 5): number {
  const reader = new PacketReader(bytes, start, end);
  const packetId = reader.packetId();
  if (protocol === 5) readReason(reader, PUBREL_CODES, ACKNOWLEDGEMENT_PROPERTIES);
  reader.requireEnd("PUBREL");
  return packetId;
}

/** Returns the client's reason code, 0 if it sent none. */
export function decodeDisconnect(bytes: Buffer, start: number, end: number, protocol: 3 | 4 | 5): number {
  const reader = new PacketReader(bytes, start, end);
  const code = protocol === 5 ? readReason(reader, DISCONNECT_CODES, DISCONNECT_PROPERTIES) : 0;
  reader.requireEnd("DISCONNECT");
  return code;
}

/** Reads a reason code and properties, both of which may be omitted. */
function readReason(reader: PacketReader, codes: ReadonlySet<number>, allowed: ReadonlySet<Property>): number {
  if (reader.isAtEnd) return 0;
  const code = reader.byte("the reason code");
  if (!codes.has(code)) throw protocolError(`0x${code.toString(16)} is not a reason code of this packet`);
  if (reader.remaining > 0) reader.properties(allowed);
  return code;
}

/** Session Present is always 0: nothing is kept between sessions. */
export function encodeConnack(protocol: 3 | 4 | 5, code: number, properties: readonly SentProperty[] = []): Buffer {
  return encode(PacketType.connack, [[0, code], sent(protocol, properties)]);
}

export function encodeSuback(protocol: 3 | 4 | 5, packetId: number, codes: readonly number[]): Buffer {
  return encode(PacketType.suback, [uint16(packetId), sent(protocol), codes]);
}

/** A v3 UNSUBACK has no codes. */
export function encodeUnsuback(protocol: 3 | 4 | 5, packetId: number, codes: readonly number[]): Buffer {
  return encode(PacketType.unsuback, [uint16(packetId), sent(protocol), protocol === 5 ? codes : []]);
}

/** A v5 PUBACK (PUBREC at QoS 2) that refuses. `acknowledgements.ts` writes successful ones, which take four bytes. */
export function encodeRefusedPuback(qos: 1 | 2, packetId: number, code: number, reason: string | undefined): Buffer {
  const type = qos === 2 ? PacketType.pubrec : PacketType.puback;
  return encode(type, [uint16(packetId), [code], encodeProperties([[Property.reasonString, reason]])]);
}

/** v3 cannot report that the exchange was not open. */
export function encodePubcomp(protocol: 3 | 4 | 5, packetId: number, wasOpen: boolean): Buffer {
  const code = protocol === 5 && !wasOpen ? [PACKET_ID_NOT_FOUND] : [];
  return encode(PacketType.pubcomp, [uint16(packetId), code]);
}

/** v5 only: in older versions the server sends no DISCONNECT. */
export function encodeDisconnect(code: number, reason: string | undefined): Buffer {
  return encode(PacketType.disconnect, [[code], encodeProperties([[Property.reasonString, reason]])]);
}

/** Joins the parts of a packet whose type has no flags. */
function encode(type: number, body: readonly ArrayLike<number>[]): Buffer {
  return Buffer.concat([Buffer.from([type << 4]), withLength(body)]);
}

/** v3 has no properties, not even a length for them. */
function sent(protocol: 3 | 4 | 5, properties: readonly SentProperty[] = []): ArrayLike<number> {
  return protocol === 5 ? encodeProperties(properties) : [];
}

function uint16(value: number): readonly number[] {
  return [value >>> 8, value & 0xff];
}

/**
 * An encoded downlink with room for a packet id at `idAt` (-1 at QoS 0). The id is assigned when the downlink is sent.
 */
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
  const bytes = Buffer.allocUnsafe(1 + varintBytes(remaining) + remaining);
  bytes[0] = (PacketType.publish << 4) | (qos << 1);
  let at = bytes.writeUInt16BE(topicLength, writeVarint(bytes, remaining, 1));
  at += bytes.write(topic, at);
  const idAt = qos === 0 ? -1 : at;
  if (qos === 1) at = bytes.writeUInt16BE(0, at);
  if (protocol === 5) bytes[at++] = 0;
  if (typeof payload === "string") bytes.write(payload, at);
  else bytes.set(payload, at);
  return { bytes, idAt };
}
