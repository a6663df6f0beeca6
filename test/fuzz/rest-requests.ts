// Requests for every operation of an API description: first one that the description allows, of examples, schemas and ids
// that exist, then with a few things about it broken. Everything follows from the random choices it is given.
import type { Written } from "../../src/transport/rest/openapi/plain-forms.ts";
import { parseNamed } from "../../src/lib/json-names.ts";
import { hostileText, hostileValue, NUMBER_LITERALS } from "./hostile-values.ts";
import type { Random } from "./random.ts";
import { isObject } from "../../src/lib/members.ts";

export interface HostileRequest {
  /** As the description names it: `GET /api/device/{deviceId}`. */
  readonly operation: string;
  readonly method: string;
  /** Percent-encoded, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

interface Parameter {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly schema: unknown;
  readonly example: unknown;
}

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** By media type. */
  readonly bodies: ReadonlyMap<string, Written>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const REPEATED_MAX = 2_000;
const REPEATED_CHARS = 500_000;
const SCHEMA_DEPTH_MAX = 6;
const OTHER_TYPES = [
  "text/html",
  "application/xml",
  "multipart/form-data",
  "application/json; charset=utf-16",
  "a/b/c",
  ";",
];

export class RestRequests {
  readonly operations: readonly Operation[];
  readonly #document: Written;

  constructor(document: Written) {
    this.#document = document;
    this.operations = operationsOf(document);
  }

  /** `idsOf` gives ids that exist for a word, such as "device"; any where it knows none for the word. */
  next(random: Random, idsOf: (word: string) => readonly string[]): HostileRequest {
    const operation = random.pick(this.operations);
    const maker = new Maker(random, idsOf, (schema) => this.#resolve(schema));
    const [type, media] = operation.bodies.size === 0 ? [] : random.pick([...operation.bodies]);
    const body = media === undefined ? undefined : maker.body(type ?? "", media);
    // Of all that could be broken, one thing in most requests: what comes behind a broken parameter is never reached.
    const breaks = random.once(6) ? "nothing" : random.pick(["path", "query", "query", "body", "body", "body"]);
    const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_all, name: string) =>
      maker.pathPart(
        operation.parameters.find((each) => each.name === name && each.place === "path"),
        breaks === "path",
      ),
    );
    const query = maker.query(
      operation.parameters.filter(({ place }) => place === "query"),
      breaks === "query",
    );
    const broken = breaks === "body" && body !== undefined ? maker.breakBody(body) : body;
    const isTypeWrong = breaks === "body" && random.once(20);
    return {
      operation: operation.name,
      method: operation.method,
      path: path + query,
      headers: {
        ...(type === undefined ? {} : { "content-type": isTypeWrong ? random.pick(OTHER_TYPES) : type }),
        ...(random.once(40) ? { "content-encoding": "gzip" } : {}),
        ...(random.once(40)
          ? {
              accept: hostileText(random)
                .replaceAll(/[^ -~]/g, "")
                .slice(0, 200),
            }
          : {}),
        ...(random.once(40) ? { "x-forwarded-for": "1.2.3.4, ::1", "x-forwarded-proto": "https" } : {}),
      },
      body: broken === undefined ? undefined : Buffer.isBuffer(broken) ? broken : Buffer.from(broken),
    };
  }

  #resolve(schema: unknown): Written {
    if (!isObject(schema)) return {};
    const { $ref: reference } = schema;
    if (typeof reference !== "string") return schema;
    const found = reference
      .split("/")
      .slice(1)
      .reduce<unknown>((place, name) => (isObject(place) ? place[name] : undefined), this.#document);
    return this.#resolve(found);
  }
}

class Maker {
  readonly #random: Random;
  readonly #idsOf: (word: string) => readonly string[];
  readonly #resolve: (schema: unknown) => Written;

  constructor(random: Random, idsOf: (word: string) => readonly string[], resolve: (schema: unknown) => Written) {
    this.#random = random;
    this.#idsOf = idsOf;
    this.#resolve = resolve;
  }

