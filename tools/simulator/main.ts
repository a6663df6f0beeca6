// The simulator as a program: `npm run simulate -- --help`. Prints one line that is kept up to date, ends on SIGINT.
import { systemClock } from "../../src/lib/clock.ts";
import { parseSimulatorOptions } from "./command-line.ts";
import { reportTrouble, showUntilStopped, stopSignal } from "./live-summary.ts";
import { Simulator } from "./simulator.ts";

async function main(): Promise<void> {
  const options = parseSimulatorOptions(process.argv.slice(2));
  const signal = stopSignal(systemClock);
  const simulator = new Simulator(options, { clock: systemClock, report: reportTrouble });
  await simulator.start();
  await showUntilStopped(simulator, signal);
}

main().catch((error: unknown) => {
  process.stderr.write(`the simulator cannot go on: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
