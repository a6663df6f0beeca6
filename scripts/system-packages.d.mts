// What TypeScript needs to know of system-packages.mjs.
export declare function searchPath(): string;
/** A message where some are still missing. */
export declare function installSystemPackages(
  further?: readonly (readonly [program: string, debianPackage: string])[],
): string | undefined;
export declare function installClusterPackages(): string | undefined;
export declare function findProgram(name: string): string | undefined;
