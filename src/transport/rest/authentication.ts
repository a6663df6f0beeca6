// Determines the caller from the headers of a request. Source: REST contract 2.1 and 2.4.
import type { IncomingHttpHeaders } from "node:http";
import type { Principal } from "../../core/access/principal.ts";
import { DomainError } from "../../core/errors.ts";

/** What is known of the connection a credential came over, as far as its acceptance depends on it. */
export interface CredentialChannel {
  /** The request came over TLS, as seen by the server or by a trusted proxy. */
  readonly isEncrypted: boolean;
  /** The caller is on this machine: a loopback address without a proxy in between. */
  readonly isLocal: boolean;
  readonly remoteAddress: string;
}

/**
 * Checks credentials; throws or rejects with `unauthenticated`. Returns a cached principal synchronously, so that the
 * common request waits for nothing.
 */
export interface Authenticator {
  authenticateBearer(token: string): Principal | Promise<Principal>;
  /**
   * Absent if the installation accepts no API keys. Also throws or rejects with `forbidden` if the channel is not
   * secure enough for a key.
   */
  authenticateApiKey?(key: string, channel: CredentialChannel): Principal | Promise<Principal>;
}

export interface PresentedCredential {
  readonly kind: "bearer" | "api-key";
  readonly value: string;
}

/**
 * The credential of a request: `X-Authorization` first, `Authorization` only if the former is absent. If a request
 * carries both a JWT and an API key, the JWT counts. Throws `unauthenticated` if there is none.
 */
export function presentedCredential(headers: IncomingHttpHeaders): PresentedCredential {
  const own = headers["x-authorization"];
  const ownText = Array.isArray(own) ? own.join(",") : own;
  const standard = headers.authorization;
  const first = ownText ?? standard;
  if (first === undefined || first.trim() === "")
    throw unauthenticated("no credentials: send the header X-Authorization: Bearer <token> or ApiKey <key>");

  const credential = bestOf(first);
  if (credential === undefined) throw unauthenticated('the scheme of the credentials must be "Bearer" or "ApiKey"');
  if (credential.kind === "api-key" && ownText !== undefined && standard !== undefined) {
    const other = bestOf(standard);
    if (other?.kind === "bearer") return other;
  }
  return credential;
}

/** The JWT in a header value, or else its API key. Node joins repeated headers with a comma, which neither contains. */
function bestOf(header: string): PresentedCredential | undefined {
  if (!header.includes(",")) return parseCredential(header);
  const found = header.split(",").map(parseCredential);
  return (
    found.find((credential) => credential?.kind === "bearer") ?? found.find((credential) => credential !== undefined)
  );
}

const CREDENTIAL = /^\s*(bearer|apikey)\s+(\S+)\s*$/i;

function parseCredential(text: string): PresentedCredential | undefined {
  const match = CREDENTIAL.exec(text);
  const scheme = match?.[1];
  const value = match?.[2];
  if (scheme === undefined || value === undefined) return undefined;
  return { kind: scheme.toLowerCase() === "bearer" ? "bearer" : "api-key", value };
}

/** The caller; a promise only if the authenticator has to look it up. Throws or rejects with `unauthenticated`. */
export function authenticate(
  authenticator: Authenticator,
  headers: IncomingHttpHeaders,
  channel: CredentialChannel,
): Principal | Promise<Principal> {
  return authenticateCredential(authenticator, presentedCredential(headers), channel);
}

/** The same for a credential that has been read. */
export function authenticateCredential(
  authenticator: Authenticator,
  credential: PresentedCredential,
  channel: CredentialChannel,
): Principal | Promise<Principal> {
  if (credential.kind === "bearer") return authenticator.authenticateBearer(credential.value);
  if (authenticator.authenticateApiKey === undefined) throw unauthenticated("this installation takes no API keys");
  return authenticator.authenticateApiKey(credential.value, channel);
}

function unauthenticated(message: string): DomainError {
  return new DomainError("unauthenticated", message);
}
