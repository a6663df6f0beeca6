// How long this process keeps everybody waiting at once: the most that its thread computes between two turns of the event
// loop. Processor time, so that what else the machine does is not counted.

export interface Turns<Result> {
  readonly result: Result;
  readonly longestTurnMillis: number;
  /** Of all turns together. */
  readonly totalMillis: number;
}

/** Runs `work` and tells of the longest turn meanwhile. */
export async function longestTurn<Result>(work: () => Promise<Result>): Promise<Turns<Result>> {
  const spent = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const startedAt = spent();
  let last = startedAt;
  let longest = 0;
  const look = (): void => {
    const now = spent();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  try {
    const result = await work();
    look();
    return { result, longestTurnMillis: longest, totalMillis: last - startedAt };
  } finally {
    clearInterval(timer);
  }
}
