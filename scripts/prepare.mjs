// Makes a clone ready to run: installs the packages when they are missing or out of date, and finds the Node runtime that
// the lock file pins. Plain JavaScript for whatever Node the user has; does no work when everything is up to date.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");

const LOCK_FILE = join(ROOT, "package-lock.json");
const MODULES = join(ROOT, "node_modules");
const STAMP_FILE = join(MODULES, ".prepared");
const NODE_MAJOR_MIN = 24;

/**
 * How the runtime is started. Most of what a message needs dies young; a young generation of this size lets little of it
 * grow old, so that the whole heap is seldom looked through. The heap grows by half before that, not to a multiple. The
 * last flag lets a start give back what it needed no longer than itself (`src/lib/release-garbage.ts`).
 */
export const RUNTIME_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=50", "--expose-gc"];

export const RUNTIME_ENVIRONMENT = {
  // Compiled code and stripped types are kept here, which more than halves the time of later starts.
  NODE_COMPILE_CACHE: join(MODULES, ".cache", "compiled"),
  // Large blocks go back to the system when they are freed; by default the allocator of Linux keeps the memory of two
  // password hashes for ever.
  MALLOC_MMAP_THRESHOLD_: String(1 << 20),
};

/** Ends the process with a message for the user. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Installs what is missing and returns the path of the runtime. */
export function prepare() {
  const fingerprint = createHash("sha256").update(readFileSync(LOCK_FILE)).digest("hex");
  if (!isInstalled(fingerprint)) {
    install();
    writeFileSync(STAMP_FILE, fingerprint);
  }
  return findRuntime();
}

function isInstalled(fingerprint) {
  if (existsSync(STAMP_FILE)) return readFileSync(STAMP_FILE, "utf8") === fingerprint;
  // npm leaves this file; an installation made by hand after the last change of the lock file is as good as ours.
  const npmRecord = join(MODULES, ".package-lock.json");
  if (!existsSync(npmRecord) || statSync(npmRecord).mtimeMs < statSync(LOCK_FILE).mtimeMs) return false;
  writeFileSync(STAMP_FILE, fingerprint);
  return true;
}

function install() {
  console.error("Installing packages …");
  const args = ["ci", "--loglevel=error"];
  const npmScript = process.env.npm_execpath;
  const options = { cwd: ROOT, stdio: ["ignore", 2, 2], shell: false };
  const result =
    npmScript === undefined
      ? spawnSync("npm", args, { ...options, shell: process.platform === "win32" })
      : spawnSync(process.execPath, [npmScript, ...args], options);
  if (result.error !== undefined) fail(`npm could not be run: ${result.error.message}`);
  if (result.status !== 0) fail(`"npm ci" failed; the reason stands above.`);
}

function findRuntime() {
  const { platform, arch, versions } = process;
  const name = `node-${platform === "win32" ? "win" : platform}-${arch}`;
  const pinned = join(MODULES, name, "bin", platform === "win32" ? "node.exe" : "node");
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(versions.node, 10) >= NODE_MAJOR_MIN) return process.execPath;
  return fail(
    `Bridgehead needs Node ${String(NODE_MAJOR_MIN)} or newer. None is packaged for ${platform}-${arch}, or optional ` +
      `packages were left out of the installation, and this is Node ${versions.node}. Install Node from https://nodejs.org.`,
  );
}

/**
 * Runs the runtime in the foreground until it ends; signals are handed on, and this process ends with its exit code.
 */
export function runInForeground(runtime, args) {
  const env = { ...RUNTIME_ENVIRONMENT, ...process.env };
  const child = spawn(runtime, [...RUNTIME_FLAGS, ...args], { stdio: "inherit", env });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`${runtime} could not be run: ${error.message}`));
  child.on("exit", (code, signal) => {
    process.exit(signal === null ? (code ?? 1) : 128 + (constants.signals[signal] ?? 0));
  });
}
