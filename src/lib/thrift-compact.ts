// Structs of Thrift's compact protocol, read and written without knowing their schema: the form in which Parquet keeps its
// metadata. Source: the Thrift specification, "Thrift compact protocol encoding".

export interface ThriftField {
  readonly id: number;
  readonly value: ThriftValue;
}

export type ThriftStruct = readonly ThriftField[];

/** Integers of all widths are bigints; `type` is the number that the protocol has for it. */
export type ThriftValue =
  | { readonly type: 1 | 2 }
  | { readonly type: 3; readonly byte: number }
  | { readonly type: 4 | 5 | 6; readonly integer: bigint }
  | { readonly type: 7 | 8; readonly bytes: Uint8Array }
  | { readonly type: 9 | 10; readonly of: number; readonly items: readonly ThriftValue[] }
  | { readonly type: 12; readonly fields: ThriftStruct };

const STOP = 0;
const [TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, STRUCT] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12,
] as const;
const DEPTH_MAX = 32;

/** Throws for bytes that are no struct. */
export function readThrift(bytes: Uint8Array): ThriftStruct {
  return new Reader(bytes).struct(0);
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  struct(depth: number): ThriftStruct {
    if (depth > DEPTH_MAX) throw new Error(`a struct is nested deeper than ${String(DEPTH_MAX)} levels`);
    const fields: ThriftField[] = [];
    let id = 0;
    for (;;) {
      const head = this.#byte();
      if (head === STOP) return fields;
      const delta = head >> 4;
      id = delta === 0 ? Number(this.#zigzag()) : id + delta;
      fields.push({ id, value: this.#value(head & 15, depth) });
    }
  }

  #value(type: number, depth: number): ThriftValue {
    switch (type) {
      case TRUE:
      case FALSE:
        return { type };
      case BYTE:
        return { type, byte: this.#byte() };
      case I16:
      case I32:
      case I64:
        return { type, integer: this.#zigzag() };
      case DOUBLE:
        return { type, bytes: this.#take(8) };
      case BINARY:
        return { type, bytes: this.#take(Number(this.#varint())) };
      case LIST:
      case SET:
        return this.#list(type, depth);
      case STRUCT:
        return { type, fields: this.struct(depth + 1) };
      default:
        throw new Error(`the type ${String(type)} is not known`);
    }
  }

  #list(type: typeof LIST | typeof SET, depth: number): ThriftValue {
    const head = this.#byte();
    const of = head & 15;
    const size = head >> 4 === 15 ? Number(this.#varint()) : head >> 4;
    if (size > this.#bytes.length) throw new Error("a list is longer than the text it stands in");
    const items: ThriftValue[] = [];
    for (let index = 0; index < size; index++)
      // In a list a boolean is a byte of its own.
      items.push(of === TRUE || of === FALSE ? { type: this.#byte() === TRUE ? TRUE : FALSE } : this.#value(of, depth));
    return { type, of, items };
  }

  #zigzag(): bigint {
    const value = this.#varint();
    return (value >> 1n) ^ -(value & 1n);
  }

  #varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
    throw new Error("an integer is longer than 64 bits");
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new Error("the struct is cut short");
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new Error("the struct is cut short");
    return byte;
  }
}

export function writeThrift(fields: ThriftStruct): Buffer {
  const parts: Uint8Array[] = [];
  putStruct(parts, fields);
  return Buffer.concat(parts);
}

/** The head of a list, for a caller who puts its encoded items behind it. */
export function listHead(of: number, size: number): Buffer {
  return size < 15 ? Buffer.of((size << 4) | of) : Buffer.concat([Buffer.of(0xf0 | of), varint(BigInt(size))]);
}

/** The head of a field whose value the caller writes himself. */
export function fieldHead(previousId: number, id: number, type: number): Buffer {
  const delta = id - previousId;
  return delta > 0 && delta < 16
    ? Buffer.of((delta << 4) | type)
    : Buffer.concat([Buffer.of(type), varint(zigzag(BigInt(id)))]);
}

/** Fields without the mark that ends their struct. */
export function writeFields(fields: ThriftStruct, previousId: number): Buffer {
  const parts: Uint8Array[] = [];
  putFields(parts, fields, previousId);
  return Buffer.concat(parts);
}

function putStruct(parts: Uint8Array[], fields: ThriftStruct): void {
  putFields(parts, fields, 0);
  parts.push(Buffer.of(STOP));
}

function putFields(parts: Uint8Array[], fields: ThriftStruct, previousId: number): void {
  let previous = previousId;
  for (const { id, value } of fields) {
    parts.push(fieldHead(previous, id, value.type));
    putValue(parts, value);
    previous = id;
  }
}

function putValue(parts: Uint8Array[], value: ThriftValue): void {
  switch (value.type) {
    case TRUE:
    case FALSE:
      return;
    case BYTE:
      parts.push(Buffer.of(value.byte));
      return;
    case I16:
    case I32:
    case I64:
      parts.push(varint(zigzag(value.integer)));
      return;
    case DOUBLE:
      parts.push(value.bytes);
      return;
    case BINARY:
      parts.push(varint(BigInt(value.bytes.length)), value.bytes);
      return;
    case LIST:
    case SET:
      parts.push(listHead(value.of, value.items.length));
      for (const item of value.items)
        if (item.type === TRUE || item.type === FALSE) parts.push(Buffer.of(item.type));
        else putValue(parts, item);
      return;
    case STRUCT:
      putStruct(parts, value.fields);
  }
}

function zigzag(value: bigint): bigint {
  return BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
