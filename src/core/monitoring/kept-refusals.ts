// Keeps the last refusals of each gateway. They gather in memory and are stored together, at most once a second and less often in
// a flood, so that no acknowledgement waits for them and no client decides how much is written. A crash loses those that
// have not been stored. Decision 0172.
import { millis, type Clock, type EpochMillis, type Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { Refusal } from "../acknowledgement.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import { shownPayload, shownReason, type Excerpt } from "../shown-payload.ts";
import type { KeptEntry, KeptRefusal, RefusalStore } from "./refusal-store.ts";

export interface KeptRefusalsOptions {
  /** Refusals kept of each gateway. */
  readonly keptMax: number;
  /** Refusals of all gateways that wait to be stored; beyond it the gateways with the most lose their oldest. */
  readonly waitingMax: number;
  /** How often they are stored; a flood is stored less often. */
  readonly flushMillis: number;
}

export interface KeptRefusalsDeps {
  readonly store: Pick<RefusalStore, "append">;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Refused parts kept of one message. */
const ENTRIES_MAX = 10;
const TEXT_CHARS_MAX = 300;
/** More than any error about JSON has, which is looked at as a whole. */
const WAITING_CHARS_MAX = 1_000;
/** In the long run, of all gateways together. */
const STORED_PER_SECOND = 100;
/** Refusals of one write: others that wait for the database come in between. */
const BATCH_MAX = 100;

interface Waiting extends Omit<KeptRefusal, "bytes" | "payload" | "cut"> {
  readonly excerpt: Excerpt | undefined;
}

export class KeptRefusals {
  readonly counters = { stored: 0, dropped: 0 };
  readonly #deps: KeptRefusalsDeps;
  readonly #options: KeptRefusalsOptions;
  /** By gateway, in the order of receipt. */
  readonly #waiting = new Map<string, Waiting[]>();
  #count = 0;
  #timer: Timer | undefined;
  #storing: Promise<void> | undefined;
  /** Until then what was stored last takes its share of the writes. */
  #restsUntil: EpochMillis = millis(0);
  #isStopped = false;

  constructor(deps: KeptRefusalsDeps, options: KeptRefusalsOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  start(): void {
    this.#isStopped = false;
  }

  /** Stores what waits. Gateways must have been disconnected before. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    this.#timer = undefined;
    await this.#storing;
    await this.#store();
  }

  /** Called for every refused message of a gateway. */
  keep({ id, tenantId }: KnownDevice, topic: string, { entries, partly, excerpt }: Refusal): void {
    const kept = entries.slice(0, ENTRIES_MAX).map(({ device, error }): KeptEntry => ({
      device: device === undefined ? null : short(device, TEXT_CHARS_MAX),
      reason: error.kind,
      message: short(error.message, WAITING_CHARS_MAX),
    }));
    this.#add({
      tenantId,
      gatewayId: id,
      at: this.#deps.clock.now(),
      topic: short(topic, TEXT_CHARS_MAX),
      reason: entries[0].error.kind,
      partly,
      entries: kept,
      entriesTotal: entries.length,
      excerpt,
    });
    this.#storeSoon();
  }

  #add(refusal: Waiting): void {
    const { keptMax, waitingMax } = this.#options;
    const own = this.#waiting.get(refusal.gatewayId) ?? [];
    this.#waiting.set(refusal.gatewayId, own);
    own.push(refusal);
    this.#count++;
    if (own.length > keptMax) this.#drop(own, 1);
    if (this.#count <= waitingMax) return;
    const share = Math.max(1, Math.floor(waitingMax / this.#waiting.size));
    if (own.length > share) {
      this.#drop(own, 1);
      return;
    }
    for (const refusals of this.#waiting.values()) this.#drop(refusals, Math.max(0, refusals.length - share));
    // More gateways than may wait: those whose refusals are oldest go.
    for (const [gatewayId, refusals] of this.#waiting) {
      if (this.#count <= waitingMax) return;
      this.#drop(refusals, refusals.length);
      this.#waiting.delete(gatewayId);
    }
  }

  #drop(refusals: Waiting[], count: number): void {
    refusals.splice(0, count);
    this.#count -= count;
    this.counters.dropped += count;
  }

  #storeSoon(): void {
    if (this.#timer !== undefined || this.#storing !== undefined || this.#isStopped) return;
    const { clock } = this.#deps;
    const { waitingMax, flushMillis } = this.#options;
    // Bounded, as the clock may be set back.
    const rest = Math.min(this.#restsUntil - clock.now(), restAfter(waitingMax));
    const pause = Math.max(flushMillis, rest);
    this.#timer = clock.after(pause, () => {
      this.#timer = undefined;
      this.#storing = this.#store().finally(() => {
        this.#storing = undefined;
        if (this.#count > 0) this.#storeSoon();
      });
    });
  }

  /** Never rejects. */
  async #store(): Promise<void> {
    const { store, clock, log } = this.#deps;
    const taken = this.#take();
    this.#restsUntil = millis(clock.now() + restAfter(taken.length));
    for (let start = 0; start < taken.length; start += BATCH_MAX) {
      const batch = taken.slice(start, start + BATCH_MAX);
      try {
        await store.append(batch.map(keptOf), this.#options.keptMax);
        this.counters.stored += batch.length;
      } catch (error) {
        log.warn("refusals not stored", { refusals: taken.length - start, error });
        this.#putBack(taken.slice(start));
        return;
      }
    }
  }

  #take(): readonly Waiting[] {
    const taken = [...this.#waiting.values()].flat().sort((one, other) => one.at - other.at);
    this.#waiting.clear();
    this.#count = 0;
    return taken;
  }

  /** Newer ones may have come. */
  #putBack(refusals: readonly Waiting[]): void {
    for (const refusal of [...refusals, ...this.#take()]) this.#add(refusal);
  }
}

function restAfter(stored: number): number {
  return (stored * SECOND_MILLIS) / STORED_PER_SECOND;
}

/** Secrets are looked for here, in what is stored, rather than in each message of a flood. */
function keptOf({ excerpt, entries, ...refusal }: Waiting): KeptRefusal {
  const shown = entries.map((entry) => ({
    ...entry,
    message: short(shownReason(entry.message, refusal.topic, excerpt), TEXT_CHARS_MAX),
  }));
  if (excerpt === undefined) return { ...refusal, entries: shown, bytes: null, payload: null, cut: false };
  const { text, cut } = shownPayload(refusal.topic, excerpt);
  return { ...refusal, entries: shown, bytes: excerpt.bytes, payload: text, cut };
}

/** A copy: a part of a long text would keep all of it in memory. */
function short(text: string, charsMax: number): string {
  return text.length <= charsMax ? text : Buffer.from(text.slice(0, charsMax)).toString();
}
