// A ring of ready PUBLISH packets of one connection. Sending a message means patching its packet id, timestamps and
// values as digits in place, so that every message differs and none is rebuilt.
import { encodePublish, type Protocol } from "./packets.ts";

export type PayloadShape = "one-point" | "thirty-points" | "thirty-texts" | "attributes";

export const POINTS_PER_MESSAGE: Readonly<Record<PayloadShape, number>> = {
  "one-point": 1,
  "thirty-points": 30,
  "thirty-texts": 30,
  attributes: 50,
};

const DEVICES_PER_MESSAGE: Readonly<Record<PayloadShape, number>> = {
  "one-point": 1,
  "thirty-points": 10,
  "thirty-texts": 10,
  attributes: 10,
};
const KEYS: Readonly<Record<PayloadShape, readonly string[]>> = {
  "one-point": ["temperature"],
  "thirty-points": ["temperature", "pressure", "pulses"],
  "thirty-texts": ["temperature", "pressure", "pulses"],
  attributes: [],
};
const TOPICS: Readonly<Record<PayloadShape, string>> = {
  "one-point": "v1/gateway/telemetry",
  "thirty-points": "v1/gateway/telemetry",
  "thirty-texts": "v1/gateway/telemetry",
  attributes: "v1/gateway/attributes",
};

// Placeholders of a fixed width, so that a patch never changes the length of a packet. They cannot occur otherwise.
const TIMESTAMP_MARK = "1000000000000";
const VALUE_MARK = "0123";
const PACKET_ID_MAX = 0xffff;
const DIGITS_OF = fourDigitTable();

export interface MessageRingOptions {
  readonly protocol: Protocol;
  readonly shape: PayloadShape;
  readonly qos: 1 | 2;
  /** Messages that fit; at least the window of unacknowledged messages, since a slot is reused only once acknowledged. */
  readonly capacity: number;
  readonly devicePrefix: string;
  readonly devices: number;
  /** Timestamp of the first message of each device, in ms since 1970; each later one of a device is 1 ms on. */
  readonly firstTs: number;
}

export class MessageRing {
  readonly #bytes: Buffer;
  readonly #slotBytes: number;
  readonly #capacity: number;
  readonly #groups: number;
  readonly #firstTs: number;
  readonly #packetIdOffset: number;
  readonly #timestampOffsets: readonly number[];
  readonly #valueOffsets: readonly number[];

