// The command line of the platform and its subcommands.
import { Command, CommanderError } from "commander";
import { backupCommand } from "./backup.ts";
import { clusterCommand } from "./cluster.ts";
import type { CommandDeclaration, CommandRun } from "./command.ts";
import { repairCommand } from "./repair.ts";
import { restoreCommand } from "./restore.ts";
import { rotateKeyCommand } from "./rotate-key.ts";
import { upgradeCommand } from "./upgrade.ts";
import { verifyCommand } from "./verify.ts";

export type CommandLine =
  | { readonly kind: "start"; readonly configFile: string | undefined; readonly acceptsLoss: boolean }
  | { readonly kind: "command"; readonly configFile: string | undefined; readonly run: CommandRun }
  /** Help or the version was printed, or the reason why an argument was refused. */
  | { readonly kind: "exit"; readonly code: number };

const USAGE_ERROR = 2;

const COMMANDS: readonly CommandDeclaration[] = [
  backupCommand,
  verifyCommand,
  restoreCommand,
  repairCommand,
  rotateKeyCommand,
  upgradeCommand,
  clusterCommand,
];

export interface Output {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

export function parseCommandLine(args: readonly string[], version: string, output: Output): CommandLine {
  let run: CommandRun | undefined;
  const program = new Command("bridgehead")
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
    .action(() => {
      run = undefined;
    });
  for (const declare of COMMANDS) program.addCommand(declare((chosen) => (run = chosen)));
  for (const command of withSubcommands(program))
    command.configureOutput({ writeOut: output.out, writeErr: output.error }).exitOverride();
  try {
    program.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { kind: "exit", code: error.exitCode === 0 ? 0 : USAGE_ERROR };
  }
  const { config, acceptLoss } = program.opts<{ config?: string; acceptLoss?: true }>();
  if (run !== undefined) return { kind: "command", configFile: config, run };
  return { kind: "start", configFile: config, acceptsLoss: acceptLoss === true };
}

function withSubcommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
