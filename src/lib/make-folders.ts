// Creates a folder and its parents. The runtime's own way never ends on file systems such as /proc, which report a
// missing folder although its parent exists, and on a read-only disk it reports that the folder is missing.
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Accessible only by the owner. Returns the folders that it made, the outermost first. `folder` must be absolute. */
export function makeFolders(folder: string): readonly string[] {
  if (existsSync(folder) && statSync(folder).isDirectory()) return [];
  const parent = dirname(folder);
  const made = parent === folder || existsSync(parent) ? [] : makeFolders(parent);
  mkdirSync(folder, { mode: 0o700 });
  return [...made, folder];
}
