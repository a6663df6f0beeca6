// Turns the text of a schema into plain data. protobufjs is used only to parse the text: its other functions would
// build functions from the schema's names, and schemas come from tenants.
import protobuf from "protobufjs";
import { invalid } from "../../core/errors.ts";
import { SCALARS, type Field, type FieldValue, type MessageType, type Scalar } from "./message-type.ts";

// The work of protobufjs grows faster than the schema: with the fields of a message, the options of many messages, or
// an unterminated text. These limits keep it within milliseconds, and leave room for several hundred fields.
const SCHEMA_LENGTH_MAX = 32_768;
/** Names, numbers, texts and punctuation; comments do not count. A field has five or six tokens. */
const SCHEMA_TOKENS_MAX = 3_000;
/**
 * Also counts quotes in comments. After an unterminated text, protobufjs searches for its end again from each of them.
 */
const ESCAPED_QUOTES_MAX = 100;
const ESCAPED_QUOTE = /\\["']/g;
/** Names that protobufjs drops silently. */
const LOST_NAME = /\b__proto__\b/;

/** The last message at the top level. Throws `invalid`. */
export function parseSchema(schema: string): MessageType {
  if (schema.length > SCHEMA_LENGTH_MAX)
    throw invalid(`it may have ${String(SCHEMA_LENGTH_MAX)} characters, got ${String(schema.length)}`);
  if (LOST_NAME.test(schema))
    throw invalid(`the name "__proto__" is not supported, in line ${lineOf(schema, LOST_NAME)}`);
  const escapedQuotes = schema.match(ESCAPED_QUOTE)?.length ?? 0;
  if (escapedQuotes > ESCAPED_QUOTES_MAX)
    throw invalid(`it may have ${String(ESCAPED_QUOTES_MAX)} escaped quotes, got ${String(escapedQuotes)}`);
  requireFewTokens(schema);
  const { root, imports } = parsed(schema);
  requireProto3(schema);
  if (imports !== undefined) throw invalid(`imports are not supported, got "${String(imports[0])}"`);
  const top = topOf(root);
  requireNoExtensions(top);
  const last = top.nestedArray.findLast((nested) => nested instanceof protobuf.Type);
  if (last === undefined) throw invalid("it has no message at its top level");
  return new Compiler().messageType(last);
}

function parsed(schema: string): protobuf.IParserResult {
  return readable(() => protobuf.parse(schema, { keepCase: true }));
}

function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw invalid(`it cannot be read: ${(error as Error).message}`);
  }
}

function requireFewTokens(schema: string): void {
  const tokens = readable(() => tokensOf(schema));
  if (tokens.length > SCHEMA_TOKENS_MAX)
    throw invalid(`it may have ${String(SCHEMA_TOKENS_MAX)} names, numbers and marks, got ${String(tokens.length)}`);
  // Features of editions, which protobufjs sets on every message of the schema.
  if (tokens.some((token, index) => /^features(?:\.|$)/.test(token) && tokens[index - 1] === "option"))
    throw invalid("features are not supported: a schema of proto3 has none");
}

/** The tokens as the parser sees them. */
function tokensOf(schema: string): readonly string[] {
  const { next } = protobuf.tokenize(schema, false);
  const tokens: string[] = [];
  for (let token = next(); token !== null; token = next()) tokens.push(token);
  return tokens;
}

function requireProto3(schema: string): void {
  const { next } = protobuf.tokenize(schema, false);
  const [keyword, , , syntax] = [next(), next(), next(), next()];
  if (keyword !== "syntax" || syntax !== "proto3") throw invalid('it must begin with syntax = "proto3";');
}

function requireNoExtensions(namespace: protobuf.NamespaceBase): void {
  const extended = namespace.nestedArray.find((nested) => nested instanceof protobuf.Field);
  if (extended !== undefined) throw invalid(`extend is not supported, got ${extended.name}`);
}

/** The contents of the schema's package, or of the schema itself. */
function topOf(root: protobuf.NamespaceBase): protobuf.NamespaceBase {
  let top = root;
  for (;;) {
    const [only, ...others] = top.nestedArray;
    const isPackage =
      others.length === 0 && only instanceof protobuf.Namespace && only.constructor === protobuf.Namespace;
    if (!isPackage) return top;
    top = only;
  }
}

function lineOf(schema: string, pattern: RegExp): string {
  return String(schema.slice(0, schema.search(pattern)).split("\n").length);
}

class Compiler {
  /** A message may contain itself. */
  readonly #known = new Map<protobuf.Type, MessageType>();

  messageType(type: protobuf.Type): MessageType {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const byNumber = new Map<number, Field>();
    const byName = new Map<string, Field>();
    const message: MessageType = { name: type.name, byNumber, byName };
    this.#known.set(type, message);
    requireNoExtensions(type);
    for (const each of type.fieldsArray) {
      const field = this.#field(each, type);
      byNumber.set(field.number, field);
      for (const name of new Set([field.name, field.jsonName])) {
        const other = byName.get(name);
        if (other !== undefined)
          throw invalid(
            `${type.name}: the fields ${other.name} and ${field.name} have the same name in JSON, "${name}"`,
          );
        byName.set(name, field);
      }
    }
    return message;
  }

  #field(field: protobuf.Field, type: protobuf.Type): Field {
    const value = this.#value(field, type);
    const isRepeated = field.repeated || field.map;
    const oneOf = field.getOption("proto3_optional") === true ? undefined : field.partOf?.name;
    const jsonName = field.getOption("json_name") as unknown;
    return {
      number: field.id,
      name: field.name,
      jsonName: typeof jsonName === "string" ? jsonName : jsonNameOf(field.name),
      type: field.type,
      value,
      isRepeated,
      mapKey: field instanceof protobuf.MapField ? (field.keyType as Scalar) : undefined,
      hasPresence: !isRepeated && (value.kind === "message" || field.partOf !== null),
      oneOf,
    };
  }

  #value(field: protobuf.Field, type: protobuf.Type): FieldValue {
    if (Object.hasOwn(SCALARS, field.type)) return { kind: "scalar", scalar: field.type as Scalar };
    const found = type.lookup(field.type, [protobuf.Type, protobuf.Enum]);
    if (found instanceof protobuf.Enum) return enumOf(found);
    if (!(found instanceof protobuf.Type))
      throw invalid(`${type.name}: the type ${field.type} of the field ${field.name} is not in the schema`);
    if ("group" in found && found.group === true)
      throw invalid(`${type.name}: groups are not supported, got ${field.name}`);
    return { kind: "message", message: this.messageType(found) };
  }
}

function enumOf({ values }: protobuf.Enum): FieldValue {
  const numbers = new Map(Object.entries(values));
  const names = new Map<number, string>();
  for (const [name, number] of numbers) if (!names.has(number)) names.set(number, name);
  return { kind: "enum", names, numbers };
}

/** lowerCamelCase, following the JSON mapping of Protobuf. */
function jsonNameOf(name: string): string {
  return name.replace(/_+(.?)/g, (_underscores, next: string) => next.toUpperCase());
}
