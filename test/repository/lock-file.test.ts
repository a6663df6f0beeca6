// A fresh clone is installed from the lock file alone, on every platform: nothing that it asks for may be missing in it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./source-tree.ts";

interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const locked = new Map(Object.entries(readJson("package-lock.json").packages));
const manifest = readJson("package.json");

test("the lock file holds every package that a package in it needs, for all platforms", () => {
  const missing = [...locked].flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${name}, needed by ${path === "" ? "package.json" : path}`),
  );

  expect(missing).toEqual([]);
});

test("the lock file is of this package.json", () => {
  const { dependencies, devDependencies, optionalDependencies } = locked.get("") ?? {};

  expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
    optionalDependencies: manifest.optionalDependencies,
  });
});

test("packages are named with their exact version", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );

  expect(loose).toEqual([]);
});

/** Node looks for a package beside the one that needs it, and then in each folder above. */
function isLocked(path: string, name: string): boolean {
  const isHere = locked.has(path === "" ? `node_modules/${name}` : `${path}/node_modules/${name}`);
  if (isHere || path === "") return isHere;
  const above = path.lastIndexOf("/node_modules/");
  return isLocked(above < 0 ? "" : path.slice(0, above), name);
}

function readJson(file: string): LockedPackage & { readonly packages: Readonly<Record<string, LockedPackage>> } {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8")) as ReturnType<typeof readJson>;
}
