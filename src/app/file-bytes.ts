// The disk space that files take.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { unlessMissing } from "../lib/missing-file.ts";

/** The total of all files; those that do not exist count as 0, because the stores' logs come and go. */
export async function fileBytes(folder: string, names: readonly string[]): Promise<number> {
  const sizes = names.map(async (name) => {
    const stats = await unlessMissing(stat(join(folder, name)));
    if (stats?.isDirectory() !== true) return stats?.size ?? 0;
    return await fileBytes(join(folder, name), (await unlessMissing(readdir(join(folder, name)))) ?? []);
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
