// Checks requests against the schemas of their route. Refuses mismatches as `invalid`, with a text that names the
// field, what is allowed there and what was found.
import type { FastifyInstance, FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import type { Compile, Validator } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { type DomainError, invalid, wrong } from "../../core/errors.ts";

type Part = "body" | "querystring" | "params" | "headers";

/**
 * Each check is compiled by the first request that needs it, and the compiler is loaded by the first request of all:
 * most routes of a process are never called, and some processes serve nothing but gateways for weeks.
 */
export function installChecks(app: FastifyInstance): void {
  let compile: typeof Compile | undefined;
  app.setValidatorCompiler(({ schema, httpPart }: Parameters<FastifySchemaCompiler<TSchema>>[0]) => {
    let validator: Validator | undefined;
    const part = partOf(httpPart);
    const convert = part === "body" ? undefined : textConverter(schema);
    return (sent: unknown) => {
      validator ??= compile?.(schema);
      if (validator === undefined) throw new Error("a request is checked before the compiler of checks is loaded");
      const value = convert === undefined ? sent : convert(sent);
      if (validator.Check(value)) return { value };
      return { error: describe(validator.Errors(value), value, part) };
    };
  });
  app.addHook("preValidation", (_request, _reply, done) => {
    if (compile !== undefined) {
      done();
      return;
    }
    import("typebox/compile").then(
      (loaded) => {
        compile = loaded.Compile;
        done();
      },
      (error: unknown) => {
        done(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

function partOf(httpPart: string | undefined): Part {
  return httpPart === "querystring" || httpPart === "params" || httpPart === "headers" ? httpPart : "body";
}

type Convert = (text: string) => unknown;

const CONVERSIONS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ["integer", (text) => (/^[+-]?\d+$/.test(text) ? Number(text) : text)],
  ["number", (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text))],
  ["boolean", toBoolean],
]);

function toBoolean(text: string): unknown {
  const word = text.toLowerCase();
  return word === "true" ? true : word === "false" ? false : text;
}

/**
 * Paths and queries are text: converts members to the numbers, booleans and lists that the schema expects. Text that
 * cannot be converted stays, so that the check refuses it.
 */
function textConverter(schema: TSchema): (sent: unknown) => unknown {
  const conversions = new Map<string, Convert>();
  const lists = new Set<string>();
  for (const [name, member] of Object.entries(membersOf(schema))) {
    const type: unknown = "type" in member ? member.type : undefined;
    const convert = typeof type === "string" ? CONVERSIONS.get(type) : undefined;
    if (convert !== undefined) conversions.set(name, convert);
    if (type === "array") lists.add(name);
  }
  if (conversions.size === 0 && lists.size === 0) return (sent) => sent;
  return (sent) => {
    if (!isRecord(sent)) return sent;
    for (const [name, convert] of conversions) {
      const text = sent[name];
      if (typeof text === "string") sent[name] = convert(text);
    }
    for (const name of lists) if (typeof sent[name] === "string") sent[name] = [sent[name]];
    return sent;
  };
}

function membersOf(schema: TSchema): Readonly<Record<string, object>> {
  return "properties" in schema && isRecord(schema.properties) ? (schema.properties as Record<string, object>) : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const SHOWN_CHARS_MAX = 64;

function describe(errors: readonly TLocalizedValidationError[], value: unknown, part: Part): DomainError {
  const [error] = errors;
  if (error === undefined) return invalid(`the ${part} of the request is not valid`);
  const field = error.instancePath.slice(1).replaceAll("/", ".");
  const place = field === "" ? nameOf(part) : field;
  if (error.keyword === "required") {
    const missing = error.params.requiredProperties.map((name) => (field === "" ? name : `${field}.${name}`));
    const [first, second] = missing;
    if (first !== undefined && second === undefined) return wrong("required", { field: first });
    return invalid(`${missing.join(", ")} are required`);
  }
  const found = show(valueAt(value, error.instancePath));
  const member = { field: place, found };
  if (error.keyword === "enum") return wrong("one-of", { ...member, words: error.params.allowedValues.map(String) });
  if (error.keyword === "format" && error.params.format === "uuid") return wrong("not-an-id", member);
  if (error.keyword === "type" && typeof error.params.type === "string")
    return wrong("type", { ...member, type: error.params.type });
  if (isBound(error) && typeof error.params.limit === "number")
    return wrong("bound", { ...member, comparison: error.params.comparison, limit: error.params.limit });
  return invalid(`${place} ${error.message}, got ${found}`);
}

type BoundError = Extract<TLocalizedValidationError, { readonly params: { readonly comparison: string } }>;

function isBound(error: TLocalizedValidationError): error is BoundError {
  return "comparison" in error.params;
}

function nameOf(part: Part): string {
  return part === "body" ? "the body" : part === "querystring" ? "the query" : `the ${part}`;
}

function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const segment of path.split("/").slice(1)) {
    if (!isRecord(found)) return undefined;
    found = found[segment.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  return found;
}

function show(value: unknown): string {
  if (typeof value === "string")
    return value.length > SHOWN_CHARS_MAX ? `a text of ${String(value.length)} characters` : `"${value}"`;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  return Array.isArray(value) ? "an array" : "an object";
}
