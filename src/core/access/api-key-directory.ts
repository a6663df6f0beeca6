// Finds whom an API key logs in, for every request. A key seen before is answered from memory; an announced change ends it
// there at once, and each is checked against the store again from time to time, so that a lost event cannot keep a dead key
// alive. Also notes when keys are used, and stores that now and then. Source: REST contract 2.4 and 3.
import { hash } from "node:crypto";
import type { Clock, EpochMillis, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { remember } from "../../lib/remember.ts";
import { RowCache } from "../../lib/row-cache.ts";
import { listen, type MessageBus, type Subscription } from "../bus/message-bus.ts";
import { DomainError } from "../errors.ts";
import type { GuessThrottle } from "../guess-throttle.ts";
import type { ApiKeyId } from "../ids.ts";
import { hasExpired, type ApiKey, type ApiKeyStore, type KeyUse } from "./api-key.ts";
import { principalWithoutSession, type Principal } from "./principal.ts";

export interface KeyDirectoryOptions {
  /** Keys remembered as good, and texts remembered as no key; beyond it one not used lately is forgotten. */
  readonly keysMax: number;
  /** How long what is remembered is trusted without looking at the store. */
  readonly recheckMillis: number;
  /** How often the times of last use are stored. */
  readonly flushMillis: number;
}

export interface KeyCounts {
  /** Keys in memory. */
  readonly remembered: number;
  /** Calls refused because their key does not exist. */
  readonly unknown: number;
}

export interface KeyDirectoryDeps {
  readonly store: Pick<ApiKeyStore, "findLogin" | "recordUses">;
  readonly guesses: GuessThrottle;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Who sends a key; asked only about keys that are not in memory, because it takes work to find out behind a proxy. */
export interface KeyCaller {
  readonly remoteAddress: string;
}

interface KnownKey {
  readonly keyId: ApiKeyId;
  readonly principal: Principal;
  /** The end of the key or the next check, whichever comes first. */
  readonly expiresAt: number;
  usedAt: EpochMillis;
  /** The use that is stored, or on its way there. */
  recordedAt: number;
}

export class ApiKeyDirectory {
  readonly #deps: KeyDirectoryDeps;
  readonly #options: KeyDirectoryOptions;
  /** By the digest of the value, so that no key stands in memory for longer than its request. */
  readonly #known: RowCache<string, KnownKey>;
  /** Digests of texts that are no key, with the time until which that is believed; in the order of learning it. */
  readonly #unknown = new Map<string, number>();
  /** Uses of keys that are no longer known, which wait to be stored. */
  #leftUses: KeyUse[] = [];
  #subscription: Subscription | undefined;
  #timer: Timer | undefined;
  #flushing: Promise<void> | undefined;
  #unknownCount = 0;

  constructor(deps: KeyDirectoryDeps, options: KeyDirectoryOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#known = new RowCache({
      load: (digest) => this.#read(digest),
      max: options.keysMax,
      expiry: { now: () => deps.clock.now(), expiresAt: ({ expiresAt }) => expiresAt },
      onLeave: (known) => {
        this.#leave(known);
      },
    });
  }

  start(): void {
    const { bus, clock } = this.#deps;
    const forget = (isChanged: (known: KnownKey) => boolean): void => {
      this.#known.forgetWhere(isChanged);
    };
    this.#subscription = listen(bus, {
      "api-key-changed": ({ keyId }) => {
        forget((known) => known.keyId === keyId);
      },
      "user-sessions-revoked": ({ userId, loginId }) => {
        if (loginId === null) forget(({ principal }) => principal.userId === userId);
      },
      "user-changed": ({ userId }) => {
        forget(({ principal }) => principal.userId === userId);
      },
      "tenant-deleted": ({ tenantId }) => {
        forget(({ principal }) => principal.tenantId === tenantId);
      },
    });
    this.#timer = clock.every(this.#options.flushMillis, () => {
      this.#beginFlush();
    });
  }

  /** Stores the uses that are left. May be called twice. */
  async stop(): Promise<void> {
    this.#subscription?.cancel();
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#flushing;
    await this.#flush();
    this.#known.clear();
    this.#unknown.clear();
  }

  get counts(): KeyCounts {
    return { unknown: this.#unknownCount, remembered: this.#known.size };
  }

  /**
   * The principal of a key; without waiting where this node knows it. Throws or rejects with `unauthenticated`, or waits and
   * rejects with `rate-limited` where the address of `caller` has sent many texts that are no key.
   */
  authenticate(value: string, caller: KeyCaller): Principal | Promise<Principal> {
    const digest = hash("sha256", value, "base64url");
    const known = this.#known.get(digest);
    const now = this.#deps.clock.now();
    if (known === undefined) return this.#look(digest, caller, now);
    known.usedAt = now;
    return known.principal;
  }

  async #look(digest: string, { remoteAddress }: KeyCaller, now: EpochMillis): Promise<Principal> {
    // One that is only to be checked again is no guess.
    const isGuess = this.#known.held(digest) === undefined;
    if (isGuess && (this.#unknown.get(digest) ?? 0) > now) throw this.#unknownKey();
    const load = (): Promise<KnownKey | undefined> => this.#known.load(digest);
    const known = isGuess
      ? await this.#deps.guesses.attempt(
          { address: remoteAddress, secret: digest },
          { check: load, isRight: (found) => found !== undefined },
        )
      : await load();
    if (known === undefined) {
      remember(this.#unknown, digest, now + this.#options.recheckMillis, this.#options.keysMax);
      throw this.#unknownKey();
    }
    // Where a change has overtaken it, the key is good for this call alone.
    if (this.#known.held(digest) !== known) this.#leave(known);
    return known.principal;
  }

  async #read(digest: string): Promise<KnownKey | undefined> {
    const login = await this.#deps.store.findLogin(Buffer.from(digest, "base64url"));
    if (login === undefined) return undefined;
    const { key, isOwnerEnabled } = login;
    const now = this.#deps.clock.now();
    const problem = problemOf(key, isOwnerEnabled, now);
    if (problem !== undefined) {
      this.#known.forget(digest);
      throw unauthenticated(problem);
    }
    return {
      keyId: key.id,
      principal: principalWithoutSession(key.owner),
      expiresAt: Math.min(key.expiresAt ?? Number.POSITIVE_INFINITY, now + this.#options.recheckMillis),
      usedAt: now,
      recordedAt: key.lastUsedAt ?? 0,
    };
  }

  #unknownKey(): DomainError {
    this.#unknownCount++;
    return unauthenticated("this API key does not exist");
  }

  /** Keeps the use of a key that is not remembered itself; so many of them are stored early. */
  #leave({ keyId, usedAt, recordedAt }: KnownKey): void {
    if (usedAt <= recordedAt) return;
    this.#leftUses.push({ keyId, usedAt });
    if (this.#leftUses.length >= this.#options.keysMax) this.#beginFlush();
  }

  #beginFlush(): void {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
  }

  async #flush(): Promise<void> {
    const uses = this.#leftUses;
    this.#leftUses = [];
    for (const known of this.#known.rows()) {
      if (known.usedAt <= known.recordedAt) continue;
      known.recordedAt = known.usedAt;
      uses.push({ keyId: known.keyId, usedAt: known.usedAt });
    }
    if (uses.length === 0) return;
    try {
      await this.#deps.store.recordUses(uses);
    } catch (error) {
      this.#deps.log.warn("the last use of API keys could not be stored; their next use will be", {
        keys: uses.length,
        error,
      });
    }
  }
}

function problemOf(key: ApiKey, isOwnerEnabled: boolean, now: EpochMillis): string | undefined {
  if (!key.enabled) return "this API key is disabled";
  if (hasExpired(key, now)) return "this API key has expired";
  return isOwnerEnabled ? undefined : "the user of this API key is disabled";
}

function unauthenticated(message: string): DomainError {
  return new DomainError("unauthenticated", message);
}
