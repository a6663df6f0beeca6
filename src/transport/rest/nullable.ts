// Schema helpers: values that may be null, as one schema with two types, which request and answer compilers handle
// without trying alternatives; and schemas whose description is narrower than their check.
import {
  Type,
  type Static,
  type TSchema,
  type TSchemaOptions,
  type TString,
  type TUnknown,
  type TUnsafe,
} from "typebox";
import { PROBLEMS, type ProblemData } from "../../core/problem-words.ts";

export function nullable<Schema extends TSchema & { readonly type: string }>(
  schema: Schema,
): TUnsafe<Static<Schema> | null> {
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [schema.type, "null"] });
}

export const TextOrNull = nullable(Type.String());

export function oneOf<const Word extends string>(words: readonly Word[]): TUnsafe<Word> {
  return Type.Unsafe<Word>({ type: "string", enum: [...words] });
}

/** For a schema that accepts more than new clients need to know: the schema to show in the API description. */
export const SHOWN = "x-shown";

/** A text that its reader checks, because older clients write it differently; the description shows these words. */
export function wordOf(words: readonly string[], options: TSchemaOptions = {}): TString {
  return Type.String({ ...options, [SHOWN]: { type: "string", enum: [...words] } });
}

/** A text that its reader parses as a UUID. */
export function uuidText(options: TSchemaOptions = {}): TString {
  return Type.String({ ...options, [SHOWN]: { type: "string", format: "uuid" } });
}

/** Any JSON, checked by its reader; the description shows `shown`. */
export function readLater(shown: TSchema, options: TSchemaOptions = {}): TUnknown {
  return Type.Unknown({ ...options, [SHOWN]: shown });
}

/** An object with members of the user's choice, or null; stored and returned unchanged. */
export const FreeObjectOrNull = Type.Unsafe<Readonly<Record<string, unknown>> | null>({
  type: ["object", "null"],
  additionalProperties: true,
});

/** What the texts of the same object are made of: see core/worded.ts. */
export const WordedValuesSchema = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: "object",
  additionalProperties: true,
  description: "What the text beside it is made of, by name; the names depend on its kind.",
  examples: [{ count: 3 }],
});

/** What is wrong with a value, as data: see core/problem-words.ts. */
export const ToldProblemSchema = Type.Unsafe<ProblemData>({
  type: "object",
  title: "ProblemData",
  required: ["kind", "field"],
  properties: {
    kind: { type: "string", enum: Object.keys(PROBLEMS) },
    field: { type: "string", description: "The member that it is about; dots lead to members of members." },
  },
  additionalProperties: true,
  description:
    "What is wrong, for programs; absent for rare problems; its other members depend on the kind: limits, and what was found.",
  examples: [{ kind: "too-long", field: "name", max: 255, found: 300 }],
});
