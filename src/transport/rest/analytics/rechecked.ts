// Answers that last longer than the credentials they were asked for with: looked at again from time to time.
// Source: analytics contract 6.2.
import type { Subscription } from "../../../core/bus/message-bus.ts";
import { DomainError } from "../../../core/errors.ts";
import type { Clock } from "../../../lib/clock.ts";

/** `check` rejects where the answer has to end; `ended` gets the reason, once each time. */
export function rechecked(
  check: () => Promise<unknown>,
  clock: Clock,
  everyMillis: number,
  ended: (reason: DomainError) => void,
): Subscription {
  const look = async (): Promise<void> => {
    try {
      await check();
    } catch (error) {
      // What cannot be looked up now is looked up again the next time.
      if (error instanceof DomainError && error.kind !== "unavailable") ended(error);
    }
  };
  return clock.every(everyMillis, () => void look());
}
