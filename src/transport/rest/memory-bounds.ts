// Bounds the memory of large bodies that are arriving or being worked on, and of large answers that their callers have not
// read yet: no caller can fill it by sending much at once, or by asking for much and reading nothing. What is small is not
// counted; the number of connections bounds that. Source: REST contract 1.6.
import { Transform, type TransformCallback } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError, type Limit } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../../lib/units.ts";

/** Bytes, or characters, up to which a body or an answer is small. */
const SMALL = 65_536;
const RETRY_AFTER_SECONDS = 5;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its body is read as it comes and never kept as a whole. */
    isStreamed?: boolean;
  }
}

/** An amount that calls hold until their answers are over. */
class Held {
  readonly #max: number;
  readonly #refusal: () => DomainError;
  #amount = 0;

  /** One more than `max` is refused, unless it is alone. */
  constructor(max: number, message: string, limit: Limit) {
    this.#max = max;
    this.#refusal = () => new DomainError("rate-limited", message, { limit, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  add(amount: number, { raw }: FastifyReply): DomainError | null {
    if (this.#amount > 0 && this.#amount + amount > this.#max) return this.#refusal();
    this.#amount += amount;
    raw.once("close", () => {
      this.#amount -= amount;
    });
    return null;
  }
}

/** Bounds all large bodies together. To be called before routes are added. */
export function boundBodies(app: FastifyInstance, bytesMax: number): void {
  const limit = { name: "http.bodiesMebibytes", value: bytesMax / MEBIBYTE };
  const held = new Held(bytesMax, "too many large bodies are being received", limit);
  app.addHook("preParsing", (request, reply, payload, done) => {
    const { "content-length": length, "transfer-encoding": coding } = request.headers;
    // Most calls have no body; each look at the options of a route builds them again.
    if (length === undefined && coding === undefined) done(null, payload);
    else if (request.routeOptions.config.isStreamed === true) done(null, payload);
    else if (length !== undefined)
      done(isCounted(Number(length), request) ? held.add(Number(length), reply) : null, payload);
    else {
      const counted = new CountedBody((bytes) => held.add(bytes, reply));
      payload.on("error", (error) => counted.destroy(error));
      done(null, payload.pipe(counted));
    }
  });
}

/** A body beyond the bound of its route is refused there, before it is read. */
function isCounted(bytes: number, request: FastifyRequest): boolean {
  return bytes > SMALL && bytes <= request.routeOptions.bodyLimit;
}

/** A body without Content-Length: counted as it comes, in shares. */
class CountedBody extends Transform {
  /** By which Fastify knows how much has come. */
  receivedEncodedLength = 0;
  readonly #hold: (bytes: number) => DomainError | null;
  #heldBytes = SMALL;

  constructor(hold: (bytes: number) => DomainError | null) {
    super();
    this.#hold = hold;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    // As much again as there is, so that a body of any length needs few of them.
    if (this.receivedEncodedLength <= this.#heldBytes) done(null, chunk);
    else {
      const refusal = this.#hold(this.#heldBytes);
      this.#heldBytes *= 2;
      if (refusal === null) done(null, chunk);
      else done(refusal);
    }
  }
}

export interface UnsentAnswerOptions {
  /** Characters of all large answers together. */
  readonly unsentCharsMax: number;
  /** How long a caller may take to read a large answer; then the connection is closed. */
  readonly takeSeconds: number;
}

/** Bounds all large answers together. To be called before routes are added. */
export function boundAnswers(
  app: FastifyInstance,
  { unsentCharsMax, takeSeconds }: UnsentAnswerOptions,
  clock: Clock,
): void {
  const limit = { name: "http.unsentAnswersMebibytes", value: unsentCharsMax };
  const held = new Held(unsentCharsMax, "too many large answers wait to be read by those who asked for them", limit);
  app.addHook("onSend", (_request, reply, payload, done) => {
    const chars = typeof payload === "string" ? payload.length : 0;
    const { raw } = reply;
    if (chars < SMALL || raw.destroyed) done(null, payload);
    else {
      const refusal = held.add(chars, reply);
      if (refusal !== null) {
        done(refusal);
        return;
      }
      const deadline = clock.after(takeSeconds * SECOND_MILLIS, () => raw.destroy());
      raw.once("close", () => {
        deadline.cancel();
      });
      done(null, payload);
    }
  });
}
