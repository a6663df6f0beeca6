// Time as a dependency: services use a Clock, so that tests can control the time.
import type { Brand } from "./brand.ts";

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMillis = Brand<number, "EpochMillis">;

export function millis(value: number): EpochMillis {
  return value as EpochMillis;
}

/** An active timer; cancelling twice is harmless. */
export interface Timer {
  cancel(): void;
}

export interface Clock {
  now(): EpochMillis;
  /** Runs `action` once after `delayMillis`; a pending timer does not keep the process alive. */
  after(delayMillis: number, action: () => void): Timer;
  /** Runs `action` every `periodMillis` until it is cancelled. */
  every(periodMillis: number, action: () => void): Timer;
}

export const systemClock: Clock = {
  now: () => millis(Date.now()),
  after(delayMillis, action) {
    // A delay above 2^31-1 ms would fire at once; the runtime's longest delay is 24.8 days.
    const timer = setTimeout(action, Math.min(Math.max(0, delayMillis), 2_147_483_647)).unref();
    return {
      cancel: () => {
        clearTimeout(timer);
      },
    };
  },
  every(periodMillis, action) {
    const timer = setInterval(action, periodMillis).unref();
    return {
      cancel: () => {
        clearInterval(timer);
      },
    };
  },
};
