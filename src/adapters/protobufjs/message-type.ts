// The structure of a message in plain data, used to read and write its bytes.
export type Scalar = keyof typeof SCALARS;

/** The wire type of texts, bytes, messages, and packed scalars. */
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
  /** Set for a map, whose values are described by `value`. */
  readonly mapKey: Scalar | undefined;
  readonly hasPresence: boolean;
  /** The name of the `oneof` group, of whose fields at most one is set. */
  readonly oneOf: string | undefined;
}

export interface MessageType {
  readonly name: string;
  readonly byNumber: ReadonlyMap<number, Field>;
  /** By the name in the schema and by the name in JSON. */
  readonly byName: ReadonlyMap<string, Field>;
}
