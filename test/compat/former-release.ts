// The release before this version as an operator has it: the newest one whose data folder this version upgrades, and its package, built
// from the commit that gave it its date in the changelog.
import { copyFileSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Tools, run } from "./tools.ts";

const ROOT = join(import.meta.dirname, "../..");
const CHANGELOG = "CHANGELOG.md";
const MIGRATIONS = "src/adapters/sql/migrations";

export interface Release {
  readonly version: string;
  readonly commit: string;
}

export async function formerRelease(): Promise<Release> {
  const changelog = readFileSync(join(ROOT, CHANGELOG), "utf8");
  const migrations = readdirSync(join(ROOT, MIGRATIONS)).filter(isMigration);
  for (const [heading, version = ""] of changelog.matchAll(/^## (\d+\.\d+\.\d+) \(/gm)) {
    const commits = await git("log", `-S${heading}`, "--format=%H", "--", CHANGELOG);
    const commit = commits.split("\n").findLast((line) => line !== "");
    if (commit === undefined) throw new Error(`the history of the clone does not reach back to ${version}`);
    const released = (await git("ls-tree", "--name-only", `${commit}:${MIGRATIONS}`)).split("\n").filter(isMigration);
    if (released.length < migrations.length) return { version, commit };
  }
  throw new Error("there is no release before this version");
}

/** The file of its package. */
export function packageOf({ version, commit }: Release, tools: Tools): Promise<string> {
  return tools.cached(`bridgehead-${version}-${commit.slice(0, 8)}.tgz`, async (file) => {
    const clone = tools.scratch("former-release");
    await run("git", ["clone", "-q", ROOT, clone]);
    await run("git", ["checkout", "-q", commit], { cwd: clone });
    await run("npm", ["run", "package"], { cwd: clone });
    copyFileSync(join(clone, "dist", `bridgehead-${version}.tgz`), file);
  });
}

function git(...args: readonly string[]): Promise<string> {
  return run("git", args, { cwd: ROOT });
}

function isMigration(name: string): boolean {
  return /^\d+-.*(?<!\.test)\.ts$/.test(name);
}
