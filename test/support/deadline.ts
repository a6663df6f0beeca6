// Waiting for what a process outside this one does: always with a deadline, and with a complaint that says what was seen.
import { setTimeout as pause } from "node:timers/promises";

const POLL_MILLIS = 50;

/** Rejects when `wanted` has not settled in time. `complaint` is asked only then, so it can tell how things stand. */
export async function byDeadline<Result>(
  wanted: Promise<Result>,
  deadlineMillis: number,
  complaint: () => string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${complaint()} (within ${String(deadlineMillis)} ms)`));
    }, deadlineMillis);
  });
  try {
    return await Promise.race([wanted, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads again and again until the result is wanted: for states of another process, of which there is no event. */
export async function eventually<Result>(
  read: () => Promise<Result>,
  isWanted: (result: Result) => boolean,
  deadlineMillis: number,
  complaint: (last: Result) => string,
): Promise<Result> {
  const endsAt = performance.now() + deadlineMillis;
  for (;;) {
    const result = await read();
    if (isWanted(result)) return result;
    if (performance.now() >= endsAt) throw new Error(`${complaint(result)} (within ${String(deadlineMillis)} ms)`);
    await pause(POLL_MILLIS);
  }
}
