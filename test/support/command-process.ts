// A command of the platform as its users call it: `src/main.ts` with arguments, in a process of its own.
import { spawn, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseCommandLine } from "../../src/app/commands/command-line.ts";
import type { GivenBounds } from "../../src/app/config.ts";
import { loadConfig } from "../../src/app/load-config.ts";
import { DomainError } from "../../src/core/errors.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { runtimeEnvironment } from "./server-process.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");

export interface CommandEnd {
  /** Null after a signal. */
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<CommandEnd>;
}

export function startCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): RunningCommand {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...runtimeEnvironment(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code));
  });
  const ended = Promise.all([exited, text(child.stdout), text(child.stderr)]).then(([code, out, error]) => ({
    code,
    out,
    error,
  }));
  return { child, ended };
}

export function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandEnd> {
  return startCommand(args, environment).ended;
}

/** The same in this process, within milliseconds: for what does not end by a signal or load the machine beside the test. */
export async function callCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  bounds: GivenBounds = {},
): Promise<CommandEnd> {
  let [out, error] = ["", ""];
  const write = (text: string): void => void (out += text);
  const commandLine = parseCommandLine(args, "0", { out: write, error: (text) => (error += text) });
  if (commandLine.kind !== "command") throw new Error(`no command: ${error}`);
  const config = await loadConfig(undefined, tmpdir(), environment, bounds);
  try {
    await commandLine.run({ config, clock: systemClock, log: silentLogger, say: (line) => (out += `${line}\n`) });
    return { code: 0, out, error };
  } catch (failure) {
    if (!(failure instanceof DomainError)) throw failure;
    return { code: 1, out, error: failure.message };
  }
}
