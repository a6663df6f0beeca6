// Reads JSON by a TypeBox schema and collects all problems, each with its place, a code and a sentence. An invalid value counts
// as missing, so that one answer names every problem. Null stands for a missing value only where the schema allows it. An
// unknown member is a problem, because a misspelt name must not silently change what is computed.
//
// Besides the keywords of JSON Schema it knows:
// - `default`: the value of a missing member. `x-default` describes a default that is decided later.
// - `x-code`: the code of problems here and below. `x-text`: their sentence, in place of the usual one; `{found}`, `{words}`
//   and `{hint}` are filled in. `x-entries`: the sentence for entries of a list, reported at the list with their code, once
//   if it is the same.
// - `x-missing`: the sentence for a required member that is missing; on an object, for all of its members, with `{name}`.
//   `x-missing-code`: its code, if it differs from the code of an invalid member.
// - `x-unformed`: on alternatives, the sentence for an object that does not say which of them it is.
// - `x-unread`: the schema only describes the value, and the service parses it; it is returned unchanged.
// - `x-trim`: texts are trimmed before their length is checked.
// - `x-blank-unset`: on an object: its members count as missing if they are empty texts; not words, objects and lists.
import type { Static, TSchema } from "typebox";
import { didYouMean } from "./did-you-mean.ts";
import { isUuid } from "./ids.ts";
import { problemData, type ProblemData } from "./problem-words.ts";
import { fieldOf, Problems, quote, UNKNOWN_PROPERTY } from "./problems.ts";
import { isObject } from "../lib/members.ts";

const NAME_SHOWN_MAX = 100;

/** The keywords that the reader evaluates; a schema has those of its kind. */
interface Keywords {
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Keywords[];
  readonly properties?: Readonly<Record<string, Keywords>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, Keywords>>;
  readonly maxProperties?: number;
  readonly items?: Keywords;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly default?: unknown;
  readonly "x-default"?: string;
  readonly "x-code"?: string;
  readonly "x-text"?: string;
  readonly "x-entries"?: string;
  readonly "x-missing"?: string;
  readonly "x-missing-code"?: string;
  readonly "x-unformed"?: string;
  readonly "x-unread"?: boolean;
  readonly "x-trim"?: boolean;
  readonly "x-blank-unset"?: boolean;
}

/** Where a value is: the error code for problems with it, and its name in the containing object or list. */
interface Place {
  readonly pointer: string;
  readonly code: string;
  readonly called: string;
}

export class SchemaReader<Code extends string> {
  readonly #problems: Problems<Code>;
  readonly #pointers = new WeakMap<object, string>();

  constructor(problems: Problems<Code>) {
    this.#problems = problems;
  }

  /**
   * What the schema makes of `json`, with defaults filled in; members with an `x-default` may be undefined. Undefined
   * if something invalid cannot be left out. `code` applies to problems whose place has no code of its own.
   */
  read<Schema extends TSchema>(schema: Schema, json: unknown, code: Code): Static<Schema> | undefined {
    const place = { pointer: "", code, called: "" };
    return this.#read(schema, json ?? (schema as Keywords).default ?? json, place) as Static<Schema> | undefined;
  }

  /**
   * The JSON pointer of an object that was read. Entries that do not fit are left out of lists, so an index in the
   * result would not give it.
   */
  pointerOf(read: object): string {
    return this.#pointers.get(read) ?? "";
  }

