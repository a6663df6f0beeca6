// Request bodies: JSON for entities; JSON text of any media type for attributes, telemetry and RPC; and bodies that are
// discarded. Each kind is a set of content-type parsers for one part of the server. Source: REST contract 1.1 and 1.6.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { DomainError, invalid } from "../../core/errors.ts";
import {
  decodeUtf8,
  hasLongInteger,
  jsonKind,
  JsonError,
  parseExactly,
  parseJson,
  requireDepth,
} from "../../lib/json.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { ENTITY_BOUNDS, requireBounds, SMALL_BODY } from "./body-bounds.ts";
import { LargeBody, type EntityReader } from "./large-bodies/large-body.ts";
import { tenantOf } from "./memory-bounds.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its body contains telemetry or attributes. */
    takesValues?: boolean;
  }
}

/** Accepts only application/json, as a parsed value. An empty body is undefined. */
export function acceptJson(readJson: BufferParser): (app: FastifyInstance) => void {
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("application/json", { parseAs: "buffer" }, readJson);
  };
}

/** Reads large bodies in threads, or all of them at once if there are none. */
export function jsonParser(bodies: EntityReader | undefined): BufferParser {
  return (request, body, done) => {
    const fail = (error: unknown): void => done(asError(error));
    if (bodies !== undefined && body.length > SMALL_BODY) {
      const reading = bodies.entity(body as Buffer<ArrayBuffer>, tenantOf(request) ?? null);
      reading.then((value) => done(null, value), fail);
      return;
    }
    try {
      done(null, readJsonBody(body));
    } catch (error) {
      fail(error);
    }
  };
}

/** Parses a JSON body; undefined if it is empty. Throws `invalid`. */
export function readJsonBody(body: Buffer): unknown {
  try {
    if (body.length === 0) return undefined;
    const value = parseEntityBody(body);
    // The check of optional bodies would take null for an absent body.
    if (value === null) throw invalid("the body must be a JSON object, got null");
    return value;
  } catch (error) {
    if (error instanceof JsonError) throw invalid(bodyMessage(error));
    throw error;
  }
}

/** Accepts JSON text under application/json, text/plain or no type, as text. An absent body is an empty text. */
export function acceptText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addHook("preValidation", (request, _reply, done) => {
    request.body ??= "";
    done();
  });
  const readText = textParser("the body");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, readText);
  app.addContentTypeParser("text/plain", { parseAs: "buffer" }, readText);
  // "*" also receives bodies without a type; other types are refused here.
  app.addContentTypeParser("*", { parseAs: "buffer" }, (request: FastifyRequest, body: Buffer, done) => {
    const type = request.headers["content-type"];
    if (type === undefined) readText(request, body, done);
    else done(new UnsupportedMediaTypeError(type));
  });
}

export type BufferParser = (
  request: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, body?: unknown) => void,
) => void;

/** Returns a body as text, or a large body of values as bytes. Errors call it `noun`. */
export function textParser(noun: BodyNoun): BufferParser {
  return (request, body, done) => {
    const isForThread = body.length > SMALL_BODY && request.routeOptions.config.takesValues === true;
    try {
      done(null, isForThread ? new LargeBody(body as Buffer<ArrayBuffer>) : textOf(body, noun));
    } catch (error) {
      done(asError(error));
    }
  };
}

/** Devices send payloads, other callers bodies. */
export type BodyNoun = "the body" | "the payload";

/** Throws `invalid` if the bytes are not UTF-8. */
export function textOf(bytes: Buffer, noun: BodyNoun): string {
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    if (error instanceof JsonError) throw invalid(error.message.replace("the payload", noun));
    throw error;
  }
}

/** Accepts a body of any media type as a stream, without a bound on its size. */
export function acceptUpload(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request: FastifyRequest, payload, done) => {
    done(null, payload);
  });
}

/** Accepts and discards any body up to the server's bound. */
export function ignoreBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request: FastifyRequest, _body: Buffer, done) => {
    done(null, undefined);
  });
}

/** The body has a media type that the route does not accept. */
export class UnsupportedMediaTypeError extends Error {
  constructor(type: string) {
    super(`the media type "${type.slice(0, 64)}" is not supported, send application/json`);
    this.name = "UnsupportedMediaTypeError";
  }
}

/** Parses a body that is text, with every digit of its integers. Throws `invalid`. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === "") throw invalid("the body is empty, JSON is required");
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) throw invalid(bodyMessage(error));
    throw error;
  }
}

/** The members of a JSON object. Throws `invalid` for any other JSON value. */
export function parseJsonObject(text: string): ReadonlyMap<string, unknown> {
  const value = parseJsonBody(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(`the body must be a JSON object, got ${jsonKind(value)}`);
  return new Map(Object.entries(value));
}

/** Keeps the digits of integers inside members of free JSON; `__proto__` is an ordinary member. */
function parseEntityBody(body: Buffer): unknown {
  const text = decodeUtf8(body);
  requireBounds(text, ENTITY_BOUNDS);
  let value: unknown;
  try {
    value = hasLongInteger(text) ? parseExactly(text) : parseNamed(text);
  } catch (error) {
    throw new JsonError(`the payload is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  if (typeof value === "object" && value !== null) {
    requireDepth(value);
    if (HUGE_NUMBER.test(text)) requireFinite(value);
  }
  return value;
}

/**
 * The appearance of a number beyond the range of a double, which would be stored as null. Each run of digits is
 * examined once.
 */
const HUGE_NUMBER = /[eE]\+?[0-9]{3}|(?<![0-9])[0-9]{309}/;

/** Must be called after the depth has been checked. */
function requireFinite(parent: object): void {
  for (const [name, child] of Object.entries(parent) as [string, unknown][]) {
    if (typeof child === "number" && !Number.isFinite(child))
      throw new JsonError(`the payload has a number beyond the range of a double at "${name.slice(0, 64)}"`);
    if (typeof child === "object" && child !== null) requireFinite(child);
  }
}

function bodyMessage(error: JsonError): string {
  return error.message.replace("the payload", "the body");
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new DomainError("invalid", "the body cannot be read", { cause: error });
}
