// A disk that can be told to lose its power, to fail and to be slow: for processes that are started with its environment, and the
// files below its folder. Needs gcc, on Linux.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { losePower, type DiskOptions, type PowerLoss } from "./power-loss.ts";

/** Calls are answered with these errors, each with a chance from 0 to 1. */
export interface Faults {
  readonly write?: readonly [error: keyof typeof constants.errno, chance: number];
  readonly sync?: readonly [error: keyof typeof constants.errno, chance: number];
  readonly read?: readonly [error: keyof typeof constants.errno, chance: number];
  /** Each sync takes up to this long. */
  readonly syncMicrosMax?: number;
  /** Of the paths that they are for; left out, all. */
  readonly part?: string;
}

const PART_BYTES = 96;

export class FaultyDisk {
  readonly #parent: string;
  /** What is below it is on the disk. */
  readonly root: string;
  readonly #seed: number;

  constructor(seed: number) {
    this.#parent = mkdtempSync(join(tmpdir(), "bridgehead-disk-"));
    this.root = join(this.#parent, "disk");
    this.#seed = seed >>> 0;
    mkdirSync(this.root, { mode: 0o700 });
    execFileSync("gcc", [
      "-shared",
      "-fPIC",
      "-O1",
      "-o",
      this.#library,
      join(import.meta.dirname, "disk.c"),
      "-ldl",
      "-lpthread",
    ]);
    this.setFaults({});
    this.#begin();
  }

  /** A new folder on the disk, to be made and filled before processes use it. */
  folder(name: string, fill: (folder: string) => void = () => undefined): string {
    const folder = join(this.root, name);
    mkdirSync(folder, { mode: 0o700 });
    fill(folder);
    this.#begin();
    return folder;
  }

  get #library(): string {
    return join(this.#parent, "disk.so");
  }

  get #log(): string {
    return join(this.#parent, "log");
  }

  get #before(): string {
    return join(this.#parent, "before");
  }

  /** For the processes that are to use it. */
  get environment(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: this.#library,
      DISK_ROOT: this.root,
      DISK_LOG: this.#log,
      DISK_CONTROL: join(this.#parent, "control"),
    };
  }

  /** In force at once, until others are set. */
  setFaults({ write, sync, read, syncMicrosMax = 0, part = "" }: Faults): void {
    const control = Buffer.alloc(32 + PART_BYTES);
    for (const [index, fault] of [write, sync, read].entries()) {
      if (fault === undefined) continue;
      control.writeUInt32LE(constants.errno[fault[0]], index * 8);
      control.writeUInt32LE(Math.round(fault[1] * 1_000), index * 8 + 4);
    }
    control.writeUInt32LE(syncMicrosMax, 24);
    control.writeUInt32LE(this.#seed, 28);
    control.write(part, 32);
    // Processes have it mapped, so that it stays the same file.
    writeFileSync(join(this.#parent, "control"), control, {
      flag: existsSync(join(this.#parent, "control")) ? "r+" : "w",
    });
  }

  /** To be called when no process uses the disk any more. */
  losePower(options: DiskOptions): PowerLoss {
    const after = join(this.#parent, "after");
    const loss = losePower({ log: this.#log, root: this.root, before: this.#before, into: after }, options);
    rmSync(this.root, { recursive: true });
    renameSync(after, this.root);
    this.#begin();
    return loss;
  }

  /** What is there now is on the disk, synced or not. */
  #begin(): void {
    rmSync(this.#log, { force: true });
    rmSync(this.#before, { recursive: true, force: true });
    cpSync(this.root, this.#before, { recursive: true, filter: (path) => !path.endsWith(".sock") });
  }

  remove(): void {
    rmSync(this.#parent, { recursive: true, force: true });
  }
}
