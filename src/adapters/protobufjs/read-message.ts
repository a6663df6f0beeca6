// Converts a Protobuf message to JSON text. The length of the text is limited, because a few bytes may stand for many
// fields with default values.
import { isUtf8 } from "node:buffer";
import protobuf from "protobufjs";
import { DomainError, invalid } from "../../core/errors.ts";
import { JSON_DEPTH_MAX } from "../../lib/json.ts";
import {
  LENGTH_AND_BYTES,
  SCALARS,
  type Field,
  type FieldValue,
  type MessageType,
  type Scalar,
} from "./message-type.ts";

/** Maximum characters of the JSON text of one message. */
const JSON_LENGTH_MAX = 1_048_576;

/** The fields that were sent: JSON text for scalars and enums, or nested messages. */
class Sent extends Map<Field, Item | Item[] | Map<string, Item> | undefined> {
  /** The field that is set, by the name of its `oneof`. */
  readonly #chosen = new Map<string, Field>();

  /** Of several fields of a `oneof`, the last one sent is set. */
  choose(field: Field): void {
    if (field.oneOf === undefined) return;
    const before = this.#chosen.get(field.oneOf);
    // Deleting the entry would leave a hole in the map each time.
    if (before !== undefined && before !== field) this.set(before, undefined);
    this.#chosen.set(field.oneOf, field);
  }
}

type Item = string | Sent;

/** Throws `invalid`. */
export function messageToJson(type: MessageType, payload: Uint8Array): string {
  try {
    const sent = readMessage(protobuf.Reader.create(payload), payload.length, type, 1);
    return new JsonWriter().message(type, sent);
  } catch (error) {
    if (error instanceof DomainError)
      throw invalid(`the payload is no message ${type.name} of Protobuf: ${error.message}`);
    if (error instanceof RangeError || (error instanceof Error && error.constructor === Error))
      throw invalid(
        `the payload is no message ${type.name} of Protobuf: it ends too early, or its bytes are no fields`,
      );
    throw error;
  }
}

function readMessage(
  reader: protobuf.Reader,
  end: number,
  type: MessageType,
  depth: number,
  into: Sent = new Sent(),
): Sent {
  if (depth > JSON_DEPTH_MAX) throw invalid(`it is nested deeper than ${String(JSON_DEPTH_MAX)} levels`);
  while (reader.pos < end) {
    const tag = reader.uint32();
    const [number, wireType] = [tag >>> 3, tag & 7];
    if (number === 0) throw invalid("it has the field 0");
    const field = type.byNumber.get(number);
    if (field === undefined) skip(reader, number, wireType);
    else readField(reader, field, wireType, { into, depth });
  }
  if (reader.pos !== end) throw invalid("a field reaches beyond the message that it is in");
  return into;
}

/** Skips a field that is not in the schema: the sender may have a newer one. */
function skip(reader: protobuf.Reader, number: number, wireType: number): void {
  if (wireType !== 0 && wireType !== 1 && wireType !== 2 && wireType !== 5)
    throw invalid(`the field ${String(number)} has the wire type ${String(wireType)}`);
  reader.skipType(wireType);
}

interface Place {
  readonly into: Sent;
  readonly depth: number;
}

function readField(reader: protobuf.Reader, field: Field, wireType: number, place: Place): void {
  const { into } = place;
  if (field.mapKey !== undefined) {
    requireWireType(field, wireType, LENGTH_AND_BYTES);
    readMapEntry(reader, field, field.mapKey, place);
    return;
  }
  const expected = wireTypeOf(field.value);
  if (!field.isRepeated) {
    requireWireType(field, wireType, expected);
    into.choose(field);
    into.set(field, readItem(reader, field, place, into.get(field)));
    return;
  }
  const items = (into.get(field) as Item[] | undefined) ?? [];
  into.set(field, items);
  if (wireType === LENGTH_AND_BYTES && expected !== LENGTH_AND_BYTES) {
    const end = endOfNext(reader);
    while (reader.pos < end) items.push(readItem(reader, field, place));
    if (reader.pos !== end) throw invalid(`${field.name} reaches beyond its length`);
    return;
  }
  requireWireType(field, wireType, expected);
  items.push(readItem(reader, field, place));
}

function readItem(reader: protobuf.Reader, field: Field, { depth }: Place, before?: unknown): Item {
  const { value } = field;
  switch (value.kind) {
    case "scalar":
      return readScalar(reader, value.scalar, field.name);
    case "enum":
      return enumText(value, reader.int32());
    case "message": {
      const end = endOfNext(reader);
      // A message that is sent in parts is merged.
      return readMessage(reader, end, value.message, depth + 1, before instanceof Sent ? before : undefined);
    }
  }
}

