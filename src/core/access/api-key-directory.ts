// Tells whom an API key logs in, for every request. A key seen before is answered from memory; changes heard on the bus
// remove it there at once, and each entry is checked against the store again from time to time, so that a lost event cannot
// keep a dead key alive. Also notes when keys are used, and stores that now and then. Source: REST contract 2.4 and 3.
import { hash } from "node:crypto";
import type { Clock, EpochMillis, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { remember } from "../../lib/remember.ts";
import type { MessageBus, Subscription } from "../bus/message-bus.ts";
import { DomainError } from "../errors.ts";
import type { ApiKeyId } from "../ids.ts";
import { hasExpired, type ApiKey } from "./api-key.ts";
import type { ApiKeyStore, KeyUse } from "./api-key-store.ts";
import { FailureWindows } from "./failure-windows.ts";
import { networkOf } from "./login-throttle.ts";
import { principalWithoutSession, type Principal } from "./principal.ts";

export interface KeyDirectoryBounds {
  /** Keys remembered as good, and texts remembered as no key; beyond it one not used lately is forgotten. */
  readonly keysMax: number;
  /** How long what is remembered is trusted without looking at the store. */
  readonly recheckMillis: number;
  /** How often the times of last use are stored. */
  readonly flushMillis: number;
  /** Texts that are no key, from one address within `unknownWindowMillis`; then it is refused for as long. */
  readonly unknownMax: number;
  readonly unknownWindowMillis: number;
  /** Addresses remembered for that; beyond it the one that tried longest ago is forgotten. */
  readonly unknownAddressesMax: number;
}

export interface KeyCounts {
  /** Keys in memory. */
  readonly remembered: number;
  /** Calls refused because their key does not exist. */
  readonly unknown: number;
  /** Calls refused unseen because their address had sent too many such keys. */
  readonly turnedAway: number;
}

export interface KeyDirectoryParts {
  readonly store: Pick<ApiKeyStore, "findLogin" | "recordUses">;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Who sends a key; asked only about keys that are not in memory, because a proxy in between makes it work to tell. */
export interface KeyCaller {
  readonly remoteAddress: string;
}

interface KnownKey {
  readonly keyId: ApiKeyId;
  readonly principal: Principal;
  /** The end of the key or the next look at the store, whichever comes first. */
  readonly goodUntil: number;
  usedAt: EpochMillis;
  /** The use that is stored, or on its way there. */
  recordedAt: number;
  /** Since the last search for one to forget. */
  isInUse: boolean;
}

export class ApiKeyDirectory {
  readonly #parts: KeyDirectoryParts;
  readonly #bounds: KeyDirectoryBounds;
  /** By the digest of the value, so that no key stands in memory for longer than its request. */
  readonly #known = new Map<string, KnownKey>();
  /** Digests of texts that are no key, with the time until which that is believed; in the order of learning it. */
  readonly #unknown = new Map<string, number>();
  readonly #strangers: FailureWindows;
  /** Uses of keys that are no longer known, which wait to be stored. */
  #leftUses: KeyUse[] = [];
  /** Counts changes, so that what was read before one is not remembered after it. */
  #changes = 0;
  #subscriptions: Subscription[] = [];
  #timer: Timer | undefined;
  #flushing: Promise<void> | undefined;
  readonly #counts = { unknown: 0, turnedAway: 0 };

  constructor(parts: KeyDirectoryParts, bounds: KeyDirectoryBounds) {
    this.#parts = parts;
    this.#bounds = bounds;
    this.#strangers = new FailureWindows(bounds.unknownMax, bounds.unknownWindowMillis, bounds.unknownAddressesMax);
  }

  start(): void {
    const { bus, clock } = this.#parts;
    this.#subscriptions = [
      bus.subscribe("api-key-changed", ({ keyId }) => {
        this.#forget((known) => known.keyId === keyId);
      }),
      bus.subscribe("user-sessions-revoked", ({ userId, loginId }) => {
        if (loginId === null) this.#forget((known) => known.principal.userId === userId);
      }),
      bus.subscribe("user-changed", ({ userId }) => {
        this.#forget((known) => known.principal.userId === userId);
      }),
      bus.subscribe("tenant-deleted", ({ tenantId }) => {
        this.#forget((known) => known.principal.tenantId === tenantId);
      }),
    ];
    this.#timer = clock.every(this.#bounds.flushMillis, () => {
      this.#beginFlush();
    });
  }

  /** Stores the uses that are left. May be called twice. */
  async stop(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.cancel();
    this.#subscriptions = [];
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#flushing;
    await this.#flush();
    this.#known.clear();
    this.#unknown.clear();
  }

  get counts(): KeyCounts {
    return { ...this.#counts, remembered: this.#known.size };
  }

  /**
   * The principal of a key; without waiting where this node knows it. Throws or rejects with `unauthenticated`, or with
   * `rate-limited` where the address of `caller` has sent too many texts that are no key.
   */
  authenticate(value: string, caller: KeyCaller): Principal | Promise<Principal> {
    const digest = hash("sha256", value, "base64url");
    const known = this.#known.get(digest);
    const now = this.#parts.clock.now();
    if (known === undefined || known.goodUntil <= now) return this.#look(digest, caller, now);
    known.usedAt = now;
    known.isInUse = true;
    return known.principal;
  }

  async #look(digest: string, { remoteAddress }: KeyCaller, now: EpochMillis): Promise<Principal> {
    const wasKnown = this.#known.has(digest);
    const network = networkOf(remoteAddress);
    if (!wasKnown) {
      if ((this.#unknown.get(digest) ?? 0) > now) throw this.#unknownKey();
      this.#requirePatience(network, now);
    }
    const changes = this.#changes;
    const login = await this.#parts.store.findLogin(Buffer.from(digest, "base64url"));
    if (login === undefined) {
      this.#drop(digest);
      remember(this.#unknown, digest, now + this.#bounds.recheckMillis, this.#bounds.keysMax);
      this.#strangers.add(network, now);
      throw this.#unknownKey();
    }
    const { key, isOwnerEnabled } = login;
    const problem = problemOf(key, isOwnerEnabled, now);
    if (problem !== undefined) {
      this.#drop(digest);
      throw unauthenticated(problem);
    }
    const principal = principalWithoutSession(key.owner);
    const goodUntil = Math.min(key.expiresAt ?? Number.POSITIVE_INFINITY, now + this.#bounds.recheckMillis);
    const used = { keyId: key.id, usedAt: now };
    if (changes === this.#changes)
      this.#remember(digest, { ...used, principal, goodUntil, recordedAt: key.lastUsedAt ?? 0, isInUse: false });
    else this.#leave(used);
    return principal;
  }

  #requirePatience(network: string, now: EpochMillis): void {
    const waitMillis = this.#strangers.waitMillis(network, now);
    if (waitMillis === 0) return;
    this.#counts.turnedAway++;
    throw new DomainError("rate-limited", "too many unknown API keys from this address; try again later", {
      limit: { name: "security.apiKeys.unknown.triesMax", value: this.#bounds.unknownMax },
      retryAfterSeconds: Math.ceil(waitMillis / 1000),
    });
  }

  #unknownKey(): DomainError {
    this.#counts.unknown++;
    return unauthenticated("this API key does not exist");
  }

  #remember(digest: string, known: KnownKey): void {
    this.#known.set(digest, known);
    if (this.#known.size <= this.#bounds.keysMax) return;
    // A clock hand goes around: a key used since its last visit stays for another turn.
    for (const [oldest, entry] of this.#known) {
      this.#known.delete(oldest);
      if (!entry.isInUse) {
        this.#leave(entry);
        return;
      }
      entry.isInUse = false;
      this.#known.set(oldest, entry);
    }
  }

  #drop(digest: string): void {
    const known = this.#known.get(digest);
    if (known === undefined) return;
    this.#known.delete(digest);
    if (known.usedAt > known.recordedAt) this.#leave(known);
  }

  #forget(isChanged: (known: KnownKey) => boolean): void {
    this.#changes++;
    for (const [digest, known] of this.#known) if (isChanged(known)) this.#drop(digest);
  }

  /** Keeps the use of a key that is not remembered itself; so many of them are stored early. */
  #leave({ keyId, usedAt }: KeyUse): void {
    this.#leftUses.push({ keyId, usedAt });
    if (this.#leftUses.length >= this.#bounds.keysMax) this.#beginFlush();
  }

  #beginFlush(): void {
    this.#flushing ??= this.#flush().finally(() => {
      this.#flushing = undefined;
    });
  }

  async #flush(): Promise<void> {
    const uses = this.#leftUses;
    this.#leftUses = [];
    for (const known of this.#known.values()) {
      if (known.usedAt <= known.recordedAt) continue;
      known.recordedAt = known.usedAt;
      uses.push({ keyId: known.keyId, usedAt: known.usedAt });
    }
    if (uses.length === 0) return;
    try {
      await this.#parts.store.recordUses(uses);
    } catch (error) {
      this.#parts.log.warn("the last use of API keys could not be stored; their next use will be", {
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
