// Bounds the memory of large bodies that are arriving or being worked on, and of large answers that their callers have not
// read yet: no caller can fill it by sending much at once, or by asking for much and reading nothing, and no tenant takes
// more than half of it. What is small is not counted; the number of connections bounds that. Source: REST contract 1.6.
import { Transform, type TransformCallback } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError, type Limit } from "../../core/errors.ts";
import type { Clock } from "../../lib/clock.ts";
import { freeBytes } from "../../lib/free-bytes.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../../lib/units.ts";
import { SMALL_BODY } from "./body-bounds.ts";

const RETRY_AFTER_SECONDS = 5;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its body is read as it comes and never kept as a whole. */
    isStreamed?: boolean;
  }
}

/** Whose memory it is; undefined for callers without a tenant, who share one. */
type Party = string | undefined;

/** An amount that calls hold until their answers are over, at most half of it those of one tenant. */
class Held {
  readonly #max: number;
  readonly #refusal: () => DomainError;
  readonly #byParty = new Map<Party, number>();
  #amount = 0;

  /** More than `max`, or half of it for one tenant, is refused, unless one call holds all of it. */
  constructor(max: number, message: string, limit: Limit) {
    this.#max = max;
    this.#refusal = () => new DomainError("rate-limited", message, { limit, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** For one call; gives the refusal of an amount, or takes it until the answer is over. */
  of(request: FastifyRequest, { raw }: FastifyReply): (amount: number) => DomainError | null {
    const party = tenantOf(request);
    let own = 0;
    return (amount) => {
      // What comes after the end is not counted.
      if (raw.destroyed) return null;
      if (isBeyond(this.#amount, own, amount, this.#max)) return this.#refusal();
      if (isBeyond(this.#byParty.get(party) ?? 0, own, amount, this.#max / 2)) return this.#refusal();
      if (own === 0)
        raw.once("close", () => {
          this.#add(party, -own);
        });
      own += amount;
      this.#add(party, amount);
      return null;
    };
  }

  #add(party: Party, amount: number): void {
    this.#amount += amount;
    const left = (this.#byParty.get(party) ?? 0) + amount;
    if (left === 0) this.#byParty.delete(party);
    else this.#byParty.set(party, left);
  }
}

/** Whether `more` is too much together with what others hold. */
function isBeyond(held: number, own: number, more: number, max: number): boolean {
  return held > own && held + more > max;
}

/** Undefined for callers without one. */
export function tenantOf({ principal, deviceCaller }: FastifyRequest): Party {
  // Only parts for devices have the latter.
  return principal?.tenantId ?? (deviceCaller as FastifyRequest["deviceCaller"] | undefined)?.device.tenantId;
}

/** Bounds all large bodies together. To be called before routes are added. */
export function boundBodies(app: FastifyInstance, bytesMax: number): void {
  const limit = { name: "http.bodiesMebibytes", value: bytesMax / MEBIBYTE };
  const held = new Held(bytesMax, "too many large bodies are being received", limit);
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (mayBeLarge(request)) {
      const counted = new CountedBody(held.of(request, reply));
      payload.on("error", (error) => counted.destroy(error));
      done(null, payload.pipe(counted));
    } else done(null, payload);
  });
}

function mayBeLarge(request: FastifyRequest): boolean {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  // Most calls have no body; each look at the options of a route builds them again.
  if (coding === undefined && (length === undefined || Number(length) <= SMALL_BODY)) return false;
  const { bodyLimit, config } = request.routeOptions;
  // A body beyond the bound of its route is refused there, before it is read.
  return config.isStreamed !== true && (length === undefined || Number(length) <= bodyLimit);
}

/** A body that is counted as it comes, whatever has been announced of it. */
class CountedBody extends Transform {
  /** By which Fastify knows how much has come. */
  receivedEncodedLength = 0;
  readonly #hold: (bytes: number) => DomainError | null;
  readonly #chunks: Buffer[] = [];

  constructor(hold: (bytes: number) => DomainError | null) {
    super();
    this.#hold = hold;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const before = this.receivedEncodedLength;
    this.receivedEncodedLength += chunk.length;
    const refusal =
      this.receivedEncodedLength <= SMALL_BODY
        ? null
        : this.#hold(this.receivedEncodedLength - Math.max(before, SMALL_BODY));
    this.#chunks.push(chunk);
    if (refusal === null) done(null, chunk);
    else done(refusal);
  }

  /**
   * Fastify has copied the chunks by now. Left to the collector, ten large bodies a second would keep it looking at everything that the
   * process holds.
   */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#chunks.splice(0).forEach(freeBytes);
    super._destroy(error, done);
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
  const limit = { name: "http.unsentAnswersMebibytes", value: unsentCharsMax / MEBIBYTE };
  const held = new Held(unsentCharsMax, "too many large answers wait to be read by those who asked for them", limit);
  app.addHook("onSend", (request, reply, payload, done) => {
    const chars = typeof payload === "string" ? payload.length : 0;
    const { raw } = reply;
    if (chars < SMALL_BODY || raw.destroyed) done(null, payload);
    else {
      const refusal = held.of(request, reply)(chars);
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
