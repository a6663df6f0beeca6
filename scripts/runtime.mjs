// The Node.js that runs the platform: which one, how it is started, and how it is left. Plain JavaScript for whatever Node
// the user has; the published package carries this file as well.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import os, { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// A Node that is too old for all the rest, as that of Debian 12, is to get as far as its refusal.
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

export const NODE_MAJOR_MIN = 24;

/**
 * How the runtime is started. Most of what a message needs dies young; a young generation of this size lets little of it
 * grow old, so that the whole heap is seldom looked through. The heap grows by half before that, not to a multiple. The
 * third flag lets a start give back what it needed no longer than itself (`src/lib/release-garbage.ts`). The last one is
 * the number of threads that collect garbage and compile code: four of them on one or two processors leave the main thread a fifth
 * of its time while they look through the heap (`src/app/runtime-threads.ts`).
 */
export const RUNTIME_FLAGS = [
  "--max-semi-space-size=8",
  "--heap-growing-percent=50",
  "--expose-gc",
  `--v8-pool-size=${Math.min(4, Math.max(1, (os.availableParallelism?.() ?? 2) - 1))}`,
];

const COMPILED_CODE = join(ROOT, "node_modules", ".cache", "compiled");

/** In the folder of the compiled code, from a start to where all of it runs; src/app/run-process.ts takes it away. */
const STARTING_FILE = "bridgehead-starting";

export const RUNTIME_ENVIRONMENT = {
  // Compiled code and stripped types are kept here, which more than halves the time of later starts. Where the user who
  // runs the platform cannot write here, nothing is kept.
  NODE_COMPILE_CACHE: COMPILED_CODE,
  // Large blocks go back to the system when they are freed; by default the allocator of Linux keeps the memory of two
  // password hashes for ever.
  MALLOC_MMAP_THRESHOLD_: String(1 << 20),
};

/** Ends the process with a message for the user. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** The Node that runs this script, where it is new enough. */
export function ownRuntime() {
  return Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN ? process.execPath : undefined;
}

/** The name of the npm package that holds a Node for this machine, and of the program in it. */
export function runtimePackage() {
  const { platform, arch } = process;
  const isWindows = platform === "win32";
  return {
    name: `node-${isWindows ? "win" : platform}-${arch}`,
    program: join("bin", isWindows ? "node.exe" : "node"),
  };
}

/**
 * Runs the runtime in the foreground until it ends. It takes the place of this process where the system and this Node can
 * do that; otherwise signals are handed on, and this process ends with its exit code.
 */
export function runInForeground(runtime, args) {
  const env = { ...RUNTIME_ENVIRONMENT, ...process.env };
  if (env.NODE_COMPILE_CACHE === COMPILED_CODE) leaveBadCode(env);
  if (process.execve !== undefined && process.platform !== "win32")
    process.execve(runtime, [runtime, ...RUNTIME_FLAGS, ...args], env);
  const child = spawn(runtime, [...RUNTIME_FLAGS, ...args], { stdio: "inherit", env });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`${runtime} could not be run: ${error.message}`));
  child.on("exit", (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0));
  });
}

/**
 * Bad compiled code ends every process that reads it with a native abort, before anything of ours could tell. So a start that
 * ended before the platform ran, for whatever reason, costs the next one the time to compile. Where that cannot be noted, there is no such code.
 */
function leaveBadCode(env) {
  const mark = join(COMPILED_CODE, STARTING_FILE);
  try {
    if (existsSync(mark)) rmSync(COMPILED_CODE, { recursive: true, force: true });
    mkdirSync(COMPILED_CODE, { recursive: true });
    writeFileSync(mark, "");
  } catch {
    env.NODE_DISABLE_COMPILE_CACHE = "1";
  }
}
