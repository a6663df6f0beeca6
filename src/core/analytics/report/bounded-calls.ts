// Runs calls a bounded number at a time, in the order in which they come. Those that wait when the signal comes never begin.

/** Throws the reason of the signal in place of calls that have not begun. */
export function boundedCalls(
  callsMax: number,
  signal: AbortSignal,
): <Result>(call: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (call) => {
    if (running >= callsMax)
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    else running++;
    try {
      signal.throwIfAborted();
      return await call();
    } finally {
      const next = waiting.shift();
      // The place is handed on rather than given up, so that nobody comes in between.
      if (next === undefined) running--;
      else next();
    }
  };
}