  /** A segment of a path, encoded. */
  pathPart(parameter: Parameter | undefined, isBroken: boolean): string {
    if (!isBroken) return encode(String(this.#valid(parameter)));
    if (this.#random.once(8))
      return this.#random.pick(["%", "%zz", "%00", "%2F", "%c0%af", ".", "..", "%2e%2e", "a;b", ""]);
    return encode(hostileText(this.#random).slice(0, this.#random.once(10) ? 4_000 : 400));
  }

  /** With its question mark; empty where there is none. */
  query(parameters: readonly Parameter[], isBroken: boolean): string {
    const random = this.#random;
    const pairs = parameters
      .filter(({ isRequired }) => isRequired || random.once(3))
      .map((parameter): [string, string] => [parameter.name, String(this.#valid(parameter))]);
    if (isBroken)
      for (let times = 1 + random.below(2); times > 0; times--) {
        const name = parameters.length > 0 ? random.pick(parameters).name : "a";
        const at = random.below(pairs.length + 1);
        const kind = random.below(8);
        if (kind === 0) pairs.splice(at, 1);
        else if (kind === 1) pairs.push([`${name}[]`, "1"], [`${name}[a]`, "2"]);
        else if (kind === 2) pairs.push([hostileText(random).slice(0, 100), hostileText(random).slice(0, 100)]);
        else if (kind === 3) pairs.push([name, String(this.#valid(parameters[0]))]);
        else pairs.splice(at, 1, [name, hostileText(random).slice(0, 3_000)]);
      }
    return pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`;
  }

  /** What fits the description. */
  body(type: string, media: Written): string {
    const random = this.#random;
    const examples = isObject(media["examples"]) ? Object.values(media["examples"]) : [];
    const given = [media["example"], ...examples.map((each) => (isObject(each) ? each["value"] : undefined))];
    const shown = given.filter((each) => each !== undefined);
    const value =
      shown.length > 0 && !random.once(3) ? this.#withIds(random.pick(shown), "") : this.#of(media["schema"], "", 0);
    return typeof value === "string" && !type.endsWith("application/json") ? value : JSON.stringify(value);
  }

  breakBody(text: string): string | Buffer {
    const random = this.#random;
    switch (random.below(12)) {
      case 0:
        return text.slice(0, random.below(text.length + 1));
      case 1:
        return text.replace(/-?\d+(\.\d+)?/, random.pick(NUMBER_LITERALS));
      case 2:
        return "[".repeat(random.pick([70, 5_000, 60_000, 70_000, 200_000]));
      case 3:
        return Buffer.concat([
          Buffer.from(text.slice(0, 5)),
          random.bytes(1 + random.below(20)),
          Buffer.from(text.slice(5)),
        ]);
      case 4:
        return `\ufeff${text}`;
      case 5: {
        const at = random.below(text.length + 1);
        return text.slice(0, at) + hostileText(random) + text.slice(at + random.below(6));
      }
      default:
        return this.#mutated(text);
    }
  }

  /** Breaks one to three members of what the text says. */
  #mutated(text: string): string {
    let value: unknown;
    try {
      value = parseNamed(text);
    } catch (error) {
      // Lines of CSV and the like.
      if (error instanceof SyntaxError) return text.replace(/[^,\n]*/, hostileText(this.#random));
      throw error;
    }
    for (let times = 1 + this.#random.below(3); times > 0; times--) value = this.#mutate(value, 0);
    return JSON.stringify(value);
  }

  #mutate(value: unknown, depth: number): unknown {
    const random = this.#random;
    if (Array.isArray(value) && value.length > 0 && !random.once(4)) {
      const at = random.below(value.length);
      if (random.once(12)) return repeated(value[at]);
      return value.map((each: unknown, index) => (index === at ? this.#mutate(each, depth + 1) : each));
    }
    if (isObject(value) && !random.once(depth === 0 ? 12 : 4)) {
      const members = Object.entries(value);
      if (members.length === 0 || random.once(6)) members.push([hostileText(random), hostileValue(random)]);
      else {
        const at = random.below(members.length);
        const [name = "", each] = members[at] ?? [];
        if (random.once(6)) members.splice(at, 1);
        else members[at] = [name, this.#mutate(each, depth + 1)];
      }
      return Object.fromEntries(members);
    }
    return hostileValue(random);
  }

  #valid(parameter: Parameter | undefined): unknown {
    if (parameter === undefined) return "a";
    const { name, example, schema } = parameter;
    if (/id$|ids$/i.test(name) && !this.#random.once(8)) return this.#idFor(name.replace(/Ids?$/, ""));
    if (name === "token") return this.#idFor("token");
    if (example !== undefined && this.#random.once(2)) return this.#withIds(example, name);
    return this.#of(schema, name, 0);
  }

  #idFor(word: string): string {
    return this.#random.pick(this.#idsOf(word));
  }

  /** Examples have ids of entities that there are not. */
  #withIds(value: unknown, name: string): unknown {
    if (typeof value === "string" && UUID.test(value) && !this.#random.once(6)) return this.#idFor(name);
    if (Array.isArray(value)) return value.map((each: unknown) => this.#withIds(each, name));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([member, each]) => [
        member,
        this.#withIds(each, member === "id" ? name : member.replace(/Ids?$/, "")),
      ]),
    );
  }

  /** Any value that a schema allows, or nearly. */
  #of(written: unknown, name: string, depth: number): unknown {
    const random = this.#random;
    const schema = this.#resolve(written);
    if (depth > SCHEMA_DEPTH_MAX) return null;
    if ("const" in schema) return schema["const"];
    for (const word of ["enum", "anyOf", "oneOf"] as const) {
      const choices = schema[word];
      if (!Array.isArray(choices) || choices.length === 0) continue;
      const choice: unknown = random.pick(choices as unknown[]);
      return word === "enum" ? choice : this.#of(choice, name, depth);
    }
    const types: unknown = schema["type"];
    switch (Array.isArray(types) ? random.pick(types as unknown[]) : types) {
      case "object":
        return this.#objectOf(schema, depth);
      case "array":
        return Array.from({ length: random.below(3) }, () => this.#of(schema["items"], name, depth + 1));
      case "integer":
        return random.pick([0, 1, 10, 1_000, Date.now(), -1]);
      case "number":
        return random.below(1_000) / 8;
      case "boolean":
        return random.once(2);
      case "null":
        return null;
      case "string":
        return schema["format"] === "uuid" || name === "id" ? this.#idFor(name) : `text-${String(random.below(50))}`;
      default:
        return hostileValue(random);
    }
  }

  #objectOf(schema: Written, depth: number): unknown {
    const required = Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : [];
    const members = Object.entries(isObject(schema["properties"]) ? schema["properties"] : {});
    return Object.fromEntries(
      members
        .filter(([name]) => required.includes(name) || this.#random.once(2))
        .map(([name, each]) => [name, this.#of(each, name, depth + 1)]),
    );
  }
}

function repeated(value: unknown): readonly unknown[] {
  const length = Math.floor(REPEATED_CHARS / (JSON.stringify(value).length + 1));
  return Array.from({ length: Math.max(1, Math.min(length, REPEATED_MAX)) }, () => value);
}

/** As a client would have to: what is no Unicode goes as the replacement character. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function operationsOf({ paths }: Written): Operation[] {
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).map(([method, described]) => {
      const description = isObject(described) ? described : {};
      const { parameters, requestBody } = description;
      const content = isObject(requestBody) && isObject(requestBody["content"]) ? requestBody["content"] : {};
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: Array.isArray(parameters) ? parameters.filter(isObject).map(toParameter) : [],
        bodies: new Map(Object.entries(content).map(([type, media]) => [type, isObject(media) ? media : {}])),
      };
    }),
  );
}

function toParameter({ name, in: place, required, schema, example }: Written): Parameter {
  return { name: String(name), place: String(place), isRequired: required === true, schema, example };
}
