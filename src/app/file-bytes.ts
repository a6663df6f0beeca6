// The disk space that files take.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { unlessMissing } from "../lib/missing-file.ts";

/**
 * The total of these files, and of the files in those that are folders. What does not exist counts as 0, because the
 * stores' logs come and go.
 */
export async function fileBytes(folder: string, names: readonly string[]): Promise<number> {
  return total(names.map((name) => bytesOf(join(folder, name))));
}

async function bytesOf(path: string): Promise<number> {
  const stats = await unlessMissing(stat(path));
  if (stats?.isDirectory() !== true) return stats?.size ?? 0;
  const entries = (await unlessMissing(readdir(path, { withFileTypes: true }))) ?? [];
  const files = entries.filter((entry) => entry.isFile());
  return total(files.map(async ({ name }) => (await unlessMissing(stat(join(path, name))))?.size ?? 0));
}

async function total(sizes: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
