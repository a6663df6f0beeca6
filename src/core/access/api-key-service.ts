// API keys: creating, changing and deleting them. The caller has already checked permissions. Source: REST contract
// section 3.
import { millis, type Clock, type EpochMillis } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { Rounds } from "../../lib/rounds.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { parseText } from "../entity-text.ts";
import { DomainError, invalid, wrong } from "../errors.ts";
import { newId, type ApiKeyId } from "../ids.ts";
import { newKeyValue, type ApiKey, type KeyOwner, type ApiKeyStore } from "./api-key.ts";

export interface ApiKeyOptions {
  /** Prefix of a value, before its random part. */
  readonly valuePrefix: string;
  /** Keys of one user; further ones are refused. */
  readonly perUserMax: number;
  /** How long an expired key stays listed; 0 keeps it forever. */
  readonly retentionMillis: number;
  /** How often keys past that time are deleted. */
  readonly sweepMillis: number;
  /** Keys deleted in one commit. */
  readonly sweepBatch: number;
}

export interface NewApiKey {
  readonly description: string | null | undefined;
  readonly enabled: boolean;
  /** Milliseconds since the epoch; 0 means never. */
  readonly expirationTime: number;
}

const EPOCH_MILLIS_MAX = 8.64e15;

export interface ApiKeyServiceDeps {
  readonly store: ApiKeyStore;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export class ApiKeyService {
  readonly #deps: ApiKeyServiceDeps;
  readonly #options: ApiKeyOptions;
  readonly #sweeps: Rounds;

  constructor(deps: ApiKeyServiceDeps, options: ApiKeyOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#sweeps = new Rounds(deps.clock, options.sweepMillis, {
      run: (signal) => this.#sweep(signal),
      failed: (error) => {
        deps.log.warn("expired API keys could not be removed; the next round tries again", { error });
      },
    });
  }

  start(): void {
    if (this.#options.retentionMillis > 0) this.#sweeps.start();
  }

  /** Waits for a running sweep. May be called twice. */
  stop(): Promise<void> {
    return this.#sweeps.stop();
  }

  /** Throws `not-found`. */
  async require(id: ApiKeyId): Promise<ApiKey> {
    const key = await this.#deps.store.findKey(id);
    if (key === undefined) throw unknown(id);
    return key;
  }

  /** Returns the value, which cannot be read again. Throws `invalid`, also if the user has too many keys. */
  async create(owner: KeyOwner, sent: NewApiKey): Promise<{ readonly key: ApiKey; readonly value: string }> {
    const description = parseDescription(sent.description);
    const expiresAt = parseExpiration(sent.expirationTime, this.#deps.clock.now());
    const { value, digest, start } = newKeyValue(this.#options.valuePrefix);
    const key: ApiKey = {
      id: newId<ApiKeyId>(),
      createdAt: this.#deps.clock.now(),
      owner,
      description,
      enabled: sent.enabled,
      expiresAt,
      valueStart: start,
      lastUsedAt: null,
    };
    await this.#deps.store.createKey(key, digest, this.#options.perUserMax);
    return { key, value };
  }

  /** Throws `not-found`, or `invalid` for the description. A disabled key is refused at once, on every node. */
  async update(
    id: ApiKeyId,
    {
      description,
      enabled,
    }: { readonly description?: string | null | undefined; readonly enabled?: boolean | undefined },
  ): Promise<ApiKey> {
    const key = await this.#deps.store.updateKey(id, {
      ...(description === undefined ? {} : { description: parseDescription(description) }),
      ...(enabled === undefined ? {} : { enabled }),
    });
    this.#deps.bus.publish({ kind: "api-key-changed", keyId: id });
    return key;
  }

  /** The key is refused at once, on every node. Throws `not-found`. */
  async delete(id: ApiKeyId): Promise<void> {
    const existed = await this.#deps.store.deleteKey(id);
    this.#deps.bus.publish({ kind: "api-key-changed", keyId: id });
    if (!existed) throw unknown(id);
  }

  async #sweep(signal: AbortSignal): Promise<void> {
    const { retentionMillis, sweepBatch } = this.#options;
    const before = millis(this.#deps.clock.now() - retentionMillis);
    let removed = 0;
    for (let last = sweepBatch; last === sweepBatch && !signal.aborted; removed += last)
      last = await this.#deps.store.deleteExpired(before, sweepBatch);
    if (removed > 0) this.#deps.log.info("API keys removed that had long expired", { keys: removed });
  }
}

/** 1 to 255 characters, not all blank. */
function parseDescription(text: string | null | undefined): string {
  const description = parseText(text, "description");
  if (description === null || description === "") throw wrong("required", { field: "description" });
  if (description.trim() === "") throw wrong("blank", { field: "description" });
  return description;
}

function parseExpiration(expirationTime: number, now: EpochMillis): EpochMillis | null {
  if (expirationTime === 0) return null;
  if (expirationTime <= now)
    throw invalid(`expirationTime must be 0 for never or a time to come, got ${String(expirationTime)}`);
  if (expirationTime > EPOCH_MILLIS_MAX)
    throw invalid(`expirationTime may be at most ${String(EPOCH_MILLIS_MAX)}, got ${String(expirationTime)}`);
  return millis(expirationTime);
}

function unknown(id: ApiKeyId): DomainError {
  return new DomainError("not-found", `API key ${id} does not exist`);
}
