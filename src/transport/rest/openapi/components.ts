// The named schemas of the API description. A schema with a title is written once under that name and referenced
// everywhere else; client generators make a type of each.
import { writeJson } from "../../../lib/json.ts";
import { SHOWN } from "../nullable.ts";
import { plainForm, SCHEMA_PLACE, type Written } from "./plain-forms.ts";
import { isObject } from "../../../lib/members.ts";

/** Names for the values of an enumeration, for generators whose names made from the values would clash. */
const VARIABLE_NAMES = "x-enum-varnames";
const NAME = /^[A-Z][A-Za-z0-9]*$/;
/** Keywords whose value is a map of schemas, a list of schemas, or a schema. */
const MAPS = new Set(["properties", "patternProperties"]);
const LISTS = new Set(["anyOf", "allOf", "oneOf"]);
const SINGLE = new Set(["items", "additionalProperties", "propertyNames", "not"]);

export class Components {
  readonly #schemas = new Map<string, Written>();

  /**
   * The schema as the description shows it: a reference if it has a title. Throws if two different schemas have the
   * same title, or a title is not a valid name.
   */
  show(schema: unknown): Written {
    if (!isObject(schema)) return {};
    const { title, anyOf, [SHOWN]: shown } = schema;
    if (isObject(shown)) return { ...this.show(shownFor(schema, shown)), ...toldOf(schema) };
    if (title === undefined && Array.isArray(anyOf) && anyOf.length === 1)
      return { ...this.show(anyOf[0]), ...toldOf(schema) };
    if (typeof title !== "string") return { ...this.#write(schema), ...leftOutOf(schema) };
    const { type } = schema;
    // A named schema that also accepts null is a reference or null.
    if (Array.isArray(type) && type.includes("null") && type.length === 2) {
      const named = { ...schema, type: type.find((each) => each !== "null") as unknown };
      return { anyOf: [this.#refer(title, named), { type: "null" }] };
    }
    return { ...this.#refer(title, schema), ...leftOutOf(schema) };
  }

  /** All named schemas shown so far, ordered by name. */
  all(): Readonly<Record<string, Written>> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #refer(title: string, schema: Written): Written {
    if (!NAME.test(title)) throw new Error(`"${title}" cannot be the name of a schema: it must be like "DeviceInfo"`);
    const written = this.#write(schema);
    const known = this.#schemas.get(title);
    if (known !== undefined && writeJson(known) !== writeJson(written))
      throw new Error(`two different schemas have the title "${title}"`);
    this.#schemas.set(title, written);
    return { $ref: `${SCHEMA_PLACE}${title}` };
  }

  #write(schema: Written): Written {
    const members = Object.entries(plainForm(schema))
      // Keywords of our own are for the reader of bodies (core/schema-reader.ts).
      .filter(([keyword]) => keyword !== "title" && (keyword === VARIABLE_NAMES || !keyword.startsWith("x-")))
      .map(([keyword, value]) => [keyword, this.#value(keyword, value)] as const);
    return Object.fromEntries(members);
  }

  #value(keyword: string, value: unknown): unknown {
    if (MAPS.has(keyword) && isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, this.show(schema)]));
    if (LISTS.has(keyword) && Array.isArray(value)) return value.map((schema) => this.show(schema));
    if (SINGLE.has(keyword) && isObject(value)) return this.show(value);
    return value;
  }
}

/** Accepts null if the schema does. */
function shownFor({ type }: Written, shown: Written): Written {
  return Array.isArray(type) && type.includes("null") ? { anyOf: [shown, { type: "null" }] } : shown;
}

/** The description and examples of a schema. */
function toldOf({ description, examples }: Written): Written {
  return { ...(description === undefined ? {} : { description }), ...(examples === undefined ? {} : { examples }) };
}

/** A default that is decided later is described by a sentence, shown where the schema is used. */
function leftOutOf({ "x-default": otherwise, description, title }: Written): Written {
  if (typeof otherwise !== "string") return {};
  const sentence = `Left out: ${otherwise}`;
  return {
    description: title === undefined && typeof description === "string" ? `${description} ${sentence}` : sentence,
  };
}

/** The example of a schema: its own, or one made from the examples of its parts; undefined if a part has none. */
export function exampleOf(schema: unknown): unknown {
  if (!isObject(schema)) return undefined;
  const { examples, default: otherwise, enum: words, const: constant, anyOf, items, properties, type } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown;
  if (otherwise !== undefined) return otherwise;
  if (constant !== undefined) return constant;
  if (Array.isArray(words)) return words[0] as unknown;
  if (Array.isArray(anyOf)) return anyOf.map(exampleOf).find((example) => example !== undefined);
  if (Array.isArray(type) && type.includes("null")) return null;
  if (type === "array") {
    const item = exampleOf(items);
    return item === undefined ? undefined : [item];
  }
  if (type !== "object" || !isObject(properties)) return undefined;
  const members = Object.entries(properties).map(([name, member]) => [name, exampleOf(member)] as const);
  return members.some(([, example]) => example === undefined) ? undefined : Object.fromEntries(members);
}
