// Finds the user that an API key stands for, for every request. Known keys are answered from memory; an announced
// change takes effect there at once, and each key is checked against the store again from time to time, so that a lost
// event cannot keep a revoked key alive. Also records when keys are used and stores that periodically. Source: REST
// contract 2.4 and 3.
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
  /**
   * Limit of the remembered valid keys and of the remembered texts that are not keys; beyond that, one not used lately
   * is forgotten.
   */
  readonly keysMax: number;
  /** How long a remembered result is trusted without asking the store. */
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

/**
 * The sender of a key. Only evaluated for keys that are not in memory, because finding the address behind a proxy is
 * costly.
 */
export interface KeyCaller {
  readonly remoteAddress: string;
}

interface KnownKey {
  readonly keyId: ApiKeyId;
  readonly principal: Principal;
  /** The expiry of the key or the time of the next check, whichever is earlier. */
  readonly expiresAt: number;
  usedAt: EpochMillis;
  /** The last use that is stored or being stored. */
  recordedAt: number;
}

export class ApiKeyDirectory {
  readonly #deps: KeyDirectoryDeps;
  readonly #options: KeyDirectoryOptions;
  /** Keyed by the digest of the value, so that a key is not in memory for longer than its request. */
  readonly #known: RowCache<string, KnownKey>;
  /** Digests of texts that are not keys, with the time until which that is trusted; in order of insertion. */
  readonly #unknown = new Map<string, number>();
  /**
   * Digests of keys that are no longer in memory, with the time until which a call with one is no guess: many calls that last
   * may have the key that has just been revoked. In order of leaving.
   */
  readonly #gone = new Map<string, number>();
  /** Uses of keys no longer in memory, waiting to be stored. */
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
      onLeave: (known, digest) => {
        this.#leave(known);
        this.#gone.delete(digest);
        remember(this.#gone, digest, deps.clock.now() + options.recheckMillis, options.keysMax);
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
      "changes-missed": () => {
        forget(() => true);
      },
    });
    this.#timer = clock.every(this.#options.flushMillis, () => {
      this.#beginFlush();
    });
  }

  /** Stores the remaining uses. May be called twice. */
  async stop(): Promise<void> {
    this.#subscription?.cancel();
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#flushing;
    await this.#flush();
    this.#known.clear();
    this.#unknown.clear();
    this.#gone.clear();
  }

  get counts(): KeyCounts {
    return { unknown: this.#unknownCount, remembered: this.#known.size };
  }

  /**
   * The principal of a key, without waiting if this node knows the key. Throws or rejects with `unauthenticated`. If
   * the address of `caller` has sent many invalid keys, waits or rejects with `rate-limited`.
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
    // A key that is only due for another check is not a guess, nor is one that was right until a moment ago.
    const isHeld = this.#known.held(digest) !== undefined;
    if (!isHeld && (this.#unknown.get(digest) ?? 0) > now) throw this.#unknownKey();
    const isGuess = !isHeld && (this.#gone.get(digest) ?? 0) <= now;
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
    // If a change has overtaken the read, the key is valid for this call only.
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

  /** Keeps the use of a key that is not remembered itself; many of them trigger an early flush. */
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
