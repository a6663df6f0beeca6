// The room that files take on the disk.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { unlessMissing } from "../lib/missing-file.ts";

/** All of them together; logs of a store come and go. */
export async function fileBytes(folder: string, names: readonly string[]): Promise<number> {
  const sizes = names.map(async (name) => (await unlessMissing(stat(join(folder, name))))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
