// Processor time of this process: on a machine that others use as well, it says more than the time that has passed.

/** Microseconds of all its threads. */
export async function processorMicros(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The least of some rounds: whatever else runs only adds to it. */
export async function leastMicros(rounds: number, work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) least = Math.min(least, await processorMicros(work));
  return least;
}
