// Makes a clone ready to run: installs the packages when they are missing or out of date, and finds a Node runtime for
// the platform. Plain JavaScript for whatever Node the user has; does no work when everything is up to date.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, NODE_MAJOR_MIN, ownRuntime, ROOT, runtimePackage } from "./runtime.mjs";

export { fail, ROOT, RUNTIME_ENVIRONMENT, RUNTIME_FLAGS, runInForeground } from "./runtime.mjs";

const LOCK_FILE = join(ROOT, "package-lock.json");
const MODULES = join(ROOT, "node_modules");
const STAMP_FILE = join(MODULES, ".prepared");
/** What installs the packages. */
const NPM_NODE_MAJOR_MIN = 20;
/** One of the packages that only development needs. */
const DEVELOPMENT_PACKAGE = join(MODULES, "typescript");
/** The packages that hold a Node: apart, because a machine with a Node of its own that is new enough needs none. */
const RUNTIME_FOLDER = join(ROOT, "runtime");

/** Installs what is missing of all packages, those for development included, and returns the path of the runtime. */
export function prepare() {
  return prepareWith(["--include=dev"], () => existsSync(DEVELOPMENT_PACKAGE));
}

/**
 * The same to run the platform and nothing else: an installation without development packages is enough, and npm's own
 * settings (`NODE_ENV=production`, `omit`) say whether a new one has them.
 */
export function prepareToRun() {
  return prepareWith([], () => true);
}

function prepareWith(args, isComplete) {
  refuseOlderNode();
  const fingerprint = createHash("sha256").update(readFileSync(LOCK_FILE)).digest("hex");
  if (!isInstalled(fingerprint) || !isComplete()) {
    console.error("Installing packages …");
    installPackages(ROOT, args);
    writeFileSync(STAMP_FILE, fingerprint);
  }
  return findRuntime();
}

/** npm leaves out packages that the Node it runs on is too old for, whichever Node uses them later. */
function refuseOlderNode() {
  const { node } = process.versions;
  if (Number(node.split(".")[0]) >= NPM_NODE_MAJOR_MIN) return;
  fail(
    `Bridgehead needs Node ${String(NPM_NODE_MAJOR_MIN)} or newer with npm, and this is Node ${node}. Install it from ` +
      `https://nodejs.org, or use one from npm: npx -p ${runtimePackage().name}@${String(NODE_MAJOR_MIN)} npm start`,
  );
}

function isInstalled(fingerprint) {
  if (existsSync(STAMP_FILE)) return readFileSync(STAMP_FILE, "utf8") === fingerprint;
  // npm leaves this file; an installation made by hand after the last change of the lock file is as good as ours.
  const npmRecord = join(MODULES, ".package-lock.json");
  if (!existsSync(npmRecord) || statSync(npmRecord).mtimeMs < statSync(LOCK_FILE).mtimeMs) return false;
  writeFileSync(STAMP_FILE, fingerprint);
  return true;
}

/** Installs in `folder` what its lock file says. */
export function installPackages(folder, furtherArgs) {
  const args = ["ci", "--loglevel=error", ...furtherArgs];
  const npmScript = process.env.npm_execpath;
  const options = { cwd: folder, stdio: ["ignore", 2, 2], shell: false };
  const result =
    npmScript === undefined
      ? spawnSync("npm", args, { ...options, shell: process.platform === "win32" })
      : spawnSync(process.execPath, [npmScript, ...args], options);
  if (result.error !== undefined) fail(`npm could not be run: ${result.error.message}`);
  if (result.status !== 0) fail(`"npm ci" failed; the reason stands above.`);
}

function findRuntime() {
  const own = ownRuntime();
  if (own !== undefined) return own;
  const { name, program } = runtimePackage();
  const locked = JSON.parse(readFileSync(join(RUNTIME_FOLDER, "package-lock.json"), "utf8"));
  const wanted = locked.packages[`node_modules/${name}`];
  const { platform, arch, versions } = process;
  if (wanted === undefined)
    return fail(
      `Bridgehead needs Node ${String(NODE_MAJOR_MIN)} or newer. None is packaged for ${platform}-${arch}, and this is ` +
        `Node ${versions.node}. Install Node from https://nodejs.org.`,
    );
  const folder = join(RUNTIME_FOLDER, "node_modules", name);
  const runtime = join(folder, program);
  if (!existsSync(runtime) || installedVersion(folder) !== wanted.version) {
    console.error(`Installing Node ${wanted.version} …`);
    installPackages(RUNTIME_FOLDER, ["--include=optional"]);
    leaveProgramOnly(folder);
  }
  return runtime;
}

function installedVersion(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
}

/** The package brings headers for compilers and a documentation too, a third of its size. */
function leaveProgramOnly(folder) {
  for (const name of readdirSync(folder))
    if (!["bin", "LICENSE", "package.json"].includes(name)) rmSync(join(folder, name), { recursive: true });
}
