// One program of a cluster with its data: started, stopped, killed, frozen as if its machine had been, and started again on
// the same data or, after a wipe, on none. What it prints is in its log. It never outlives the process that started it.
import { spawn, type ChildProcess, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { eventually } from "../../test/support/deadline.ts";
import { freezeTree, isAlive, signalAll } from "./process-tree.ts";

/** A start or a return that takes longer hangs. */
const READY_MILLIS_MAX = 120_000;
/** After the longest stop of the platform, which is 10 s. */
const STOP_MILLIS_MAX = 30_000;
const GONE_MILLIS_MAX = 10_000;
/** The end of its log, for a complaint. */
const COMPLAINT_LENGTH = 1_500;

export type EngineState = "stopped" | "starting" | "running" | "frozen";

/** The command of the engine; `changes` are further arguments of setpriv: as whom it runs. */
export interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly changes?: readonly string[];
}

/** What somebody asked of an engine that it cannot do as it is. */
export class EngineError extends Error {}

export abstract class Engine {
  readonly name: string;
  /** Of its own, with its data and its log. */
  readonly folder: string;
  protected readonly stopSignal: NodeJS.Signals = "SIGTERM";
  #child: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  #state: EngineState = "stopped";
  #frozen: FrozenProcesses | undefined;
  #logStart = 0;
  #hasBeenAsked = true;
  #onUnexpectedEnd: (how: string) => void = () => undefined;

  constructor(name: string, folder: string) {
    this.name = name;
    this.folder = folder;
  }

  /** How it is reached, without passwords. */
  abstract get address(): string;
  /** Makes the data folder what a start needs. */
  protected abstract prepare(): Promise<void>;
  protected abstract launch(): Launch;
  /** Whether it does its work, asked by using it; a rejection is a no. */
  protected abstract isReady(): Promise<boolean>;

  get state(): EngineState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get dataFolder(): string {
    return join(this.folder, "data");
  }

  get logFile(): string {
    return join(this.folder, "output.log");
  }

  /** What it has printed since its last start. */
  get printed(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile).subarray(this.#logStart).toString() : "";
  }

  /** Calls back when it ends without having been asked to, each time. */
  onUnexpectedEnd(action: (how: string) => void): void {
    this.#onUnexpectedEnd = action;
  }

  /** Resolves when it does its work; rejects, with what it printed, when it ends before. */
  async start(): Promise<void> {
    if (this.#state !== "stopped") throw new EngineError(`${this.name} is ${this.#state} already`);
    this.#state = "starting";
    try {
      await mkdir(this.folder, { recursive: true });
      await this.prepare();
      await this.#spawn();
      await this.ready();
    } catch (error) {
      // One that takes too long is not left between starting and running.
      if (this.#child !== undefined) await this.kill();
      this.#state = "stopped";
      throw error;
    }
  }

  /** Resolves when it answers. */
  async ready(): Promise<void> {
    const child = this.#child;
    const probe = async (): Promise<boolean> => this.#child !== child || (await this.isReady().catch(() => false));
    await eventually(probe, Boolean, READY_MILLIS_MAX, () => `${this.name} is not ready: ${this.#complaint()}`);
    if (child === undefined || this.#child !== child)
      throw new EngineError(`${this.name} ended before it was ready: ${this.#complaint()}`);
    if (this.#state === "starting") this.#state = "running";
  }

  /** As its operator stops it. One that has not ended in time is killed. */
  async stop(): Promise<void> {
    const child = this.#running();
    this.#hasBeenAsked = true;
    child.kill(this.stopSignal);
    this.#thaw();
    try {
      await eventually(
        async () => this.#child !== child,
        Boolean,
        STOP_MILLIS_MAX,
        () => `${this.name} did not stop, and was killed`,
      );
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  /** SIGKILL to all of its processes; resolves when they are gone. */
  async kill(): Promise<void> {
    const child = this.#running();
    this.#hasBeenAsked = true;
    const pids = this.#frozen?.pids ?? freezeTree(child.pid ?? 0);
    signalAll(pids, "SIGKILL");
    this.#frozen?.release();
    this.#frozen = undefined;
    await this.#ended;
    await eventually(
      async () => pids.filter(isAlive),
      (alive) => alive.length === 0,
      GONE_MILLIS_MAX,
      (alive) => `${this.name} was killed, but ${alive.join(", ")} run on`,
    );
  }

  /** SIGSTOP to all of its processes: its connections stay open, and nothing is answered. */
  freeze(): void {
    const child = this.#running();
    if (this.#state === "frozen") throw new EngineError(`${this.name} is frozen already`);
    this.#frozen = new FrozenProcesses(freezeTree(child.pid ?? 0));
    this.#state = "frozen";
  }

  /** SIGCONT: it goes on where it was. */
  thaw(): void {
    if (this.#state !== "frozen") throw new EngineError(`${this.name} is not frozen, it is ${this.#state}`);
    this.#thaw();
  }

  /** Its disk is lost. */
  async wipe(): Promise<void> {
    if (this.#state !== "stopped") throw new EngineError(`${this.name} is ${this.#state}; kill it first`);
    await rm(this.dataFolder, { recursive: true, force: true });
  }

  async #spawn(): Promise<void> {
    const { program, args, environment = process.env, changes = [] } = this.launch();
    const log = openSync(this.logFile, "a", 0o600);
    this.#logStart = (await stat(this.logFile)).size;
    // In a session of its own, where Ctrl+C does not reach it: the cluster stops in its own order.
    const child = spawn("setpriv", [...changes, "--pdeathsig", "KILL", "--", program, ...args], {
      cwd: this.folder,
      env: environment,
      detached: true,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    child.once("exit", (code, signal) => {
      this.#child = undefined;
      this.#state = "stopped";
      this.#frozen?.release();
      this.#frozen = undefined;
      this.afterEnd();
      if (!this.#hasBeenAsked) this.#onUnexpectedEnd(signal ?? `code ${String(code)}`);
    });
    const ended = once(child, "exit");
    // A program that cannot be started has no end.
    ended.catch(() => undefined);
    await once(child, "spawn");
    this.#ended = ended;
    this.#child = child;
    this.#hasBeenAsked = false;
  }

  /** Removes what it leaves behind outside of its folder. */
  protected afterEnd(): void {}

  #running(): ChildProcess {
    if (this.#child === undefined) throw new EngineError(`${this.name} does not run`);
    return this.#child;
  }

  #thaw(): void {
    if (this.#frozen === undefined) return;
    signalAll(this.#frozen.pids, "SIGCONT");
    this.#frozen.release();
    this.#frozen = undefined;
    this.#state = "running";
  }

  #complaint(): string {
    return `${this.printed.slice(-COMPLAINT_LENGTH).trim()} (${this.logFile})`;
  }
}

/**
 * What is frozen does not notice that its parent has gone. So a shell waits for that: when this process ends, the shell reads the
 * end of its input, and kills them.
 */
class FrozenProcesses {
  readonly pids: readonly number[];
  readonly #guard: ChildProcessByStdio<Writable, null, null>;

  constructor(pids: readonly number[]) {
    this.pids = pids;
    const guard = spawn("/bin/sh", ["-c", 'read -r line || kill -KILL "$@"', "guard", ...pids.map(String)], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // It may have been killed; then there is nothing to release.
    guard.stdin.on("error", () => undefined);
    this.#guard = guard;
  }

  /** They are no longer frozen, or gone. */
  release(): void {
    this.#guard.stdin.end("released\n");
  }
}
