// Compiled code that the runtime keeps between starts, and that has gone bad: what it does then is to end the process with a native
// abort. The start after that does without it.
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** Of a file of the cache: five numbers, the last of them the checksum of what follows, which begins with the engine's own header. */
const HEADER_BYTES = 20;
const CHECKSUM_AT = 16;
const ENGINE_HEADER_BYTES = 32;
const ENGINE_MARK = 0xc0de;

let folder: string;
let cache: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bridgehead-compiled-"));
  cache = join(folder, "node_modules/.cache/compiled");
  mkdirSync(join(folder, "node_modules"));
  cpSync(join(ROOT, "scripts/runtime.mjs"), join(folder, "scripts/runtime.mjs"));
  symlinkSync(join(ROOT, "src"), join(folder, "src"));
  writeFileSync(
    join(folder, "scripts/run.mjs"),
    `import { runInForeground } from "./runtime.mjs"; runInForeground(process.execPath, ["src/main.ts", "--version"]);`,
  );
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** As the commands of the clone and of the package start it. */
function start(environment: NodeJS.ProcessEnv = {}): SpawnSyncReturns<string> {
  const env = { PATH: process.env["PATH"], ...environment };
  return spawnSync(process.execPath, ["scripts/run.mjs"], { cwd: folder, env, encoding: "utf8" });
}

const kept = (): string[] =>
  readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** As by a fault of the memory or the disk that no checksum tells. */
function spoil(file: string): boolean {
  const bytes = readFileSync(file);
  if (bytes.length < HEADER_BYTES + ENGINE_HEADER_BYTES || bytes.readUInt16LE(HEADER_BYTES + 2) !== ENGINE_MARK)
    return false;
  bytes.fill(0xff, HEADER_BYTES + ENGINE_HEADER_BYTES);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES)), CHECKSUM_AT);
  writeFileSync(file, bytes);
  return true;
}

test("a start that bad compiled code has ended is followed by one that runs, and keeps its code again", () => {
  expect(start()).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
  const good = kept();
  expect(good.filter(spoil).length).toBeGreaterThan(good.length / 2);

  expect(start()).toMatchObject({ status: null, signal: expect.stringMatching(/^SIG(TRAP|ABRT|SEGV|ILL)$/) as string });
  expect(start()).toMatchObject({ status: 0 });
  expect(kept().length).toBe(good.length);
});

test("a cache that the user of the platform has named is left alone", () => {
  const own = join(folder, "own");
  mkdirSync(own);
  writeFileSync(join(own, "bridgehead-starting"), "");
  writeFileSync(join(own, "other"), "");
  expect(start({ NODE_COMPILE_CACHE: own })).toMatchObject({ status: 0 });
  expect(existsSync(join(own, "other"))).toBe(true);
  expect(existsSync(cache)).toBe(false);
});
