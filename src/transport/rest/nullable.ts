// Words for schemas: what also takes null, as one schema with two types, which the compilers of requests and answers handle
// without trying alternatives; and what is described more closely than it is checked.
import {
  Type,
  type Static,
  type TSchema,
  type TSchemaOptions,
  type TString,
  type TUnknown,
  type TUnsafe,
} from "typebox";

export function nullable<Schema extends TSchema & { readonly type: string }>(
  schema: Schema,
): TUnsafe<Static<Schema> | null> {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, "null"] });
}

export const TextOrNull = nullable(Type.String());

export function oneOf<const Word extends string>(words: readonly Word[]): TUnsafe<Word> {
  return Type.Unsafe<Word>({ type: "string", enum: [...words] });
}

/** In a schema that takes more than new clients need to know: what the description of the API shows in its place. */
export const SHOWN = "x-shown";

/** A text that its reader checks, because older clients write it in other ways, too; the description shows clients these words. */
export function wordOf(words: readonly string[], options: TSchemaOptions = {}): TString {
  return Type.String({ ...options, [SHOWN]: { type: "string", enum: [...words] } });
}

/** A text that its reader parses as a UUID. */
export function uuidText(options: TSchemaOptions = {}): TString {
  return Type.String({ ...options, [SHOWN]: { type: "string", format: "uuid" } });
}

/** Any JSON, of which its reader takes this. */
export function readLater(shown: TSchema, options: TSchemaOptions = {}): TUnknown {
  return Type.Unknown({ ...options, [SHOWN]: shown });
}

/** An object of the user's own making, or null; kept and shown as it is. */
export const FreeObjectOrNull = Type.Unsafe<Readonly<Record<string, unknown>> | null>({
  type: ["object", "null"],
  additionalProperties: true,
});
