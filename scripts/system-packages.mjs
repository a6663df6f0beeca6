// What the tests use from the system: programs by name, each with the Debian package that brings it. Installs what is
// missing where that is allowed, and otherwise says what to do.
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

/** Programs that are in a folder for each version: any of them will do. */
const VERSIONED_PROGRAMS = [["/usr/lib/postgresql", "bin/postgres", "postgresql"]];

const SYSTEM_FOLDERS = ["/usr/local/sbin", "/usr/sbin", "/sbin", "/usr/lib/chromium"];
const POLICY_FILE = "/usr/sbin/policy-rc.d";

/** The search path for programs, with the folders of servers and of the browser, which a user's own path often lacks. */
export function searchPath() {
  return [process.env.PATH ?? "", ...SYSTEM_FOLDERS].join(delimiter);
}

/** Installs missing programs, and those of `further` as well. Returns a message for the user where some are still missing, or undefined. */
export function installSystemPackages(further = []) {
  const programs = [...PACKAGE_BY_PROGRAM, ...further];
  const wanted = missingPackages(programs);
  if (wanted.length === 0) return undefined;
  const command = `apt-get install -y --no-install-recommends ${wanted.join(" ")}`;
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get"))
    return `Some tests need programs of these Debian packages, which cannot be installed here: ${wanted.join(", ")}.`;
  if (process.getuid?.() !== 0)
    return `Some tests need programs that only an administrator can install. Run: sudo ${command}`;
  console.error(`Installing ${wanted.join(", ")} …`);
  if (!withoutStartingServices(() => apt("install", ...wanted) || (apt("update") && apt("install", ...wanted))))
    return `The programs for some tests could not be installed. The command was: ${command}`;
  const missing = missingPackages(programs);
  return missing.length === 0 ? undefined : `Still missing after their installation: ${missing.join(", ")}.`;
}

function missingPackages(programs) {
  const folders = searchPath().split(delimiter);
  const isMissing = (program) => !folders.some((folder) => isExecutable(join(folder, program)));
  const missing = [...new Set(programs.filter(([program]) => isMissing(program)).map(([, name]) => name))];
  for (const [folder, program, name] of VERSIONED_PROGRAMS) {
    const versions = existsSync(folder) ? readdirSync(folder) : [];
    if (!versions.some((version) => isExecutable(join(folder, version, program)))) missing.push(name);
  }
  return missing;
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
