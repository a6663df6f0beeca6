// The port behind which schemas of Protobuf are read, and messages of one are read and written.

/** One message type, with everything that it refers to. */
export interface PayloadSchema {
  /** The fields of the message, by their names in the schema. */
  readonly fields: ReadonlyMap<string, SchemaField>;
  /**
   * The message as JSON text, as the JSON mapping of Protobuf says, with two differences: integers of 64 bits are
   * numbers with all their digits, and what is not finite is NaN. Fields without presence that were not sent have their
   * default. Throws `invalid` for what is no such message.
   */
  toJson(payload: Uint8Array): string;
  /** The message that a JSON value stands for; members that the schema does not have are left out. Throws `invalid`. */
  fromJson(json: unknown): Uint8Array;
}

export interface SchemaField {
  /** As the schema writes it: a scalar of Protobuf, or the name of a message or an enum. */
  readonly type: string;
  readonly isMessage: boolean;
  readonly isRepeated: boolean;
  /** Whether a reader can tell that it was not sent. */
  readonly hasPresence: boolean;
}

export interface PayloadSchemas {
  /** The last message at the top level of a schema in proto3, without imports. Throws `invalid`, with the line where there is one. */
  compile(schema: string): PayloadSchema;
}
