// Shows how a simulator is doing until it is stopped: a terminal gets one line that changes, a file or a pipe a
// line now and then.
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../src/lib/clock.ts";
import type { Simulator } from "./simulator.ts";

const TERMINAL_MILLIS = 1_000;
const FILE_MILLIS = 10_000;
// A terminal and npm each send theirs to every process of the group: these are copies of one signal.
const SAME_SIGNAL_MILLIS = 1_000;
const CLEAR_LINE = "\r\u001b[K";

/** Runs until `signal` is aborted; resolves when the simulator has stopped and its last state has been shown. */
export async function showUntilStopped(simulator: Simulator, signal: AbortSignal): Promise<void> {
  const live = process.stdout.isTTY;
  while (!signal.aborted) {
    process.stdout.write(live ? `${CLEAR_LINE}${simulator.summary()}` : `${simulator.summary()}\n`);
    // The signal only cuts the wait short.
    await sleep(live ? TERMINAL_MILLIS : FILE_MILLIS, undefined, { signal }).catch(() => undefined);
  }
  await simulator.stop();
  process.stdout.write(`${live ? CLEAR_LINE : ""}${simulator.summary()}\n`);
}

/** Writes a line about trouble without spoiling the summary. */
export function reportTrouble(line: string): void {
  process.stderr.write(process.stdout.isTTY ? `${CLEAR_LINE}${line}\n` : `${line}\n`);
}

/** Aborted by the first SIGINT or SIGTERM; another one, a second or more later, ends the process at once. */
export function stopSignal(clock: Clock): AbortSignal {
  const stop = new AbortController();
  let signalledAt: number | undefined;
  const onSignal = (): void => {
    if (signalledAt !== undefined && clock.now() - signalledAt >= SAME_SIGNAL_MILLIS) process.exit(130);
    signalledAt ??= clock.now();
    stop.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, onSignal);
  return stop.signal;
}
