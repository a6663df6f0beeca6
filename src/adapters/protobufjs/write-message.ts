// Converts a JSON value to a Protobuf message, following the JSON mapping of Protobuf: members by their JSON name or
// schema name, null as absent, integers also as text. Members that are not in the schema are left out.
import protobuf from "protobufjs";
import { invalid } from "../../core/errors.ts";
import { jsonKind, writeInOrder } from "../../lib/json.ts";
import {
  LENGTH_AND_BYTES,
  SCALARS,
  type Field,
  type FieldValue,
  type MessageType,
  type Scalar,
} from "./message-type.ts";

/** Throws `invalid`. */
export function messageFromJson(type: MessageType, json: unknown): Uint8Array {
  const writer = protobuf.Writer.create();
  writeMessage(writer, type, json, type.name);
  return writer.finish();
}

function writeMessage(writer: protobuf.Writer, type: MessageType, json: unknown, path: string): void {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw wrong(path, "an object", json);
  for (const [name, value] of Object.entries(json) as [string, unknown][]) {
    const field = type.byName.get(name);
    if (field !== undefined && value !== null) writeField(writer, field, value, `${path}.${name}`);
  }
}

function writeField(writer: protobuf.Writer, field: Field, json: unknown, path: string): void {
  if (field.mapKey !== undefined) {
    if (typeof json !== "object" || json === null || Array.isArray(json)) throw wrong(path, "an object", json);
    for (const [key, value] of Object.entries(json) as [string, unknown][]) {
      writer.uint32(tagOf(field.number, LENGTH_AND_BYTES)).fork();
      writeItem(
        writer,
        1,
        { kind: "scalar", scalar: field.mapKey },
        field.mapKey === "bool" ? key === "true" : key,
        path,
      );
      if (value !== null) writeItem(writer, 2, field.value, value, `${path}.${key}`);
      writer.ldelim();
    }
  } else if (field.isRepeated) {
    if (!Array.isArray(json)) throw wrong(path, "an array", json);
    for (const item of json as unknown[]) writeItem(writer, field.number, field.value, item, path);
  } else writeItem(writer, field.number, field.value, json, path);
}

function tagOf(number: number, wireType: number): number {
  return ((number << 3) | wireType) >>> 0;
}

function writeItem(writer: protobuf.Writer, number: number, value: FieldValue, json: unknown, path: string): void {
  switch (value.kind) {
    case "message":
      writer.uint32(tagOf(number, LENGTH_AND_BYTES)).fork();
      writeMessage(writer, value.message, json, path);
      writer.ldelim();
      break;
    case "enum":
      writer.uint32(tagOf(number, 0)).int32(enumNumber(value, json, path));
      break;
    case "scalar":
      writer.uint32(tagOf(number, SCALARS[value.scalar]));
      writeScalar(writer, value.scalar, json, path);
  }
}

function enumNumber(value: FieldValue & { kind: "enum" }, json: unknown, path: string): number {
  const number = typeof json === "string" ? value.numbers.get(json) : json;
  if (typeof number === "number" && Number.isInteger(number) && Math.abs(number) < 2 ** 31) return number;
  throw wrong(path, `one of ${[...value.numbers.keys()].join(", ")}`, json);
}

function writeScalar(writer: protobuf.Writer, scalar: Scalar, json: unknown, path: string): void {
  switch (scalar) {
    case "double":
    case "float":
      writer[scalar](numberOf(json, path));
      break;
    case "bool":
      writer.bool(booleanOf(json, path));
      break;
    case "string":
      writer.string(textOf(json));
      break;
    case "bytes":
      writer.bytes(bytesOf(json, path));
      break;
    case "int64":
    case "uint64":
    case "sint64":
    case "fixed64":
    case "sfixed64":
      // protobufjs reads the digits of a 64-bit integer from text.
      writer[scalar](integerOf(scalar, json, path).toString());
      break;
    default:
      writer[scalar](Number(integerOf(scalar, json, path)));
  }
}

function integerOf(scalar: Scalar, json: unknown, path: string): bigint {
  const isUnsigned = scalar.startsWith("u") || scalar.startsWith("f");
  const bits = scalar.endsWith("64") ? 64 : 32;
  const isWhole =
    typeof json === "bigint" || Number.isInteger(json) || (typeof json === "string" && /^-?[0-9]{1,20}$/.test(json));
  if (isWhole) {
    const integer = BigInt(json as bigint | number | string);
    if (integer === (isUnsigned ? BigInt.asUintN(bits, integer) : BigInt.asIntN(bits, integer))) return integer;
  }
  throw wrong(path, `an integer of the type ${scalar}`, json);
}

function numberOf(json: unknown, path: string): number {
  const number = typeof json === "string" && json.trim() === "" ? NaN : Number(json);
  const isNumber = typeof json === "number" || typeof json === "bigint" || typeof json === "string";
  if (!isNumber || !Number.isFinite(number)) throw wrong(path, "a number", json);
  return number;
}

function booleanOf(json: unknown, path: string): boolean {
  if (json === true || json === "true") return true;
  if (json === false || json === "false") return false;
  throw wrong(path, "true or false", json);
}

/**
 * Values other than texts are written as their JSON, so that params of any kind reach a device whose schema has a text
 * for them.
 */
function textOf(json: unknown): string {
  return typeof json === "string" ? json : writeInOrder(json);
}

function bytesOf(json: unknown, path: string): Uint8Array {
  if (typeof json === "string" && /^[A-Za-z0-9+/_-]*={0,2}$/.test(json)) return Buffer.from(json, "base64");
  throw wrong(path, "bytes in base64", json);
}

function wrong(path: string, wanted: string, got: unknown): Error {
  const shown = typeof got === "object" ? jsonKind(got) : writeInOrder(got);
  return invalid(`${path} must be ${wanted}, got ${shown.length > 64 ? `${shown.slice(0, 64)}…` : shown}`);
}
