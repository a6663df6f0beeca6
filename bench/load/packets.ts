// The few MQTT packets the load generator writes, and a reader that cuts a byte stream into packets without copying.
// Not a client library: it trusts its own arguments and keeps only what a measurement needs.

export type Protocol = 4 | 5;

export const PacketType = {
  connack: 2,
  publish: 3,
  puback: 4,
  pubrec: 5,
  pubcomp: 7,
  suback: 9,
  pingresp: 13,
  disconnect: 14,
} as const;

export const PINGREQ: Uint8Array = Uint8Array.of(0xc0, 0);
export const DISCONNECT: Uint8Array = Uint8Array.of(0xe0, 0);

export interface ConnectOptions {
  readonly protocol: Protocol;
  readonly token: string;
  readonly clientId: string;
  readonly keepAliveSeconds: number;
}

/** A CONNECT with the token as username, clean start and no will. */
export function encodeConnect(options: ConnectOptions): Buffer {
  const USERNAME_AND_CLEAN_START = 0x82;
  const body = [
    lengthPrefixed("MQTT"),
    Buffer.of(options.protocol, USERNAME_AND_CLEAN_START),
    uint16(options.keepAliveSeconds),
    ...noProperties(options.protocol),
    lengthPrefixed(options.clientId),
    lengthPrefixed(options.token),
  ];
  return packet(0x10, body);
}

export function encodeSubscribe(protocol: Protocol, packetId: number, filters: readonly string[], qos: 0 | 1): Buffer {
  const wanted = filters.flatMap((filter) => [lengthPrefixed(filter), Buffer.of(qos)]);
  return packet(0x82, [uint16(packetId), ...noProperties(protocol), ...wanted]);
}

export interface PublishOptions {
  readonly protocol: Protocol;
  readonly topic: string;
  readonly payload: Buffer | string;
  readonly qos: 0 | 1 | 2;
  readonly packetId: number;
}

export function encodePublish(options: PublishOptions): Buffer {
  const body = [lengthPrefixed(options.topic)];
  if (options.qos > 0) body.push(uint16(options.packetId));
  body.push(...noProperties(options.protocol), Buffer.from(options.payload));
  return packet(0x30 | (options.qos << 1), body);
}

export function encodePuback(packetId: number): Buffer {
  return Buffer.of(0x40, 2, packetId >>> 8, packetId & 0xff);
}

/** The second step of QoS 2: the server has received message `packetId`. */
export function encodePubrel(packetId: number): Buffer {
  return Buffer.of(0x62, 2, packetId >>> 8, packetId & 0xff);
}

function packet(firstByte: number, body: readonly Buffer[]): Buffer {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([Buffer.of(firstByte, ...remainingLength(length)), ...body]);
}

export function remainingLength(length: number): number[] {
  const bytes: number[] = [];
  let rest = length;
  do {
    const digit = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest > 0 ? digit | 0x80 : digit);
  } while (rest > 0);
  return bytes;
}

function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint16(bytes.length), bytes]);
}

function uint16(value: number): Buffer {
  return Buffer.of(value >>> 8, value & 0xff);
}

function noProperties(protocol: Protocol): Buffer[] {
  return protocol === 5 ? [Buffer.of(0)] : [];
}

export interface PacketHandler {
  /** The body is `bytes[start, end)`; it is valid only during the call. */
  packet(firstByte: number, bytes: Buffer, start: number, end: number): void;
}

const FIXED_HEADER_BYTES_MAX = 5;

/** Cuts chunks into packets; what a chunk leaves unfinished is kept for the next one. */
export class PacketReader {
  readonly #handler: PacketHandler;
  #kept: Buffer = Buffer.alloc(0);

  constructor(handler: PacketHandler) {
    this.#handler = handler;
  }

  /** `chunk` may be reused by the caller afterwards. */
  read(chunk: Buffer): void {
    const bytes = this.#kept.length === 0 ? chunk : Buffer.concat([this.#kept, chunk]);
    let position = 0;
    while (position + 2 <= bytes.length) {
      let length = 0;
      let cursor = position + 1;
      let digit = 0x80;
      for (let shift = 0; digit >= 0x80 && cursor < bytes.length; shift += 7) {
        digit = bytes[cursor++] ?? 0;
        length |= (digit & 0x7f) << shift;
        if (cursor - position > FIXED_HEADER_BYTES_MAX) throw new Error("the server sent a malformed packet length");
      }
      if (digit >= 0x80 || cursor + length > bytes.length) break;
      this.#handler.packet(bytes[position] ?? 0, bytes, cursor, cursor + length);
      position = cursor + length;
    }
    this.#kept = position === bytes.length ? bytes.subarray(0, 0) : Buffer.from(bytes.subarray(position));
  }
}
