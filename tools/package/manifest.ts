// What npm needs to know of the published package: the manifest and the lock file of the clone, without what only
// development needs.

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

export interface PublishedManifest extends Manifest {
  readonly engines: { readonly node: string };
  readonly bin: Readonly<Record<string, string>>;
}

export interface LockFile {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

export function publishedManifest(manifest: Manifest): PublishedManifest {
  const { name, version, description, license, type, dependencies } = manifest;
  const bin = { bridgehead: "scripts/bridgehead.mjs" };
  return { name, version, description, license, type, engines: { node: ">=24" }, bin, dependencies };
}

/** Published as `npm-shrinkwrap.json`, it holds every installation to the versions that were tested. */
export function publishedLock({ lockfileVersion, packages }: LockFile, manifest: PublishedManifest): object {
  const { name, version, license, engines, bin, dependencies } = manifest;
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true);
  return {
    ...{ name, version, lockfileVersion, requires: true },
    packages: { "": { name, version, license, engines, bin, dependencies }, ...Object.fromEntries(needed) },
  };
}
