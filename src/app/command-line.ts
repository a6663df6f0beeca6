// The arguments of the server process.
import { Command, CommanderError } from "commander";

export type CommandLine =
  | { readonly kind: "start"; readonly configFile: string | undefined; readonly acceptsLoss: boolean }
  /** Help or the version was printed, or an argument was refused and the reason printed. */
  | { readonly kind: "exit"; readonly code: number };

const USAGE_ERROR = 2;

export interface Output {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

export function parseCommandLine(args: readonly string[], version: string, output: Output): CommandLine {
  const command = new Command("bridgehead")
    .description("An IoT platform that gateways plug into.")
    .option(
      "-c, --config <file>",
      "settings in YAML; without it bridgehead.yml of the working folder, where there is one",
    )
    .option(
      "--accept-loss",
      "start although files of the data folder are missing or older than others, without what they held",
    )
    .version(version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .allowExcessArguments(false)
    .configureOutput({ writeOut: output.out, writeErr: output.error })
    .exitOverride();
  try {
    command.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { kind: "exit", code: error.exitCode === 0 ? 0 : USAGE_ERROR };
  }
  const { config, acceptLoss } = command.opts<{ config?: string; acceptLoss?: true }>();
  return { kind: "start", configFile: config, acceptsLoss: acceptLoss === true };
}
