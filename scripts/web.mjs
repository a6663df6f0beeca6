// Builds the web interface when what it is made of has changed; does no work when it has not.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fail, installPackages, ROOT } from "./prepare.mjs";

const SOURCES = join(ROOT, "web");
const BUILT = join(SOURCES, "dist");
const STAMP_FILE = join(BUILT, ".built-from");
/** What it uses of the platform, the documents of Help, and the packages that it is made of. */
const SHARED = [join(ROOT, "src/lib"), join(ROOT, "src/core/analytics/view"), join(ROOT, "docs/images")];
const DOCUMENTS = join(ROOT, "docs");
const SCHEMA_WORDS = join(ROOT, "src/core/schema-words.ts");
const LOCK_FILE = join(ROOT, "package-lock.json");
const BUILDER = "node_modules/vite/bin/vite.js";
/** Where it is built when its packages are not installed; removed afterwards. */
const SCRATCH = join(ROOT, "node_modules", ".web-build");

/** `runtime` is the Node that `prepare` has found. */
export function prepareWeb(runtime) {
  const fingerprint = fingerprintOfSources();
  if (existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, "utf8") === fingerprint) return;
  console.error("Building the web interface …");
  if (existsSync(join(ROOT, BUILDER))) build(runtime, ROOT);
  else buildApart(runtime);
  writeFileSync(STAMP_FILE, fingerprint);
}

function build(runtime, root) {
  const args = [join(root, BUILDER), "build", join(root, "web"), "--logLevel", "warn"];
  const { status, error } = spawnSync(runtime, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (error !== undefined) fail(`the web interface could not be built: ${error.message}`);
  if (status !== 0) fail("the web interface could not be built; the reason stands above.");
}

/** An installation without development packages stays without them: they are there for the time of the build. */
function buildApart(runtime) {
  rmSync(SCRATCH, { recursive: true, force: true });
  mkdirSync(SCRATCH);
  for (const name of ["package.json", "package-lock.json", ".npmrc", "tsconfig.json", "docs", "src", "web"])
    cpSync(join(ROOT, name), join(SCRATCH, name), { recursive: true });
  installPackages(SCRATCH, ["--include=dev"]);
  build(runtime, SCRATCH);
  rmSync(BUILT, { recursive: true, force: true });
  cpSync(join(SCRATCH, "web/dist"), BUILT, { recursive: true });
  rmSync(SCRATCH, { recursive: true, force: true });
}

function fingerprintOfSources() {
  const hash = createHash("sha256");
  const files = [SOURCES, ...SHARED]
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !`${entry.parentPath}${sep}`.startsWith(`${BUILT}${sep}`))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const documents = readdirSync(DOCUMENTS).filter((name) => name.endsWith(".md"));
  for (const path of [...files, ...documents.map((name) => join(DOCUMENTS, name)), SCHEMA_WORDS, LOCK_FILE])
    hash.update(`${path.slice(ROOT.length)}\0`).update(readFileSync(path));
  return hash.digest("hex");
}
