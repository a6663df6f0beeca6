// The disk space that files take.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { unlessMissing } from "../lib/missing-file.ts";

/** The total of all files; those that do not exist count as 0, because the stores' logs come and go. */
export async function fileBytes(folder: string, names: readonly string[]): Promise<number> {
  const sizes = names.map(async (name) => (await unlessMissing(stat(join(folder, name))))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
