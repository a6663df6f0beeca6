// Schemas in the forms that client generators make plain types of: whole numbers with their size, one value or null as a
// type that takes null, maps as maps, and alternatives with the member that tells them apart. It says the same as before.
import { isObject } from "../../../lib/members.ts";

/** A part of the description, as it is written down. */
export type Written = Readonly<Record<string, unknown>>;

/** Where schemas with names are. */
export const SCHEMA_PLACE = "#/components/schemas/";
const INT32_MAX = 2_147_483_647;
/** The key of `patternProperties` for any name. */
const ANY_NAME = "^.*$";

/** The schema itself in its plain form; the schemas inside it are as they were. */
export function plainForm(schema: Written): Written {
  return [flat, valueOrNull, asWords, asMap, asTagged, withFormat, withTold].reduce(
    (form, rewrite) => rewrite(form),
    schema,
  );
}

/** Alternatives of alternatives as alternatives. */
function flat(schema: Written): Written {
  const { anyOf, ...around } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const each = anyOf.flatMap((one: unknown): unknown[] =>
    isObject(one) && Array.isArray(one["anyOf"]) && Object.keys(one).length === 1 ? one["anyOf"] : [one],
  );
  return { ...around, anyOf: each };
}

/** `{anyOf: [{type: "string"}, {type: "null"}]}` as `{type: ["string", "null"]}`. Words stay: null is not one of them. */
function valueOrNull(schema: Written): Written {
  const { anyOf, ...around } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const value: unknown = anyOf.find((each) => !isNull(each));
  if (!isObject(value) || !anyOf.some(isNull)) return schema;
  const { type, title, enum: words } = value;
  return typeof type !== "string" || title !== undefined || words !== undefined
    ? schema
    : { ...value, ...around, type: [type, "null"] };
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema["type"] === "null";
}

/** One word, or some: an enumeration that says that it is text. */
function asWords(schema: Written): Written {
  const { const: word, enum: words, ...rest } = schema;
  if (typeof word === "string") return { ...rest, type: "string", enum: [word] };
  const isText = rest["type"] === undefined && Array.isArray(words) && words.every((each) => typeof each === "string");
  return isText ? { type: "string", ...schema } : schema;
}

/** An object with members of any name. */
function asMap(schema: Written): Written {
  const { patternProperties, ...rest } = schema;
  if (!isObject(patternProperties)) return schema;
  const { [ANY_NAME]: member, ...others } = patternProperties;
  return member === undefined || Object.keys(others).length > 0 ? schema : { ...rest, additionalProperties: member };
}

/** Alternatives with names of their own, each with another word in the member `type`. */
function asTagged(schema: Written): Written {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const mapping = anyOf.map((each: unknown) => {
    const word = isObject(each) && isObject(each["properties"]) ? each["properties"]["type"] : undefined;
    return isObject(each) && isObject(word) && typeof each["title"] === "string" && typeof word["const"] === "string"
      ? ([word["const"], `${SCHEMA_PLACE}${each["title"]}`] as const)
      : undefined;
  });
  const known = mapping.filter((each) => each !== undefined);
  if (known.length < 2 || known.length !== anyOf.length || new Set(known.map(([word]) => word)).size !== anyOf.length)
    return schema;
  return { ...rest, oneOf: anyOf, discriminator: { propertyName: "type", mapping: Object.fromEntries(known) } };
}

/** A default that is an object or a list is described in words: generators write it into their code as it is, which is none. */
function withTold(schema: Written): Written {
  const { default: otherwise, ...rest } = schema;
  if (typeof otherwise !== "object" || otherwise === null) return schema;
  const { description } = rest;
  const told = `Left out: \`${JSON.stringify(otherwise)}\`.`;
  return { ...rest, description: typeof description === "string" ? `${description} ${told}` : told };
}

/** The size that generators give a number: 32 bits where its bounds say so. */
function withFormat(schema: Written): Written {
  const { type, format, minimum, maximum } = schema;
  if (format !== undefined) return schema;
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("number")) return { ...schema, format: "double" };
  if (!types.includes("integer")) return schema;
  const isShort =
    typeof minimum === "number" && minimum >= -INT32_MAX && typeof maximum === "number" && maximum <= INT32_MAX;
  return { ...schema, format: isShort ? "int32" : "int64" };
}
