// What the routes of devices have in common: the token is checked before the body is read, bodies are JSON text of any
// media type, errors have their own form, and requests that wait end when the server stops. Source: REST contract 14.
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
    /** Whose token the path holds; null on routes without one. */
    deviceCaller: DeviceCaller | null;
  }
}

/** For routes with a token in their path. */
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

/** Devices name all kinds of media types for their JSON, or none. */
function takeText(part: FastifyInstance): void {
  part.removeAllContentTypeParsers();
  part.addHook("onRequest", (request, _reply, done) => {
    // Fastify would refuse one that is no media type at all, although it is not used.
    delete request.raw.headers["content-type"];
    done();
  });
  part.addContentTypeParser("*", { parseAs: "buffer" }, textParser("the payload"));
  part.addHook("preValidation", (request, _reply, done) => {
    // A request without a body at all.
    request.body ??= "";
    done();
  });
}

/** Clients write a list as a parameter that is repeated, too: `sharedKeys=a&sharedKeys=b` is `sharedKeys=a,b`. */
function withoutRepetition(query: unknown): unknown {
  if (typeof query !== "object" || query === null || !Object.values(query).some(Array.isArray)) return query;
  const entries = Object.entries(query).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? value.join(",") : value,
  ]);
  return Object.fromEntries(entries) as unknown;
}
