// A schema that also takes null: one schema with two types, which the compilers of requests and answers handle without
// trying alternatives, and which OpenAPI 3.1 shows as it is.
import { Type, type Static, type TSchema, type TUnsafe } from "typebox";

export function nullable<Schema extends TSchema & { readonly type: string }>(
  schema: Schema,
): TUnsafe<Static<Schema> | null> {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, "null"] });
}

export const TextOrNull = nullable(Type.String());

/** A string that is one of the given words. */
export function oneOf<const Word extends string>(words: readonly Word[]): TUnsafe<Word> {
  return Type.Unsafe<Word>({ type: "string", enum: [...words] });
}

/** An object of the user's own making, or null; kept and shown as it is. */
export const FreeObjectOrNull = Type.Unsafe<Readonly<Record<string, unknown>> | null>({
  type: ["object", "null"],
  additionalProperties: true,
});
