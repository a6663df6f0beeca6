// Protobuf schemas with protobufjs, which parses their text and reads and writes the bytes on the wire.
import type { PayloadSchema, PayloadSchemas, SchemaField } from "../../core/devices/payload-schema.ts";
import type { MessageType } from "./message-type.ts";
import { parseSchema } from "./parse-schema.ts";
import { messageToJson } from "./read-message.ts";
import { messageFromJson } from "./write-message.ts";

export class ProtobufjsSchemas implements PayloadSchemas {
  compile(schema: string): PayloadSchema {
    const type = parseSchema(schema);
    return {
      fields: fieldsOf(type),
      toJson: (payload) => messageToJson(type, payload),
      fromJson: (json) => messageFromJson(type, json),
    };
  }
}

function fieldsOf({ byNumber }: MessageType): ReadonlyMap<string, SchemaField> {
  return new Map(
    [...byNumber.values()].map(({ name, type, value, isRepeated, hasPresence }) => [
      name,
      { type, isMessage: value.kind === "message", isRepeated, hasPresence },
    ]),
  );
}
