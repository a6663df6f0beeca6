// Building blocks for the schemas by which JSON is read (schema-reader.ts). Each defines its meaning for the reader,
// the types and the API description in one place.
import {
  Type,
  type Static,
  type TBoolean,
  type TInteger,
  type TNull,
  type TObject,
  type TObjectOptions,
  type TProperties,
  type TSchema,
  type TString,
  type TUnion,
  type TUnsafe,
} from "typebox";
import type { AnyId } from "./ids.ts";

/** Characters of a unit, of a key, a column or a panel, and decimals of its figures. */
export const UNIT_LENGTH_MAX = 32;
export const DECIMALS_MAX = 15;

/**
 * An object with a name, under which the API description lists it; it accepts no other members. Its type is the result
 * of reading, including members with a default; clients may omit those.
 */
export function named<Members extends TProperties>(
  title: string,
  members: Members,
  options: object = {},
): TObject<Members> {
  const isNeeded = (member: TSchema): boolean =>
    !Type.IsOptional(member) && !("default" in member) && !("x-default" in member);
  const required = Object.keys(members).filter((name) => isNeeded(members[name] ?? {}));
  return Object.assign(Type.Object(members, { title, additionalProperties: false, ...options }), { required });
}

/** One of the given words. */
export function oneOf<const Word extends string>(words: readonly Word[], options: object = {}): TUnsafe<Word> {
  return Type.Unsafe<Word>({ type: "string", enum: [...words], ...options });
}

/** Null if it is missing. */
export function orNull<Schema extends TSchema>(schema: Schema, options: object = {}): TUnion<[Schema, TNull]> {
  return Type.Union([schema, Type.Null()], { default: null, ...options });
}

export const flag = (otherwise: boolean, options: object = {}): TBoolean =>
  Type.Boolean({ default: otherwise, ...options });
export const text = (maxLength: number, options: object = {}): TString => Type.String({ maxLength, ...options });
export const whole = (minimum: number, maximum: number, options: object = {}): TInteger =>
  Type.Integer({ minimum, maximum, ...options });
export const uuid = <Id extends AnyId>(options: object = {}): TUnsafe<Id> =>
  Type.Unsafe<Id>({ type: "string", format: "uuid", ...options });
/** Names chosen by users are keys of maps. */
export const byName = <Schema extends TSchema>(
  schema: Schema,
  options: object,
): TUnsafe<ReadonlyMap<string, Static<Schema>>> =>
  Type.Unsafe<ReadonlyMap<string, Static<Schema>>>(Type.Record(Type.String(), schema, options as TObjectOptions));
/** Described by the schema, but left unparsed for a specialized reader. */
export const unread = (schema: TSchema): TUnsafe => Type.Unsafe({ ...schema, "x-unread": true });
