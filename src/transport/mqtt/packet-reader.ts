// Reads the fields of one packet's body strictly: every length stays inside the packet, every string is UTF-8 without
// U+0000, and only allowed properties occur, each once.
import { isUtf8 } from "node:buffer";
import { Property, propertyOf } from "./properties.ts";
import { malformed, protocolError } from "./protocol-error.ts";

/** Maps a property to its number, or to 0 if its value is text or bytes, which only has to be valid. */
export type Properties = ReadonlyMap<Property, number>;

const NO_PROPERTIES: Properties = new Map();

export class PacketReader {
  readonly #bytes: Buffer;
  #at: number;
  #end: number;

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  get remaining(): number {
    return this.#end - this.#at;
  }

  byte(what: string): number {
    this.#require(1, what);
    return this.#bytes[this.#at++] ?? 0;
  }

  uint16(what: string): number {
    this.#require(2, what);
    const value = this.#bytes.readUInt16BE(this.#at);
    this.#at += 2;
    return value;
  }

  uint32(what: string): number {
    this.#require(4, what);
    const value = this.#bytes.readUInt32BE(this.#at);
    this.#at += 4;
    return value;
  }

  /** Reads a variable byte integer, which must be in its shortest form [MQTT-1.5.5-1]. */
  varint(what: string): number {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte(what);
      value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if (byte === 0 && shift > 0) throw malformed(`${what} is not written in its shortest form`);
      return value;
    }
    throw malformed(`${what} is longer than 4 bytes`);
  }

  /** Returns a copy, which may outlive the chunk it came in. */
  binary(what: string): Buffer {
    const length = this.uint16(what);
    this.#require(length, what);
    const bytes = Buffer.from(this.#bytes.subarray(this.#at, this.#at + length));
    this.#at += length;
    return bytes;
  }

  string(what: string): string {
    const start = this.skipString(what);
    return this.#bytes.toString("utf8", start, this.#at);
  }

  /** Checks a string without creating it; returns where its text begins. */
  skipString(what: string): number {
    const length = this.uint16(what);
    this.#require(length, what);
    const start = this.#at;
    this.#at += length;
    requireText(this.#bytes, start, this.#at, what);
    return start;
  }

  /** Reads a packet id, which is never 0 [MQTT-2.2.1-3]. */
  packetId(): number {
    const id = this.uint16("the packet id");
    if (id === 0) throw protocolError("a packet id must be 1 to 65535, got 0");
    return id;
  }

  /**
   * Reads the properties of a v5 packet. A repeated property, or one not in `allowed`, is an error [MQTT 5, 2.2.2.2].
   */
  properties(allowed: ReadonlySet<Property>): Properties {
    const length = this.varint("the property length");
    if (length === 0) return NO_PROPERTIES;
    this.#require(length, "the properties");
    const outerEnd = this.#end;
    this.#end = this.#at + length;
    const found = new Map<Property, number>();
    while (!this.isAtEnd) {
      const id = this.varint("a property id");
      const property = propertyOf(id);
      const name = `property 0x${id.toString(16).padStart(2, "0")}`;
      if (property === undefined || !allowed.has(property)) throw malformed(`${name} is not allowed in this packet`);
      if (found.has(property) && property !== Property.userProperty) throw protocolError(`${name} is given twice`);
      found.set(property, this.#propertyValue(property, name));
    }
    this.#end = outerEnd;
    return found;
  }

  requireEnd(packet: string): void {
    if (!this.isAtEnd) throw malformed(`${packet} has ${String(this.remaining)} bytes after its last field`);
  }

  #propertyValue({ type }: Property, what: string): number {
    switch (type) {
      case "flag": {
        const value = this.byte(what);
        if (value > 1) throw protocolError(`${what} must be 0 or 1, got ${String(value)}`);
        return value;
      }
      case "uint16":
        return this.uint16(what);
      case "uint32":
        return this.uint32(what);
      case "varint":
        return this.varint(what);
      case "string":
        this.skipString(what);
        return 0;
      case "topic": {
        const topic = this.string(what);
        if (topic.includes("+") || topic.includes("#")) throw protocolError(`${what} holds a wildcard`); // [MQTT-3.3.2-14]
        return 0;
      }
      case "binary": {
        const length = this.uint16(what);
        this.#require(length, what);
        this.#at += length;
        return 0;
      }
      case "pair":
        this.skipString(what);
        this.skipString(what);
        return 0;
    }
  }

  #require(length: number, what: string): void {
    if (this.#at + length > this.#end)
      throw malformed(`${what} needs ${String(length)} bytes, ${String(this.remaining)} are left`);
  }
}

/** Throws ProtocolError unless the text is UTF-8 without U+0000 [MQTT-1.5.4-1, MQTT-1.5.4-2]. */
export function requireText(bytes: Buffer, start: number, end: number, what: string): void {
  // Nearly all names are plain ASCII, which this pass detects.
  let isAscii = true;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0) throw malformed(`${what} holds U+0000`);
    if (byte >= 0x80) isAscii = false;
  }
  if (!isAscii && !isUtf8(bytes.subarray(start, end))) throw malformed(`${what} is not valid UTF-8`);
}
