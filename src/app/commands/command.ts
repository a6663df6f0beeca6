// The interface of a subcommand: `bridgehead backup TO` does its work and ends, whereas `bridgehead` alone starts the
// platform.
import type { Command } from "commander";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Config } from "../config.ts";

export interface CommandContext {
  readonly config: Config;
  readonly clock: Clock;
  /** Writes to standard error. */
  readonly log: Logger;
  /**
   * Lowers the process priority, for work that nobody waits for next to a platform whose acknowledgements are awaited.
   */
  readonly giveWay: () => void;
  /** Writes a line to standard output. */
  readonly say: (line: string) => void;
}

/** Resolves when the work is done; throws a `DomainError` that says what the operator must do. */
export type CommandRun = (context: CommandContext) => Promise<void>;

/** Declares the arguments of a subcommand; its action passes the work to `choose`. */
export type CommandDeclaration = (choose: (run: CommandRun) => void) => Command;
