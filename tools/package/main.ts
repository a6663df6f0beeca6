// Makes the npm package of the platform: `npm run package`. It holds JavaScript, because the runtime strips no types below
// `node_modules`, the built web interface, and the exact versions of everything it needs.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { COPIED } from "./copied.ts";
import { type LockFile, type Manifest, publishedLock, publishedManifest } from "./manifest.ts";
import { withJavaScriptNames } from "./script-names.ts";

const ROOT = join(import.meta.dirname, "../..");
const OUTPUT = join(ROOT, "dist");
const FOLDER = join(OUTPUT, "package");
/** Pictures are for readers of the repository; decisions and contracts for those who change the platform; passwords for nobody. */
const LEFT_OUT = /\/(?:docs\/(?:images|decisions|contracts)|deploy\/cluster\/(?:certs|\.env)|\.built-from)(?:\/|$)/;
const FOR_DEVELOPMENT = /\.(?:test\.ts|d\.ts)$|\/tsconfig\.json$/;

rmSync(FOLDER, { recursive: true, force: true });
for (const name of COPIED)
  cpSync(join(ROOT, name), join(FOLDER, name), { recursive: true, filter: (path) => !LEFT_OUT.test(path) });
copySources();
const manifest = publishedManifest(readJson("package.json") as Manifest);
writeJson("package.json", manifest);
writeJson("npm-shrinkwrap.json", publishedLock(readJson("package-lock.json") as LockFile, manifest));
const file = pack();
console.log(`${file} has ${(statSync(file).size / 1e6).toFixed(1)} MB`);

function copySources(): void {
  const names = readdirSync(join(ROOT, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((name) => !FOR_DEVELOPMENT.test(`/${name}`));
  const known = new Set(names);
  for (const name of names) {
    const target = join(FOLDER, name);
    mkdirSync(dirname(target), { recursive: true });
    if (!name.endsWith(".ts")) cpSync(join(ROOT, name), target);
    else {
      // Types become white space, so that lines and columns in a stack trace are those of the source.
      const script = stripTypeScriptTypes(readFileSync(join(ROOT, name), "utf8"));
      writeFileSync(target.replace(/\.ts$/, ".js"), withJavaScriptNames(name, script, known));
    }
  }
}

function pack(): string {
  const npmScript = process.env["npm_execpath"];
  const args = ["pack", "--silent", "--pack-destination", OUTPUT];
  const [program, ...before] = npmScript === undefined ? ["npm"] : [process.execPath, npmScript];
  const { status, stdout } = spawnSync(program, [...before, ...args], {
    cwd: FOLDER,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    shell: npmScript === undefined && process.platform === "win32",
  });
  if (status !== 0) throw new Error("npm pack failed; the reason stands above");
  return join(OUTPUT, stdout.trim());
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, name), "utf8"));
}

function writeJson(name: string, value: unknown): void {
  writeFileSync(join(FOLDER, name), `${JSON.stringify(value, undefined, 2)}\n`);
}
