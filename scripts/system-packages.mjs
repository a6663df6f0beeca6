// What the tests and a cluster use from the system: programs by name, each with the Debian package that brings it. Installs
// what is missing where that is allowed, and otherwise says what to do.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const PACKAGE_BY_PROGRAM = new Map([
  ["chromium-headless-shell", "chromium-headless-shell"],
  ["mosquitto", "mosquitto"],
  ["mosquitto_pub", "mosquitto-clients"],
  ["mosquitto_sub", "mosquitto-clients"],
  ["strace", "strace"],
  ["mkfs.xfs", "xfsprogs"],
]);

/** What starts a cluster, and what its other programs are fetched with. */
const CLUSTER_PACKAGE_BY_PROGRAM = new Map([
  ["initdb", "postgresql"],
  ["pip3", "python3-pip"],
]);

const POSTGRES_VERSIONS = "/usr/lib/postgresql";
const SYSTEM_FOLDERS = ["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/lib/chromium"];
const POLICY_FILE = "/usr/sbin/policy-rc.d";

/** The search path for programs, with the folders of servers and of the browser, which a user's own path often lacks. */
export function searchPath() {
  return [process.env.PATH ?? "", ...SYSTEM_FOLDERS, ...postgresFolders()].join(delimiter);
}

/** Debian has a folder for each version, which no search path names; the newest first. */
function postgresFolders() {
  if (!existsSync(POSTGRES_VERSIONS)) return [];
  const newestFirst = readdirSync(POSTGRES_VERSIONS).sort((one, other) => Number(other) - Number(one));
  return newestFirst.map((version) => join(POSTGRES_VERSIONS, version, "bin"));
}

/** The path of a program; undefined where there is none. */
export function findProgram(name) {
  return searchPath()
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/** Installs what tests lack, and of `further` as well. Returns a message for the user where some are still missing, or undefined. */
export function installSystemPackages(further = []) {
  return install([...PACKAGE_BY_PROGRAM, ...CLUSTER_PACKAGE_BY_PROGRAM, ...further], "Some tests need");
}

/** The same for a cluster. */
export function installClusterPackages() {
  return install([...CLUSTER_PACKAGE_BY_PROGRAM], "A cluster needs");
}

/** `needed` begins a sentence: who needs these programs. */
function install(programs, needed) {
  const wanted = missingPackages(programs);
  if (wanted.length === 0) return undefined;
  const command = `apt-get install -y --no-install-recommends ${wanted.join(" ")}`;
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get"))
    return `${needed} programs of these Debian packages, which cannot be installed here: ${wanted.join(", ")}.`;
  if (process.getuid?.() !== 0)
    return `${needed} programs that only an administrator can install. Run: sudo ${command}`;
  console.error(`Installing ${wanted.join(", ")} …`);
  if (!withoutStartingServices(() => apt("install", ...wanted) || (apt("update") && apt("install", ...wanted))))
    return `${needed} programs that could not be installed. The command was: ${command}`;
  const missing = missingPackages(programs);
  return missing.length === 0 ? undefined : `Still missing after their installation: ${missing.join(", ")}.`;
}

function missingPackages(programs) {
  const isMissing = ([program]) => findProgram(program) === undefined;
  return [...new Set(programs.filter(isMissing).map(([, name]) => name))];
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function apt(command, ...packages) {
  const args =
    command === "install" ? ["install", "-y", "-qq", "--no-install-recommends", ...packages] : [command, "-qq"];
  const result = spawnSync("apt-get", args, {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return result.status === 0;
}

/** A broker that starts by itself would take the port of the platform; the tests start their own. */
function withoutStartingServices(action) {
  if (existsSync(POLICY_FILE)) return action();
  // An interrupt must not leave the file behind: it only takes effect when the command has returned.
  const hold = () => undefined;
  process.on("SIGINT", hold);
  try {
    writeFileSync(POLICY_FILE, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
    return action();
  } finally {
    rmSync(POLICY_FILE, { force: true });
    process.off("SIGINT", hold);
  }
}
