// A command of the platform as its users call it: `src/main.ts` with arguments, in a process of its own.
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { GivenBounds } from "../../src/app/config.ts";
import { runtimeEnvironment } from "./server-process.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const WITH_BOUNDS = join(import.meta.dirname, "server-with-bounds.ts");

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
  bounds?: GivenBounds,
): RunningCommand {
  const child = spawn(process.execPath, [bounds === undefined ? MAIN : WITH_BOUNDS, ...args], {
    env: { ...runtimeEnvironment(), ...environment, ...(bounds && { BOUNDS: JSON.stringify(bounds) }) },
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
