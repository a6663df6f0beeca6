// What a subcommand of the program is: `bridgehead backup TO` does its work and ends, where `bridgehead` alone starts the platform.
import type { Command } from "commander";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Config } from "../config.ts";

export interface CommandContext {
  readonly config: Config;
  readonly clock: Clock;
  /** Goes to standard error. */
  readonly log: Logger;
  /** Lets everything else on the machine go before: for what nobody waits for, beside a platform whose acknowledgements are waited for. */
  readonly giveWay: () => void;
  /** Writes a line to standard output. */
  readonly say: (line: string) => void;
}

/** Resolves when the work is done; throws a `DomainError` with what the operator has to do. */
export type CommandRun = (context: CommandContext) => Promise<void>;

/** Declares the arguments of a subcommand, whose action hands what is to run to `choose`. */
export type CommandDeclaration = (choose: (run: CommandRun) => void) => Command;
