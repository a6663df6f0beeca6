// Whether a node can serve, said in time: a database that hangs keeps a question for longer than whoever asks about health waits.
import type { Clock } from "../../lib/clock.ts";

/** A node whose stores have not answered within this time is not ready. */
const ANSWER_MILLIS_MAX = 5_000;

/** `look` is asked once for all who want to know at a time. */
export function promptHealth(clock: Clock, look: () => Promise<boolean>): () => Promise<boolean> {
  let looking: Promise<boolean> | undefined;
  return async () => {
    looking ??= look().finally(() => (looking = undefined));
    const late = Promise.withResolvers<boolean>();
    const timer = clock.after(ANSWER_MILLIS_MAX, () => late.resolve(false));
    try {
      return await Promise.race([looking, late.promise]);
    } finally {
      timer.cancel();
    }
  };
}
