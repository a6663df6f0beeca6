// Who may call a route at all: decided before a body is read, by what the route declares. Deny by default: a route that
// declares nothing stops the start. Whether the caller may touch one particular entity is the handler's question to
// core/access/permissions.ts. Source: REST contract 20, "Permission checks".
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import { isPublic, type Principal } from "../../core/access/principal.ts";
import { DomainError } from "../../core/errors.ts";
import { authenticate, type Authenticator, type CredentialChannel } from "./authentication.ts";
import type { Authority } from "../../core/caller.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who is calling; null on routes that are open. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** Who may call the route; every route has to say it. */
    access?: "open" | readonly Authority[];
  }
}

/** Counts calls against the limits of the caller's tenant and customer. */
export interface RestCallMeter {
  /**
   * Undefined when the call is within the limits, else the `rate-limited` error to answer with; a promise only where the
   * limits of the tenant have to be looked up.
   */
  charge(principal: Principal): DomainError | undefined | Promise<DomainError | undefined>;
}

export type GuardHook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/**
 * The check that runs first on every call of a route for these authorities. One that is not `isForReading` turns public
 * sessions away.
 */
export function guard(
  access: readonly Authority[],
  authenticator: Authenticator,
  meter: RestCallMeter | undefined,
  isForReading: boolean,
): GuardHook {
  return admission({
    identify: (request) => authenticate(authenticator, request.headers, new RequestChannel(request)),
    meter,
    refusalOf: (caller) => (isPublic(caller) && !isForReading ? publicRefusal() : roleRefusal(caller, access)),
  });
}

export interface Admission {
  /** Who is calling; throws or rejects for an unknown caller. */
  readonly identify: (request: FastifyRequest) => Principal | Promise<Principal>;
  readonly meter: RestCallMeter | undefined;
  /** Why this caller may not make the call; undefined for a permitted one. */
  readonly refusalOf: (caller: Principal) => DomainError | undefined;
}

/** The check that runs before a body is read: the caller, the rate of its tenant, the permission. */
export function admission({ identify, meter, refusalOf }: Admission): GuardHook {
  const admit = (request: FastifyRequest, caller: Principal, done: HookHandlerDoneFunction): void => {
    request.principal = caller;
    const charged = meter?.charge(caller);
    if (charged instanceof Promise)
      charged.then(
        (refused) => {
          done(refused ?? refusalOf(caller));
        },
        (error: unknown) => {
          done(asError(error));
        },
      );
    else done(charged ?? refusalOf(caller));
  };
  return (request, _reply, done) => {
    let caller: Principal | Promise<Principal>;
    try {
      caller = identify(request);
    } catch (error) {
      done(asError(error));
      return;
    }
    if (caller instanceof Promise)
      caller.then(
        (principal) => {
          admit(request, principal, done);
        },
        (error: unknown) => {
          done(asError(error));
        },
      );
    else admit(request, caller, done);
  };
}

/** Reads the channel of a request only when it is asked for, which a token's check never does. */
export class RequestChannel implements CredentialChannel {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get isEncrypted(): boolean {
    return this.#request.protocol === "https";
  }

  get isLocal(): boolean {
    // Behind a proxy on this machine all callers look local, so any trace of a proxy counts.
    const { headers, ip } = this.#request;
    return isLoopback(ip) && !FORWARDED.some((name) => headers[name] !== undefined);
  }

  get remoteAddress(): string {
    return this.#request.ip;
  }
}

const FORWARDED = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "via"];
const LOOPBACK = /^(?:(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/i;

function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/** The permission table refuses it too; this is for the handlers that have no entity to ask it about. */
export function publicRefusal(): DomainError {
  return new DomainError("forbidden", "a public session reads, and changes nothing");
}

export function roleRefusal(caller: Principal, access: readonly Authority[]): DomainError | undefined {
  if (access.includes(caller.authority)) return undefined;
  return new DomainError("forbidden", `this call is for ${access.join(" and ")}, you are ${caller.authority}`);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("the authenticator failed", { cause: error });
}

/** Throws when a route does not say who may call it, so that a forgotten declaration is found at the start. */
export function requireDeclaredAccess(options: {
  readonly url: string;
  readonly method: string | string[];
  readonly config?: { readonly access?: unknown };
}): void {
  if (options.config?.access === undefined)
    throw new Error(`the route ${String(options.method)} ${options.url} does not declare who may call it`);
}
