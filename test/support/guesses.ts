// The throttle of guesses: out of the way of tests that are about something else, and as a new installation has it.
import { bounds } from "../../src/app/bounds.ts";
import type { GivenBounds } from "../../src/app/config.ts";
import { GuessThrottle, type GuessThrottleDeps, type GuessThrottleOptions } from "../../src/core/guess-throttle.ts";
import { ManualClock } from "./manual-clock.ts";
import type { TestPlatform } from "./platform.ts";

/** Tests whose clock stands still would wait for ever. */
export const FREE_GUESSES: GivenBounds = {
  "security.guesses.address.freeMax": 1_000_000,
  "security.guesses.accountAtAddress.freeMax": 1_000_000,
  "security.guesses.account.freeMax": 1_000_000,
};

/** Tests hash thousands of passwords. */
export const QUICK_HASHES: GivenBounds = { "security.hashing.memoryKib": 128 };

/** Those of a new installation. */
export const USUAL_GUESSES: GivenBounds = {
  "security.guesses.address.freeMax": bounds["security.guesses.address.freeMax"],
  "security.guesses.accountAtAddress.freeMax": bounds["security.guesses.accountAtAddress.freeMax"],
  "security.guesses.account.freeMax": bounds["security.guesses.account.freeMax"],
};

const FREE = { freeMax: 1_000_000, pauseMillis: 1, pauseMillisMax: 1, forgiveMillis: 1 };

/** A throttle that slows down only what `changes` says. */
export function guesses(
  changes: Partial<GuessThrottleOptions> = {},
  clock = new ManualClock(),
  deps: Omit<GuessThrottleDeps, "clock"> = {},
): GuessThrottle {
  const options = { address: FREE, accountAtAddress: FREE, account: FREE, waitMillisMax: 5_000, entriesMax: 1_000 };
  return new GuessThrottle({ clock, ...deps }, { ...options, ...changes });
}

/**
 * Makes these attempts all at once, and waits until the last of them has come: it was wrong, waits or was refused. None of them
 * passes at once.
 */
export async function arrivedTogether<Outcome>(
  platform: TestPlatform,
  attempts: readonly (() => Promise<Outcome>)[],
): Promise<readonly Promise<Outcome>[]> {
  const arrived = (): Promise<number> =>
    platform.counted("guesses_wrong_total", "guesses_delayed_total", "guesses_refused_total");
  const before = await arrived();
  const started = attempts.map((attempt) => attempt());
  await platform.until(arrived, (count) => count >= before + attempts.length);
  return started;
}
