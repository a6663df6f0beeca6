// A command of the platform in the process of the test, which takes a tenth of the time of one in a process of its own.
import { parseCommandLine } from "../../src/app/commands/command-line.ts";
import { configOf, parseConfig, type Config, type GivenBounds, type GivenSettings } from "../../src/app/config.ts";
import { DomainError } from "../../src/core/errors.ts";
import { systemClock, type Clock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import type { CommandEnd } from "./command-process.ts";

/** Resolves with what it says; rejects as it does. */
export function callCommand(args: readonly string[], settings: GivenSettings, clock?: Clock): Promise<string> {
  return call(args, configOf(settings), clock);
}

/** With settings as a process has them, and with its end. */
export async function endOfCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  bounds: GivenBounds = {},
): Promise<CommandEnd> {
  try {
    return { code: 0, out: await call(args, parseConfig(new Map(), environment, bounds)), error: "" };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: 1, out: "", error: error.message };
  }
}

async function call(args: readonly string[], config: Config, clock: Clock = systemClock): Promise<string> {
  const printed: string[] = [];
  const print = (text: string): void => void printed.push(text);
  const commandLine = parseCommandLine(args, "", { out: print, error: print });
  if (commandLine.kind !== "command") throw new Error(`no command: ${args.join(" ")}: ${printed.join("")}`);
  const say = (line: string): void => void printed.push(`${line}\n`);
  const giveWay = (): void => undefined;
  await commandLine.run({ config, clock, log: silentLogger, giveWay, say });
  return printed.join("");
}
