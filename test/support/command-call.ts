// A command of the platform in the process of the test, which takes a tenth of the time of one in a process of its own.
import { parseCommandLine } from "../../src/app/commands/command-line.ts";
import { configOf, type GivenSettings } from "../../src/app/config.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";

/** Resolves with what it says; rejects as it does. */
export async function callCommand(args: readonly string[], settings: GivenSettings): Promise<string> {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const commandLine = parseCommandLine(args, "", { out: print, error: print });
  if (commandLine.kind !== "command") throw new Error(`no command: ${args.join(" ")}: ${printed.join("")}`);
  const say = (line: string): void => void printed.push(`${line}\n`);
  await commandLine.run({ config: configOf(settings), clock: systemClock, log: silentLogger, say });
  return printed.join("");
}
