// Everything that a platform has stored, for tests that look for what must not be there.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeJson } from "../../src/lib/json.ts";
import { isCluster } from "./start-platform.ts";
import { storedRows, storedTables } from "./stored-rows.ts";

/** All files of its data folder; of a cluster, also all rows of its database. */
export async function storedBytes(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const bytes: Uint8Array[] = await Promise.all(files.map((file) => readFile(file)));
  if (isCluster)
    for (const name of (await storedTables(folder)).keys())
      for (const row of await storedRows(folder, `SELECT * FROM "${name}"`))
        for (const value of Object.values(row)) bytes.push(bytesOf(value));
  return Buffer.concat(bytes);
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return Buffer.from(typeof value === "string" ? value : writeJson(value));
}
