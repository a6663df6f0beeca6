// The process around a platform: starts it, waits for a signal or a fault, and stops it within a deadline.
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";

export interface Stoppable {
  /** Resolves when a part that the rest depends on has failed. */
  readonly failed?: Promise<Error>;
  stop(): Promise<void>;
}

/** The part of `process` used here, so that tests can send signals without a process. */
export interface ProcessEvents {
  on(event: string, listener: (argument: unknown) => void): unknown;
  off(event: string, listener: (argument: unknown) => void): unknown;
  exit(code: number): void;
}

export interface ProcessContext {
  readonly process: ProcessEvents;
  readonly clock: Clock;
  readonly log: Logger;
  /** Deadline from the first signal or fault to the end of the process, which then exits with 1. */
  readonly stopTimeoutMillis: number;
}

/**
 * Signals this close together are treated as copies: a terminal and npm each send one to every process of the group.
 */
const SAME_SIGNAL_MILLIS = 1000;
const SIGNALS = ["SIGTERM", "SIGINT"];
const FAULTS = ["uncaughtException", "unhandledRejection"];

/**
 * Resolves with the exit code when the platform has stopped: 0 after a signal, 1 after a fault or a failed stop. A
 * second signal, at least a second after the first, exits with 1 at once. Rejects like `start`.
 */
export async function runUntilStopped(start: () => Promise<Stoppable>, context: ProcessContext): Promise<number> {
  const { process, clock, log, stopTimeoutMillis } = context;
  const stopAsked = Promise.withResolvers<undefined>();
  let signalledAt: number | undefined;
  let exitCode = 0;
  let deadline = { cancel: (): void => undefined };
  let stopping = false;

  const beginStop = (): void => {
    if (stopping) return;
    stopping = true;
    deadline = clock.after(stopTimeoutMillis, () => {
      log.error("stop took too long", { stopTimeoutMillis });
      process.exit(1);
    });
    stopAsked.resolve(undefined);
  };
  const onSignal = (signal: unknown): void => {
    if (signalledAt === undefined) log.info("stopping", { signal });
    else if (clock.now() - signalledAt >= SAME_SIGNAL_MILLIS) process.exit(1);
    signalledAt ??= clock.now();
    beginStop();
  };
  const fail = (event: string, error: unknown): void => {
    log.error(event, { error });
    exitCode = 1;
    beginStop();
  };
  const onFault = (error: unknown): void => {
    fail("unexpected fault", error);
  };

  for (const signal of SIGNALS) process.on(signal, onSignal);
  for (const fault of FAULTS) process.on(fault, onFault);
  try {
    const platform = await start();
    void platform.failed?.then((error) => {
      fail("a part has died without which nothing can be served, stopping", error);
    });
    await stopAsked.promise;
    await platform.stop().catch((error: unknown) => {
      fail("stop failed", error);
    });
    log.info("stopped", { exitCode });
    return exitCode;
  } finally {
    deadline.cancel();
    for (const signal of SIGNALS) process.off(signal, onSignal);
    for (const fault of FAULTS) process.off(fault, onFault);
  }
}
