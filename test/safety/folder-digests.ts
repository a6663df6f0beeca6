// What a data folder holds, byte by byte, for a comparison with what it held before.
import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** Locks, and what comes and goes with reading. */
const PASSING = /^lock\.|^scratch|^control\.sock$|-shm$|-wal$/;

/** The digest of each file. */
export async function digestsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {};
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const path = join(folder, name);
    if (PASSING.test(name) || !(await stat(path)).isFile()) continue;
    digests[name] = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
  }
  return digests;
}
