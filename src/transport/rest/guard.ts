// Decides who may call a route, before a body is read, from what the route declares. Access is denied by default: the
// server does not start if a route declares nothing. Whether the caller may access a particular entity is left to the
// handler and core/access/permissions.ts. Source: REST contract 20, "Permission checks".
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import { isPublic, type Principal } from "../../core/access/principal.ts";
import { DomainError } from "../../core/errors.ts";
import { authenticate, type Authenticator, type CredentialChannel } from "./authentication.ts";
import type { Authority } from "../../core/caller.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller; null on open routes. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    /** Who may call the route; required on every route. */
    access?: "open" | readonly Authority[];
  }
}

/** Counts calls against the limits of the caller's tenant and customer. */
export interface RestCallMeter {
  /**
   * Undefined if the call is within the limits, otherwise the `rate-limited` error to answer with. A promise only if
   * the tenant's limits have to be looked up.
   */
  charge(principal: Principal): DomainError | undefined | Promise<DomainError | undefined>;
}

export type GuardHook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** The two checks of a caller. */
export interface Guard {
  /** Runs first on every call. */
  readonly admit: GuardHook;
  /** A body may arrive over minutes, in which the caller's login or key may have ended. */
  readonly admitAfterBody: GuardHook;
}

/** The checks of calls of a route for these authorities. Public sessions are refused unless the route `isForReading`. */
export function guard(
  access: readonly Authority[],
  authenticator: Authenticator,
  meter: RestCallMeter | undefined,
  isForReading: boolean,
): Guard {
  return admission({
    identify: (request) => authenticate(authenticator, request.headers, new RequestChannel(request)),
    meter,
    refusalOf: (caller) => (isPublic(caller) && !isForReading ? publicRefusal() : roleRefusal(caller, access)),
  });
}

export interface Admission {
  /** Returns the caller; throws or rejects if it is unknown. */
  readonly identify: (request: FastifyRequest) => Principal | Promise<Principal>;
  readonly meter: RestCallMeter | undefined;
  /** Why this caller may not make the call; undefined if it may. */
  readonly refusalOf: (caller: Principal) => DomainError | undefined;
}

/** The caller, its tenant's rate limit and its permission before a body is read; the caller once more after it. */
export function admission({ identify, meter, refusalOf }: Admission): Guard {
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
  return {
    admit: identified(identify, admit),
    admitAfterBody: identified(identify, (_request, _caller, done) => {
      done();
    }),
  };
}

function identified(
  identify: Admission["identify"],
  then: (request: FastifyRequest, caller: Principal, done: HookHandlerDoneFunction) => void,
): GuardHook {
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
          then(request, principal, done);
        },
        (error: unknown) => {
          done(asError(error));
        },
      );
    else then(request, caller, done);
  };
}

/** Determines the channel of a request only on demand; checking a token never needs it. */
export class RequestChannel implements CredentialChannel {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get isEncrypted(): boolean {
    return this.#request.protocol === "https";
  }

  get isLocal(): boolean {
    // Behind a proxy on this machine all callers look local, so any sign of a proxy counts.
    const { headers, ip } = this.#request;
    return isLoopback(ip) && !FORWARDED.some((name) => headers[name] !== undefined);
  }

  get remoteAddress(): string {
    return this.#request.ip;
  }
}

/** For later: does not hold the request. */
export function channelOf(request: FastifyRequest): CredentialChannel {
  const { isEncrypted, isLocal, remoteAddress } = new RequestChannel(request);
  return { isEncrypted, isLocal, remoteAddress };
}

const FORWARDED = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "via"];
const LOOPBACK = /^(?:(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/i;

function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/** The permission table refuses this too; this is for handlers without an entity to check. */
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

/** Throws if a route does not declare who may call it, so that a missing declaration is found at startup. */
export function requireDeclaredAccess(options: {
  readonly url: string;
  readonly method: string | string[];
  readonly config?: { readonly access?: unknown };
}): void {
  if (options.config?.access === undefined)
    throw new Error(`the route ${String(options.method)} ${options.url} does not declare who may call it`);
}
