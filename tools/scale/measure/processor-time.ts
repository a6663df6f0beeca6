// Processor time of this process: on a machine that others use as well, it says more than the time that has passed.

/** Microseconds of all its threads. */
export async function processorMicros(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

export async function passedMillis(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
