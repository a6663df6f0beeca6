// Rules shared by the routes for devices: the token is checked before the body is read, bodies are JSON text of any
// media type, errors have their own form, and waiting requests end when the server stops. Source: REST contract 14.
import type { FastifyInstance } from "fastify";
import { DomainError } from "../../../core/errors.ts";
import { textParser } from "../json-body.ts";
import type { RouteEdge } from "../route.ts";
import type { DeviceCaller, DeviceCallers } from "./caller.ts";
import type { DeviceErrors } from "./errors.ts";
import type { Polls } from "./polls.ts";
import { textMember } from "../../../lib/members.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The device whose token the path contains; null on routes without a token. */
    deviceCaller: DeviceCaller | null;
  }
}

/** For routes with a token in the path. */
export class DeviceEdge implements RouteEdge {
  readonly #callers: DeviceCallers;
  readonly #polls: Polls;
  readonly #errors: DeviceErrors;

  constructor(callers: DeviceCallers, polls: Polls, errors: DeviceErrors) {
    this.#callers = callers;
    this.#polls = polls;
    this.#errors = errors;
  }

  prepare(part: FastifyInstance): void {
    takeText(part);
    this.#errors.install(part);
    part.decorateRequest("deviceCaller", null);
    part.addHook("onRequest", async (request) => {
      request.deviceCaller = await this.#callers.admit(textMember(request.params, "token") ?? "", request.ip);
    });
    part.addHook("preValidation", (request, _reply, done) => {
      request.query = withoutRepetition(request.query);
      done();
    });
    part.addHook("preHandler", async (request) => {
      if (request.deviceCaller !== null) request.deviceCaller = await this.#callers.confirm(request.deviceCaller);
    });
    part.addHook("onError", (request, _reply, error, done) => {
      if (request.deviceCaller !== null && error instanceof DomainError)
        this.#callers.refused(request.deviceCaller, error);
      done();
    });
    part.addHook("preClose", (done) => {
      this.#polls.stop();
      done();
    });
  }
}

/** For the one call that a device makes before it has a token. */
export class ProvisioningEdge implements RouteEdge {
  readonly #errors: DeviceErrors;

  constructor(errors: DeviceErrors) {
    this.#errors = errors;
  }

  prepare(part: FastifyInstance): void {
    takeText(part);
    this.#errors.install(part);
  }
}

/** Accepts any media type or none, as devices do not agree on one for JSON. */
function takeText(part: FastifyInstance): void {
  part.removeAllContentTypeParsers();
  part.addHook("onRequest", (request, _reply, done) => {
    // Fastify would refuse an invalid media type, although it is not used.
    delete request.raw.headers["content-type"];
    done();
  });
  part.addContentTypeParser("*", { parseAs: "buffer" }, textParser("the payload"));
  part.addHook("preValidation", (request, _reply, done) => {
    // A request without any body.
    request.body ??= "";
    done();
  });
}

/** Clients may also write a list as a repeated parameter: `sharedKeys=a&sharedKeys=b` means `sharedKeys=a,b`. */
function withoutRepetition(query: unknown): unknown {
  if (typeof query !== "object" || query === null || !Object.values(query).some(Array.isArray)) return query;
  const entries = Object.entries(query).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? value.join(",") : value,
  ]);
  return Object.fromEntries(entries) as unknown;
}
