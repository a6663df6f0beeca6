// The simulator as a program: `npm run simulate -- --help`. Prints one line that is kept up to date, ends on SIGINT.
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../src/lib/clock.ts";
import { parseSimulatorOptions } from "./command-line.ts";
import { Simulator } from "./simulator.ts";

const LIVE_SUMMARY_MILLIS = 1_000;
const LOGGED_SUMMARY_MILLIS = 10_000;

async function main(): Promise<void> {
  const options = parseSimulatorOptions(process.argv.slice(2));
  const stop = new AbortController();
  process.once("SIGINT", () => { stop.abort(); });
  process.once("SIGTERM", () => { stop.abort(); });

  // A terminal shows one line that changes; a file or a pipe gets a line now and then.
  const live = process.stdout.isTTY;
  const report = (line: string): void => { process.stderr.write(live ? `\r\u001b[K${line}\n` : `${line}\n`); };
  const simulator = new Simulator(options, { clock: systemClock, report });
  await simulator.start();
  while (!stop.signal.aborted) {
    process.stdout.write(live ? `\r\u001b[K${simulator.summary()}` : `${simulator.summary()}\n`);
    // The signal only cuts the wait short.
    await sleep(live ? LIVE_SUMMARY_MILLIS : LOGGED_SUMMARY_MILLIS, undefined, { signal: stop.signal }).catch(() => undefined);
  }
  await simulator.stop();
  process.stdout.write(`${live ? "\r\u001b[K" : ""}${simulator.summary()}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`the simulator cannot go on: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
