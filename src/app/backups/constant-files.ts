// The files of a data folder that never change once they have their name: results of reports, and packages.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "../../core/ids.ts";
import { unlessMissing } from "../../lib/missing-file.ts";
import { FILE_FOLDERS } from "../folder-parts.ts";

/** Their paths in the folder. */
export async function listConstantFiles(dataFolder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const folder of FILE_FOLDERS) {
    const entries = await unlessMissing(readdir(join(dataFolder, folder), { withFileTypes: true }));
    for (const entry of entries ?? []) if (entry.isFile() && isUuid(entry.name)) paths.push(`${folder}/${entry.name}`);
  }
  return paths;
}
