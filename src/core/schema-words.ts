// Words for schemas that JSON is read by (schema-reader.ts): what each means for the reader, for types and for the
// description of the API is decided here, once.
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

/**
 * An object with a name, under which the description of the API lists it; it takes no other members. Its type is what
 * reading gives, with members that have a default; to clients these are members that may be left out.
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

/** One of some words. */
export function oneOf<const Word extends string>(words: readonly Word[], options: object = {}): TUnsafe<Word> {
  return Type.Unsafe<Word>({ type: "string", enum: [...words], ...options });
}

/** Left out, it is null. */
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
/** Names that people chose are keys of maps. */
export const byName = <Schema extends TSchema>(
  schema: Schema,
  options: object,
): TUnsafe<ReadonlyMap<string, Static<Schema>>> =>
  Type.Unsafe<ReadonlyMap<string, Static<Schema>>>(Type.Record(Type.String(), schema, options as TObjectOptions));
/** As the schema describes it, but read by those who know more; until then it is as it came. */
export const unread = (schema: TSchema): TUnsafe => Type.Unsafe({ ...schema, "x-unread": true });