/** A map is sent as messages with the key as field 1 and the value as field 2. */
function readMapEntry(reader: protobuf.Reader, field: Field, mapKey: Scalar, { into, depth }: Place): void {
  const end = endOfNext(reader);
  let key = defaultOf(mapKey);
  let item: Item | undefined;
  while (reader.pos < end) {
    const tag = reader.uint32();
    const [number, wireType] = [tag >>> 3, tag & 7];
    if (number === 1) {
      requireWireType(field, wireType, SCALARS[mapKey]);
      key = readScalar(reader, mapKey, field.name);
    } else if (number === 2) {
      requireWireType(field, wireType, wireTypeOf(field.value));
      item = readItem(reader, field, { into, depth: depth + 1 });
    } else skip(reader, number, wireType);
  }
  if (reader.pos !== end) throw invalid(`${field.name} reaches beyond its length`);
  const items = (into.get(field) as Map<string, Item> | undefined) ?? new Map<string, Item>();
  into.set(field, items);
  items.set(mapKey === "string" ? key : JSON.stringify(key), item ?? defaultItem(field.value));
}

function defaultItem(value: FieldValue): Item {
  switch (value.kind) {
    case "scalar":
      return defaultOf(value.scalar);
    case "enum":
      return enumText(value, 0);
    case "message":
      return new Sent();
  }
}

function wireTypeOf(value: FieldValue): number {
  switch (value.kind) {
    case "scalar":
      return SCALARS[value.scalar];
    case "enum":
      return 0;
    case "message":
      return LENGTH_AND_BYTES;
  }
}

/** Otherwise values from a sender with another schema would look like missing ones. */
function requireWireType({ name, number, type }: Field, found: number, expected: number): void {
  if (found !== expected)
    throw invalid(
      `the field ${name} (${String(number)}) of type ${type} needs the wire type ${String(expected)}, got ${String(found)}`,
    );
}

function endOfNext(reader: protobuf.Reader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw invalid("it ends too early");
  return end;
}

/** The value as JSON text. */
function readScalar(reader: protobuf.Reader, scalar: Scalar, name: string): string {
  switch (scalar) {
    case "double":
      return numberText(reader.double());
    case "float":
      return floatText(reader.float());
    case "bool":
      return String(reader.bool());
    case "string": {
      const bytes = Buffer.from(reader.bytes());
      if (!isUtf8(bytes)) throw invalid(`the field ${name} is not valid UTF-8`);
      return JSON.stringify(bytes.toString("utf8"));
    }
    case "bytes":
      return JSON.stringify(Buffer.from(reader.bytes()).toString("base64"));
    default:
      return digitsOf(reader[scalar]());
  }
}

/** 64-bit integers come as objects with all their digits. */
function digitsOf(integer: { toString(radix: number): string }): string {
  return integer.toString(10);
}

function enumText(value: FieldValue & { kind: "enum" }, number: number): string {
  const name = value.names.get(number);
  return name === undefined ? String(number) : JSON.stringify(name);
}

function numberText(number: number): string {
  if (!Number.isFinite(number)) return "NaN";
  return Object.is(number, -0) ? "-0" : String(number);
}

/** The shortest text for this number with the precision of a float: 0.1 rather than 0.10000000149011612. */
function floatText(number: number): string {
  if (!Number.isFinite(number) || Number.isInteger(number)) return numberText(number);
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(number.toPrecision(digits));
    if (Math.fround(short) === number) return String(short);
  }
  return String(Number(number.toPrecision(9)));
}

function defaultOf(scalar: Scalar): string {
  if (scalar === "string" || scalar === "bytes") return '""';
  return scalar === "bool" ? "false" : "0";
}

class JsonWriter {
  #length = 0;

  message(type: MessageType, sent: Sent): string {
    const members: string[] = [];
    for (const field of type.byNumber.values()) {
      const text = this.#field(field, sent.get(field));
      if (text !== undefined) members.push(`${this.#counted(JSON.stringify(field.jsonName))}:${text}`);
    }
    return `{${members.join(",")}}`;
  }

  /** Undefined if nothing is written. */
  #field(field: Field, sent: Item | Item[] | Map<string, Item> | undefined): string | undefined {
    if (field.mapKey !== undefined) {
      const entries = [...((sent as Map<string, Item> | undefined) ?? [])];
      return `{${entries.map(([key, item]) => `${this.#counted(key)}:${this.#item(field, item)}`).join(",")}}`;
    }
    if (field.isRepeated)
      return `[${((sent as Item[] | undefined) ?? []).map((item) => this.#item(field, item)).join(",")}]`;
    if (sent !== undefined) return this.#item(field, sent as Item);
    return field.hasPresence ? undefined : this.#item(field, defaultItem(field.value));
  }

  #item(field: Field, item: Item): string {
    if (typeof item === "string") return this.#counted(item);
    if (field.value.kind !== "message") throw new Error("a message in the place of a scalar");
    return this.message(field.value.message, item);
  }

  /** Counts the length of every text, with room for the characters around it. */
  #counted(text: string): string {
    this.#length += text.length + 2;
    if (this.#length > JSON_LENGTH_MAX) throw invalid(`as JSON it has more than ${String(JSON_LENGTH_MAX)} characters`);
    return text;
  }
}
