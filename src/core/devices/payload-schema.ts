// The port for parsing Protobuf schemas, and for reading and writing their messages.

/** One message type, with everything it refers to. */
export interface PayloadSchema {
  /** The fields of the message, by name in the schema. */
  readonly fields: ReadonlyMap<string, SchemaField>;
  /**
   * The message as JSON text by the JSON mapping of Protobuf, with two differences: 64-bit integers are numbers with
   * all their digits, and non-finite numbers are NaN. Missing fields without presence have their default. Throws
   * `invalid` if the payload is not such a message.
   */
  toJson(payload: Uint8Array): string;
  /** The message for a JSON value; members that are not in the schema are dropped. Throws `invalid`. */
  fromJson(json: unknown): Uint8Array;
}

export interface SchemaField {
  /** As written in the schema: a scalar type of Protobuf, or the name of a message or enum. */
  readonly type: string;
  readonly isMessage: boolean;
  readonly isRepeated: boolean;
  /** Whether a reader can tell that the field was not sent. */
  readonly hasPresence: boolean;
}

export interface PayloadSchemas {
  /**
   * Compiles the last top-level message of a proto3 schema without imports. Throws `invalid`, with the line if there is
   * one.
   */
  compile(schema: string): PayloadSchema;
}
