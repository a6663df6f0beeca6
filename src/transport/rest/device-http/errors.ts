// Errors of the HTTP device API: a status, and a line of text if the sender can fix the problem; never the envelope of
// the REST API, except for unknown paths. Source: REST contract 14.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError, type ErrorKind } from "../../../core/errors.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { describeRequest, fromFramework } from "../error-handler.ts";
import { answerToHttpError, HttpError } from "../http-status.ts";

interface DeviceError {
  readonly status: number;
  /** If absent, the body is empty. */
  readonly text?: string;
  /** When the same request may succeed. */
  readonly retryAfterSeconds?: number;
}

const STATUS: Record<ErrorKind, { readonly status: number; readonly showsMessage: boolean }> = {
  invalid: { status: 400, showsMessage: true },
  unsupported: { status: 400, showsMessage: true },
  unauthenticated: { status: 401, showsMessage: false },
  forbidden: { status: 403, showsMessage: true },
  "limit-exceeded": { status: 403, showsMessage: true },
  "not-found": { status: 404, showsMessage: true },
  timeout: { status: 408, showsMessage: false },
  conflict: { status: 409, showsMessage: true },
  "too-large": { status: 413, showsMessage: true },
  "rate-limited": { status: 429, showsMessage: false },
  // Without a cause, part of the platform is starting or stopping; with one, storage has failed.
  unavailable: { status: 503, showsMessage: false },
};

export class DeviceErrors {
  readonly #clock: Clock;
  readonly #log: Logger;

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  install(part: FastifyInstance): void {
    part.setErrorHandler((error: unknown, request, reply) => this.#answer(error, request, reply));
  }

  #answer(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (error instanceof HttpError) {
      const { status, headers, body } = answerToHttpError(error, this.#clock.now());
      return reply.code(status).headers(headers).type("application/json; charset=utf-8").send(body);
    }
    const { status, text, retryAfterSeconds } = this.#errorOf(error, request);
    reply.code(status);
    if (retryAfterSeconds !== undefined) reply.header("retry-after", String(Math.max(1, Math.ceil(retryAfterSeconds))));
    return text === undefined
      ? reply.removeHeader("content-type").send()
      : reply.type("text/plain; charset=utf-8").send(text);
  }

  #errorOf(error: unknown, request: FastifyRequest): DeviceError {
    if (error instanceof DomainError) return this.#errorOfDomain(error, request);
    const refused = fromFramework(error, request.routeOptions.bodyLimit);
    if (refused !== undefined) return { status: refused.status, text: refused.message };
    this.#log.error("request failed", { ...describeRequest(request), error });
    return { status: 500 };
  }

  #errorOfDomain(error: DomainError, request: FastifyRequest): DeviceError {
    const { status, showsMessage } = STATUS[error.kind];
    if (error.kind === "unavailable" && error.details.cause !== undefined) {
      this.#log.warn("request could not be served", { ...describeRequest(request), error });
      return { status: 500 };
    }
    if (showsMessage) return { status, text: error.message };
    return status === 429 || status === 503
      ? { status, retryAfterSeconds: error.details.retryAfterSeconds ?? 1 }
      : { status };
  }
}