  #read(schema: Keywords, json: unknown, around: Place): unknown {
    if (schema["x-unread"] === true) return json;
    const place = { ...around, code: schema["x-code"] ?? around.code };
    if (schema.anyOf !== undefined) return this.#readOneOf(schema, schema.anyOf, json, place);
    if (schema.enum !== undefined || schema.const !== undefined)
      return this.#readWord(schema, schema.enum ?? [schema.const ?? ""], json, place);
    switch (typeOf(schema)) {
      case "object":
        return this.#readObject(schema, json, place);
      case "array":
        return this.#readList(schema, json, place);
      case "string":
        return this.#readText(schema, json, place);
      case "integer":
      case "number":
        return this.#readNumber(schema, json, place);
      case "boolean":
        return typeof json === "boolean"
          ? json
          : this.#refuse(
              schema,
              json,
              place,
              typeProblem(place, "boolean", json),
              "must be true or false, not {found}",
            );
      default:
        return json;
    }
  }

  #readText(schema: Keywords, json: unknown, place: Place): string | undefined {
    if (typeof json !== "string")
      return this.#refuse(schema, json, place, typeProblem(place, "string", json), "must be a text, not {found}");
    const { minLength = 0, maxLength = Infinity, pattern } = schema;
    const text = schema["x-trim"] === true ? json.trim() : json;
    const field = fieldAt(place);
    if (!text.isWellFormed())
      return this.#refuse(
        schema,
        json,
        place,
        problemData("not-unicode", { field }),
        "must be well-formed Unicode text",
      );
    if (text.length < minLength || text.length > maxLength) {
      const bounds = `${minLength > 0 ? `${String(minLength)} to ` : ""}${String(maxLength)}`;
      const problem =
        minLength > 0 && maxLength < Infinity
          ? problemData("length", { field, min: minLength, max: maxLength, found: text.length })
          : minLength > 0
            ? problemData("blank", { field })
            : problemData("too-long", { field, max: maxLength, found: text.length });
      return this.#refuse(
        schema,
        text,
        place,
        problem,
        `may have ${bounds} characters, got ${String(text.length)}: {found}`,
      );
    }
    if (pattern !== undefined && !new RegExp(pattern).test(text))
      return this.#refuse(schema, json, place, undefined, `must match ${pattern}, not {found}`);
    if (schema.format !== "uuid") return text;
    return isUuid(text)
      ? text.toLowerCase()
      : this.#refuse(
          schema,
          json,
          place,
          problemData("not-an-id", { field, found: quote(json) }),
          "must be a UUID, not {found}",
        );
  }

  #readNumber(schema: Keywords, json: unknown, place: Place): number | undefined {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    const isWhole = typeOf(schema) === "integer";
    // A long integer arrives as a bigint, which none of the bounds allows.
    const isFit = typeof json === "number" && (isWhole ? Number.isSafeInteger(json) : Number.isFinite(json));
    const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema;
    const isWithin = isFit && json >= minimum && json <= maximum && json > exclusiveMinimum && json < exclusiveMaximum;
    if (isWithin) return json;
    const bounds =
      minimum === -Infinity
        ? ""
        : maximum === Infinity
          ? ` from ${String(minimum)}`
          : ` from ${String(minimum)} to ${String(maximum)}`;
    const found = quote(json);
    const problem =
      isWhole && minimum !== -Infinity && maximum !== Infinity
        ? problemData("range", { field: fieldAt(place), min: minimum, max: maximum, found })
        : typeof json === "number" && minimum !== -Infinity && json < minimum
          ? problemData("bound", { field: fieldAt(place), comparison: ">=", limit: minimum, found })
          : typeof json === "number" && maximum !== Infinity && json > maximum
            ? problemData("bound", { field: fieldAt(place), comparison: "<=", limit: maximum, found })
            : typeProblem(place, isWhole ? "integer" : "number", json);
    return this.#refuse(
      schema,
      json,
      place,
      problem,
      `must be a ${isWhole ? "whole " : ""}number${bounds}, not {found}`,
    );
  }

  #readWord(schema: Keywords, words: readonly string[], json: unknown, place: Place): string | undefined {
    return (
      words.find((word) => word === json) ??
      this.#refuse(schema, json, place, wordProblem(place, words, json), "must be one of {words}, not {found}", words)
    );
  }

  #readList(schema: Keywords, json: unknown, place: Place): readonly unknown[] | undefined {
    if (!Array.isArray(json))
      return this.#refuse(schema, json, place, typeProblem(place, "array", json), "must be a list, not {found}");
    const { items = {}, maxItems = Infinity } = schema;
    if (json.length > maxItems)
      return this.#refuse(
        schema,
        json,
        place,
        problemData("too-many", { field: fieldAt(place), max: maxItems, found: json.length }),
        `may have ${String(maxItems)} entries, got ${String(json.length)}`,
      );
    const sentence = schema["x-entries"];
    const refusals = new Set<string>();
    const entries = (json as unknown[]).flatMap((item, index) => {
      const inside = { ...place, pointer: `${place.pointer}/${String(index)}`, called: "An entry" };
      if (sentence === undefined) return listOf(this.#read(items, item, inside));
      const entry = this.#quietly(items, item);
      if (entry === undefined) refusals.add(filled(sentence, item, []));
      return listOf(entry);
    });
    for (const message of refusals) this.#add({ ...place, code: items["x-code"] ?? place.code }, message);
    return entries;
  }

  #readObject(schema: Keywords, json: unknown, place: Place): unknown {
    if (!isObject(json)) {
      const message = filled(schema["x-text"] ?? "An object is needed here, not {found}.", json, []);
      this.#add(place, message, typeProblem(place, "object", json));
      return undefined;
    }
    const [named] = Object.values(schema.patternProperties ?? {});
    if (named !== undefined) return this.#readNamed(schema, named, json, place);
    return schema.properties === undefined ? json : this.#readMembers(schema, schema.properties, json, place);
  }

  /** Names chosen by people, as a map; null is replaced by the default of the named value, if there is one. */
  #readNamed(
    schema: Keywords,
    named: Keywords,
    json: Readonly<Record<string, unknown>>,
    place: Place,
  ): ReadonlyMap<string, unknown> | undefined {
    const members = Object.entries(json);
    const { maxProperties = Infinity } = schema;
    if (members.length > maxProperties) {
      return this.#refuse(
        schema,
        json,
        place,
        problemData("too-many", { field: fieldAt(place), max: maxProperties, found: members.length }),
        `may have ${String(maxProperties)} members, got ${String(members.length)}`,
      );
    }
    return new Map(
      members.flatMap(([name, value]) => {
        const read = this.#read(named, value ?? named.default ?? value, within(place, name));
        return read === undefined ? [] : [[name, read] as const];
      }),
    );
  }

  /** Undefined if a required member is missing. `others` are the member names of the other forms of the object. */
  #readMembers(
    schema: Keywords,
    properties: Readonly<Record<string, Keywords>>,
    json: Readonly<Record<string, unknown>>,
    place: Place,
    others: readonly string[] = [],
  ): object | undefined {
    const sent = new Map(Object.entries(json));
    const members: [string, unknown][] = [];
    let isWhole = true;
    for (const [name, member] of Object.entries(properties)) {
      const value = sent.get(name);
      const isRequired = schema.required?.includes(name) === true;
      const isMissing =
        value === undefined ||
        (value === null && (isRequired || takesNull(member))) ||
        (value === "" && schema["x-blank-unset"] === true && mayBeBlank(member));
      const found = isMissing ? undefined : this.#read(member, value, within(place, name));
      if (found !== undefined) members.push([name, found]);
      else if ("default" in member) members.push([name, this.#defaultOf(member)]);
      // A member that is decided later keeps its place, so that the member order is always the same.
      else if (member["x-default"] !== undefined) members.push([name, undefined]);
      else if (isRequired) {
        if (isMissing) this.#reportMissing(schema, member, name, place);
        const standIn = standInOf(member);
        if (standIn === undefined) isWhole = false;
        else members.push([name, standIn]);
      }
    }
    this.#reportUnknown([...sent.keys()], Object.keys(properties), others, place);
    if (!isWhole) return undefined;
    const read = Object.fromEntries(members);
    this.#pointers.set(read, place.pointer);
    return read;
  }

  /** Defaults are JSON as a client would send it, so they can contain defaults themselves. */
  #defaultOf(member: Keywords): unknown {
    return member.default === null ? null : this.#quietly(member, member.default);
  }

  #reportMissing(schema: Keywords, member: Keywords, name: string, place: Place): void {
    const inside = within(place, name);
    const code = member["x-missing-code"] ?? member["x-code"] ?? inside.code;
    const sentence = member["x-missing"] ?? schema["x-missing"] ?? member["x-text"] ?? `"{name}" is required.`;
    this.#add(
      { ...inside, code },
      filled(sentence, undefined, [], name),
      problemData("required", { field: fieldAt(inside) }),
    );
  }

  #reportUnknown(sent: readonly string[], known: readonly string[], others: readonly string[], place: Place): void {
    const names = new Set(known);
    for (const name of sent) {
      if (names.has(name)) continue;
      const hint = this.#problems.isFull ? "" : didYouMean(name, known);
      const message = others.includes(name)
        ? `Property "${name}" has no meaning beside the others here.`
        : `Unknown property ${quote(name)}.${hint}`;
      const inside = within(place, name);
      this.#add({ ...inside, code: UNKNOWN_PROPERTY }, message, problemData("unknown", { field: fieldAt(inside) }));
    }
  }

  // --- Alternatives ---

  #readOneOf(schema: Keywords, all: readonly Keywords[], json: unknown, place: Place): unknown {
    const forms = all.filter(({ type }) => type !== "null");
    const [only] = forms;
    if (only !== undefined && forms.length === 1) return this.#read(only, json, place);
    if (forms.every(({ properties }) => properties !== undefined)) return this.#readForm(schema, forms, json, place);
    for (const form of forms) {
      const fit = this.#quietly(form, json);
      if (fit !== undefined) return fit;
    }
    return this.#refuse(schema, json, place, undefined, "does not fit, not {found}");
  }

  /** Objects of several forms are distinguished by a member with one word for each; one form may omit it. */
  #readForm(schema: Keywords, forms: readonly Keywords[], json: unknown, place: Place): unknown {
    if (!isObject(json)) return this.#readObject({ type: "object" }, json, place);
    const tag = Object.entries(forms[0]?.properties ?? {}).find(([, member]) => member.const !== undefined)?.[0] ?? "";
    const wordOf = (form: Keywords): string | undefined => form.properties?.[tag]?.const;
    const sent = Object.hasOwn(json, tag) ? (json[tag] ?? undefined) : undefined;
    const members = Object.keys(json).filter((name) => json[name] !== null);
    const knows = (form: Keywords): number =>
      members.filter((name) => Object.hasOwn(form.properties ?? {}, name)).length;
    const fitting = forms.filter((form) =>
      sent === undefined ? wordOf(form) === undefined && knows(form) > 0 : wordOf(form) === sent,
    );
    const [form] = fitting.toSorted((one, other) => knows(other) - knows(one));
    if (form === undefined) {
      const words = [...new Set(forms.map(wordOf).filter((word) => word !== undefined))];
      const inside = within(place, tag);
      if (sent !== undefined) {
        const problem = wordProblem(inside, words, sent);
        return this.#refuse({}, sent, inside, problem, "must be one of {words}, not {found}", words);
      }
      const sentence = schema["x-unformed"] ?? schema["x-missing"] ?? `"${tag}" is required: {words}.`;
      this.#add(inside, filled(sentence, undefined, words), problemData("required", { field: fieldAt(inside) }));
      return undefined;
    }
    const { properties = {} } = form;
    const others = forms.flatMap((other) => Object.keys(other.properties ?? {}));
    return this.#readMembers(form, properties, json, { ...place, code: form["x-code"] ?? place.code }, others);
  }

  /** The value if it fits; no problem is reported if it does not. */
  #quietly(schema: Keywords, json: unknown): unknown {
    const problems = new Problems("");
    const read = new SchemaReader(problems).#read(schema, json, { pointer: "", code: "", called: "" });
    return problems.isEmpty ? read : undefined;
  }

  // --- Sentences ---

  /** `usual` is the middle of the sentence, without its beginning and end; `problem`, the same as data. */
  #refuse<Read>(
    schema: Keywords,
    json: unknown,
    place: Place,
    problem: ProblemData | undefined,
    usual: string,
    words: readonly string[] = [],
  ): Read | undefined {
    const sentence = schema["x-text"];
    const message =
      sentence === undefined
        ? `${place.called} ${filled(`${usual}.{hint}`, json, words)}`
        : filled(sentence, json, words);
    this.#add(place, message, problem);
    return undefined;
  }

  #add({ pointer, code }: Place, message: string, problem?: ProblemData): void {
    this.#problems.add(pointer, code as Code, message, problem);
  }
}