  constructor(options: MessageRingOptions) {
    const { shape, devices } = options;
    const perMessage = DEVICES_PER_MESSAGE[shape];
    if (devices % perMessage !== 0)
      throw new Error(
        `devices must be a multiple of ${String(perMessage)} for the shape "${shape}", got ${String(devices)}`,
      );
    this.#groups = devices / perMessage;
    this.#capacity = Math.ceil(options.capacity / this.#groups) * this.#groups;
    this.#firstTs = options.firstTs;

    const packets = Array.from({ length: this.#groups }, (_, group) => {
      const names = Array.from({ length: perMessage }, (_unused, place) =>
        deviceName(options.devicePrefix, group * perMessage + place),
      );
      const payload = payloadOf(shape, names);
      return encodePublish({
        protocol: options.protocol,
        topic: TOPICS[shape],
        payload,
        qos: options.qos,
        packetId: 1,
      });
    });
    const sample = packets[0] ?? Buffer.alloc(0);
    this.#slotBytes = sample.length;
    this.#bytes = Buffer.alloc(this.#slotBytes * this.#capacity);
    for (let slot = 0; slot < this.#capacity; slot++)
      packets[slot % this.#groups]?.copy(this.#bytes, slot * this.#slotBytes);
    this.#packetIdOffset = sample.indexOf(TOPICS[shape]) + TOPICS[shape].length;
    this.#timestampOffsets = offsetsOf(sample, TIMESTAMP_MARK);
    this.#valueOffsets = offsetsOf(sample, VALUE_MARK);
  }

  get messageBytes(): number {
    return this.#slotBytes;
  }

  /**
   * Makes messages ready for the wire, `first` being the number of the first one counted from 0, and returns their
   * bytes. May be fewer than `wanted`, where the ring ends. The bytes belong to the ring and are good until the
   * messages are acknowledged.
   */
  take(first: number, wanted: number): { readonly bytes: Buffer; readonly count: number } {
    const slot = first % this.#capacity;
    const count = Math.min(wanted, this.#capacity - slot);
    for (let index = 0; index < count; index++) this.#patch((slot + index) * this.#slotBytes, first + index);
    return { bytes: this.#bytes.subarray(slot * this.#slotBytes, (slot + count) * this.#slotBytes), count };
  }

  #patch(start: number, message: number): void {
    const bytes = this.#bytes;
    const packetId = packetIdOf(message);
    bytes[start + this.#packetIdOffset] = packetId >>> 8;
    bytes[start + this.#packetIdOffset + 1] = packetId & 0xff;
    const ts = this.#firstTs + Math.floor(message / this.#groups);
    for (const offset of this.#timestampOffsets) writeTimestamp(bytes, start + offset, ts);
    let value = message % 10_000;
    for (const offset of this.#valueOffsets) {
      writeFourDigits(bytes, start + offset, value);
      value = value + 37 < 10_000 ? value + 37 : value + 37 - 10_000;
    }
  }
}

/** Packet ids of message 0, 1, 2, ... run 1 to 65535 and over again. */
export function packetIdOf(message: number): number {
  return (message % PACKET_ID_MAX) + 1;
}

/** Of each device the points of each of its keys in the first `messages` of a ring, whose times follow one another from its first. */
export function pointsOfDevices(
  { shape, devices, devicePrefix }: Pick<MessageRingOptions, "shape" | "devices" | "devicePrefix">,
  messages: number,
): readonly { readonly device: string; readonly keys: readonly string[]; readonly points: number }[] {
  const groups = devices / DEVICES_PER_MESSAGE[shape];
  return Array.from({ length: devices }, (_, index) => ({
    device: deviceName(devicePrefix, index),
    keys: KEYS[shape],
    points: Math.max(0, Math.ceil((messages - Math.floor(index / DEVICES_PER_MESSAGE[shape])) / groups)),
  }));
}

/** All names of one prefix have the same length. */
export function deviceName(prefix: string, index: number): string {
  return `${prefix}-${String(index).padStart(5, "0")}`;
}

function payloadOf(shape: PayloadShape, names: readonly string[]): string {
  const members = names.map((name) => `${JSON.stringify(name)}:${entryOf(shape)}`);
  return `{${members.join(",")}}`;
}

function entryOf(shape: PayloadShape): string {
  // A leading 1 keeps integers valid JSON whatever the digits.
  switch (shape) {
    case "one-point":
      return `[{"ts":${TIMESTAMP_MARK},"values":{"temperature":21.${VALUE_MARK}}}]`;
    case "thirty-points":
      return `[{"ts":${TIMESTAMP_MARK},"values":{"temperature":21.${VALUE_MARK},"pressure":3.${VALUE_MARK},"pulses":1${VALUE_MARK}}}]`;
    case "thirty-texts":
      return `[{"ts":${TIMESTAMP_MARK},"values":{"temperature":"21.${VALUE_MARK}","pressure":"3.${VALUE_MARK}","pulses":"1${VALUE_MARK}"}}]`;
    case "attributes":
      return `{"battery":87.${VALUE_MARK},"uptime":1${VALUE_MARK},"signal":-61.${VALUE_MARK},"firmware":"2.7.${VALUE_MARK}","retries":1${VALUE_MARK}}`;
  }
}

function offsetsOf(sample: Buffer, mark: string): number[] {
  const offsets: number[] = [];
  for (let at = sample.indexOf(mark); at >= 0; at = sample.indexOf(mark, at + mark.length)) offsets.push(at);
  return offsets;
}

// 13 digits as 5 + 4 + 4.
function writeTimestamp(bytes: Buffer, at: number, ts: number): void {
  const upper = Math.floor(ts / 10_000);
  const top = Math.floor(upper / 10_000);
  bytes[at] = 0x30 + Math.floor(top / 10_000);
  writeFourDigits(bytes, at + 1, top % 10_000);
  writeFourDigits(bytes, at + 5, upper % 10_000);
  writeFourDigits(bytes, at + 9, ts % 10_000);
}

function writeFourDigits(bytes: Buffer, at: number, value: number): void {
  const from = value * 4;
  bytes[at] = DIGITS_OF[from] ?? 0;
  bytes[at + 1] = DIGITS_OF[from + 1] ?? 0;
  bytes[at + 2] = DIGITS_OF[from + 2] ?? 0;
  bytes[at + 3] = DIGITS_OF[from + 3] ?? 0;
}

function fourDigitTable(): Uint8Array {
  const table = new Uint8Array(40_000);
  for (let value = 0; value < 10_000; value++)
    table.set(Buffer.from(String(value).padStart(4, "0"), "latin1"), value * 4);
  return table;
}
