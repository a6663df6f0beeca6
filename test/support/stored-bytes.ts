// Everything that a data folder holds, for tests that look for what must not be there.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export async function storedBytes(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))));
}