function typeOf({ type }: Keywords): string | undefined {
  return typeof type === "string" ? type : type?.length === 2 ? type.find((each) => each !== "null") : undefined;
}

function fieldAt({ pointer }: Place): string {
  return fieldOf(pointer);
}

function typeProblem(place: Place, type: string, json: unknown): ProblemData {
  return problemData("type", { field: fieldAt(place), type, found: quote(json) });
}

function wordProblem(place: Place, words: readonly string[], json: unknown): ProblemData {
  return problemData("one-of", { field: fieldAt(place), words, found: quote(json) });
}

function takesNull({ type, anyOf, "x-unread": isUnread }: Keywords): boolean {
  return isUnread === true || type?.includes("null") === true || anyOf?.some(takesNull) === true;
}

function mayBeBlank(member: Keywords): boolean {
  const form = member.anyOf?.find(({ type }) => type !== "null") ?? member;
  return form.enum === undefined && typeOf(form) !== "object" && typeOf(form) !== "array";
}

/** Each problem below repeats the name, so a name chosen by a user is truncated. */
function within({ pointer, code }: Place, name: string): Place {
  const shown = name.slice(0, NAME_SHOWN_MAX);
  return { pointer: `${pointer}/${shown.replaceAll("~", "~0").replaceAll("/", "~1")}`, code, called: `"${shown}"` };
}

/** Required texts and lists are read as empty ones, so that their neighbours are still checked. */
function standInOf({ type, format, enum: words }: Keywords): string | readonly unknown[] | undefined {
  if (type === "array") return [];
  return type === "string" && format === undefined && words === undefined ? "" : undefined;
}

function listOf(read: unknown): readonly unknown[] {
  return read === undefined ? [] : [read];
}

function hintOf(json: unknown, words: readonly string[]): string {
  return typeof json === "string" ? didYouMean(json, words) : "";
}

function filled(sentence: string, json: unknown, words: readonly string[], name = ""): string {
  return sentence.replace(/\{(found|words|hint|name)\}/g, (_, part: string) =>
    part === "found" ? quote(json) : part === "words" ? words.join(", ") : part === "name" ? name : hintOf(json, words),
  );
}
