// Turns every error into an answer and logs it once. Callers see only texts written for them: the answer to a bug
// contains the id under which the log has it.
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../../core/errors.ts";
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import {
  analyticsAnswerToBug,
  analyticsAnswerToDomainError,
  analyticsAnswerToHttpError,
} from "./analytics/analytics-errors.ts";
import { isAnalyticsUrl } from "./analytics/analytics-paths.ts";
import {
  answerToBug,
  answerToDomainError,
  answerToHttpError,
  ErrorCode,
  HttpError,
  problemHeader,
  type ErrorAnswer,
} from "./http-status.ts";
import { UnsupportedMediaTypeError } from "./json-body.ts";
import { memberOf } from "../../lib/members.ts";

interface ErrorExtras {
  readonly now: EpochMillis;
  readonly requestId: string;
}

/** How one part of the API writes its errors. */
interface ErrorForms {
  domain(error: DomainError, extras: ErrorExtras): ErrorAnswer;
  http(error: HttpError, extras: ErrorExtras): ErrorAnswer;
  bug(extras: ErrorExtras): ErrorAnswer;
}

const USUAL_FORMS: ErrorForms = {
  domain: (error, { now }) => answerToDomainError(error, now),
  http: (error, { now }) => answerToHttpError(error, now),
  bug: ({ requestId, now }) => answerToBug(requestId, now),
};
const ANALYTICS_FORMS: ErrorForms = {
  domain: analyticsAnswerToDomainError,
  http: analyticsAnswerToHttpError,
  bug: analyticsAnswerToBug,
};

/** Answers instead of an error where it returns true. */
export type UnknownPage = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

export class ErrorHandler {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #bodyBytesMax: number;

  constructor(clock: Clock, log: Logger, bodyBytesMax: number) {
    this.#clock = clock;
    this.#log = log;
    this.#bodyBytesMax = bodyBytesMax;
  }

  /** `showUnknown` may show a page where there is nothing. */
  install(app: FastifyInstance, showUnknown?: UnknownPage): void {
    app.setErrorHandler((error: unknown, request, reply) => this.answer(error, request, reply));
    app.setNotFoundHandler(async (request, reply) => {
      if ((await showUnknown?.(request, reply)) !== true) this.answer(notFound(request), request, reply);
      return reply;
    });
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { status, headers, body } = this.#answerTo(error, request);
    return reply.code(status).headers(headers).header("content-type", "application/json; charset=utf-8").send(body);
  }

  #answerTo(error: unknown, request: FastifyRequest): ErrorAnswer {
    const now = this.#clock.now();
    const forms = isAnalyticsUrl(request.url) ? ANALYTICS_FORMS : USUAL_FORMS;
    const extras = { now, requestId: request.id };
    if (error instanceof DomainError) {
      if (error.kind === "unavailable")
        this.#log.warn("request could not be served", { ...describeRequest(request), error });
      const { status, headers, body } = forms.domain(error, extras);
      return { status, headers: { ...headers, ...problemHeader(error) }, body };
    }
    if (error instanceof HttpError) return forms.http(error, extras);
    // Occurs only for QUERY on unknown paths: existing paths refuse QUERY earlier.
    if (memberOf(error, "code") === "FST_ERR_ROUTE_MISSING_CONTENT_TYPE") return forms.http(notFound(request), extras);
    const refused = fromFramework(error, bodyLimitOf(request) ?? this.#bodyBytesMax);
    if (refused !== undefined) return forms.http(refused, extras);
    // A caller that disconnects before the first byte of a stream gets no answer, and this is not a fault.
    if (memberOf(error, "code") === "ERR_STREAM_PREMATURE_CLOSE" && request.socket.destroyed)
      return forms.http(refusal(400, "the connection was closed"), extras);
    this.#log.error("request failed", { ...describeRequest(request), error });
    return forms.bug(extras);
  }
}

/** Answers a connection whose data is not an HTTP request or did not arrive in time, and closes it. */
export function answerUnparsed(error: Error, socket: Socket, now: EpochMillis): void {
  if (memberOf(error, "code") === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = answerToHttpError(fromParser(error), now);
  const head = `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ""}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n`;
  socket.end(`${head}Content-Length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`, () => {
    socket.destroy();
  });
}

function notFound(request: FastifyRequest): HttpError {
  return new HttpError(404, ErrorCode.NOT_FOUND, `there is no ${request.method} ${pathOf(request)}`);
}

/** Our own messages for what Fastify refuses. */
const REFUSED: ReadonlyMap<unknown, readonly [status: number, message: string]> = new Map<
  unknown,
  readonly [number, string]
>([
  [
    "FST_ERR_CTP_INVALID_MEDIA_TYPE",
    [415, "the media type of the body is missing or not supported, send application/json"],
  ],
  ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", [400, "the body is shorter or longer than Content-Length says"]],
  ["FST_ERR_BAD_URL", [400, "the path is not correctly percent-encoded"]],
  ["FST_ERR_MAX_PARAM_LENGTH", [400, "a parameter of the path is too long"]],
  ["ECONNRESET", [400, "the request ended before its body was complete"]],
]);

/** Undefined if the caller did not cause the error. */
export function fromFramework(error: unknown, bodyBytesMax: number): HttpError | undefined {
  if (error instanceof UnsupportedMediaTypeError) return refusal(415, error.message);
  const code = memberOf(error, "code");
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return refusal(413, `the body may have ${String(bodyBytesMax)} bytes, it has more`);
  const known = REFUSED.get(code);
  return known === undefined ? undefined : refusal(...known);
}

function fromParser(error: Error): HttpError {
  switch (memberOf(error, "code")) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refusal(408, "the request did not arrive in time");
    case "HPE_HEADER_OVERFLOW":
      return refusal(431, "the headers of the request are too large");
    default:
      return refusal(400, "this is not an HTTP request");
  }
}

function refusal(status: number, message: string): HttpError {
  return new HttpError(status, ErrorCode.BAD_REQUEST, message);
}

function bodyLimitOf(request: FastifyRequest): number | undefined {
  return request.is404 ? undefined : request.routeOptions.bodyLimit;
}

/** Identifies a request in the log by the pattern of its route, which contains neither ids nor tokens. */
export function describeRequest(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return { requestId: request.id, method: request.method, route: request.routeOptions.url };
}

const PATH_SHOWN_MAX = 200;

/** The token in a path of the device API, with the text before it. */
const DEVICE_TOKEN = /^(\/api\/v1\/)[^/]+/;

/** The path without possible tokens: without its query and without a device's token. */
function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf("?");
  const path = end < 0 ? request.url : request.url.slice(0, end);
  return path.replace(DEVICE_TOKEN, "$1…").slice(0, PATH_SHOWN_MAX);
}
