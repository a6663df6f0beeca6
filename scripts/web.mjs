// Builds the web interface when what it is made of has changed; does no work when it has not.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fail, ROOT } from "./prepare.mjs";

const SOURCES = join(ROOT, "web");
const BUILT = join(SOURCES, "dist");
const STAMP_FILE = join(BUILT, ".built-from");
/** What it uses of the platform, and the packages that it is made of. */
const SHARED = [join(ROOT, "src/lib"), join(ROOT, "src/core/analytics/view")];
const SCHEMA_WORDS = join(ROOT, "src/core/schema-words.ts");
const LOCK_FILE = join(ROOT, "package-lock.json");

/** `runtime` is the Node that `prepare` has found. */
export function prepareWeb(runtime) {
  const fingerprint = fingerprintOfSources();
  if (existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, "utf8") === fingerprint) return;
  console.error("Building the web interface …");
  const args = [join(ROOT, "node_modules/vite/bin/vite.js"), "build", SOURCES, "--logLevel", "warn"];
  const { status, error } = spawnSync(runtime, args, { cwd: ROOT, stdio: ["ignore", 2, 2] });
  if (error !== undefined) fail(`the web interface could not be built: ${error.message}`);
  if (status !== 0) fail("the web interface could not be built; the reason stands above.");
  writeFileSync(STAMP_FILE, fingerprint);
}

function fingerprintOfSources() {
  const hash = createHash("sha256");
  const files = [SOURCES, ...SHARED]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !`${entry.parentPath}${sep}`.startsWith(`${BUILT}${sep}`))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const path of [...files, SCHEMA_WORDS, LOCK_FILE])
    hash.update(`${path.slice(ROOT.length)}\0`).update(readFileSync(path));
  return hash.digest("hex");
}
