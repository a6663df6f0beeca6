// This browser's session with the platform: a pair of tokens in local storage, shared by all tabs and the documentation
// page. Renews the pair when the access token has expired; all callers wait for one call. Source: REST contract 2.2,
// 2.3 and 19.
import { parseJson } from "./json.ts";
import type { Role } from "./role.ts";
import { isObject } from "../../src/lib/members.ts";

/** The documentation page reads the same entry. */
const STORAGE_KEY = "bridgehead.session";

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** The access token's claims about its user. */
export interface Identity {
  readonly email: string;
  readonly userId: string;
  readonly role: Role;
  readonly tenantId: string;
  readonly customerId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isPublic: boolean;
}

export type SessionStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class Session {
  readonly #storage: SessionStorage;
  readonly #listeners = new Set<() => void>();
  #renewal: Promise<string | null> | null = null;
  #text: string | null = null;
  #identity: Identity | null = null;

  constructor(storage: SessionStorage) {
    this.#storage = storage;
    this.#read();
    addEventListener("storage", (event) => {
      if (event.key === STORAGE_KEY || event.key === null) this.#changed();
    });
  }

  /** Null while no user is signed in; the same object until the session changes. */
  get identity(): Identity | null {
    return this.#identity;
  }

  get token(): string | null {
    return this.#pair()?.token ?? null;
  }

  begin(pair: TokenPair): void {
    this.#storage.setItem(STORAGE_KEY, JSON.stringify({ token: pair.token, refreshToken: pair.refreshToken }));
    this.#changed();
  }

  end(): void {
    this.#storage.removeItem(STORAGE_KEY);
    this.#changed();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * A new access token in place of `spent`, or one that another tab has obtained meanwhile; null if the session has
   * ended, which ends it for all tabs.
   */
  async renew(spent: string): Promise<string | null> {
    const pair = this.#pair();
    if (pair === null) return null;
    if (pair.token !== spent) return pair.token;
    this.#renewal ??= this.#fetchPair(pair.refreshToken).finally(() => (this.#renewal = null));
    return await this.#renewal;
  }

  async #fetchPair(refreshToken: string): Promise<string | null> {
    const answer = await fetch("/api/auth/token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refreshToken }),
    });
    const pair = answer.ok ? parsePair(await answer.text()) : null;
    if (pair !== null) this.begin(pair);
    // A platform that is starting, or a rate limit, does not end a session.
    else if (answer.status === 401) this.end();
    return pair?.token ?? null;
  }

  #pair(): TokenPair | null {
    return this.#text === null ? null : parsePair(this.#text);
  }

  #read(): void {
    this.#text = this.#storage.getItem(STORAGE_KEY);
    const pair = this.#pair();
    this.#identity = pair === null ? null : identityOf(pair.token);
  }

  #changed(): void {
    this.#read();
    for (const listener of this.#listeners) listener();
  }
}

function parsePair(text: string): TokenPair | null {
  const pair = parseJson(text);
  if (!isObject(pair)) return null;
  const { token, refreshToken } = pair;
  return typeof token === "string" && typeof refreshToken === "string" ? { token, refreshToken } : null;
}

const ROLES: readonly Role[] = ["SYS_ADMIN", "TENANT_ADMIN", "CUSTOMER_USER"];

/** Reads the claims without checking the signature; the platform checks it. */
function identityOf(token: string): Identity | null {
  const claims = parseJson(decodeBase64Url(token.split(".")[1] ?? ""));
  if (!isObject(claims)) return null;
  const scopes: unknown = claims["scopes"];
  const role = ROLES.find((name) => Array.isArray(scopes) && scopes.includes(name));
  if (role === undefined) return null;
  const text = (name: string): string => (typeof claims[name] === "string" ? claims[name] : "");
  return {
    email: text("sub"),
    userId: text("userId"),
    role,
    tenantId: text("tenantId"),
    customerId: text("customerId"),
    firstName: text("firstName"),
    lastName: text("lastName"),
    isPublic: claims["isPublic"] === true,
  };
}

function decodeBase64Url(text: string): string {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return "";
  }
}
