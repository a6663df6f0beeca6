// The platform as a process: reads the configuration, starts, turns signals into a stop, and reports how it ended.
import { rmSync } from "node:fs";
import { flushCompileCache, getCompileCacheDir } from "node:module";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import packageInfo from "../../package.json" with { type: "json" };
import { DomainError } from "../core/errors.ts";
import { systemClock } from "../lib/clock.ts";
import { releaseGarbage } from "../lib/release-garbage.ts";
import { ACCESS_EVENT } from "../transport/rest/server-hooks.ts";
import { parseCommandLine } from "./commands/command-line.ts";
import type { CommandContext, CommandRun } from "./commands/command.ts";
import { giveWay } from "./commands/give-way.ts";
import { requireScheduledBackups, type GivenBounds } from "./config.ts";
import { ConfigError, type Environment } from "./config-source.ts";
import { descriptorsMaxOf } from "./descriptors.ts";
import { formerVariables } from "./former-settings.ts";
import { runUntilStopped, type Stoppable } from "./lifecycle.ts";
import { loadConfig } from "./load-config.ts";
import { createLogger } from "./pino-logger.ts";
import type { ActivationLink } from "./platform.ts";
import { lowerRuntimeThreads } from "./runtime-threads.ts";
import { tracerOf } from "./tracing.ts";

/**
 * Resolves with the exit code: 0 after a clean stop or a completed command, 1 after a fault, 2 for invalid arguments or
 * settings.
 */
export async function runProcess(
  args: readonly string[],
  environment: Environment,
  otherBounds: GivenBounds = {},
): Promise<number> {
  try {
    return await run(args, environment, otherBounds);
  } catch (error) {
    return reportStartFailure(error);
  } finally {
    trustCompiledCode();
  }
}

/**
 * All code has run by now, so the compile cache is good; without this, scripts/runtime.mjs would make the next start
 * compile everything again.
 */
function trustCompiledCode(): void {
  const folder = getCompileCacheDir();
  if (folder === undefined) return;
  try {
    rmSync(join(dirname(folder), "bridgehead-starting"), { force: true });
  } catch {
    // A user who cannot write there has no compile cache.
  }
}

async function run(args: readonly string[], environment: Environment, otherBounds: GivenBounds): Promise<number> {
  leaveYoungGenerationToThreads();
  lowerRuntimeThreads();
  // Files created by this process and its threads are accessible only to its user; the stores create their own files.
  process.umask(0o077);
  // The platform continues if its output cannot be written; without this listener, a full disk would be an unexpected
  // fault.
  process.stdout.on("error", () => undefined);
  const commandLine = parseCommandLine(args, packageInfo.version, {
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  });
  if (commandLine.kind === "exit") return commandLine.code;
  const config = await loadConfig(commandLine.configFile, process.cwd(), environment, otherBounds);
  const log = createLogger({ ...config.log, unbounded: [ACCESS_EVENT] }, { clock: systemClock });
  if (commandLine.kind === "command") return runCommand(commandLine.run, { config, log });
  requireScheduledBackups(config);
  for (const variable of formerVariables(environment)) log.warn("variable has no effect any more", { variable });
  const tracer = tracerOf(environment, packageInfo.version, { clock: systemClock, log });
  // Three quarters of all modules, which no command needs.
  const { startPlatform } = await import("./platform.ts");
  // The runtime keeps a copy of all code from its cache in memory until the cache is written.
  flushCompileCache();
  const start = async (): Promise<Stoppable> => {
    const platform = await startPlatform(config, {
      clock: systemClock,
      log,
      tracer,
      descriptorsMax: descriptorsMaxOf(),
      acceptsLoss: commandLine.acceptsLoss,
    });
    releaseGarbage();
    trustCompiledCode();
    process.stdout.write(firstPasswords(platform.activationLinks));
    const tls = platform.mqtts === undefined ? "" : ` mqtts=${platform.mqtts}`;
    process.stdout.write(`bridgehead ready http=${platform.http} mqtt=${platform.mqtt}${tls}\n`);
    return platform;
  };
  const { timeoutMillis } = config.stop;
  return runUntilStopped(start, { process, clock: systemClock, log, stopTimeoutMillis: timeoutMillis });
}

/** Between blank lines, so that people find them among the lines of the log. */
function firstPasswords(links: readonly ActivationLink[]): string {
  if (links.length === 0) return "";
  const lines = links.map(({ email, address }) => `Set the password of ${email}, once, at ${address}\n`);
  return `\n${lines.join("")}\n`;
}

async function runCommand(command: CommandRun, context: Pick<CommandContext, "config" | "log">): Promise<number> {
  try {
    await command({ ...context, clock: systemClock, giveWay, say: (line) => void process.stdout.write(`${line}\n`) });
    return 0;
  } catch (error) {
    process.stderr.write(`bridgehead: ${describeFailure(error)}\n`);
    return 1;
  }
}

/**
 * The size of the young generation on the command line is for this thread, which has already applied it. If it stayed
 * set, it would override the much smaller limits of threads started from here.
 */
function leaveYoungGenerationToThreads(): void {
  setFlagsFromString("--max-semi-space-size=0");
}

function reportStartFailure(error: unknown): number {
  if (error instanceof ConfigError) {
    process.stderr.write(`bridgehead cannot start:\n${error.problems.map((problem) => `  ${problem}\n`).join("")}`);
    return 2;
  }
  process.stderr.write(`bridgehead cannot start: ${describeFailure(error)}\n`);
  return 1;
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Errors that an operator can fix need no stack: a refusal of the platform, or an operating system error such as a
  // port in use.
  const isMendable = error instanceof DomainError || "syscall" in error;
  const text = isMendable ? error.message : (error.stack ?? error.message);
  const reason = reasonOf(error);
  // A conflict, such as a folder in use, is fully explained by its message.
  if (reason === undefined || text.includes(reason) || (error instanceof DomainError && error.kind !== "unavailable"))
    return text;
  return `${text}\ncaused by: ${reason}`;
}

/**
 * The message of the innermost cause, as one line. A cause from a database thread arrives as text with its stack and
 * its own causes.
 */
function reasonOf(error: Error): string | undefined {
  let cause = error;
  while (cause.cause instanceof Error) cause = cause.cause;
  if (cause === error) return undefined;
  const [line = ""] = (cause.message.split("\ncaused by: ").at(-1) ?? "").split("\n");
  return line.replace(/^\w*Error: /, "");
}
