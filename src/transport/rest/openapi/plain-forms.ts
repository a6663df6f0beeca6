// Rewrites schemas into equivalent forms that client generators turn into simple types: integers with a size, nullable
// types, maps, and alternatives with a discriminator.
import { isObject } from "../../../lib/members.ts";

/** Part of the description, as written. */
export type Written = Readonly<Record<string, unknown>>;

/** Path of the named schemas. */
export const SCHEMA_PLACE = "#/components/schemas/";
const INT32_MAX = 2_147_483_647;
/** The key in `patternProperties` that matches any name. */
const ANY_NAME = "^.*$";

/** Rewrites the schema itself; the schemas inside it stay as they are. */
export function plainForm(schema: Written): Written {
  return [flat, valueOrNull, asWords, asMap, asTagged, withFormat, withTold].reduce(
    (form, rewrite) => rewrite(form),
    schema,
  );
}

/** Flattens nested alternatives. */
function flat(schema: Written): Written {
  const { anyOf, ...around } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const each = anyOf.flatMap((one: unknown): unknown[] =>
    isObject(one) && Array.isArray(one["anyOf"]) && Object.keys(one).length === 1 ? one["anyOf"] : [one],
  );
  return { ...around, anyOf: each };
}

/**
 * `{anyOf: [{type: "string"}, {type: "null"}]}` becomes `{type: ["string", "null"]}`. Enumerations stay as they are,
 * because null is not one of their values.
 */
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

/** A constant or an enumeration of texts becomes an enumeration of type string. */
function asWords(schema: Written): Written {
  const { const: word, enum: words, ...rest } = schema;
  if (typeof word === "string") return { ...rest, type: "string", enum: [word] };
  const isText = rest["type"] === undefined && Array.isArray(words) && words.every((each) => typeof each === "string");
  return isText ? { type: "string", ...schema } : schema;
}

/** An object with members of any name becomes a map. */
function asMap(schema: Written): Written {
  const { patternProperties, ...rest } = schema;
  if (!isObject(patternProperties)) return schema;
  const { [ANY_NAME]: member, ...others } = patternProperties;
  return member === undefined || Object.keys(others).length > 0 ? schema : { ...rest, additionalProperties: member };
}

/** Named alternatives with different constants in the member `type` get a discriminator. */
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

/**
 * Describes a default that is an object or a list in words: generators would copy it into their code, where it is not
 * valid.
 */
function withTold(schema: Written): Written {
  const { default: otherwise, ...rest } = schema;
  if (typeof otherwise !== "object" || otherwise === null) return schema;
  const { description } = rest;
  const note = `Left out: \`${JSON.stringify(otherwise)}\`.`;
  return { ...rest, description: typeof description === "string" ? `${description} ${note}` : note };
}

/** Gives a number a size: 32 bits if its bounds allow it. */
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
