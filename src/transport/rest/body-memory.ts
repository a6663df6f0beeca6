// Bounds the memory of bodies that are arriving or being worked on: a caller who may send large ones cannot fill it by
// sending many at once. Small bodies are not counted; the number of connections bounds those. Source: REST contract 1.6.
import { Transform, type TransformCallback } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../../core/errors.ts";
import { MEBIBYTE } from "../../lib/units.ts";

/** A body up to this size is small. */
const SMALL_BYTES = 65_536;
const RETRY_AFTER_SECONDS = 5;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its body is read as it comes and never kept as a whole. */
    isStreamed?: boolean;
  }
}

export class BodyMemory {
  readonly #bytesMax: number;
  #bytes = 0;

  /** `bytesMax`: of all large bodies together; one more is refused as `rate-limited`, unless it is alone. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** To be called before routes are added. */
  install(app: FastifyInstance): void {
    app.addHook("preParsing", (request, reply, payload, done) => {
      const { "content-length": length, "transfer-encoding": coding } = request.headers;
      // Most calls have no body; each look at the options of a route builds them again.
      if (length === undefined && coding === undefined) done(null, payload);
      else if (request.routeOptions.config.isStreamed === true) done(null, payload);
      else if (length !== undefined) done(this.#refusalOfLength(Number(length), request, reply), payload);
      else {
        const counted = new CountedBody((bytes) => this.#hold(bytes, reply));
        payload.on("error", (error) => counted.destroy(error));
        done(null, payload.pipe(counted));
      }
    });
  }

  /** What is beyond the bound of its route is refused there, before it is read. */
  #refusalOfLength(bytes: number, request: FastifyRequest, reply: FastifyReply): DomainError | null {
    if (!(bytes > SMALL_BYTES) || bytes > request.routeOptions.bodyLimit) return null;
    return this.#hold(bytes, reply);
  }

  /** Counts bytes until the answer is over. */
  #hold(bytes: number, { raw }: FastifyReply): DomainError | null {
    if (this.#bytes > 0 && this.#bytes + bytes > this.#bytesMax) return this.#refusal();
    this.#bytes += bytes;
    raw.once("close", () => {
      this.#bytes -= bytes;
    });
    return null;
  }

  #refusal(): DomainError {
    return new DomainError("rate-limited", "too many large bodies are being received", {
      limit: { name: "http.bodiesMebibytes", value: this.#bytesMax / MEBIBYTE },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** A body without Content-Length: counted as it comes, in shares. */
class CountedBody extends Transform {
  /** By which Fastify knows how much has come. */
  receivedEncodedLength = 0;
  readonly #hold: (bytes: number) => DomainError | null;
  #heldBytes = SMALL_BYTES;

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
