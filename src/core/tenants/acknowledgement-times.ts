// Times to acknowledgement, sampled over the last minute.
import type { EpochMillis } from "../../lib/clock.ts";
import { MINUTE_MILLIS } from "../../lib/units.ts";

/** Samples kept; for a busy gateway they cover less than a minute. */
const SAMPLES_MAX = 512;

export interface AcknowledgementFigures {
  readonly samples: number;
  readonly meanMillis: number;
  readonly p50Millis: number;
  readonly p99Millis: number;
  readonly maxMillis: number;
}

export class AcknowledgementTimes {
  readonly #takenAt = new Float64Array(SAMPLES_MAX);
  readonly #millis = new Float64Array(SAMPLES_MAX);
  #next = 0;

  add(millis: number, now: EpochMillis): void {
    this.#takenAt[this.#next] = now;
    this.#millis[this.#next] = millis;
    this.#next = (this.#next + 1) % SAMPLES_MAX;
  }

  /** In milliseconds. */
  taken(now: EpochMillis): readonly number[] {
    const since = now - MINUTE_MILLIS;
    return [...this.#millis.filter((_millis, index) => (this.#takenAt[index] ?? 0) > since)];
  }
}

/** Null without samples. Percentiles by nearest rank. */
export function acknowledgementFigures(samples: readonly number[]): AcknowledgementFigures | null {
  if (samples.length === 0) return null;
  const taken = Float64Array.from(samples).sort();
  const at = (share: number): number => taken[Math.max(0, Math.ceil(share * taken.length) - 1)] ?? 0;
  const mean = taken.reduce((sum, millis) => sum + millis, 0) / taken.length;
  return {
    samples: taken.length,
    meanMillis: Math.round(mean * 10) / 10,
    p50Millis: at(0.5),
    p99Millis: at(0.99),
    maxMillis: at(1),
  };
}
