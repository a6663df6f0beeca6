// What a message of a schema looks like, in plain data: how it is read from its bytes, and written.
export type Scalar = keyof typeof SCALARS;

/** The wire type of texts, bytes, messages, and of scalars that are packed. */
export const LENGTH_AND_BYTES = 2;

/** The scalars and their wire types: 0 varint, 1 eight bytes, 2 length and bytes, 5 four bytes. */
export const SCALARS = {
  double: 1,
  float: 5,
  int32: 0,
  uint32: 0,
  sint32: 0,
  fixed32: 5,
  sfixed32: 5,
  int64: 0,
  uint64: 0,
  sint64: 0,
  fixed64: 1,
  sfixed64: 1,
  bool: 0,
  string: LENGTH_AND_BYTES,
  bytes: LENGTH_AND_BYTES,
} as const;

export type FieldValue =
  | { readonly kind: "scalar"; readonly scalar: Scalar }
  | {
      readonly kind: "enum";
      readonly names: ReadonlyMap<number, string>;
      readonly numbers: ReadonlyMap<string, number>;
    }
  | { readonly kind: "message"; readonly message: MessageType };

export interface Field {
  readonly number: number;
  readonly name: string;
  readonly jsonName: string;
  readonly type: string;
  readonly value: FieldValue;
  readonly isRepeated: boolean;
  /** Of a map; its values are `value`. */
  readonly mapKey: Scalar | undefined;
  readonly hasPresence: boolean;
  /** The name of the group of fields of which one is set at most. */
  readonly oneOf: string | undefined;
}

export interface MessageType {
  readonly name: string;
  readonly byNumber: ReadonlyMap<number, Field>;
  /** Under the name in the schema, and the one in JSON. */
  readonly byName: ReadonlyMap<string, Field>;
}
