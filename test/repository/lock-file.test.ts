// A fresh clone is installed from the lock file alone, on every platform: nothing that it asks for may be missing in it.
// A server is installed without development packages: nothing that it runs with may be one of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importsOf, productSource, ROOT } from "./source-tree.ts";

interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const locked = new Map(Object.entries(readJson("package-lock.json").packages));
const manifest = readJson("package.json");
/** The Node for machines whose own is too old. */
const lockedRuntime = new Map(Object.entries(readJson("runtime/package-lock.json").packages));
const runtimeManifest = readJson("runtime/package.json");

test.each([
  ["of the platform", locked],
  ["of the runtime", lockedRuntime],
])("the lock file %s holds every package that a package in it needs, for all systems", (_, packages) => {
  const missing = [...packages].flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${name}, needed by ${path === "" ? "package.json" : path}`),
  );

  expect(missing).toEqual([]);
});

test.each([
  ["package.json", manifest, locked],
  ["runtime/package.json", runtimeManifest, lockedRuntime],
])("the lock file is of this %s", (_, { dependencies, devDependencies, optionalDependencies }, packages) => {
  const root = packages.get("") ?? {};

  expect({
    dependencies: root.dependencies,
    devDependencies: root.devDependencies,
    optionalDependencies: root.optionalDependencies,
  }).toEqual({ dependencies, devDependencies, optionalDependencies });
});

test("packages are named with their exact version", () => {
  const { dependencies, devDependencies } = manifest;
  const named = { ...dependencies, ...devDependencies, ...runtimeManifest.optionalDependencies };
  const loose = Object.entries(named).filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));

  expect(loose).toEqual([]);
});

test("the extensions of a cluster are those of the DuckDB that is locked", () => {
  const engines = readFileSync(join(ROOT, "scripts/engines.txt"), "utf8");
  const versions = [...engines.matchAll(/^duckdb-extension-[a-z-]+==(\S+)/gm)].map(([, version = ""]) => version);
  const duckdb = manifest.dependencies?.["@duckdb/node-api"];

  expect(versions).toHaveLength(3);
  expect(versions.filter((version) => duckdb?.startsWith(`${version}-`) !== true)).toEqual([]);
});

/** Its files are found by name, and served. */
const USED_OTHERWISE = ["@fastify/swagger-ui"];

test("what the sources of the platform import is a dependency, and every dependency is imported", () => {
  const imported = productSource()
    .flatMap(importsOf)
    .filter(({ isOurs, to }) => !isOurs && !to.startsWith("node:"))
    .map(({ to }) => to);

  expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual(
    [...new Set([...imported, ...USED_OTHERWISE])].sort(),
  );
});

/** Node looks for a package next to the one that needs it, and then in each folder above. */
function isLocked(packages: ReadonlyMap<string, unknown>, path: string, name: string): boolean {
  const isHere = packages.has(path === "" ? `node_modules/${name}` : `${path}/node_modules/${name}`);
  if (isHere || path === "") return isHere;
  const above = path.lastIndexOf("/node_modules/");
  return isLocked(packages, above < 0 ? "" : path.slice(0, above), name);
}

function readJson(file: string): LockedPackage & { readonly packages: Readonly<Record<string, LockedPackage>> } {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8")) as ReturnType<typeof readJson>;
}
