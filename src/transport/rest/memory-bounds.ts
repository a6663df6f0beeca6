// Bounds the memory of large bodies that are arriving or being processed, and of large answers that callers have not
// read yet. No caller can fill memory by sending much at once, or by requesting much and reading nothing, and no tenant
// gets more than half. Small bodies and answers are not counted; the number of connections bounds them. Source: REST
// contract 1.6.
import { Transform, type TransformCallback } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError, type Limit } from "../../core/errors.ts";
import type { TenantId } from "../../core/ids.ts";
import type { Clock } from "../../lib/clock.ts";
import { freeBytes } from "../../lib/free-bytes.ts";
import { MEBIBYTE, SECOND_MILLIS } from "../../lib/units.ts";
import { SMALL_BODY } from "./body-bounds.ts";

const RETRY_AFTER_SECONDS = 5;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its body is processed as it arrives and never kept as a whole. */
    isStreamed?: boolean;
  }
}

/** The tenant whose memory it is; undefined for callers without a tenant, who share one allowance. */
type Party = TenantId | undefined;

/** An amount that calls hold until their answers are over; one tenant may hold at most half. */
class Held {
  readonly #max: number;
  readonly #refusal: () => DomainError;
  readonly #byParty = new Map<Party, number>();
  #amount = 0;

  /** Refuses more than `max` in total, or half of it for one tenant, unless a single call holds everything. */
  constructor(max: number, message: string, limit: Limit) {
    this.#max = max;
    this.#refusal = () => new DomainError("rate-limited", message, { limit, retryAfterSeconds: RETRY_AFTER_SECONDS });
  }

  /** Returns a function for one call. It holds a further amount until the answer is over, or returns the refusal. */
  of(request: FastifyRequest, { raw }: FastifyReply): (amount: number) => DomainError | null {
    const party = tenantOf(request);
    let own = 0;
    return (amount) => {
      // The answer is over, so nothing would release the amount.
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

/** Whether `more` exceeds `max` together with what others hold. */
function isBeyond(held: number, own: number, more: number, max: number): boolean {
  return held > own && held + more > max;
}

/** Undefined for callers without a tenant. */
export function tenantOf({ principal, deviceCaller }: FastifyRequest): Party {
  // `deviceCaller` exists only in the parts for devices.
  return principal?.tenantId ?? (deviceCaller as FastifyRequest["deviceCaller"] | undefined)?.device.tenantId;
}

/** Bounds all large bodies together. Must be called before routes are added. */
export function boundBodies(app: FastifyInstance, bytesMax: number): void {
  const limit = { name: "http.bodiesMebibytes", value: bytesMax / MEBIBYTE };
  const held = new Held(bytesMax, "too many large bodies are being received", limit);
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (mayBeLarge(request)) {
      const counted = new CountedBody(held.of(request, reply));
      payload.on("error", (error) => counted.destroy(error));
      // Nobody else listens once the body is refused.
      counted.on("error", () => undefined);
      done(null, payload.pipe(counted));
    } else done(null, payload);
  });
}

function mayBeLarge(request: FastifyRequest): boolean {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  // Return early, as most calls have no body: each access to a route's options builds them again.
  if (coding === undefined && (length === undefined || Number(length) <= SMALL_BODY)) return false;
  const { bodyLimit, config } = request.routeOptions;
  // A body beyond the route's bound is refused there, before it is read.
  return config.isStreamed !== true && (length === undefined || Number(length) <= bodyLimit);
}

/** Counts a body as it arrives, whatever length was announced. */
class CountedBody extends Transform {
  /** Tells Fastify how many bytes have arrived. */
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
   * Frees the chunks, which Fastify has copied by now. If they were left to the garbage collector, ten large bodies a
   * second would keep it scanning the whole heap.
   */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#chunks.splice(0).forEach(freeBytes);
    super._destroy(error, done);
  }
}

export interface UnsentAnswerOptions {
  /** Characters of all large answers together. */
  readonly unsentCharsMax: number;
  /** How long a caller may take to read a large answer, before the connection is closed. */
  readonly takeSeconds: number;
}

/** Bounds all large answers together. Must be called before routes are added. */
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
