// Shared parts of entity bodies: objects described together with their example, optional members, contact details, and
// what a save does about a name that is taken. Source: REST contract 1.4, 5 and 6.
import { Type, type Static, type TObject, type TSchema, type TSchemaOptions } from "typebox";
import type { ContactDetails } from "../../core/contact-details.ts";
import { parseText } from "../../core/entity-text.ts";
import { FAIL_ON_CONFLICT, type NameConflict } from "../../core/name-conflict.ts";
import { EntityRefSchema, SentRefSchema } from "./entity-ids.ts";
import { FreeObjectOrNull, nullable, oneOf, TextOrNull } from "./nullable.ts";

/** A schema with its example value. */
export type Shown<Schema extends TSchema = TSchema> = readonly [schema: Schema, example: unknown];
export type ShownMembers = Readonly<Record<string, Shown>>;
type SchemasOf<Members extends ShownMembers> = { -readonly [Name in keyof Members]: Members[Name][0] };

/** An object schema whose example consists of its members' examples. */
export function part<const Members extends ShownMembers>(
  members: Members,
  options: TSchemaOptions = {},
): Shown<TObject<SchemasOf<Members>>> {
  const each = Object.entries(members);
  const schemas = Object.fromEntries(each.map(([name, [schema]]) => [name, schema])) as SchemasOf<Members>;
  return [Type.Object(schemas, options), Object.fromEntries(each.map(([name, [, example]]) => [name, example]))];
}

/** Like `part`, as a named schema in the API description. */
export function named<const Members extends ShownMembers>(
  title: string,
  members: Members,
  options: TSchemaOptions = {},
): TObject<SchemasOf<Members>> {
  const [, example] = part(members);
  return part(members, { title, ...options, examples: [example] })[0];
}

export const EntityRefOrNull = nullable(EntityRefSchema);

export const SentText = Type.Optional(nullable(Type.String()));
export const SentFlag = Type.Optional(nullable(Type.Boolean()));
export const SentCount = Type.Optional(nullable(Type.Integer()));
export const SentReference = Type.Optional(nullable(SentRefSchema));
export const SentInfo = Type.Optional(FreeObjectOrNull);

/** The named members of a body; null for missing ones. */
export function orNull<Body extends object, const Name extends keyof Body>(
  body: Body,
  names: readonly Name[],
): { [Each in Name]-?: NonNullable<Body[Each]> | null } {
  return Object.fromEntries(names.map((name) => [name, body[name] ?? null])) as {
    [Each in Name]-?: NonNullable<Body[Each]> | null;
  };
}

const CONTACT_FIELDS = ["country", "state", "city", "address", "address2", "zip", "phone", "email"] as const;
type EachContactField<Value> = Record<(typeof CONTACT_FIELDS)[number], Value>;

function eachContactField<Value>(value: Value): EachContactField<Value> {
  return Object.fromEntries(CONTACT_FIELDS.map((name) => [name, value])) as EachContactField<Value>;
}

export const CONTACT = eachContactField([TextOrNull, null] as const);
export const SENT_CONTACT = eachContactField(SentText);

/** Only the contact details of an entity or a body. Written out, because lists have many of them. */
export function contactOf(from: {
  readonly [Field in keyof ContactDetails]?: string | null | undefined;
}): ContactDetails {
  const { country = null, state = null, city = null, address = null, address2 = null } = from;
  const { zip = null, phone = null, email = null } = from;
  return { country, state, city, address, address2, zip, phone, email };
}

export const NameConflictQuery = {
  nameConflictPolicy: Type.Optional(oneOf(["FAIL", "UNIQUIFY"])),
  uniquifySeparator: Type.Optional(Type.String()),
  uniquifyStrategy: Type.Optional(oneOf(["RANDOM", "INCREMENTAL"])),
} as const;

export function parseNameConflict(query: Static<TObject<typeof NameConflictQuery>>): NameConflict {
  if (query.nameConflictPolicy !== "UNIQUIFY") return FAIL_ON_CONFLICT;
  return {
    policy: "uniquify",
    separator: parseText(query.uniquifySeparator, "uniquifySeparator") ?? "_",
    strategy: query.uniquifyStrategy === "INCREMENTAL" ? "incremental" : "random",
  };
}
