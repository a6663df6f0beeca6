// Runs a keeper in a process of its own, and again when it ends. It needs nothing that another one has not, so it may be
// killed at any time.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { SECOND_MILLIS } from "../../lib/units.ts";
import type { KeeperMessage, KeeperProcessOptions } from "./keeper-process.ts";

/** Between the end of a process and the start of the next. */
const PAUSE_MILLIS = 1_000;
/** A process that does not end by itself in this time is killed. */
const STOP_MILLIS_MAX = 5_000;

const PROCESS = new URL("./keeper-process.ts", import.meta.url);

export interface KeeperChildDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when nothing has come into the history for too long: another node may be able to do it. */
  readonly stuck: () => void;
}

export interface KeeperChildOptions extends KeeperProcessOptions {
  readonly stuckSeconds: number;
}

export class KeeperChild {
  readonly #deps: KeeperChildDeps;
  readonly #options: KeeperChildOptions;
  #process: ChildProcess | undefined;
  #restart: Timer | undefined;
  #patience: Timer | undefined;
  #isStopping = false;

  constructor(deps: KeeperChildDeps, options: KeeperChildOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** Of the process that runs now. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  start(): void {
    this.#isStopping = false;
    this.#waitForFold();
    this.#launch();
  }

  #launch(): void {
    const child = fork(PROCESS, { serialization: "advanced" });
    this.#process = child;
    child.on("message", (message) => this.#hear(message as KeeperMessage));
    child.once("exit", (code, signal) => this.#ended(child, code ?? signal));
    const { log, lake } = this.#options;
    child.send({ log, lake } satisfies KeeperProcessOptions);
  }

  #waitForFold(): void {
    const { clock, log, stuck } = this.#deps;
    this.#patience?.cancel();
    this.#patience = clock.after(this.#options.stuckSeconds * SECOND_MILLIS, () => {
      log.warn("this node brings nothing into the history, so another one may try");
      stuck();
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#restart?.cancel();
    this.#patience?.cancel();
    const child = this.#process;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    if (child.connected) child.send("stop");
    const kill = this.#deps.clock.after(STOP_MILLIS_MAX, () => child.kill("SIGKILL"));
    await ended;
    kill.cancel();
  }

  #hear(message: KeeperMessage): void {
    if (message.kind === "folded" && !this.#isStopping) this.#waitForFold();
    if (message.kind === "log") this.#deps.log[message.level](message.event, { ...message.fields });
  }

  #ended(child: ChildProcess, how: number | string | null): void {
    if (this.#process !== child) return;
    this.#process = undefined;
    if (this.#isStopping) return;
    this.#deps.log.warn("keeper of the lake has ended, and is started again", { how });
    this.#restart = this.#deps.clock.after(PAUSE_MILLIS, () => this.#launch());
  }
}
